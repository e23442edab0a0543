"""``cardscout config``: check the settings, and print the schema that editors check them by."""

from __future__ import annotations

import click

from tui.cli import output
from tui.settings.paths import Paths
from tui.settings.schema import schema as schema_of


@click.group()
def config() -> None:
    """The settings in config.toml: check them, print their schema."""


@config.command()
@click.pass_context
def check(context: click.Context) -> None:
    """Say what is wrong in config.toml, each with its line and the fix.

    The exit code is 2 when something is.
    """
    from tui.app.settings_check import every_problem

    path = Paths.open().config_file
    wrong = every_problem(path)
    for line in wrong:
        output.text(line)
    if wrong:
        context.exit(2)
    output.text(
        f"{path}: nothing is wrong" if path.exists() else f"{path} is not there: all is as by default"
    )


@config.command()
def schema() -> None:
    """Print the JSON schema of config.toml, for editors.

    Save it, and name it in the first line of the file: #:schema ./config.schema.json
    """
    from tui.app.commands.catalogue import screens

    output.as_json(schema_of(each.name() for commands in screens().values() for each in commands))
