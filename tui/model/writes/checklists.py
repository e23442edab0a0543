"""Writes of checklists and their items."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Literal

from tui.model.base import Instant
from tui.model.card import Card
from tui.model.change import Noun
from tui.model.checklist import COMPLETE, CheckItem, Checklist, in_order
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
    """A write of a checklist, or of something on it."""

    noun: ClassVar[Noun] = "checklists"
    target: ClassVar[str] = "checklist_id"

    checklist_id: ChecklistId

    @property
    def at(self) -> dict[str, str]:
        """Where it is, for another write of the same checklist."""
        return {**super().at, "checklist_id": self.checklist_id}

    def shown(self, rows: Rows) -> Any:
        """The checklist."""
        return rows.get(Checklist, self.checklist_id)


class CreateChecklist(ChecklistWrite):
    """Add a checklist to a card."""

    makes: ClassVar[str] = "checklist_id"
    recognised_by: ClassVar[tuple[str, ...]] = ("name",)
    counts_items: ClassVar[bool] = True
    typed: ClassVar[tuple[str, ...]] = ("name",)
    field_names: ClassVar[Mapping[str, str]] = MappingProxyType({"name": "a checklist"})

    kind: Literal["create_checklist"] = "create_checklist"
    name: str
    pos: float

    def apply(self, row: Checklist | None) -> Checklist:
        """A checklist that is there already stays as it is."""
        return row or Checklist(
            id=self.checklist_id, id_board=self.board_id, id_card=self.card_id, name=self.name, pos=self.pos
        )

    def apply_to_card(self, card: Card) -> Card:
        """The card with it."""
        if self.checklist_id in card.id_checklists:
            return card
        return card.but(id_checklists=(*card.id_checklists, self.checklist_id))

    def inverse(self, rows: Rows) -> Inverse:
        """A checklist that was added is deleted."""
        return Inverse((DeleteChecklist(**self.at),))

    def describe(self, name: NameOf) -> str:
        """``Added checklist “Steps”``."""
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
        """``Renamed checklist “Steps”``."""
        did = "Moved" if self.name is None else "Renamed"
        return f"{did} checklist {quoted(name(self.checklist_id), 'the checklist')}"


class DeleteChecklist(ChecklistWrite):
    """Delete a checklist and its items."""

    deletes: ClassVar[str] = "checklist_id"
    counts_items: ClassVar[bool] = True

    kind: Literal["delete_checklist"] = "delete_checklist"

    def apply(self, row: Checklist | None) -> None:
        """There is none any more."""

    def apply_to_card(self, card: Card) -> Card:
        """The card without it."""
        return card.but(id_checklists=tuple(one for one in card.id_checklists if one != self.checklist_id))

    def inverse(self, rows: Rows) -> Inverse:
        """A new checklist like it, with its items."""
        row = self.shown(rows)
        if row is None:
            return Inverse()
        back = Inverse()
        at = {"board_id": self.board_id, "card_id": self.card_id}
        back.writes = tuple(checklist_again(at, row, back))
        return back

    def describe(self, name: NameOf) -> str:
        """``Deleted checklist “Steps”``."""
        return f"Deleted checklist {quoted(name(self.checklist_id), 'the checklist')}"


class ItemWrite(ChecklistWrite):
    """A write of an item of a checklist."""

    counts_items: ClassVar[bool] = True

    item_id: ItemId

    def apply(self, row: Checklist | None) -> Checklist | None:
        """The checklist with the item as it is after the write."""
        if row is None:
            return None
        others = [item for item in row.check_items if item.id != self.item_id]
        item = self.apply_to_item(_item_of(row, self.item_id), row)
        return row.but(check_items=in_order(others if item is None else [*others, item]))

    @abstractmethod
    def apply_to_item(self, item: CheckItem | None, row: Checklist) -> CheckItem | None:
        """The item after the write, None for none on the checklist ``row``."""

    def shown(self, rows: Rows) -> CheckItem | None:
        """The item."""
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
        """An item that is there already stays as it is."""
        return item or _new_item(self, self.checklist_id)

    def inverse(self, rows: Rows) -> Inverse:
        """An item that was added is deleted."""
        return Inverse((DeleteCheckItem(**self.at, item_id=self.item_id),))

    def describe(self, name: NameOf) -> str:
        """``Added item “Call”``."""
        return f"Added item {quoted(self.name, 'an item')}"


class UpdateCheckItem(ItemWrite, Partial):
    """Rename, tick, move, date or assign an item; ``due`` and ``member_id`` may be set to None: none."""

    clearable: ClassVar[frozenset[str]] = frozenset({"due", "member_id"})
    repeatable: ClassVar[bool] = True
    contested: ClassVar[tuple[str, ...]] = ("name", "due", "member_id")
    typed: ClassVar[tuple[str, ...]] = ("name",)
    field_names: ClassVar[Mapping[str, str]] = MappingProxyType({"name": "an item"})
    row_names: ClassVar[Mapping[str, str]] = MappingProxyType({"member_id": "id_member"})

    kind: Literal["update_check_item"] = "update_check_item"
    name: str | None = None
    state: str | None = None
    pos: float | None = None
    due: Instant | None = None
    member_id: Assignee = None

    def apply_to_item(self, item: CheckItem | None, row: Checklist) -> CheckItem | None:
        """The item with the fields that change."""
        return None if item is None else item.but(**self.row_changes)

    def describe(self, name: NameOf) -> str:
        """``Ticked item “Call”``."""
        return f"{self._verb} item {quoted(name(self.item_id) or self.name, '')}".rstrip()

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
        checklist_id: Where it is.
        to_checklist_id: Where it goes.
        name: With the fields after it, the item as it is: the checklist it goes to shows it.
    """

    kind: Literal["move_check_item"] = "move_check_item"
    to_checklist_id: ChecklistId
    pos: float
    name: str
    state: str = "incomplete"
    due: Instant | None = None
    member_id: Assignee = None

    @property
    def touches(self) -> tuple[Key, ...]:
        """Both checklists, and the card."""
        first, *rest = super().touches
        return (first, ("checklists", self.to_checklist_id), *rest)

    def outlives(self, ident: str) -> bool:
        """An item that was moved off a checklist stays when that is deleted."""
        return ident == self.checklist_id or super().outlives(ident)

    def apply_to_item(self, item: CheckItem | None, row: Checklist) -> CheckItem | None:
        """The item where it goes, and none where it was."""
        return _new_item(self, row.id) if row.id == self.to_checklist_id else None

    def inverse(self, rows: Rows) -> Inverse:
        """Back to the checklist it was on, and to its place there."""
        item = self.shown(rows)
        if item is None:
            return Inverse()
        to = {"checklist_id": self.to_checklist_id, "to_checklist_id": self.checklist_id}
        return Inverse((MoveCheckItem(**{**self.at, **to}, item_id=self.item_id, **_fields_of(item)),))

    def describe(self, name: NameOf) -> str:
        """``Moved item “Call” to “Later”``."""
        to = quoted(name(self.to_checklist_id), "another checklist")
        return f"Moved item {quoted(self.name, '')} to {to}"


class DeleteCheckItem(ItemWrite):
    """Delete an item."""

    deletes: ClassVar[str] = "item_id"

    kind: Literal["delete_check_item"] = "delete_check_item"

    def apply_to_item(self, item: CheckItem | None, row: Checklist) -> None:
        """There is none any more."""

    def inverse(self, rows: Rows) -> Inverse:
        """A new item like it."""
        item = self.shown(rows)
        if item is None:
            return Inverse()
        back = Inverse()
        back.writes = (_item_again(self.at, item, back),)
        return back

    def describe(self, name: NameOf) -> str:
        """``Deleted item “Call”``."""
        return f"Deleted item {quoted(name(self.item_id), '')}".rstrip()


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
    return CreateCheckItem(**at, item_id=back.again(item.id), **_fields_of(item))


def checklist_again(at: dict[str, str], row: Checklist, back: Inverse) -> Iterable[Write]:
    """What makes a checklist again that was deleted, its items too.

    Args:
        at: The card it goes on.
        row: The checklist.
        back: Told the new names.
    """
    there = {**at, "checklist_id": back.again(row.id)}
    yield CreateChecklist(**there, name=row.name, pos=row.pos)
    yield from (_item_again(there, item, back) for item in row.check_items)
