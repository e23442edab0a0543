"""Steps that reach outside: a notice, a command, a request to an address."""

from __future__ import annotations

import asyncio
import hmac
import json
import os
import signal
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field
from pydantic.dataclasses import dataclass

from tui.errors import Rejected, ServerFault, Unreachable, UsageError
from tui.rules.steps.step import BaseStep
from tui.rules.template import Template
from tui.settings.accounts import checked_url
from tui.settings.table import validation_error
from tui.store.firings import StepDone

if TYPE_CHECKING:
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


def _sendable(url: str) -> str:
    try:
        checked_url("url", url.partition("?")[0])
    except UsageError as error:
        raise validation_error(f": {error}", error.hint) from None
    return url


@dataclass(frozen=True, slots=True, config=_STRICT)
class NotifyStep(BaseStep):
    """Tell the user: in the screens, as a desktop notice of the terminal (OSC 9), or by its bell.

    Attributes:
        text: What is said.
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
    command: Annotated[tuple[Template, ...], Field(min_length=1, description='["program", "argument"]')]
    timeout: Annotated[float, Field(ge=1, le=3600, description="seconds, 1 to 3600")] = 30.0

    async def run(self, run: StepRun) -> StepDone:
        """Run the program."""
        program, *rest = self.command
        environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        try:
            process = await asyncio.create_subprocess_exec(
                program,
                *map(run.render, rest),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                env=environment | {"CARDSCOUT_EVENT_ID": run.key},
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise UsageError(
                f"{program} cannot be run: {error}", hint="write the program's whole path"
            ) from error
        try:
            async with asyncio.timeout(self.timeout):
                printed, _ = await process.communicate(_body(run))
        except (TimeoutError, asyncio.CancelledError) as error:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # with its children
            await process.wait()
            if isinstance(error, asyncio.CancelledError):
                raise
            raise UsageError(f"{program} took more than {self.timeout:g} s and was stopped") from error
        lines = printed.decode("utf-8", "replace").strip().splitlines()
        last = lines[-1][:_LAST_LINE] if lines else ""
        if process.returncode:
            raise UsageError(f"{program} ended with {process.returncode}: {last}".rstrip(": "))
        return StepDone(outcome=f"ran {program}: {last}".rstrip(": "))


@dataclass(frozen=True, slots=True, config=_STRICT)
class PostStep(BaseStep):
    """Send the event to an https address, as a signed POST of JSON.

    Attributes:
        url: The address.
    """

    repeats: ClassVar[bool] = True

    step: Literal["post"]
    url: Annotated[str, AfterValidator(_sendable)]

    async def run(self, run: StepRun) -> StepDone:
        """Send the event."""
        import httpx

        body, ident, moment = _body(run), run.key, str(int(run.now.timestamp()))
        signed = sign(run.secret(), ident, moment, body)
        headers = {
            "Content-Type": "application/json",
            "Cardscout-Id": sha256(ident.encode()).hexdigest(),
            "Cardscout-Timestamp": moment,
            "Cardscout-Signature": f"v1={signed}",
        }
        try:
            async with httpx.AsyncClient(timeout=15, follow_redirects=False, trust_env=False) as client:
                answer = await client.post(self.url, content=body, headers=headers)
        except httpx.HTTPError as error:
            raise Unreachable(f"{self.url} did not answer: {type(error).__name__}", service="rule") from error
        if answer.status_code >= httpx.codes.INTERNAL_SERVER_ERROR:
            raise ServerFault(f"{self.url} answered {answer.status_code}", service="rule")
        if not answer.is_success:
            raise Rejected(f"{self.url} answered {answer.status_code}", service="rule")
        return StepDone(outcome=f"sent to {httpx.URL(self.url).host}")


OutsideStep = NotifyStep | RunCommandStep | PostStep
"""A step that reaches outside."""


def sign(secret: bytes, ident: str, moment: str, body: bytes) -> str:
    """Return the signature of a request: HMAC-SHA256 over its id, its time and its body, in hex."""
    told = f"{sha256(ident.encode()).hexdigest()}.{moment}.".encode() + body
    return hmac.new(secret, told, sha256).hexdigest()


def _body(run: StepRun) -> bytes:
    told = {**run.firing.event, "rule": run.firing.rule}
    return json.dumps(told, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
