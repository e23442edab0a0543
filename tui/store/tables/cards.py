"""The cards: narrow rows for drawing columns, and whole cards."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple
from zlib import crc32

from tui.model.base import format_instant
from tui.model.card import Card, CardFace, PlacedCard
from tui.model.filter.finished import is_finished_list
from tui.model.search import fold_text
from tui.store.db import Database, Transaction, storable
from tui.store.tables import rows
from tui.store.tables.rows import Table
from tui.store.tables.tallies import Tallies, tallies, tallies_of_badges

_FACE = (
    "id, list_id, name, pos, version, label_ids, member_ids, due, due_complete, has_desc, items, items_done,"
    " comments, attachments, pending, refused, closed, subject, template, item_dues"
)
_SEPARATOR = "\t"
_PLACED_FACE = ", ".join(f"c.{name.strip()}" for name in _FACE.split(",")).replace("c.item_dues", "''")
PLACED = f"SELECT {_PLACED_FACE}, b.id, b.name, l.name"
"""Beginning of a query for ``placed``: a card, and where it is; the dates of its items are those of other rows."""

_WHOLE = (
    "SELECT coalesce(d.shown, d.base), v.items, v.items_done FROM cards AS v"
    " JOIN docs AS d ON d.noun = 'cards' AND d.id = v.id"
)
"""Beginning of a query for whole cards, with the tallies of their checklists."""

ON_OPEN_BOARDS = " JOIN boards AS b ON b.id = c.board_id AND b.closed = 0 JOIN lists AS l ON l.id = c.list_id AND l.closed = 0"
"""The rest of its FROM: cards of what is closed are left out."""

_IS_DUE = "c.closed = 0 AND c.due IS NOT NULL"

SEARCHED = 2000
"""Characters of a card's text that the local search covers; the service searches all of it."""


@lru_cache(maxsize=4096)
def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split(_SEPARATOR)) if text else ()


def _face(row: Any) -> CardFace:
    return CardFace(
        row[0],
        row[1],
        row[2],
        row[3],
        row[4],
        _split(row[5]),
        _split(row[6]),
        row[7],
        row[8] == 1,
        row[9] == 1,
        row[10],
        row[11],
        row[12],
        row[13],
        row[14],
        row[15] == 1,
        row[16] == 1,
        None if row[17] is None else row[17] == 1,
        row[18] == 1,
        _split(row[19]),
    )


def placed(row: Any) -> PlacedCard:
    """Return the card of a row of what ``PLACED`` selects."""
    return PlacedCard(_face(row), *row[-3:])


def finished_lists(db: Database) -> str:
    """Return the ids of the lists of finished cards, as a JSON list."""
    names = db.query("SELECT id, name FROM lists WHERE closed = 0")
    return json.dumps([ident for ident, name in names if is_finished_list(name)])


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
    """What the narrow row of a card has beside what the card says."""

    version: int
    text_sum: int
    items: Tallies
    pending: int = 0  # writes that wait to be sent
    refused: int = 0
    subject: int | None = None  # whether it names somebody, once it was searched


def _columns(card: Card, counted: _Counted) -> tuple[Any, ...]:
    return (
        card.id,
        card.id_board,
        card.id_list,
        card.name,
        card.pos,
        card.closed,
        None if card.due is None else format_instant(card.due),
        card.due_complete,
        bool(card.desc) or card.badges.description,
        counted.items.items,
        counted.items.done,
        card.badges.comments,
        max(card.badges.attachments, len(card.attachments)),
        _SEPARATOR.join(card.id_labels),
        _SEPARATOR.join(card.id_members),
        counted.pending,
        counted.refused,
        counted.version,
        counted.text_sum,
        counted.subject,
        card.is_template,
        _SEPARATOR.join(counted.items.dues),
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
    """Store ``unknown`` cards, all in three statements: one by one it takes three times as long.

    They are the service's, or ``ours``: a write of each waits that makes it there.

    Raises:
        StoreError: A card contains what no file can hold.
    """
    version = tx.draw_version()
    states = [
        rows.shown_row(CARDS, card.id, card) if ours else rows.base_row(CARDS, card.id, card, version)
        for card in cards
    ]
    tx.conn.executemany(rows.SET_SHOWN if ours else rows.SET_BASE, states)
    tx.conn.executemany(_ADD_TEXT, [_text(card) for card in cards])
    counts = (_Counted(version, _text_sum(card), tallies_of_badges(card), int(ours)) for card in cards)
    tx.conn.executemany(CARDS.upsert, list(map(_columns, cards, counts)))
    for card in cards:
        tx.changed("cards", board_id=card.id_board, card_id=card.id)


class Cards:
    """Read access to cards, as shown."""

    def __init__(self, db: Database) -> None:
        self._db = db

    @rows.one_snapshot
    def faces(self, list_id: str, offset: int = 0, limit: int | None = None) -> list[CardFace]:
        """Return open cards of a list in order (position, then id), ``limit`` of them from ``offset`` on."""
        found = self._db.query(
            f"SELECT {_FACE} FROM cards WHERE list_id = ? AND closed = 0 ORDER BY pos, id LIMIT ? OFFSET ?",
            rows.resolve(self._db, list_id),
            -1 if limit is None else limit,
            offset,
        )
        return [_face(row) for row in found]

    @rows.one_snapshot
    def archived(self, board_id: str, offset: int = 0, limit: int | None = None) -> list[CardFace]:
        """Return archived cards of a board by name."""
        found = self._db.query(
            f"SELECT {_FACE} FROM cards WHERE board_id = ? AND closed = 1"
            " ORDER BY name COLLATE NOCASE, id LIMIT ? OFFSET ?",
            rows.resolve(self._db, board_id),
            -1 if limit is None else limit,
            offset,
        )
        return [_face(row) for row in found]

    @rows.one_snapshot
    def archived_count(self, board_id: str) -> int:
        """Return how many archived cards of a board are in the store."""
        return int(
            self._db.first(
                "SELECT count(*) FROM cards WHERE board_id = ? AND closed = 1",
                rows.resolve(self._db, board_id),
            )[0]
        )

    @rows.one_snapshot
    def face(self, card_id: str) -> CardFace | None:
        """Return the face of one card, archived or not, or None."""
        ident = rows.resolve(self._db, card_id)
        row = self._db.first(f"SELECT {_FACE} FROM cards WHERE id = ?", ident)
        return None if row is None else _face(row)

    @rows.one_snapshot
    def get(self, card_id: str) -> Card | None:
        """Return one whole card, with its badges counted from its checklists; or None."""
        row = self._db.first(f"{_WHOLE} WHERE v.id = ?", rows.resolve(self._db, card_id))
        return None if row is None else self._whole(row)

    @rows.one_snapshot
    def of_list(self, list_id: str) -> list[Card]:
        """Return the open cards of a list in order, whole."""
        ident = rows.resolve(self._db, list_id)
        found = self._db.query(f"{_WHOLE} WHERE v.list_id = ? AND v.closed = 0 ORDER BY v.pos, v.id", ident)
        return [self._whole(row) for row in found]

    def _whole(self, row: Any) -> Card:
        card = rows.read(Card, row[0], self._db)
        return card.replace(badges=card.badges.replace(check_items=row[1], check_items_checked=row[2]))

    @rows.one_snapshot
    def templates(self) -> list[Card]:
        """Return the open cards that are templates, by name; scans every card."""
        found = self._db.query(
            "SELECT id FROM cards WHERE template = 1 AND closed = 0 ORDER BY name COLLATE NOCASE, id"
        )
        return [card for (ident,) in found if (card := self.get(ident)) is not None]

    def by_short_link(self, link: str) -> Card | None:
        """Return the card with this short link, or None; scans every card."""
        row = self._db.first(
            "SELECT id FROM docs WHERE noun = 'cards' AND json_extract(base, '$.shortLink') = ?", link
        )
        return None if row is None else self.get(row[0])

    def heard_list(self, card_id: str) -> str | None:
        """Return the id of the list that the service last reported for a card, or None."""
        row = self._db.first(
            "SELECT json_extract(base, '$.idList') FROM docs WHERE noun = 'cards' AND id = ?", card_id
        )
        return None if row is None else row[0]

    def of_member(self, member_id: str, limit: int) -> list[PlacedCard]:
        """Return open cards that a member is on, board by board, in the order of the boards and their lists."""
        found = self._db.query(
            f"{PLACED} FROM cards AS c INDEXED BY cards_with_members {ON_OPEN_BOARDS}"
            " WHERE c.closed = 0 AND c.member_ids != '' AND instr(? || c.member_ids || ?, ?) > 0"
            " ORDER BY b.starred DESC, b.opened DESC, b.name, b.id, l.pos, c.pos, c.id LIMIT ?",
            _SEPARATOR,
            _SEPARATOR,
            f"{_SEPARATOR}{member_id}{_SEPARATOR}",
            limit,
        )
        return [placed(row) for row in found]

    def due(self, limit: int, *, done: bool) -> list[PlacedCard]:
        """Return open cards with a due date: the next ones, or of those that are finished the last ones, first."""
        which = "(c.due_complete = 1 OR l.id IN {})" if done else "c.due_complete = 0 AND l.id NOT IN {}"
        found = self._db.query(
            f"{PLACED} FROM cards AS c INDEXED BY cards_by_due {ON_OPEN_BOARDS}"
            f" WHERE {_IS_DUE} AND {which.format('(SELECT value FROM json_each(?))')}"
            f" ORDER BY c.due {'DESC' if done else ''}, c.id LIMIT ?",
            finished_lists(self._db),
            limit,
        )
        return [placed(row) for row in found]

    @rows.one_snapshot
    def due_on(self, board_id: str) -> list[PlacedCard]:
        """Return a board's open cards with a due date, the earliest first."""
        found = self._db.query(
            f"{PLACED} FROM cards AS c {ON_OPEN_BOARDS} WHERE c.board_id = ? AND {_IS_DUE} ORDER BY c.due, c.id",
            rows.resolve(self._db, board_id),
        )
        return [placed(row) for row in found]

    def due_counts(self, ends: Sequence[str]) -> tuple[list[int], int]:
        """Count the open cards with a due date that are not finished: before each of ``ends``, and in all; and the others.

        Returns:
            The numbers of cards due before each end, then of all; and the number of those that are finished.
        """
        before = ", ".join("sum(NOT done AND due < ?)" for _ in ends)
        row = self._db.first(
            f"SELECT {before}, sum(NOT done), sum(done) FROM (SELECT c.due AS due,"
            " c.due_complete = 1 OR l.id IN (SELECT value FROM json_each(?)) AS done"
            f" FROM cards AS c INDEXED BY cards_by_due {ON_OPEN_BOARDS} WHERE {_IS_DUE})",
            *ends,
            finished_lists(self._db),
        )
        counts = [count or 0 for count in row]
        return counts[:-1], counts[-1]

    @rows.one_snapshot
    def place(self, list_id: str, card_id: str) -> int | None:
        """Count the open cards of a list before one of them, in order; None if it is not an open card of the list."""
        row = self._db.first(
            "SELECT (SELECT count(*) FROM cards WHERE list_id = c.list_id AND closed = 0 AND (pos, id) < (c.pos, c.id))"
            " FROM cards AS c WHERE c.id = ? AND c.list_id = ? AND c.closed = 0",
            rows.resolve(self._db, card_id),
            rows.resolve(self._db, list_id),
        )
        return None if row is None else int(row[0])

    @rows.one_snapshot
    def counts(self, board_id: str, list_ids: Collection[str] | None = None) -> dict[str, int]:
        """Count the open cards in each list of a board, or in these lists; empty ones are left out."""
        some = "" if list_ids is None else " AND list_id IN (SELECT value FROM json_each(?))"
        return dict(
            self._db.query(
                f"SELECT list_id, count(*) FROM cards WHERE board_id = ? AND closed = 0{some} GROUP BY list_id",
                rows.resolve(self._db, board_id),
                *(() if list_ids is None else (json.dumps([*list_ids]),)),
            )
        )

    @rows.one_snapshot
    def unread(self, card_ids: Iterable[str]) -> list[str]:
        """Return those of the cards that have not been searched for people and companies yet."""
        found = self._db.query(
            "SELECT id FROM cards WHERE id IN (SELECT value FROM json_each(?)) AND subject IS NULL",
            json.dumps([rows.resolve(self._db, ident) for ident in card_ids]),
        )
        return [ident for (ident,) in found]

    @rows.one_snapshot
    def find(self, board_id: str, text: str, limit: int = 50) -> list[CardFace]:
        """Return open cards of a board with ``text`` in their name, ignoring (ASCII) case."""
        found = self._db.query(
            f"SELECT {_FACE} FROM cards WHERE board_id = ? AND closed = 0"
            " AND instr(lower(name), lower(?)) > 0 ORDER BY list_id, pos, id LIMIT ?",
            rows.resolve(self._db, board_id),
            storable(text),
            limit,
        )
        return [_face(row) for row in found]

    @rows.one_snapshot
    def due_between(self, after: datetime, until: datetime) -> list[CardFace]:
        """Return the open cards that became due after a moment, until another, and are not marked done."""
        found = self._db.query(
            f"SELECT {_FACE} FROM cards WHERE due > ? AND due <= ? AND closed = 0 AND due_complete = 0"
            " ORDER BY due, id",
            format_instant(after),
            format_instant(until),
        )
        return [_face(row) for row in found]

    def name(self, card_id: str) -> str:
        """Return the card's name, or ""."""
        return rows.name(self._db, "cards", card_id)


def note_subjects(tx: Transaction, found: Mapping[str, bool]) -> None:
    """Record on which cards the recogniser found subjects."""
    for ident, value in found.items():
        row = tx.one("SELECT board_id FROM cards WHERE id = ? AND subject IS NOT ?", ident, value)
        if row is not None:
            tx.run("UPDATE cards SET subject = ?, version = ? WHERE id = ?", value, tx.draw_version(), ident)
            tx.changed("cards", board_id=row[0], card_id=ident)
