"""Requests and responses of the transport, and the paths of requests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO, Literal
from urllib.parse import quote

from tui.api.body import clean
from tui.errors import Rejected

if TYPE_CHECKING:
    from tui.api.error_mapping import AnswerRules

Method = Literal["GET", "POST", "PUT", "DELETE"]
Service = Literal["board", "enrich"]


@dataclass(frozen=True, slots=True)
class FilePart:
    """A file to upload with a request.

    Attributes:
        open: Opens it for reading, again for each attempt.
        name: The name of the file, under which it can be downloaded.
        mime_type: Its type, or "" if unknown.
    """

    open: Callable[[], BinaryIO]
    name: str
    size: int
    mime_type: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """A request to a service.

    Attributes:
        path: Path below the service's base URL, starting with a slash; built by ``path()``.
        form: Body as a form, or None.
        json: Body as JSON, or None; not both.
        upload: A file sent with the form, as its part ``file``; or None.
        seconds: Time limit of the whole call, or None for the transport's own.
        idempotency_key: Sent with the request. A POST with a key may be repeated if the service has announced
            that it honours keys.
        repeatable: Whether sending it twice has the same effect as once; None to decide by the method.
        answers: How to interpret its answers; None for the default.
    """

    method: Method
    path: str
    params: Mapping[str, Any] = field(default_factory=dict)
    form: Mapping[str, Any] | None = None
    json: Any = None
    upload: FilePart | None = None
    seconds: float | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    idempotency_key: str | None = None
    repeatable: bool | None = None
    answers: AnswerRules | None = None

    @property
    def repeats(self) -> bool:
        """Whether the request may be sent again although it has or may have arrived."""
        return self.method != "POST" if self.repeatable is None else self.repeatable


@dataclass(frozen=True, slots=True)
class Response:
    """A successful response.

    Attributes:
        headers: By lower-case name.
        json: The body; None if there was none, and for a miss.
        missed: Whether this is a miss: there is no such person or company.
    """

    status: int
    headers: Mapping[str, str]
    json: Any
    missed: bool = False


def path(*segments: str) -> str:
    """Join quoted segments to a path: ``/1/cards/…``.

    Raises:
        Rejected: A segment is empty, ``.`` or ``..``.
    """
    for segment in segments:
        if segment in {"", ".", ".."}:
            raise Rejected("An id is missing or is none.", fields={"id": "not an id"})
    return "/" + "/".join(quote(clean(segment), safe="") for segment in segments)
