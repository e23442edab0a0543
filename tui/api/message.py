"""What goes out and what comes in: one request, one response, and the path of a request."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Literal
from urllib.parse import quote

from tui.api.body import clean
from tui.errors import Rejected

Method = Literal["GET", "POST", "PUT", "DELETE"]
Service = Literal["board", "enrich"]


@dataclass(frozen=True, slots=True)
class FilePart:
    """A file that goes with a request.

    Attributes:
        open: Opens it to be read, anew for each attempt.
        name: What it is called there.
        size: Bytes.
        mime_type: Or "" when nobody knows.
    """

    open: Callable[[], BinaryIO]
    name: str
    size: int
    mime_type: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """One call.

    Attributes:
        path: Below the service's base URL, starting with a slash; made by ``path()``.
        params: The query.
        form: Body as a form, or None.
        json: Body as JSON, or None; not both.
        upload: A file that goes with the form, as its part ``file``; or None.
        seconds: How long the call may take in all, or None for as long as any.
        idempotency_key: Sent with the request. The repeat of a POST that carries one is safe where the
            service has said that it honours them.
        repeatable: Whether doing it twice is the same as doing it once; None means: as its method says.
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

    @property
    def repeats(self) -> bool:
        """Whether it may be sent again after it has, or may have, arrived."""
        return self.method != "POST" if self.repeatable is None else self.repeatable


@dataclass(frozen=True, slots=True)
class Response:
    """An answer that is one.

    Attributes:
        headers: By lower-case name.
        json: The body; None when there was none, and when nobody was found.
        missed: Whether it says that there is no such person or company, which is an answer too.
    """

    status: int
    headers: Mapping[str, str]
    json: Any
    missed: bool = False


def path(*segments: str) -> str:
    """``/1/cards/…`` from its segments, each one quoted.

    Raises:
        Rejected: An empty segment, or one that would climb.
    """
    for segment in segments:
        if segment in {"", ".", ".."}:
            raise Rejected("An id is missing or is none.", fields={"id": "not an id"})
    return "/" + "/".join(quote(clean(segment), safe="") for segment in segments)
