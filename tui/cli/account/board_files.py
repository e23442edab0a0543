"""Import and export of local boards as files, for the screens, as in ``cardscout import`` and ``export``."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING

from tui.app.account.accounts import ImportedBoard, TableColumns
from tui.cli.enrich.sheet import write_sheet
from tui.errors import RemoteError, UsageError
from tui.typed_path import write_typed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.app.account.accounts import PlannedCards
    from tui.cli.session import Session
    from tui.model.values.scalars import Json
    from tui.server.exports.transfer import Mode
    from tui.workspace import Workspace

_HEAD = 4096
"""Number of bytes that are examined to distinguish a table from a board export."""


class BoardFiles:
    """Imports and exports of an open account.

    Args:
        workspace: Its started workspace.
    """

    def __init__(self, session: Session, workspace: Workspace) -> None:
        self._session, self._workspace = session, workspace

    @property
    def takes_boards(self) -> bool:
        """Whether whole boards can be imported: the service is the one on this machine."""
        return self._session.remote is None

    async def is_here(self, path: Path) -> bool:
        """Return whether the board in a file is here already.

        Raises:
            UsageError: The file cannot be read, or the account is at another service.
            TransferError: The file is no board export.
        """
        return await asyncio.to_thread(self._is_here, path)

    def _is_here(self, path: Path) -> bool:
        from tui.server.exports.transfer import find_boards
        from tui.server.storage.db import reading

        server = self._session.server()
        with reading(server.engine) as connection:
            return bool(find_boards(connection, str(_document(path).get("id"))))

    async def import_board(self, path: Path, mode: Mode) -> ImportedBoard:
        """Import a board, and return once it is in the store.

        Raises:
            UsageError: The file cannot be read, or the account is at another service.
            TransferError: The file is no board export.
        """
        found = await asyncio.to_thread(self._import, path, mode)
        await self._workspace.boards.pull(found.board_id)
        return found

    def _import(self, path: Path, mode: Mode) -> ImportedBoard:
        from tui.server.exports.transfer import import_board
        from tui.server.storage.db import writing

        server = self._session.server()
        with writing(server.engine) as connection:
            report = import_board(connection, _document(path), mode=mode, owner_id=server.id_member)
        notes = len(report.skipped) + len(report.repaired)
        return ImportedBoard(
            board_id=report.board_id,
            name=report.board_name,
            outcome=report.outcome,
            cards=report.kept.get("cards", 0),
            notes=notes,
        )

    async def is_table(self, path: Path) -> bool:
        """Return whether a file is a table (CSV), of which each row can be a card."""
        from tui.cli.card.sheet import is_table

        return is_table(path.name, (await asyncio.to_thread(_read, path))[:_HEAD])

    async def table_columns(self, path: Path, maps: Sequence[str]) -> TableColumns:
        """Return the columns of a table, with the values of its first row and the card fields they are used for.

        Raises:
            UsageError: The file is no table, or has no rows.
        """
        from tui.cli.card.row_dates import RowDates
        from tui.cli.card.sheet import read_sheet

        sheet = await asyncio.to_thread(read_sheet, path, maps, titled=False)
        first = sheet.rows[0].cells
        fields = {name: " + ".join(columns[0]) if columns else "" for name, columns in sheet.fields.items()}
        dates = RowDates(sheet.date_texts, sheet.dates)
        said = dates.words().partition(" (")[0] if dates.is_doubtful else ""
        return TableColumns({column: first.get(column, "") for column in sheet.columns}, fields, said)

    async def plan_cards(self, path: Path, board_id: str, maps: Sequence[str]) -> PlannedCards:
        """Return the cards for the rows of a table on a board, as ``cardscout import --board`` does.

        Without a ``board_id`` they go to a new board, named after the file.

        Raises:
            UsageError: The file is no table of cards, or a text in it is too long.
            RemoteError: The board was never read here, and the service cannot be asked.
        """
        from tui.cli.card.row_cards import plan_board, plan_cards
        from tui.cli.card.sheet import read_sheet

        sheet = await asyncio.to_thread(read_sheet, path, maps)
        if not board_id:
            name = " ".join(path.stem.replace("_", " ").split()) or "Table"
            return await asyncio.to_thread(plan_board, self._workspace, name, sheet)
        board = self._workspace.names.board(board_id)
        try:
            await self._workspace.boards.pull(board.id)
        except RemoteError:
            # Cards can be planned from the stored board, and are sent once the service answers.
            if not self._workspace.boards.was_read(board.id):
                raise
        return await asyncio.to_thread(plan_cards, self._workspace, board, sheet)

    async def directory_records(self, who: str) -> list[Json]:
        """Return the local directory's records of the person with this e-mail address or profile."""
        from tui.cli.directory.records import records_of

        return await asyncio.to_thread(records_of, who, self._session.paths.data)

    async def export_board(self, board_id: str, path: Path) -> None:
        """Write a board to a file.

        Raises:
            UsageError: The file cannot be written.
            NotFound: The server does not have the board yet.
            RemoteError: The account is at another service, which did not answer.
        """
        if self.takes_boards:
            ident = self._workspace.writes.current_id(board_id)
            document = await asyncio.to_thread(self._document, ident)
        else:
            document = await self._workspace.boards.document(board_id)
        await asyncio.to_thread(_write, path, document)

    def _document(self, board_id: str) -> Json:
        from tui.server.exports.transfer import export_board
        from tui.server.storage.db import reading

        with reading(self._session.server().engine) as connection:
            return export_board(connection, board_id)

    async def export_cards(self, board_id: str, path: Path) -> None:
        """Write the cards of a board to a file, as a table that a spreadsheet opens.

        Raises:
            UsageError: The file cannot be written, or not all of the cards are here.
        """
        table = await asyncio.to_thread(self._workspace.boards.csv, board_id)
        await asyncio.to_thread(write_sheet, str(path), table)


def _write(path: Path, document: Json) -> None:
    write_typed(path, json.dumps(document, ensure_ascii=False, indent=1).encode())


def _document(path: Path) -> dict[str, object]:
    from tui.server.exports.document import read_document

    return read_document(_read(path))


def _read(path: Path) -> bytes:
    from tui.presentation.safe_text import shown_path
    from tui.server.exports.document import MAX_BYTES

    try:
        with path.open("rb") as source:
            return source.read(MAX_BYTES + 1)
    except OSError as error:
        raise UsageError(
            f"cannot read {shown_path(path)}: {error.strerror}",
            hint="name a board export (.json), a table (.csv) or contacts (.vcf)",
        ) from error
