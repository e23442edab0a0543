"""Detection of texts of others that a change of ours has overwritten, from a board's feed.

The service has no conditional update. A change of a text is sent after a look at its value, so that somebody else's
text stays; but two programs that look before either writes both find nothing, and the later text replaces the earlier
one. The feed tells what each change has replaced.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from tui.model.writes.contested import fields, values_equal
from tui.store.outbox.contested_fields import note_overwritten

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tui.model.action import Action
    from tui.store.db import Transaction
    from tui.store.outbox.row import QueuedWrite
    from tui.store.store import Store

_THINGS: Mapping[str, str] = MappingProxyType(
    {"updateCard": "card", "updateList": "list", "updateBoard": "board", "updateCheckItem": "checkItem"}
)
"""The part of an action's data with the new value, by the action's type."""


class _TextChange(NamedTuple):
    """A text that an action has changed."""

    ident: str
    field: str
    old: str
    new: str


def overwritten_texts(store: Store, actions: Sequence[Action]) -> list[partial[None]]:
    """Return functions that record the conflict for each text of somebody else that we have overwritten unseen.

    Args:
        store: The store, with the changes that were sent from here.
        actions: Newest first.
    """
    me = store.members.me()
    found: list[partial[None]] = []
    for at, action in enumerate(actions):
        if me is None or action.id_member_creator != me.id:
            continue
        for change in _text_changes(action):
            if (row := _sent_unseen(store, change)) is not None:
                who = _author(change, actions[at + 1 :], me.id)
                found.append(partial(_note, row=row, change=change, who=who))
    return found


def replaced_texts(actions: Iterable[Action]) -> Iterator[tuple[str, str]]:
    """Yield (id, text) of each text that an action has replaced."""
    return ((change.ident, change.old) for action in actions for change in _text_changes(action))


def _note(tx: Transaction, *, row: QueuedWrite, change: _TextChange, who: str) -> None:
    note_overwritten(tx, row, change.field, change.old, who)


def _text_changes(action: Action) -> Iterator[_TextChange]:
    thing, old = action.data.get(_THINGS.get(action.type, "")), action.data.get("old")
    if not isinstance(thing, dict) or not isinstance(old, dict):
        return
    for field, was in old.items():
        new, ident = thing.get(field), thing.get("id")
        if isinstance(was, str) and isinstance(new, str) and isinstance(ident, str):
            yield _TextChange(ident, field, was, new)


def _sent_unseen(store: Store, change: _TextChange) -> QueuedWrite | None:
    """Return our write that made ``change``, if it began from another text than it has replaced."""
    rows = [
        row
        for row in store.outbox.sent_to(change.ident)
        if change.field in (row.base or {})
        and values_equal(fields(row.write).get(change.field), change.new)
        and not values_equal(change.old, change.new)
    ]
    if any(values_equal((row.base or {})[change.field], change.old) for row in rows):
        return None
    return rows[-1] if rows else None


def _author(change: _TextChange, earlier: Sequence[Action], me: str) -> str:
    """Return the name of who wrote the text that was replaced; "" if the feed does not tell, or it was the user."""
    for action in earlier:
        who = action.member_creator
        if (
            who is not None
            and who.id != me
            and any(
                (one.ident, one.field, one.new) == (change.ident, change.field, change.old)
                for one in _text_changes(action)
            )
        ):
            return who.display_name
    return ""
