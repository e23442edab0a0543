"""Protection from request smuggling: requests with two declarations of the body's length are refused.

If a proxy uses ``Content-Length`` and the server ``Transfer-Encoding``, one sees two requests where the other
sees one, and the sender can pass off the second as another client's.
"""

from http import HTTPStatus

from starlette.types import ASGIApp, Receive, Scope, Send

_LENGTH, _CODING = b"content-length", b"transfer-encoding"
_REFUSAL = b"Content-Length and Transfer-Encoding do not go together"


class FramingGuard:
    """ASGI middleware that refuses requests of ambiguous length with 400 and closes their connection.

    Args:
        app: The application that answers all other requests.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on requests whose length is unambiguous, and refuse the others."""
        if scope["type"] != "http" or not _is_doubtful(scope):
            await self._app(scope, receive, send)
            return
        size = (b"content-length", str(len(_REFUSAL)).encode())
        headers = [(b"content-type", b"text/plain; charset=utf-8"), size, (b"connection", b"close")]
        await send({"type": "http.response.start", "status": HTTPStatus.BAD_REQUEST, "headers": headers})
        await send({"type": "http.response.body", "body": _REFUSAL})


def _is_doubtful(scope: Scope) -> bool:
    """Return whether the body's length is ambiguous; HTTP/1.0 does not define ``Transfer-Encoding`` at all."""
    names = {name for name, _value in scope["headers"]}
    return _CODING in names and (_LENGTH in names or scope["http_version"] == "1.0")
