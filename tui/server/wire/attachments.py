"""The wire format of attachments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Row, select

from tui.server.pipeline.params import Fields, number
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

_USUAL: Json = {"edgeColor": None, "isMalicious": False, "previews": []}

FIELDS = Fields(
    {*_USUAL, "bytes", "date", "idMember", "isUpload", "mimeType", "name", "url", "pos", "fileName", "limits"}
)


def attachments(call: Call, where: ColumnElement[bool]) -> list[Json]:
    """Return the attachments matching ``where``, in order."""
    order = (db.attachments.c.id_card, db.attachments.c.pos, db.attachments.c.id)
    rows = call.connection.execute(select(db.attachments).where(where).order_by(*order))
    return [attachment(call, row) for row in rows]


def attachment(call: Call, row: Row[Any]) -> Json:
    """Return one attachment."""
    shown = {**_USUAL, **row.extra}
    return {
        **shown,
        "id": row.id,
        "bytes": row.bytes,
        "date": row.date,
        "idMember": row.id_member,
        "isUpload": row.is_upload,
        # The type of a link is unknown; clients expect text here, never null.
        "mimeType": row.mime_type or "",
        "name": row.name,
        "pos": number(row.pos),
        "fileName": row.file_name,
        "url": absolute_url(call, row.url),
        "previews": pictures(call, shown["previews"]),
    }


def pictures(call: Call, previews: Any) -> list[Json]:
    """Return an attachment's previews with full addresses; imported data may contain anything instead."""
    if not isinstance(previews, list):
        return []
    return [
        {**one, "url": absolute_url(call, str(one.get("url") or ""))} if isinstance(one, dict) else one
        for one in previews
    ]


def absolute_url(call: Call, address: str) -> str:
    """Return ``address`` for a client; uploaded files are stored with a path without the origin."""
    return f"{call.origin}{address}" if address.startswith("/1/") else address
