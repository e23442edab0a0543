"""Search over every board in the store, in a few milliseconds and without the network."""

from collections.abc import Callable
from typing import Any

from tui.model.search import NUMBER_SIGNS, Hit, contains, is_unspaced, number_sought, query_words, title_rank
from tui.store.db import Database, storable
from tui.store.tables.rows import one_snapshot, resolve

_PLAIN = "t.folded"
for _sign in NUMBER_SIGNS:
    _PLAIN = f"replace({_PLAIN}, '{_sign}', '')"

_SOLID = "replace(t.folded, ' ', '')"
"""A text without its blanks, which do not count between some letters."""

_HAS_NUMBER = f"instr(t.folded, ?) > 0 AND instr({_PLAIN}, ?) > 0"
"""Whether a text has the last two figures, which is found out quickly, and all of them between signs or without."""

_ON_OPEN_BOARD = "c.board_id IN (SELECT id FROM boards WHERE closed = 0)"


class Search:
    """Search for boards and cards whose name or text contains all given words."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def everything(self, text: str, limit: int = 50, *, board_id: str | None = None) -> list[Hit]:
        """Find boards, then cards; hits in titles come first, and among them those of starred boards.

        Args:
            text: Words; all must be found, in any order, ignoring case and accents. A telephone number is also found in
                cards on which it is written otherwise.
            limit: Maximum number of cards, and of boards.
            board_id: The board to search for cards, leaving out boards; None for all boards.
        """
        words = [storable(word) for word in query_words(text)]
        if not words:
            return []
        boards = [] if board_id is not None else self._boards(words, limit)
        return boards + self._cards(words, limit, board_id, number_sought(text))

    @one_snapshot
    def cards_where(self, matches: Callable[[str], bool]) -> list[str]:
        """Return the ids of all cards, even archived or on closed boards, with stored data that ``matches`` accepts.

        Args:
            matches: Called with the JSON of each card, each checklist and each comment.
        """
        found = self._db.query(
            "SELECT v.id, coalesce(d.shown, d.base) FROM cards AS v JOIN docs AS d ON d.noun = 'cards' AND d.id = v.id"
            " UNION ALL SELECT v.card_id, coalesce(d.shown, d.base) FROM checklists AS v"
            " JOIN docs AS d ON d.noun = 'checklists' AND d.id = v.id"
            " UNION ALL SELECT v.card_id, coalesce(d.shown, d.base) FROM comments AS v"
            " JOIN docs AS d ON d.noun = 'comments' AND d.id = v.id"
        )
        return list(dict.fromkeys(ident for ident, stored in found if matches(stored)))

    def _boards(self, words: list[str], limit: int) -> list[Hit]:
        found = self._db.query(
            "SELECT id, name, starred, closed FROM boards ORDER BY closed, starred DESC, opened DESC, name"
        )
        hits = [
            Hit("board", ident, name, ident, name, starred=bool(starred), closed=bool(closed))
            for ident, name, starred, closed in found
            if _has(name, words)
        ]
        return hits[:limit]

    @one_snapshot
    def _cards(self, words: list[str], limit: int, board_id: str | None, number: str) -> list[Hit]:
        has = " AND ".join(f"instr({_SOLID if is_unspaced(word) else 't.folded'}, ?) > 0" for word in words)
        if number:
            has = f"({has} OR {_HAS_NUMBER})"
        begun = " AND ".join(
            ["instr(' ' || t.folded, ' ' || ?) BETWEEN 1 AND instr(t.folded, char(10))"] * len(words)
        )
        titled = " AND ".join(["instr(t.folded, ?) BETWEEN 1 AND instr(t.folded, char(10))"] * len(words))
        # On all boards the texts are read before the cards: SQLite would look up the text of every card.
        joined, only = ("CROSS", _ON_OPEN_BOARD) if board_id is None else ("", "c.board_id = ?")
        found = self._db.query(
            "SELECT c.id, c.name, c.board_id, b.name, coalesce(l.name, ''), b.starred, c.closed"
            f" FROM card_texts AS t {joined} JOIN cards AS c ON c.id = t.id JOIN boards AS b ON b.id = c.board_id"
            f" LEFT JOIN lists AS l ON l.id = c.list_id WHERE {has} AND {only}"
            f" ORDER BY ({titled}) DESC, ({begun}) DESC, b.starred DESC, c.closed, b.opened DESC, c.board_id, c.name, c.id LIMIT ?",
            *words,
            *([number[-2:], number] if number else []),
            *([] if board_id is None else [resolve(self._db, board_id)]),
            *words,
            *words,
            limit,
        )
        return sorted(map(_hit, found), key=lambda hit: title_rank(hit.name, " ".join(words)))


def _has(name: str, words: list[str]) -> bool:
    whole = " ".join(query_words(name))
    return all(contains(whole, word) for word in words)


def _hit(row: Any) -> Hit:
    ident, name, board_id, board, board_list, starred, closed = row
    return Hit("card", ident, name, board_id, board, board_list, starred=bool(starred), closed=bool(closed))
