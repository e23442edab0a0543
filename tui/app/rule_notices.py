"""Notices of the rules to the user: those of the step ``notify``, and mistakes in a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.presentation.safe_text import safe_text
from tui.rules.runner import RuleRunner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import App

    from tui.rules.runner import RuleHome

LONGEST = 500
"""Characters of a notice at most."""

_TIMEOUT = 10.0  # seconds for which a notice is shown


def start_rules(app: App[None], home: RuleHome) -> RuleRunner:
    """Start the rules of ``home``, which are told of in ``app``."""

    def notify(text: str, how: Sequence[str]) -> None:
        app.call_later(show_notice, app, text, how)

    def report(about: str, wrong: str) -> None:
        app.call_later(_show_report, app, f"{about}: {wrong or 'it works again'}")

    runner = RuleRunner(home, notify, report)
    runner.start()
    return runner


def show_notice(app: App[None], text: str, how: Sequence[str]) -> None:
    """Show a notice: in the screens, as a desktop notice of the terminal (OSC 9), by its bell."""
    shown = safe_text(text)[:LONGEST]
    if "app" in how:
        app.notify(shown or " ", title="A rule says", timeout=_TIMEOUT, markup=False)
    # Output would fill the queue of the stopped writer while the user's editor has the terminal.
    if (driver := app._driver) is None or app._batch_count:  # noqa: SLF001 - as the toolkit writes to the clipboard
        return
    if "terminal" in how:
        driver.write(f"\x1b]9;{shown}\x07")
    if "bell" in how:
        app.bell()


def _show_report(app: App[None], text: str) -> None:
    app.notify(safe_text(text), title="Rules", severity="warning", timeout=_TIMEOUT, markup=False)
