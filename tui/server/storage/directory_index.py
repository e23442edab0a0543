"""The words of the directory, indexed for the search, and the counts of its facets.

Whoever has written the directory calls ``fill``, which makes everything anew. Of a person the index holds the words
of the title, the words of the employer's name, and facets as words: ``s4`` seniority, ``d2`` department, ``tnsw``
state, ``cau`` country, ``ydubbo`` city, ``z51to200`` head-count band. On SQLite it is FTS5 without content, in the
order of quality; on PostgreSQL it is a ``tsvector`` under GIN, whose weights A, B and C stand for the three columns.
"""

from sqlalchemy import Connection, inspect

_FACETS = (
    "'s' || p.seniority || ' d' || p.department || ' t' || lower(p.state) || ' c' || lower(p.country)"
    " || ' y' || replace(p.city_folded, ' ', '')"
    " || ' z' || c.size_low || 'to' || coalesce(c.size_high, 0)"
)
_PEOPLE = (
    f"SELECT p.n, p.folded AS title, {_FACETS} AS facets, c.folded AS company"  # noqa: S608 - our own text
    " FROM directory_person AS p JOIN directory_company AS c ON c.n = p.company_n"
)
_COMPANIES = "SELECT c.n, c.folded AS name FROM directory_company AS c"

_FTS = "content='', detail=column, columnsize=0, tokenize='ascii'"
_SQLITE = (
    f"CREATE VIRTUAL TABLE directory_person_words USING fts5(title, facets, company, {_FTS})",
    f"CREATE VIRTUAL TABLE directory_company_words USING fts5(name, {_FTS})",
    """
    CREATE TABLE directory_word (kind TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (kind, word)) WITHOUT ROWID
    """,
)
_POSTGRES = (
    "CREATE TABLE directory_person_words (n BIGINT PRIMARY KEY, words TSVECTOR NOT NULL)",
    "CREATE INDEX directory_person_by_words ON directory_person_words USING gin (words)",
    "CREATE TABLE directory_company_words (n BIGINT PRIMARY KEY, words TSVECTOR NOT NULL)",
    "CREATE INDEX directory_company_by_words ON directory_company_words USING gin (words)",
)
_VECTOR_OF_THREE = (
    "setweight(to_tsvector('pg_catalog.simple', title), 'A')"
    " || setweight(to_tsvector('pg_catalog.simple', facets), 'B')"
    " || setweight(to_tsvector('pg_catalog.simple', company), 'C')"
)
_VECTORS = {
    "directory_person_words": f"SELECT n, {_VECTOR_OF_THREE} FROM ({_PEOPLE}",  # noqa: S608 - our own text
    "directory_company_words": f"SELECT n, setweight(to_tsvector('pg_catalog.simple', name), 'D') FROM ({_COMPANIES}",  # noqa: S608 - as above
}
_CELLS = """
INSERT INTO directory_cell (seniority, department, country, state, size_low, size_top, people)
SELECT p.seniority, p.department, p.country, p.state, c.size_low, coalesce(c.size_high, 0), count(*)
FROM directory_person AS p JOIN directory_company AS c ON c.n = p.company_n
GROUP BY p.seniority, p.department, p.country, p.state, c.size_low, coalesce(c.size_high, 0)
"""
_BANDS = "INSERT INTO directory_band SELECT DISTINCT size_low, coalesce(size_high, 0) FROM directory_company"


def create(connection: Connection) -> None:
    """Make the index, and fill it, unless it is there."""
    there = inspect(connection).get_table_names()
    if "directory_person" not in there or "directory_person_words" in there:
        return
    for statement in _SQLITE if _is_file(connection) else _POSTGRES:
        connection.exec_driver_sql(statement)
    fill(connection)


def fill(connection: Connection) -> None:
    """Index everything anew."""
    empty(connection)
    if _is_file(connection):
        run = connection.exec_driver_sql
        run(f"INSERT INTO directory_company_words (rowid, name) {_COMPANIES} ORDER BY c.n")
        run(f"INSERT INTO directory_person_words (rowid, title, facets, company) {_PEOPLE} ORDER BY p.n")
        for table in ("directory_company_words", "directory_person_words"):
            run(f"INSERT INTO {table} ({table}) VALUES ('optimize')")  # noqa: S608 - our own table
        _learn_words(connection)
    else:
        for table, vectors in _VECTORS.items():
            connection.exec_driver_sql(f"INSERT INTO {table} {vectors}) AS one")
    _count_cells(connection)


def empty(connection: Connection) -> None:
    """Take every word out."""
    for table in ("directory_company_words", "directory_person_words"):
        if _is_file(connection):
            connection.exec_driver_sql(f"INSERT INTO {table} ({table}) VALUES ('delete-all')")  # noqa: S608 - as above
        else:
            connection.exec_driver_sql(f"DELETE FROM {table}")  # noqa: S608 - as above
    if _is_file(connection):
        connection.exec_driver_sql("DELETE FROM directory_word")


def _count_cells(connection: Connection) -> None:
    """Count how many people there are of each kind, and note the bands in use."""
    for statement in ("DELETE FROM directory_cell", "DELETE FROM directory_band", _CELLS, _BANDS):
        connection.exec_driver_sql(statement)


def _is_file(connection: Connection) -> bool:
    return connection.dialect.name == "sqlite"


def _learn_words(connection: Connection) -> None:
    """Every word there is, by the kind of text it is in."""
    for kind, table, column in (
        ("title", "directory_person_words", "title"), ("company", "directory_company_words", "name"),
    ):  # fmt: skip
        connection.exec_driver_sql(
            f"CREATE VIRTUAL TABLE temp.directory_vocabulary USING fts5vocab(main, {table}, col)"
        )
        connection.exec_driver_sql(
            "INSERT INTO directory_word SELECT ?, term FROM temp.directory_vocabulary WHERE col = ?",
            (kind, column),
        )
        connection.exec_driver_sql("DROP TABLE temp.directory_vocabulary")
