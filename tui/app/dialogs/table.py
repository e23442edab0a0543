"""Import of a table: shows the fields of the columns and the resulting cards, then creates a card per row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.app.commands.command import Choice, quote_title
from tui.model.writes.cards import CreateCard
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from tui.app.account.accounts import AccountFiles, TableColumns
    from tui.app.account.host import Host
    from tui.app.screens.screen import WorkspaceScreen

_FIELDS: Mapping[str, str] = {
    "name": "Title",
    "list": "List",
    "desc": "Description",
    "labels": "Labels",
    "due": "Due date",
    "members": "Members",
}
"""The names, for the user, of the card fields that a column can be used for."""

_NEW = "+"  # a new board for the table
_LOOK, _NONE = "", "-"  # values of choices besides fields, or before the name of a column
_SHOWN = 30  # characters of an example


async def import_table(app: Host, screen: WorkspaceScreen, files: AccountFiles, path: Path) -> None:
    """Ask for the board and the columns, show the cards for the table's rows, and create the cards."""
    workspace, here = screen.workspace, screen.board
    boards = sorted(workspace.boards.all(), key=lambda board: here is None or board.id != here.id)
    own = Choice(_NEW, "a board of its own", "called as the file is")
    chosen = await screen.choose(
        f"Make a card of each row of {safe_line(path.name)} on",
        [*(Choice(one.id, one.name) for one in boards), own],
    )
    if chosen is None or (maps := await _ask_columns(screen, files, path)) is None:
        return
    screen.tell("reading the table …")
    planned = await files.plan_cards(path, "" if chosen == _NEW else chosen, maps)
    cards = f"{planned.count:,} card{'s' * (planned.count != 1)}"
    _ = screen.clear_message()
    # A box shows its first lines; the user has to scroll to the rest.
    detail = "\n".join([*planned.summary, *map(_in_words, planned.lines)])
    if await screen.confirm(f"Make {cards}?", detail=detail, yes="Make them", meant=True):
        screen.tell("making the cards …")
        await workspace.writes.submit_all(planned.writes)
        app.open_board(planned.board_id)
        (app.board_screen or screen).show_cards(
            [one.card_id for one in planned.writes if isinstance(one, CreateCard)][:1]
        )
        board = workspace.boards.get(planned.board_id)
        where = "" if board is None else f" on {quote_title(board.name)}"
        (app.board_screen or screen).tell(f"{cards} made{where}", undo=True)


def _in_words(line: str) -> str:
    """Return a line of the plan; a field at its beginning is replaced by its name for the user."""
    field, parted, rest = line.partition(": ")
    return f"{_FIELDS.get(field, field)}{parted}{rest}"


async def _ask_columns(screen: WorkspaceScreen, files: AccountFiles, path: Path) -> Sequence[str] | None:
    """Show the field of each column until the user accepts; return the choices, or None on cancel."""
    chosen: dict[str, str] = {}
    while True:
        maps = [f"{name}={column}" for name, column in chosen.items()]
        table = await files.table_columns(path, maps)
        name = await screen.choose("Which column is what?", _field_choices(table))
        if name is None:
            return None
        if name == _LOOK:
            return maps
        column = await screen.choose(f"{_FIELDS[name]} is in the column", _column_choices(table))
        if column is not None:
            chosen[name] = "" if column == _NONE else column.removeprefix("=")


def _field_choices(table: TableColumns) -> list[Choice]:
    """Return a line for each field with its column and an example; if there are titles, the first line accepts."""
    look = [Choice(_LOOK, "Go on", "nothing is made before you have seen it")] if table.fields["name"] else []
    return [*look, *(_field_choice(table, name, word) for name, word in _FIELDS.items())]


def _field_choice(table: TableColumns, name: str, word: str) -> Choice:
    columns = table.fields[name]
    if not columns:
        return Choice(name, f"{word}: {'choose its column' if name == 'name' else 'none'}")
    example = " ".join(table.columns.get(column, "") for column in columns.split(" + "))
    return Choice(name, f"{word}: {safe_line(columns)}", _example(example))


def _example(text: str) -> str:
    return safe_line(text)[:_SHOWN] if text.strip() else ""


def _column_choices(table: TableColumns) -> list[Choice]:
    """Return a line for each column, with an example, and one for none; a column may have any name."""
    shown = [
        Choice(f"={column}", safe_line(column), _example(text)) for column, text in table.columns.items()
    ]
    return [*shown, Choice(_NONE, "none of them", "what is in no field goes into the description")]
