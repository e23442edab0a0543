"""Parts that the steps on the task board share: reading of stdin, positions, dates, and results."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal

import click

from tui.cli import output
from tui.clock import SystemClock
from tui.errors import UsageError
from tui.model.position import STEP, between
from tui.presentation.due import EXAMPLES, read_date
from tui.typed_path import typed_path

if TYPE_CHECKING:
    from datetime import datetime

    from tui.model.values.record import Value
    from tui.presentation.due import ReadDate

STDIN = "-"
"""The argument that stands for stdin."""

_WHEN = r"|\d{4}-\d\d-\d\d \d\d:\d\d"
"""What a line of the agenda begins with: when something is due, or nothing."""

_ID = r"(new-)?[0-9a-f]{24}"

Position = Literal["top", "bottom"] | float
"""A place among others: at one end, or the number by which they are sorted."""

DATES = "fri 17:00, +3d, 24 Nov, 2026-12-01T17:00+13:00; - for never."
"""The end of the help of each option that takes a date."""


class _TextOrNothing(click.types.StringParamType):
    """The type of a text that may be empty."""

    may_be_empty = True


MAY_BE_EMPTY = _TextOrNothing()
"""For a value that is taken away by an empty one; any other that is empty is refused (``main``)."""


class _Position(click.ParamType[Position]):
    """The type of ``--pos``."""

    name = "position"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Position:
        if value in {"top", "bottom"} or isinstance(value, float):
            place: Position = value
            return place
        try:
            number = float(value)
        except ValueError:
            number = 0.0
        if not 0 < number < float("inf"):
            self.fail(f"{value!r} is none of top, bottom and a number above 0", param, ctx)
        return number


def example(*lines: str) -> str:
    """Return the end of a command's help with an example, whose lines click does not wrap."""
    return "\n".join(["\b", "Example:", *(f"  {line}" for line in lines)])


def pos_option(among: str, *, default: Position | None = "bottom") -> Callable[..., Any]:
    """Return the option ``--pos``, a place among things called ``among``."""
    return click.option(
        "--pos",
        type=_Position(),
        metavar="top|bottom|NUMBER",
        default=default,
        show_default=default is not None,
        help=f"Place among {among}; a NUMBER is one as in the JSON.",
    )


def desc_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--desc`` and ``--desc-file`` to a command; ``given_text`` reads them."""
    command = click.option("--desc-file", metavar="FILE", help="Read the text from FILE; - is stdin.")(
        command
    )
    return click.option("--desc", type=MAY_BE_EMPTY, metavar="TEXT", help="Its text, in Markdown.")(command)


yes_option = click.option("--yes", is_flag=True, help="Do not ask.")
"""The option of commands that delete, for ``confirm``."""


def positions(pos: Position, siblings: Iterable[float], count: int = 1) -> list[float]:
    """Return ``count`` positions at an end of ``siblings``, in order, or the number itself for each."""
    if pos == "top":
        first = min(siblings, default=STEP * (count + 1))
        return [first * (number + 1) / (count + 1) for number in range(count)]
    if pos == "bottom":
        last = between(max(siblings, default=None), None)
        return [last + STEP * number for number in range(count)]
    return [pos] * count


def read_moment(option: str, text: str) -> datetime | None:
    """Parse a human date ``text``, given for ``option``; None for ``-`` or ``none``. What is otherwise in it is told.

    Raises:
        UsageError: The text is no date.
    """
    found = read_date_of(option, text)
    if found.note:
        output.say(f"note: {found.note}")
    return found.moment


def read_date_of(option: str, text: str) -> ReadDate:
    """Parse a human date ``text``, given for ``option``.

    Raises:
        UsageError: The text is no date.
    """
    try:
        return read_date(text, SystemClock().now())
    except ValueError as error:
        # With the offset of this machine, as it is copied.
        evening = SystemClock().now().astimezone().replace(hour=17, minute=0)
        raise UsageError(
            f"{option}: {text!r} is no date",
            hint=f"write it as {evening.isoformat(timespec='minutes')}, or as {EXAMPLES}",
        ) from error


def check_given(name: str, text: str) -> None:
    """Check that the text called ``name`` is not empty, as stdin may be.

    Raises:
        UsageError: It is empty.
    """
    if not text.strip():
        raise UsageError(f"{name} is empty", hint="write something")


def check_stdin(*given: str | None) -> None:
    """Check that at most one of the values is read from stdin.

    Raises:
        UsageError: Two of them are ``-``.
    """
    if given.count(STDIN) > 1:
        raise UsageError("stdin can be only one of these", hint="write - once, and name a file for the other")


def given_text(text: str | None, file: str | None) -> str | None:
    """Return the text of ``--desc`` or of the file of ``--desc-file``, without its last line end; or None.

    Raises:
        UsageError: Both were given, or the file is no text that can be read.
    """
    if file is None:
        return text
    if text is not None:
        raise UsageError("--desc and --desc-file are one text", hint="give one of them")
    return read_text(file)


def read_text(file: str) -> str:
    """Return the text of a file, or of stdin for ``-``, without its last line end.

    Raises:
        UsageError: It cannot be read, or is no text.
    """
    try:
        data = sys.stdin.buffer.read() if file == STDIN else typed_path(file).read_bytes()
        # Programs of Windows begin a text with a byte order mark, which nobody sees and no id or title has.
        from tui.model.values.utf16 import decode_utf8_or_16

        return decode_utf8_or_16(data).rstrip("\r\n")
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}", hint="name a text file") from error
    except UnicodeDecodeError as error:
        where = "stdin" if file == STDIN else file
        raise UsageError(f"{where} is no text in UTF-8", hint="convert it first: iconv -t UTF-8") from error


def read_lines(argument: str) -> tuple[list[str], bool]:
    """Return ``argument``, or for ``-`` the lines of stdin that are not empty; and whether it was stdin.

    Raises:
        UsageError: Stdin is no text.
    """
    if argument == STDIN:
        return [line.strip() for line in read_text(STDIN).splitlines() if line.strip()], True
    return [argument], False


@contextmanager
def path_of(file: str, name: str = "stdin") -> Iterator[Path]:
    """Yield the path of a file; for ``-``, stdin is kept in a file of that ``name`` while the block runs."""
    if file != STDIN:
        yield typed_path(file)
        return
    with TemporaryDirectory(prefix="cardscout-") as folder:
        path = Path(folder, Path(name).name.lstrip(".") or "stdin")
        with path.open("wb") as kept:
            copyfileobj(sys.stdin.buffer, kept)
        yield path


def read_idents(argument: str) -> tuple[list[str], bool]:
    """Return what ``argument`` names, or for ``-`` what stdin names, without duplicates; and whether it was stdin.

    Stdin has one id, short link or URL per line, in the first column as in our tables, or in the column that the
    agenda has it in; or JSON in our format: an array of things, one thing, or the output of ``cardscout watch``,
    which names the cards of the events.

    Raises:
        UsageError: Stdin is no text, or JSON without ids.
    """
    if argument != STDIN:
        return [argument], False
    # The first line of the agenda may begin with an empty column, so only the JSON is stripped.
    text = read_text(STDIN)
    if text.lstrip().startswith(("[", "{")):
        found = _idents_in_json(text.strip())
    else:
        found = [_ident_in(line) for line in text.splitlines() if line.strip()]
    return list(dict.fromkeys(found)), True


def _ident_in(line: str) -> str:
    """Return the id, short link or URL in a line of a table: the first column, or the id after a date or its lack."""
    cells = [cell.strip() for cell in line.split("\t")]
    if len(cells) == 1 or not re.fullmatch(_WHEN, cells[0]):
        return cells[0]
    return next((cell for cell in cells if re.fullmatch(_ID, cell)), cells[0])


def _idents_in_json(text: str) -> list[str]:
    try:
        try:
            read = json.loads(text)
        except ValueError:
            read = [json.loads(line) for line in text.splitlines()]
        things = read if isinstance(read, list) else [read]
        return [str((one["card"] if "trigger" in one else one)["id"]) for one in things]
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise UsageError("stdin is no JSON with ids", hint="pipe in what --json printed") from error


def confirm_deletion(noun: str, name: str, consequence: str, *, yes: bool) -> None:
    """Ask before the thing that was found is deleted, unless ``yes``; the question tells which one it is.

    Raises:
        Abort: The answer is no.
        UsageError: stdin ends before the answer.
    """
    if not yes:
        output.confirm(f"Delete the {noun} {name!r}? {consequence}")


def deleted(ident: str) -> dict[str, Any]:
    """Return the result of a step that deleted a thing."""
    return {"id": ident, "deleted": True}


def plain(results: Iterable[Value | dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the results of a step, each as a JSON object."""
    return [one if isinstance(one, dict) else one.wire() for one in results]


def print_results(
    results: Sequence[Value | dict[str, Any]], *, json_: bool, many: bool = False, made: bool = False
) -> None:
    """Print what a step created or changed.

    Args:
        results: The current state of the things.
        json_: Print JSON: an array if ``many``, otherwise the only object, or null.
        many: Whether the things were named on stdin.
        made: Whether the step created them: then, without JSON, only their ids are printed.
    """
    things = plain(results)
    if json_:
        output.as_json(things if many else next(iter(things), None))
    elif made:
        for one in things:
            output.text(one["id"])
