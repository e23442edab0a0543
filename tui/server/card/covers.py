"""The cover of a card: a picture attached to it, a colour, or nothing.

``idAttachmentCover`` and ``cover.idAttachment`` are one thing said twice; here they are kept the same.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sqlalchemy import select, update

from tui.model.base import OBJECT_ID, Json
from tui.model.label import COLORS
from tui.server.events import journal
from tui.server.pipeline.refusal import invalid
from tui.server.rights import find
from tui.server.storage import db
from tui.server.wire import cards

if TYPE_CHECKING:
    from tui.server.pipeline.call import Call
    from tui.server.pipeline.params import Params

_IDENTS = ("idAttachment", "idUploadedBackground", "idPlugin")
_CHOICES: dict[str, tuple[str, ...]] = {
    "color": COLORS,
    "size": ("normal", "full"),
    "brightness": ("dark", "light"),
}
_KEYS = frozenset({*_IDENTS, *_CHOICES, "url"})
_NOTHING = (None, "", "null")

NAMES = ("cover", "idAttachmentCover")
"""Parameters that change a cover."""


def change(call: Call, card: Any) -> None:
    """Change the cover of ``card`` as the parameters ask.

    Raises:
        Refused: 400, it is no cover, or made of what is not attached to the card.
    """
    params = call.params
    if "cover" in params:
        _put(call, card, _asked(params))
        card = find.card(call, card.id)
    if "idAttachmentCover" in params:
        choose(call, card, params.maybe_ident("idAttachmentCover"))


def choose(call: Call, card: Any, id_attachment: str | None) -> None:
    """Make the attachment the cover of ``card``, in place of whatever was; None leaves it without."""
    if id_attachment is None and card.id_attachment_cover is None:
        return
    name = "idAttachmentCover"
    _put(call, card, {} if id_attachment is None else {"idAttachment": id_attachment}, name)


def _put(call: Call, card: Any, cover: Json, name: str = "cover") -> None:
    """Give ``card`` this cover; ``name`` is the parameter to blame."""
    picture = cover.get("idAttachment")
    if picture is not None:
        cover = _pictured(call, card, cover, name)
    if (cover, picture) == (card.cover, card.id_attachment_cover):
        return
    here = update(db.cards).where(db.cards.c.id == card.id)
    call.connection.execute(here.values(cover=cover, id_attachment_cover=picture))
    told: list[tuple[str, Any, Any]] = []
    if name == "cover":
        told.append(("cover", {**cards.COVER, **card.cover}, {**cards.COVER, **cover}))
    if picture != card.id_attachment_cover:
        told.append(("idAttachmentCover", card.id_attachment_cover, picture))
    after = find.card(call, card.id)
    where = journal.list_copy(find.board_list(call, card.id_list))
    for field, old, new in told:
        journal.on_card(call, "updateCard", after, {"old": {field: old}, "list": where}, **{field: new})


def _asked(params: Params) -> Json:
    """The cover as it was sent: an object, or empty to take it off."""
    value = params["cover"]
    if value in _NOTHING:
        return {}
    if isinstance(value, str):
        value = _parsed(value)
    if not isinstance(value, dict) or not _KEYS.issuperset(value):
        raise invalid("cover")
    cover = {key: given for key, given in value.items() if key != "url" and given not in _NOTHING}
    if not all(_is_one(key, given) for key, given in cover.items()):
        raise invalid("cover")
    return cover


def _is_one(key: str, given: Any) -> bool:
    if key in _CHOICES:
        return given in _CHOICES[key]
    return isinstance(given, str) and OBJECT_ID.fullmatch(given) is not None


def _parsed(text: str) -> Any:
    """A cover that was sent as text: in an address or a form there is no other way."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise invalid("cover") from error


def _pictured(call: Call, card: Any, cover: Json, name: str) -> Json:
    """``cover`` with what there is of its picture; a picture leaves no room for a colour."""
    table = db.attachments.c
    mine = select(table.id, table.extra).where(table.id == cover["idAttachment"], table.id_card == card.id)
    row = call.connection.execute(mine).one_or_none()
    if row is None:
        raise invalid(name)
    bare = {key: value for key, value in cover.items() if key != "color"}
    more = {
        "scaled": row.extra.get("previews", []),
        "edgeColor": None,
        "sharedSourceUrl": None,
        "yPosition": 0.5,
    }
    return bare | more
