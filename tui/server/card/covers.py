"""The cover of a card: an attached picture, a colour, or none.

``idAttachmentCover`` and ``cover.idAttachment`` mean the same attachment; this module keeps them equal.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sqlalchemy import select, update

from tui.model.label import COLORS
from tui.model.values.scalars import OBJECT_ID
from tui.server.events import journal
from tui.server.pipeline.params import invalid
from tui.server.rights import find
from tui.server.storage import db
from tui.server.wire import cards

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call
    from tui.server.pipeline.params import Params

_IDENTS = ("idAttachment", "idUploadedBackground", "idPlugin")
_CHOICES: dict[str, tuple[str, ...]] = {
    "color": COLORS,
    "size": ("normal", "full"),
    "brightness": ("dark", "light"),
}
_KEYS = frozenset({*_IDENTS, *_CHOICES, "url"})
_EMPTY = (None, "", "null")

NAMES = ("cover", "idAttachmentCover")
"""Parameters that change a cover."""


def change(call: Call, card: Any) -> None:
    """Change the cover of ``card`` according to the parameters.

    Raises:
        Refused: 400, the cover is invalid, or its picture is not attached to the card.
    """
    params = call.params
    if "cover" in params:
        _set_cover(call, card, _parse_cover(params))
        card = find.card(call, card.id)
    if "idAttachmentCover" in params:
        set_attachment_cover(call, card, params.maybe_ident("idAttachmentCover"))


def set_attachment_cover(call: Call, card: Any, id_attachment: str | None) -> None:
    """Make an attachment the cover of ``card``, replacing any other; None removes the cover."""
    if id_attachment is None and card.id_attachment_cover is None:
        return
    name = "idAttachmentCover"
    _set_cover(call, card, {} if id_attachment is None else {"idAttachment": id_attachment}, name)


def _set_cover(call: Call, card: Any, cover: Json, name: str = "cover") -> None:
    """Set the cover of ``card``; ``name`` is the parameter to report when the picture is invalid."""
    picture = cover.get("idAttachment")
    if picture is not None:
        cover = _with_picture(call, card, cover, name)
    if (cover, picture) == (card.cover, card.id_attachment_cover):
        return
    here = update(db.cards).where(db.cards.c.id == card.id)
    call.connection.execute(here.values(cover=cover, id_attachment_cover=picture))
    changes: list[tuple[str, Any, Any]] = []
    if name == "cover":
        changes.append(("cover", {**cards.COVER, **card.cover}, {**cards.COVER, **cover}))
    if picture != card.id_attachment_cover:
        changes.append(("idAttachmentCover", card.id_attachment_cover, picture))
    after = find.card(call, card.id)
    where = journal.list_copy(find.board_list(call, card.id_list))
    for field, old, new in changes:
        journal.record_on_card(
            call, "updateCard", after, {"old": {field: old}, "list": where}, **{field: new}
        )


def _parse_cover(params: Params) -> Json:
    """Parse the ``cover`` parameter; an empty object removes the cover."""
    value = params["cover"]
    if value in _EMPTY:
        return {}
    if isinstance(value, str):
        value = _parse_json(value)
    if not isinstance(value, dict) or not _KEYS.issuperset(value):
        raise invalid("cover")
    cover = {key: given for key, given in value.items() if key != "url" and given not in _EMPTY}
    if not all(_is_valid(key, given) for key, given in cover.items()):
        raise invalid("cover")
    return cover


def _is_valid(key: str, given: Any) -> bool:
    if key in _CHOICES:
        return given in _CHOICES[key]
    return isinstance(given, str) and OBJECT_ID.fullmatch(given) is not None


def _parse_json(text: str) -> Any:
    """Parse a cover sent as JSON text, as in a query string or a form."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise invalid("cover") from error


def _with_picture(call: Call, card: Any, cover: Json, name: str) -> Json:
    """Return ``cover`` with the data of its picture and without a colour, as a cover has only one of them."""
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
