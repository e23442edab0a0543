"""Where the program begins: at once into the screens, or to the command line.

The screens are what is started most and waited for most, so whoever asks for nothing else, or names a board, does
not wait for the command line's library and its commands: ``main.py`` is imported for everything else.
"""

import gc
import os
import sys
from types import TracebackType
from typing import NoReturn

from tui import __version__
from tui.cli import output
from tui.errors import CardscoutError, UsageError
from tui.settings.process import leave_no_core

_COMPLETE = "_CARDSCOUT_COMPLETE"
"""The variable by which a shell asks for completions, without arguments: click answers."""


def main() -> None:
    """The program ``cardscout``."""
    sys.excepthook = _crashed
    leave_no_core()
    match sys.argv[1:]:
        case [] if _COMPLETE not in os.environ:
            _at_once(None)
        case ["--board", board] if not board.startswith("-"):
            _at_once(board)
        case _:
            from tui.cli.main import cli

            cli(prog_name="cardscout")


def _at_once(board: str | None) -> NoReturn:
    with output.guarded():
        sys.exit(screens(board))


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


def _crashed(kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
    """Say in a line what no code of ours expected, and leave the rest in the crash file."""
    from tui.settings.logs import write_crash
    from tui.settings.paths import Paths

    output.say(f"error: Cardscout failed on {kind.__name__}; this is a fault of ours")
    try:
        path = Paths.open().crash_file
        write_crash(path, error, about=f"cardscout {__version__}, Python {sys.version}, {sys.platform}")
    except CardscoutError as failure:
        output.complain(failure)
    else:
        output.say(f"hint: the details are in {path}")
