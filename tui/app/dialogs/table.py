"""Import of a table: shows the fields of the columns and the resulting cards, then creates a card per row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.app.commands.command import Choice, quote_title
from tui.model.writes.cards import CreateCard
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tui.app.account.accounts import AccountFiles, PlannedCards, TableColumns
    from tui.app.account.host import Host
    from tui.app.screens.screen import WorkspaceScreen

_FIELDS: Mapping[str, str] = {
    "name": "Title",
    "list": "List",
    "desc": "Description",
    "labels": "Labels",
    "start": "Start date",
    "due": "Due date",
    "reminder": "Reminder",
    "members": "Members",
    "done": "Done",
    "items": "Checklists",
}
"""The names, for the user, of the card fields that a column can be used for."""

_NEW = "+"  # a new board for the table
_LOOK, _NONE = "", "-"  # values of choices besides fields, or before the name of a column
_DATES = "dates"  # what is first in a date
_ROWS = "rows"  # whether those that have a card are left out
_SHOWN = 30  # characters of an example


async def import_table(app: Host, screen: WorkspaceScreen, files: AccountFiles, path: Path) -> bool:
    """Ask for the board and the columns, show the cards for the table's rows, and create the cards.

    Returns:
        Whether the cards were created; False if the user went back to before the first question.
    """
    questions = _Questions(screen, files, path)
    planned = await questions.ask()
    if planned is None:
        return False
    cards = _count(planned)
    screen.tell("making the cards …")
    await screen.workspace.writes.submit_all(planned.writes)
    app.open_board(planned.board_id)
    (app.board_screen or screen).show_cards(
        [one.card_id for one in planned.writes if isinstance(one, CreateCard)][:1]
    )
    board = screen.workspace.boards.get(planned.board_id)
    where = "" if board is None else f" on {quote_title(board.name)}"
    (app.board_screen or screen).tell(f"{cards} made{where}", undo=True)
    return True


class _Questions:
    """The questions before a table is imported; esc goes back to the one before.

    Attributes:
        board: The chosen board, ``_NEW``, or None before the first answer.
        chosen: The column of each field that the user chose one for, "" for none.
    """

    def __init__(self, screen: WorkspaceScreen, files: AccountFiles, path: Path) -> None:
        self._screen, self._files, self._path = screen, files, path
        self.board: str | None = None
        self.chosen: dict[str, str] = {}

    async def ask(self) -> PlannedCards | None:
        """Ask until the user accepts what is shown, and return that; None if they went back to before the first."""
        while await self._ask_board():
            while await self._ask_columns():
                if (planned := await self._preview()) is not None:
                    return planned
        return None

    async def _ask_board(self) -> bool:
        here = self._screen.board
        ident = here.id if here is not None else ""
        boards = sorted(self._screen.workspace.boards.all(), key=lambda board: board.id != ident)
        own = Choice(_NEW, "a board of its own", "called as the file is")
        chosen = await self._screen.choose(
            f"Make a card of each row of {safe_line(self._path.name)} on",
            [*(Choice(one.id, one.name, "open" if one.id == ident else "") for one in boards), own],
            at=self.board,
            step=True,
        )
        self.board = chosen or self.board
        return chosen is not None

    @property
    def _maps(self) -> list[str]:
        return [f"{name}={column}" for name, column in self.chosen.items()]

    async def _ask_columns(self) -> bool:
        """Show the field of each column until the user accepts; return False if they went back."""
        while True:
            table = await self._files.table_columns(self._path, self._maps)
            name = await self._screen.choose(
                "Which column is what?", _field_choices(table, all_rows=_ROWS not in self.chosen), step=True
            )
            if name is None or name == _LOOK:
                return name is not None
            if name == _DATES:
                self.chosen[name] = "day" if self.chosen.get(name) == "month" else "month"
                continue
            if name == _ROWS:
                if self.chosen.pop(name, None) is None:
                    self.chosen[name] = "new"
                continue
            column = await self._screen.choose(
                f"{_FIELDS[name]} is in the column", _column_choices(table, name), step=True
            )
            if column is not None:
                self.chosen[name] = "" if column == _NONE else column.removeprefix("=")

    async def _preview(self) -> PlannedCards | None:
        """Show the cards that would be made; return them if the user accepts."""
        self._screen.tell("reading the table …")
        planned = await self._files.plan_cards(
            self._path, "" if self.board in {None, _NEW} else self.board, self._maps
        )
        _ = self._screen.clear_message()
        if not planned.count:
            self._screen.tell("every row has a card already")
            return None
        # A box shows its first lines; the user has to scroll to the rest.
        detail = "\n".join([*planned.summary, *map(_in_words, planned.lines)])
        accepted = await self._screen.confirm(
            f"Make {_count(planned)}?", detail=detail, yes="Make them", no="Back", meant=True
        )
        return planned if accepted else None


def _count(planned: PlannedCards) -> str:
    return f"{planned.count:,} card{'s' * (planned.count != 1)}"


def _in_words(line: str) -> str:
    """Return a line of the plan; a field at its beginning is replaced by its name for the user."""
    # In the screens the question before turns the dates, not an option.
    field, parted, rest = line.partition(" (--dates")[0].partition(": ")
    return f"{_FIELDS.get(field, field)}{parted}{rest}"


def _field_choices(table: TableColumns, *, all_rows: bool) -> list[Choice]:
    """Return a line for each field with its column and an example; if there are titles, the first line accepts."""
    rows = (
        Choice(_ROWS, "Rows that have a card: another is made", "enter leaves them out")
        if all_rows
        else Choice(_ROWS, "Rows that have a card: left out", "by address or title; enter makes another")
    )
    look = [Choice(_LOOK, "Go on", "nothing is made before you have seen it")] if table.fields["name"] else []
    dates = [Choice(_DATES, f"Dates: {table.dates}", "enter turns them")] if table.dates else []
    return [*look, *(_field_choice(table, name, word) for name, word in _FIELDS.items()), *dates, rows]


def _field_choice(table: TableColumns, name: str, word: str) -> Choice:
    columns = table.fields[name]
    if not columns:
        return Choice(name, f"{word}: {'choose its column' if name == 'name' else 'none'}")
    example = " ".join(table.columns.get(column, "") for column in columns.split(" + "))
    return Choice(name, f"{word}: {safe_line(columns)}", _example(example))


def _example(text: str) -> str:
    return safe_line(text)[:_SHOWN] if text.strip() else ""


def _column_choices(table: TableColumns, name: str) -> list[Choice]:
    """Return a line for each column, with an example, and one for none; a column may have any name.

    A title may also be of the columns that it has now and another one.
    """
    shown = [
        Choice(f"={column}", safe_line(column), _example(text)) for column, text in table.columns.items()
    ]
    if name == "name" and (now := table.fields[name]):
        others = [column for column in table.columns if column not in {now, *now.split(" + ")}]
        shown += [Choice(f"={now} + {column}", safe_line(f"{now} + {column}")) for column in others]
    return [*shown, Choice(_NONE, "none of them", "what is in no field goes into the description")]
