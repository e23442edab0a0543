"""``cardscout accounts …``: boards at other services, and where their tokens are kept."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import click

from tui.cli import output
from tui.cli.account.book import Book
from tui.cli.account.chosen import CHOSEN
from tui.cli.account.login import add, login
from tui.cli.session import ACCOUNT, Session
from tui.clock import SystemClock
from tui.model.account.grant import Caller
from tui.settings.accounts import read_accounts
from tui.settings.config import Config
from tui.settings.credentials import is_missing
from tui.settings.paths import Paths

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
    missing = {x.name for x in held.values() if is_missing(x.secrets, paths.data)}
    rows = [(ACCOUNT, "this machine", ""), *((x.name, x.url, x.secrets) for x in held.values())]
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
            ("name", "address", "token in", "used"),
            [(n, u, words.get(n, s), "used" if n == used else "") for n, u, s in rows],
        )


@accounts.command()
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
def remove(name: str, yes: bool) -> None:
    """Forget the account NAME, its token and what was fetched from it; what waits to be sent is lost."""
    book = _book()
    entry = next((one for one in book.entries() if one.name == name), None)
    waiting = 0 if entry is None or entry.status is None else entry.status.waiting + entry.status.refused
    if entry is not None and not yes:
        lost = f" {output.plural(waiting, 'changes')} that it has not got will be lost." if waiting else ""
        click.confirm(f"Forget {name} and what was fetched from it?{lost}", abort=True, err=True)
    _run(book, book.remove(name))
    output.say(f"forgot {name}; its token is still good until you revoke it at the service")


@accounts.command()
@click.argument("name")
@click.argument("new")
def rename(name: str, new: str) -> None:
    """Call the account NAME something else; its token and what waits go along."""
    book = _book()
    _run(book, book.rename(name, new))
    output.say(f"{name} is called {new} now")


@accounts.command()
@click.argument("name")
def use(name: str) -> None:
    """Open the account NAME from now on; local is this machine's own."""
    _book().use(name)


@accounts.command()
@click.argument("name", default="")
@output.json_option
def check(name: str, json_: bool = False) -> None:
    """Try the account NAME, or the one in use: whom its service takes us for, what its token may do, until when."""
    session = Session(account=name or None)
    book = Book(session, asks=True)
    CHOSEN.set(session.account)
    caller: Caller = _run(book, book.check(session.account))
    grant = caller.grant
    if json_:
        expires = None if grant is None or grant.expires is None else grant.expires.isoformat()
        scopes = None if grant is None else list(grant.scopes)
        output.as_json({"member": caller.member.username, "scopes": scopes, "expires": expires})
    else:
        may = "" if grant is None else f"\t{grant.words(SystemClock().now())}"
        output.text(f"{caller.member.username}{may}")


def _book() -> Book:
    return Book(Session(account=ACCOUNT), asks=True)


def _run(book: Book, work: Coroutine[Any, Any, T]) -> T:
    async def whole() -> T:
        try:
            return await work
        finally:
            await book.close()

    return asyncio.run(whole())


accounts.add_command(add)
accounts.add_command(login)
