"""One request's transaction: tried again when another's was in its way, and left for what must not be done in it."""

import sqlite3
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, TypeVar

from sqlalchemy.exc import DataError, DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tui.server.pipeline.refusal import Refused
from tui.server.storage.trouble import is_damage, is_full

T = TypeVar("T")

TRIES = 5
"""How often a transaction is begun that others keep from ending."""

BUSY = "The database is busy"
FULL = "The disk of the server is full: nothing was changed"
_PASSING = frozenset({"40001", "40P01"})
"""PostgreSQL's codes for "begin again": a serialisation failure, a deadlock."""


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
            raise Refused(HTTPStatus.BAD_REQUEST, "invalid value") from error
        except DBAPIError as error:
            if left and getattr(error.orig, "sqlstate", None) in _PASSING:
                continue
            if is_full(error):
                raise Refused(HTTPStatus.INSUFFICIENT_STORAGE, {"message": FULL, "error": "ERROR"}) from error
            if isinstance(error, OperationalError) and not _is_ours(error) and not is_damage(error.orig):
                raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, BUSY) from error
            raise
        except PoolTimeout as error:
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, BUSY) from error
    raise AssertionError("the last try returns or raises")
