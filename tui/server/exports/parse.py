"""Conversion of a board's document, in the current or an old format, to rows.

The formats differ in labels and people (which have separate modules), in the state of checklist items, which
may be on the card (``checkItemStates``), in numbers given as text, and in missing arrays. Cards whose list is
not in the file get one.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tui.model.action import COMMENT
from tui.model.checklist import COMPLETE, INCOMPLETE
from tui.model.position import STEP
from tui.model.values.scalars import creation_instant
from tui.server.exports import shapes
from tui.server.exports.document import DocumentReader, TransferError, derived_id, derived_link
from tui.server.exports.fields import InvalidValue, Row, ident
from tui.server.exports.labels import DocumentLabels
from tui.server.exports.marks import Marks, keep_empty
from tui.server.exports.people import DocumentMembers

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.exports.document import ImportNotes

RECOVERED = "Recovered cards"
"""Name of the list for cards whose own list is not in the file."""

TABLES = (
    "member", "board", "membership", "list", "label", "card", "card_label", "card_member", "checklist",
    "check_item", "attachment", "custom_field", "custom_field_option", "custom_field_item", "sticker",
    "action",
)  # fmt: skip
"""Tables of a board's rows, each after the tables it refers to."""


@dataclass(frozen=True, slots=True)
class DocumentRows:
    """The rows of a document.

    Attributes:
        rows: Rows by table name. The members are all people named, whether on the board or not.
        starred: Whether the exporter had starred the board.
    """

    rows: dict[str, list[Row]]
    starred: bool

    @property
    def board(self) -> Row:
        """The row of the board."""
        return self.rows["board"][0]

    def counts(self) -> dict[str, int]:
        """Count the parts of the board by noun, without zero counts."""
        rows = self.rows
        comments = sum(row["type"] == COMMENT for row in rows["action"])
        counts = {
            "lists": len(rows["list"]),
            "archived lists": sum(row["closed"] for row in rows["list"]),
            "cards": len(rows["card"]),
            "archived cards": sum(row["closed"] for row in rows["card"]),
            "labels": len(rows["label"]),
            "members": len(rows["membership"]),
            "checklists": len(rows["checklist"]),
            "checklist items": len(rows["check_item"]),
            "attachments": len(rows["attachment"]),
            "custom fields": len(rows["custom_field"]),
            "stickers": len(rows["sticker"]),
            "comments": comments,
            "other actions": len(rows["action"]) - comments,
        }
        return {noun: number for noun, number in counts.items() if number}


def parse(document: Json, notes: ImportNotes) -> DocumentRows:
    """Convert ``document`` to rows.

    Raises:
        TransferError: The document is not a board, or the board, a list or a card cannot be read.
    """
    _refuse_others(document)
    try:
        board_id = ident(document.get("id"))
    except InvalidValue as wrong:
        raise TransferError(str(wrong), place="id") from wrong
    return _Parser(document, DocumentReader(board_id, notes)).plan()


def _refuse_others(document: Json) -> None:
    if "lists" in document or ("cards" in document and "name" in document):
        return
    if "idList" in document:
        found = "a card; export its board"
    elif "idBoard" in document:
        found = "a part of a board; export the board itself"
    elif not document:
        found = "an empty object"
    else:
        found = f"an object with {', '.join(list(document)[:6])}"[:120]
    raise TransferError(f"this is not a board export: it holds {found}")


class _Parser:
    def __init__(self, document: Json, reader: DocumentReader) -> None:
        self._document = document
        self._reader = reader
        self._notes = reader.notes
        self._board_id = reader.board_id
        self._rows: dict[str, list[Row]] = {table: [] for table in TABLES}
        self._known: defaultdict[str, set[str]] = defaultdict(set)
        self._card_of_checklist: dict[str, str] = {}
        self._states: dict[str, Any] = {}
        self._links: set[str] = set()

    def plan(self) -> DocumentRows:
        self._board()
        self._lists()
        labels = DocumentLabels(self._reader, self._document, self._rows["board"][0]["label_names"])
        people = DocumentMembers(self._reader, self._document)
        marks = Marks(self._reader, self._document)
        self._cards(labels, people, marks)
        self._checklists()
        self._actions(people)
        self._rows |= {
            "label": labels.rows,
            "card_label": labels.on_cards,
            "member": list(people.members.values()),
            "membership": people.memberships,
            "card_member": people.on_cards,
            **marks.rows,
        }
        return DocumentRows(self._rows, self._document.get("starred") is True)

    def _add(self, table: str, row: Row) -> None:
        self._rows[table].append(row)
        if "id" in row:
            self._known[table].add(row["id"])

    # --- the board and its lists ------------------------------------------------

    def _board(self) -> None:
        row = self._reader.row(shapes.BOARD, self._document, "board", vital=True)
        if row is None:  # the reader has raised
            return
        keep_empty(row, self._document, "customFields")
        self._ensure_link(row, "board")
        self._add("board", row)

    def _ensure_link(self, row: Row, place: str) -> None:
        """Give ``row`` a short link that is unique in the file."""
        link = row["short_link"]
        if link in self._links:
            self._notes.repaired(f"{place}.shortLink", "not the only one; given a new one")
        if link is None or link in self._links:
            row["short_link"] = link = derived_link(self._board_id, row["id"])
        self._links.add(link)

    def _lists(self) -> None:
        for place, value in self._reader.objects(self._document, "lists", vital=True):
            row = self._reader.row(shapes.LIST, value, place, vital=True)
            if row and self._reader.assign_id("list", row, value, place, vital=True):
                self._reader.assign_position("list", self._board_id, row)
                self._add("list", row | {"id_board": self._board_id})

    def _recovered_list(self) -> str:
        """Return the id of the list for cards whose own is not in the file; it is created at the first use."""
        ident = derived_id(self._board_id, "recovered")
        if ident not in self._known["list"]:
            last = max((row["pos"] for row in self._rows["list"]), default=0.0)
            self._add(
                "list",
                {
                    "id": ident,
                    "id_board": self._board_id,
                    "name": RECOVERED,
                    "closed": False,
                    "pos": last + STEP,
                    "subscribed": False,
                    "extra": {},
                },
            )
        return ident

    # --- cards ------------------------------------------------------------------

    def _cards(self, labels: DocumentLabels, people: DocumentMembers, marks: Marks) -> None:
        for place, value in self._reader.objects(self._document, "cards", vital=True):
            row = self._reader.row(shapes.CARD, value, place, vital=True)
            if row and self._reader.assign_id("card", row, value, place, vital=True):
                self._card(row, value, place)
                labels.of_card(row["id"], value, place)
                people.of_card(row["id"], value, place)
                marks.of_card(row, value, place)
        numbers = [row["id_short"] for row in self._rows["card"] if row["id_short"] is not None]
        following = max(numbers, default=0) + 1
        for row in self._rows["card"]:
            if row["id_short"] is None:
                row["id_short"] = following
                following += 1
        self._rows["board"][0]["next_id_short"] = following

    def _card(self, row: Row, value: Json, place: str) -> None:
        if row["id_list"] not in self._known["list"]:
            self._notes.repaired(f"{place}.idList", f"its list is not in the file; kept in {RECOVERED!r}")
            row["id_list"] = self._recovered_list()
        self._ensure_link(row, place)
        self._reader.assign_position("card", row["id_list"], row)
        row["id_board"] = self._board_id
        self._add("card", row)
        self._attachments(row["id"], value, place)
        for named in self._reader.array(value, "idChecklists", place):
            if isinstance(named, str):
                self._card_of_checklist.setdefault(named, row["id"])
        for _, state in self._reader.objects(value, "checkItemStates", place):
            if isinstance(state.get("idCheckItem"), str):
                self._states[state["idCheckItem"]] = state.get("state")

    def _attachments(self, card_id: str, value: Json, place: str) -> None:
        for at, item in self._reader.objects(value, "attachments", place):
            row = self._reader.row(shapes.ATTACHMENT, item, at)
            if row and self._reader.assign_id("attachment", row, item, at):
                self._reader.assign_position("attachment", card_id, row)
                row["date"] = row["date"] or _date_of(row["id"])
                self._add("attachment", row | {"id_card": card_id})

    # --- checklists -------------------------------------------------------------

    def _checklists(self) -> None:
        for place, value in self._reader.objects(self._document, "checklists"):
            self._checklist(value, place)
        for index, card in enumerate(self._reader.array(self._document, "cards")):
            if isinstance(card.get("checklists"), list):
                for place, value in self._reader.objects(card, "checklists", f"cards[{index}]"):
                    if value.get("id") not in self._known["checklist"]:
                        self._checklist({"idCard": card["id"]} | value, place)

    def _checklist(self, value: Json, place: str) -> None:
        row = self._reader.row(shapes.CHECKLIST, value, place)
        if row is None:
            return
        card_id = value.get("idCard") or self._card_of_checklist.get(str(row["id"]))
        if not isinstance(card_id, str) or card_id not in self._known["card"]:
            self._notes.skipped(place, "its card is not in the file")
        elif self._reader.assign_id("checklist", row, value, place):
            self._reader.assign_position("checklist", card_id, row)
            self._add("checklist", row | {"id_board": self._board_id, "id_card": card_id})
            for at, item in self._reader.objects(value, "checkItems", place):
                self._check_item(row["id"], item, at)

    def _check_item(self, checklist_id: str, item: Json, place: str) -> None:
        row = self._reader.row(shapes.CHECK_ITEM, item, place)
        if row is None or not self._reader.assign_id("check_item", row, item, place):
            return
        self._reader.assign_position("check_item", checklist_id, row)
        state = row["state"] or self._states.get(row["id"]) or INCOMPLETE
        if state not in {COMPLETE, INCOMPLETE}:
            self._notes.repaired(f"{place}.state", f"expected complete or incomplete, found {state!r:.40}")
            state = INCOMPLETE
        self._add("check_item", row | {"id_checklist": checklist_id, "state": state})

    # --- history ----------------------------------------------------------------

    def _actions(self, people: DocumentMembers) -> None:
        for place, value in self._reader.objects(self._document, "actions"):
            row = self._reader.row(shapes.ACTION, value, place)
            if row is None:
                continue
            if row["type"] is None:
                self._notes.skipped(place, "it does not say what happened")
            elif row["date"] is None and row["id"] is None:
                self._notes.skipped(place, "it has neither date nor id")
            elif self._reader.assign_id("action", row, value, place):
                people.of_action(row["id_member_creator"], value.get("memberCreator"), place)
                self._action(row, value)

    def _action(self, row: Row, value: Json) -> None:
        row["date"] = row["date"] or _date_of(row["id"])
        data = row["data"]
        links = {
            "id_board": self._board_id,
            "id_list": _extract_id(data.get("list")) or _extract_id(data.get("listAfter")),
            "id_card": _extract_id(data.get("card")),
            "id_member": _extract_id(value.get("member")) or _extract_id(data.get("member")),
        }
        self._add("action", row | links)


def _extract_id(value: Any) -> str | None:
    ident = value.get("id") if isinstance(value, dict) else value
    return ident if isinstance(ident, str) else None


def _date_of(ident: str) -> str:
    return creation_instant(ident) or "1970-01-01T00:00:00.000Z"
