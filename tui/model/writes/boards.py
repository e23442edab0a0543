"""Writes of boards."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal

from tui.model.board import Board
from tui.model.change import Noun
from tui.model.writes.base import Ident, Inverse, KnownBoardId, NameOf, Partial, Write, quoted
from tui.model.writes.rows import Rows


class BoardWrite(Write):
    """The base of writes that change a board."""

    noun: ClassVar[Noun] = "boards"
    target: ClassVar[str] = "board_id"
    queue: ClassVar[str] = "board_id"

    board_id: KnownBoardId

    def shown(self, rows: Rows) -> Board | None:
        """Return the board as it is shown."""
        return rows.get(Board, self.board_id)

    def named(self, name: NameOf) -> str:
        """Return the board's name in quotes."""
        return quoted(name(self.board_id), "the board")


class BoardCreation(BoardWrite):
    """The base of writes that create a board.

    Attributes:
        organization_id: The workspace that owns it, or None for the member's first.
    """

    makes: ClassVar[str] = "board_id"
    recognised_by: ClassVar[tuple[str, ...]] = ("name",)

    name: str
    organization_id: str | None = None

    @property
    def changes_board_list(self) -> bool:
        """True: the set of boards changes."""
        return True

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by closing the new board."""
        return Inverse((UpdateBoard(board_id=self.board_id, closed=True),))


class CreateBoard(BoardCreation):
    """Create a board without lists; its lists are separate writes, so that they exist offline too.

    Attributes:
        background: Name of a colour (``blue``, ``green`` …), or None for the service's default.
    """

    kind: Literal["create_board"] = "create_board"
    desc: str = ""
    background: str | None = None

    def apply(self, row: Board | None) -> Board | None:
        """Return a new board; a board that exists stays as it is."""
        if row is not None:
            return row
        made = Board(id=self.board_id, name=self.name, desc=self.desc, id_organization=self.organization_id)
        return _coloured(made, self.background)

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Made board “Leads”``."""
        return f"Made board {quoted(self.name, 'without a name')}"


class CopyBoard(BoardCreation):
    """Create a copy of a board: its lists, labels and custom fields; what is on it is shown once the service has made it.

    Attributes:
        cards: Whether the open cards are copied too.
    """

    kind: Literal["copy_board"] = "copy_board"
    source_id: Annotated[str, Ident("boards", value=True)]
    cards: bool = True

    def apply(self, row: Board | None) -> Board:
        """Return a board without lists; a board that exists stays as it is."""
        made = Board(id=self.board_id, name=self.name, id_organization=self.organization_id)
        return row or made.replace(idBoardSource=self.source_id)

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Copied board “Sprint 31” to “Sprint 32”``."""
        return (
            f"Copied board {quoted(name(self.source_id), 'without a name')} to {quoted(self.name, 'another')}"
        )


class CompleteBoardCopy(BoardWrite):
    """Give a copy of a board what no service copies: the limits of its lists, and which of its cards are templates.

    Attributes:
        cards: Whether the cards were copied too.
    """

    repeatable: ClassVar[bool] = True

    kind: Literal["complete_board_copy"] = "complete_board_copy"
    source_id: Annotated[str, Ident("boards", checked=False, value=True)]
    cards: bool = True

    def apply(self, row: Board | None) -> Board | None:
        """Return the board as it is: the limits and templates are shown once the service has them."""
        return row

    def inverse(self, rows: Rows) -> Inverse:
        """Return nothing: the undo of the copy closes it."""
        return Inverse()

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Took the limits and templates over to “Sprint 32”``."""
        return f"Took the limits and templates over to {self.named(name)}"


class UpdateBoard(BoardWrite, Partial):
    """Rename, describe, recolour, close or open a board."""

    repeatable: ClassVar[bool] = True
    contested: ClassVar[tuple[str, ...]] = ("name", "desc")
    field_names: ClassVar[Mapping[str, str]] = MappingProxyType({"name": "name of the board"})

    kind: Literal["update_board"] = "update_board"
    name: str | None = None
    desc: str | None = None
    closed: bool | None = None
    background: str | None = None

    @property
    def changes_board_list(self) -> bool:
        """Whether the board is closed or opened."""
        return self.closed is not None

    def apply(self, row: Board | None) -> Board | None:
        """Return the board with the changes made."""
        changes = self.changes
        background = changes.pop("background", None)
        return None if row is None else _coloured(row.replace(**changes), background)

    def earlier_values(self, row: Any) -> dict[str, Any]:
        """Return the earlier values of the fields; fields whose value was unknown are left out."""
        held = {"background": _prefs(row).get("background")}
        was = {name: held[name] if name in held else getattr(row, name) for name in self.changes}
        return {name: value for name, value in was.items() if value is not None}

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Renamed board to “Won”``."""
        if self.closed is not None:
            return f"{'Closed' if self.closed else 'Opened'} board {self.named(name)}"
        if self.name is not None:
            return f"Renamed board to {quoted(self.name, 'the board')}"
        return f"Changed the {'description' if self.desc is not None else 'background'} of {self.named(name)}"


class StarBoard(BoardWrite):
    """Star or unstar a board for this account."""

    repeatable: ClassVar[bool] = True

    kind: Literal["star_board"] = "star_board"
    starred: bool

    @property
    def changes_board_list(self) -> bool:
        """True: stars belong to the account, not to a board."""
        return True

    def apply(self, row: Board | None) -> Board | None:
        """Return the board with or without its star."""
        return None if row is None else row.replace(starred=self.starred)

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by restoring the earlier star; nothing if it was the same."""
        row = self.shown(rows)
        if row is None or row.starred == self.starred:
            return Inverse()
        return Inverse((StarBoard(board_id=self.board_id, starred=row.starred),))

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Starred “Leads”``."""
        return f"{'Starred' if self.starred else 'Unstarred'} {self.named(name)}"


class DeleteBoard(BoardWrite):
    """Delete a board and everything on it. It cannot be undone, so the user is asked first."""

    deletes: ClassVar[str] = "board_id"

    kind: Literal["delete_board"] = "delete_board"

    def apply(self, row: Board | None) -> None:
        """Return None: the board is gone."""

    def inverse(self, rows: Rows) -> Inverse:
        """Return nothing: a deleted board cannot come back."""
        return Inverse()

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Deleted board “Leads”``."""
        return f"Deleted board {self.named(name)}"


def _coloured(row: Board, background: str | None) -> Board:
    if background is None:
        return row
    # Only the service knows the colour of that name, so there is none until its reply.
    return row.replace(prefs={**_prefs(row), "background": background, "backgroundColor": None})


def _prefs(row: Board) -> dict[str, Any]:
    found = row.unknown_fields.get("prefs")
    return found if isinstance(found, dict) else {}
