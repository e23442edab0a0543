"""Output of the command line: data to stdout, messages and questions to stderr, and exit codes.

Only this module turns errors into messages. Text from boards is made safe here before it reaches a terminal.
"""

import json
import os
import re
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from io import TextIOWrapper
from typing import IO, Any

from tui.errors import NO_ROOM, CardscoutError, Rejected, StoreError, Unreachable, Unwritable, UsageError
from tui.presentation.safe_text import sanitize

INTERRUPTED = 130
"""Exit code after ctrl-c."""

BROKEN_PIPE = 141
"""Exit code when the reader of our output has closed the pipe; the shell's code for SIGPIPE."""

# Patterns are compiled when something is printed: the start of the screens prints nothing.
# The first are characters that JSON allows in a string and a terminal would interpret.
_UNSAFE = "[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
_LONGEST_QUOTE, _LONGEST_MESSAGE = 80, 1000
_QUOTED = rf"""(?s)(?<!\w)(?P<quoted>(?P<open>['"“])(?:(?!(?P=open)|”).){{{_LONGEST_QUOTE},}})(?P<close>(?P=open)|”)(?!\w)"""
_UNREACHED = "see that the address is right, and that the service runs; cardscout doctor tries every account"
_ENDLESS = r"\S{256,}"
"""A word too long to be a useful path or address."""


def clean(text: str, *, lines: bool = False) -> str:
    """Return ``text`` without anything that a terminal would interpret.

    Args:
        text: Text from a board, a file or a message.
        lines: Whether to keep line ends and tabs.
    """
    return sanitize(text, keep="\n\t" if lines else "")


def say(message: str) -> None:
    """Print a message to stderr; on a terminal wrapped between words."""
    shown = clean(message, lines=True)
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns
        shown = "\n".join(_wrap(line, width) for line in shown.split("\n"))
    sys.stderr.write(f"{shown}\n")


def _wrap(line: str, width: int) -> str:
    """Wrap ``line`` to ``width``; long words and indented lines, which users copy, are not broken."""
    if len(line) <= width or line.startswith(" "):
        return line
    return textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False, expand_tabs=False)


def text(value: str) -> None:
    """Print text data to stdout."""
    _write(clean(value, lines=True))


def copy_bytes(source: IO[bytes]) -> None:
    """Copy a file to stdout as it is."""
    with _reporting_full_disk():
        shutil.copyfileobj(source, sys.stdout.buffer)
        sys.stdout.buffer.flush()


def as_json(value: Any) -> None:
    """Print data to stdout as JSON, with characters escaped that a terminal would interpret."""
    written = json.dumps(value, ensure_ascii=False, indent=2, default=_moment)
    _write(re.sub(_UNSAFE, lambda found: f"\\u{ord(found[0]):04x}", written))


def _moment(value: Any) -> str:
    """Return a moment as JSON has it everywhere: in UTC, with a Z."""
    from tui.model.values.scalars import format_instant

    if not isinstance(value, datetime):
        raise TypeError(f"{value!r} is no JSON")
    return format_instant(value)


def as_line(value: Any) -> None:
    """Print data to stdout as one line of JSON, and flush it for a program that reads line by line."""
    written = json.dumps(value, ensure_ascii=False, default=_moment)
    _write(re.sub(_UNSAFE, lambda found: f"\\u{ord(found[0]):04x}", written))
    _flush()


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print rows to stdout: aligned with a header on a terminal, tab-separated without one in a pipe."""
    cells = [[clean("" if cell is None else str(cell)) for cell in row] for row in rows]
    if not sys.stdout.isatty():
        for row in cells:
            _write("\t".join(row))
        return
    shown = [[title.upper() for title in head], *cells]
    widths = [max(map(_width, column)) for column in zip(*shown, strict=True)]
    for row in shown:
        padded = (cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True))
        _write("  ".join(padded).rstrip())


def _write(line: str) -> None:
    with _reporting_full_disk():
        sys.stdout.write(f"{line}\n")


def _flush() -> None:
    with _reporting_full_disk():
        sys.stdout.flush()


@contextmanager
def _reporting_full_disk() -> Iterator[None]:
    """Report that stdout takes nothing more, as on a full disk; a reader that has stopped is no error.

    Raises:
        StoreError: The output cannot be written.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        _drop_output()
        why = error.strerror or error
        raise StoreError(
            f"the output cannot be written: {why}", hint="make room for it; what was changed is kept"
        ) from error


def _drop_output() -> None:
    """Drop what is left to print: the interpreter flushes stdout once more at exit, which would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _width(cell: str) -> int:
    """Return the number of terminal cells that ``cell`` takes."""
    if cell.isascii():
        return len(cell)
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in cell)
    return len(cell) + wide - sum(unicodedata.category(char) in {"Mn", "Me", "Cf"} for char in cell)


def format_moment(value: datetime | None) -> str:
    """Format a moment in the local time zone, to the minute; "" for None."""
    from tui.model.values.scalars import local_time

    return "" if value is None else f"{local_time(value):%Y-%m-%d %H:%M}"


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """Yield a function that rewrites a progress line on stderr; in a pipe the function does nothing."""
    if not sys.stderr.isatty():
        yield lambda _words: None
        return

    def tell(words: str) -> None:
        sys.stderr.write(f"\r\x1b[K{clean(words)}")
        sys.stderr.flush()

    try:
        yield tell
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def plural(number: int, noun: str) -> str:
    """Format a count with the plural ``noun`` in the right form: ``1 card``, ``2 cards``."""
    return f"{number} {noun}" if number != 1 else f"1 {noun.removesuffix('s')}"


def ask(question: str, *, default: bool = False, otherwise: str = "--yes answers beforehand") -> bool:
    """Ask a yes/no question and return the answer, which a terminal or a pipe gives.

    Args:
        question: The question.
        default: The answer of an empty line.
        otherwise: How a script answers, as a hint.

    Raises:
        UsageError: stdin ends before the answer, as in a script that nobody watches.
    """
    import click

    from tui.cli.account.echo import interrupted_at_once

    try:
        with interrupted_at_once():
            return click.confirm(clean(question), default=default, err=True)
    except click.Abort as error:
        if sys.stdin.isatty() or not isinstance(error.__context__, EOFError):
            raise
        say("")  # the message gets a line of its own, below the question
        raise UsageError("stdin ended before an answer", hint=otherwise) from error


def confirm(question: str, *, otherwise: str = "--yes answers beforehand") -> None:
    """Ask a yes/no question before something that is not easily taken back; ``otherwise`` is how a script answers.

    Raises:
        Abort: The answer is no.
        UsageError: stdin ends before the answer.
    """
    import click

    if not ask(question, otherwise=otherwise):
        raise click.Abort


@contextmanager
def errors_as_messages() -> Iterator[None]:
    """Turn errors of the block into messages on stderr and exit codes.

    Raises:
        SystemExit: The block failed.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A lone surrogate in a name must not end the program.
            stream.reconfigure(errors="replace")
    try:
        yield
        _flush()
    except CardscoutError as error:
        print_error(error)
        raise SystemExit(error.exit_code) from error
    except KeyboardInterrupt as error:
        raise SystemExit(INTERRUPTED) from error
    except BrokenPipeError as error:
        _drop_output()
        raise SystemExit(BROKEN_PIPE) from error
    except OSError as error:
        # Wherever a disk takes nothing more, the user can do something about it; any other one is a fault of ours.
        if error.errno not in NO_ROOM:
            raise
        full = Unwritable(
            f"{error.filename or 'a file'} cannot be written: {error.strerror}", hint="make room there"
        )
        print_error(full)
        raise SystemExit(full.exit_code) from error


def print_error(error: CardscoutError) -> None:
    """Print an error with its hint, and the service's reasons by field."""
    say(f"error: {shorten(str(error))}")
    if isinstance(error, Rejected):
        for name, reason in error.fields.items():
            if reason not in str(error) or name not in str(error):
                say(f"  {name}: {reason}")
    # Every other error names its own way on; for an address it is the same wherever it was asked.
    if hint := error.hint or (_UNREACHED if isinstance(error, Unreachable) else ""):
        say(f"hint: {shorten(hint)}")


def shorten(message: str) -> str:
    """Shorten an error message: quoted arguments and endless words are cut to 80 characters."""
    quoted = re.sub(_QUOTED, lambda found: f"{_cut(found['quoted'])}{found['close']}", message)
    short = re.sub(_ENDLESS, lambda found: _cut(found[0]), quoted)
    return short if len(short) <= _LONGEST_MESSAGE else f"{short[:_LONGEST_MESSAGE]}…"


def _cut(text: str) -> str:
    return f"{text[: _LONGEST_QUOTE - 1]}…"


def json_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option ``--json`` to a command."""
    import click

    return click.option("--json", "json_", is_flag=True, help="Write JSON.")(command)
