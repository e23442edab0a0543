"""Writing a CSV table for a spreadsheet to a file or to stdout."""

from tui.cli import output
from tui.typed_path import typed_path, write_typed


def write_sheet(file: str, table: str) -> None:
    """Write ``table``, which is CSV, to ``file``; ``-`` is stdout.

    Raises:
        UsageError: The file cannot be written.
    """
    if file == "-":
        output.text(table.replace("\r\n", "\n").rstrip("\n"))
        return
    # Without the byte order mark a spreadsheet assumes its country's legacy encoding.
    content = table.encode("utf-8-sig", "replace")
    write_typed(typed_path(file), content, "name a file in a folder of yours")
