"""The directory's tables and the credit ledger's, in the same file as the boards."""

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
def _partial_there_too(create: CreateIndex, compiler: DDLCompiler, **kw: Any) -> str:
    """An index of some rows is one of the same rows in PostgreSQL.

    Said of the index itself, SQLAlchemy would load all of that dialect, three megabytes, also where it is not spoken.
    """
    options = create.element.dialect_options
    options["postgresql"]["where"] = options["sqlite"]["where"]
    return str(compiler.visit_create_index(create, **kw))  # type: ignore[no-untyped-call] # SQLAlchemy's own


_EXACT = Text().with_variant(Text(collation="C"), "postgresql")
"""Text that is compared letter by letter, on every engine and in every language."""


def _text(name: str) -> Column[str]:
    return Column(name, Text, nullable=False, default="")


def _row_number() -> Column[int]:
    # The place in the static order of quality: pages are read along it, so no search has to sort.
    kind = BigInteger().with_variant(Integer, "sqlite")
    return Column("n", kind, primary_key=True, autoincrement=False)


def _unique(name: str, column: str) -> Index:
    """One record a value; as many as there are without one."""
    filled = text(f"{column} <> ''") if column != "number" else None
    return Index(name, column, unique=True, sqlite_where=filled)


def _filled(name: str, column: str) -> Index:
    """An index of the rows that have a value."""
    filled = text(f"{column} <> ''")
    return Index(name, column, sqlite_where=filled)


companies = Table(
    "directory_company",
    metadata,
    _row_number(),
    # The digits of its id.
    Column("number", BigInteger, nullable=False),
    _text("name"),
    # The name, folded (fold.py) and with a blank before it: what a search by words looks in.
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
    # JSON, as text: a lookup reads one row of it, and a million rows are written.
    _text("states"),
    _text("keywords"),
    _text("technologies"),
    Column("fictional", Boolean, nullable=False, default=False),
    # New columns go behind the others: rows are written in the order of the columns.
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
    # Who has a word or facet, as bits, a run of row numbers a row; see tui.server.storage.directory_index.
    Column("word", _EXACT, primary_key=True),
    Column("run", Integer, primary_key=True, autoincrement=False),
    Column("rows", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

words = Table(
    "directory_word",
    metadata,
    # The words in use, so that the beginning of one finds it; those not posted are found by their companies.
    Column("kind", Text, primary_key=True),
    Column("word", _EXACT, primary_key=True),
    Column("posted", Integer, nullable=False),
    sqlite_with_rowid=False,
)

imports = Table(
    "directory_import",
    metadata,
    # How far a file has been imported: written with what came of it, so that a killed import goes on where it was.
    Column("digest", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    _text("name"),
    # What decides how a row is read: another mapping begins from the first row.
    _text("mapping"),
    Column("done", BigInteger, nullable=False),
    # Counts by name, as JSON.
    _text("counts"),
    _text("began"),
    # "" while it is under way.
    _text("ended"),
)

editions = Table(
    "directory_edition",
    metadata,
    # One row, once something was written: another number after every change.
    Column("edition", BigInteger, primary_key=True, autoincrement=False),
)

accounts = Table(
    "enrich_account",
    metadata,
    Column("id", Text, primary_key=True),
    Column("credits", Integer, nullable=False),
    Column("created", Text, nullable=False),
    # The account's plan: requests a second and a minute, null for the server's; credits on the first call of each
    # month, null for those it was given; and the month they were given for, as YYYY-MM.
    Column("per_second", Integer),
    Column("per_minute", Integer),
    Column("monthly", Integer),
    _text("month"),
    # The member of the board service whose account it is; null for nobody's.
    Column("id_member", Text),
)

keys = Table(
    "enrich_key",
    metadata,
    # SHA-256 of the key, never the key: who reads the file cannot spend with it.
    Column("hash", Text, primary_key=True),
    Column("account_id", Text, ForeignKey("enrich_account.id", ondelete="CASCADE"), nullable=False),
    Column("created", Text, nullable=False),
    # Narrower than the account's, or null; what it may ask, divided by blanks; when it ends, or "".
    Column("per_second", Integer),
    Column("per_minute", Integer),
    Column("scopes", Text, nullable=False, default="person company search"),
    _text("expires"),
    _text("label"),
    # How it begins, by which its holder knows it again.
    _text("start"),
    Index("enrich_key_of_account", "account_id", "created"),
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
    # SHA-256 of an identifier of somebody who does not want to be found: enough to know it again, and no more.
    Column("digest", Text, primary_key=True),
    Column("date", Text, nullable=False),
)

answers = Table(
    "enrich_answer",
    metadata,
    # The answers of paid calls by Idempotency-Key: the second ask gets the first one's answer.
    Column("account_id", Text, ForeignKey("enrich_account.id", ondelete="CASCADE"), primary_key=True),
    Column("key", Text, primary_key=True),
    Column("request", Text, nullable=False),
    Column("reply", JSON, nullable=False),
    Column("date", Text, nullable=False),
    Index("enrich_answer_by_date", "date"),
)
