"""The transaction of a request: retried on conflicts, and interrupted for slow work outside of it."""

import sqlite3
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, TypeVar

from sqlalchemy.exc import DataError, DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tui.server.pipeline.params import Refused
from tui.server.storage.trouble import is_damage, is_full

T = TypeVar("T")

TRIES = 5
"""How often a transaction that conflicts with others is attempted."""

BUSY = "The database is busy"
FULL = "The disk of the server is full: nothing was changed"
_PASSING = frozenset({"40001", "40P01"})
"""PostgreSQL's SQLSTATEs that call for a retry: a serialisation failure, a deadlock."""


def _is_ours(error: OperationalError) -> bool:
    """Return whether ``error`` is a wrong statement: SQLite reports that as operational, but no retry helps."""
    return getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR


class OutsideWork(Exception):
    """Raised by a handler to run slow work outside of the transaction, which is rolled back.

    The handler is then called again, with the result of the work as ``call.outside``.

    Args:
        work: The work, which is awaited on the event loop.
    """

    def __init__(self, work: Callable[[], Awaitable[Any]]) -> None:
        super().__init__()
        self.work = work


def with_retries(attempt: Callable[[], T]) -> T:
    """Run ``attempt``, one transaction, and retry it when it conflicts with another transaction.

    Raises:
        Refused: 503, the database is busy or unreachable for a while; 507, its disk is full; 400, a value is
            out of the database's range.
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
