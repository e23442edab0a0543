"""Call: one request on its way through the server, and the transaction it is answered in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from tui.model.base import Json, instant_text
from tui.server.pipeline.refusal import Refused, unauthorized

if TYPE_CHECKING:
    from tui.server.pipeline.auth import Principal
    from tui.server.pipeline.ids import IdMaker
    from tui.server.pipeline.params import Params
    from tui.server.pipeline.webhook_sender import WebhookSender


@dataclass(frozen=True, slots=True)
class Call:
    """One request.

    Attributes:
        connection: Open in a transaction: a writing one unless the method is GET.
        session: Who asks.
        params: What they sent.
        path: What the placeholders of the route stand for, by name.
        now: When it arrived.
        ids: Gives new ids.
        origin: Where the server's web addresses begin.
        address: Method and path, as they are echoed when there is no such route.
        sent: The headers that came with it.
        outside: What was done outside of the transaction, when the handler asked for that (``Outside``).
        webhook_sender: Sends webhooks; None where none are sent.
        after: What is done once the transaction is kept.
        capped: Whether boards hold no more than the hosted service's do (``wire.caps``).
        listeners: Told of every action that is logged, in the transaction that logs it.
    """

    connection: Connection
    session: Principal
    params: Params
    path: dict[str, str]
    now: datetime
    ids: IdMaker
    origin: str
    address: str
    sent: Mapping[str, str] = field(default_factory=dict)
    outside: Any = None
    webhook_sender: WebhookSender | None = None
    after: list[Callable[[], None]] = field(default_factory=list)
    capped: bool = False
    listeners: Sequence[Listener] = ()

    @property
    def writes(self) -> bool:
        """Whether it may change something."""
        return not self.address.startswith("GET ")

    @property
    def stamp(self) -> str:
        """``now`` as it is stored."""
        return instant_text(self.now)

    @property
    def me(self) -> str:
        """The member the token speaks for.

        Raises:
            Refused: 401, there was a key only.
        """
        if self.session.id_member is None:
            raise unauthorized()
        return self.session.id_member

    def new_id(self) -> str:
        """The next object id."""
        return self.ids.at(self.now)

    def with_params(self, params: Params) -> Call:
        """The same call, sent with other parameters."""
        return replace(self, params=params)

    def field(self, names: Iterable[str]) -> str:
        """Which of ``names`` the path means; paths take any case.

        Raises:
            Refused: 404, none of them.
        """
        return self.one_of("field", names)

    def one_of(self, place: str, names: Iterable[str]) -> str:
        """Which of ``names`` the path means at ``place``; paths take any case.

        Raises:
            Refused: 404, none of them.
        """
        asked = self.path[place].lower()
        for name in names:
            if name.lower() == asked:
                return name
        raise self.no_route()

    def shown_field(self, whole: Json) -> Json:
        """One field of a thing, as field routes answer: an object as itself, anything else as ``_value``."""
        value = whole[self.field(whole)]
        return value if isinstance(value, dict) else {"_value": value}

    def no_route(self) -> Refused:
        """What is answered when there is nothing at this address."""
        return Refused(HTTPStatus.NOT_FOUND, f"Cannot {self.address}")


Listener = Callable[[Call, Sequence[Json]], None]
"""Is told of actions that were just logged: rows of the log, in their order."""
