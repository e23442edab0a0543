"""Launching the screens, in a terminal that can show them."""

import gc
import os
import sys

from tui.errors import UsageError


def screens(board: str | None, *, mouse: bool = True) -> int:
    """Open the screens; returns the exit code.

    The collector is off while the toolkit's modules come in: they are never garbage, and looking at them
    again and again takes a twentieth of the start.

    Args:
        board: Names the board to open, or None.
        mouse: Whether the program listens to the mouse.

    Raises:
        UsageError: There is no terminal to draw on, or no such board.
    """
    _refuse_no_terminal()
    gc.disable()
    # Looking for plug-ins of the value library reads the metadata of every package here: 6 ms, and there are none.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    if "SSH_CONNECTION" not in os.environ:
        # Twice the toolkit's frames: halves the wait of a key that comes close after another.
        os.environ.setdefault("TEXTUAL_FPS", "120")
    from tui.cli.screens import open_screens

    return open_screens(board, mouse=mouse)


def _refuse_no_terminal() -> None:
    """See that there is a terminal to draw on, before anything is imported or drawn."""
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise UsageError(
            "the screens need a terminal, and this is a pipe or a file",
            hint="cardscout boards, cards, export … write plain text and JSON; see cardscout --help",
        )
    if os.environ.get("TERM", "") in {"", "dumb", "unknown"}:
        raise UsageError(
            f"the terminal (TERM={os.environ.get('TERM', '')!r}) cannot place a cursor",
            hint="set TERM, for example to xterm-256color, or use cardscout boards, cards, export …",
        )
