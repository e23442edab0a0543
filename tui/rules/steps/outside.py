"""Steps that reach outside: a notice, a command, a request to an address."""

from __future__ import annotations

import asyncio
import hmac
import json
import os
import re
import signal
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from tempfile import TemporaryFile
from types import MappingProxyType
from typing import IO, TYPE_CHECKING, Annotated, Any, ClassVar, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field
from pydantic.dataclasses import dataclass

from tui.errors import Rejected, ServerFault, UsageError
from tui.rules.steps.command import check_arguments, checked_command
from tui.rules.steps.step import BaseStep
from tui.rules.template import Template
from tui.settings.accounts import LOOPBACK, origin
from tui.settings.table import validation_error
from tui.store.firing_records import StepDone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.rules.steps.run import StepRun

_STRICT: Any = {"extra": "forbid"}

PASSED_ON = (
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "TZ",
    "TMPDIR",
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "DBUS_SESSION_BUS_ADDRESS",
)
"""Environment variables that a command gets; no secret is among them."""

_LAST_LINE = 200

_TAIL = 4096
"""Maximum bytes that are read from the end of a program's output."""

_MOST_PRINTED, _GLANCE = 8 * 1024 * 1024, 0.2
"""Bytes of output after which the earlier ones are dropped, and seconds between two checks."""

_BLANK = "\0 \t\r\n"
"""Characters around a program's last line; what was dropped is read as null characters."""

_ENDING = 1.0
"""Maximum seconds that a stopped program may take to end."""

_LATER = frozenset({408, 425, 429})
"""Statuses by which a service asks for the request once more."""

_WHOLE_REQUEST = 30.0
"""Maximum seconds of a whole request."""

_NO_URL = re.compile(r"""[\s\x00-\x1f"<>\\^`{|}]|://[^/?#]*@""")
"""Characters that no address contains, and an address with a password."""

_WRITE_URL = 'write url = "https://hooks.example/…"'


def _sendable(url: str) -> str:
    """Return ``url`` if an event may be sent to it; errors never contain its path, which often is a secret."""
    no_address = validation_error(": that is no address", _WRITE_URL)
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise no_address from None
    if parts.scheme not in {"http", "https"} or not host or port == 0 or _NO_URL.search(url):
        raise no_address
    if parts.scheme == "http" and host not in LOOPBACK:
        raise validation_error(f": {origin(url)} would get the event without encryption", _WRITE_URL)
    return url


def _without_path(url: str) -> str:
    return f"{origin(url)}/…"


@dataclass(frozen=True, slots=True, config=_STRICT)
class NotifyStep(BaseStep):
    """Tell the user: in the screens, as a desktop notice of the terminal (OSC 9), or by its bell.

    Attributes:
        text: The text.
        how: One or several of ``app``, ``terminal`` and ``bell``.
    """

    repeats: ClassVar[bool] = True

    step: Literal["notify"]
    text: Annotated[Template, Field(min_length=1)]
    how: tuple[Literal["app", "terminal", "bell"], ...] = ("app",)

    async def run(self, run: StepRun) -> StepDone:
        """Show the notice."""
        text = run.render(self.text)
        run.notify(text, self.how)
        return StepDone(outcome=f"told: {text}")


@dataclass(frozen=True, slots=True, config=_STRICT)
class RunCommandStep(BaseStep):
    """Run a program, without a shell; the event is its standard input, as one JSON object.

    Attributes:
        command: The program and its arguments; each argument is a template, and stays one argument.
        timeout: Seconds after which it is stopped.
    """

    repeats: ClassVar[bool] = True

    step: Literal["run"]
    command: Annotated[
        tuple[Template, ...],
        AfterValidator(checked_command),
        Field(min_length=1, description='["program", "argument"]'),
    ]
    timeout: Annotated[float, Field(ge=1, le=3600, description="seconds, 1 to 3600")] = 30.0

    async def run(self, run: StepRun) -> StepDone:
        """Run the program."""
        program, *arguments = (run.render(each) for each in self.command)
        check_arguments(self.command, arguments)
        # Its output goes to a file, because a child may keep a pipe open after its end, and a pipe must be
        # read meanwhile.
        with TemporaryFile() as printed:
            code = await self._run(program, arguments, run, printed)
            printed.seek(max(0, printed.tell() - _TAIL))
            lines = printed.read(_TAIL).decode("utf-8", "replace").strip(_BLANK).splitlines()
        last = lines[-1][:_LAST_LINE] if lines else ""
        if code:
            raise UsageError(f"{program} ended with {code}: {last}".rstrip(": "))
        return StepDone(outcome=f"ran {program}: {last}".rstrip(": "))

    async def _run(self, program: str, arguments: Sequence[str], run: StepRun, printed: IO[bytes]) -> int:
        """Run the program to its end; return its exit code.

        Raises:
            UsageError: It cannot be run, or takes too long.
        """
        try:
            process = await asyncio.create_subprocess_exec(
                program,
                *arguments,
                stdin=asyncio.subprocess.PIPE,
                stdout=printed,
                stderr=asyncio.subprocess.STDOUT,
                env={name: os.environ[name] for name in PASSED_ON if name in os.environ}
                | {"CARDSCOUT_EVENT_ID": run.key},
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise UsageError(
                f"{program} cannot be run: {error}", hint="write the program's whole path"
            ) from error
        kept = asyncio.create_task(_keep_small(printed))
        try:
            async with asyncio.timeout(self.timeout):
                await process.communicate(_body(run))
        except TimeoutError as error:
            raise UsageError(f"{program} took more than {self.timeout:g} s and was stopped") from error
        finally:
            kept.cancel()
            if process.returncode is None:
                # Its children are stopped too; one that changed its user may be out of our reach.
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)
                # The event loop may be closed next, and the wait for the process must have ended before.
                with suppress(TimeoutError):
                    await asyncio.wait_for(process.wait(), _ENDING)
        return process.returncode or 0


@dataclass(frozen=True, slots=True, config=_STRICT)
class PostStep(BaseStep):
    """Send the event to an https address, as a signed POST of JSON.

    Attributes:
        url: The address.
    """

    repeats: ClassVar[bool] = True
    shown: ClassVar[Mapping[str, Callable[[str], str]]] = MappingProxyType({"url": _without_path})

    step: Literal["post"]
    url: Annotated[str, AfterValidator(_sendable)]

    async def run(self, run: StepRun) -> StepDone:
        """Send the event."""
        import httpx

        from tui.api.failure import FAILURES, failure

        # Messages contain nothing else of the address, which is a secret at many services.
        host = urlsplit(self.url).hostname or "the address"
        body, ident, moment = _body(run), run.key, str(int(run.now.timestamp()))
        signed = sign(run.secret(), ident, moment, body)
        headers = {
            "Content-Type": "application/json",
            "Cardscout-Id": sha256(ident.encode()).hexdigest(),
            "Cardscout-Timestamp": moment,
            "Cardscout-Signature": f"v1={signed}",
        }
        try:
            async with (
                asyncio.timeout(_WHOLE_REQUEST),
                httpx.AsyncClient(timeout=15, follow_redirects=False, trust_env=False) as client,
                # Its body is not read: a rule has no use for it, and it may have no end.
                client.stream("POST", self.url, content=body, headers=headers) as answer,
            ):
                status = answer.status_code
        except FAILURES as error:
            raise failure(error, httpx.URL(self.url), service="rule", reading=True, proxied=False) from error
        if status >= httpx.codes.INTERNAL_SERVER_ERROR or status in _LATER:
            raise ServerFault(f"{host} answered {status}", service="rule")
        if not httpx.codes.is_success(status):
            raise Rejected(f"{host} answered {status}", service="rule")
        return StepDone(outcome=f"sent to {host}")


OutsideStep = NotifyStep | RunCommandStep | PostStep
"""A step that reaches outside."""


async def _keep_small(printed: IO[bytes]) -> None:
    """Drop the earlier output of a program while it prints: it could fill the disk, of which only the end is read."""
    while True:
        await asyncio.sleep(_GLANCE)
        if os.fstat(printed.fileno()).st_blocks * 512 > _MOST_PRINTED:
            # The program goes on behind the gap, which takes no room.
            os.ftruncate(printed.fileno(), 0)


def sign(secret: bytes, ident: str, moment: str, body: bytes) -> str:
    """Return the signature of a request: HMAC-SHA256 over its id, its time and its body, in hex."""
    told = f"{sha256(ident.encode()).hexdigest()}.{moment}.".encode() + body
    return hmac.new(secret, told, sha256).hexdigest()


def _body(run: StepRun) -> bytes:
    told = {**run.firing.event, "rule": run.firing.rule}
    return json.dumps(told, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
