"""Admission of requests: authentication, signature check and rate limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from sqlalchemy import Connection
from starlette.requests import Request

from tui.model.values.scalars import OBJECT_ID
from tui.server.access.apps import secret_of
from tui.server.access.counter import Counter, MemoryCounter, window_end
from tui.server.access.derived import derive
from tui.server.access.hosts import origin_seen
from tui.server.access.limits import Limits, full_headers
from tui.server.access.signed import Signature, SignedRequest, is_form
from tui.server.pipeline.auth import Authority, Principal, sent_credentials
from tui.server.pipeline.params import Refused, unauthorized

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.server.pipeline.params import Params

_MAX_GUESSES = 10
"""Number of wrong keys or tokens per client address and minute before answers are slowed down."""

_GUESS_DELAY = 1.0
_MINUTE = 60
_GUESS_ERRORS = ("invalid key", "invalid token")


@dataclass(frozen=True, slots=True)
class Claimant:
    """The identity that a request claims: credentials, signature and client address.

    Attributes:
        key: The application's key; None if there was none.
        token: The token; None if there was none.
        signature: The signature of OAuth 1.0a; None if there was none.
    """

    key: str | None
    token: str | None
    path: str
    address: str
    signature: Signature | None = None

    @classmethod
    def of(cls, request: Request, params: Params, body: bytes, origin: str, named: str = "") -> Claimant:
        """Extract the asker from ``request``, whose parameters and body have been read.

        Args:
            request: The request.
            params: The parameters of its query and body.
            body: The raw body.
            origin: As for ``as_signed``.
            named: The token in the path, which authenticates if no other is sent: the hosted service
                documents ``/tokens/{token}/webhooks?key=…``. A token's id does not authenticate, because it
                is no secret.
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
        """Whether neither key nor token was sent."""
        return self.key is None and self.token is None


def _address(request: Request) -> str:
    return request.client.host if request.client else "-"


def as_signed(request: Request, body: bytes, origin: str) -> SignedRequest:
    """Return the signed parts of ``request``; ``origin`` is the base of the server's web addresses."""
    raw = request.scope.get("raw_path") or request.url.path.encode()
    form = (
        parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True) if is_form(request.headers) else []
    )
    return SignedRequest(
        request.method,
        f"{origin_seen(request, origin)}{raw.partition(b'?')[0].decode('latin-1')}",
        tuple(request.query_params.multi_items()),
        tuple(form),
        request.headers,
    )


class Admission:
    """Authenticates requests and enforces rate limits.

    Args:
        authority: The verifier of keys and tokens.
        limits: The rate limits; None for a server without any.
    """

    def __init__(self, authority: Authority, clock: Clock, limits: Limits | None) -> None:
        self._authority = authority
        self._clock = clock
        self._limits = limits
        self._counter: Counter = limits.counter if limits else MemoryCounter(clock)

    @property
    def usual_headers(self) -> Mapping[str, str]:
        """The rate-limit headers of replies without a counted caller, which clients read too."""
        return full_headers()

    def admit(self, connection: Connection, asker: Claimant, headers: dict[str, str]) -> Principal:
        """Authenticate a request and count it; the rate-limit headers are added to ``headers``.

        Raises:
            Refused: 401, the credentials or the signature are wrong; 429, a rate limit is exceeded.
        """
        now = self._clock.now()
        session = self._authority.authenticate(connection, asker.key, asker.token, now)
        if asker.signature is not None:
            self._check_signature(connection, asker.signature, session, now)
        if self._limits is not None and session.counted:
            headers.update(self._limits.count(session, asker.path))
        return session

    def admit_visitor(self, asker: Claimant, headers: dict[str, str]) -> Principal:
        """Admit a request without credentials, counting its client address like a key.

        Raises:
            Refused: 429, a rate limit is exceeded.
        """
        if self._limits is not None:
            headers.update(self._limits.count(Principal(f"visitor {asker.address}"), asker.path))
        return Principal("", counted=False)

    def _check_signature(
        self, connection: Connection, signature: Signature, session: Principal, now: datetime
    ) -> None:
        """Check a signature against the secrets it may have been made with.

        Some clients that have only a key and a token sign with empty secrets, which is accepted: the token in
        the request is proof enough.
        """
        secret = secret_of(connection, session.key)
        secrets = [("", "")]
        if secret is not None:
            own = derive(connection, "token", session.token) if session.token else ""
            secrets += [(secret, own), (secret, "")]
        signature.check(secrets, self._counter, now)

    def is_guess(self, refused: Refused) -> bool:
        """Return whether a refused request counts as a guess of a key or a token."""
        wrong = refused.status == unauthorized().status and refused.body in _GUESS_ERRORS
        return wrong and self._limits is not None

    def delay(self, request: Request) -> float:
        """Return the seconds to delay the refusal of a wrong guess (docs/reference/reliability.md, T21)."""
        name = f"guess {_address(request)}"
        guesses = self._counter.add({name: window_end(self._clock.now(), _MINUTE)})[name]
        return _GUESS_DELAY if guesses > _MAX_GUESSES else 0.0
