"""``cardscout accounts add`` and ``login``: get a token, check it and save it."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tui.cli import output
from tui.cli.account.account_manager import AccountManager
from tui.cli.account.chosen import ACCOUNT
from tui.cli.account.echo import echo_off
from tui.cli.account.login_options import LoginOptions, Way, chosen_way, login_options, require_terminal
from tui.cli.account.login_secrets import secrets_of
from tui.cli.account.new_vault import begin, report_old_vault
from tui.cli.account.questions import Questions, address, ask_key, ask_yes_no, no_terminal, retry
from tui.cli.account.secret import read_secret_file, secret_keeper
from tui.cli.session import Session
from tui.clock import SystemClock
from tui.errors import CredentialError, UsageError
from tui.login import HOSTED, TokenRequest, UnknownKey
from tui.model.account.grant import describe_held_changes
from tui.settings.accounts import (
    Account,
    checked_url,
    new_name,
    read_account,
    read_accounts,
)
from tui.settings.last_account import note_last_account

if TYPE_CHECKING:
    from tui.model.account.grant import Caller
    from tui.settings.credentials import Secrets


@click.command()
@click.argument("name", default="")
@click.option("--url", default="", help=f"The board service: https://boards.example.org, or {HOSTED}")
@click.option("--key", default="", help="The application's key, which is public.")
@click.option("--key-file", type=click.Path(path_type=Path), help="Read the key from a file.")
@login_options
@click.option("--socket", type=click.Path(), default="", metavar="PATH", help="Reach it by this Unix socket.")
@click.option("--enrich-url", default="", metavar="URL", help="The sales-intelligence service.")
@click.option("--dialect", type=click.Choice(["platform", "direct"]), default="platform", show_default=True)
@click.option(
    "--rate-limit", type=click.IntRange(min=1), default=100, show_default=True, help="Requests in 10 s."
)
@click.option(
    "--webhook-url", default="", metavar="URL", help="A public address that leads to --webhook-listen."
)
@click.option("--webhook-listen", default="127.0.0.1:8471", show_default=True, metavar="HOST:PORT")
@click.option("--vault", "in_vault", is_flag=True, help="Keep the token in an encrypted file.")
@click.option("--command", metavar="WORDS", help="Keep no token: this command prints it.")
@click.option("--no-check", is_flag=True, help="Do not try it.")
def add(
    name: str,
    url: str,
    key: str,
    key_file: Path | None,
    in_vault: bool,
    command: str | None,
    no_check: bool,
    way: Way | None,
    token_file: Path | None,
    secret_file: Path | None,
    read_only: bool | None,
    lasts: Any,
    yes: bool,
    another: bool,
    **given: Any,
) -> None:
    """Add an account, or write one of that name anew. What is not given is asked for.

    The token is kept in the operating system's keyring unless --vault or --command says otherwise; never as plain
    text, and never on a command line, where others could read it.
    """
    keeper = secret_keeper(in_vault=in_vault, command=command)
    for field in ("enrich_url", "webhook_url"):
        if given[field]:
            given[field] = checked_url(f"--{field.replace('_', '-')}", given[field])
    given_so_far = Account(
        name=new_name(name) if name else "",
        url=address(url) if url else HOSTED,
        key="".join((key or read_secret_file(key_file, public=True).reveal()).split()),
        secrets=keeper,
        command=tuple(shlex.split(command or "")),
        **given,
    )
    session = Session(account=ACCOUNT, asks=False)
    manager, there = AccountManager(session, asks=True), read_accounts(session.paths.config_file)
    chosen: Way = "command" if command is not None else chosen_way(way, token_file)
    asked = LoginOptions(chosen, TokenRequest(not read_only, lasts), token_file, secret_file)
    require_terminal(asked)
    with _report_abort(), ExitStack() as hidden:
        questions = Questions(manager, there, tries=not no_check, quiet=_echo_switch(hidden, asked))
        account = questions.complete(given_so_far, placed=bool(url))
        account, secrets, caller = _log_in(manager, account, asked, check=not no_check)
        hidden.close()
        _keep(manager, account, secrets, caller, yes=yes, another=another)
    output.say(f"added {account.name}{'' if caller is None else _describe_caller(caller)}")
    note_last_account(session.paths, account.name)
    output.say(
        f"cardscout opens it from now on; cardscout accounts use {account.name} has the commands use it too"
    )


@click.command()
@click.argument("name")
@login_options
@click.option(
    "--new-vault", is_flag=True, help="Keep the token in a new vault; the one that is there is put aside."
)
def login(
    name: str,
    new_vault: bool,
    way: Way | None,
    token_file: Path | None,
    secret_file: Path | None,
    read_only: bool | None,
    lasts: Any,
    yes: bool,
    another: bool,
) -> None:
    """Log in to the account NAME again: what waits to be sent is kept, and sent afterwards."""
    session = Session(account=ACCOUNT, asks=False)
    account = read_account(session.paths.config_file, name)
    if account.secrets == "command":
        raise UsageError(
            f"the token of {name} comes from a command of yours",
            hint=f"have {account.command[0] if account.command else 'it'} print another, then: accounts check {name}",
        )
    manager = AccountManager(session, asks=True)
    wanted = TokenRequest(_wants_writing(manager, name, read_only), lasts)
    asked = LoginOptions(chosen_way(way, token_file), wanted, token_file, secret_file)
    require_terminal(asked)
    with _report_abort(), ExitStack() as hidden:
        account = Questions(manager, {}, tries=True, quiet=_echo_switch(hidden, asked)).complete(account)
        account, secrets, caller = _log_in(manager, account, asked, again_there=not new_vault)
        hidden.close()
        if new_vault:
            account = replace(account, secrets="vault")
        before = begin(manager) if new_vault else None
        waiting = _keep(manager, account, secrets, caller, yes=yes, another=another)
        if before is not None:
            report_old_vault(manager, before, name)
    output.say(f"logged in to {name}{'' if caller is None else _describe_caller(caller)}")
    if waiting and not _only_reads(caller):
        output.say(f"{output.plural(waiting, 'changes')} of yours will be sent when cardscout runs next")


def _wants_writing(manager: AccountManager, name: str, read_only: bool | None) -> bool:
    """Return whether to request write access: as the option says, or else as for the last token."""
    if read_only is not None:
        return not read_only
    if not (writes := manager.may_write(name)):
        output.say(
            "It is asked for a token that only reads, as the last one was; --read-write asks for more."
        )
    return writes


@contextmanager
def _report_abort() -> Iterator[None]:
    """If the user aborts the block, print that nothing was saved."""
    try:
        yield
    except (KeyboardInterrupt, click.Abort):
        output.say("\nnothing was kept")
        raise


def _echo_switch(hidden: ExitStack, asked: LoginOptions) -> Callable[[], None]:
    """Return a function that turns the echo off until ``hidden`` closes, if a secret will be typed."""

    def quiet() -> None:
        if asked.is_typed and not no_terminal():
            hidden.enter_context(echo_off())

    return quiet


def _log_in(
    manager: AccountManager,
    account: Account,
    asked: LoginOptions,
    *,
    again_there: bool = False,
    check: bool = True,
) -> tuple[Account, Secrets, Caller | None]:
    """Log in, and return the account, its secrets and its member; ask again for mistyped values."""
    wrong_key = False

    def attempt() -> tuple[Account, Secrets, Caller | None]:
        nonlocal account, wrong_key
        if wrong_key:
            account = replace(account, key=ask_key(account.url))
        login, wrong_key = manager.login(account), False
        try:
            secrets = secrets_of(login, account, asked, again_there=again_there)
            return account, secrets, asyncio.run(login.check(secrets.token)) if check else None
        except UnknownKey:
            wrong_key = True
            raise

    return retry(attempt) if asked.is_typed else attempt()


def _confirm_login(caller: Caller | None, waiting: int, *, yes: bool) -> None:
    """Print the member and what becomes of pending changes, and ask on a terminal whether to keep the login."""
    if waiting and _only_reads(caller):
        output.say(describe_held_changes(waiting))
    if caller is not None and not yes and not no_terminal():
        output.say(f"The service takes you for {_describe_caller(caller).removeprefix(', as ')}.")
        if not ask_yes_no("Keep this login?"):
            raise UsageError("nothing was kept")


def _only_reads(caller: Caller | None) -> bool:
    return caller is not None and caller.grant is not None and not caller.grant.writes


def _describe_caller(caller: Caller) -> str:
    grant = caller.grant
    if grant is None:
        return f", as {caller.name}"
    more = "" if grant.writes else "; boards are shown read-only"
    return f", as {caller.name}: {grant.words(SystemClock().now())}{more}"


def _keep(
    manager: AccountManager,
    account: Account,
    secrets: Secrets,
    caller: Caller | None,
    *,
    yes: bool,
    another: bool,
) -> int:
    """Save the login after confirmation; without a keyring the user may choose the vault on a terminal.

    Returns:
        The number of changes that wait to be sent.
    """

    async def see() -> int:
        try:
            if not another:
                manager.require_same_member(account, caller)
            return manager.waiting(account.name)
        finally:
            await manager.close()

    waiting = asyncio.run(see())
    _confirm_login(caller, waiting, yes=yes)

    async def keep(kept: Account) -> None:
        try:
            await manager.keep(kept, secrets, caller, another=another)
        finally:
            await manager.close()

    try:
        asyncio.run(keep(account))
    except CredentialError as error:
        if account.secrets != "keyring" or no_terminal():
            raise
        output.say(f"note: {error}")
        if not ask_yes_no("Keep the token in an encrypted file instead, which a passphrase opens?"):
            raise
        asyncio.run(keep(replace(account, secrets="vault")))
    return waiting
