"""Handlers of labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, update

from tui.model.label import COLORS
from tui.server.card import labels as card_labels
from tui.server.events import journal
from tui.server.pipeline.params import invalid, pick
from tui.server.pipeline.route import Route, changed_field, one_field
from tui.server.rights import find
from tui.server.storage import db
from tui.server.wire import caps, labels

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call
    from tui.server.pipeline.params import Params

_NAMES = ("name", "color")


def shown(call: Call, ident: str) -> Json:
    """Return one label with the fields that the parameters ask for."""
    found = labels.labels(call.connection, db.labels.c.id == ident)
    return pick(found[0], labels.FIELDS.parse(call.params))


def show(call: Call) -> Json:
    """Return one label."""
    return shown(call, find.label(call).id)


def create(call: Call) -> Json:
    """Create a label on the board in the path or in ``idBoard``; ``name`` is required but may be empty.

    Raises:
        Refused: 400, ``name`` is missing.
    """
    board = find.board(call, call.path.get("board") or call.params.ident("idBoard"))
    call.params.text("name")
    return make(call, board.id)


def make(call: Call, id_board: str) -> Json:
    """Create a label on a board; ``name`` may be empty, and ``color`` null for none."""
    caps.require_room(call, "labels.perBoard", id_board)
    name = call.params.text("name") if call.params.given("name") else ""
    row = {"id": call.new_id(), "id_board": id_board, "name": name, "color": _colour(call.params)}
    call.connection.execute(insert(db.labels).values(row))
    label = find.label(call, row["id"])
    data = {"label": journal.label_copy(label), "board": journal.board_copy(label)}
    journal.record(call, "createLabel", data, id_board=id_board)
    return {**labels.labels(call.connection, db.labels.c.id == label.id)[0], "limits": {}}


def insert_default_labels(
    call: Call, board: find.Found, colours: Sequence[str]
) -> list[journal.JournalEntry]:
    """Insert the default, unnamed labels of ``board`` and return their log entries."""
    rows = [{"id": call.new_id(), "id_board": board.id, "name": "", "color": colour} for colour in colours]
    call.connection.execute(insert(db.labels), rows)
    about = journal.board_copy(board)
    return [
        journal.JournalEntry(
            "createLabel",
            {"label": {name: row[name] for name in ("id", "name", "color")}, "board": about},
            board.id,
        )
        for row in rows
    ]


def create_on_card(call: Call) -> Json:
    """Create a label on the card's board and add it to the card."""
    card = find.card(call)
    label = find.label(call, make(call, card.id_board)["id"])
    card_labels.add_new_label(call, card, label)
    return shown(call, label.id)


def change(call: Call) -> Json:
    """Rename or recolour a label, and log one action per change."""
    label = find.label(call)
    params = call.params
    values: Json = {}
    if params.given("name"):
        values["name"] = params.text("name")
    if "color" in params:
        values["color"] = _colour(params)
    changed = db.different(values, label)
    if changed:
        call.connection.execute(update(db.labels).where(db.labels.c.id == label.id).values(changed))
        after = find.label(call, label.id)
        for name in changed:
            data = {
                "label": journal.label_copy(after),
                "board": journal.board_copy(after),
                "old": {name: getattr(label, name)},
            }
            journal.record(call, "updateLabel", data, id_board=label.id_board)
    return labels.labels(call.connection, db.labels.c.id == label.id)[0]


def remove(call: Call) -> Json:
    """Delete a label and remove it from all cards."""
    label = find.label(call)
    call.connection.execute(delete(db.labels).where(db.labels.c.id == label.id))
    data = {"label": {"id": label.id}, "board": journal.board_copy(label)}
    journal.record(call, "deleteLabel", data, id_board=label.id_board)
    return {"limits": {}}


def _colour(params: Params) -> str | None:
    value = params.get("color")
    if value in (None, "", "null", "none"):
        return None
    if value not in COLORS:
        raise invalid("color")
    return str(value)


ROUTES = (
    Route("POST", "labels", create),
    Route("POST", "boards/{board}/labels", create),
    Route("POST", "cards/{card}/labels", create_on_card),
    Route("GET", "labels/{label}", show),
    Route("PUT", "labels/{label}", change),
    Route("DELETE", "labels/{label}", remove),
    Route("GET", "labels/{label}/{field}", one_field(show)),
    Route("PUT", "labels/{label}/{field}", changed_field(change, _NAMES)),
)
