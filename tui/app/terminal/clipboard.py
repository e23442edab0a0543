"""Copying to the terminal's clipboard by OSC 52, through tmux too."""

import base64
import os
from typing import Any

from textual.app import App

MAY_NOT = "it may not take it; tmux: set -g set-clipboard on, or allow-passthrough on"
"""The message after copying: a terminal does not report whether it accepted the text."""


def pass_through(app: App[Any], text: str) -> None:
    """Send ``text`` to the clipboard of the terminal around tmux, wrapped so that tmux passes it on.

    Textual sends it unwrapped, which tmux handles itself and forwards if ``set-clipboard`` is on. A wrapped
    text arrives if ``allow-passthrough`` is on; if both are on, the same text arrives twice.
    """
    driver = app._driver  # noqa: SLF001 - as Textual writes to the clipboard
    if driver is not None and os.environ.get("TMUX"):
        driver.write(wrapped(text))


def wrapped(text: str) -> str:
    """Return the sequence that sets the clipboard, wrapped for tmux with each escape doubled."""
    encoded = base64.b64encode(text.encode("utf-8", "replace")).decode("ascii")
    return f"\x1bPtmux;\x1b\x1b]52;c;{encoded}\a\x1b\\"
