"""The names in rules on the command line: whether the boards have them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.cli.account.chosen import ACCOUNT, choose_account
from tui.rules.names import StoredNames

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tui.rules.rule import Rule
    from tui.settings.paths import Paths


def stored_names(paths: Paths) -> StoredNames:
    """Return the names in the stores of all accounts.

    Raises:
        UsageError: The settings, or the environment, name an account that is not there.
    """
    chosen = choose_account(None, paths)
    return StoredNames(paths.store_file, ACCOUNT if chosen is None else chosen.name)


def cannot_work(paths: Paths, rules: Iterable[Rule]) -> dict[str, str]:
    """Return why rules cannot work, by name; those that can are left out."""
    return stored_names(paths).cannot_work(rules)
