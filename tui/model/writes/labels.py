"""Writes of labels, and of the labels on a card."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal

from tui.model.card import Card
from tui.model.change import Noun
from tui.model.label import Label
from tui.model.writes.base import CardWrite, Ident, Inverse, LabelId, NameOf, Write, quoted
from tui.model.writes.rows import Rows


class LabelWrite(Write):
    """The base of writes that change a label."""

    noun: ClassVar[Noun] = "labels"
    target: ClassVar[str] = "label_id"
    queue: ClassVar[str] = "label_id"

    label_id: LabelId

    def shown(self, rows: Rows) -> Label | None:
        """Return the label as it is shown."""
        return rows.get(Label, self.label_id)


class CreateLabel(LabelWrite):
    """Add a label to a board."""

    makes: ClassVar[str] = "label_id"
    recognised_by: ClassVar[tuple[str, ...]] = ("name", "color")
    takes_empty_name: ClassVar[bool] = True

    kind: Literal["create_label"] = "create_label"
    name: str
    color: str | None = None

    def apply(self, row: Label | None) -> Label:
        """Return a new label; a label that exists stays as it is."""
        return row or Label(id=self.label_id, id_board=self.board_id, name=self.name, color=self.color)

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by deleting the new label."""
        return Inverse((DeleteLabel(board_id=self.board_id, label_id=self.label_id),))

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Added label “Hot”``."""
        return f"Added label {quoted(self.name, self.color or 'without a name')}"


class UpdateLabel(LabelWrite):
    """Rename and recolour a label; both are given, so that None can mean "no colour"."""

    repeatable: ClassVar[bool] = True
    contested: ClassVar[tuple[str, ...]] = ("name", "color")
    field_names: ClassVar[Mapping[str, str]] = MappingProxyType(
        {"name": "name of a label", "color": "colour of a label"}
    )
    takes_empty_name: ClassVar[bool] = True

    kind: Literal["update_label"] = "update_label"
    name: str
    color: str | None = None

    def apply(self, row: Label | None) -> Label | None:
        """Return the label with its new name and colour."""
        return None if row is None else row.replace(name=self.name, color=self.color)

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by restoring the earlier name and colour."""
        row = self.shown(rows)
        if row is None:
            return Inverse()
        back = UpdateLabel(board_id=self.board_id, label_id=row.id, name=row.name, color=row.color)
        return Inverse((back,))

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Changed label “Hot”``."""
        return f"Changed label {quoted(self.name, self.color or 'without a name')}"

    def without(self, fields: Mapping[str, Any]) -> Write | None:
        """Keep the given current values: name and colour are always sent together; None if both are kept."""
        return None if fields.keys() == {"name", "color"} else self.replace(**fields)


class DeleteLabel(LabelWrite):
    """Delete a label, and remove it from every card."""

    deletes: ClassVar[str] = "label_id"
    unnamed: ClassVar[Noun | None] = "cards"

    kind: Literal["delete_label"] = "delete_label"

    def apply(self, row: Label | None) -> None:
        """Return None: the label is gone."""

    def apply_to_card(self, card: Card) -> Card:
        """Return the card without the label."""
        return _without(card, self.label_id)

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by creating an equal label, on the cards that had it."""
        row = self.shown(rows)
        if row is None:
            return Inverse()
        back = Inverse()
        ident = back.new_id_for(row.id)
        back.writes = (
            CreateLabel(board_id=self.board_id, label_id=ident, name=row.name, color=row.color),
            *(
                AddCardLabel(board_id=card.id_board, card_id=card.id, label_id=ident)
                for card in rows.cards_with_label(row.id)
            ),
        )
        return back

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Deleted label “Hot”``."""
        return f"Deleted label {quoted(name(self.label_id), '')}".rstrip()


class AddCardLabel(CardWrite):
    """Put a label on a card."""

    kind: Literal["add_card_label"] = "add_card_label"
    label_id: Annotated[str, Ident("labels")]

    def apply(self, row: Card | None) -> Card | None:
        """Return the card with the label."""
        if row is None or self.label_id in row.id_labels:
            return row
        return row.replace(id_labels=(*row.id_labels, self.label_id))

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by removing the label again, unless it was on the card before."""
        row = rows.get(Card, self.card_id)
        if row is not None and self.label_id in row.id_labels:
            return Inverse()
        return Inverse(
            (RemoveCardLabel(board_id=self.board_id, card_id=self.card_id, label_id=self.label_id),)
        )

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Labelled “Ana Ray” “Hot”``."""
        card = quoted(name(self.card_id), "the card")
        return f"Labelled {card} {quoted(name(self.label_id), '')}".rstrip()


class RemoveCardLabel(CardWrite):
    """Remove a label from a card."""

    kind: Literal["remove_card_label"] = "remove_card_label"
    label_id: LabelId

    def apply(self, row: Card | None) -> Card | None:
        """Return the card without the label."""
        return None if row is None else _without(row, self.label_id)

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by adding the label again, if it was on the card."""
        row = rows.get(Card, self.card_id)
        if row is None or self.label_id not in row.id_labels:
            return Inverse()
        return Inverse((AddCardLabel(board_id=self.board_id, card_id=self.card_id, label_id=self.label_id),))

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Took label “Hot” off “Ana Ray”``."""
        label = quoted(name(self.label_id), "")
        return f"Took label {label} off {quoted(name(self.card_id), 'the card')}".replace("  ", " ")


def _without(card: Card, label_id: str) -> Card:
    return card.replace(id_labels=tuple(one for one in card.id_labels if one != label_id))
