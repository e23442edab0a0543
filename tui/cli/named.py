"""The one thing that a word on the command line names."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from tui.errors import UsageError


class Identified(Protocol):
    """A thing with an id."""

    @property
    def id(self) -> str:
        """Its id."""
        ...


T = TypeVar("T", bound=Identified)


def the_one(
    kind: str,
    text: str,
    among: Sequence[T],
    *keys: Callable[[T], str],
    spelled: Callable[[T], str],
    where: str = "",
) -> T:
    """The thing that ``text`` names: by id, else by the first of the ``keys`` that it fits, first to the letter.

    Args:
        kind: What such a thing is called, for the message.
        text: What was typed.
        among: The things.
        keys: Each tells what a thing is called.
        spelled: How a thing is listed for somebody who has to choose.
        where: Follows the name in the message when there is none.

    Raises:
        UsageError: None is named so, or several are.
    """
    by_id: tuple[Callable[[T], str], ...] = (lambda one: one.id,)
    ways = (
        [x for x in among if same(key(x)) == same(text)]
        for key in by_id + keys
        for same in (str, str.casefold)
    )
    found = next(filter(None, ways), [])
    if len(found) == 1:
        return found[0]
    said = f"{len(found)} {kind}s are called {text!r}" if found else f"there is no {kind} {text!r}{where}"
    listed = ", ".join(f"{spelled(one)} ({one.id})" for one in found or among)
    raise UsageError(said, hint=f"there are {listed or 'none'}")
