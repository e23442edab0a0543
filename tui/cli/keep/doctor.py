"""``cardscout doctor``: check this machine's installation, and print a remedy for each problem."""

import asyncio
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click

from tui import __version__
from tui.cli import output
from tui.cli.account.chosen import CHOSEN
from tui.cli.keep.service_checks import check_services
from tui.clock import Clock, SystemClock
from tui.errors import CardscoutError, UsageError
from tui.model.health import Check, Report, State
from tui.rules.file import read_rules
from tui.settings import health
from tui.settings.accounts import Account, read_accounts
from tui.settings.config import Config
from tui.settings.paths import Paths
from tui.settings.providers import read_providers
from tui.snapshot import Copies, damage, databases
from tui.store_files import soundness, summary_of

_BIG = 200 * 1024 * 1024
"""Size in bytes from which a database is only checked quickly."""

_OLD = timedelta(days=2)
_SIGNS = {"ok": "✓", "note": "·", "broken": "✗"}


@dataclass(frozen=True, slots=True)
class _Settings:
    """The settings of the config file, as far as it can be read."""

    config: Config
    accounts: dict[str, Account]
    keyring: bool


@click.command()
@click.option("--offline", is_flag=True, help="Ask no service: look at this machine alone.")
@output.json_option
@click.pass_context
def doctor(context: click.Context, offline: bool, json_: bool) -> None:
    """Look whether all is well, and say what to do where it is not. No secret is shown.

    The exit code is 1 when something is broken.
    """
    report = Report.of(__version__, tuple(_checks(SystemClock(), offline=offline)))
    if json_:
        output.as_json(report.wire())
    else:
        for check in report.checks:
            output.text(f"{_SIGNS[check.state]} {check.name}: {check.what}")
            if check.do:
                output.text(f"    → {check.do}")
        output.text(f"{report.broken} broken, {output.plural(report.notes, 'notes')}")
    if report.broken:
        context.exit(1)


def _checks(clock: Clock, *, offline: bool) -> Iterator[Check]:
    """Yield all checks, those of the machine first, because the others depend on them."""
    size, encoding = shutil.get_terminal_size(), sys.stdout.encoding or "ascii"
    yield health.terminal(
        os.environ, is_one=sys.stdout.isatty(), size=(size.columns, size.lines), encoding=encoding
    )
    yield health.colours(os.environ)
    yield health.clipboard(os.environ)
    try:
        paths = Paths.open()
    except UsageError as error:
        yield Check(name="directories", state="broken", what=str(error), do=error.hint)
        return
    yield from health.directories(paths)
    yield health.disk(paths)
    settings, check = _settings(paths)
    yield check
    yield _rules(paths)
    yield health.keyring(needed=settings.keyring)
    yield from _databases(paths)
    yield _copies(paths, clock.now())
    if not offline and settings.accounts:
        yield from asyncio.run(
            check_services(tuple(settings.accounts.values()), _in_use(paths), paths.data, clock)
        )


def _in_use(paths: Paths) -> str:
    """Return the account in use; "" if the environment defines one that is in no file."""
    name = CHOSEN.get() or os.environ.get("CARDSCOUT_ACCOUNT")
    if name is None and "CARDSCOUT_BOARD_URL" in os.environ:
        return ""
    return name or Config.read(paths.config_file).account or ""


def _settings(paths: Paths) -> tuple[_Settings, Check]:
    """Read the settings, and check whether they are valid."""
    try:
        config, accounts = Config.read(paths.config_file), read_accounts(paths.config_file)
        providers = read_providers(paths.config_file)
    except UsageError as error:
        found = Check(name="settings", state="broken", what=str(error), do=error.hint)
        return _Settings(Config(), {}, keyring=False), found
    if config.provider not in {None, "", "local", *providers}:
        what = f"provider = {config.provider!r} names none"
        found = Check(name="settings", state="broken", what=what, do="cardscout providers use NAME")
    else:
        asked = config.provider or "local directory"
        what = f"{output.plural(len(accounts), 'accounts')} besides this machine, people from: {asked}"
        do = (
            f"cardscout providers check {config.provider} tries it out"
            if config.provider in providers
            else ""
        )
        found = Check(name="settings", state="ok", what=what, do=do)
    keepers = {one.secrets for one in accounts.values()} | {one.secrets for one in providers.values()}
    return _Settings(config, accounts, keyring="keyring" in keepers), found


def _rules(paths: Paths) -> Check:
    """Check whether ``rules.toml`` has no mistake, and names what the boards have."""
    from tui.cli.triggers.names import cannot_work
    from tui.rules.names import cannot_words

    do = "cardscout rules check tells all"
    try:
        found = read_rules(paths.rules_file)
        wrong = cannot_work(paths, [rule for rule in found.rules if rule.enabled])
    except UsageError as error:
        return Check(name="rules", state="broken", what=str(error), do=error.hint or do)
    if found.problems:
        first = found.problems[0]
        what = f"{paths.rules_file.name}, line {first.line}: {first.what}"
        return Check(name="rules", state="broken", what=what, do=first.hint or do)
    if wrong:
        return Check(name="rules", state="broken", what="; ".join(cannot_words(wrong)), do=do)
    on = sum(rule.enabled for rule in found.rules)
    return Check(
        name="rules", state="ok", what=f"{on} of {len(found.rules)} on" if found.rules else "none yet"
    )


def _databases(paths: Paths) -> Iterator[Check]:
    """Check the accounts' stores with their pending changes, and the local server's file."""
    from tui.cli.keep.recovery import find_loss

    if (found := find_loss(paths)) is not None:
        error = found.error()
        yield Check(name="local workspace", state="broken", what=str(error), do=error.hint)
    for path in databases(paths.data):
        if path.name == "server.db":
            yield _check("local workspace", path, lambda path: damage(path, quick=path.stat().st_size > _BIG))
        else:
            yield _check(f"store {_account(path)}", path, soundness)
            yield _outbox(_account(path), path)


def _account(path: Path) -> str:
    return path.stem.removeprefix("store-")


def _check(name: str, path: Path, look: Callable[[Path], str]) -> Check:
    size = f"{path.stat().st_size / 1e6:,.1f} MB"
    try:
        wrong = look(path)
    except (sqlite3.Error, CardscoutError) as error:
        what = f"{path.name} cannot be looked at: {error}"
        return Check(name=name, state="broken", what=what, do="see who has it locked, and try again")
    if not wrong:
        return Check(name=name, state="ok", what=f"{path.name} is sound, {size}")
    do = (
        "cardscout restore --latest, or --rebuild"
        if path.name == "server.db"
        else "the next start repairs it"
    )
    return Check(name=name, state="broken", what=f"{path.name} is damaged: {wrong}", do=do)


def _outbox(account: str, path: Path) -> Check:
    held, name = summary_of(path), f"outbox {account}"
    if held.refused:
        what = f"{output.plural(held.refused, 'changes')} refused, {held.waiting} waiting"
        return Check(name=name, state="note", what=what, do="O in the screens: send them again, or drop them")
    return Check(
        name=name, state="ok", what=f"{held.waiting} waiting" if held.waiting else "everything is sent"
    )


def _copies(paths: Paths, now: datetime) -> Check:
    """Check the age of the newest automatic copy."""
    wanted = databases(paths.data)
    found = [path for source in wanted for path in Copies(paths.data).of(source.stem)]
    if not found:
        state: State = "note" if wanted else "ok"
        do = "cardscout backup FILE makes one; the screens make one a day" if wanted else ""
        return Check(name="copies", state=state, what="none yet", do=do)
    newest = datetime.fromtimestamp(max(path.stat().st_mtime for path in found), UTC)
    what = f"{len(found)}, the newest of {newest.astimezone():%Y-%m-%d %H:%M}"
    if now - newest > _OLD:
        return Check(name="copies", state="note", what=what, do="cardscout backup FILE")
    return Check(name="copies", state="ok", what=what)
