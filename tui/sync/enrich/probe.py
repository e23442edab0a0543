"""The probe: a real request for nobody, whose answer shows whether a service is set up correctly."""

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
    from tui.adapters.adapter import Adapter
    from tui.api.enrich.client import EnrichClient, LookupAnswer

NOBODY = "nobody@nowhere.example"
"""An address that no service can know: the name is reserved, and a miss costs nothing."""

_ADDRESS = "See --url: cardscout providers add writes it anew. Other services have another --dialect."
_SHAPE = "See --dialect, the adapter of the service: cardscout providers add writes it anew."
_NO_WAY = "See to this machine's connection, and to the address; providers add without --check tries nothing."
_KEY = "See --auth and --auth-name, and give its key anew: cardscout providers add NAME."

_CASES: tuple[tuple[type[RemoteError], str, str], ...] = (
    (Unauthorized, "wrong key", _KEY),
    (Forbidden, "wrong key, or one that may not look people up", _KEY),
    (OutOfCredits, "out of credits; address, key and shape are right", ""),
    (RateLimited, "not now; address and key are right", ""),
    (NotFound, "wrong address", _ADDRESS),
    (Rejected, "wrong shape", _SHAPE),
    (Garbled, "wrong shape", _SHAPE),
    (ServerFault, "the service fails", ""),
    (Ambiguous, "the service fails, or is none of that shape", _SHAPE),
)


async def probe(client: EnrichClient, adapter: Adapter, name: str = "") -> int | None:
    """Look up nobody, or the adapter's free test subject, which tests address, key and adapter without costs.

    Args:
        client: Asks the service.
        adapter: The service.
        name: Its name in the settings; that of the adapter unless given.

    Returns:
        Credits left, or None if the service does not report them.

    Raises:
        RemoteError: The setup is wrong, or the service fails; the message begins with the cause.
    """
    try:
        answer = await _ask(client, adapter)
        left = await client.credits()
    except OptedOut:
        return None
    except RemoteError as error:
        raise _explained(error, adapter, name or adapter.name) from error
    return answer.credits_left if left is None else left


async def _ask(client: EnrichClient, adapter: Adapter) -> LookupAnswer:
    if adapter.check:
        person = any(way <= adapter.check.keys() for way in adapter.ways("person"))
        answer = await (client.person if person else client.company)(**adapter.check)
        if answer.person is None and answer.company is None:
            known = ", ".join(f"{name} {value}" for name, value in adapter.check.items())
            raise Garbled(f"it found nobody for {known}, which it knows.", service="enrich")
        return answer
    if adapter.calls("person"):
        return await client.person(email=NOBODY)
    return await client.company(domain=NOBODY.rpartition("@")[2])


def _case(error: RemoteError) -> tuple[str, str]:
    """Return what is wrong, which may be "", and what would help."""
    # A web page instead of an answer is reported as a broken connection; the status distinguishes them.
    if isinstance(error, Unreachable | Ambiguous):
        if not error.status:
            return "" if isinstance(error, Unreachable) else "no answer came", _NO_WAY
        if error.status < 500:  # no fault of the service
            return "wrong address", _ADDRESS
    found = ((words, hint) for kind, words, hint in _CASES if isinstance(error, kind))
    return next(found, ("something is wrong", ""))


def _explained(error: RemoteError, adapter: Adapter, name: str) -> RemoteError:
    words, hint = _case(error)
    if hint == _KEY and adapter.key.source:
        parts = " and ".join(adapter.key.parts)
        hint = f"Give its {parts} anew: cardscout providers add {name}. {adapter.key.source}"
    return RemoteError(
        f"{words}: {error}" if words else str(error),
        service="enrich",
        status=error.status,
        request_id=error.request_id,
        hint=hint or error.hint,
    )
