"""Whom the service knows, and what it has already answered them."""

from sqlalchemy import JSON, Column, Index, Table, Text

from tui.server.tables.columns import ident, metadata, of, text

tokens = Table(
    "token",
    metadata,
    ident(),
    # SHA-256 of the token, never the token: who reads the file can not act with it.
    Column("hash", Text, nullable=False, unique=True),
    Column("app_key", Text, nullable=False),
    of("id_member", "member"),
    text("identifier"),
    # Comma-separated: read, write, account.
    text("scope", "read"),
    Column("date_created", Text, nullable=False),
    Column("date_expires", Text),
    Index("token_of_member", "id_member"),
    Index("token_of_key", "app_key"),
)

token_uses = Table(
    "token_use",
    metadata,
    # A table of its own: it changes while the token does not.
    of("id_token", "token", primary_key=True),
    Column("date", Text, nullable=False),
)

idempotency = Table(
    "idempotency",
    metadata,
    # A member's key, not a token's: a client that was killed retries with the token of its next life.
    of("id_member", "member", primary_key=True),
    Column("key", Text, primary_key=True),
    Column("request", Text, nullable=False),
    Column("reply", JSON),
    Column("date", Text, nullable=False),
    Index("idempotency_by_date", "date"),
)
