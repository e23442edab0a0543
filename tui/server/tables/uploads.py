"""The table of the contents of uploaded files.

Contents are stored in the database, one row per file, not in the data directory. So SQLite and PostgreSQL
behave alike, worker processes need no shared disk, and a file is created and deleted in the transaction of
its attachment. ``upload.LARGEST`` keeps a row small enough to be read in one piece.
"""

from sqlalchemy import Column, LargeBinary, Table

from tui.server.tables.columns import metadata, of

uploads = Table(
    "upload",
    metadata,
    of("id_attachment", "attachment", primary_key=True),
    Column("content", LargeBinary, nullable=False),
)
