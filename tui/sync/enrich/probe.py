"""Probe: a real call that asks for nobody, and what a service's answer to it says of how it is set up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.errors import (
    Ambiguous,
    Forbidden,
    Garbled,
    NotFound,
    OptedOut,
    OutOfCredits,
    RateLimited,
    Rejected,
    RemoteError,
    ServerFault,
    Unauthorized,
    Unreachable,
)

if TYPE_CHECKING:
    from tui.api.enrich.client import EnrichClient

NOBODY = "nobody@nowhere.example"
"""Whom no service can know: the name is reserved, and a miss costs nothing."""

_ADDRESS = "See --url: cardscout providers add writes it anew. Other services have another --dialect."
_SHAPE = "See --dialect: platform (POST /enrich/person …) or direct (GET /people …); cardscout providers add writes it anew."
_KEY = "See --auth and --auth-name, and give its key anew: cardscout providers add NAME."

_MEANS: tuple[tuple[type[RemoteError], str, str], ...] = (
    (Unauthorized, "wrong key", _KEY),
    (Forbidden, "wrong key, or one that may not look people up", _KEY),
    (OutOfCredits, "out of credits; address, key and shape are right", ""),
    (RateLimited, "not now; address and key are right", ""),
    (NotFound, "wrong address", _ADDRESS),
    (Unreachable, "wrong address, or no way to it", _ADDRESS),
    (Rejected, "wrong shape", _SHAPE),
    (Garbled, "wrong shape", _SHAPE),
    (ServerFault, "the service fails", ""),
    (Ambiguous, "the service fails, or is none of that shape", _SHAPE),
)


async def probe(client: EnrichClient) -> int | None:
    """Ask for nobody, so that address, key and shape are all put to the test; it costs nothing.

    Returns:
        Credits left, or None where the service does not tell.

    Raises:
        RemoteError: Something of it is wrong; the message begins with what.
    """
    try:
        answer = await client.person(email=NOBODY)
        left = await client.credits()
    except OptedOut:
        return None
    except RemoteError as error:
        raise _told(error) from error
    return answer.credits_left if left is None else left


def _told(error: RemoteError) -> RemoteError:
    words, hint = next(
        ((words, hint) for kind, words, hint in _MEANS if isinstance(error, kind)), ("something is wrong", "")
    )
    # A web page where an answer should be is told as a line that broke: the status tells them apart.
    if isinstance(error, Unreachable | Ambiguous) and 0 < error.status < 500:  # no fault of the service
        words, hint = "wrong address", _ADDRESS
    return RemoteError(
        f"{words}: {error}",
        service="enrich",
        status=error.status,
        request_id=error.request_id,
        hint=hint or error.hint,
    )
