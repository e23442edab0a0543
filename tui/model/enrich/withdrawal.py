"""Withdrawal: the outcome for comments and answers about people who opted out, in one account."""

from collections.abc import Callable, Iterable, Mapping
from itertools import chain, filterfalse
from types import MappingProxyType
from typing import Literal

from tui.model.enrich.namings import Naming
from tui.model.enrich.suppression import Kind, Suppressed
from tui.model.values.fields import Frozen

Key = tuple[Kind, str]
_NOTHING: Mapping[Key, frozenset[Key]] = MappingProxyType({})

NoteState = Literal["deleted", "queued", "kept"]
"""``queued``: deleted once the service answers; ``kept``: cannot be deleted from here."""


class WithdrawnNote(Frozen):
    """A comment about somebody who opted out, and its outcome.

    Attributes:
        why: Why it is not deleted, as a clause; "" if it is.
    """

    comment_id: str
    card_id: str
    board_id: str
    board: str
    card: str
    state: NoteState = "deleted"
    why: str = ""


class Withdrawal(Frozen):
    """The withdrawal in one account.

    Attributes:
        answers: Stored answers of lookups that were erased.
        stays: The texts that somebody typed and that name those who opted out; they are not deleted.
        unread: Boards whose cards were never read on this machine and so are unknown.
    """

    notes: tuple[WithdrawnNote, ...] = ()
    answers: int = 0
    stays: tuple[Naming, ...] = ()
    unread: int = 0


class Known(Frozen):
    """The facts an account has about those who opt out, before erasure; other accounts search for them too.

    Attributes:
        more: The other identifiers that belong only to them, by the entry that they opt out with.
        phones: Their telephone numbers that nobody else is known to have.
    """

    listed: tuple[Suppressed, ...] = ()
    more: Mapping[Key, frozenset[Key]] = _NOTHING
    phones: frozenset[Key] = frozenset()
    names: frozenset[str] = frozenset()

    @property
    def keys(self) -> set[Key]:
        """The entries with all other identifiers."""
        return {*self.more, *(key for keys in self.more.values() for key in keys)}


def join_known(known: Iterable[Known], is_shared: Callable[[Key], bool] = lambda _: False) -> Known:
    """Combine the facts of several accounts, without identifiers that others are known to share."""
    every = list(known)
    more: dict[Key, frozenset[Key]] = {}
    for one in every:
        for entry, keys in one.more.items():
            more[entry] = more.get(entry, frozenset()).union(filterfalse(is_shared, keys))
    return Known(
        tuple({(one.kind, one.value): one for each in every for one in each.listed}.values()),
        more,
        frozenset(filterfalse(is_shared, chain.from_iterable(one.phones for one in every))),
        frozenset(chain.from_iterable(one.names for one in every)),
    )
