"""Where the program begins: at once into the screens, or to the command line.

The screens are what is started most and waited for most, so whoever asks for nothing else, or names a board, does
not wait for the command line's library and its commands: ``main.py`` is imported for everything else.
"""

from __future__ import annotations

import errno
import os
import sys
import warnings
from types import TracebackType
from typing import NoReturn

from tui import __version__
from tui.cli import output
from tui.cli.launch import screens
from tui.errors import CardscoutError
from tui.settings.process import allow_files, leave_no_core

_COMPLETE = "_CARDSCOUT_COMPLETE"
"""The variable by which a shell asks for completions, without arguments: click answers."""


def main() -> None:
    """The program ``cardscout``."""
    sys.excepthook = _crashed
    sys.unraisablehook = _left_behind
    leave_no_core()
    with output.guarded():
        allow_files()
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


def _left_behind(what: sys.UnraisableHookArgs) -> None:
    """Log what failed as it was cleared away: the interpreter would write a traceback over the screens."""
    if sys.is_finalizing():
        # Nothing can be imported or logged any more.
        return
    import logging

    logging.getLogger(__name__).warning("%s: %s", what.err_msg or "cleared away", what.exc_value)


def _crashed(kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
    """Say in a line what no code of ours expected, and leave the rest in the crash file."""
    from tui.settings.logs import write_crash
    from tui.settings.paths import Paths

    if isinstance(error, OSError) and error.errno in {errno.EMFILE, errno.ENFILE}:
        # Not even the crash file could be opened. What it kept from beginning warns that nobody waited for it.
        warnings.simplefilter("ignore", RuntimeWarning)
        output.say(f"error: no more files can be opened: {error.strerror}")
        output.say("hint: raise the limit where it is started: ulimit -n 1024")
        return
    output.say(f"error: Cardscout failed on {kind.__name__}; this is a fault of ours")
    try:
        path = Paths.open().crash_file
        write_crash(path, error, about=f"cardscout {__version__}, Python {sys.version}, {sys.platform}")
    except CardscoutError as failure:
        output.complain(failure)
    else:
        output.say(f"hint: the details are in {path}")
