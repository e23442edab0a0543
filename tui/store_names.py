"""Names in a store file, read without opening the store: for the completion of command lines."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from tui.model.filter.saved import KEY, read_saved
from tui.model.values.fields import Frozen
from tui.snapshot import open_read_only

if TYPE_CHECKING:
    from collections.abc import Sequence

NamedNoun = Literal["boards", "lists", "labels", "members", "cards", "checklists", "items", "attachments"]
"""A kind of thing that a command line names."""

MOST = 500
"""Maximum names that are read of a kind."""


class StoredName(Frozen):
    """A thing that a command line may name.

    Attributes:
        name: Its name; for a member the username, for a label without a name the colour.
        more: Its other name: a board's short link, a member's full name, the colour of a label with a name.
        short: The initials of a member.
    """

    id: str
    name: str
    more: str = ""
    short: str = ""


def read_names(
    path: Path, noun: NamedNoun, of: str = "", *, typed: str = "", closed: bool = False
) -> list[StoredName]:
    """Return things of the store at ``path``, in the order they are shown; none if it cannot be read.

    Args:
        path: The store's file, which is only read.
        noun: The kind of thing.
        of: Names the board (or the card, for its parts) they belong to, as a user does; "" for all.
        typed: What cards must have in their name, or at the beginning of their id; other things are all returned.
        closed: Whether to return closed or archived things in place of open ones.
    """
    if not path.is_file():
        return []
    try:
        with closing(open_read_only(path)) as conn:
            return _read(conn, noun, of, typed, closed=closed)
    except (sqlite3.Error, UnicodeDecodeError, ValueError):
        return []


def read_names_by_board(path: Path, noun: Literal["lists", "labels"]) -> dict[str, list[StoredName]]:
    """Return the open lists, or the labels, of all boards by the board's id; none if the store cannot be read.

    One board after the other, each with a connection of its own, would take ten times as long.
    """
    if not path.is_file():
        return {}
    try:
        with closing(open_read_only(path)) as conn:
            rows = conn.execute(_SQL_BY_BOARD[noun]).fetchall()
    except (sqlite3.Error, UnicodeDecodeError):
        return {}
    found: dict[str, list[StoredName]] = {}
    for board_id, ident, name, more in rows:
        found.setdefault(board_id, []).append(StoredName(id=ident, name=name, more=more))
    return found


def read_saved_filters(path: Path) -> dict[str, str]:
    """Return the saved filters of an account by name; none if its store cannot be read."""
    if not path.is_file():
        return {}
    try:
        with closing(open_read_only(path)) as conn:
            found = _rows(conn, "SELECT value FROM meta WHERE key = ?", f"app:{KEY}")
    except (sqlite3.Error, UnicodeDecodeError):
        return {}
    return read_saved(found[0][0] if found else None)


def board_of(path: Path, card: str) -> str:
    """Return the id of the board that ``card`` is on, "" if that is not known."""
    if not path.is_file():
        return ""
    try:
        with closing(open_read_only(path)) as conn:
            found = _rows(conn, "SELECT board_id FROM cards WHERE id = ?", _card(conn, card))
    except (sqlite3.Error, UnicodeDecodeError):
        return ""
    return str(found[0][0]) if found else ""


def _read(
    conn: sqlite3.Connection, noun: NamedNoun, of: str, typed: str, *, closed: bool
) -> list[StoredName]:
    match noun:
        case "boards" | "lists" | "labels" | "checklists":
            owner = {"boards": (), "checklists": (_card(conn, of),)}.get(noun, (_board(conn, of),))
            given = (*owner, closed) if noun in {"boards", "lists"} else owner
            rows = _rows(conn, _SQL[noun], *given)
        case "members":
            return _members(conn, of)
        case "cards":
            rows = _cards(conn, of, typed, closed=closed)
        case "items":
            rows = _parts(conn, "checklists", "checkItems", _card(conn, of))
        case _:
            rows = _parts(conn, "cards", "attachments", _card(conn, of))
    return [StoredName(id=ident, name=name, more=more) for ident, name, more in rows]


_LABEL = (
    "id, CASE name WHEN '' THEN coalesce(color, '') ELSE name END,"
    " CASE name WHEN '' THEN '' ELSE coalesce(color, '') END"
)
_SQL_BY_BOARD = {
    "lists": "SELECT board_id, id, name, '' FROM lists WHERE NOT closed ORDER BY pos, id",
    "labels": f"SELECT board_id, {_LABEL} FROM labels ORDER BY name, id",
}
_SQL = {
    "boards": "SELECT id, name, short_link FROM boards WHERE closed = ?"
    " ORDER BY starred DESC, opened DESC, name COLLATE NOCASE, id",
    "lists": "SELECT id, name, '' FROM lists WHERE board_id = ? AND closed = ? ORDER BY pos, id",
    "labels": f"SELECT {_LABEL} FROM labels WHERE board_id = ? ORDER BY name, id",
    "checklists": "SELECT id, name, '' FROM checklists WHERE card_id = ? ORDER BY pos, id",
}


def _members(conn: sqlite3.Connection, of: str) -> list[StoredName]:
    from tui.model.member import Member  # most names are of no member

    sql = (
        "SELECT payload FROM members WHERE ? = '' OR id IN (SELECT member_id FROM memberships WHERE board_id = ?)"
        " ORDER BY name COLLATE NOCASE"
    )
    found = [json.loads(text) for (text,) in _rows(conn, sql, of, _board(conn, of))]
    names = [
        (one["id"], *(one.get(key) or "" for key in ("username", "fullName", "initials"))) for one in found
    ]
    return [
        StoredName(
            id=ident,
            name=name,
            more=more,
            short=Member(id=ident, username=name, full_name=more, initials=short).short,
        )
        for ident, name, more, short in names
    ]


def _cards(conn: sqlite3.Connection, of: str, typed: str, *, closed: bool) -> Sequence[tuple[str, str, str]]:
    like = typed.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_")
    sql = r"SELECT id, name, '' FROM cards WHERE closed = ? AND (id LIKE ? ESCAPE '\' OR name LIKE ? ESCAPE '\')"
    given: list[object] = [closed, f"{like}%", f"%{like}%"]
    if of:
        sql, given = f"{sql} AND board_id = ?", [*given, _board(conn, of)]
    return _rows(conn, f"{sql} ORDER BY list_id, pos", *given)


def _parts(conn: sqlite3.Connection, noun: str, field: str, ident: str) -> Sequence[tuple[str, str, str]]:
    """Return (id, name, "") of the parts that the stored documents of a card have in ``field``."""
    sql = "SELECT coalesce(shown, base) FROM docs WHERE noun = ? AND (id = ? OR parent_id = ?)"
    documents = [json.loads(text) for (text,) in _rows(conn, sql, noun, ident, ident) if text]
    return [(one["id"], one.get("name") or "", "") for each in documents for one in each.get(field) or ()]


def _board(conn: sqlite3.Connection, text: str) -> str:
    """Return the id of the board that ``text`` names by id, short link or name; "" for none."""
    rows = _rows(conn, "SELECT id, short_link, name FROM boards ORDER BY closed, starred DESC, opened DESC")
    exact = next((row[0] for row in rows if text in row), "")
    return exact or next((row[0] for row in rows if row[2].casefold().startswith(text.casefold())), "")


def _card(conn: sqlite3.Connection, text: str) -> str:
    """Return the id of the card that ``text`` names by id, short link or URL, or ``text`` itself."""
    link = text.partition("/c/")[2].partition("/")[0] or text
    sql = (
        "SELECT id FROM docs WHERE noun = 'cards' AND json_extract(coalesce(shown, base), '$.shortLink') = ?"
    )
    rows = [] if _rows(conn, "SELECT 1 FROM cards WHERE id = ?", text) else _rows(conn, sql, link)
    return str(rows[0][0]) if rows else text


def _rows(conn: sqlite3.Connection, sql: str, *given: object) -> Sequence[Any]:
    return conn.execute(f"{sql} LIMIT {MOST}", given).fetchall()
