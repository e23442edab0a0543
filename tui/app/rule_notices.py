"""Notices from the rules to the user: those of the step ``notify``, and mistakes in a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.presentation.safe_text import safe_text
from tui.rules.runner import RuleRunner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import App

    from tui.rules.runner import RuleHome

LONGEST = 500
"""Maximum characters of a notice."""

_TIMEOUT = 10.0  # seconds for which a notice is shown


def start_rules(app: App[None], home: RuleHome) -> RuleRunner:
    """Start the rules of ``home``, with their notices shown in ``app``."""

    def notify(text: str, how: Sequence[str]) -> None:
        app.call_later(show_notice, app, text, how)

    def report(about: str, wrong: str) -> None:
        app.call_later(_show_report, app, f"{about}: {wrong or 'it works again'}")

    runner = RuleRunner(home, notify, report)
    runner.start()
    return runner


def show_notice(app: App[None], text: str, how: Sequence[str]) -> None:
    """Show a notice: on the screen, as a desktop notice of the terminal (OSC 9), or by the bell."""
    shown = safe_text(text)[:LONGEST]
    if "app" in how:
        app.notify(shown or " ", title="A rule says", timeout=_TIMEOUT, markup=False)
    # While the user's editor has the terminal the writer is stopped, and output would fill its queue.
    if (driver := app._driver) is None or app._batch_count:  # noqa: SLF001 - as Textual writes to the clipboard
        return
    if "terminal" in how:
        driver.write(f"\x1b]9;{shown}\x07")
    if "bell" in how:
        app.bell()


def _show_report(app: App[None], text: str) -> None:
    """Show a problem of the rules, or what became of them, unless it is on the screen already."""
    if any(one.message == safe_text(text) for one in app._notifications):  # noqa: SLF001 - what is shown now
        return
    app.notify(safe_text(text), title="Rules", severity="warning", timeout=_TIMEOUT, markup=False)
