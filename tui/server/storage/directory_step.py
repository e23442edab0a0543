"""The schema steps that migrate the tables of the directory and of its accounts."""

import zlib
from array import array
from collections.abc import Iterable

from sqlalchemy import Connection, inspect

from tui.server.storage.row_sets import RUN, pack

_KEPT_OF_COMPANIES = (
    "name, folded, legal_name, domain, network_slug, country, state, city, employees, size_low, size_high, industry,"
    " anzsic, verified_on, abn, acn, nzbn, company_type, founded, revenue, description, tagline, phone, email"
)
_LISTS_OF_COMPANIES = ("states", "keywords", "technologies")
_KEPT_OF_PEOPLE = (
    "name, first_name, last_name, title, folded, seniority, department, network_slug, country, state, city,"
    " city_folded, verified_on, email, email_status, personal_email, mobile, do_not_call, landline, started"
)


def number_directory_rows(connection: Connection) -> None:
    """Replace text ids by numbers and number the rows by rank, for a directory of a whole country."""
    inspector = inspect(connection)
    if not inspector.has_table("directory_person") or "rank" not in {
        found["name"] for found in inspector.get_columns("directory_person")
    }:
        return
    run = connection.exec_driver_sql
    for name in ("person", "company"):
        run(f"CREATE TABLE directory_{name}_as_it_was AS SELECT * FROM directory_{name}")
        run(f"DROP TABLE directory_{name}")
    # The tables are created as of the time of this step; later steps change them.
    key = "INTEGER" if connection.dialect.name == "sqlite" else "BIGINT"
    for statement in _TABLES:
        run(statement.replace("n KEY", f"n {key}"))
    lists = ", ".join(f"CAST({name} AS TEXT)" for name in _LISTS_OF_COMPANIES)
    run(
        f"INSERT INTO directory_company (n, number, {_KEPT_OF_COMPANIES}, {', '.join(_LISTS_OF_COMPANIES)}, fictional)"
        f" SELECT row_number() OVER (ORDER BY rank, id) - 1, CAST(substr(id, 2) AS BIGINT), {_KEPT_OF_COMPANIES}, {lists},"
        " fictional FROM directory_company_as_it_was"
    )
    run(
        f"INSERT INTO directory_person (n, number, company_n, {_KEPT_OF_PEOPLE}, skills, fictional)"
        " SELECT row_number() OVER (ORDER BY p.rank, p.id) - 1, CAST(substr(p.id, 3) AS BIGINT), c.n,"
        f" {', '.join(f'p.{name.strip()}' for name in _KEPT_OF_PEOPLE.split(','))}, CAST(p.skills AS TEXT), p.fictional"
        " FROM directory_person_as_it_was AS p"
        " JOIN directory_company AS c ON c.number = CAST(substr(p.company_id, 2) AS BIGINT)"
    )
    for name in ("person", "company"):
        run(f"DROP TABLE directory_{name}_as_it_was")
    for statement in _INDEXES:
        run(statement)


def drop_word_indexes(connection: Connection) -> None:
    """Drop the old word indexes of people; sets of rows, made when the database is opened, replace them."""
    inspector = inspect(connection)
    for table in ("person_words", "company_words", "word", "cell", "band"):
        if inspector.has_table(f"directory_{table}"):
            connection.exec_driver_sql(f"DROP TABLE directory_{table}")
    connection.exec_driver_sql("DROP INDEX IF EXISTS directory_person_by_facets")


def add_register_columns(connection: Connection) -> None:
    """Add columns for trading names, postcodes and the status of an ABN, as registers report them."""
    if not inspect(connection).has_table("directory_company"):
        return
    existing = {found["name"] for found in inspect(connection).get_columns("directory_company")}
    for name in ("trading_names", "postcode", "abn_status"):
        if name not in existing:
            connection.exec_driver_sql(
                f"ALTER TABLE directory_company ADD COLUMN {name} TEXT NOT NULL DEFAULT ''"
            )
    connection.exec_driver_sql("UPDATE directory_company SET abn_status = 'active' WHERE abn <> ''")


def add_gst_status(connection: Connection) -> None:
    """Add a column for GST registration, which the ABN bulk extract gives for each business."""
    inspector = inspect(connection)
    if inspector.has_table("directory_company") and "gst_status" not in {
        found["name"] for found in inspector.get_columns("directory_company")
    }:
        connection.exec_driver_sql(
            "ALTER TABLE directory_company ADD COLUMN gst_status TEXT NOT NULL DEFAULT ''"
        )


def add_plan_columns(connection: Connection) -> None:
    """Add own rate limits and a monthly quota to accounts, and limits, scopes, expiry and label to keys."""
    schema = inspect(connection)
    for table, columns in _PLAN.items():
        known = {found["name"] for found in schema.get_columns(table)} if schema.has_table(table) else None
        for column, declared in columns.items():
            if known is not None and column not in known:
                connection.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN {column} {declared}")


def convert_postings_to_bitmaps(connection: Connection) -> None:
    """Convert sets of people to bitmaps from a format of a type letter, then offsets in the run or bits."""
    if not inspect(connection).has_table("directory_posting"):
        return
    run_one, mark = connection.exec_driver_sql, "?" if connection.dialect.name == "sqlite" else "%s"
    update = f"UPDATE directory_posting SET rows = {mark} WHERE word = {mark} AND run = {mark}"
    for run in run_one("SELECT DISTINCT run FROM directory_posting").scalars().all():
        found = run_one(f"SELECT word, rows FROM directory_posting WHERE run = {mark}", (run,)).all()
        packed = [
            (pack(run * RUN + place for place in _offsets(bytes(kept))), word, run) for word, kept in found
        ]
        run_one(update, packed)


def _offsets(kept: bytes) -> Iterable[int]:
    """Decode the offsets in a run from the format used before bitmaps."""
    kind, held = kept[:1], kept[1:]
    if kind == b"l":
        return array("H", held)
    bits = int.from_bytes(zlib.decompress(held) if kind == b"z" else held, "little")
    return (place for place, bit in enumerate(reversed(f"{bits:b}")) if bit == "1")


_NOTHING = "TEXT NOT NULL DEFAULT ''"
_PLAN = {
    "enrich_account": {"per_second": "INTEGER", "per_minute": "INTEGER", "monthly": "INTEGER", "month": _NOTHING},
    "enrich_key": {
        "per_second": "INTEGER", "per_minute": "INTEGER", "scopes": "TEXT NOT NULL DEFAULT 'person company search'",
        "expires": _NOTHING, "label": _NOTHING,
    },
}  # fmt: skip


def _text(names: str) -> str:
    return ", ".join(f"{name} TEXT NOT NULL" for name in names.split())


_TABLES = (
    f"""
    CREATE TABLE directory_company (
        n KEY NOT NULL PRIMARY KEY, number BIGINT NOT NULL,
        {_text("name folded legal_name domain network_slug country state city")}, employees INTEGER,
        size_low INTEGER NOT NULL, size_high INTEGER, {_text("industry anzsic verified_on abn acn nzbn company_type")},
        founded INTEGER, {_text("revenue description tagline phone email states keywords technologies")},
        fictional BOOLEAN NOT NULL
    )
    """,
    f"""
    CREATE TABLE directory_person (
        n KEY NOT NULL PRIMARY KEY, number BIGINT NOT NULL, {_text("name first_name last_name")},
        company_n BIGINT NOT NULL, {_text("title folded")}, seniority INTEGER NOT NULL, department INTEGER NOT NULL,
        {_text("network_slug country state city city_folded verified_on email email_status personal_email mobile")},
        do_not_call BOOLEAN NOT NULL, {_text("landline started skills")}, fictional BOOLEAN NOT NULL
    )
    """,
)
_INDEXES = (
    "CREATE UNIQUE INDEX directory_company_by_number ON directory_company (number)",
    "CREATE UNIQUE INDEX directory_company_by_domain ON directory_company (domain) WHERE domain <> ''",
    "CREATE UNIQUE INDEX directory_company_by_slug ON directory_company (network_slug) WHERE network_slug <> ''",
    "CREATE INDEX directory_company_by_abn ON directory_company (abn) WHERE abn <> ''",
    "CREATE UNIQUE INDEX directory_person_by_number ON directory_person (number)",
    "CREATE UNIQUE INDEX directory_person_by_slug ON directory_person (network_slug) WHERE network_slug <> ''",
    "CREATE INDEX directory_person_by_email ON directory_person (email) WHERE email <> ''",
    "CREATE INDEX directory_person_by_personal_email ON directory_person (personal_email) WHERE personal_email <> ''",
    "CREATE INDEX directory_person_of_company ON directory_person (company_n, n)",
    "CREATE INDEX directory_person_by_facets ON directory_person (seniority, department, state, n, folded)",
)
