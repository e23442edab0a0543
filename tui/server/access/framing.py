"""How long a body is, said in one way: a request that says it in two is turned away.

A proxy that believes ``Content-Length`` and a server that believes ``Transfer-Encoding`` see two requests where the
other sees one, and the second is whoever's the sender likes.
"""

from http import HTTPStatus

from starlette.types import ASGIApp, Receive, Scope, Send

_LENGTH, _CODING = b"content-length", b"transfer-encoding"
_REFUSAL = b"Content-Length and Transfer-Encoding do not go together"


class OneLength:
    """Refuses with 400, and closes the connection: what follows on it may be anything.

    Args:
        app: Who answers the others.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what says its length once, or says it has none."""
        if scope["type"] != "http" or not _is_doubtful(scope):
            await self._app(scope, receive, send)
            return
        size = (b"content-length", str(len(_REFUSAL)).encode())
        headers = [(b"content-type", b"text/plain; charset=utf-8"), size, (b"connection", b"close")]
        await send({"type": "http.response.start", "status": HTTPStatus.BAD_REQUEST, "headers": headers})
        await send({"type": "http.response.body", "body": _REFUSAL})


def _is_doubtful(scope: Scope) -> bool:
    """Whether a body's length may be read in two ways; HTTP/1.0 knows no ``Transfer-Encoding`` at all."""
    names = {name for name, _value in scope["headers"]}
    return _CODING in names and (_LENGTH in names or scope["http_version"] == "1.0")
