"""All that is held of a person in the screens: listed, opened, and written to a file."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

from tui.app.account.all_accounts import files_of, go_to_card, known_in, workspaces_of
from tui.app.commands.command import Choice
from tui.app.drawing.wrapping import fit
from tui.app.file_fields import ask_where_to_write, file_name
from tui.app.markdown import prose
from tui.presentation.held import boards_not_read, held_rows
from tui.presentation.safe_text import safe_line, shown_path
from tui.typed_path import write_typed
from tui.workspace import in_each

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from tui.app.screens.screen import WorkspaceScreen
    from tui.model.subject import Subject
    from tui.model.values.scalars import Json
    from tui.presentation.held import HeldRow
    from tui.workspace import Workspace

_MOST_CELLS = 90
"""Width up to which a text is shown in the list; the file has the rest."""

_FILE, _DIRECTORY = "file", "directory"
"""The values of the choices to write all of it to a file, and of the directory's records; a row's is its number."""


async def show_held(page: WorkspaceScreen, subject: Subject) -> None:
    """List all that is held of a person in every account; open the chosen card, or write all of it to a file."""
    kind, who = page.workspace.suppression.entry_of(subject)
    workspaces, unopened = workspaces_of(page.app)
    known = await known_in(workspaces, [(kind, who, "")])

    async def read(workspace: Workspace) -> dict[str, list[Json]]:
        return await asyncio.to_thread(workspace.held.of, who, known)

    async def count(workspace: Workspace) -> int:
        return len(workspace.boards.never_opened())

    accounts, unread = await in_each(workspaces, read)
    counts, _ = await in_each(workspaces, count)
    boards = {account: number for account, number in counts.items() if number}
    files = files_of(page.app)
    directory = [] if files is None else await files.directory_records(who)
    left = {**unopened, **unread}
    rows = held_rows(accounts)
    not_read = [*left, *boards_not_read(boards)]
    missing = f" · not read: {', '.join(not_read)}" if not_read else ""
    if not rows and not directory:
        page.tell(f"nothing is held of {safe_line(who)}{missing}")
        return
    chosen = await page.choose(
        f"Held of {safe_line(who)}{missing}", _choices(rows, directory, len(accounts) > 1)
    )
    if chosen == _FILE:
        document = {
            "accounts": accounts,
            "localDirectory": directory,
            "boardsNotRead": boards,
            "notReached": left,
        }
        await _write_to_file(page, who, document)
    elif chosen == _DIRECTORY:
        page.tell("cardscout directory opt-out takes somebody out of the local directory")
    elif chosen is not None:
        _open(page, rows[int(chosen)], workspaces)


def _choices(rows: Sequence[HeldRow], directory: Sequence[Json], several: bool) -> list[Choice]:
    """Return a line for each thing that is held, below the one that writes all of it to a file."""
    return [
        Choice(_FILE, "Write all of it to a file", "JSON"),
        *(
            Choice(
                str(number),
                f"{row.what}: {_in_one_line(row.text)}",
                safe_line(row.where) + (f" · {row.account}" if several else ""),
            )
            for number, row in enumerate(rows)
        ),
        *(
            Choice(
                _DIRECTORY, f"directory: {safe_line(str(one['name']))}", safe_line(str(one["company_name"]))
            )
            for one in directory
        ),
    ]


def _in_one_line(text: str) -> str:
    """Return the beginning of a text, which may be Markdown, as it is read and in one line."""
    return fit(safe_line(" ".join(prose(text).plain.split())), _MOST_CELLS)


def _open(page: WorkspaceScreen, row: HeldRow, workspaces: Mapping[str, Workspace]) -> None:
    """Open the card that a row is on."""
    card = workspaces[row.account].cards.get(row.card_id) if row.card_id else None
    if card is None:
        page.tell("that is on no card: the file has all of it")
    elif card.closed:
        page.tell("that card is archived: its board's archive opens it")
    else:
        go_to_card(page, next(iter(workspaces)), row.account, card.id_board, card.id)


async def _write_to_file(page: WorkspaceScreen, who: str, document: Json) -> None:
    text = json.dumps(document, ensure_ascii=False, indent=1)

    async def write(path: Path) -> None:
        await asyncio.to_thread(write_typed, path, text.encode())

    title, name = f"Write what is held of {safe_line(who)}", file_name(who, "json")
    path = await ask_where_to_write(page, title, name, write, value=name, action="write it")
    if path is not None:
        page.tell(f"written to {shown_path(path)}; only you can read it")
