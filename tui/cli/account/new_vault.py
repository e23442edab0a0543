"""A new vault on the command line, to replace one whose passphrase is forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.cli import output

if TYPE_CHECKING:
    from pathlib import Path

    from tui.cli.account.account_manager import AccountManager


def begin(manager: AccountManager) -> Path | None:
    """Start a new vault for the token; return where the existing one will be moved, or None without one."""
    there = manager.vault.exists
    aside = manager.vault.ask_for_new()
    return aside if there else None


def report_old_vault(manager: AccountManager, before: Path, name: str) -> None:
    """Print where the old vault is, after the token was saved in the new one."""
    output.say(f"Kept in a new vault. The one before is {before}:")
    output.say("it is back when you end Cardscout, move vault away, and rename it to vault.")
    if others := manager.vault.others(name):
        output.say(f"In it too, and asked for again: what is secret of {', '.join(others)}.")
