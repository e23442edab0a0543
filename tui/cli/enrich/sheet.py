"""Writing a CSV table for a spreadsheet to a file or to stdout."""

from pathlib import Path

from tui.cli import output
from tui.errors import UsageError
from tui.whole_file import write_whole


def write_sheet(file: str, table: str) -> None:
    """Write ``table``, which is CSV, to ``file``; ``-`` is stdout.

    Raises:
        UsageError: The file cannot be written.
    """
    if file == "-":
        output.text(table.replace("\r\n", "\n").rstrip("\n"))
        return
    try:
        # Without the byte order mark a spreadsheet assumes its country's legacy encoding.
        write_whole(Path(file).resolve(), table.encode("utf-8-sig", "replace"))
    except OSError as error:
        raise UsageError(
            f"cannot write {file}: {error.strerror}", hint="name a file in a folder of yours"
        ) from error
