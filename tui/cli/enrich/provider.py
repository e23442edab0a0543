"""The options of the commands that ask enrichment services: ``--provider`` and ``--want``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from tui.cli.account.chosen import LOOKS_UP, PROVIDER, WANT
from tui.errors import UsageError
from tui.model.enrich.spending import WANTED


def provider_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option to a command; the named service is the only one that the command asks."""
    return click.option(
        "--provider",
        metavar="NAME",
        expose_value=False,
        callback=_choose,
        help="Ask this service alone; local is the account's own.",
    )(command)


def _choose(context: click.Context, parameter: click.Parameter, name: str | None) -> None:  # noqa: ARG001 - click's own
    PROVIDER.set(name)
    ask_services(asked=True)


def ask_services(*, asked: bool) -> None:
    """Note whether the command asks services for people and companies, and so needs their keys."""
    LOOKS_UP.set(asked)


def want_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option ``--want`` of the commands that ask several services one after another."""
    return click.option(
        "--want",
        metavar="FIELDS",
        expose_value=False,
        callback=_want,
        help="Go on to the next service of the order until there is a phone, email or phone,email.",
    )(command)


def _want(context: click.Context, parameter: click.Parameter, fields: str | None) -> None:  # noqa: ARG001 - click's own
    if fields is None:
        return
    named = {name.strip().casefold() for name in fields.split(",")}
    found = frozenset(one for one in WANTED if one in named)
    if len(found) < len(named):
        raise UsageError(f"--want: {fields!r} names no fields", hint="write phone, email or phone,email")
    WANT.set(found)
