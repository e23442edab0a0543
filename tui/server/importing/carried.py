"""Opt-outs carried from one file of a server to another, which is older and lacks them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any

from tui.model.enrich.mailboxes import is_role
from tui.server.enrich.opt_outs import identifier_digest
from tui.server.enrich.rows import person_id
from tui.server.enrich.tables import opt_outs
from tui.server.importing.removal import delete_people, erase_answers
from tui.server.storage import db
from tui.server.storage.statements import fetch_all, upsert
from tui.snapshot import open_read_only

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection, Engine

_PAGE = 5000
"""Number of people that are compared with the opt-outs at a time."""

_CHUNK = 400
"""Number of people that are deleted by one statement."""

_TABLE = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'enrich_opt_out'"
_PEOPLE = (
    "SELECT n, number, network_slug, email, personal_email FROM directory_person WHERE n > ? ORDER BY n"
    f" LIMIT {_PAGE}"
)


def carry_opt_outs(newer: Path, engine: Engine) -> int:
    """Store the opt-outs that the file ``newer`` has, and delete from the directory the people who opted out.

    Returns:
        The number of identifiers that were not kept out before.

    Raises:
        sqlite3.Error: ``newer`` cannot be read.
    """
    listed = _read(newer)
    with db.writing(engine, alone=False) as connection:
        for (digest,) in fetch_all(connection, "SELECT digest FROM enrich_opt_out"):
            listed.pop(digest, None)
        if not listed:
            return 0
        rows = [{"digest": digest, "date": date} for digest, date in listed.items()]
        connection.execute(upsert(connection, opt_outs).on_conflict_do_nothing(), rows)
        found = list(_people(connection, listed))
        for start in range(0, len(found), _CHUNK):
            some = found[start : start + _CHUNK]
            delete_people(connection, [n for n, _ in some])
            # A mailbox of a role is that of others too.
            erase_answers(connection, {value for _, mine in some for value in mine if not is_role(value)})
    return len(listed)


def _read(file: Path) -> dict[str, str]:
    """Return the date of each opt-out in a file, by its digest."""
    with closing(open_read_only(file)) as conn:
        if conn.execute(_TABLE).fetchone() is None:
            return {}
        return dict(conn.execute("SELECT digest, date FROM enrich_opt_out"))


def _people(connection: Connection, digests: dict[str, str]) -> Iterator[tuple[int, list[str]]]:
    """Yield each person in the directory with an identifier in ``digests``: the row number and the identifiers."""
    last = -1
    while page := fetch_all(connection, _PEOPLE, (last,)):
        for row in page:
            last = row[0]
            mine = _identifiers(row)
            if any(identifier_digest(kind, value) in digests for kind, value in mine):
                yield row[0], [value for _, value in mine]


def _identifiers(row: tuple[Any, ...]) -> list[tuple[str, str]]:
    _, number, slug, email, personal = row
    every = (("id", person_id(number)), ("network_slug", slug), ("email", email), ("email", personal))
    return [(kind, value) for kind, value in every if value]
