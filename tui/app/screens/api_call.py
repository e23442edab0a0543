"""ApiCallDialog: asks for a call of any address of a service, makes it, and shows the answer."""

from __future__ import annotations

import json
import shlex
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from textual.content import Content

from tui.app.commands.command import Choice
from tui.app.screens.boxes.read import ReadScreen
from tui.model.account.call import ApiCall, group_pairs, parse_body, split_address
from tui.presentation.safe_text import safe_text, sanitize

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tui.app.screens.boxes.boxes import Boxes
    from tui.model.account.call import CallMethod
    from tui.workspace import Service, Workspace

LINES, LONGEST = 2000, 200_000
"""Maximum lines and characters of an answer that are shown."""

_KINDS = {
    "board GET": "read from the task board",
    "board POST": "make something on the task board",
    "board PUT": "change something on the task board",
    "board DELETE": "delete something on the task board",
    "enrich GET": "ask the sales intelligence",
    "enrich POST": "ask the sales intelligence, with a body",
}
_PATHS = {"board": "/1/members/me/boards?fields=name", "enrich": "/credits"}
_WITH_BODY = ("POST", "PUT")


class ApiCallDialog:
    """The questions for a call; esc goes back one step and keeps what was typed.

    Args:
        typed: The answers for the last call, by question; updated in place.
    """

    def __init__(self, boxes: Boxes, workspace: Workspace, account: str, typed: dict[str, str]) -> None:
        self._boxes, self._workspace, self._typed = boxes, workspace, typed
        self._account = ("--account", account) if account else ()
        self._answer: Any = None

    async def ask(self) -> None:
        """Ask for the call, make it after the last question, and show the answer."""
        questions: tuple[Callable[[], Awaitable[bool]], ...] = (self._kind, self._address, self._body)
        at = 0
        while at <= (2 if self._method in _WITH_BODY else 1):
            at += 1 if await questions[at]() else -1
            if at < 0:
                return
        await self._show()

    @property
    def _service(self) -> Service:
        return cast("Service", self._typed.get("kind", "board GET").partition(" ")[0])

    @property
    def _method(self) -> CallMethod:
        return cast("CallMethod", self._typed.get("kind", "board GET").partition(" ")[2])

    @property
    def _lasting(self) -> str:
        """The warning before a call that changes something."""
        changes = self._service == "board" and self._method != "GET"
        return " · it is done at once, and no undo takes it back" if changes else ""

    # --- questions ------------------------------------------------------------------------------

    async def _kind(self) -> bool:
        choices = [Choice(kind, f"{kind.partition(' ')[2]} · {words}") for kind, words in _KINDS.items()]
        found = await self._boxes.choose("API call", choices, at=self._typed.get("kind"))
        if found is not None:
            self._typed["kind"] = found
        return found is not None

    async def _address(self) -> bool:
        needs_body = self._method in _WITH_BODY

        async def check(text: str) -> None:
            split_address(text)
            if not needs_body:
                await self._call(text, None)

        return await self._line(
            "address",
            f"{self._method} which address?",
            note=f"A path of the service, and its query, such as {_PATHS[self._service]}{self._lasting}",
            attempt=check,
        )

    async def _body(self) -> bool:
        async def call(text: str) -> None:
            await self._call(self._typed["address"], parse_body(text))

        return await self._line(
            "body",
            f"{self._method} {self._typed['address']} with which JSON?",
            note=f'Such as {{"name": "Ana"}}; {{}} for nothing{self._lasting}',
            attempt=call,
            offer="{}",
        )

    async def _line(
        self, name: str, title: str, *, note: str, attempt: Callable[[str], Awaitable[None]], offer: str = ""
    ) -> bool:
        found = await self._boxes.prompt(
            title,
            offer=self._typed.get(name, offer),
            note=note,
            attempt=attempt,
            reads=partial(self._price, name) if self._service == "enrich" else None,
            needed="Nothing was typed",
            step=True,
            left=partial(self._typed.__setitem__, name),
        )
        if found is not None:
            self._typed[name] = found
        return found is not None

    def _price(self, name: str, text: str) -> str:
        """Return the maximum cost of the call, to show before it is made."""
        address = text if name == "address" else self._typed["address"]
        most = self._workspace.spending.most_at(address.partition("?")[0].strip())
        return f"may cost {most} {'credit' if most == 1 else 'credits'}" if most else "free"

    # --- the call -------------------------------------------------------------------------------

    async def _call(self, address: str, body: Any) -> None:
        path, pairs = split_address(address)
        call = ApiCall(
            service=self._service, method=self._method, path=path, query=group_pairs(pairs), body=body
        )
        self._answer = await self._workspace.sync.call(call)
        if call.method != "GET" and call.service == "board":
            self._workspace.sync.refresh()

    async def _show(self) -> None:
        text = json.dumps(self._answer, indent=2, ensure_ascii=False)
        head = "\n".join(text[:LONGEST].split("\n")[:LINES])
        shown = [sanitize(head, keep="\n")]
        if len(text) > len(head):
            shown.append(f"… and {len(text) - len(head):,} characters more: y copies all of it")
        shown.append(f"In a shell: {self._in_a_shell()}")
        box = ReadScreen(f"{self._method} {self._typed['address']}", Content("\n\n".join(shown)), copied=text)
        await self._boxes.ask(box)

    def _in_a_shell(self) -> str:
        words = ["cardscout", *self._account, "api", self._service, self._method, self._typed["address"]]
        if self._method in _WITH_BODY:
            words += ["--data", self._typed["body"]]
        return safe_text(shlex.join(words))
