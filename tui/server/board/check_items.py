"""Handlers of check items, under their checklist and under their card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, select, update

from tui.server.events import journal
from tui.server.pipeline.params import invalid, not_found
from tui.server.pipeline.route import Route
from tui.server.rights import find
from tui.server.rights.places import CHECK_ITEMS, new_place, read_position
from tui.server.storage import db
from tui.server.wire import caps, checklists
from tui.server.wire.fields import pick

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.server.pipeline.call import Call
    from tui.server.pipeline.params import Params

_STATES = ("complete", "incomplete")


def show_all(call: Call) -> list[Json]:
    """Return a checklist's items, in order."""
    keys = checklists.ITEM_FIELDS.parse(call.params)
    row = find.checklist(call)
    if call.params.word("filter", "all", ("all", "none")) == "none":
        return []
    found = checklists.checklists(call.connection, db.checklists.c.id == row.id)[0]
    return [pick(one, keys) for one in found["checkItems"]]


def show(call: Call) -> Json:
    """Return one item."""
    row = _item(call, find.checklist(call).id)
    return pick(checklists.item(row), checklists.ITEM_FIELDS.parse(call.params))


def create(call: Call) -> Json:
    """Add an item to a checklist; by default incomplete, at the bottom."""
    params = call.params
    checklist = find.checklist(call)
    caps.require_room(call, "checkItems.perChecklist", checklist.id)
    row = {
        "id": call.new_id(),
        "id_checklist": checklist.id,
        "name": params.text("name", shortest=1),
        "pos": CHECK_ITEMS.place(call.connection, checklist.id, new_place(params, "bottom")),
        "state": "complete" if params.flag("checked") else "incomplete",
        "due": params.instant("due"),
        "due_reminder": params.number("dueReminder"),
        "id_member": _assignee(call, checklist.id_board),
    }
    call.connection.execute(insert(db.check_items).values(row))
    CHECK_ITEMS.respace(call.connection, checklist.id, row["id"], row["pos"])
    made = _row(call, row["id"])
    _record(call, "createCheckItem", checklist, made)
    return {**checklists.item(made), "limits": {}}


def change(call: Call) -> Json:
    """Rename, complete or move an item, or move it to another checklist of the card."""
    card = find.card(call)
    checklist, item = _find_on_card(call, card)
    wanted = _wanted(call.params)
    if "idMember" in call.params:
        wanted["id_member"] = _assignee(call, card.id_board)
    target = find.checklist(call, wanted.get("id_checklist", checklist.id))
    if target.id_card != card.id:
        raise invalid("idChecklist")
    if call.params.given("pos"):
        place = read_position(call.params)
        wanted["pos"] = CHECK_ITEMS.position_after_move(call.connection, target.id, item, place)
    changed = db.different(wanted, item)
    if changed:
        call.connection.execute(update(db.check_items).where(db.check_items.c.id == item.id).values(changed))
        if "pos" in changed or "id_checklist" in changed:
            CHECK_ITEMS.respace(call.connection, target.id, item.id, changed.get("pos", item.pos))
        _record_changes(call, target, item, changed)
    return {**checklists.item(_row(call, item.id)), "creationMethod": None}


_WIRE = {"name": "name", "pos": "pos", "due": "due", "due_reminder": "dueReminder", "id_member": "idMember",
         "id_checklist": "idChecklist"}  # fmt: skip


def _record_changes(call: Call, checklist: Any, before: Any, changed: Json) -> None:
    after = _row(call, before.id)
    for column in changed:
        if column == "state":
            _record(call, "updateCheckItemStateOnCard", checklist, after)
        else:
            old = {"old": {_WIRE[column]: journal.action_value(getattr(before, column))}}
            _record(call, "updateCheckItem", checklist, after, old)


def _wanted(params: Params) -> Json:
    wanted: Json = {}
    if params.given("name"):
        wanted["name"] = params.text("name", shortest=1)
    if params.given("state"):
        wanted["state"] = _state(params)
    if params.get("idChecklist"):
        wanted["id_checklist"] = params.ident("idChecklist")
    if "due" in params:
        wanted["due"] = params.instant("due")
    if "dueReminder" in params:
        wanted["due_reminder"] = params.number("dueReminder")
    return wanted


def _assignee(call: Call, id_board: str) -> str | None:
    """Return the member id in ``idMember``, who must be on the board; None when unassigned."""
    ident = call.params.maybe_ident("idMember")
    mine = db.memberships.c
    here = select(mine.id).where(mine.id_board == id_board, mine.id_member == ident)
    if ident is not None and call.connection.scalar(here) is None:
        raise invalid("idMember")
    return ident


def change_field(call: Call) -> Json:
    """Change the field in the path to ``value``."""
    return change(call.with_params(call.params.as_field(call.field(("state", *_WIRE.values())))))


def _state(params: Params) -> str:
    """Parse the state: a word or, as some clients send it, a boolean."""
    if params["state"] in (True, "true"):
        return "complete"
    if params["state"] in (False, "false"):
        return "incomplete"
    return params.word("state", "incomplete", _STATES)


def remove(call: Call) -> Json:
    """Delete an item."""
    if "card" in call.path:
        checklist, item = _find_on_card(call, find.card(call))
    else:
        checklist = find.checklist(call)
        item = _item(call, checklist.id)
    call.connection.execute(delete(db.check_items).where(db.check_items.c.id == item.id))
    _record(call, "deleteCheckItem", checklist, item)
    return {"limits": {}}


def show_on_card(call: Call) -> Json:
    """Return one item, found through its card."""
    _, item = _find_on_card(call, find.card(call))
    return pick(checklists.item(item), checklists.ITEM_FIELDS.parse(call.params))


def _find_on_card(call: Call, card: Any) -> tuple[Any, Any]:
    item = find.check_item(call, db.checklists.c.id_card == card.id)
    if call.path.get("checklist", item.id_checklist) != item.id_checklist:
        raise not_found()
    return find.checklist(call, item.id_checklist), item


def _item(call: Call, id_checklist: str) -> Any:
    return find.check_item(call, db.checklists.c.id == id_checklist)


def _row(call: Call, ident: str) -> Any:
    return call.connection.execute(select(db.check_items).where(db.check_items.c.id == ident)).one()


def _record(call: Call, kind: str, checklist: Any, item: Any, more: Json | None = None) -> None:
    data = {
        "checklist": {"id": checklist.id, "name": checklist.name},
        "checkItem": {"id": item.id, "name": item.name, "state": item.state, "textData": {"emoji": {}}},
        **(more or {}),
    }
    journal.record_on_card(call, kind, find.card(call, checklist.id_card), data)


ROUTES = (
    Route("GET", "checklists/{checklist}/checkItems", show_all),
    Route("POST", "checklists/{checklist}/checkItems", create),
    Route("GET", "checklists/{checklist}/checkItems/{item}", show),
    Route("DELETE", "checklists/{checklist}/checkItems/{item}", remove),
    Route("GET", "cards/{card}/checkItem/{item}", show_on_card),
    Route("PUT", "cards/{card}/checkItem/{item}", change),
    Route("DELETE", "cards/{card}/checkItem/{item}", remove),
    Route("PUT", "cards/{card}/checkItem/{item}/{field}", change_field),
    Route("POST", "cards/{card}/checklist/{checklist}/checkItem", create),
    Route("GET", "cards/{card}/checklist/{checklist}/checkItem/{item}", show_on_card),
    Route("PUT", "cards/{card}/checklist/{checklist}/checkItem/{item}", change),
    Route("PUT", "cards/{card}/checklist/{checklist}/checkItem/{item}/{field}", change_field),
    Route("DELETE", "cards/{card}/checklist/{checklist}/checkItem/{item}", remove),
)
