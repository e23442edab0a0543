"""Handlers of checklists; their items are in ``check_items``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, update

from tui.server.copies import checklists as copies
from tui.server.events import journal
from tui.server.pipeline.params import not_found
from tui.server.pipeline.route import Route
from tui.server.rights import find
from tui.server.rights.places import CHECKLISTS, new_place, read_position
from tui.server.storage import db
from tui.server.wire import boards, caps, checklists, nested

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.server.pipeline.call import Call


def show(call: Call) -> Json:
    """Return one checklist with its items."""
    return nested.shown_checklists(call, db.checklists.c.id == find.checklist(call).id)[0]


def show_field(call: Call) -> Json:
    """Return one field of a checklist."""
    return call.shown_field(full_checklist(call, find.checklist(call).id))


def full_checklist(call: Call, ident: str) -> Json:
    """Return a checklist with all its fields."""
    return checklists.checklists(call.connection, db.checklists.c.id == ident)[0]


def create(call: Call) -> Json:
    """Make or copy a checklist on the card in the path or in ``idCard``; at the bottom by default."""
    params = call.params
    card = find.card(call, call.path.get("card") or params.ident("idCard"))
    original = find.source(call, "idChecklistSource", find.checklist)
    name = params.text("name") if params.given("name") else ""
    caps.require_room(call, "checklists.perCard", card.id)
    if original is not None:
        place = new_place(params, "bottom")
        ident = copies.copy_checklist(call, original, card, name or original.name, place)
        return {**full_checklist(call, ident), "limits": {}}
    row = {
        "id": call.new_id(),
        "id_board": card.id_board,
        "id_card": card.id,
        "name": name or "Checklist",
        "pos": CHECKLISTS.place(call.connection, card.id, new_place(params, "bottom")),
    }
    call.connection.execute(insert(db.checklists).values(row))
    CHECKLISTS.respace(call.connection, card.id, row["id"], row["pos"])
    journal.record_on_card(
        call, "addChecklistToCard", card, {"checklist": {"id": row["id"], "name": row["name"]}}
    )
    return {**full_checklist(call, row["id"]), "limits": {}}


def change(call: Call) -> Json:
    """Rename or move a checklist, and log one action per change."""
    row = find.checklist(call)
    params = call.params
    wanted: Json = {}
    if params.given("name"):
        wanted["name"] = params.text("name", shortest=1)
    if params.given("pos"):
        wanted["pos"] = CHECKLISTS.position_after_move(
            call.connection, row.id_card, row, read_position(params)
        )
    changed = db.different(wanted, row)
    if changed:
        call.connection.execute(update(db.checklists).where(db.checklists.c.id == row.id).values(changed))
        if "pos" in changed:
            CHECKLISTS.respace(call.connection, row.id_card, row.id, changed["pos"])
        for name, value in changed.items():
            copy = {name: journal.action_value(value), "id": row.id, "name": changed.get("name", row.name)}
            data = {"checklist": copy, "old": {name: journal.action_value(getattr(row, name))}}
            journal.record_on_card(call, "updateChecklist", find.card(call, row.id_card), data)
    return full_checklist(call, row.id)


def change_field(call: Call) -> Json:
    """Change the name or the position to ``value``."""
    return change(call.with_params(call.params.as_field(call.field(("name", "pos")))))


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
    return boards.boards(call, db.boards.c.id == row.id_board, boards.MINE.parse(call.params))[0]


def show_cards(call: Call) -> list[Json]:
    """Return the card a checklist is on, as a list of one."""
    row = find.checklist(call)
    return nested.shown_cards(call, nested.found_cards(call, db.cards.c.id == row.id_card))


ROUTES = (
    Route("POST", "checklists", create),
    Route("POST", "cards/{card}/checklists", create),
    Route("DELETE", "cards/{card}/checklists/{checklist}", remove),
    Route("GET", "checklists/{checklist}", show),
    Route("PUT", "checklists/{checklist}", change),
    Route("DELETE", "checklists/{checklist}", remove),
    Route("GET", "checklists/{checklist}/board", show_board),
    Route("GET", "checklists/{checklist}/cards", show_cards),
    Route("GET", "checklists/{checklist}/{field}", show_field),
    Route("PUT", "checklists/{checklist}/{field}", change_field),
)
