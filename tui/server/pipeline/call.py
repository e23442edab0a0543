"""Call: one request with its caller, its parameters and its transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from tui.model.values.scalars import Json, format_instant
from tui.server.pipeline.params import Refused, unauthorized

if TYPE_CHECKING:
    from tui.server.pipeline.auth import Principal
    from tui.server.pipeline.ids import IdMaker
    from tui.server.pipeline.params import Params
    from tui.server.pipeline.webhook_sender import WebhookSender


@dataclass(frozen=True, slots=True)
class Call:
    """One request, as handlers receive it.

    Attributes:
        connection: The open transaction: a writing one unless the method is GET.
        session: The caller.
        path: The values of the route's placeholders, by name.
        origin: The base of the server's web addresses.
        address: Method and path, for the message if there is no such route.
        outside: The result of the work that the handler ran outside of the transaction (``OutsideWork``).
        webhook_sender: The sender of webhooks; None if none are sent.
        after_commit: Callbacks to run after the commit.
        capped: Whether boards have the size limits of the hosted service (``wire.caps``).
        listeners: Called with every logged action, in the transaction that logs it.
    """

    connection: Connection
    session: Principal
    params: Params
    path: dict[str, str]
    now: datetime
    ids: IdMaker
    origin: str
    address: str
    request_headers: Mapping[str, str] = field(default_factory=dict)
    outside: Any = None
    webhook_sender: WebhookSender | None = None
    after_commit: list[Callable[[], None]] = field(default_factory=list)
    capped: bool = False
    listeners: Sequence[Listener] = ()

    @property
    def writes(self) -> bool:
        """Whether the request may change something."""
        return not self.address.startswith("GET ")

    @property
    def stamp(self) -> str:
        """``now`` in its stored form."""
        return format_instant(self.now)

    @property
    def me(self) -> str:
        """The id of the member the token acts for.

        Raises:
            Refused: 401, the request had a key only.
        """
        if self.session.id_member is None:
            raise unauthorized()
        return self.session.id_member

    def new_id(self) -> str:
        """Return a new object id."""
        return self.ids.at(self.now)

    def with_params(self, params: Params) -> Call:
        """Return this call with other parameters."""
        return replace(self, params=params)

    def field(self, names: Iterable[str]) -> str:
        """Return which of ``names`` the path's ``field`` is, ignoring case.

        Raises:
            Refused: 404, it is none of them.
        """
        return self.one_of("field", names)

    def one_of(self, place: str, names: Iterable[str]) -> str:
        """Return which of ``names`` the path's placeholder ``place`` is, ignoring case.

        Raises:
            Refused: 404, it is none of them.
        """
        asked = self.path[place].lower()
        for name in names:
            if name.lower() == asked:
                return name
        raise self.no_route()

    def shown_field(self, whole: Json) -> Json:
        """Return the requested field of ``whole``: an object unchanged, any other value under ``_value``."""
        value = whole[self.field(whole)]
        return value if isinstance(value, dict) else {"_value": value}

    def no_route(self) -> Refused:
        """Return the refusal of an address that does not exist."""
        return Refused(HTTPStatus.NOT_FOUND, f"Cannot {self.address}")


Listener = Callable[[Call, Sequence[Json]], None]
"""A callback that receives the actions just logged: rows of the log, in order."""
