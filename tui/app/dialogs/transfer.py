"""Import and export of boards: the dialogs that ask for the details and then run them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tui.app.commands.command import Choice, quote_title
from tui.app.dialogs.table import import_table
from tui.app.file_fields import ask_for_path, ask_where_to_write, file_name
from tui.presentation.safe_text import shown_path
from tui.typed_path import typed_path

if TYPE_CHECKING:
    from pathlib import Path

    from tui.app.account.accounts import AccountFiles, ImportMode, Transfer
    from tui.app.account.host import Host
    from tui.app.screens.screen import WorkspaceScreen

IMPORTED = "path of a board (.json), or of cards (.csv, .vcf)"
"""What can be imported, in words that fit into the box at 80 columns."""

_TABLES = "path of cards: a table (.csv), or contacts (.vcf)"

_TWICE = (
    Choice("copy", "Make another board of it", "with new ids"),
    Choice("replace", "Put the file in its place", "what was done here since is lost"),
)
"""Choices about a board that exists already; the first has the cursor, and loses nothing."""


async def import_board(app: Host, screen: WorkspaceScreen, files: AccountFiles) -> None:
    """Ask for a board export, import it, and open the board; from a table, create cards."""
    known: dict[str, bool] = {}
    tables: set[str] = set()

    async def look(text: str) -> None:
        if await files.is_table(typed_path(text)):
            tables.add(text)
        else:
            known[text] = await files.is_here(typed_path(text))

    async def ask(before: str) -> str | None:
        return await ask_for_path(
            screen,
            "Import a board, or cards" if files.takes_boards else "Import cards",
            value=before,
            placeholder=IMPORTED if files.takes_boards else _TABLES,
            attempt=look,
            action="import",
        )

    text = await ask("")
    while text is not None:
        if text in tables:
            if await import_table(app, screen, files, typed_path(text)):
                return
        elif (mode := await _ask_mode(screen, is_here=known.get(text, False))) is not None:
            await _import_from(app, screen, files, typed_path(text), mode)
            return
        text = await ask(text)


async def _ask_mode(screen: WorkspaceScreen, *, is_here: bool) -> ImportMode | None:
    """Ask how a board that exists already is imported; return None if the user goes back."""
    if not is_here:
        return "refuse"
    chosen = await screen.choose("That board is here already", _TWICE, step=True)
    return None if chosen is None else "copy" if chosen == "copy" else "replace"


async def _import_from(
    app: Host, screen: WorkspaceScreen, files: AccountFiles, path: Path, mode: ImportMode
) -> None:
    screen.tell("importing …")
    made = await files.import_board(path, mode)
    things = "1 thing of it was" if made.notes == 1 else f"{made.notes} things of it were"
    left = f" · {things} mended or left out" if made.notes else ""
    app.open_board(made.board_id)
    (app.board_screen or screen).tell(
        f"{made.outcome} {quote_title(made.name)}: {made.cards} card{'s' * (made.cards != 1)}{left}"
    )


async def export_board(screen: WorkspaceScreen, files: AccountFiles, *, as_csv: bool = False) -> None:
    """Ask for a file, and write the open board to it, or with ``as_csv`` a table of its cards."""
    board = screen.board
    if board is None:
        return
    name = file_name(board.name, "csv" if as_csv else "json")
    path = await ask_where_to_write(
        screen,
        f"Export {quote_title(board.name)}{' as CSV' if as_csv else ''}",
        name,
        partial(files.export_cards if as_csv else files.export_board, board.id),
        value=name,
        action="export",
    )
    if path is not None:
        screen.tell(f"exported to {shown_path(path)}")


async def ask(app: Host, screen: WorkspaceScreen, files: AccountFiles, what: Transfer) -> None:
    """Import a board, or export the open one."""
    if what == "import":
        await import_board(app, screen, files)
    else:
        await export_board(screen, files, as_csv=what == "export-cards")


def start(app: Host, screen: WorkspaceScreen, files: AccountFiles | None, what: Transfer) -> None:
    """Start an import or an export over ``screen``; ``files`` is None if there are no accounts."""
    if files is None:
        screen.tell("there are no files of boards here")
    else:
        _ = screen.work(partial(ask, app, screen, files, what), "transfer", asks=True)
