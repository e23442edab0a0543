"""Conversion of a board's rows to a document in the hosted service's current export format.

Arrays are in the order a reader expects: lists by position, cards by list and position, actions newest first,
the rest by id. Values the server computes (badges, ``uses``, ``checkItemStates``) are computed afresh; other
fields of an imported file come back from ``extra``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tui.model.action import COMMENT, COPIED_COMMENT
from tui.model.checklist import COMPLETE
from tui.server.exports import shapes
from tui.server.exports.people import ADOPTED
from tui.server.wire.custom_fields import LIST

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.exports.fields import Row

_WEB = "https://trello.com"
_COMMENTS = (COMMENT, COPIED_COMMENT)
_CREATOR = ("id", "username", "fullName", "initials", "avatarUrl")


def render(rows: Mapping[str, list[Row]]) -> Json:
    """Convert the rows of one board to a document."""
    return _Renderer(rows).document()


class _Renderer:
    def __init__(self, rows: Mapping[str, list[Row]]) -> None:
        self._rows = rows
        self._board = rows["board"][0]
        self._id_board = {"idBoard": self._board["id"]}
        self._uses = Counter(row["id_label"] for row in rows["card_label"])
        self._labels = {row["id"]: self._label(row) for row in rows["label"]}
        self._items = _grouped(rows["check_item"], "id_checklist", _by_position)
        self._members = {row["id"]: shapes.MEMBER.write(row) for row in rows["member"]}

    def document(self) -> Json:
        rows = self._rows
        joined = [row for row in rows["membership"] if not self._only_adopted(row)]
        belonging = {row["id_member"] for row in joined}
        lists = sorted(rows["list"], key=_by_position)
        return {
            **_with_links(shapes.BOARD.write(self._board), "b"),
            "idOrganization": self._workspace(),
            "lists": [shapes.LIST.write(row) | self._id_board for row in lists],
            "cards": self._cards(lists),
            "labels": [label for _, label in sorted(self._labels.items())],
            "checklists": self._checklists(),
            "members": [m for ident, m in sorted(self._members.items()) if ident in belonging],
            "memberships": [shapes.MEMBERSHIP.write(row) for row in sorted(joined, key=_by_id)],
            "actions": self._actions(),
            **({"customFields": self._custom_fields()} if rows["custom_field"] else {}),
        }

    def _workspace(self) -> str | None:
        """Return the workspace's id from the imported file, or else from the board's row."""
        named: str | None = self._board["extra"].get("idOrganization", self._board.get("id_organization"))
        return named

    def _only_adopted(self, row: Row) -> bool:
        """Return whether a membership belongs to an importer who is on no card and in no action."""
        return bool(row["extra"].get(ADOPTED)) and not (
            any(row["id_member"] == other["id_member"] for other in self._rows["card_member"])
            or any(row["id_member"] == other["id_member_creator"] for other in self._rows["action"])
        )

    def _label(self, row: Row) -> Json:
        return shapes.LABEL.write(row) | self._id_board | {"uses": self._uses[row["id"]]}

    # --- cards ------------------------------------------------------------------

    def _cards(self, lists: Sequence[Row]) -> list[Json]:
        order = {row["id"]: index for index, row in enumerate(lists)}
        cards = sorted(self._rows["card"], key=lambda row: (order[row["id_list"]], *_by_position(row)))
        held = {table: _grouped(self._rows[table], "id_card", key) for table, key in _ON_CARDS.items()}
        comments = Counter(row["id_card"] for row in self._rows["action"] if row["type"] in _COMMENTS)
        return [
            self._card(row, {table: rows[row["id"]] for table, rows in held.items()}, comments[row["id"]])
            for row in cards
        ]

    def _card(self, row: Row, held: Mapping[str, list[Row]], comments: int) -> Json:
        items = [item for checklist in held["checklist"] for item in self._items[checklist["id"]]]
        done = [item["id"] for item in items if item["state"] == COMPLETE]
        card = _with_links(shapes.CARD.write(row), "c") | self._id_board
        card["idMembers"] = _column(held["card_member"], "id_member")
        card["idLabels"] = _column(held["card_label"], "id_label")
        card["labels"] = [self._labels[label] for label in card["idLabels"]]
        card["idChecklists"] = _column(held["checklist"], "id")
        card["checkItemStates"] = [{"idCheckItem": item, "state": COMPLETE} for item in done]
        card["attachments"] = list(map(shapes.ATTACHMENT.write, held["attachment"]))
        if values := held["custom_field_item"]:
            card["customFieldItems"] = [*map(_field_value, values), *(card.get("customFieldItems") or [])]
        if stickers := held["sticker"]:
            card["stickers"] = list(map(shapes.STICKER.write, stickers))
        counted = {"checkItems": len(items), "checkItemsChecked": len(done), "comments": comments}
        card["badges"] = _badges(card) | counted
        return card

    def _checklists(self) -> list[Json]:
        return [
            shapes.CHECKLIST.write(row)
            | self._id_board
            | {
                "idCard": row["id_card"],
                "checkItems": [
                    shapes.CHECK_ITEM.write(item) | {"idChecklist": row["id"]}
                    for item in self._items[row["id"]]
                ],
            }
            for row in sorted(self._rows["checklist"], key=_by_id)
        ]

    def _custom_fields(self) -> list[Json]:
        options = _grouped(self._rows["custom_field_option"], "id_custom_field", _by_position)
        found = []
        for row in sorted(self._rows["custom_field"], key=_by_position):
            field = shapes.CUSTOM_FIELD.write(row) | {
                "idModel": row["id_board"],
                "modelType": "board",
                "display": {"cardFront": row["card_front"]},
            }
            if row["type"] == LIST:
                field["options"] = [_option(option) for option in options[row["id"]]]
            found.append(field)
        return found

    # --- history ----------------------------------------------------------------

    def _actions(self) -> list[Json]:
        rows = sorted(self._rows["action"], key=lambda row: (row["date"], row["id"]), reverse=True)
        found = []
        for row in rows:
            action = shapes.ACTION.write(row)
            creator = self._members.get(row["id_member_creator"])
            if creator is not None and "memberCreator" not in action:
                action["memberCreator"] = {key: creator[key] for key in _CREATOR}
            found.append(action)
        return found


def _option(row: Row) -> Json:
    own = {"idCustomField": row["id_custom_field"], "value": {"text": row["name"]}}
    return shapes.CUSTOM_FIELD_OPTION.write(row) | own


def _field_value(row: Row) -> Json:
    own = {"idCustomField": row["id_custom_field"], "idModel": row["id_card"], "modelType": "card"}
    return shapes.CUSTOM_FIELD_ITEM.write(row) | own


def _badges(card: Json) -> Json:
    # These came unchecked from a file, so they may have any type.
    stored, votes = card.get("badges"), card.get("idMembersVoted")
    return {
        **(stored if isinstance(stored, dict) else {}),
        "attachments": len(card["attachments"]),
        "description": bool(card["desc"]),
        "due": card["due"],
        "dueComplete": card["dueComplete"],
        "start": card["start"],
        "votes": len(votes) if isinstance(votes, list) else 0,
        "subscribed": card["subscribed"],
    }


def _with_links(thing: Json, letter: str) -> Json:
    web = f"{_WEB}/{letter}/{thing['shortLink']}"
    return {"url": web, "shortUrl": web} | thing


def _grouped(rows: Sequence[Row], parent: str, key: Any) -> defaultdict[str, list[Row]]:
    """Return the rows of each parent, sorted by ``key``."""
    groups: defaultdict[str, list[Row]] = defaultdict(list)
    for row in sorted(rows, key=key):
        groups[row[parent]].append(row)
    return groups


def _column(rows: Sequence[Row], column: str) -> list[Any]:
    return [row[column] for row in rows]


def _by_id(row: Row) -> str:
    return str(row["id"])


def _by_depth(row: Row) -> tuple[int, str]:
    return row["z_index"], row["id"]


def _by_rank(row: Row) -> tuple[int, str]:
    return row["rank"], row.get("id_label") or row["id_member"]


def _by_position(row: Row) -> tuple[float, str]:
    return row["pos"], row["id"]


_ON_CARDS = {
    "card_label": _by_rank,
    "card_member": _by_rank,
    "attachment": _by_position,
    "checklist": _by_position,
    "custom_field_item": _by_id,
    "sticker": _by_depth,
}
"""Tables of rows that belong to cards, and the sort key of each."""
