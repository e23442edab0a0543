"""Attachments on the wire."""

from sqlalchemy import ColumnElement, Connection, select

from tui.model.base import Json
from tui.server import db
from tui.server.wire.fields import Fields, number

_USUAL: Json = {"edgeColor": None, "isMalicious": False, "previews": []}

FIELDS = Fields(
    {*_USUAL, "bytes", "date", "idMember", "isUpload", "mimeType", "name", "url", "pos", "fileName", "limits"}
)


def attachments(connection: Connection, where: ColumnElement[bool]) -> list[Json]:
    """Attachments in order."""
    order = (db.attachments.c.id_card, db.attachments.c.pos, db.attachments.c.id)
    return [
        {
            **_USUAL,
            **row.extra,
            "id": row.id,
            "bytes": row.bytes,
            "date": row.date,
            "idMember": row.id_member,
            "isUpload": row.is_upload,
            "mimeType": row.mime_type,
            "name": row.name,
            "pos": number(row.pos),
            "fileName": row.file_name,
            "url": row.url,
        }
        for row in connection.execute(select(db.attachments).where(where).order_by(*order))
    ]
