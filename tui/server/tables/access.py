"""Tables of access control: applications, passwords, sign-in codes, browser sessions and counters."""

from sqlalchemy import DDL, JSON, Column, Index, Integer, Table, Text, event

from tui.server.tables.columns import metadata, of, text

apps = Table(
    "app",
    metadata,
    # Public, as on the hosted service; the secret is derived and never stored (access/derived.py).
    Column("key", Text, primary_key=True),
    text("name"),
    # Part of the secret's derivation: a new salt makes a new secret.
    text("salt"),
    # Origins that tokens may be sent to besides loopback: "https://host[:port]" each.
    Column("origins", JSON, nullable=False, default=list),
    Column("date_created", Text, nullable=False),
    # The member who registered it on the account page; null for the operator of the server.
    Column("id_member", Text),
)

passwords = Table(
    "password",
    metadata,
    of("id_member", "member", primary_key=True),
    # scrypt, with its parameters and salt.
    Column("hash", Text, nullable=False),
    Column("date", Text, nullable=False),
)

sign_in_codes = Table(
    "sign_in_code",
    metadata,
    # SHA-256 of the code.
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
    # SHA-256 of the verifier; this and the columns below are empty until a member allows the request.
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
    # The end of the window, in Unix seconds: a new end restarts the count.
    Column("ends", Integer, nullable=False),
    Column("count", Integer, nullable=False),
    Index("tally_by_end", "ends"),
)

# Short-lived counts need no write-ahead log: they may be lost in a crash.
_UNLOGGED = DDL("ALTER TABLE tally SET UNLOGGED")  # type: ignore[no-untyped-call]  # SQLAlchemy leaves it untyped
event.listen(tallies, "after_create", _UNLOGGED.execute_if(dialect="postgresql"))
