"""Writes of lists."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal

from tui.model.board import BoardList
from tui.model.change import Noun
from tui.model.writes.base import Ident, Inverse, ListId, NameOf, Partial, Write, quoted
from tui.model.writes.rows import Rows


class ListWrite(Write):
    """The base of writes that change a list."""

    noun: ClassVar[Noun] = "lists"
    target: ClassVar[str] = "list_id"
    queue: ClassVar[str] = "list_id"

    list_id: ListId

    def shown(self, rows: Rows) -> BoardList | None:
        """Return the list as it is shown."""
        return rows.get(BoardList, self.list_id)


class ListCreation(ListWrite):
    """The base of writes that add a list to a board."""

    makes: ClassVar[str] = "list_id"
    recognised_by: ClassVar[tuple[str, ...]] = ("name",)

    name: str
    pos: float

    def apply(self, row: BoardList | None) -> BoardList:
        """Return a new list; a list that exists stays as it is."""
        return row or BoardList(id=self.list_id, id_board=self.board_id, name=self.name, pos=self.pos)

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by archiving the new list."""
        return Inverse((UpdateList(board_id=self.board_id, list_id=self.list_id, closed=True),))


class CreateList(ListCreation):
    """Add a list to a board."""

    kind: Literal["create_list"] = "create_list"

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Added list “New”``."""
        return f"Added list {quoted(self.name, 'the list')}"


class CopyList(ListCreation):
    """Add a copy of a list to its board, with the open cards in it; the service makes them, so they are shown once it has."""

    kind: Literal["copy_list"] = "copy_list"
    source_id: Annotated[str, Ident("lists", value=True)]

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Copied list “Doing” to “Later”``."""
        return (
            f"Copied list {quoted(name(self.source_id), 'without a name')} to {quoted(self.name, 'another')}"
        )


class CompleteListCopy(ListWrite):
    """Give a copy of a list what no service copies: its limit, and which of its cards are templates."""

    repeatable: ClassVar[bool] = True

    kind: Literal["complete_list_copy"] = "complete_list_copy"
    source_id: Annotated[str, Ident("lists", checked=False, value=True)]

    def apply(self, row: BoardList | None) -> BoardList | None:
        """Return the list as it is: the limit and the templates are shown once the service has them."""
        return row

    def inverse(self, rows: Rows) -> Inverse:
        """Return nothing: the undo of the copy archives it."""
        return Inverse()

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Took the limit and templates over to list “Later”``."""
        return f"Took the limit and templates over to list {quoted(name(self.list_id), 'the list')}"


class UpdateList(ListWrite, Partial):
    """Change fields of a list; a ``soft_limit`` of None removes the limit."""

    clearable: ClassVar[frozenset[str]] = frozenset({"soft_limit"})
    repeatable: ClassVar[bool] = True
    contested: ClassVar[tuple[str, ...]] = ("name",)
    field_names: ClassVar[Mapping[str, str]] = MappingProxyType({"name": "name of the list"})

    kind: Literal["update_list"] = "update_list"
    name: str | None = None
    closed: bool | None = None
    pos: float | None = None
    soft_limit: int | None = None

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Archived list “Contacted”``."""
        named = quoted(name(self.list_id) or self.name, "the list")
        if self.closed is not None:
            return f"{'Archived' if self.closed else 'Restored'} list {named}"
        if self.name is not None:
            return f"Renamed list to {quoted(self.name, 'the list')}"
        if "soft_limit" not in self.changes:
            return f"Moved list {named}"
        if self.soft_limit is None:
            return f"Took the limit off list {named}"
        return f"Limited list {named} to {self.soft_limit}"
