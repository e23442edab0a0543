"""Beside: what somebody else did to a card that a write of ours went through to all the same, and who that was."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from tui.api.board.client import BoardClient
from tui.errors import RemoteError
from tui.model.action import Action
from tui.model.writes.cards import MoveCard
from tui.store.db import Transaction
from tui.store.outbox.contest import note_archived, note_moves
from tui.store.outbox.row import QueuedWrite
from tui.store.store import Store
from tui.sync.sending.base import SendResult

_LAST = 50
"""Entries of a card's feed that are looked through: who did it did so since the write was made."""


@dataclass(frozen=True, slots=True)
class Beside:
    """One thing that somebody else did, of which the user is to be told.

    Attributes:
        did: Whether an entry of the card's feed tells of it.
        note: Writes it down, with the name of who did it.
    """

    did: Callable[[Action], bool]
    note: Callable[[str, Transaction], None]


def beside(row: QueuedWrite, answer: SendResult, store: Store) -> list[Beside]:
    """What was done to the card; to be asked before the answer to ``row`` is taken in."""
    found: list[Beside] = []
    card_id = getattr(row.write, "card_id", "")
    heard = store.cards.heard_list(card_id)
    if isinstance(row.write, MoveCard) and heard not in {
        None,
        row.write.list_id,
        (row.base or {}).get("list_id"),
    }:
        was = str(heard)
        found.append(
            Beside(lambda a: _at(a, "listAfter") == was, lambda who, tx: note_moves(tx, row, was, who))
        )
    shown = store.cards.get(card_id)
    if shown is not None and not shown.closed and any(one.closed for one in answer.arrived.cards):
        found.append(Beside(_archived, lambda who, tx: note_archived(tx, row, who)))
    return found


async def name_who(
    found: Iterable[Beside], row: QueuedWrite, client: BoardClient
) -> list[Callable[[Transaction], None]]:
    """What writes down what was done to the card of ``row``, and who did it."""
    card_id = str(getattr(row.write, "card_id", ""))
    return [partial(one.note, await _who(one, card_id, client)) for one in found]


async def _who(one: Beside, card_id: str, client: BoardClient) -> str:
    """The name of who did it, or "" where the service does not tell."""
    try:
        feed = await client.cards.actions(card_id, limit=_LAST, filter="updateCard")
    except RemoteError:
        # What was done is told without a name rather than not at all.
        return ""
    by = next((action.member_creator for action in feed if one.did(action)), None)
    return "" if by is None else by.full_name or by.username


def _at(action: Action, name: str) -> object:
    found = action.data.get(name)
    return found.get("id") if isinstance(found, dict) else None


def _archived(action: Action) -> bool:
    card = action.data.get("card")
    return isinstance(card, dict) and card.get("closed") is True
