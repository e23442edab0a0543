"""Letting a request in: who asks, whether the signature is right, and how much they have asked already."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from sqlalchemy import Connection
from starlette.requests import Request

from tui.model.base import OBJECT_ID
from tui.server.access.apps import secret_of
from tui.server.access.counter import Counter, MemoryCounter, window_end
from tui.server.access.derived import derive
from tui.server.access.hosts import origin_seen
from tui.server.access.limits import Limits, full_headers
from tui.server.access.signed import Sent, Signature, is_form
from tui.server.pipeline.auth import Authority, Principal, sent_credentials
from tui.server.pipeline.refusal import Refused, unauthorized

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.server.pipeline.params import Params

_GUESSES = 10
"""How many wrong keys or tokens an address may send in a minute before its answers are slowed down."""

_SLOWED = 1.0
_MINUTE = 60
_WRONG = ("invalid key", "invalid token")


@dataclass(frozen=True, slots=True)
class Asker:
    """What a request says about who sends it.

    Attributes:
        key: The application's key; None when there was none.
        token: Likewise.
        path: What is asked for.
        address: Where it comes from.
        signature: Of OAuth 1.0a; None when there was none.
    """

    key: str | None
    token: str | None
    path: str
    address: str
    signature: Signature | None = None

    @classmethod
    def of(cls, request: Request, params: Params, body: bytes, origin: str, named: str = "") -> Asker:
        """The asker of ``request``, whose parameters and body have been read.

        Args:
            request: What was sent.
            params: Its query and body.
            body: As it came.
            origin: As for ``as_signed``.
            named: The token that its path names, which speaks for itself where no other is sent: the hosted
                service documents ``/tokens/{token}/webhooks?key=…``. The id of a token is no secret, and does not.
        """
        header = request.headers.get("authorization")
        key, token = sent_credentials(header, params)
        if token is None and named and OBJECT_ID.fullmatch(named) is None:
            token = named
        signature = None
        if "oauth_signature" in (header or "") or "oauth_signature" in params:
            signature = Signature.read(as_signed(request, body, origin))
        return cls(key, token, request.url.path, _address(request), signature)

    @property
    def is_nobody(self) -> bool:
        """Whether it says nothing of who it is."""
        return self.key is None and self.token is None


def _address(request: Request) -> str:
    return request.client.host if request.client else "-"


def as_signed(request: Request, body: bytes, origin: str) -> Sent:
    """``request`` as its signature covers it; ``origin`` is where the server's web addresses begin."""
    raw = request.scope.get("raw_path") or request.url.path.encode()
    form = (
        parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True) if is_form(request.headers) else []
    )
    return Sent(
        request.method,
        f"{origin_seen(request, origin)}{raw.partition(b'?')[0].decode('latin-1')}",
        tuple(request.query_params.multi_items()),
        tuple(form),
        request.headers,
    )


class Admission:
    """Decides whether a request is answered at all.

    Args:
        authority: Whom it knows.
        clock: Its time.
        limits: None for a server that counts nobody.
    """

    def __init__(self, authority: Authority, clock: Clock, limits: Limits | None) -> None:
        self._authority = authority
        self._clock = clock
        self._limits = limits
        self._counter: Counter = limits.counter if limits else MemoryCounter(clock)

    @property
    def usual_headers(self) -> Mapping[str, str]:
        """What every reply says of limits, when nobody is known to count: clients read it where nobody is counted, too."""
        return full_headers()

    def admit(self, connection: Connection, asker: Asker, headers: dict[str, str]) -> Principal:
        """Who asks; ``headers`` are told what is left to them.

        Raises:
            Refused: 401, the credentials or the signature are wrong; 429, they asked too often.
        """
        now = self._clock.now()
        session = self._authority.session(connection, asker.key, asker.token, now)
        if asker.signature is not None:
            self._check_signature(connection, asker.signature, session, now)
        if self._limits is not None and session.counted:
            headers.update(self._limits.count(session, asker.path))
        return session

    def admit_visitor(self, asker: Asker, headers: dict[str, str]) -> Principal:
        """Let somebody in who says nothing of themselves: their address is counted as a key is.

        Raises:
            Refused: 429, they asked too often.
        """
        if self._limits is not None:
            headers.update(self._limits.count(Principal(f"visitor {asker.address}"), asker.path))
        return Principal("", counted=False)

    def _check_signature(
        self, connection: Connection, signature: Signature, session: Principal, now: datetime
    ) -> None:
        """Check a signature against the secrets that may have made it.

        Clients that were given a key and a token only sign all the same, with the secrets they do not have left
        empty: that says no less than the token in it does.
        """
        secret = secret_of(connection, session.key)
        secrets = [("", "")]
        if secret is not None:
            own = derive(connection, "token", session.token) if session.token else ""
            secrets += [(secret, own), (secret, "")]
        signature.check(secrets, self._counter, now)

    def is_guess(self, refused: Refused) -> bool:
        """Whether what was refused may be a try of a key or a token, which are counted."""
        wrong = refused.status == unauthorized().status and refused.body in _WRONG
        return wrong and self._limits is not None

    def delay(self, request: Request) -> float:
        """Seconds to wait before a guess is told to be wrong: guessing gets slow (docs/reference/reliability.md, T21)."""
        name = f"guess {_address(request)}"
        guesses = self._counter.add({name: window_end(self._clock.now(), _MINUTE)})[name]
        return _SLOWED if guesses > _GUESSES else 0.0
