"""Changes to the fields of a card, with one logged action per changed field.

A request that changes nothing logs no action, so sending it again is harmless.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tui.server.card import covers, moves
from tui.server.card import labels as card_labels
from tui.server.card import members as card_members
from tui.server.events import journal
from tui.server.people import watches
from tui.server.pipeline.params import Params, as_number, invalid
from tui.server.rights import find
from tui.server.rights.positions import CARDS, read_position
from tui.server.storage import db
from tui.server.wire import caps

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

_Reader = Callable[[Params, str], Any]

# Wire name -> (column, reader). Actions are logged in this order.
_PLAIN: dict[str, tuple[str, _Reader]] = {
    "name": ("name", lambda params, name: params.text(name)),
    "desc": ("desc", lambda params, name: params.unstripped_text(name)),
    "closed": ("closed", lambda params, name: params.flag(name)),
    "due": ("due", lambda params, name: params.instant(name)),
    "start": ("start", lambda params, name: params.instant(name)),
    "dueComplete": ("due_complete", lambda params, name: params.flag(name)),
    "dueReminder": ("due_reminder", lambda params, name: params.number(name)),
    "isTemplate": ("is_template", lambda params, name: params.flag(name)),
}
_PLACES = ("address", "locationName", "coordinates")
_CLEARED_BY_NULL = ("due", "start", "dueReminder")

NAMES = (*_PLAIN, *_PLACES, *covers.NAMES, "subscribed", "pos", "idList", "idBoard", "idLabels", "idMembers")
"""All fields of a card that can be set."""


def parse_columns(params: Params) -> Json:
    """Return the column values that the parameters set, by column name."""
    values: Json = {}
    for name, (column, read) in _PLAIN.items():
        if name in params and (params.given(name) or name in _CLEARED_BY_NULL):
            values[column] = read(params, name)
    location = {name: _location(params, name) for name in _PLACES if params.given(name)}
    return values | ({"extra": location} if location else {})


def change(call: Call, card: Any) -> None:
    """Change the fields of ``card`` that the parameters set."""
    params = call.params
    if params.given("subscribed"):
        watches.set_watched(call, "card", card.id, watched=params.flag("subscribed"))
    if watches.only_subscription(params, NAMES):
        return
    if params.given("name"):
        params.text("name", shortest=1)
    moves.move(call, card)
    card = find.card(call, card.id)
    values = parse_columns(params)
    extra = values.pop("extra", {})
    changed = db.different(values, card)
    if changed.get("closed") is False:
        caps.require_room(call, "cards.openPerBoard", card.id_board)
        caps.require_room(call, "cards.openPerList", card.id_list)
    new_extra = {name: value for name, value in extra.items() if card.extra.get(name) != value}
    if params.given("pos"):
        pos = CARDS.position_after_move(call.connection, card.id_list, card, read_position(params))
        changed |= {"pos": pos} if pos != card.pos else {}
    _write(call, card, changed, new_extra)
    covers.change(call, find.card(call, card.id))
    _replace_labels_and_members(call, card.id)


def _replace_labels_and_members(call: Call, ident: str) -> None:
    params = call.params
    if params.given("idLabels"):
        card_labels.replace_labels(call, find.card(call, ident), params.idents("idLabels"))
    if params.given("idMembers"):
        card_members.replace_members(call, find.card(call, ident), params.idents("idMembers"))


def _write(call: Call, card: Any, changed: Json, extra: Json) -> None:
    if not changed and not extra:
        return
    values = {**changed, **({"extra": {**card.extra, **extra}} if extra else {})}
    respaced = moves.respacing_data(respaced=CARDS.update(call.connection, card, values))
    after = find.card(call, card.id)
    row = find.board_list(call, card.id_list)
    columns = {column: name for name, (column, _) in _PLAIN.items()} | {"pos": "pos"}
    changes = [(columns[column], getattr(card, column), value) for column, value in changed.items()]
    changes += [(name, card.extra.get(name), value) for name, value in extra.items()]
    for name, old, new in changes:
        data = {"old": {name: journal.action_value(old)}, "list": journal.list_copy(row), **respaced}
        journal.record_on_card(call, "updateCard", after, data, **{name: journal.action_value(new)})


def _location(params: Params, name: str) -> Any:
    if params.get(name) in ("", "null"):
        return None
    if name != "coordinates":
        return params.text(name)
    value = params.get(name)
    if isinstance(value, str):
        value = dict(zip(("latitude", "longitude"), value.split(","), strict=False))
    if not isinstance(value, dict):
        raise invalid(name)
    latitude, longitude = as_number(value.get("latitude")), as_number(value.get("longitude"))
    if latitude is None or longitude is None:
        raise invalid(name)
    return {"latitude": latitude, "longitude": longitude}
