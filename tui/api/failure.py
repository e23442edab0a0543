"""Conversion of network failures from errors of httpx to errors of tui.errors.

The main question is whether the request can have arrived (docs/reference/reliability.md, finding 11).
"""

import ssl
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx

from tui.errors import Ambiguous, RemoteError, Unreachable

NOT_SENT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
    httpx.LocalProtocolError,
    httpx.InvalidURL,
)
"""Errors that mean that nothing has reached the service; InvalidURL is no httpx.HTTPError."""

FAILURES = (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError, TimeoutError)
"""All errors of a request that mean "no response"."""

_CERTIFICATE = {
    9: "is not valid yet: check this machine's clock",
    10: "has expired",
    18: "is self-signed",
    19: "is signed by nobody this machine trusts",
    20: "is signed by nobody this machine trusts",
    21: "is signed by nobody this machine trusts",
    62: "is for another host",
    64: "is for another host",
}
"""Texts for OpenSSL's verify codes."""


class TlsFailure(Unreachable):
    """A failed TLS handshake; an immediate retry would not help."""

    retryable = False


def failure(error: Exception, url: httpx.URL, *, service: str, reading: bool, proxied: bool) -> RemoteError:
    """Convert one of FAILURES to an error of tui.errors.

    Args:
        error: The error raised.
        url: Where the request went.
        service: ``"board"`` or ``"enrich"``.
        reading: Whether the request only reads, so that its arrival does not matter.
        proxied: Whether the environment may have set a proxy.
    """
    host = _place(url)
    if (tls := _tls(error)) is not None:
        return TlsFailure(f"No safe connection to {host}: {tls}.", service=service)
    if isinstance(error, NOT_SENT):
        return Unreachable(
            f"{host} cannot be reached{_via(url) if proxied else ''}: {_why(error)}.", service=service
        )
    why = (
        "it took too long" if isinstance(error, (httpx.TimeoutException, TimeoutError)) else "the line broke"
    )
    if reading:
        unread = Unreachable(f"No answer from {host}: {why}.", service=service)
        unread.sent = True
        return unread
    return Ambiguous(
        f"The request went to {host}, but no answer came: {why}.",
        service=service,
        hint="It may have been carried out; that is looked up before it is sent again.",
    )


def _place(url: httpx.URL) -> str:
    """Return host and port, because the host alone may name another server."""
    host = f"[{url.host}]" if ":" in url.host else url.host
    port = url.port or {"https": 443, "http": 80}.get(url.scheme)
    return f"{host}:{port}" if port else host


def _why(error: Exception) -> str:
    if isinstance(error, (httpx.ConnectTimeout, httpx.PoolTimeout)):
        return "it does not answer"
    text = str(error).lower()
    if "name or service" in text or "nodename" in text or "name resolution" in text or "no address" in text:
        return "name not found"
    if "refused" in text or "all connection attempts failed" in text:
        return "connection refused"
    if isinstance(error, httpx.ProxyError):
        return "the proxy refused"
    if isinstance(error, (httpx.InvalidURL, httpx.UnsupportedProtocol, httpx.LocalProtocolError)):
        return "the address cannot be used"
    return "no connection"


def _tls(error: BaseException) -> str | None:
    """Describe a TLS failure, or return None for another error."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return f"its certificate {_CERTIFICATE.get(cause.verify_code, 'is not accepted')}"
        if isinstance(cause, ssl.SSLError):
            plain = "WRONG_VERSION_NUMBER" in str(cause)
            return "it does not speak TLS on this port" if plain else "TLS could not be agreed on"
        cause = cause.__cause__ or cause.__context__
    return None


def _via(url: httpx.URL) -> str:
    """Describe the environment's proxy for ``url``, without its password; "" for none."""
    proxies = getproxies()
    proxy = proxies.get(url.scheme) or proxies.get("all")
    if not proxy or proxy_bypass(url.host):
        return ""
    parts = urlsplit(proxy if "//" in proxy else f"//{proxy}")
    port = f":{parts.port}" if parts.port else ""
    return f" through the proxy {parts.hostname}{port}"
