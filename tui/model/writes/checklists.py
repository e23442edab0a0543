"""Writes of checklists and their items."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Literal

from tui.model.card import Card
from tui.model.change import Noun
from tui.model.checklist import COMPLETE, CheckItem, Checklist, sort_items
from tui.model.values.scalars import Instant
from tui.model.writes.base import (
    Assignee,
    CardPart,
    ChecklistId,
    Inverse,
    ItemId,
    Key,
    NameOf,
    Partial,
    Write,
    quoted,
)
from tui.model.writes.rows import Rows


class ChecklistWrite(CardPart):
    """The base of writes that change a checklist, or its items."""

    noun: ClassVar[Noun] = "checklists"
    target: ClassVar[str] = "checklist_id"

    checklist_id: ChecklistId

    @property
    def place_ids(self) -> dict[str, str]:
        """The ids of board, card and checklist, to build another write of the same checklist."""
        return {**super().place_ids, "checklist_id": self.checklist_id}

    def shown(self, rows: Rows) -> Any:
        """Return the checklist as it is shown."""
        return rows.get(Checklist, self.checklist_id)


class CreateChecklist(ChecklistWrite):
    """Add a checklist to a card."""

    makes: ClassVar[str] = "checklist_id"
    recognised_by: ClassVar[tuple[str, ...]] = ("name",)
    counts_items: ClassVar[bool] = True
    typed: ClassVar[tuple[str, ...]] = ("name",)
    field_names: ClassVar[Mapping[str, str]] = MappingProxyType({"name": "a checklist"})
    takes_empty_name: ClassVar[bool] = True

    kind: Literal["create_checklist"] = "create_checklist"
    name: str
    pos: float

    def apply(self, row: Checklist | None) -> Checklist:
        """Return a new checklist; a checklist that exists stays as it is."""
        return row or Checklist(
            id=self.checklist_id, id_board=self.board_id, id_card=self.card_id, name=self.name, pos=self.pos
        )

    def apply_to_card(self, card: Card) -> Card:
        """Return the card with the checklist."""
        if self.checklist_id in card.id_checklists:
            return card
        return card.replace(id_checklists=(*card.id_checklists, self.checklist_id))

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by deleting the new checklist."""
        return Inverse((DeleteChecklist(**self.place_ids),))

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Added checklist “Steps”``."""
        return f"Added checklist {quoted(self.name, 'the checklist')}"


class UpdateChecklist(ChecklistWrite, Partial):
    """Rename or move a checklist."""

    repeatable: ClassVar[bool] = True
    contested: ClassVar[tuple[str, ...]] = ("name",)
    typed: ClassVar[tuple[str, ...]] = ("name",)
    field_names: ClassVar[Mapping[str, str]] = MappingProxyType({"name": "name of a checklist"})

    kind: Literal["update_checklist"] = "update_checklist"
    name: str | None = None
    pos: float | None = None

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Renamed checklist “Steps”``."""
        did = "Moved" if self.name is None else "Renamed"
        return f"{did} checklist {quoted(name(self.checklist_id), '')}".rstrip()


class DeleteChecklist(ChecklistWrite):
    """Delete a checklist and its items."""

    deletes: ClassVar[str] = "checklist_id"
    counts_items: ClassVar[bool] = True

    kind: Literal["delete_checklist"] = "delete_checklist"

    def apply(self, row: Checklist | None) -> None:
        """Return None: the checklist is gone."""

    def apply_to_card(self, card: Card) -> Card:
        """Return the card without the checklist."""
        return card.replace(
            id_checklists=tuple(one for one in card.id_checklists if one != self.checklist_id)
        )

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by creating an equal checklist, with its items."""
        row = self.shown(rows)
        if row is None:
            return Inverse()
        back = Inverse()
        at = {"board_id": self.board_id, "card_id": self.card_id}
        back.writes = tuple(recreate_checklist(at, row, back))
        return back

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Deleted checklist “Steps”``."""
        return f"Deleted checklist {quoted(name(self.checklist_id), '')}".rstrip()


class ItemWrite(ChecklistWrite):
    """The base of writes that change an item of a checklist."""

    counts_items: ClassVar[bool] = True

    item_id: ItemId

    def apply(self, row: Checklist | None) -> Checklist | None:
        """Return the checklist with the item as it is after the write."""
        if row is None:
            return None
        others = [item for item in row.check_items if item.id != self.item_id]
        item = self.apply_to_item(_item_of(row, self.item_id), row)
        return row.replace(check_items=sort_items(others if item is None else [*others, item]))

    @abstractmethod
    def apply_to_item(self, item: CheckItem | None, row: Checklist) -> CheckItem | None:
        """Return the item on the checklist ``row`` after the write, or None if it is not on it."""

    def shown(self, rows: Rows) -> CheckItem | None:
        """Return the item as it is shown."""
        return _item_of(rows.get(Checklist, self.checklist_id), self.item_id)


class CreateCheckItem(ItemWrite):
    """Add an item to a checklist."""

    makes: ClassVar[str] = "item_id"
    recognised_by: ClassVar[tuple[str, ...]] = ("name",)
    typed: ClassVar[tuple[str, ...]] = ("name",)
    field_names: ClassVar[Mapping[str, str]] = MappingProxyType({"name": "an item"})

    kind: Literal["create_check_item"] = "create_check_item"
    name: str
    pos: float
    state: str = "incomplete"
    due: Instant | None = None
    member_id: Assignee = None

    def apply_to_item(self, item: CheckItem | None, row: Checklist) -> CheckItem:
        """Return a new item; an item that exists stays as it is."""
        return item or _new_item(self, self.checklist_id)

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by deleting the new item."""
        return Inverse((DeleteCheckItem(**self.place_ids, item_id=self.item_id),))

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Added item “Call”``."""
        return f"Added item {quoted(self.name, 'an item')}"


class UpdateCheckItem(ItemWrite, Partial):
    """Rename, tick, move, date or assign an item; None clears ``due`` or ``member_id``."""

    clearable: ClassVar[frozenset[str]] = frozenset({"due", "member_id"})
    repeatable: ClassVar[bool] = True
    contested: ClassVar[tuple[str, ...]] = ("name", "due", "member_id")
    typed: ClassVar[tuple[str, ...]] = ("name",)
    field_names: ClassVar[Mapping[str, str]] = MappingProxyType(
        {"name": "text of an item", "due": "due date of an item", "member_id": "member of an item"}
    )
    row_names: ClassVar[Mapping[str, str]] = MappingProxyType({"member_id": "id_member"})

    kind: Literal["update_check_item"] = "update_check_item"
    name: str | None = None
    state: str | None = None
    pos: float | None = None
    due: Instant | None = None
    member_id: Assignee = None

    def apply_to_item(self, item: CheckItem | None, row: Checklist) -> CheckItem | None:
        """Return the item with the changes made."""
        return None if item is None else item.replace(**self.row_changes)

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Ticked item “Call”``."""
        return f"{self._verb} {_item_named(self, name)}"

    @property
    def _verb(self) -> str:
        if self.state is not None:
            return "Ticked" if self.state == COMPLETE else "Unticked"
        if self.name is not None:
            return "Renamed"
        if "due" in self.changes:
            return "Dated" if self.due is not None else "Took the date off"
        if "member_id" in self.changes:
            return "Assigned" if self.member_id is not None else "Unassigned"
        return "Moved"


class MoveCheckItem(ItemWrite):
    """Move an item to another checklist of the same card.

    Attributes:
        name: Copied from the item, like the fields after it, to show the item on the new checklist.
    """

    takes_empty_name: ClassVar[bool] = True

    kind: Literal["move_check_item"] = "move_check_item"
    to_checklist_id: ChecklistId
    pos: float
    name: str
    state: str = "incomplete"
    due: Instant | None = None
    member_id: Assignee = None

    @property
    def touches(self) -> tuple[Key, ...]:
        """The old and the new checklist, and their card."""
        first, *rest = super().touches
        return (first, ("checklists", self.to_checklist_id), *rest)

    def outlives(self, ident: str) -> bool:
        """Return whether ``ident`` is the checklist that the item leaves, or another thing it outlives."""
        return ident == self.checklist_id or super().outlives(ident)

    def apply_to_item(self, item: CheckItem | None, row: Checklist) -> CheckItem | None:
        """Return the item on its new checklist, and None on the old one."""
        return _new_item(self, row.id) if row.id == self.to_checklist_id else None

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by moving the item back to its earlier checklist and place."""
        item = self.shown(rows)
        if item is None:
            return Inverse()
        to = {"checklist_id": self.to_checklist_id, "to_checklist_id": self.checklist_id}
        return Inverse((MoveCheckItem(**{**self.place_ids, **to}, item_id=self.item_id, **_fields_of(item)),))

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Moved item “Call” to “Later”``."""
        to = quoted(name(self.to_checklist_id), "another checklist")
        return f"Moved item {quoted(self.name, '')} to {to}"


class DeleteCheckItem(ItemWrite):
    """Delete an item."""

    deletes: ClassVar[str] = "item_id"

    kind: Literal["delete_check_item"] = "delete_check_item"

    def apply_to_item(self, item: CheckItem | None, row: Checklist) -> None:
        """Return None: the item is gone."""

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by creating an equal item."""
        item = self.shown(rows)
        if item is None:
            return Inverse()
        back = Inverse()
        back.writes = (_item_again(self.place_ids, item, back),)
        return back

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Deleted item “Call”``."""
        return f"Deleted {_item_named(self, name)}"


def _item_named(write: ItemWrite, name: NameOf) -> str:
    """Return a phrase for the item; the store has items inside their checklists, and knows only their names."""
    if found := name(write.item_id) or getattr(write, "name", None):
        return f"item {quoted(found, '')}"
    return f"an item of {quoted(name(write.checklist_id), 'a checklist')}"


def _item_of(row: Checklist | None, item_id: str) -> CheckItem | None:
    return None if row is None else row.item(item_id)


def _fields_of(item: CheckItem) -> dict[str, Any]:
    return {
        "name": item.name,
        "pos": item.pos,
        "state": item.state,
        "due": item.due,
        "member_id": item.id_member,
    }


def _new_item(write: CreateCheckItem | MoveCheckItem, checklist_id: str) -> CheckItem:
    return CheckItem(
        id=write.item_id,
        id_checklist=checklist_id,
        name=write.name,
        state=write.state,
        pos=write.pos,
        due=write.due,
        id_member=write.member_id,
    )


def _item_again(at: dict[str, str], item: CheckItem, back: Inverse) -> Write:
    return CreateCheckItem(**at, item_id=back.new_id_for(item.id), **_fields_of(item))


def recreate_checklist(at: dict[str, str], row: Checklist, back: Inverse) -> Iterable[Write]:
    """Yield the writes that create a deleted checklist and its items again.

    Args:
        at: Ids of the card and its board.
        row: The checklist.
        back: Records the new ids as renames.
    """
    new_ids = {**at, "checklist_id": back.new_id_for(row.id)}
    yield CreateChecklist(**new_ids, name=row.name, pos=row.pos)
    yield from (_item_again(new_ids, item, back) for item in row.check_items)
