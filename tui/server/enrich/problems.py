"""What the service says when it will not, or cannot: one error shape for every route.

The shape is ``{"error": {code, message, status, retryable, request_id, details}}``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Literal

from tui.server.pipeline.answer import Answer
from tui.server.pipeline.idempotency import KeyReused
from tui.server.pipeline.refusal import Refused

JSON = "application/json"

MissStyle = Literal["404", "empty", "null", "500"]
"""How a miss is answered: 404 as documented here; 200 with ``{}`` or a null, or 500, as other services do."""

_PASSING = {HTTPStatus.CONFLICT, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}


class Problem(Refused):
    """A call that is not carried out, in this service's words.

    Args:
        status: HTTP status.
        code: A word programs can tell it by.
        message: One sentence for a person.
        details: ``{"field": …, "message": …}`` for each thing that is wrong with the request.
        headers: To send along.
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
        """The error as it is sent."""
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
    """A 404: nobody is known by that. It costs nothing.

    Args:
        noun: What was looked for.
    """

    def __init__(self, noun: str) -> None:
        super().__init__(HTTPStatus.NOT_FOUND, "no_match", f"{noun.capitalize()} profile not found")
        self.noun = noun


@dataclass(frozen=True, slots=True)
class EnrichDialect:
    """How the enrichment service says that it does not do what was asked.

    Attributes:
        miss: How a miss is answered.
    """

    miss: MissStyle = "404"

    def refusal(self, refused: Refused, headers: Mapping[str, str]) -> Answer:
        """The problem as JSON; a miss as others say it, when that is wanted."""
        problem = _as_problem(refused)
        told = {**headers, **problem.headers}
        if isinstance(problem, NoMatch) and self.miss != "404":
            status = HTTPStatus.INTERNAL_SERVER_ERROR if self.miss == "500" else HTTPStatus.OK
            bodies = {"empty": {}, "null": {problem.noun: None}, "500": {"error": problem.message}}
            return Answer.of_value(bodies[self.miss], told, status=status, kind=JSON)
        body = problem.as_json(headers["X-Request-Id"])
        return Answer.of_value(body, told, status=problem.status, kind=JSON)


def _as_problem(refused: Refused) -> Problem:
    """What the pipeline refused, in this service's words."""
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
    return Problem(refused.status, HTTPStatus(refused.status).name.lower(), words)


def bad_field(field: str, message: str) -> Problem:
    """A 400 that names the field and the fix."""
    return Problem(
        HTTPStatus.BAD_REQUEST,
        "invalid_request",
        f"{field}: {message}",
        details=[{"field": field, "message": message}],
    )


def missing(fields: tuple[str, ...]) -> Problem:
    """A 400 for a lookup by nothing."""
    words = ", ".join(fields)
    details = [{"field": field, "message": "give at least one of these"} for field in fields]
    return Problem(HTTPStatus.BAD_REQUEST, "missing_identifier", f"give one of {words}", details=details)


def busy() -> Problem:
    """A 503: the storage is held by another; nothing was taken."""
    return Problem(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "busy",
        "the directory is being written, try again",
        headers={"Retry-After": "5"},
    )


def in_flight() -> Problem:
    """A 409: a call with this Idempotency-Key may be under way; nothing was taken for this one."""
    return Problem(
        HTTPStatus.CONFLICT,
        "idempotency_in_flight",
        "a call with this Idempotency-Key may be under way, ask again",
        headers={"Retry-After": "1"},
    )


def opted_out() -> Problem:
    """A 451: somebody who does not want to be found. It costs nothing."""
    return Problem(
        HTTPStatus.UNAVAILABLE_FOR_LEGAL_REASONS,
        "opted_out",
        "this person has opted out and is not in the directory",
    )


def no_credits(price: int, left: int) -> Problem:
    """A 402: the lookup would cost more than is left; nothing was taken."""
    told = f"this lookup costs {price} credits and the account has {left}"
    return Problem(
        HTTPStatus.PAYMENT_REQUIRED, "no_credits", told, details=[{"field": "credits", "message": told}]
    )
