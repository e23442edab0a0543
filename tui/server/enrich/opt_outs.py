"""Opt-outs: digests by which removed people are recognised when somebody imports or looks them up.

Only digests of their identifiers are stored: enough to refuse a lookup, but not to learn who they are.
"""

import hashlib
from collections.abc import Iterable, Mapping
from datetime import datetime

from sqlalchemy import Connection

from tui.model.values.scalars import format_instant
from tui.server.enrich.tables import opt_outs
from tui.server.storage.statements import fetch_all, upsert

_KINDS = {"network_url": "network_slug", "personal_email": "email"}
_BATCH = 400


def identifier_digest(kind: str, value: str) -> str:
    """Return the digest stored for an identifier; ``kind`` is the kind a lookup uses."""
    return hashlib.sha256(f"{_KINDS.get(kind, kind)}:{value}".encode("utf-8", "surrogatepass")).hexdigest()


def has_opted_out(connection: Connection, identifiers: Mapping[str, str]) -> bool:
    """Return whether any of ``identifiers`` (kind to value) belongs to somebody who has opted out."""
    return bool(
        find_opted_out(connection, (identifier_digest(kind, value) for kind, value in identifiers.items()))
    )


def find_opted_out(connection: Connection, digests: Iterable[str]) -> set[str]:
    """Return those of ``digests`` that belong to people who have opted out."""
    # Most directories have no opt-outs, and an import would compute three digests a row in vain.
    if not fetch_all(connection, "SELECT 1 FROM enrich_opt_out LIMIT 1"):
        return set()
    listed = sorted(set(digests))
    found: set[str] = set()
    for start in range(0, len(listed), _BATCH):
        some = listed[start : start + _BATCH]
        statement = f"SELECT digest FROM enrich_opt_out WHERE digest IN ({', '.join('?' * len(some))})"
        found.update(each for (each,) in fetch_all(connection, statement, tuple(some)))
    return found


def store_opt_out(connection: Connection, identifiers: Iterable[tuple[str, str]], now: datetime) -> None:
    """Store the digests of the identifiers of somebody who opts out."""
    rows = [
        {"digest": identifier_digest(kind, value), "date": format_instant(now)}
        for kind, value in identifiers
        if value
    ]
    if rows:
        connection.execute(upsert(connection, opt_outs).on_conflict_do_nothing(), rows)
