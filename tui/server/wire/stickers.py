"""The wire format of stickers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sqlalchemy import Row, select

from tui.server.pipeline.params import Fields, number, pick
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

FIELDS = Fields({"top", "left", "zIndex", "rotate", "image", "imageUrl", "imageScaled", "limits"})


def stickers(call: Call, idents: Iterable[str], fields: str | None = None) -> dict[str, list[Json]]:
    """Return the stickers of cards by card id, lowest first; ``fields`` names the parameter choosing keys."""
    keys = None if fields is None else FIELDS.parse(call.params, fields)
    table = db.stickers.c
    query = select(db.stickers).where(table.id_card.in_(list(idents))).order_by(table.z_index, table.id)
    found: dict[str, list[Json]] = {}
    for row in call.connection.execute(query):
        found.setdefault(row.id_card, []).append(pick(sticker(call, row), keys))
    return found


def sticker(call: Call, row: Row[Any]) -> Json:
    """Return one sticker; its address only names the picture, because this server has no sticker pictures."""
    return {
        "imageUrl": f"{call.origin}/images/stickers/{quote(row.image, safe='')}.png",
        "imageScaled": [],
        **row.extra,
        "id": row.id,
        "top": number(row.top),
        "left": number(row.left),
        "zIndex": row.z_index,
        "rotate": number(row.rotate),
        "image": row.image,
    }
