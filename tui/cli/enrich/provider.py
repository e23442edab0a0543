"""The option ``--provider`` of the commands that ask an enrichment service."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from tui.cli.account.chosen import PROVIDER


def provider_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option to a command; what it names is the only service that the command asks."""
    return click.option(
        "--provider",
        metavar="NAME",
        expose_value=False,
        callback=_choose,
        help="Ask this service alone; local is the account's own.",
    )(command)


def _choose(context: click.Context, parameter: click.Parameter, name: str | None) -> None:  # noqa: ARG001 - click's own
    PROVIDER.set(name)
