"""The contents of attached files, which no export has: those that are here already stay when a board is imported."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from sqlalchemy import Column, Connection, LargeBinary, MetaData, String, Table, func, insert, literal, select

from tui.server.storage import db

_NAMES = ("id_attachment", "content")
_ATTACHED = db.attachments.join(db.cards, db.attachments.c.id_card == db.cards.c.id)
_IS_ITS_CONTENT = db.uploads.c.id_attachment == db.attachments.c.id
_FILES = _ATTACHED.join(db.uploads, _IS_ITS_CONTENT)


@contextmanager
def contents_kept(connection: Connection, board_id: str) -> Iterator[None]:
    """Keep the contents of the board's files while the block deletes the board and writes it again.

    They are kept in the database, because together they may be larger than the memory.
    """
    held = Table(
        "held_upload",
        MetaData(),
        Column("id_attachment", String),
        Column("content", LargeBinary),
        prefixes=["TEMPORARY"],
    )
    held.create(connection)
    files = select(db.uploads).select_from(_FILES).where(db.cards.c.id_board == board_id)
    connection.execute(insert(held).from_select(_NAMES, files))
    yield
    here = held.c.id_attachment.in_(select(db.attachments.c.id))
    connection.execute(insert(db.uploads).from_select(_NAMES, select(held).where(here)))
    held.drop(connection)


def copy_files(connection: Connection, board_id: str, names: Mapping[str, str]) -> None:
    """Give the files of a copy of the board the contents of its own; ``names`` are the new ids by the old ones."""
    files = select(db.uploads.c.id_attachment).select_from(_FILES)
    for ident in connection.scalars(files.where(db.cards.c.id_board == board_id)).all():
        if ident in names:
            content = select(literal(names[ident]), db.uploads.c.content)
            content = content.where(db.uploads.c.id_attachment == ident)
            connection.execute(insert(db.uploads).from_select(_NAMES, content))


def count_missing(connection: Connection, board_id: str) -> int:
    """Return how many attached files of a board have no content here."""
    query = select(func.count()).select_from(_ATTACHED.outerjoin(db.uploads, _IS_ITS_CONTENT))
    files = query.where(db.cards.c.id_board == board_id, db.attachments.c.is_upload)
    return int(connection.scalar(files.where(db.uploads.c.id_attachment.is_(None))) or 0)
