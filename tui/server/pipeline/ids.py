"""Identifiers that the server generates: object ids in time order, short links, slugs."""

import re
import secrets
import string
import threading
import unicodedata
from datetime import datetime
from functools import lru_cache

_LETTERS = string.digits + string.ascii_letters
_COUNTER = 1 << 24
_SLUG_LENGTH = 64
_WORD = re.compile(r"[a-z0-9]+")


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
    return "-".join(_WORD.findall(plain.lower()))[:_SLUG_LENGTH].strip("-")
