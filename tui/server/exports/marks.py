"""Reader of an export's custom fields, their values on cards, and stickers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.server.exports import shapes

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.exports.document import DocumentReader
    from tui.server.exports.fields import Row


def keep_empty(row: Row, value: Json, *names: str) -> None:
    """Store in ``extra`` those of ``names`` that are empty or null, since tables cannot represent them."""
    if not value.keys().isdisjoint(names):
        row["extra"] |= {name: value[name] for name in names if value.get(name, ...) in ([], None)}


class Marks:
    """The reader of one document's custom fields and stickers.

    Attributes:
        rows: The rows found so far, by table name.
    """

    def __init__(self, reader: DocumentReader, document: Json) -> None:
        self._reader = reader
        self.rows: dict[str, list[Row]] = {
            "custom_field": [],
            "custom_field_option": [],
            "custom_field_item": [],
            "sticker": [],
        }
        for place, value in reader.objects(document, "customFields"):
            self._field(value, place)
        self._fields = {row["id"] for row in self.rows["custom_field"]}
        self._filled: set[tuple[str, str]] = set()

    def of_card(self, card: Row, value: Json, place: str) -> None:
        """Read a card's custom field values and stickers."""
        keep_empty(card, value, "customFieldItems", "stickers")
        items = self._reader.objects(value, "customFieldItems", place)
        # Values of fields that are not in the file are kept unchanged.
        if others := [item for at, item in items if not self._item(card["id"], item, at)]:
            card["extra"]["customFieldItems"] = others
        for at, item in self._reader.objects(value, "stickers", place):
            row = self._reader.row(shapes.STICKER, item, at)
            if row and self._reader.assign_id("sticker", row, item, at):
                self.rows["sticker"].append(row | {"id_card": card["id"]})

    def _field(self, value: Json, place: str) -> None:
        row = self._reader.row(shapes.CUSTOM_FIELD, value, place)
        if row is None or not self._reader.assign_id("custom_field", row, value, place):
            return
        board = self._reader.board_id
        self._reader.assign_position("custom_field", board, row)
        display = value.get("display")
        front = isinstance(display, dict) and display.get("cardFront") is True
        self.rows["custom_field"].append(row | {"id_board": board, "card_front": front})
        for at, option in self._reader.objects(value, "options", place):
            self._option(row["id"], option, at)

    def _option(self, id_field: str, value: Json, place: str) -> None:
        # The service's answers name it _id, its exports id.
        row = self._reader.row(shapes.CUSTOM_FIELD_OPTION, {"id": value.get("_id")} | value, place)
        if row is None or not self._reader.assign_id("custom_field_option", row, value, place):
            return
        self._reader.assign_position("custom_field_option", id_field, row)
        shown = value.get("value")
        name = shown.get("text") if isinstance(shown, dict) else None
        own = {"id_custom_field": id_field, "name": name if isinstance(name, str) else ""}
        self.rows["custom_field_option"].append(row | own)

    def _item(self, id_card: str, value: Json, place: str) -> bool:
        """Read a card's value of a field; False if the field does not exist or has a value already."""
        field = value.get("idCustomField")
        if not isinstance(field, str) or field not in self._fields or (id_card, field) in self._filled:
            return False
        row = self._reader.row(shapes.CUSTOM_FIELD_ITEM, value, place)
        if row is not None and self._reader.assign_id("custom_field_item", row, value, place):
            self._filled.add((id_card, field))
            self.rows["custom_field_item"].append(row | {"id_card": id_card, "id_custom_field": field})
        return True
