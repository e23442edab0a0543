"""Handlers of checklists and of their items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, select

from tui.server.copies import checklists as copies
from tui.server.events import journal
from tui.server.pipeline.params import invalid, not_found, pick
from tui.server.pipeline.route import Route, changed_field, one_field
from tui.server.rights import find
from tui.server.rights.positions import CHECK_ITEMS, CHECKLISTS, read_new_position, read_position
from tui.server.storage import db
from tui.server.wire import boards, caps, checklists, nested

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call
    from tui.server.pipeline.params import Params


def show(call: Call) -> Json:
    """Return one checklist with its items."""
    return nested.shown_checklists(call, db.checklists.c.id == find.checklist(call).id)[0]


def full_checklist(call: Call, ident: str) -> Json:
    """Return a checklist with all its fields."""
    return checklists.checklists(call.connection, db.checklists.c.id == ident)[0]


def create(call: Call) -> Json:
    """Create or copy a checklist on the card in the path or in ``idCard``; at the bottom by default."""
    params = call.params
    card = find.card(call, call.path.get("card") or params.ident("idCard"))
    original = find.source(call, "idChecklistSource", find.checklist)
    name = params.text("name") if params.given("name") else ""
    caps.require_room(call, "checklists.perCard", card.id)
    if original is not None:
        asked = read_new_position(params, "bottom")
        ident = copies.copy_checklist(call, original, card, name or original.name, asked)
        return {**full_checklist(call, ident), "limits": {}}
    row = {
        "id": call.new_id(),
        "id_board": card.id_board,
        "id_card": card.id,
        "name": name or "Checklist",
        "pos": CHECKLISTS.new_position(call.connection, card.id, read_new_position(params, "bottom")),
    }
    CHECKLISTS.insert(call.connection, row)
    journal.record_on_card(
        call, "addChecklistToCard", card, {"checklist": {"id": row["id"], "name": row["name"]}}
    )
    return {**full_checklist(call, row["id"]), "limits": {}}


def change(call: Call) -> Json:
    """Rename or move a checklist, and log one action per change."""
    row = find.checklist(call)
    params = call.params
    wanted: Json = params.new_name()
    wanted |= CHECKLISTS.requested_position(call.connection, row, params)
    changed = db.different(wanted, row)
    if changed:
        CHECKLISTS.update(call.connection, row, changed)
        for name, value in changed.items():
            copy = {name: journal.action_value(value), "id": row.id, "name": changed.get("name", row.name)}
            data = {"checklist": copy, "old": {name: journal.action_value(getattr(row, name))}}
            journal.record_on_card(call, "updateChecklist", find.card(call, row.id_card), data)
    return full_checklist(call, row.id)


def remove(call: Call) -> Json:
    """Delete a checklist and its items."""
    row = find.checklist(call)
    if call.path.get("card") and find.card(call).id != row.id_card:
        raise not_found()
    call.connection.execute(delete(db.checklists).where(db.checklists.c.id == row.id))
    data = {"checklist": {"id": row.id, "name": row.name}}
    journal.record_on_card(call, "removeChecklistFromCard", find.card(call, row.id_card), data)
    return {"limits": {}}


def show_board(call: Call) -> Json:
    """Return the board a checklist is on."""
    row = find.checklist(call)
    return boards.asked_for(call, row.id_board)


def show_cards(call: Call) -> list[Json]:
    """Return the card a checklist is on, as a list of one."""
    row = find.checklist(call)
    return nested.shown_cards(call, nested.found_cards(call, db.cards.c.id == row.id_card))


_STATES = ("complete", "incomplete")


def show_items(call: Call) -> list[Json]:
    """Return a checklist's items, in order."""
    keys = checklists.ITEM_FIELDS.parse(call.params)
    row = find.checklist(call)
    if call.params.word("filter", "all", ("all", "none")) == "none":
        return []
    found = checklists.checklists(call.connection, db.checklists.c.id == row.id)[0]
    return [pick(one, keys) for one in found["checkItems"]]


def show_item(call: Call) -> Json:
    """Return one item."""
    row = _item(call, find.checklist(call).id)
    return pick(checklists.item(row), checklists.ITEM_FIELDS.parse(call.params))


def create_item(call: Call) -> Json:
    """Add an item to a checklist; by default incomplete, at the bottom."""
    params = call.params
    checklist = find.checklist(call)
    caps.require_room(call, "checkItems.perChecklist", checklist.id)
    row = {
        "id": call.new_id(),
        "id_checklist": checklist.id,
        "name": params.text("name", shortest=1),
        "pos": CHECK_ITEMS.new_position(call.connection, checklist.id, read_new_position(params, "bottom")),
        "state": "complete" if params.flag("checked") else "incomplete",
        "due": params.instant("due"),
        "due_reminder": params.number("dueReminder"),
        "id_member": _assignee(call, checklist.id_board),
    }
    CHECK_ITEMS.insert(call.connection, row)
    made = _row(call, row["id"])
    _record(call, "createCheckItem", checklist, made)
    return {**checklists.item(made), "limits": {}}


def change_item(call: Call) -> Json:
    """Rename, complete or move an item, or move it to another checklist of the card."""
    card = find.card(call)
    checklist, item = _find_on_card(call, card)
    wanted = _wanted_item(call.params)
    if "idMember" in call.params:
        wanted["id_member"] = _assignee(call, card.id_board)
    target = find.checklist(call, wanted.get("id_checklist", checklist.id))
    if target.id_card != card.id:
        raise invalid("idChecklist")
    if call.params.given("pos"):
        asked = read_position(call.params)
        wanted["pos"] = CHECK_ITEMS.position_after_move(call.connection, target.id, item, asked)
    changed = db.different(wanted, item)
    if changed:
        CHECK_ITEMS.update(call.connection, item, changed)
        _record_item_changes(call, target, item, changed)
    return {**checklists.item(_row(call, item.id)), "creationMethod": None}


_ITEM_FIELDS = {"name": "name", "pos": "pos", "due": "due", "due_reminder": "dueReminder", "id_member": "idMember",
         "id_checklist": "idChecklist"}  # fmt: skip


def _record_item_changes(call: Call, checklist: Any, before: Any, changed: Json) -> None:
    after = _row(call, before.id)
    for column in changed:
        if column == "state":
            _record(call, "updateCheckItemStateOnCard", checklist, after)
        else:
            old = {"old": {_ITEM_FIELDS[column]: journal.action_value(getattr(before, column))}}
            _record(call, "updateCheckItem", checklist, after, old)


def _wanted_item(params: Params) -> Json:
    wanted: Json = params.new_name()
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
    """Return the member id in ``idMember``, who must be on the board; None if unassigned."""
    ident = call.params.maybe_ident("idMember")
    mine = db.memberships.c
    here = select(mine.id).where(mine.id_board == id_board, mine.id_member == ident)
    if ident is not None and call.connection.scalar(here) is None:
        raise invalid("idMember")
    return ident


def _state(params: Params) -> str:
    """Parse the state: a word or, as some clients send it, a boolean."""
    if params["state"] in (True, "true"):
        return "complete"
    if params["state"] in (False, "false"):
        return "incomplete"
    return params.word("state", "incomplete", _STATES)


def remove_item(call: Call) -> Json:
    """Delete an item."""
    if "card" in call.path:
        checklist, item = _find_on_card(call, find.card(call))
    else:
        checklist = find.checklist(call)
        item = _item(call, checklist.id)
    call.connection.execute(delete(db.check_items).where(db.check_items.c.id == item.id))
    _record(call, "deleteCheckItem", checklist, item)
    return {"limits": {}}


def show_item_on_card(call: Call) -> Json:
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
    Route("POST", "checklists", create),
    Route("POST", "cards/{card}/checklists", create),
    Route("DELETE", "cards/{card}/checklists/{checklist}", remove),
    Route("GET", "checklists/{checklist}", show),
    Route("PUT", "checklists/{checklist}", change),
    Route("DELETE", "checklists/{checklist}", remove),
    Route("GET", "checklists/{checklist}/board", show_board),
    Route("GET", "checklists/{checklist}/cards", show_cards),
    Route("GET", "checklists/{checklist}/{field}", one_field(show)),
    Route("PUT", "checklists/{checklist}/{field}", changed_field(change, ("name", "pos"))),
    Route("GET", "checklists/{checklist}/checkItems", show_items),
    Route("POST", "checklists/{checklist}/checkItems", create_item),
    Route("GET", "checklists/{checklist}/checkItems/{item}", show_item),
    Route("DELETE", "checklists/{checklist}/checkItems/{item}", remove_item),
    Route("GET", "cards/{card}/checkItem/{item}", show_item_on_card),
    Route("PUT", "cards/{card}/checkItem/{item}", change_item),
    Route("DELETE", "cards/{card}/checkItem/{item}", remove_item),
    Route(
        "PUT",
        "cards/{card}/checkItem/{item}/{field}",
        changed_field(change_item, ("state", *_ITEM_FIELDS.values())),
    ),
    Route("POST", "cards/{card}/checklist/{checklist}/checkItem", create_item),
    Route("GET", "cards/{card}/checklist/{checklist}/checkItem/{item}", show_item_on_card),
    Route("PUT", "cards/{card}/checklist/{checklist}/checkItem/{item}", change_item),
    Route(
        "PUT",
        "cards/{card}/checklist/{checklist}/checkItem/{item}/{field}",
        changed_field(change_item, ("state", *_ITEM_FIELDS.values())),
    ),
    Route("DELETE", "cards/{card}/checklist/{checklist}/checkItem/{item}", remove_item),
)
