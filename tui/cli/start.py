"""The program's entry point: it opens the screens directly, or runs the command line.

The screens are started most often, so a start without arguments, or only with ``--board``, does not import
click and the commands; ``main.py`` is imported for everything else.
"""

from __future__ import annotations

import errno
import gc
import io
import os
import sys
import warnings
from types import TracebackType
from typing import NoReturn

from tui import __version__
from tui.cli import output
from tui.cli.launch import COMPLETE, import_less, screens, use_own_time_zone
from tui.errors import CardscoutError
from tui.settings.process import allow_files, leave_no_core

_RARELY = (50_000, 20, 50)
"""Numbers of new objects that trigger a collection of the young, the older, and all garbage."""


def main() -> None:
    """Run the program ``cardscout``."""
    _open_closed_streams()
    if os.environ.get(COMPLETE, "").endswith("_complete"):
        # Whatever goes wrong, nothing is written into the line that the user types.
        sys.stderr = io.StringIO()
    sys.excepthook = _report_crash
    sys.unraisablehook = _log_unraisable
    leave_no_core()
    import_less()
    with output.errors_as_messages():
        allow_files()
    match sys.argv[1:]:
        case [] if COMPLETE not in os.environ:
            _open_screens(None)
        case ["--board", board] if not board.startswith("-"):
            _open_screens(board)
        case _:
            # A command keeps everything it reads until its end; garbage collection took a sixth of a large
            # import.
            gc.set_threshold(*_RARELY)
            from tui.cli.main import cli

            cli(prog_name="cardscout")


def _open_closed_streams() -> None:
    """Open the null device for each standard stream that is closed, as under some schedulers.

    Python has None for it, and the first question or message would end the program, perhaps after its work.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # The lowest free number is the closed stream's own.
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))


def _open_screens(board: str | None) -> NoReturn:
    with output.errors_as_messages():
        use_own_time_zone()
        sys.exit(screens(board))


def _log_unraisable(what: sys.UnraisableHookArgs) -> None:
    """Log an exception in a finalizer: the interpreter would write its traceback over the screens."""
    if sys.is_finalizing():
        # Nothing can be imported or logged any more.
        return
    import logging

    logging.getLogger(__name__).warning("%s: %s", what.err_msg or "cleared away", what.exc_value)


def _report_crash(kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
    """Print one line for an unexpected exception, and write the details to the crash file."""
    from tui.settings.logs import write_crash
    from tui.settings.paths import Paths

    if isinstance(error, OSError) and error.errno in {errno.EMFILE, errno.ENFILE}:
        # The crash file could not be opened either. Coroutines that never began would print warnings.
        warnings.simplefilter("ignore", RuntimeWarning)
        output.say(f"error: no more files can be opened: {error.strerror}")
        output.say("hint: raise the limit where it is started: ulimit -n 1024")
        return
    output.say(f"error: Cardscout failed on {kind.__name__}; this is a fault of ours")
    try:
        path = Paths.open().crash_file
        write_crash(path, error, about=f"cardscout {__version__}, Python {sys.version}, {sys.platform}")
    except CardscoutError as failure:
        output.print_error(failure)
    else:
        output.say(f"hint: the details are in {path}")
