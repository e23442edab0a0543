"""Responses to clients, and the dialects of the services' error responses."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Self

from pydantic_core import to_json
from starlette.responses import Response

if TYPE_CHECKING:
    from tui.server.pipeline.params import Refused

_JSON = "application/json; charset=utf-8"
_TEXT = "text/plain; charset=utf-8"
_EXPOSED = ", ".join(
    f"X-Rate-Limit-{bucket}-{part}"
    for bucket in ("Api-Key", "Api-Token", "Member")
    for part in ("Interval-Ms", "Max", "Remaining")
)
"""The response headers that a page in a browser may read (``access.limits`` writes them)."""
_ALWAYS = {
    "Cache-Control": "max-age=0, must-revalidate, no-cache, no-store",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, PUT, POST, DELETE",
    "Access-Control-Allow-Headers": "Authorization, Accept, Content-Type, Idempotency-Key",
    "Access-Control-Expose-Headers": _EXPOSED,
    "X-Content-Type-Options": "nosniff",
    # Tells a client that it may repeat a POST whose answer it lost, with the same Idempotency-Key.
    "X-Idempotency": "honoured",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """A response: a status, a body with its content type, and headers."""

    status: int
    body: str | bytes
    kind: str
    headers: Mapping[str, str]

    @classmethod
    def of_value(
        cls, value: Any, headers: Mapping[str, str], *, status: int = HTTPStatus.OK, kind: str = _JSON
    ) -> Self:
        """Create an answer with ``value`` as JSON.

        Raises:
            ValueError: ``value`` holds NaN or an infinity.
        """
        return cls(status, _as_json(value), kind, headers)

    @classmethod
    def of_text(cls, text: str, headers: Mapping[str, str], *, status: int = HTTPStatus.OK) -> Self:
        """Create a plain-text answer."""
        return cls(status, text, _TEXT, headers)

    def response(self) -> Response:
        """Convert the answer to a Starlette response."""
        return Response(self.body, self.status, dict(self.headers), self.kind)


def _as_json(value: Any) -> str | bytes:
    """Return JSON in UTF-8, written by pydantic, which takes a quarter of the time, or else by the standard library.

    The latter can write any text, even lone surrogates, because it escapes everything but ASCII.
    """
    try:
        body = to_json(value)
    except ValueError:
        body = b""
    if not body or b"NaN" in body or b"Infinity" in body:
        # Pydantic would write NaN and Infinity as numbers. A text may contain these words.
        return json.dumps(value, separators=(",", ":"), allow_nan=False)
    return body


class BoardDialect:
    """The board service's error responses: text, or JSON where the hosted service answers JSON."""

    def usual_headers(self, moment: float) -> dict[str, str]:
        """Return the headers of every answer; ``moment`` is the server's time, in Unix seconds."""
        return {"X-Server-Time": str(int(moment * 1000)), **_ALWAYS}

    def refusal(self, refused: Refused, headers: Mapping[str, str]) -> Answer:
        """Return the answer to a refused request, in the hosted service's wording."""
        all_headers = {**headers, **refused.headers}
        if refused.status == HTTPStatus.SERVICE_UNAVAILABLE:
            all_headers["Retry-After"] = "1"
        if isinstance(refused.body, str):
            return Answer.of_text(refused.body, all_headers, status=refused.status)
        return Answer.of_value(refused.body, all_headers, status=refused.status)
