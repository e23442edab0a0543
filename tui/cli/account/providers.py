"""``cardscout providers …``: manage enrichment providers, and where their keys are stored."""

from __future__ import annotations

import asyncio
import shlex
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tui.adapters.read import FOLDER, adapter_names, check_adapter, find_adapter, lines_of
from tui.cli import output
from tui.cli.account.chosen import ACCOUNT
from tui.cli.account.provider import check_login, labelled, link_to_try, needs_key, prices, use_in_order
from tui.cli.account.remote import terminal_vault
from tui.cli.account.secret import secret, secret_keeper
from tui.clock import SystemClock
from tui.errors import OutOfCredits, UsageError
from tui.secret import NOTHING, Secret
from tui.settings.accounts import Keeper, checked_name, checked_url
from tui.settings.config import Config, change
from tui.settings.credentials import Safe, forget_key, load_key, save_key, take_environment
from tui.settings.keyring import OF_PROVIDER, Keyring
from tui.settings.paths import Paths
from tui.settings.providers import (
    Provider,
    forget_provider,
    price_of,
    read_provider,
    read_providers,
    save_provider,
)
from tui.workspace import read_sample, try_out

if TYPE_CHECKING:
    from tui.adapters.adapter import Adapter


@click.group(invoke_without_command=True)
@click.pass_context
def providers(context: click.Context) -> None:
    """Services to ask for people and companies. Without a command it lists them."""
    if context.invoked_subcommand is None:
        context.invoke(list_)


@providers.command("list")
@output.json_option
def list_(json_: bool = False) -> None:
    """List the providers: name, address, adapter, who keeps the key, which one is asked."""
    paths = Paths.open()
    held, config = read_providers(paths.config_file), Config.read(paths.config_file)
    used = config.provider or ACCOUNT
    order = list(dict.fromkeys(name for names in config.order.values() for name in names))
    rows = [
        (ACCOUNT, "this machine, or the account's own", "", ""),
        *((one.name, one.url, one.dialect, one.secrets) for one in held.values()),
    ]
    if json_:
        names = ("name", "url", "dialect", "secrets")
        output.as_json(
            [
                dict(zip(names, row, strict=True)) | {"used": row[0] == used, "order": _place(order, row[0])}
                for row in rows
            ]
        )
    else:
        table = [(*row, _place(order, row[0]) or ("used" if row[0] == used else "")) for row in rows]
        output.table(("name", "address", "adapter", "key in", "used"), table)


def _place(order: list[str], name: str) -> int | None:
    """Return the position of a provider in the order of the services, from 1."""
    return order.index(name) + 1 if name in order else None


@providers.command()
@output.json_option
def services(json_: bool) -> None:
    """List the services that providers add NAME knows, with yours in the adapters folder.

    Columns: name, what it knows.
    """
    config = Paths.open().config_file.parent
    known = [find_adapter(name, config) for name in adapter_names(config)]
    if json_:
        output.as_json([{"name": one.name, "title": one.title, "about": one.about} for one in known])
    else:
        output.table(("name", "what it knows"), [(one.name, f"{one.title}: {one.about}") for one in known])


@providers.command()
@click.argument("name")
@click.option("--url", default="", help="Its address; that of the service unless given.")
@click.option(
    "--dialect",
    default="",
    metavar="ADAPTER",
    help="The adapter that describes it: NAME where there is one, else platform. See providers services.",
)
@click.option(
    "--auth",
    type=click.Choice(["bearer", "header", "query"]),
    help="How it takes the key; as its adapter says unless given.",
)
@click.option("--auth-name", default="", help="The header or parameter; X-Api-Key or api_key unless given.")
@click.option(
    "--label", default="", help="What findings call their source; the service, or its host, unless given."
)
@click.option(
    "--rate",
    type=click.IntRange(0, 100_000),
    help="Requests a second; 0: any. As its adapter says unless given.",
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

    cardscout providers services lists the services that need no more than their name: providers add abn-lookup.
    The key is kept in the operating system's keyring unless --vault or --command says otherwise; never as plain
    text.
    """
    keeper = secret_keeper(in_vault=in_vault, command=command)
    paths = Paths.open()
    provider, adapter = _described(paths.config_file.parent, name, url, keeper, command or "", given)
    if keeper == "keyring" and not piped and needs_key(provider, adapter):
        # Without a keyring this fails here, before the user types a key that could not be stored.
        _ = Keyring().get("", OF_PROVIDER + name)
    key = _key_of(provider, adapter, piped=piped)
    if checks:
        _check_balance(provider, adapter, key)
    if (safe := _safe(paths, keeper)) is not None and key:
        save_key(provider, key, safe)
    save_provider(paths.config_file, provider)
    output.say(f"added {name}; cardscout providers use {name} asks it from now on")


def _described(
    folder: Path, name: str, url: str, keeper: Keeper, command: str, given: dict[str, Any]
) -> tuple[Provider, Adapter]:
    """Return the provider that the options describe, and its adapter.

    Raises:
        UsageError: A price, the name, the adapter or the address is wrong.
    """
    prices_ = {
        kind: None if given[kind] is None else price_of(given[kind])
        for kind in ("person", "company", "search")
    }
    checked_name(name)
    dialect = given["dialect"] or (name if name in adapter_names(folder) else "platform")
    adapter = find_adapter(dialect, folder)
    provider = Provider(
        name=name,
        url=checked_url("--url", _address(url, adapter)),
        login=adapter.auth.url,
        secrets=keeper,
        command=tuple(shlex.split(command)),
        **given | prices_ | {"dialect": dialect},
    )
    if given["label"]:
        return provider, adapter
    return labelled(provider, adapter, url, Paths.open().config_file), adapter


def _address(url: str, adapter: Adapter) -> str:
    if not url and not adapter.url:
        raise UsageError(
            "the service has no address",
            hint="give --url https://…, or a name of cardscout providers services",
        )
    return url or adapter.url


def _key_of(provider: Provider, adapter: Adapter, *, piped: bool) -> Secret:
    """Return the key: from a prompt in the service's words, from a pipe, or from the provider's command."""
    if not needs_key(provider, adapter):
        return NOTHING
    key = load_key(provider, {}) if provider.secrets == "command" else _given_key(adapter, piped=piped)
    # At another address the key may be that of a gateway.
    if provider.url == adapter.url and not adapter.key.may_be(key.reveal()):
        raise UsageError(
            f"that is no {' and '.join(adapter.key.parts)} of {adapter.title}",
            hint=f"it looks like {adapter.key.looks}. {adapter.key.source}",
        )
    return key


def _given_key(adapter: Adapter, *, piped: bool) -> Secret:
    if adapter.key.source:
        output.say(f"{adapter.title} wants: {', '.join(adapter.key.parts)}. {adapter.key.source}")
    parts = (
        [secret(adapter.key.parts[0], piped=True)] if piped else [secret(one) for one in adapter.key.parts]
    )
    if not all(parts):
        raise UsageError("there is no key", hint="paste it, or pipe it in with --stdin")
    return Secret(":".join(one.reveal() for one in parts))


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
        output.confirm(f"Forget {name} and its key?")
    safe = _safe(paths, provider.secrets)
    if safe is not None:
        forget_key(provider, safe)
    forget_provider(paths.config_file, name)
    if Config.read(paths.config_file).provider == name:
        change(paths.config_file, "provider", None)
    output.say(f"forgot {name}")


@providers.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
def use(names: tuple[str, ...]) -> None:
    """Ask the provider NAME from now on; local is this machine's directory, or the account's own service.

    Several are asked in this order, until one finds the person or the company: a free register first, then what is
    paid. The price of each is told before. An order of its own for people or for companies is set in config.toml.
    """
    use_in_order(Paths.open().config_file, names)


@providers.command()
@click.argument("name", metavar="NAME|FILE", type=click.Path(readable=False))
@click.option(
    "--against",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="SAMPLE",
    help="Show what the adapter reads from an answer of the service, kept in a file.",
)
@click.option(
    "--status",
    default=200,
    show_default=True,
    type=click.IntRange(100, 599),
    help="With --against: the HTTP status that the answer came with.",
)
def check(name: str, against: Path | None, status: int) -> None:
    """Try the provider NAME out: ask it for somebody whom nobody knows, which is free, and for its balance.

    Tells no connection, a wrong address, a wrong key, a wrong shape and an empty account apart. A FILE that ends in .toml is
    checked as an adapter instead, and nothing is asked; one in the folder of adapters needs no path.
    """
    paths = Paths.open()
    if name.endswith(".toml") or against is not None:
        _check_file(name, paths.config_file.parent, against, status)
        return
    provider = read_provider(paths.config_file, name)
    adapter = find_adapter(provider.dialect, paths.config_file.parent)
    check_login(provider, adapter)
    key = NOTHING
    if needs_key(provider, adapter):
        environment = take_environment()
        sealed = provider.secrets == "vault" and "enrich_key" not in environment
        key = load_key(provider, environment, terminal_vault(paths) if sealed else None)
    left = _check_balance(provider, adapter, key)
    output.say("address, key and shape are right")
    output.text("the service does not tell its balance" if left is None else output.plural(left, "credits"))
    if left == 0 and any(prices(provider, adapter).person):
        raise OutOfCredits("out of credits: it will refuse whatever is not free", service="enrich")


def _check_file(name: str, config: Path, against: Path | None, status: int) -> None:
    """Check an adapter's file, here or in the folder of adapters, and show what it reads from a sample."""
    adapter: Adapter | None
    file = Path(name)
    if not file.exists() and (own := config / FOLDER / name).exists():
        file = own
    if name.endswith(".toml"):
        adapter, problems = check_adapter(file)
        for one in problems:
            output.say(f"{name}, line {one.line}: {one.what}{f' ({one.hint})' if one.hint else ''}")
        if adapter is None:
            raise UsageError(f"{name} is no adapter yet", hint="docs/adapters.md explains the format")
    else:
        adapter = find_adapter(name, config)
    output.say(
        f"{adapter.title}: no mistakes, {len(adapter.call)} call{'s' if len(adapter.call) > 1 else ''}"
    )
    if against is None:
        return
    _show_sample(adapter, file if name.endswith(".toml") else None, against, status)


def _show_sample(adapter: Adapter, file: Path | None, against: Path, status: int) -> None:
    """Show what each call reads from a sample, and what it does not, with the lines of the adapter's file."""
    lines = None if file is None else lines_of(file)
    for reading in read_sample(adapter, against.read_bytes(), status):
        test = reading.told_by
        why = [] if test is None else [f"line {lines.line(test.place)}" if lines else "", test.why]
        told = ": ".join(filter(None, why))
        output.text(f"{reading.call}: {reading.result}{f' ({told})' if told else ''}")
        for field, value in reading.fields:
            output.text(f"  {field}\t{value}")
        for gap in reading.absent:
            line = f"line {lines.line(gap.place)}, " if lines else ""
            key = ".".join(part for part in gap.place[1:] if isinstance(part, str))
            output.text(f"  not in the sample\t{line}{key}: {gap.why}")
        if status == HTTPStatus.NOT_FOUND and reading.result == "wrong address":
            output.text("  where this says that nobody was found\twrite [[miss]] with status = 404")


def _check_balance(provider: Provider, adapter: Adapter, key: Secret) -> int | None:
    """Make a real call to the provider and return the credits left, or None if it does not report them.

    Raises:
        RemoteError: The provider's address, key or adapter is wrong.
    """
    return asyncio.run(try_out(link_to_try(provider, adapter, key), SystemClock()))
