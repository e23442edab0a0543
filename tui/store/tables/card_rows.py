"""The narrow rows of cards: what a list shows, stored beside the whole card in ``docs``."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from tui.model.card import Card
from tui.model.search import fold_text
from tui.model.values.scalars import format_instant
from tui.store.tables import rows
from tui.store.tables.rows import Table, insert_rows

if TYPE_CHECKING:
    from tui.store.db import Transaction


class Tallies(NamedTuple):
    """The counts of a card's checklists.

    Attributes:
        done: Number of ticked ones.
        dues: The due dates of the others, earliest first.
    """

    items: int
    done: int
    dues: tuple[str, ...] = ()


def tallies(tx: Transaction, card: Card) -> Tallies:
    """Count the items of a card, from its checklists if stored, else from its badges."""
    known = tx.one("SELECT 1 FROM docs WHERE noun = 'checklists' AND parent_id = ? LIMIT 1", card.id)
    if known is None:
        return tallies_of_badges(card)
    found = tx.rows("SELECT items, items_done, to_do FROM checklists WHERE card_id = ?", card.id)
    dues = [due for *_, to_do in found if to_do for _, _, due, _ in json.loads(to_do) if due]
    return Tallies(sum(row[0] for row in found), sum(row[1] for row in found), tuple(sorted(dues)))


def tallies_of_badges(card: Card) -> Tallies:
    """Return a card's number of items as the service reports it, without due dates, which it does not report."""
    return Tallies(card.badges.check_items, card.badges.check_items_checked)


def rightly_counted(tx: Transaction, card_ids: Collection[str]) -> set[str]:
    """Return those of the cards whose rows have the counts of their checklists; none with open items that are due or assigned."""
    found = tx.rows(
        "SELECT c.id FROM cards AS c JOIN (SELECT card_id, sum(items) AS items, sum(items_done) AS items_done,"
        " count(to_do) AS to_do FROM checklists WHERE card_id IN (SELECT value FROM json_each(?)) GROUP BY card_id)"
        " AS k ON k.card_id = c.id"
        " WHERE c.items = k.items AND c.items_done = k.items_done AND k.to_do = 0 AND c.item_dues = ''",
        json.dumps(list(card_ids)),
    )
    return {ident for (ident,) in found}


SEPARATOR = "\t"
SEARCHED = 2000
"""Characters of a card's text that the local search covers; the service searches all of it."""


def _narrow(tx: Transaction, card: Card) -> tuple[Any, ...]:
    counted = tallies(tx, card)
    pending, refused = tx.one(
        "SELECT count(CASE WHEN state != 'refused' THEN 1 END), max(state = 'refused') FROM outbox"
        f" WHERE entity = ? AND {rows.IS_UNSETTLED}",
        card.id,
    )
    text_sum = _text_sum(card)
    old = tx.one("SELECT subject FROM cards WHERE id = ? AND text_sum = ?", card.id, text_sum)
    if old is None:
        tx.run(_ADD_TEXT, *_text(card))
    subject = None if old is None else old[0]
    return _columns(card, _Counted(tx.draw_version(), text_sum, counted, pending, refused or 0, subject))


_ADD_TEXT = "INSERT OR REPLACE INTO card_texts (id, folded) VALUES (?, ?)"


def _text(card: Card) -> tuple[str, str]:
    return card.id, fold_text(f"{card.name}\n{card.desc[:SEARCHED]}")


def _text_sum(card: Card) -> int:
    return crc32(f"{card.name}\0{card.desc}".encode("utf-8", "replace"))


class _Counted(NamedTuple):
    """The values in the narrow row of a card that are not in the card itself."""

    version: int
    text_sum: int
    items: Tallies
    pending: int = 0  # writes that wait to be sent
    refused: int = 0
    subject: int | None = None  # whether it names somebody; None until it was searched


def _columns(card: Card, counted: _Counted) -> tuple[Any, ...]:
    return (
        card.id,
        card.id_board,
        card.id_list,
        card.name,
        card.pos,
        card.closed,
        # What is copied from a template is due some time; the template itself is not.
        None if card.due is None or card.is_template else format_instant(card.due),
        card.due_complete,
        bool(card.desc) or card.badges.description,
        counted.items.items,
        counted.items.done,
        card.badges.comments,
        max(card.badges.attachments, len(card.attachments)),
        SEPARATOR.join(card.id_labels),
        SEPARATOR.join(card.id_members),
        counted.pending,
        counted.refused,
        counted.version,
        counted.text_sum,
        counted.subject,
        card.is_template,
        "" if card.is_template else SEPARATOR.join(counted.items.dues),
    )


CARDS: Table[Card] = Table(
    "cards",
    Card,
    (
        "id",
        "board_id",
        "list_id",
        "name",
        "pos",
        "closed",
        "due",
        "due_complete",
        "has_desc",
        "items",
        "items_done",
        "comments",
        "attachments",
        "label_ids",
        "member_ids",
        "pending",
        "refused",
        "version",
        "text_sum",
        "subject",
        "template",
        "item_dues",
    ),
    _narrow,
    lambda row: (row.id_board, row.id_list),
)


def unknown(tx: Transaction, cards: Iterable[Card]) -> dict[str, Card]:
    """Return the cards, by id, of which nothing is stored: no state, no checklist, and no write of them."""
    found = {card.id: card for card in cards}
    known = tx.rows(
        "SELECT id FROM docs WHERE noun = 'cards' AND id IN (SELECT value FROM json_each(?))"
        " UNION SELECT parent_id FROM docs"
        " WHERE noun = 'checklists' AND parent_id IN (SELECT value FROM json_each(?))"
        " UNION SELECT entity FROM outbox WHERE entity IN (SELECT value FROM json_each(?))",
        *[json.dumps(list(found))] * 3,
    )
    for (ident,) in known:
        del found[ident]
    return found


def add_unknown(tx: Transaction, cards: Collection[Card], *, ours: bool = False) -> None:
    """Store ``unknown`` cards together, which is three times as fast as one by one.

    They are the service's, or ``ours``, if a waiting write creates each of them.

    Raises:
        StoreError: A card contains something that no file can hold.
    """
    version = tx.draw_version()
    states = [
        rows.shown_row(CARDS, card.id, card) if ours else rows.base_row(CARDS, card.id, card, version)
        for card in cards
    ]
    insert_rows(tx.conn, rows.SET_SHOWN if ours else rows.SET_BASE, states)
    insert_rows(tx.conn, _ADD_TEXT, [_text(card) for card in cards])
    counts = (_Counted(version, _text_sum(card), tallies_of_badges(card), int(ours)) for card in cards)
    insert_rows(tx.conn, CARDS.upsert, list(map(_columns, cards, counts)))
    for card in cards:
        tx.changed("cards", board_id=card.id_board, card_id=card.id)


def note_subjects(tx: Transaction, found: Mapping[str, bool]) -> None:
    """Record on which cards the recogniser found subjects."""
    for ident, value in found.items():
        row = tx.one("SELECT board_id FROM cards WHERE id = ? AND subject IS NOT ?", ident, value)
        if row is not None:
            tx.run("UPDATE cards SET subject = ?, version = ? WHERE id = ?", value, tx.draw_version(), ident)
            tx.changed("cards", board_id=row[0], card_id=ident)
