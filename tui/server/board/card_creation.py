"""The creation of a card, new or as a copy of another."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from tui.server.board import attachments
from tui.server.card import changes, covers, moves
from tui.server.card import labels as card_labels
from tui.server.card import members as card_members
from tui.server.copies import cards as copies
from tui.server.pipeline.params import Params, Refused
from tui.server.pipeline.upload import Upload
from tui.server.rights import find
from tui.server.rights.positions import read_new_position
from tui.server.wire import nested

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call


def create(call: Call) -> Json:
    """Create a card, or copy one, at the bottom of its list unless ``pos`` says otherwise."""
    params = call.params
    target = _target_list(call)
    original = find.source(call, "idCardSource", find.card)
    asked = read_new_position(params, "bottom")
    own = _with_mirror_source(call, _values(params if original is None else Params(_without_empty(params))))
    if original is None:
        ident = moves.make(call, target, own, asked)
    else:
        ident = copies.copy_card(call, original, target, copies.parse_parts(params), asked=asked, own=own)
    for name, put in (("idLabels", card_labels.replace_labels), ("idMembers", card_members.replace_members)):
        if params.get(name):
            put(call, find.card(call, ident), params.idents(name))
    if params.get("urlSource"):
        attachments.attach_url(call, find.card(call, ident), params.text("urlSource"), "")
    if isinstance(params.get("fileSource"), Upload):
        attachments.attach_file(call, find.card(call, ident), params["fileSource"], "")
    if not params.keys().isdisjoint(covers.NAMES):
        covers.change(call, find.card(call, ident))
    return {"limits": {}, **nested.shown_card(call.with_params(Params({**_PARTS, **params})), ident)}


_PARTS = {"attachments": "true", "stickers": "true"}
"""Nested parts that the answer to a new card has by default."""

_ADDRESS = re.compile(r"/c/([0-9A-Za-z]{8})(?![0-9A-Za-z])")
_ROLES = ("separator", "board", "mirror", "link")


def _values(params: Params) -> Json:
    """Return a new card's column values; a missing name is taken from ``urlSource`` or ``fileSource``."""
    own = changes.parse_columns(params.without("closed"))
    if not own.get("name"):
        own.pop("name", None)
        file = params.get("fileSource")
        if params.get("urlSource"):
            own["name"] = params.text("urlSource")
        elif isinstance(file, Upload):
            own["name"] = file.name
    if params.get("cardRole"):
        own["extra"] = {**own.get("extra", {}), "cardRole": params.word("cardRole", "", _ROLES)}
    return own


def _with_mirror_source(call: Call, own: Json) -> Json:
    """Add ``mirrorSourceId`` to a new mirror card, whose name is the address of the mirrored card."""
    named = _ADDRESS.search(own.get("name", ""))
    if named is None or own.get("extra", {}).get("cardRole") != "mirror":
        return own
    try:
        source = find.card(call, named[1], need=find.SEE)
    except Refused:
        return own
    return {**own, "extra": {**own["extra"], "mirrorSourceId": source.id}}


def _without_empty(params: Params) -> Json:
    """Drop empty parameters of a copy: some clients send every parameter, and empty ones mean nothing."""
    return {name: value for name, value in params.items() if value not in (None, "", "null")}


def _target_list(call: Call) -> Any:
    ident = call.params.ident("idList")
    try:
        return find.board_list(call, ident)
    except Refused as error:
        if error.status == HTTPStatus.NOT_FOUND:  # the hosted service has a separate message here
            raise Refused(
                HTTPStatus.NOT_FOUND, "could not find the board that the card belongs to"
            ) from error
        raise
