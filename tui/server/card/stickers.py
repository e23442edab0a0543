"""Handlers of stickers on cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Row, delete, insert, select, update

from tui.server.pipeline.params import invalid, pick
from tui.server.pipeline.route import Route
from tui.server.rights import find
from tui.server.storage import db
from tui.server.wire import caps, stickers

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call
    from tui.server.pipeline.params import Params

_LONGEST_NAME = 100
_BOUNDS = {"top": (-60.0, 100.0), "left": (-60.0, 100.0), "rotate": (0.0, 360.0)}
_MAX_Z_INDEX = 1_000_000


def show_all(call: Call) -> list[Json]:
    """Return the stickers on a card, lowest first."""
    ident = find.card(call).id
    return stickers.stickers(call, [ident], "fields").get(ident, [])


def show(call: Call) -> Json:
    """Return one sticker."""
    return pick(stickers.sticker(call, _of_card(call)), stickers.FIELDS.parse(call.params))


def create(call: Call) -> Json:
    """Add a sticker to a card."""
    card = find.card(call)
    caps.require_room(call, "stickers.perCard", card.id)
    image = call.params.text("image", shortest=1, longest=_LONGEST_NAME)
    row = {"rotate": 0.0, **_places(call.params)}
    if missing := next((name for name in ("top", "left", "z_index") if name not in row), None):
        raise invalid({"z_index": "zIndex"}.get(missing, missing))
    ident = call.new_id()
    call.connection.execute(insert(db.stickers).values(id=ident, id_card=card.id, image=image, **row))
    return stickers.sticker(call, _row(call, ident))


def change(call: Call) -> Json:
    """Move or rotate a sticker."""
    row = _of_card(call)
    if wanted := _places(call.params):
        call.connection.execute(update(db.stickers).where(db.stickers.c.id == row.id).values(wanted))
    return stickers.sticker(call, _row(call, row.id))


def remove(call: Call) -> Json:
    """Remove a sticker from a card."""
    call.connection.execute(delete(db.stickers).where(db.stickers.c.id == _of_card(call).id))
    return {"stickers": stickers.stickers(call, [find.card(call).id]).get(find.card(call).id, [])}


def _places(params: Params) -> Json:
    found: Json = {}
    for name, (least, most) in _BOUNDS.items():
        if params.given(name):
            number = params.number(name)
            if number is None or not least <= number <= most:
                raise invalid(name)
            found[name] = number
    if params.given("zIndex"):
        found["z_index"] = params.integer("zIndex", 0, least=-_MAX_Z_INDEX, most=_MAX_Z_INDEX)
    return found


def _of_card(call: Call) -> Row[Any]:
    table = db.stickers.c
    mine = select(db.stickers).where(table.id_card == find.card(call).id, table.id == call.path["sticker"])
    return find.found_row(call, mine)


def _row(call: Call, ident: str) -> Row[Any]:
    return call.connection.execute(select(db.stickers).where(db.stickers.c.id == ident)).one()


ROUTES = (
    Route("GET", "cards/{card}/stickers", show_all),
    Route("POST", "cards/{card}/stickers", create),
    Route("GET", "cards/{card}/stickers/{sticker}", show),
    Route("PUT", "cards/{card}/stickers/{sticker}", change),
    Route("DELETE", "cards/{card}/stickers/{sticker}", remove),
)
