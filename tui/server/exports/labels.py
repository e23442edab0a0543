"""Reader of the labels of an export, in the current and the old formats.

Today a board lists its labels, and cards refer to them by id. Until 2014 labels had no ids: cards had
colours, whose names were in the board's ``labelNames``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tui.server.exports import shapes
from tui.server.exports.document import DocumentReader, derived_id
from tui.server.exports.fields import kind_of

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.exports.fields import Row


class DocumentLabels:
    """The reader of one document's labels: the board's first, then each card's.

    Attributes:
        rows: The labels found so far.
        on_cards: Rows that link cards to their labels, in each card's own order.
    """

    def __init__(self, reader: DocumentReader, document: Json, names: Json) -> None:
        self._reader = reader
        self._names = names
        self._ids: set[str] = set()
        self._by_look: dict[tuple[str | None, str], str] = {}
        self.rows: list[Row] = []
        self.on_cards: list[Row] = []
        for place, value in reader.objects(document, "labels"):
            self._add_label(value, place)
        if document.get("labels") is None:
            for color, name in names.items():
                if isinstance(name, str) and name:
                    self._add_label({"color": color, "name": name}, f"labelNames.{color}")

    def of_card(self, card_id: str, value: Json, place: str) -> None:
        """Read a card's labels, given as ids, objects, or both."""
        found: dict[str, None] = {}
        for index, ident in enumerate(self._reader.array(value, "idLabels", place)):
            if isinstance(ident, str) and ident in self._ids:
                found[ident] = None
            elif not _describes(value.get("labels"), ident):
                self._reader.notes.skipped(f"{place}.idLabels[{index}]", "its label is not in the file")
        for index, item in enumerate(self._reader.array(value, "labels", place)):
            known = self._of_object(item, f"{place}.labels[{index}]")
            if known is not None:
                found[known] = None
        self.on_cards += [
            {"id_card": card_id, "id_label": ident, "rank": rank} for rank, ident in enumerate(found)
        ]

    def _of_object(self, item: Any, place: str) -> str | None:
        """Return the id of a label given on a card: an object with or without id, or a bare colour."""
        label = {"color": item} if isinstance(item, str) else item
        if not isinstance(label, dict):
            self._reader.notes.skipped(place, f"expected a label, found {kind_of(item)}")
            return None
        ident = label.get("id")
        if isinstance(ident, str) and ident in self._ids:
            return ident
        if ident is not None:
            return self._add_label(label, place)
        color = label.get("color")
        name = label.get("name") or self._names.get(str(color)) or ""
        look = (color, name) if isinstance(color, str | None) and isinstance(name, str) else None
        known = self._by_look.get(look) if look else None
        return known or self._add_label(label | {"name": name}, place)

    def _add_label(self, value: Json, place: str) -> str | None:
        """Add a label and return its id, or None if the label cannot be read."""
        row = self._reader.row(shapes.LABEL, value, place)
        if row is None:
            return None
        look = (row["color"], row["name"])
        if row["id"] is None:
            ident = derived_id(self._reader.board_id, "label", *map(str, look))
            if ident in self._ids:
                return ident
            row["id"] = ident
        if self._reader.assign_id("label", row, value, place):
            self._by_look.setdefault(look, row["id"])
            self._ids.add(row["id"])
            self.rows.append(row | {"id_board": self._reader.board_id})
        return str(row["id"])


def _describes(labels: Any, ident: Any) -> bool:
    """Return whether the label objects on a card include the id ``ident``."""
    return isinstance(labels, list) and any(isinstance(x, dict) and x.get("id") == ident for x in labels)
