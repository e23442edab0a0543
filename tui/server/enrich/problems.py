"""What the service says when it will not, or cannot: one error shape for every route.

The shape is ``{"error": {code, message, status, retryable, request_id, details}}``.
"""

from http import HTTPStatus
from typing import Any

_PASSING = {HTTPStatus.CONFLICT, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}


class Problem(Exception):
    """An answer that is no result.

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
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.details = details or []
        self.headers = headers or {}

    def body(self, request_id: str) -> dict[str, Any]:
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


def bad_field(field: str, message: str) -> Problem:
    """A 400 that names the field and the fix."""
    return Problem(
        400, "invalid_request", f"{field}: {message}", details=[{"field": field, "message": message}]
    )


def missing(fields: tuple[str, ...]) -> Problem:
    """A 400 for a lookup by nothing."""
    words = ", ".join(fields)
    details = [{"field": field, "message": "give at least one of these"} for field in fields]
    return Problem(400, "missing_identifier", f"give one of {words}", details=details)


def busy() -> Problem:
    """A 503: the storage is held by another; nothing was taken."""
    return Problem(503, "busy", "the directory is being written, try again", headers={"Retry-After": "5"})


def in_flight() -> Problem:
    """A 409: a call with this Idempotency-Key may be under way; nothing was taken for this one."""
    return Problem(
        409,
        "idempotency_in_flight",
        "a call with this Idempotency-Key may be under way, ask again",
        headers={"Retry-After": "1"},
    )


def opted_out() -> Problem:
    """A 451: somebody who does not want to be found. It costs nothing."""
    return Problem(451, "opted_out", "this person has opted out and is not in the directory")


def no_match(noun: str) -> Problem:
    """A 404: nobody is known by that. It costs nothing."""
    return Problem(404, "no_match", f"{noun} profile not found")


def no_credits(price: int, left: int) -> Problem:
    """A 402: the lookup would cost more than is left; nothing was taken."""
    told = f"this lookup costs {price} credits and the account has {left}"
    return Problem(402, "no_credits", told, details=[{"field": "credits", "message": told}])
