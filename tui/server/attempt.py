"""One request's transaction: tried again when another's was in its way, and left for what must not be done in it."""

import sqlite3
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from logging import getLogger
from typing import Any, TypeVar

from sqlalchemy.exc import DataError, DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tui.server.refusal import Refused
from tui.server.storage.trouble import is_damage

T = TypeVar("T")

TRIES = 5
"""How often a transaction is begun that others keep from ending."""

BUSY = "The database is busy"
FULL = "The disk of the server is full: nothing was changed"
_PASSING = frozenset({"40001", "40P01"})
"""PostgreSQL's codes for "begin again": a serialisation failure, a deadlock."""

_DISK_FULL = "53100"


def _is_full(error: DBAPIError) -> bool:
    """Whether the disk has no room. SQLite says so by itself, or the system does where it writes."""
    code = getattr(error.orig, "sqlite_errorcode", None)
    return code == sqlite3.SQLITE_FULL or getattr(error.orig, "sqlstate", None) == _DISK_FULL


def _is_ours(error: OperationalError) -> bool:
    """Whether a statement is wrong: SQLite calls that operational too, and it does not pass."""
    return getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR


class Outside(Exception):
    """Something slow is to be done first, outside of the transaction, which is rolled back.

    The request is then carried out from its start, with the result as ``call.outside``.

    Args:
        work: What is to be done, on the event loop.
    """

    def __init__(self, work: Callable[[], Awaitable[Any]]) -> None:
        super().__init__()
        self.work = work


def patiently(attempt: Callable[[], T]) -> T:
    """Carry out ``attempt``, one transaction, again when another transaction was in its way.

    Raises:
        Refused: 503, the database is held by others or away, which passes; 507, its disk is full, which does not
            by itself; 400, a value is beyond what it can keep.
    """
    for left in reversed(range(TRIES)):
        try:
            return attempt()
        except DataError as error:
            raise Refused(400, "invalid value") from error
        except DBAPIError as error:
            if left and getattr(error.orig, "sqlstate", None) in _PASSING:
                continue
            if _is_full(error):
                told = "%s. Make room, and the next write is taken."
                getLogger(__name__).error(told, FULL)  # noqa: TRY400 - no fault of ours that a traceback would show
                raise Refused(HTTPStatus.INSUFFICIENT_STORAGE, {"message": FULL, "error": "ERROR"}) from error
            if isinstance(error, OperationalError) and not _is_ours(error) and not is_damage(error.orig):
                raise Refused(503, BUSY) from error
            raise
        except PoolTimeout as error:
            raise Refused(503, BUSY) from error
    raise AssertionError("the last try returns or raises")
