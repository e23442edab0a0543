"""``cardscout accounts …``: manage accounts at other services, and where their tokens are kept."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tui.cli import output
from tui.cli.account.account_manager import AccountManager
from tui.cli.account.chosen import ACCOUNT, CHOSEN
from tui.cli.account.login import add, login
from tui.cli.session import Session
from tui.clock import SystemClock
from tui.errors import CardscoutError
from tui.settings.accounts import read_accounts
from tui.settings.config import Config
from tui.settings.credentials import is_missing
from tui.settings.environment_account import from_environment
from tui.settings.paths import Paths

if TYPE_CHECKING:
    from tui.model.account.grant import Caller

T = TypeVar("T")


@click.group(invoke_without_command=True)
@click.pass_context
def accounts(context: click.Context) -> None:
    """Boards at other services. Without a command it lists the accounts."""
    if context.invoked_subcommand is None:
        context.invoke(list_)


@accounts.command("list")
@output.json_option
def list_(json_: bool = False) -> None:
    """List the accounts: name, address, who keeps the token, which one is opened."""
    paths = Paths.open()
    held, used = read_accounts(paths.config_file), Config.read(paths.config_file).account or ACCOUNT
    given = None if "CARDSCOUT_ACCOUNT" in os.environ else from_environment()
    missing = {x.name for x in held.values() if is_missing(x.secrets, paths.data)}
    rows = [(ACCOUNT, "this machine", ""), *((x.name, x.url, x.secrets) for x in held.values())]
    if given is not None:
        used = given.name
        rows.append((given.name, given.url, "environment"))
    if json_:
        output.as_json(
            [
                {"name": n, "url": u, "secrets": s, "missing": n in missing, "used": n == used}
                for n, u, s in rows
            ]
        )
    else:
        words = {n: f"no token here · cardscout accounts login {n}" for n in missing}
        output.table(
            ("name", "address", "token in", "commands"),
            [(n, u, words.get(n, s), "used" if n == used else "") for n, u, s in rows],
        )


@accounts.command()
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
def remove(name: str, yes: bool) -> None:
    """Forget the account NAME, its token and what was fetched from it; what waits to be sent is lost."""
    manager = _manager()
    _ = manager.saved(name)
    if not yes:
        from tui.store_files import require_closed  # completion, which imports this module, needs no store

        require_closed(Paths.open().store_file(name))
        waiting = manager.waiting(name)
        lost = f" {output.plural(waiting, 'changes')} that it has not got will be lost." if waiting else ""
        output.confirm(f"Forget {name} and what was fetched from it?{lost}")
    output.say(f"forgot {name}; {_run(manager, manager.remove(name))}")


@accounts.command()
@click.argument("name")
@click.argument("new")
def rename(name: str, new: str) -> None:
    """Call the account NAME something else; its token and what waits go along."""
    manager = _manager()
    _run(manager, manager.rename(name, new))
    output.say(f"{name} is called {new} now")


@accounts.command()
@click.argument("name")
def use(name: str) -> None:
    """Open the account NAME from now on; local is this machine's own."""
    _manager().set_default(name)


@accounts.command()
@click.argument("name", default="")
@output.json_option
@click.pass_context
def check(context: click.Context, name: str, json_: bool = False) -> None:
    """Try the account NAME, or every one: whom its service takes us for, what its token may do, until when.

    Columns: account, member, its token.
    """
    name = name or CHOSEN.get() or ""
    session = Session(account=name or None)
    manager = AccountManager(session, asks=True)
    CHOSEN.set(session.account)
    if not name:
        code = _run(manager, _check_all(manager, _remote_names(session), json_=json_))
        context.exit(code)
    caller: Caller = _run(manager, manager.check(session.account))
    if json_:
        output.as_json(_caller_json(caller))
    else:
        output.text("\t".join(filter(None, (caller.member.username, _describe_grant(caller)))))


def _remote_names(session: Session) -> list[str]:
    """Return the names of all accounts at services, including the one from the environment."""
    names = dict.fromkeys([session.account, *read_accounts(session.paths.config_file)])
    return [name for name in names if name != ACCOUNT]


async def _check_all(manager: AccountManager, names: list[str], *, json_: bool) -> int:
    """Check each account and print a line of its state; return the highest exit code."""
    rows: list[tuple[str, str, str]] = []
    found: list[dict[str, Any]] = []
    code = 0
    for name in names:
        try:
            caller = await manager.check(name)
        except CardscoutError as error:
            code = max(code, error.exit_code)
            rows.append((name, "", f"{error} {error.hint}".strip()))
            found.append({"name": name, "error": str(error), "hint": error.hint})
        else:
            rows.append((name, caller.member.username, _describe_grant(caller)))
            found.append({"name": name} | _caller_json(caller))
    if json_:
        output.as_json(found)
    elif rows:
        output.table(("account", "member", "its token"), rows)
    else:
        output.say("there is no account at another service; cardscout accounts add makes one")
    return code


def _describe_grant(caller: Caller) -> str:
    return "" if caller.grant is None else caller.grant.words(SystemClock().now())


def _caller_json(caller: Caller) -> dict[str, Any]:
    grant = caller.grant
    expires = None if grant is None else grant.expires
    scopes = None if grant is None else list(grant.scopes)
    return {"member": caller.member.username, "scopes": scopes, "expires": expires}


def _manager() -> AccountManager:
    return AccountManager(Session(account=ACCOUNT, asks=False), asks=True)


def _run(manager: AccountManager, work: Coroutine[Any, Any, T]) -> T:
    async def whole() -> T:
        try:
            return await work
        finally:
            await manager.close()

    return asyncio.run(whole())


accounts.add_command(add)
accounts.add_command(login)
