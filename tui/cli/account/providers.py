"""``cardscout providers …``: manage enrichment providers, and where their keys are kept."""

import asyncio
import shlex
from typing import Any

import click

from tui.cli import output
from tui.cli.account.chosen import ACCOUNT
from tui.cli.account.provider import with_enrichment
from tui.cli.account.remote import terminal_vault
from tui.cli.account.secret import secret
from tui.clock import SystemClock
from tui.errors import OutOfCredits, UsageError
from tui.secret import NOTHING, Secret
from tui.settings.accounts import Keeper, checked_name, checked_url
from tui.settings.config import Config, change
from tui.settings.credentials import Safe, forget_key, load_key, save_key, take_environment
from tui.settings.keyring import Keyring
from tui.settings.paths import Paths
from tui.settings.providers import (
    RATE,
    Provider,
    forget_provider,
    price_of,
    read_provider,
    read_providers,
    save_provider,
)
from tui.workspace import Link, try_out


@click.group(invoke_without_command=True)
@click.pass_context
def providers(context: click.Context) -> None:
    """Services to ask for people and companies. Without a command it lists them."""
    if context.invoked_subcommand is None:
        context.invoke(list_)


@providers.command("list")
@output.json_option
def list_(json_: bool = False) -> None:
    """List the providers: name, address, dialect, who keeps the key, which one is asked."""
    paths = Paths.open()
    held, used = read_providers(paths.config_file), Config.read(paths.config_file).provider or ACCOUNT
    rows = [
        (ACCOUNT, "this machine, or the account's own", "", ""),
        *((one.name, one.url, one.dialect, one.secrets) for one in held.values()),
    ]
    if json_:
        names = ("name", "url", "dialect", "secrets")
        output.as_json([dict(zip(names, row, strict=True)) | {"used": row[0] == used} for row in rows])
    else:
        table = [(*row, "used" if row[0] == used else "") for row in rows]
        output.table(("name", "address", "dialect", "key in", "used"), table)


@providers.command()
@click.argument("name")
@click.option("--url", required=True, help="Its address: https://api.example.com")
@click.option(
    "--dialect",
    type=click.Choice(["platform", "direct"]),
    default="platform",
    show_default=True,
    help="platform: POST /enrich/person …; direct: GET /people …",
)
@click.option(
    "--auth",
    type=click.Choice(["bearer", "header", "query"]),
    default="bearer",
    show_default=True,
    help="How it takes the key.",
)
@click.option("--auth-name", default="", help="The header or parameter; X-Api-Key or api_key unless given.")
@click.option("--label", default="", help="What findings call their source; the host unless given.")
@click.option(
    "--rate",
    default=RATE,
    show_default=True,
    type=click.IntRange(0, 100_000),
    help="Requests a second; 0: any.",
)
@click.option("--price-person", "person", metavar="N[-M]", help="Credits a person takes.")
@click.option("--price-company", "company", metavar="N[-M]", help="Credits a company takes.")
@click.option("--price-search", "search", metavar="N[-M]", help="Credits each 25 hits of a search take.")
@click.option("--stdin", "piped", is_flag=True, help="Read the key from stdin.")
@click.option("--vault", "in_vault", is_flag=True, help="Keep the key in an encrypted file.")
@click.option("--command", metavar="WORDS", help="Keep no key: this command prints it.")
@click.option("--check", "checks", is_flag=True, help="Try it out before it is added.")
def add(
    name: str, piped: bool, in_vault: bool, command: str | None, checks: bool, url: str, **given: Any
) -> None:
    """Add a provider, or write one of that name anew. The key is asked for, or read from stdin.

    It is kept in the operating system's keyring unless --vault or --command says otherwise; never as plain text.
    """
    if in_vault and command is not None:
        raise UsageError("--vault and --command are two places", hint="give one of them")
    keeper: Keeper = "vault" if in_vault else "keyring" if command is None else "command"
    for field in ("person", "company", "search"):
        given[field] = None if given[field] is None else price_of(given[field])
    provider = Provider(
        name=checked_name(name),
        url=checked_url("--url", url),
        secrets=keeper,
        command=tuple(shlex.split(command or "")),
        **given,
    )
    paths = Paths.open()
    key = load_key(provider, {}) if keeper == "command" else _read_key(piped=piped)
    if checks:
        _check_balance(provider, key)
    safe = _safe(paths, keeper)
    if safe is not None:
        save_key(provider, key, safe)
    save_provider(paths.config_file, provider)
    output.say(f"added {name}; cardscout providers use {name} asks it from now on")


def _read_key(*, piped: bool) -> Secret:
    key = secret("Key", piped=piped)
    if not key:
        raise UsageError("there is no key", hint="paste it, or pipe it in with --stdin")
    return key


def _safe(paths: Paths, keeper: Keeper) -> Safe | None:
    match keeper:
        case "vault":
            return terminal_vault(paths)
        case "keyring":
            return Keyring()
        case "command":
            return None


@providers.command()
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
def remove(name: str, yes: bool) -> None:
    """Forget the provider NAME and its key; what it said and cost is kept."""
    paths = Paths.open()
    provider = read_provider(paths.config_file, name)
    if not yes:
        click.confirm(f"Forget {name} and its key?", abort=True, err=True)
    safe = _safe(paths, provider.secrets)
    if safe is not None:
        forget_key(provider, safe)
    forget_provider(paths.config_file, name)
    if Config.read(paths.config_file).provider == name:
        change(paths.config_file, "provider", None)
    output.say(f"forgot {name}")


@providers.command()
@click.argument("name")
def use(name: str) -> None:
    """Ask the provider NAME from now on; local is this machine's directory, or the account's own service."""
    paths = Paths.open()
    if name != ACCOUNT:
        read_provider(paths.config_file, name)
    change(paths.config_file, "provider", None if name == ACCOUNT else name)


@providers.command()
@click.argument("name")
def check(name: str) -> None:
    """Try the provider NAME out: ask it for somebody whom nobody knows, which is free, and for its balance.

    Tells a wrong address, a wrong key, a wrong shape and an empty account apart.
    """
    paths = Paths.open()
    provider = read_provider(paths.config_file, name)
    environment = take_environment()
    safe = terminal_vault(paths) if provider.secrets == "vault" and "enrich_key" not in environment else None
    left = _check_balance(provider, load_key(provider, environment, safe))
    output.say("address, key and shape are right")
    output.text("the service does not tell its balance" if left is None else f"{left} credits")
    if left == 0:
        raise OutOfCredits("out of credits: it will refuse whatever is not free", service="enrich")


def _check_balance(provider: Provider, key: Secret) -> int | None:
    """Make a real call to the provider and return the credits left, or None if it does not report them.

    Raises:
        RemoteError: The provider's address, key or dialect is wrong.
    """
    return asyncio.run(
        try_out(
            with_enrichment(Link(board_url=provider.url, key="", token=NOTHING), provider, key), SystemClock()
        )
    )
