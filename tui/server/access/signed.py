"""Signatures of OAuth 1.0a (RFC 5849): parsing and verification.

Key and token are trusted without a signature too, as on the hosted service; but a signature that is sent must
be valid, recent and unused. The cryptography is oauthlib's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import unquote
from urllib.request import parse_http_list, parse_keqv_list

from tui.server.pipeline.params import Refused

if TYPE_CHECKING:
    from tui.server.access.counter import Counter

WINDOW = 300
"""Seconds that a signature's timestamp may differ from the server's time."""

_METHODS = ("HMAC-SHA1", "PLAINTEXT")
_FORM = "application/x-www-form-urlencoded"
_LONGEST = 256


@dataclass(frozen=True, slots=True)
class SignedRequest:
    """The parts of a request that its signature covers.

    Attributes:
        method: The HTTP method, in capitals.
        url: Scheme, host and path as requested, percent-encoded.
        query: The parameters of the query, decoded.
        form: The parameters of a urlencoded body, decoded.
        headers: The headers by lower-case name.
    """

    method: str
    url: str
    query: tuple[tuple[str, str], ...]
    form: tuple[tuple[str, str], ...]
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature and the request it covers.

    Attributes:
        params: All its parameters but the signature, decoded.
        oauth: The ``oauth_`` parameters, by name.
    """

    sent: SignedRequest
    params: tuple[tuple[str, str], ...]
    oauth: Mapping[str, str]

    @property
    def key(self) -> str:
        """The application's key."""
        return self.oauth.get("oauth_consumer_key", "")

    @property
    def token(self) -> str:
        """The token, or the request token; may be empty."""
        return self.oauth.get("oauth_token", "")

    @classmethod
    def read(cls, sent: SignedRequest) -> Signature | None:
        """Parse the signature in the query, header or form of a request; None if there is none."""
        pairs = (*sent.query, *_header_pairs(sent.headers.get("authorization", "")), *sent.form)
        oauth = {name: value for name, value in pairs if name.startswith("oauth_")}
        if "oauth_signature" not in oauth:
            return None
        return cls(sent, tuple(pair for pair in pairs if pair[0] != "oauth_signature"), oauth)

    def check(self, secrets: Iterable[tuple[str, str]], counter: Counter, now: datetime) -> None:
        """Refuse a signature that is forged, stale or used before.

        Args:
            secrets: Pairs of the application's secret and the token's; one of them must have been used.
            counter: The counter that records used nonces.
            now: The server's time.

        Raises:
            Refused: 401, the signature is not accepted.
        """
        method = self.oauth.get("oauth_signature_method", "")
        if method not in _METHODS or self.oauth.get("oauth_version", "1.0") != "1.0":
            raise Refused(HTTPStatus.UNAUTHORIZED, "invalid signature method")
        pairs = list(secrets)
        if not any(self._verify_with(method, url, *pair) for url in self._urls for pair in pairs):
            raise Refused(HTTPStatus.UNAUTHORIZED, "invalid signature")
        if method != "PLAINTEXT" or "oauth_nonce" in self.oauth:
            self._check_fresh(counter, now)

    @property
    def _urls(self) -> tuple[str, ...]:
        """The URL as received, and as ``https``, which the client may have signed before a TLS proxy."""
        scheme, _, rest = self.sent.url.partition("://")
        return (self.sent.url, f"https://{rest}") if scheme == "http" else (self.sent.url,)

    def _verify_with(self, method: str, url: str, secret: str, token_secret: str) -> bool:
        # A slow import, and most clients never sign.
        from oauthlib.common import Request
        from oauthlib.oauth1.rfc5849 import signature

        verify = signature.verify_plaintext if method == "PLAINTEXT" else signature.verify_hmac_sha1
        try:
            signed = Request(url, self.sent.method)
            signed.params = list(self.params)
            signed.signature = self.oauth["oauth_signature"]
            return bool(verify(signed, secret, token_secret))
        except ValueError:
            # The library can not build a base string of such a URL.
            return False

    def _check_fresh(self, counter: Counter, now: datetime) -> None:
        stamp, nonce = self.oauth.get("oauth_timestamp", ""), self.oauth.get("oauth_nonce", "")
        if re.fullmatch(r"[0-9]{1,11}", stamp) is None:
            raise Refused(HTTPStatus.UNAUTHORIZED, "invalid timestamp")
        if abs(int(stamp) - now.timestamp()) > WINDOW:
            raise Refused(HTTPStatus.UNAUTHORIZED, "expired timestamp")
        if not 0 < len(nonce) <= _LONGEST:
            raise Refused(HTTPStatus.UNAUTHORIZED, "invalid nonce")
        name = f"nonce {self.key} {self.token[-16:]} {stamp} {nonce}"
        if counter.add({name: int(stamp) + WINDOW + 1})[name] > 1:
            raise Refused(HTTPStatus.UNAUTHORIZED, "nonce already used")


def is_form(headers: Mapping[str, str]) -> bool:
    """Return whether the body is a urlencoded form, which the signature covers."""
    return headers.get("content-type", "").partition(";")[0].strip().lower() == _FORM


def _header_pairs(header: str) -> list[tuple[str, str]]:
    """Parse the parameters of ``Authorization: OAuth …``, decoded, without the realm."""
    scheme, _, rest = header.partition(" ")
    if scheme.lower() != "oauth":
        return []
    parts = [part for part in parse_http_list(rest) if "=" in part]
    found = parse_keqv_list([part for part in parts if part.partition("=")[2]])
    return [(name, unquote(value)) for name, value in found.items() if name != "realm"]
