"""Lookup of the object that a word of the user names: on the command line, or in a rule."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from tui.errors import UsageError


class Identified(Protocol):
    """An object with an id."""

    @property
    def id(self) -> str:
        """The object's id."""
        ...


T = TypeVar("T", bound=Identified)


def find_by_name(
    kind: str,
    text: str,
    among: Sequence[T],
    *keys: Callable[[T], str],
    spelled: Callable[[T], str],
    where: str = "",
) -> T:
    """Find the only object that ``text`` names: by id, else by each of ``keys``; exactly, then in any case.

    Args:
        kind: The noun for such an object, for the message.
        text: The word that was typed.
        among: The objects to search.
        keys: Functions that each return a name of an object.
        spelled: Formats an object in the list of choices.
        where: Follows the name in the message when nothing matches.

    Raises:
        UsageError: No object matches, or several do.
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
    wrong = f"{len(found)} {kind}s are called {text!r}" if found else f"there is no {kind} {text!r}{where}"
    listed = ", ".join(f"{spelled(one)} ({one.id})" for one in found or among)
    raise UsageError(wrong, hint=f"there are {listed or 'none'}")
