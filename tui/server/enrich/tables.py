"""The tables of the directory and of the credit ledger, in the same database as the boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Table,
    Text,
    text,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.schema import CreateIndex

from tui.server.tables.columns import metadata

if TYPE_CHECKING:
    from sqlalchemy.sql.compiler import DDLCompiler


@compiles(CreateIndex, "postgresql")
def _compile_partial_index(create: CreateIndex, compiler: DDLCompiler, **kw: Any) -> str:
    """Compile a partial index of SQLite as a partial index of PostgreSQL.

    With ``postgresql_where``, SQLAlchemy would load all of that dialect, three megabytes, on SQLite too.
    """
    options = create.element.dialect_options
    options["postgresql"]["where"] = options["sqlite"]["where"]
    return str(compiler.visit_create_index(create, **kw))  # type: ignore[no-untyped-call] # SQLAlchemy's own


_EXACT = Text().with_variant(Text(collation="C"), "postgresql")
"""Text that is compared by code point, whatever the engine and the locale."""


def _text(name: str) -> Column[str]:
    return Column(name, Text, nullable=False, default="")


def _row_number() -> Column[int]:
    # The position in the static order of quality: pages are read in this order, so no search has to sort.
    kind = BigInteger().with_variant(Integer, "sqlite")
    return Column("n", kind, primary_key=True, autoincrement=False)


def _unique(name: str, column: str) -> Index:
    """Return a unique index of a column that admits any number of rows with ""."""
    filled = text(f"{column} <> ''") if column != "number" else None
    return Index(name, column, unique=True, sqlite_where=filled)


def _filled(name: str, column: str) -> Index:
    """Return an index of the rows whose column is not ""."""
    filled = text(f"{column} <> ''")
    return Index(name, column, sqlite_where=filled)


companies = Table(
    "directory_company",
    metadata,
    _row_number(),
    # The digits of the id.
    Column("number", BigInteger, nullable=False),
    _text("name"),
    # The name, folded (fold.py) and with a blank before it, for searches by word.
    _text("folded"),
    _text("legal_name"),
    _text("domain"),
    _text("network_slug"),
    _text("country"),
    _text("state"),
    _text("city"),
    Column("employees", Integer),
    Column("size_low", Integer, nullable=False),
    Column("size_high", Integer),
    _text("industry"),
    _text("anzsic"),
    _text("verified_on"),
    _text("abn"),
    _text("acn"),
    _text("nzbn"),
    _text("company_type"),
    Column("founded", Integer),
    _text("revenue"),
    _text("description"),
    _text("tagline"),
    _text("phone"),
    _text("email"),
    # JSON as text: imports write a million rows, and a lookup parses only one.
    _text("states"),
    _text("keywords"),
    _text("technologies"),
    Column("fictional", Boolean, nullable=False, default=False),
    # New columns go at the end, since rows are written in the order of the columns.
    _text("trading_names"),
    _text("postcode"),
    _text("abn_status"),
    _text("gst_status"),
    _unique("directory_company_by_number", "number"),
    _unique("directory_company_by_domain", "domain"),
    _unique("directory_company_by_slug", "network_slug"),
    _filled("directory_company_by_abn", "abn"),
)

people = Table(
    "directory_person",
    metadata,
    _row_number(),
    Column("number", BigInteger, nullable=False),
    _text("name"),
    _text("first_name"),
    _text("last_name"),
    Column("company_n", BigInteger, nullable=False),
    _text("title"),
    _text("folded"),
    Column("seniority", Integer, nullable=False),
    Column("department", Integer, nullable=False),
    _text("network_slug"),
    _text("country"),
    _text("state"),
    _text("city"),
    _text("city_folded"),
    _text("verified_on"),
    _text("email"),
    _text("email_status"),
    _text("personal_email"),
    _text("mobile"),
    Column("do_not_call", Boolean, nullable=False, default=False),
    _text("landline"),
    _text("started"),
    _text("skills"),
    Column("fictional", Boolean, nullable=False, default=False),
    _unique("directory_person_by_number", "number"),
    _unique("directory_person_by_slug", "network_slug"),
    _filled("directory_person_by_email", "email"),
    _filled("directory_person_by_personal_email", "personal_email"),
    Index("directory_person_of_company", "company_n", "n"),
)

postings = Table(
    "directory_posting",
    metadata,
    # The people who have a word or facet, as bits, a run of row numbers a row; see storage.directory_index.
    Column("word", _EXACT, primary_key=True),
    Column("run", Integer, primary_key=True, autoincrement=False),
    Column("rows", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

words = Table(
    "directory_word",
    metadata,
    # The words in use, for lookups by prefix; people of words not posted are found by their companies.
    Column("kind", Text, primary_key=True),
    Column("word", _EXACT, primary_key=True),
    Column("posted", Integer, nullable=False),
    sqlite_with_rowid=False,
)

imports = Table(
    "directory_import",
    metadata,
    # The progress of a file's import, written with the imported rows, so that a killed import can resume.
    Column("digest", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    _text("name"),
    # The column mapping; an import with another mapping starts again at the first row.
    _text("mapping"),
    Column("done", BigInteger, nullable=False),
    # Counts by name, as JSON.
    _text("counts"),
    _text("began"),
    # "" while the import is under way.
    _text("ended"),
)

editions = Table(
    "directory_edition",
    metadata,
    # A single row, present once something was written; its number changes with every change.
    Column("edition", BigInteger, primary_key=True, autoincrement=False),
)

accounts = Table(
    "enrich_account",
    metadata,
    Column("id", Text, primary_key=True),
    Column("credits", Integer, nullable=False),
    Column("created", Text, nullable=False),
    # The account's plan: requests per second and minute, null for the server's; credits given on the first
    # call of each month, null for none; and the month they were last given for, as YYYY-MM.
    Column("per_second", Integer),
    Column("per_minute", Integer),
    Column("monthly", Integer),
    _text("month"),
    # The member of the board service who owns the account, or null.
    Column("id_member", Text),
)

keys = Table(
    "enrich_key",
    metadata,
    # SHA-256 of the key, never the key itself, so that a reader of the file cannot spend credits with it.
    Column("hash", Text, primary_key=True),
    Column("account_id", Text, ForeignKey("enrich_account.id", ondelete="CASCADE"), nullable=False),
    Column("created", Text, nullable=False),
    # Limits narrower than the account's, or null; scopes separated by blanks; expiry, or "".
    Column("per_second", Integer),
    Column("per_minute", Integer),
    Column("scopes", Text, nullable=False, default="person company search"),
    _text("expires"),
    _text("label"),
    # The key's first characters, by which its holder recognises it.
    _text("start"),
    Index("enrich_key_of_account", "account_id", "created"),
)

key_uses = Table(
    "enrich_key_use",
    metadata,
    # A separate table: it changes often, the key never.
    Column("hash", Text, ForeignKey("enrich_key.hash", ondelete="CASCADE"), primary_key=True),
    Column("date", Text, nullable=False),
)

owned = Table(
    "enrich_owned",
    metadata,
    Column("account_id", Text, ForeignKey("enrich_account.id", ondelete="CASCADE"), primary_key=True),
    Column("record_id", Text, primary_key=True),
    Column("first_request", Text, nullable=False),
    Column("date", Text, nullable=False),
)

charges = Table(
    "enrich_charge",
    metadata,
    Column("request_id", Text, primary_key=True),
    Column("account_id", Text, ForeignKey("enrich_account.id", ondelete="CASCADE"), nullable=False),
    Column("record_id", Text, nullable=False),
    Column("credits", Integer, nullable=False),
    Column("left", Integer, nullable=False),
    Column("date", Text, nullable=False),
    Index("enrich_charge_of_account", "account_id", "date"),
)

opt_outs = Table(
    "enrich_opt_out",
    metadata,
    # SHA-256 of an identifier of somebody who opted out: enough to recognise it, and nothing else.
    Column("digest", Text, primary_key=True),
    Column("date", Text, nullable=False),
)

answers = Table(
    "enrich_answer",
    metadata,
    # The answers of paid calls by Idempotency-Key: a repeated call gets the first one's answer.
    Column("account_id", Text, ForeignKey("enrich_account.id", ondelete="CASCADE"), primary_key=True),
    Column("key", Text, primary_key=True),
    Column("request", Text, nullable=False),
    Column("reply", JSON, nullable=False),
    Column("date", Text, nullable=False),
    Index("enrich_answer_by_date", "date"),
)
