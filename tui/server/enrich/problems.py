"""The enrichment service's errors, in one JSON shape for every route.

The shape is ``{"error": {code, message, status, retryable, request_id, details}}``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Literal

from tui.server.pipeline.answer import Answer
from tui.server.pipeline.idempotency import KeyReused
from tui.server.pipeline.params import Refused

JSON = "application/json"

MissStyle = Literal["404", "empty", "null", "500"]
"""The answer to a miss: 404, or what other services answer: 200 with ``{}`` or a null, or 500."""

_PASSING = {HTTPStatus.CONFLICT, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}

_RENAMED = {
    413: "request_entity_too_large",
    414: "request_uri_too_long",
    416: "requested_range_not_satisfiable",
    422: "unprocessable_entity",
}
"""Error codes of the statuses that Python 3.13 has other names for; programs read the codes."""


class Problem(Refused):
    """A refusal of a call, in this service's error format.

    Args:
        details: ``{"field": …, "message": …}`` for each error in the request.
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        details: list[dict[str, Any]] | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(status, message)
        self.code = code
        self.message = message
        self.details = details or []
        self.headers = headers or {}

    def as_json(self, request_id: str) -> dict[str, Any]:
        """Return the error as the JSON to send."""
        return {
            "error": {
                "code": self.code,
                "message": self.message,
                "status": self.status,
                "retryable": self.status in _PASSING,
                "request_id": request_id,
                "details": self.details,
            }
        }


class NoMatch(Problem):
    """A 404 for a lookup that matches no record; it costs nothing.

    Args:
        noun: The kind of record that was looked up.
    """

    def __init__(self, noun: str) -> None:
        super().__init__(HTTPStatus.NOT_FOUND, "no_match", f"{noun.capitalize()} profile not found")
        self.noun = noun


@dataclass(frozen=True, slots=True)
class EnrichDialect:
    """The enrichment service's format for refusals."""

    miss: MissStyle = "404"

    def refusal(self, refused: Refused, headers: Mapping[str, str]) -> Answer:
        """Return the refusal as a JSON answer; a miss is answered in the configured style."""
        problem = _as_problem(refused)
        sent = {**headers, **problem.headers}
        if isinstance(problem, NoMatch) and self.miss != "404":
            status = HTTPStatus.INTERNAL_SERVER_ERROR if self.miss == "500" else HTTPStatus.OK
            bodies = {"empty": {}, "null": {problem.noun: None}, "500": {"error": problem.message}}
            return Answer.of_value(bodies[self.miss], sent, status=status, kind=JSON)
        body = problem.as_json(headers["X-Request-Id"])
        return Answer.of_value(body, sent, status=problem.status, kind=JSON)


def _as_problem(refused: Refused) -> Problem:
    """Convert a refusal of the pipeline to a Problem."""
    if isinstance(refused, Problem):
        return refused
    if isinstance(refused, KeyReused):
        return Problem(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            "idempotency_key_reused",
            "Idempotency-Key: was used for another request",
        )
    if refused.status == HTTPStatus.SERVICE_UNAVAILABLE:
        return busy()
    words = refused.body if isinstance(refused.body, str) else str(refused.body.get("message", ""))
    code = _RENAMED.get(refused.status) or HTTPStatus(refused.status).name.lower()
    return Problem(refused.status, code, words)


def bad_field(field: str, message: str) -> Problem:
    """Return a 400 that names the field and the fix."""
    return Problem(
        HTTPStatus.BAD_REQUEST,
        "invalid_request",
        f"{field}: {message}",
        details=[{"field": field, "message": message}],
    )


def missing_identifier(fields: tuple[str, ...]) -> Problem:
    """Return a 400 for a lookup without an identifier."""
    words = ", ".join(fields)
    details = [{"field": field, "message": "give at least one of these"} for field in fields]
    return Problem(HTTPStatus.BAD_REQUEST, "missing_identifier", f"give one of {words}", details=details)


def busy() -> Problem:
    """Return a 503: another writer holds the storage; no credits were taken."""
    return Problem(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "busy",
        "the directory is being written, try again",
        headers={"Retry-After": "5"},
    )


def in_flight() -> Problem:
    """Return a 409: a call with this Idempotency-Key may be under way; no credits were taken for this one."""
    return Problem(
        HTTPStatus.CONFLICT,
        "idempotency_in_flight",
        "a call with this Idempotency-Key may be under way, ask again",
        headers={"Retry-After": "1"},
    )


def opted_out() -> Problem:
    """Return a 451 for a person who has opted out; it costs nothing."""
    return Problem(
        HTTPStatus.UNAVAILABLE_FOR_LEGAL_REASONS,
        "opted_out",
        "this person has opted out and is not in the directory",
    )


def no_credits(price: int, left: int) -> Problem:
    """Return a 402: the lookup costs more than is left; no credits were taken."""
    message = f"this lookup costs {price} credit{'s' if price != 1 else ''} and the account has {left}"
    return Problem(
        HTTPStatus.PAYMENT_REQUIRED, "no_credits", message, details=[{"field": "credits", "message": message}]
    )
