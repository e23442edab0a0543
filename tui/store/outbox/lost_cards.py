"""Cards and texts that the service has lost, as when it was put back to an older state: kept among the conflicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.model.action import Comment
from tui.model.card import Card
from tui.model.checklist import Checklist
from tui.model.writes.cards import CreateCard, UpdateCard
from tui.store.outbox.arrivals import Arrival, Arrived, take_in
from tui.store.outbox.contested_fields import ContestedField, record_conflict
from tui.store.tables import rows

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from tui.store.db import Transaction


def take_in_keeping_lost(tx: Transaction, arrived: Arrived) -> Arrival:
    """Merge arrived data into the store; each card that the service has lost becomes a conflict, with all its text.

    Of a card that it has in an older state, each text that is replaced by that becomes one.
    """
    known = [
        rows.read(Card, base)
        for ident in sorted(arrived.lost)
        if (base := _base(tx, "cards", ident)) is not None
    ]
    lost = [(card, _creation(tx, card)) for card in known]
    arrival = take_in(tx, arrived)
    for was, write in lost:
        if (base := _base(tx, "cards", was.id)) is None:
            record_conflict(tx, "lost", write, ContestedField("desc", "", ""))
            tx.run("UPDATE conflicts SET thing = ? WHERE id = last_insert_rowid()", write.name)
        else:
            _keep_texts(tx, was, rows.read(Card, base), arrived.explained)
    return arrival


def _keep_texts(tx: Transaction, was: Card, now: Card, explained: Collection[tuple[str, str]]) -> None:
    for field in ("name", "desc"):
        text, older = getattr(was, field), getattr(now, field)
        if text.strip() and text != older and (was.id, text) not in explained:
            change = UpdateCard(board_id=now.id_board, card_id=now.id, **{field: text})
            record_conflict(tx, "older", change, ContestedField(field, older, older))


def _base(tx: Transaction, noun: str, ident: str) -> str | None:
    return tx.text("SELECT base FROM docs WHERE noun = ? AND id = ?", noun, ident)


def _creation(tx: Transaction, card: Card) -> CreateCard:
    """Return the write that makes a card again, with its checklists and comments in its description."""
    return CreateCard(
        board_id=card.id_board,
        card_id=card.id,
        list_id=card.id_list,
        name=card.name,
        pos=card.pos,
        desc="\n\n".join(filter(None, (card.desc, *_checklists(tx, card.id), *_comments(tx, card.id)))),
        due=card.due,
        start=card.start,
        due_complete=card.due_complete,
        label_ids=card.id_labels,
        member_ids=card.id_members,
    )


def _parts(tx: Transaction, noun: str, card_id: str) -> Iterator[str]:
    found = tx.rows(
        "SELECT base FROM docs WHERE noun = ? AND parent_id = ? AND base IS NOT NULL ORDER BY id",
        noun,
        card_id,
    )
    return (text for (text,) in found)


def _checklists(tx: Transaction, card_id: str) -> Iterator[str]:
    for text in _parts(tx, "checklists", card_id):
        checklist = rows.read(Checklist, text)
        items = (
            f"- [{'x' if item.state == 'complete' else ' '}] {item.name}" for item in checklist.check_items
        )
        yield "\n".join((f"**{checklist.name}**", "", *items))


def _comments(tx: Transaction, card_id: str) -> Iterator[str]:
    for text in _parts(tx, "comments", card_id):
        comment = rows.read(Comment, text)
        # What a service told of somebody is not kept here: where it stays is searched when they opt out.
        if not (own := comment.below_note):
            continue
        said = "\n".join(f"> {line}" for line in own.split("\n"))
        yield f"{comment.author}, {comment.date:%Y-%m-%d}:\n{said}"
