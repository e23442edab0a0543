"""Choices for all commands from the command line, the environment and the settings: account and provider."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from itertools import chain
from typing import TYPE_CHECKING

from tui.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from tui.model.enrich.spending import Wanted
    from tui.settings.accounts import Account
    from tui.settings.config import Config, Order
    from tui.settings.paths import Paths
    from tui.settings.providers import Provider

ACCOUNT = "local"
"""The name of the account on the embedded server."""

CHOSEN: ContextVar[str | None] = ContextVar("account", default=None)
"""The value of ``--account``, or None."""

PROVIDER: ContextVar[str | None] = ContextVar("provider", default=None)
"""The value of ``--provider``: the only service to ask; or None."""

LOOKS_UP: ContextVar[bool] = ContextVar("looks_up", default=False)
"""Whether the command may look people and companies up, for which it needs the services' keys."""

WANT: ContextVar[frozenset[Wanted] | None] = ContextVar("want", default=None)
"""The value of ``--want``: the fields for which services are asked until all are found; or None."""

WAIT: ContextVar[bool] = ContextVar("wait", default=False)
"""Whether ``--wait`` was given: wait when a service limits the rate of requests."""


def choose_account(
    asked: str | None, paths: Paths, config: Config | None = None, *, goes_on: bool = False
) -> Account | None:
    """Choose the account: by argument, command line, environment, settings, or the last open one; None for local.

    Args:
        asked: The name of the account; None if it is not given.
        paths: Where the settings are.
        config: The settings, if they are read already.
        goes_on: Whether the last open account comes before the local one.

    Raises:
        UsageError: There is no such account, or the settings cannot be read.
    """
    name = asked or CHOSEN.get() or os.environ.get("CARDSCOUT_ACCOUNT")
    if name is None and "CARDSCOUT_BOARD_URL" in os.environ:
        from tui.settings.environment_account import from_environment

        return from_environment()
    if name is None:
        from tui.settings.config import Config

        config = config or Config.read(paths.config_file)
        if config.account not in {None, ACCOUNT}:
            with naming_place(config, paths.config_file, "account", config.account):
                return choose_account(config.account, paths)
        name = config.account
    if name is None and goes_on:
        from tui.settings.last_account import last_account

        name = last_account(paths)
    if name in {None, ACCOUNT}:
        return None
    from tui.settings.accounts import read_account

    return read_account(paths.config_file, name)


@contextmanager
def naming_place(config: Config, file: Path, setting: str, name: str | None) -> Iterator[None]:
    """Add to a usage error where ``setting`` has the ``name`` that it is about: nobody has typed it just now."""
    try:
        yield
    except UsageError as error:
        if getattr(config, setting) == name:
            place = f"{file}, line {config.lines.get(setting, '?')}, names it"
            error.hint = "; ".join(filter(None, (place, error.hint)))
        raise


def usual_account(config: Config) -> str:
    """Return the name of the account that is used unless a command names one; "" for one from the environment."""
    if "CARDSCOUT_BOARD_URL" in os.environ:
        return ""
    return os.environ.get("CARDSCOUT_ACCOUNT") or config.account or ACCOUNT


def chosen_provider(own: str, config: Config) -> str | None:
    """Return the enrichment provider to use in place of the account's own service, or None.

    Args:
        own: The provider that the account names, or "".
        config: The user's settings.
    """
    name = PROVIDER.get() or os.environ.get("CARDSCOUT_PROVIDER") or own or config.provider
    return None if name in {None, "", ACCOUNT} else name


def chosen_order(config: Config) -> Order:
    """Return the services to ask for each kind, in order; none if this command names one service."""
    named = PROVIDER.get() or os.environ.get("CARDSCOUT_PROVIDER")
    return {} if named else config.order


def is_key_in_vault(own: str, config: Config, file: Path) -> bool:
    """Return whether the key of a service that a lookup may ask is in the vault.

    A mistake in the settings is told when the service is connected, and not here.

    Args:
        own: The provider that the account names, or "".
        config: The user's settings.
        file: Where they are.
    """
    used = chosen_provider(own, config) or ACCOUNT
    names = {used, *chain.from_iterable(chosen_order(config).values())} - {ACCOUNT}
    with suppress(UsageError):
        # Without any, the module that reads them is not imported.
        held = _providers(config, file) if names else {}
        return any(held[name].secrets == "vault" for name in names & held.keys())
    return False


def chosen_want(config: Config) -> frozenset[Wanted]:
    """Return the fields for which services are asked, one after another, until all are found.

    Raises:
        UsageError: The option was given, but only one service is asked.
    """
    named = WANT.get()
    if named and not any(len(names) > 1 for names in chosen_order(config).values()):
        raise UsageError(
            "--want asks one service after the other, and there is only one",
            hint="cardscout providers use NAME NAME sets their order; leave out --provider",
        )
    return config.want if named is None else named


def services_in(file: Path) -> Callable[[], object]:
    """Return a function whose result is another one once the settings name other enrichment services."""
    from tui.rules.file_version import file_stamp

    seen: object = ()
    services: object = None

    def revision() -> object:
        nonlocal seen, services
        if (stamp := file_stamp(file)) != seen:
            from tui.settings.config import Config

            seen = stamp
            # A file with a mistake is being edited.
            with suppress(UsageError):
                config = Config.read(file)
                services = (config.provider, config.order, config.want, _providers(config, file))
        return services

    return revision


def _providers(config: Config, file: Path) -> Mapping[str, Provider]:
    if not config.has_providers:
        # Reading them imports modules that only they need.
        return {}
    from tui.settings.providers import read_providers

    return read_providers(file)
