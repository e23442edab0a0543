"""Custom fields and stickers of an export: what the board defines, and what its cards have of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.server.exports import shapes

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.server.exports.fields import Row
    from tui.server.exports.reader import DocumentReader


def keep_empty(row: Row, value: Json, *names: str) -> None:
    """Let ``row`` keep the empty arrays of the file, which rows of a table can not tell from missing ones."""
    row["extra"] |= {name: value[name] for name in names if value.get(name, ...) in ([], None)}


class Marks:
    """Reads custom fields and stickers.

    Args:
        reader: The document's.
        document: It.

    Attributes:
        rows: By table name.
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
        """Read what a card has."""
        keep_empty(card, value, "customFieldItems", "stickers")
        items = self._reader.objects(value, "customFieldItems", place)
        # What belongs to no field of the file stays as it came.
        if others := [item for at, item in items if not self._item(card["id"], item, at)]:
            card["extra"]["customFieldItems"] = others
        for at, item in self._reader.objects(value, "stickers", place):
            row = self._reader.row(shapes.STICKER, item, at)
            if row and self._reader.identified("sticker", row, item, at):
                self.rows["sticker"].append(row | {"id_card": card["id"]})

    def _field(self, value: Json, place: str) -> None:
        row = self._reader.row(shapes.CUSTOM_FIELD, value, place)
        if row is None or not self._reader.identified("custom_field", row, value, place):
            return
        board = self._reader.board_id
        self._reader.positioned("custom_field", board, row)
        display = value.get("display")
        front = isinstance(display, dict) and display.get("cardFront") is True
        self.rows["custom_field"].append(row | {"id_board": board, "card_front": front})
        for at, option in self._reader.objects(value, "options", place):
            self._option(row["id"], option, at)

    def _option(self, id_field: str, value: Json, place: str) -> None:
        # Answers of the service call it _id, its exports id.
        row = self._reader.row(shapes.CUSTOM_FIELD_OPTION, {"id": value.get("_id")} | value, place)
        if row is None or not self._reader.identified("custom_field_option", row, value, place):
            return
        self._reader.positioned("custom_field_option", id_field, row)
        shown = value.get("value")
        name = shown.get("text") if isinstance(shown, dict) else None
        own = {"id_custom_field": id_field, "name": name if isinstance(name, str) else ""}
        self.rows["custom_field_option"].append(row | own)

    def _item(self, id_card: str, value: Json, place: str) -> bool:
        """Read what a card has in a field; False when there is no such field, or it is filled already."""
        field = value.get("idCustomField")
        if not isinstance(field, str) or field not in self._fields or (id_card, field) in self._filled:
            return False
        row = self._reader.row(shapes.CUSTOM_FIELD_ITEM, value, place)
        if row is not None and self._reader.identified("custom_field_item", row, value, place):
            self._filled.add((id_card, field))
            self.rows["custom_field_item"].append(row | {"id_card": id_card, "id_custom_field": field})
        return True
