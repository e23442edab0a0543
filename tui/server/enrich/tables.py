"""The directory's tables and the credit ledger's, in the same file as the boards."""

from sqlalchemy import JSON, Boolean, Column, ForeignKey, Index, Integer, Table, Text

from tui.server.db import metadata


def _text(name: str) -> Column[str]:
    return Column(name, Text, nullable=False, default="")


def _lists(name: str) -> Column[object]:
    return Column(name, JSON, nullable=False)


companies = Table(
    "directory_company",
    metadata,
    Column("id", Text, primary_key=True),
    Column("rank", Integer, nullable=False),
    _text("name"),
    # The names it goes by, folded (fold.py): what a search by words looks in.
    _text("folded"),
    _text("legal_name"),
    Column("domain", Text, nullable=False, unique=True),
    Column("network_slug", Text, nullable=False, unique=True),
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
    _lists("states"),
    _lists("keywords"),
    _lists("technologies"),
    Column("fictional", Boolean, nullable=False, default=False),
    Index("directory_company_by_abn", "abn"),
    Index("directory_company_by_name", "folded"),
    Index("directory_company_by_size", "size_low"),
)

people = Table(
    "directory_person",
    metadata,
    Column("id", Text, primary_key=True),
    Column("rank", Integer, nullable=False),
    _text("name"),
    _text("first_name"),
    _text("last_name"),
    Column("company_id", Text, ForeignKey("directory_company.id", ondelete="CASCADE"), nullable=False),
    _text("title"),
    # The title, folded and with a blank before it: a search by position looks for words that begin so.
    _text("folded"),
    Column("seniority", Integer, nullable=False),
    Column("department", Integer, nullable=False),
    Column("network_slug", Text, nullable=False, unique=True),
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
    _lists("skills"),
    Column("fictional", Boolean, nullable=False, default=False),
    Index("directory_person_by_email", "email"),
    Index("directory_person_by_personal_email", "personal_email"),
    Index("directory_person_of_company", "company_id", "rank"),
    Index("directory_person_by_facets", "seniority", "department", "state", "rank"),
    Index("directory_person_by_department", "department", "state", "rank"),
    Index("directory_person_by_state", "state", "rank"),
    Index("directory_person_by_rank", "rank"),
)

accounts = Table(
    "enrich_account",
    metadata,
    Column("id", Text, primary_key=True),
    Column("credits", Integer, nullable=False),
    Column("created", Text, nullable=False),
)

keys = Table(
    "enrich_key",
    metadata,
    # SHA-256 of the key, never the key: who reads the file cannot spend with it.
    Column("hash", Text, primary_key=True),
    Column("account_id", Text, ForeignKey("enrich_account.id", ondelete="CASCADE"), nullable=False),
    Column("created", Text, nullable=False),
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
