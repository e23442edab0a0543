"""What the server answers when it does not do what was asked: a status and the service's own words."""

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
    """A request that is not carried out; its transaction is rolled back.

    Args:
        status: HTTP status.
        body: Text, or an object where the hosted service answers JSON (docs/reference/board.md, 2.9).

    Attributes:
        headers: What goes with the answer besides the usual.
    """

    headers: Mapping[str, str] = MappingProxyType({})

    def __init__(self, status: int, body: str | Json) -> None:
        super().__init__(status, body)
        self.status = status
        self.body = body


def invalid(name: str) -> Refused:
    """Parameter ``name`` is missing, of the wrong type, or out of range."""
    return Refused(HTTPStatus.BAD_REQUEST, f"invalid value for {name}")


@contextmanager
def named_by(name: str) -> Iterator[None]:
    """Look for what parameter ``name`` names: an address that names nothing is 404, a parameter is a wrong value.

    Raises:
        Refused: 400 in place of 404.
    """
    try:
        yield
    except Refused as error:
        if error.status == HTTPStatus.NOT_FOUND:
            raise invalid(name) from error
        raise


def not_found() -> Refused:
    """A well-formed id that names nothing, or nothing any more."""
    return Refused(HTTPStatus.NOT_FOUND, NOT_FOUND)


def unauthorized() -> Refused:
    """It exists, and this caller may not do that with it."""
    return Refused(HTTPStatus.UNAUTHORIZED, UNAUTHORIZED)
