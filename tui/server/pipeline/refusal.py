"""Refusals: error responses with a status and the hosted service's wording."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.model.base import Json

NOT_FOUND = "The requested resource was not found."
UNAUTHORIZED = "unauthorized permission requested"


class Refused(Exception):
    """An error response to a request, whose transaction is rolled back.

    Args:
        status: HTTP status.
        body: Text, or an object where the hosted service answers JSON (docs/reference/board.md, 2.9).

    Attributes:
        headers: Headers of the answer besides the usual ones.
    """

    headers: Mapping[str, str] = MappingProxyType({})

    def __init__(self, status: int, body: str | Json) -> None:
        super().__init__(status, body)
        self.status = status
        self.body = body


def invalid(name: str) -> Refused:
    """Return a 400: parameter ``name`` is missing, of the wrong type, or out of range."""
    return Refused(HTTPStatus.BAD_REQUEST, f"invalid value for {name}")


@contextmanager
def not_found_as_invalid(name: str) -> Iterator[None]:
    """Turn a 404 of a lookup by parameter ``name`` into a 400; only an unknown address is a 404.

    Raises:
        Refused: 400 in place of 404; other refusals pass.
    """
    try:
        yield
    except Refused as error:
        if error.status == HTTPStatus.NOT_FOUND:
            raise invalid(name) from error
        raise


def not_found() -> Refused:
    """Return a 404: a well-formed id of nothing that exists."""
    return Refused(HTTPStatus.NOT_FOUND, NOT_FOUND)


def unauthorized() -> Refused:
    """Return a 401: the thing exists, but the caller may not do this with it."""
    return Refused(HTTPStatus.UNAUTHORIZED, UNAUTHORIZED)
