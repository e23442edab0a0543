"""Contents of uploaded files.

They are kept in the database, one row a file, and not in the data directory: that way SQLite and PostgreSQL
behave alike, several worker processes need no shared disk, and a file comes and goes in the transaction of its
attachment. ``upload.LARGEST`` keeps a row small enough to be read in one piece.
"""

from sqlalchemy import Column, LargeBinary, Table

from tui.server.tables.columns import metadata, of

uploads = Table(
    "upload",
    metadata,
    of("id_attachment", "attachment", primary_key=True),
    Column("content", LargeBinary, nullable=False),
)
