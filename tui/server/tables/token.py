"""Tables of tokens, their last use, and the stored answers for idempotency keys."""

from sqlalchemy import JSON, Column, Index, Table, Text

from tui.server.tables.columns import ident, metadata, of, text

tokens = Table(
    "token",
    metadata,
    ident(),
    # SHA-256 of the token: a reader of the file can not use it.
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
    # A separate table: it changes often, the token never.
    of("id_token", "token", primary_key=True),
    Column("date", Text, nullable=False),
)

idempotency = Table(
    "idempotency",
    metadata,
    # Keys belong to a member, not to a token: a restarted client retries with a new token.
    of("id_member", "member", primary_key=True),
    Column("key", Text, primary_key=True),
    Column("request", Text, nullable=False),
    Column("reply", JSON),
    Column("date", Text, nullable=False),
    Index("idempotency_by_date", "date"),
)
