"""The objects that an answer may nest in a board: its lists, cards, labels, members and so on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import and_

from tui.server.board import board_changes
from tui.server.custom import definitions
from tui.server.people import stars
from tui.server.pipeline.params import Params, pick
from tui.server.storage import db
from tui.server.wire import actions, labels, members, nested, organizations

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

_USUAL_LABELS = 50
_MOST_LABELS = 1000


def _organization(call: Call, row: Any, _word: str) -> Json | None:
    keys = organizations.FIELDS.parse(call.params, "organization_fields")
    found = organizations.organizations(call, db.organizations.c.id == row.id_organization, keys)
    return found[0] if found else None


def _cards(call: Call, row: Any, word: str) -> list[Json]:
    where = and_(db.cards.c.id_board == row.id, nested.card_filter("all" if word == "true" else word))
    return nested.shown_cards(call, nested.found_cards(call, where, paged=False), "card_")


def _lists(call: Call, row: Any, word: str) -> list[Json]:
    return nested.shown_lists(call, row.id, "open" if word == "true" else word, "list_")


def _members(call: Call, row: Any, word: str) -> list[Json]:
    where = members.membership_filter(db.memberships, "all" if word == "true" else word)
    return members.of_board(call, row.id, members.OF_BOARD.parse(call.params, "member_fields"), where)


def _memberships(call: Call, row: Any, word: str) -> list[Json]:
    where = members.membership_filter(db.memberships, "all" if word == "true" else word)
    return members.memberships(call, where & (db.memberships.c.id_board == row.id), prefix="memberships_")


def shown_labels(call: Call, id_board: str, fields: str, limit: str) -> list[Json]:
    """Return a board's labels with the requested fields; ``limit`` is the parameter for their number."""
    keys = labels.FIELDS.parse(call.params, fields)
    most = call.params.integer(limit, _USUAL_LABELS, most=_MOST_LABELS)
    found = labels.labels(call.connection, db.labels.c.id_board == id_board, most)
    return [pick(one, keys) for one in found]


LOADERS: dict[str, Any] = {
    "lists": _lists,
    "cards": _cards,
    "labels": lambda call, row, _: shown_labels(call, row.id, "label_fields", "labels_limit"),
    "checklists": lambda call, row, _: nested.shown_checklists(
        call.with_params(Params({"fields": call.params.get("checklist_fields")})),
        db.checklists.c.id_board == row.id,
    ),
    "customFields": lambda call, row, _: definitions.of_board(call, row.id, "customField_fields"),
    "boardStars": lambda call, row, _: [
        one for one in stars.shown(call, call.me) if one["idBoard"] == row.id
    ],
    "myPrefs": lambda call, row, _: board_changes.my_prefs(call, row.id),
    "pluginData": lambda *_: [],
    "tags": lambda *_: [],
    "membersInvited": lambda *_: [],
    "members": _members,
    "memberships": _memberships,
    "organization": _organization,
    "actions": lambda call, row, _: actions.feed(call, db.actions.c.id_board == row.id, actions.NESTED),
}
"""The loader of each nested object, by name; called with the call, the board's row and the parameter's value."""
