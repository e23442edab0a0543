"""Who may come in, and how: applications, passwords, sign-in codes, browser sessions, and what is counted."""

from sqlalchemy import DDL, JSON, Column, Index, Integer, Table, Text, event

from tui.server.tables.columns import metadata, of, text

apps = Table(
    "app",
    metadata,
    # Public, as the hosted service's are; the secret is derived and never stored (access/derived.py).
    Column("key", Text, primary_key=True),
    text("name"),
    # Changed when the secret is.
    text("salt"),
    # Where a token may be sent besides this machine: "https://host[:port]" each.
    Column("origins", JSON, nullable=False, default=list),
    Column("date_created", Text, nullable=False),
    # Who registered it on the pages; null for whoever runs the server.
    Column("id_member", Text),
)

passwords = Table(
    "password",
    metadata,
    of("id_member", "member", primary_key=True),
    # scrypt, its parameters and salt beside it.
    Column("hash", Text, nullable=False),
    Column("date", Text, nullable=False),
)

sign_in_codes = Table(
    "sign_in_code",
    metadata,
    # SHA-256; a code is good once.
    Column("hash", Text, primary_key=True),
    of("id_member", "member"),
    Column("date_expires", Text, nullable=False),
    Index("sign_in_code_of_member", "id_member"),
)

web_sessions = Table(
    "web_session",
    metadata,
    # SHA-256 of the cookie.
    Column("hash", Text, primary_key=True),
    of("id_member", "member"),
    Column("date_expires", Text, nullable=False),
    Index("web_session_by_end", "date_expires"),
)

oauth_requests = Table(
    "oauth_request",
    metadata,
    # SHA-256 of the request token of OAuth 1.0a.
    Column("hash", Text, primary_key=True),
    Column("app_key", Text, nullable=False),
    # An address, or "oob": the verifier is shown to the member.
    text("callback", "oob"),
    # What the member allowed; null until then.
    Column("verifier", Text),
    Column("id_member", Text),
    text("identifier"),
    text("scope"),
    text("expiration"),
    Column("date_expires", Text, nullable=False),
    Index("oauth_request_by_end", "date_expires"),
)

tallies = Table(
    "tally",
    metadata,
    Column("name", Text, primary_key=True),
    # When its window ends, in Unix seconds: with another end, counting begins again.
    Column("ends", Integer, nullable=False),
    Column("count", Integer, nullable=False),
    Index("tally_by_end", "ends"),
)

# Counts of seconds are not worth a write-ahead log: a crash forgives what was counted.
_UNLOGGED = DDL("ALTER TABLE tally SET UNLOGGED")  # type: ignore[no-untyped-call]  # SQLAlchemy leaves it untyped
event.listen(tallies, "after_create", _UNLOGGED.execute_if(dialect="postgresql"))
