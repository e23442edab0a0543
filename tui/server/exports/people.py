"""Reader of the people of an export: those it describes, and those it only refers to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tui.model.values.scalars import OBJECT_ID
from tui.server.exports import shapes
from tui.server.exports.document import DocumentReader, derived_id
from tui.server.exports.fields import kind_of

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.exports.fields import Row

ADOPTED = "adopted"
"""Key in a membership's ``extra`` that marks an importer who was not a member of the board in the file."""


class DocumentMembers:
    """The reader of one document's members: the board's first, then those of cards and actions.

    Attributes:
        members: All people named in the file, by id, even if they are not on the board.
        on_cards: Rows that link cards to their members, in each card's own order.
    """

    def __init__(self, reader: DocumentReader, document: Json) -> None:
        self._reader = reader
        self._joined: set[str] = set()
        self.members: dict[str, Row] = {}
        self.memberships: list[Row] = []
        self.on_cards: list[Row] = []
        for place, value in reader.objects(document, "members"):
            row = reader.row(shapes.MEMBER, value, place)
            if row and reader.assign_id("member", row, value, place):
                self.members[row["id"]] = row
        described = list(self.members.values())
        for place, value in reader.objects(document, "memberships"):
            self._membership(value, place)
        for member in described:
            if member["id"] not in self._joined:
                self._enrol(membership(reader.board_id, member["id"], str(member["extra"].get("memberType"))))

    def of_card(self, card_id: str, value: Json, place: str) -> None:
        """Read the members of a card."""
        found: dict[str, None] = {}
        for index, ident in enumerate(self._reader.array(value, "idMembers", place)):
            at = f"{place}.idMembers[{index}]"
            if isinstance(ident, str) and OBJECT_ID.fullmatch(ident):
                self._ensure_member(ident, at)
                found[ident] = None
            else:
                self._reader.notes.skipped(at, f"expected the id of a member, found {kind_of(ident)}")
        self.on_cards += [
            {"id_card": card_id, "id_member": ident, "rank": rank} for rank, ident in enumerate(found)
        ]

    def of_action(self, creator: str | None, described: Any, place: str) -> None:
        """Read an action's creator; an id alone makes no member, since history may name people long gone."""
        if creator is not None and isinstance(described, dict) and OBJECT_ID.fullmatch(creator):
            self._ensure_member(creator, f"{place}.memberCreator", described)

    def _membership(self, value: Json, place: str) -> None:
        row = self._reader.row(shapes.MEMBERSHIP, value, place)
        if row and row["id_member"] is None:
            self._reader.notes.skipped(place, "it names no member")
        elif row and self._reader.assign_id("membership", row, value, place):
            if row["id_member"] in self._joined:
                self._reader.notes.skipped(place, f"member {row['id_member']} is named twice")
                return
            self._ensure_member(row["id_member"], f"{place}.idMember")
            self._enrol(row | {"id_board": self._reader.board_id})

    def _enrol(self, row: Row) -> None:
        self._joined.add(row["id_member"])
        self.memberships.append(row)

    def _ensure_member(self, ident: str, place: str, described: Any = None) -> None:
        """Ensure that member ``ident`` has a row, made from ``described`` when it describes that member."""
        if ident in self.members:
            return
        row = None
        if isinstance(described, dict) and described.get("id") == ident:
            row = self._reader.row(shapes.MEMBER, described, place)
        else:
            reason = f"member {ident} is not described in the file; kept by id"
            self._reader.notes.repaired(place, reason)
        self.members[ident] = row or shapes.MEMBER.read({"id": ident}, lambda _wire, _wrong: None)


def membership(board_id: str, member_id: str, member_type: str) -> Row:
    """Return a membership row for a member without one in the file."""
    return {
        "id": derived_id(board_id, "membership", member_id),
        "id_board": board_id,
        "id_member": member_id,
        "member_type": member_type if member_type in {"admin", "observer"} else "normal",
        "unconfirmed": False,
        "deactivated": False,
        "extra": {},
    }
