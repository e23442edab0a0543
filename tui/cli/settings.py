"""``cardscout config``: check the settings, and print the schema that editors check them by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from tui.cli import output
from tui.errors import CardscoutError
from tui.settings.accounts import read_accounts
from tui.settings.config import Config
from tui.settings.paths import Paths
from tui.settings.providers import read_providers
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
    """Yield what is wrong: the first mistake for which the file cannot be used, or else what is ignored."""
    try:
        found = Config.read(path)
        read_accounts(path)
        read_providers(path)
    except CardscoutError as error:
        yield f"{error}; {error.hint}" if error.hint else str(error)
        return
    from tui.app.drawing.themes import theme_names
    from tui.app.settings_check import complaints

    yield from (f"{path}, {each}" for each in complaints(found, theme_names(), most=None))


@config.command()
def schema() -> None:
    """Print the JSON schema of config.toml, for editors.

    Save it, and name it in the first line of the file: #:schema ./config.schema.json
    """
    from tui.app.commands.catalogue import screens

    output.as_json(schema_of(each.name() for commands in screens().values() for each in commands))
