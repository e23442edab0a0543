"""``cardscout accounts …``: boards at other services, and where their tokens are kept."""

import asyncio
import shlex
import sys
from typing import Any

import click

from tui.cli import output
from tui.cli.account.chosen import CHOSEN
from tui.cli.account.remote import link, vault
from tui.cli.account.secret import secret
from tui.cli.session import ACCOUNT, Session
from tui.clock import SystemClock
from tui.errors import UsageError
from tui.settings.accounts import (
    Account,
    Keeper,
    checked_name,
    checked_url,
    forget_account,
    read_account,
    read_accounts,
    save_account,
)
from tui.settings.config import Config, change
from tui.settings.credentials import Safe, Secrets, forget, load, save
from tui.settings.keyring import Keyring
from tui.settings.paths import Paths
from tui.workspace import Link, Workspace


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
    rows = [(ACCOUNT, "this machine", ""), *((x.name, x.url, x.secrets) for x in held.values())]
    if json_:
        output.as_json([{"name": n, "url": u, "secrets": s, "used": n == used} for n, u, s in rows])
    else:
        output.table(
            ("name", "address", "token in", "used"),
            [(n, u, s, "used" if n == used else "") for n, u, s in rows],
        )


@accounts.command()
@click.argument("name")
@click.option("--url", required=True, help="The board service: https://boards.example.org")
@click.option("--key", required=True, help="The application's key, which is public.")
@click.option("--socket", default="", metavar="PATH", help="Reach it by this Unix socket.")
@click.option("--enrich-url", default="", metavar="URL", help="The sales-intelligence service.")
@click.option("--dialect", type=click.Choice(["platform", "direct"]), default="platform", show_default=True)
@click.option(
    "--rate-limit", type=click.IntRange(min=1), default=100, show_default=True, help="Requests in 10 s."
)
@click.option(
    "--webhook-url", default="", metavar="URL", help="A public address that leads to --webhook-listen."
)
@click.option("--webhook-listen", default="127.0.0.1:8471", show_default=True, metavar="HOST:PORT")
@click.option(
    "--stdin",
    "piped",
    is_flag=True,
    help="Read from stdin, a line each: token, other key, application's secret.",
)
@click.option("--vault", "in_vault", is_flag=True, help="Keep the token in an encrypted file.")
@click.option("--command", metavar="WORDS", help="Keep no token: this command prints it.")
@click.option("--no-check", is_flag=True, help="Do not try it.")
def add(name: str, piped: bool, in_vault: bool, command: str | None, no_check: bool, **given: Any) -> None:
    """Add an account, or write one of that name anew. The token is asked for, or read from stdin.

    It is kept in the operating system's keyring unless --vault or --command says otherwise; never as plain text.
    """
    if in_vault and command is not None:
        raise UsageError("--vault and --command are two places", hint="give one of them")
    keeper: Keeper = "vault" if in_vault else "keyring" if command is None else "command"
    account = _account(name, keeper, command, given)
    paths = Paths.open()
    safe = _safe(paths, keeper)
    secrets = _asked(account, piped=piped) if command is None else load(account, {})
    who = None if no_check else _try(paths, link(account, secrets))
    if command is None and safe is not None:
        save(account, secrets, safe)
    save_account(paths.config_file, account)
    told = f", as {who}" if who else ""
    output.say(f"added {name}{told}; cardscout --account {name}, or cardscout accounts use {name}")


def _account(name: str, keeper: Keeper, command: str | None, given: dict[str, Any]) -> Account:
    for field in ("url", "enrich_url", "webhook_url"):
        if given[field]:
            given[field] = checked_url(f"--{field.replace('_', '-')}", given[field])
    words = tuple(shlex.split(command or ""))
    return Account(name=checked_name(name), secrets=keeper, command=words, **given)


def _safe(paths: Paths, keeper: Keeper) -> Safe | None:
    match keeper:
        case "vault":
            return vault(paths)
        case "keyring":
            return Keyring()
        case "command":
            return None


def _asked(account: Account, *, piped: bool) -> Secrets:
    """The secrets, from the user."""
    piped = piped or not sys.stdin.isatty()
    # A pipe has a line for each, in this order, those before the last one in any case.
    token = secret("Token", piped=piped)
    with_key, with_secret = bool(account.enrich_url), bool(account.webhook_url)
    other = secret("Key of the sales-intelligence service", piped=piped) if with_key or piped else ""
    signing = secret("Secret of the application", piped=piped) if with_secret or piped else ""
    if not token:
        raise UsageError("there is no token", hint="paste it, or pipe it in with --stdin")
    return Secrets(token=token, enrich_key=other, webhook_secret=signing)


def _try(paths: Paths, way: Link) -> str:
    """Whom the service takes us for.

    Raises:
        RemoteError: It does not take us.
    """

    async def ask() -> str:
        path = paths.store_file("trial")
        workspace = Workspace.open(store_path=path, account="trial", connect=lambda: way, clock=SystemClock())
        try:
            await workspace.start()
            me = await workspace.call("board", "GET", "/1/members/me", {})
            return str(me.get("username", "")) if isinstance(me, dict) else ""
        finally:
            await workspace.close()
            for end in ("", "-wal", "-shm"):
                path.with_name(path.name + end).unlink(missing_ok=True)

    return asyncio.run(ask())


@accounts.command()
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
def remove(name: str, yes: bool) -> None:
    """Forget the account NAME, its token and what was fetched from it; what waits to be sent is lost."""
    paths = Paths.open()
    account = read_account(paths.config_file, name)
    if not yes:
        click.confirm(f"Forget {name}, and what waits to be sent to it?", abort=True, err=True)
    safe = _safe(paths, account.secrets)
    if safe is not None:
        forget(account, safe)
    forget_account(paths.config_file, name)
    if Config.read(paths.config_file).account == name:
        change(paths.config_file, "account", None)
    store = paths.store_file(name)
    for end in ("", "-wal", "-shm"):
        store.with_name(store.name + end).unlink(missing_ok=True)
    output.say(f"forgot {name}")


@accounts.command()
@click.argument("name")
def use(name: str) -> None:
    """Open the account NAME from now on; local is this machine's own."""
    paths = Paths.open()
    if name != ACCOUNT:
        read_account(paths.config_file, name)
    change(paths.config_file, "account", None if name == ACCOUNT else name)


@accounts.command()
@click.argument("name")
def check(name: str) -> None:
    """Try the account NAME: whom its service takes us for."""
    CHOSEN.set(name)
    session = Session()
    try:
        output.text(_try(session.paths, session.ways()))
    finally:
        session.close()
