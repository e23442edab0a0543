"""Rules for the screens under test: the accounts that they use are opened beside the app's own workspace."""

from contextlib import AsyncExitStack
from pathlib import Path

from tests.stories.world import PatientClock, link_to
from tui.errors import CredentialError
from tui.rules.runner import RuleHome
from tui.rules.steps.run import OpenAccount
from tui.server.run import LocalServer
from tui.server.watch import FileWatch
from tui.workspace import Link, Workspace

CLOSED = "closed"
"""An account that cannot be opened."""


def rule_home(home: Path, clock: PatientClock) -> RuleHome:
    """Where the rules of ``home`` are."""

    def opener(stack: AsyncExitStack) -> OpenAccount:
        held: dict[str, Workspace] = {}

        async def open_account(name: str) -> Workspace:
            if name == CLOSED:
                raise CredentialError("the vault is closed", hint="open it")
            if "" not in held:
                held[""] = await _open(home, clock, stack)
            return held[""]

        return open_account

    return RuleHome(
        path=home / "rules.toml",
        folder=home / "data",
        account="local",
        opener=opener,
        clock=clock,
        store_of=lambda _: home / "store.db",
    )


async def _open(home: Path, clock: PatientClock, stack: AsyncExitStack) -> Workspace:
    server = LocalServer.open(home / "data", clock)
    stack.callback(server.close)

    def connect() -> Link:
        watch = FileWatch(home / "data" / "server.db")
        stack.callback(watch.close)
        return link_to(server, server.transport()).replace(changes=watch)

    workspace = Workspace.open(
        store_path=home / "store.db", account="local", connect=connect, clock=clock, doer="rules"
    )
    await workspace.start()
    stack.push_async_callback(workspace.close)
    return workspace
