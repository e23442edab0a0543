"""The cards, as shown: their faces for drawing columns, and whole cards."""

import json
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from tui.model.card import Card, CardFace, PlacedCard
from tui.model.filter.finished import is_finished_list
from tui.model.values.scalars import format_instant
from tui.store.db import Database, storable
from tui.store.tables import rows
from tui.store.tables.card_rows import SEPARATOR

_FACE = (
    "id, list_id, name, pos, version, label_ids, member_ids, due, due_complete, has_desc, items, items_done,"
    " comments, attachments, pending, refused, closed, subject, template, item_dues"
)
_PLACED_FACE = ", ".join(f"c.{name.strip()}" for name in _FACE.split(",")).replace("c.item_dues", "''")
PLACED = f"SELECT {_PLACED_FACE}, b.id, b.name, l.name"
"""Beginning of a query for ``placed``: a card with its place; the dates of its items are in other rows."""

_WHOLE = (
    "SELECT coalesce(d.shown, d.base), v.items, v.items_done FROM cards AS v"
    " JOIN docs AS d ON d.noun = 'cards' AND d.id = v.id"
)
"""Beginning of a query for whole cards, with the tallies of their checklists."""

ON_OPEN_BOARDS = " JOIN boards AS b ON b.id = c.board_id AND b.closed = 0 JOIN lists AS l ON l.id = c.list_id AND l.closed = 0"
"""The rest of its FROM; cards on closed boards or lists are left out."""

_IS_DUE = "c.closed = 0 AND c.due IS NOT NULL"


@lru_cache(maxsize=4096)
def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split(SEPARATOR)) if text else ()


def _outline(card: Card) -> list[Any]:
    """Return what ``outdated`` compares, as the file has it."""
    moment = card.date_last_activity
    return [card.id_list, card.pos, None if moment is None else format_instant(moment)]


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
    """Return the card of a row selected by ``PLACED``."""
    return PlacedCard(_face(row), *row[-3:])


def finished_lists(db: Database) -> str:
    """Return the ids of the lists of finished cards, as a JSON list."""
    names = db.query("SELECT id, name FROM lists WHERE closed = 0")
    return json.dumps([ident for ident, name in names if is_finished_list(name)])


class Cards:
    """Read access to cards, as shown."""

    def __init__(self, db: Database) -> None:
        self._db = db

    @rows.one_query
    def faces(self, list_id: str, offset: int = 0, limit: int | None = None) -> list[CardFace]:
        """Return open cards of a list in order (position, then id), ``limit`` of them from ``offset`` on."""
        return self._faces(
            "list_id = ? AND closed = 0 ORDER BY pos, id LIMIT ? OFFSET ?",
            rows.resolve(self._db, list_id),
            -1 if limit is None else limit,
            offset,
        )

    def _faces(self, where: str, *values: Any) -> list[CardFace]:
        return [_face(row) for row in self._db.query(f"SELECT {_FACE} FROM cards WHERE {where}", *values)]

    @rows.one_query
    def next_faces(self, list_id: str, after: CardFace | None, limit: int) -> list[CardFace]:
        """Return the next ``limit`` open cards of a list in order: those after a card, which may be gone, or the first."""
        place = () if after is None else (after.pos, after.id)
        return self._faces(
            f"list_id = ? AND closed = 0{' AND (pos, id) > (?, ?)' if place else ''} ORDER BY pos, id LIMIT ?",
            rows.resolve(self._db, list_id),
            *place,
            limit,
        )

    @rows.one_query
    def next_pos(self, list_id: str, pos: float) -> float | None:
        """Return the position of the first open card of a list after ``pos``; None if there is none."""
        query = "SELECT min(pos) FROM cards WHERE list_id = ? AND closed = 0 AND pos > ?"
        found: float | None = self._db.first(query, rows.resolve(self._db, list_id), pos)[0]
        return found

    @rows.one_snapshot
    def ends(self, list_id: str) -> list[CardFace]:
        """Return the first and the last open card of a list, which may be the same one; none of an empty list."""
        ident = rows.resolve(self._db, list_id)
        ways = ("ORDER BY pos, id", "ORDER BY pos DESC, id DESC")
        found = [
            self._db.first(f"SELECT {_FACE} FROM cards WHERE list_id = ? AND closed = 0 {way} LIMIT 1", ident)
            for way in ways
        ]
        return [_face(row) for row in found if row is not None]

    @rows.one_query
    def archived(self, board_id: str, offset: int = 0, limit: int | None = None) -> list[CardFace]:
        """Return archived cards of a board by name."""
        return self._faces(
            "board_id = ? AND closed = 1 ORDER BY name COLLATE NOCASE, id LIMIT ? OFFSET ?",
            rows.resolve(self._db, board_id),
            -1 if limit is None else limit,
            offset,
        )

    @rows.one_query
    def archived_lately(self, board_id: str, limit: int) -> list[CardFace]:
        """Return archived cards of a board, the last touched first, and before them those not sent yet."""
        face = ", ".join(f"c.{name.strip()}" for name in _FACE.split(","))
        found = self._db.query(
            f"SELECT {face} FROM cards AS c JOIN docs AS d ON d.noun = 'cards' AND d.id = c.id"
            " WHERE c.board_id = ? AND c.closed = 1 ORDER BY c.pending > 0 DESC,"
            " json_extract(coalesce(d.shown, d.base), '$.dateLastActivity') DESC, c.name COLLATE NOCASE, c.id LIMIT ?",
            rows.resolve(self._db, board_id),
            limit,
        )
        return [_face(row) for row in found]

    @rows.one_query
    def archived_count(self, board_id: str) -> int:
        """Return how many archived cards of a board are in the store."""
        return int(
            self._db.first(
                "SELECT count(*) FROM cards WHERE board_id = ? AND closed = 1",
                rows.resolve(self._db, board_id),
            )[0]
        )

    @rows.one_query
    def face(self, card_id: str) -> CardFace | None:
        """Return the face of one card, archived or not, or None."""
        ident = rows.resolve(self._db, card_id)
        row = self._db.first(f"SELECT {_FACE} FROM cards WHERE id = ?", ident)
        return None if row is None else _face(row)

    @rows.one_query
    def get(self, card_id: str) -> Card | None:
        """Return one whole card, with its badges counted from its checklists; or None."""
        row = self._db.first(f"{_WHOLE} WHERE v.id = ?", rows.resolve(self._db, card_id))
        return None if row is None else self._whole(row)

    @rows.one_query
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

    def outdated(self, outline: Iterable[Card]) -> list[str]:
        """Return the ids of cards whose place or last activity is not what the service last reported here.

        Args:
            outline: Cards with their places and last activities, as the service has them now.
        """
        there = {card.id: _outline(card) for card in outline}
        here = self._db.query(
            "SELECT d.id, json_extract(d.base, '$.idList'), json_extract(d.base, '$.pos'),"
            " json_extract(d.base, '$.dateLastActivity')"
            " FROM docs AS d WHERE d.noun = 'cards' AND d.base IS NOT NULL AND d.id IN (SELECT value FROM json_each(?))",
            storable(json.dumps(list(there))),
        )
        known = {ident: held for ident, *held in here}
        return [ident for ident, now in there.items() if known.get(ident) != now]

    def list_at_service(self, card_id: str) -> str | None:
        """Return the id of the list that the service last reported for a card, or None."""
        sql = "SELECT json_extract(base, '$.idList') FROM docs WHERE noun = 'cards' AND id = ?"
        return self._db.text(sql, card_id)

    def of_member(self, member_id: str, limit: int) -> list[PlacedCard]:
        """Return open cards that a member is on, board by board, in the order of the boards and their lists."""
        found = self._db.query(
            f"{PLACED} FROM cards AS c INDEXED BY cards_with_members {ON_OPEN_BOARDS}"
            " WHERE c.closed = 0 AND c.member_ids != '' AND instr(? || c.member_ids || ?, ?) > 0"
            " ORDER BY b.starred DESC, b.opened DESC, b.name, b.id, l.pos, c.pos, c.id LIMIT ?",
            SEPARATOR,
            SEPARATOR,
            f"{SEPARATOR}{member_id}{SEPARATOR}",
            limit,
        )
        return [placed(row) for row in found]

    def due(self, limit: int, *, done: bool) -> list[PlacedCard]:
        """Return open cards with a due date: earliest first, or with ``done`` the finished ones, latest first."""
        which = "(c.due_complete = 1 OR l.id IN {})" if done else "c.due_complete = 0 AND l.id NOT IN {}"
        found = self._db.query(
            f"{PLACED} FROM cards AS c INDEXED BY cards_by_due {ON_OPEN_BOARDS}"
            f" WHERE {_IS_DUE} AND {which.format('(SELECT value FROM json_each(?))')}"
            f" ORDER BY c.due {'DESC' if done else ''}, c.id LIMIT ?",
            finished_lists(self._db),
            limit,
        )
        return [placed(row) for row in found]

    @rows.one_query
    def due_on(self, board_id: str) -> list[PlacedCard]:
        """Return a board's open cards with a due date, the earliest first."""
        found = self._db.query(
            f"{PLACED} FROM cards AS c {ON_OPEN_BOARDS} WHERE c.board_id = ? AND {_IS_DUE} ORDER BY c.due, c.id",
            rows.resolve(self._db, board_id),
        )
        return [placed(row) for row in found]

    def due_counts(self, ends: Sequence[str]) -> tuple[list[int], int]:
        """Count the unfinished open cards by due date, before each of ``ends`` and in total, and the finished ones.

        Returns:
            The numbers of cards due before each end, then of all; and the number of finished ones.
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

    @rows.one_query
    def index_in_list(self, list_id: str, card_id: str) -> int | None:
        """Return the index of an open card in its list, 0 for the first; None if it is not an open card of the list."""
        row = self._db.first(
            "SELECT (SELECT count(*) FROM cards WHERE list_id = c.list_id AND closed = 0 AND (pos, id) < (c.pos, c.id))"
            " FROM cards AS c WHERE c.id = ? AND c.list_id = ? AND c.closed = 0",
            rows.resolve(self._db, card_id),
            rows.resolve(self._db, list_id),
        )
        return None if row is None else int(row[0])

    @rows.one_query
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
        """Return those of the cards that were not searched for people and companies yet."""
        found = self._db.query(
            "SELECT id FROM cards WHERE id IN (SELECT value FROM json_each(?)) AND subject IS NULL",
            json.dumps([rows.resolve(self._db, ident) for ident in card_ids]),
        )
        return [ident for (ident,) in found]

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
