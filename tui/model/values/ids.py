"""Ids: those of the service, and local ones for things without an id of the service yet."""

import os
import re
import time
from datetime import UTC, datetime

OBJECT_ID = re.compile(r"[0-9a-f]{24}")
"""An id made by the service: 8 hex digits of Unix seconds, then 16 that make the id unique and ordered."""

_LOCAL = "new-"


def new_local_id() -> str:
    """Create an id for something not yet created at the service: ``new-`` and 24 hex digits.

    The first 14 digits are the time, so that two new cards sort in the order of their creation.
    """
    return f"{_LOCAL}{time.time_ns() // 1000:014x}{os.urandom(5).hex()}"


def local_id_for(key: str, at: datetime) -> str:
    """Return the local id for ``key``, always the same; it sorts like an id created ``at`` that moment."""
    from hashlib import sha256

    return f"{_LOCAL}{int(at.timestamp() * 1_000_000):014x}{sha256(key.encode()).hexdigest()[:10]}"


def is_local(ident: str) -> bool:
    """Return whether ``ident`` is a local id (``new-…``), created here and not by the service."""
    return ident.startswith(_LOCAL)


def created_at(ident: str) -> datetime | None:
    """Return the creation time of the thing with the id ``ident``, or None for an id without a time.

    The service has no creation date on cards; the first eight hex digits of an id are Unix seconds.
    """
    if is_local(ident):
        return datetime.fromtimestamp(int(ident[len(_LOCAL) :][:14], 16) / 1e6, UTC)
    if OBJECT_ID.fullmatch(ident) is None:
        return None
    return datetime.fromtimestamp(int(ident[:8], 16), UTC)
