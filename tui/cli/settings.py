"""``cardscout config``: check the settings, and print the schema that editors check them by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import click

from tui.cli import output
from tui.errors import SettingsError, UsageError
from tui.settings.accounts import read_account
from tui.settings.config import Config, read_document
from tui.settings.paths import Paths
from tui.settings.providers import read_provider
from tui.settings.schema import schema as schema_of

if TYPE_CHECKING:
    from pathlib import Path


@click.group()
def config() -> None:
    """The settings in config.toml: check them, print their schema."""


@config.command()
@click.pass_context
def check(context: click.Context) -> None:
    """Say what is wrong in config.toml, each with its line and the fix.

    The exit code is 2 when something is.
    """
    path = Paths.open().config_file
    wrong = list(_problems(path))
    for line in wrong:
        output.text(line)
    if wrong:
        context.exit(2)
    output.text(
        f"{path}: nothing is wrong" if path.exists() else f"{path} is not there: all is as by default"
    )


def _problems(path: Path) -> Iterator[str]:
    """Yield the problems: first the errors that make the file unusable, then the ignored parts."""
    from tui.app.drawing.themes import theme_names
    from tui.app.settings_check import complaints

    try:
        found, wrong = Config.read_valid(path)
        document = read_document(path)
    except UsageError as error:
        # Of a file that is not TOML nothing is known beyond the first mistake.
        yield _line(error)
        return
    yield from map(_line, wrong)
    for table, read in (("accounts", read_account), ("providers", read_provider)):
        entries = document.get(table)
        for name in entries if isinstance(entries, dict) else ():
            yield from _entry_problems(partial(read, path, name))
    yield from (f"{path}, {each}" for each in complaints(found, theme_names(), most=None))


def _entry_problems(read: Callable[[], object]) -> Iterator[str]:
    """Yield the problems of one account or provider."""
    try:
        _ = read()
    except SettingsError as error:
        yield _line(error.first)
        yield from map(_line, error.others)
    except UsageError as error:
        yield _line(error)


def _line(error: UsageError) -> str:
    return f"{error}; {error.hint}" if error.hint else str(error)


@config.command()
def schema() -> None:
    """Print the JSON schema of config.toml, for editors.

    Save it, and name it in the first line of the file: #:schema ./config.schema.json
    """
    from tui.app.commands.catalogue import screens

    output.as_json(schema_of(each.name() for commands in screens().values() for each in commands))
