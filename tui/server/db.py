"""The server's storage: its tables, and the engine that keeps them.

Every table that mirrors a wire object has the columns the server computes with, and ``extra``: the object's
other wire fields, kept as they came, so that an imported board can be given back whole. Moments are stored as
the wire writes them (UTC, milliseconds, ``Z``), which also sorts as text. SQLite now, PostgreSQL when a team
outgrows one file: only portable column types, and no SQL strings with values.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    insert,
    select,
)
from sqlalchemy.engine.default import DefaultExecutionContext
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from tui.errors import StoreTooNew

BUSY_SECONDS = 5.0
"""How long a writer waits for another process's transaction."""

metadata = MetaData()
"""Every table of the server; the enrichment directory adds its own."""


def _ident() -> Column[str]:
    return Column("id", Text, primary_key=True)


def _of(name: str, target: str, *, primary_key: bool = False) -> Column[str]:
    """A reference whose row goes when its target goes."""
    return Column(
        name, Text, ForeignKey(f"{target}.id", ondelete="CASCADE"), nullable=False, primary_key=primary_key
    )


def _text(name: str, default: str = "") -> Column[str]:
    return Column(name, Text, nullable=False, default=default)


def _flag(name: str) -> Column[bool]:
    return Column(name, Boolean, nullable=False, default=False)


def _extra() -> Column[Any]:
    return Column("extra", JSON, nullable=False, default=dict)


members = Table(
    "member",
    metadata,
    _ident(),
    Column("username", Text, nullable=False, unique=True),
    _text("full_name"),
    _text("initials"),
    Column("avatar_url", Text),
    Column("email", Text),
    _extra(),
)

organizations = Table(
    "organization",
    metadata,
    _ident(),
    Column("name", Text, nullable=False, unique=True),
    _text("display_name"),
    _text("desc"),
    _extra(),
)

boards = Table(
    "board",
    metadata,
    _ident(),
    Column("short_link", Text, nullable=False, unique=True),
    _text("name"),
    _text("desc"),
    _flag("closed"),
    Column("id_organization", Text, ForeignKey("organization.id", ondelete="SET NULL")),
    Column("id_member_creator", Text),
    Column("prefs", JSON, nullable=False, default=dict),
    Column("label_names", JSON, nullable=False, default=dict),
    Column("date_last_activity", Text),
    # The next card's idShort: counted up, never reused.
    Column("next_id_short", Integer, nullable=False, default=1),
    _extra(),
)

memberships = Table(
    "membership",
    metadata,
    _ident(),
    _of("id_board", "board"),
    _of("id_member", "member"),
    _text("member_type", "normal"),
    _flag("unconfirmed"),
    _flag("deactivated"),
    # What a board is to one member, not to all.
    _flag("starred"),
    _flag("subscribed"),
    Column("date_last_view", Text),
    _extra(),
    UniqueConstraint("id_board", "id_member"),
    Index("membership_by_member", "id_member"),
)

lists = Table(
    "list",
    metadata,
    _ident(),
    _of("id_board", "board"),
    _text("name"),
    _flag("closed"),
    Column("pos", Float, nullable=False),
    _flag("subscribed"),
    _extra(),
    Index("list_in_order", "id_board", "pos", "id"),
)

cards = Table(
    "card",
    metadata,
    _ident(),
    _of("id_board", "board"),
    _of("id_list", "list"),
    Column("id_short", Integer, nullable=False),
    Column("short_link", Text, nullable=False, unique=True),
    _text("name"),
    _text("desc"),
    _flag("closed"),
    Column("pos", Float, nullable=False),
    Column("due", Text),
    Column("start", Text),
    _flag("due_complete"),
    Column("due_reminder", Float),
    Column("date_last_activity", Text),
    Column("id_attachment_cover", Text),
    _flag("subscribed"),
    _flag("is_template"),
    Column("cover", JSON, nullable=False, default=dict),
    _extra(),
    Index("card_in_order", "id_list", "pos", "id"),
    Index("card_of_board", "id_board", "id"),
    Index("card_of_list", "id_list", "id"),
    Index("card_by_number", "id_board", "id_short"),
)

labels = Table(
    "label",
    metadata,
    _ident(),
    _of("id_board", "board"),
    _text("name"),
    Column("color", Text),
    _extra(),
    Index("label_of_board", "id_board", "id"),
)

card_labels = Table(
    "card_label",
    metadata,
    _of("id_card", "card", primary_key=True),
    _of("id_label", "label", primary_key=True),
    # Order within the card: the wire's idLabels keeps it.
    Column("rank", Integer, nullable=False, default=0),
    Index("card_label_by_label", "id_label"),
)

card_members = Table(
    "card_member",
    metadata,
    _of("id_card", "card", primary_key=True),
    _of("id_member", "member", primary_key=True),
    Column("rank", Integer, nullable=False, default=0),
    Index("card_member_by_member", "id_member"),
)

checklists = Table(
    "checklist",
    metadata,
    _ident(),
    _of("id_board", "board"),
    _of("id_card", "card"),
    Column("name", Text, nullable=False, default="Checklist"),
    Column("pos", Float, nullable=False),
    _extra(),
    Index("checklist_in_order", "id_card", "pos", "id"),
    Index("checklist_of_board", "id_board"),
)

check_items = Table(
    "check_item",
    metadata,
    _ident(),
    _of("id_checklist", "checklist"),
    _text("name"),
    Column("pos", Float, nullable=False),
    _text("state", "incomplete"),
    Column("due", Text),
    Column("due_reminder", Float),
    Column("id_member", Text),
    _extra(),
    Index("check_item_in_order", "id_checklist", "pos", "id"),
)

attachments = Table(
    "attachment",
    metadata,
    _ident(),
    _of("id_card", "card"),
    _text("name"),
    _text("url"),
    Column("mime_type", Text),
    Column("bytes", Integer),
    Column("date", Text, nullable=False),
    _flag("is_upload"),
    Column("id_member", Text),
    Column("file_name", Text),
    Column("pos", Float, nullable=False),
    _extra(),
    Index("attachment_in_order", "id_card", "pos", "id"),
)


def changed_field(context: DefaultExecutionContext) -> str | None:
    """The key of ``data.old``: which field an update changed, for filters such as ``updateCard:idList``."""
    given = context.get_current_parameters()  # type: ignore[no-untyped-call]  # SQLAlchemy leaves it untyped
    old = given["data"].get("old")
    return next(iter(old), None) if isinstance(old, dict) else None


# Cards, lists and members of an action may be gone: history outlives what it is about.
actions = Table(
    "action",
    metadata,
    _ident(),
    Column("type", Text, nullable=False),
    Column("date", Text, nullable=False),
    Column("id_member_creator", Text),
    Column("id_board", Text, ForeignKey("board.id", ondelete="CASCADE")),
    Column("id_list", Text),
    Column("id_card", Text),
    # The member an action is about (addMemberToCard …), who need not be the one who did it.
    Column("id_member", Text),
    Column("data", JSON, nullable=False),
    Column("changed", Text, default=changed_field),
    _extra(),
    Index("action_of_board", "id_board", "id"),
    Index("action_of_card", "id_card", "type", "id"),
    Index("action_of_list", "id_list", "id"),
    Index("action_of_creator", "id_member_creator", "id"),
)

tokens = Table(
    "token",
    metadata,
    _ident(),
    # SHA-256 of the token, never the token: who reads the file can not act with it.
    Column("hash", Text, nullable=False, unique=True),
    Column("app_key", Text, nullable=False),
    _of("id_member", "member"),
    _text("identifier"),
    # Comma-separated: read, write, account.
    _text("scope", "read"),
    Column("date_created", Text, nullable=False),
    Column("date_expires", Text),
    Index("token_of_member", "id_member"),
    Index("token_of_key", "app_key"),
)

idempotency = Table(
    "idempotency",
    metadata,
    # A member's key, not a token's: a client that was killed retries with the token of its next life.
    _of("id_member", "member", primary_key=True),
    Column("key", Text, primary_key=True),
    Column("request", Text, nullable=False),
    Column("reply", JSON),
    Column("date", Text, nullable=False),
    Index("idempotency_by_date", "date"),
)

meta = Table(
    "meta",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", JSON),
)

SCHEMA = 1
"""Version of the tables above, kept in ``meta`` under ``schema``."""


def connect(path: Path) -> Engine:
    """An engine on the SQLite file at ``path``, made when it is missing; the tables are not.

    Use it through ``reading`` and ``writing`` only.
    """
    engine = create_engine(
        f"sqlite:///{path}", pool_size=8, max_overflow=32, connect_args={"timeout": BUSY_SECONDS}
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(raw: DBAPIConnection, _record: ConnectionPoolEntry) -> None:
    """Make a fresh connection safe: the pragmas are per connection, WAL is kept by the file."""
    if not isinstance(raw, sqlite3.Connection):
        return
    # The driver must not open transactions by itself: it would open deferred ones, and two writers that
    # both upgrade from a read lock fail at once instead of waiting for each other.
    raw.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "trusted_schema=OFF"):
        raw.execute(f"PRAGMA {pragma}").close()


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """One consistent look at the tables."""
    with engine.connect() as connection, connection.begin():
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """One transaction that holds the write lock from its first moment; rolled back when the block raises."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        yield connection


def create(connection: Connection) -> None:
    """Make the tables that are missing, and note the schema's version.

    Raises:
        StoreTooNew: A newer Cardscout made them; they are left untouched.
    """
    meta.create(connection, checkfirst=True)
    version = connection.scalar(select(meta.c.value).where(meta.c.name == "schema"))
    if version is None:
        connection.execute(insert(meta).values(name="schema", value=SCHEMA))
    elif version != SCHEMA:
        raise StoreTooNew(
            f"the board server's file has schema {version}, this Cardscout knows {SCHEMA}",
            hint="update Cardscout",
        )
    metadata.create_all(connection)
