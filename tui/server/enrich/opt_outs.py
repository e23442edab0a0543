"""People who do not want to be found: out of the directory, and known again when somebody brings or asks for them.

Only digests of their identifiers are kept: enough to refuse, too little to read who they are.
"""

import hashlib
from collections.abc import Iterable, Mapping
from datetime import datetime

from sqlalchemy import Connection

from tui.model.base import instant_text
from tui.server.enrich.tables import opt_outs
from tui.server.storage.statements import ask
from tui.server.storage.upsert import upsert

_KINDS = {"network_url": "network_slug", "personal_email": "email"}
_AT_ONCE = 400


def digest(kind: str, value: str) -> str:
    """An identifier as it is kept; ``kind`` as in a lookup."""
    return hashlib.sha256(f"{_KINDS.get(kind, kind)}:{value}".encode("utf-8", "surrogatepass")).hexdigest()


def has_opted_out(connection: Connection, identifiers: Mapping[str, str]) -> bool:
    """Whether any of these (kind to value) is of somebody who does not want to be found."""
    return bool(known(connection, (digest(kind, value) for kind, value in identifiers.items())))


def known(connection: Connection, digests: Iterable[str]) -> set[str]:
    """Those of ``digests`` that are of somebody who opted out."""
    listed = sorted(set(digests))
    found: set[str] = set()
    for start in range(0, len(listed), _AT_ONCE):
        some = listed[start : start + _AT_ONCE]
        statement = f"SELECT digest FROM enrich_opt_out WHERE digest IN ({', '.join('?' * len(some))})"
        found.update(each for (each,) in ask(connection, statement, tuple(some)))
    return found


def remember(connection: Connection, identifiers: Iterable[tuple[str, str]], now: datetime) -> None:
    """Keep the digests of somebody's identifiers."""
    rows = [
        {"digest": digest(kind, value), "date": instant_text(now)} for kind, value in identifiers if value
    ]
    if rows:
        connection.execute(upsert(connection, opt_outs).on_conflict_do_nothing(), rows)
