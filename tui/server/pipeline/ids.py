"""Identifiers that the server generates: object ids in time order, short links, slugs."""

import secrets
import string
import threading
import unicodedata
from datetime import datetime, timedelta
from functools import lru_cache

from sqlalchemy import Connection, func, select

from tui.model.values.scalars import OBJECT_ID
from tui.server.storage import db

_LETTERS = string.digits + string.ascii_letters
_COUNTER = 1 << 24
_SLUG_LENGTH = 64
_SET_BACK = timedelta(days=1)
"""By how much a clock may have been set back."""
_WORDS = {code: " " for code in range(128) if chr(code) not in string.digits + string.ascii_lowercase}
"""Translates every character but those of words to a space; that and a split take half the time of a search."""


class IdMaker:
    """A generator of object ids: 24 hex digits that sort in the order of their creation.

    The first eight are Unix seconds, which clients read. The hosted service continues with machine and
    process; here follow five digits of microseconds and five that are random per maker, so that ids of
    several processes on one file still sort by time and a feed's cursor skips nothing.
    """

    def __init__(self) -> None:
        self._maker = secrets.randbits(20)
        self._lock = threading.Lock()
        self._micros = 0
        self._count = 0
        self._goes_on = False

    def go_on(self, connection: Connection, now: datetime) -> None:
        """Go on behind the newest action that there is, where this maker has not done so yet.

        The clock may have been set back before this process began: the feed's readers go on from the newest they have.
        """
        if self._goes_on:
            return
        self._goes_on, ident = True, db.actions.c.id
        # One that is later than this was imported, or made by a clock that was wrong by far.
        edge = f"{int((now + _SET_BACK).timestamp()):08x}"
        newest = connection.scalar(select(func.max(ident)).where(ident < edge))
        if newest is not None and OBJECT_ID.fullmatch(newest):
            with self._lock:
                self._micros = max(self._micros, int(newest[:8], 16) * 1_000_000 + int(newest[8:13], 16) + 1)

    def at(self, moment: datetime) -> str:
        """Return the next id, dated ``moment``, or the latest date of an earlier call if that is later."""
        with self._lock:
            self._micros = max(self._micros, int(moment.timestamp()) * 1_000_000 + moment.microsecond)
            self._count = (self._count + 1) % _COUNTER
            seconds, micros = divmod(self._micros, 1_000_000)
            return f"{seconds:08x}{micros:05x}{self._maker:05x}{self._count:06x}"


def short_link() -> str:
    """Return 8 random letters and digits; of 218 million million, so a clash is left to the unique index."""
    return "".join(secrets.choice(_LETTERS) for _ in range(8))


@lru_cache(maxsize=4096)
def slug(name: str) -> str:
    """Convert ``name`` to the end of a URL: lower-case ASCII words joined by hyphens, perhaps empty."""
    plain = name[: 4 * _SLUG_LENGTH]
    if not plain.isascii():
        plain = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode()
    return "-".join(plain.lower().translate(_WORDS).split())[:_SLUG_LENGTH].strip("-")
