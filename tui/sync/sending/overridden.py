"""Detection of others' changes to a card that one of our writes overrode, and of their authors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from tui.errors import RemoteError, StoreError
from tui.model.writes.cards import MoveCard
from tui.store.outbox.contested_fields import note_archived, note_moves

if TYPE_CHECKING:
    from tui.api.board.client import BoardClient
    from tui.model.action import Action
    from tui.store.db import Transaction
    from tui.store.outbox.row import QueuedWrite
    from tui.store.store import Store
    from tui.sync.sending.base import SendResult

_FEED_ENTRIES = 50
"""Number of entries of a card's feed to search; the change was made after our write was."""


@dataclass(frozen=True, slots=True)
class Overridden:
    """A change by somebody else that must be reported to the user.

    Attributes:
        did: Returns whether an entry of the card's feed is that change.
        note: Records it, with the name of its author.
    """

    did: Callable[[Action], bool]
    note: Callable[[str, Transaction], None]


def overridden(row: QueuedWrite, answer: SendResult, store: Store) -> list[Overridden]:
    """Find others' changes to the card; call it before the answer to ``row`` is stored."""
    found: list[Overridden] = []
    card_id = row.write.about_card
    known_list = store.cards.list_at_service(card_id)
    if isinstance(row.write, MoveCard) and known_list not in {
        None,
        row.write.list_id,
        (row.base or {}).get("list_id"),
    }:
        was = str(known_list)
        found.append(
            Overridden(lambda a: a.ident("listAfter") == was, lambda who, tx: note_moves(tx, row, was, who))
        )
    shown = store.cards.get(card_id)
    if shown is not None and not shown.closed and any(one.closed for one in answer.arrived.cards):
        found.append(Overridden(_archived, lambda who, tx: note_archived(tx, row, who)))
    return found


async def name_authors(
    found: Iterable[Overridden], row: QueuedWrite, client: BoardClient
) -> list[Callable[[Transaction], None]]:
    """Return functions that record the changes to the card of ``row`` with their authors."""
    return [partial(one.note, await _author(one, row.write.about_card, client)) for one in found]


async def _author(one: Overridden, card_id: str, client: BoardClient) -> str:
    """Return the author's name, or "" if the service does not tell."""
    try:
        feed = await client.cards.actions(card_id, limit=_FEED_ENTRIES, filter="updateCard")
    except (RemoteError, StoreError):
        # The change is reported without a name rather than not at all.
        return ""
    return next((action.author for action in feed if one.did(action)), "")


def _archived(action: Action) -> bool:
    return action.part("card").get("closed") is True
