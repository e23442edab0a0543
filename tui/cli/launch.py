"""Launching the screens, after checking that the terminal can show them."""

import gc
import os
import sys
from contextlib import suppress

from tui.errors import UsageError

COMPLETE = "_CARDSCOUT_COMPLETE"
"""The variable by which a shell requests completions, without arguments."""


def import_less() -> None:
    """Make libraries skip parts that this program never uses."""
    # Pydantic's search for plug-ins reads every installed package's metadata: 6 ms, and there are none.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # If possible, httpx imports its command line with rich and pygments: 40 ms and 3.5 MB. None makes that
    # import fail, which httpx expects.
    sys.modules["httpx._main"] = None  # type: ignore[assignment]


def use_own_time_zone() -> None:
    """Make the time zone of the settings, if they have one, that of this process, before anything reads a date."""
    from tui.settings.paths import config_file

    # What is wrong with the file is told by what reads the settings.
    with suppress(UsageError, OSError):
        path = config_file()
        # Parsing it takes as long as the rest of a short command.
        if b"timezone" not in path.read_bytes():
            return
        from tui.clock import use_time_zone
        from tui.settings.config import Config

        config, _ = Config.read_valid(path)
        if config.timezone is not None:
            use_time_zone(config.timezone)


def screens(board: str | None, *, mouse: bool = True) -> int:
    """Open the screens, and return the exit code.

    The garbage collector is off while Textual's modules are imported: they are never garbage, and scanning
    them repeatedly takes a twentieth of the start.

    Args:
        board: Names the board to open, or None.
        mouse: Whether the program handles the mouse.

    Raises:
        UsageError: There is no terminal to draw on, or no such board.
    """
    _refuse_no_terminal()
    gc.disable()
    far = "SSH_CONNECTION" in os.environ
    if not far:
        # Double Textual's frame rate: this halves the delay of a key press soon after another.
        os.environ.setdefault("TEXTUAL_FPS", "120")
    # Milliseconds for which an escape may begin another key. Textual reads the rest of a sequence at once, and what
    # a line delivers even later is still joined to it (``SplitSequence``).
    os.environ.setdefault("ESCDELAY", "50" if far else "25")
    from tui.cli.screens import open_screens

    return open_screens(board, mouse=mouse)


def _refuse_no_terminal() -> None:
    """Refuse to start without a usable terminal, before anything is imported or drawn."""
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
