"""The full-text index of the cards, which the database itself keeps up to date, whoever writes.

SQLite: triggers record new texts in ``search_doc``, with the card and row of each; before a transaction
commits, ``index_pending`` indexes them in a contentless FTS5 table. PostgreSQL: GIN indexes on the columns. Both
fold case and accents, and split at all but letters and digits; ``tui.server.search.words`` queries them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from string import Template
from weakref import WeakSet

from sqlalchemy import Connection, Engine


@dataclass(frozen=True, slots=True)
class TextSource:
    """A source of indexed texts: SQL expressions that read texts of one kind from their table.

    Attributes:
        text: The expression for a row's text; ``{row}`` is replaced by the row's name.
        card: The expression for the id of the row's card.
        among: The condition for a row to have such a text, if not every row does.
        columns: The columns whose changes change the text or its card.
    """

    kind: str
    table: str
    text: str
    card: str
    columns: str
    among: str = "1 = 1"


_COMMENT = "{row}.type = 'commentCard' AND {row}.id_card IS NOT NULL"
_HOME = "(SELECT id_card FROM checklist WHERE checklist.id = {row}.id_checklist)"

SOURCES = (
    TextSource("name", "card", "{row}.name", "{row}.id", "name"),
    TextSource("description", "card", '{row}."desc"', "{row}.id", '"desc"'),
    TextSource("comment", "action", "{row}.data", "{row}.id_card", "data", _COMMENT),
    TextSource("checklist", "checklist", "{row}.name", "{row}.id_card", "name, id_card"),
    TextSource("item", "check_item", "{row}.name", _HOME, "name, id_checklist"),
    TextSource("attachment", "attachment", "{row}.name", "{row}.id_card", "name, id_card"),
)
"""Every kind of text that the search covers."""


def create(connection: Connection) -> None:
    """Create and fill the index, unless it exists."""
    statements = _in_sqlite if connection.dialect.name == "sqlite" else _in_postgresql
    for statement in [*statements(connection)]:
        connection.exec_driver_sql(statement)


def _in_sqlite(connection: Connection) -> Iterator[str]:
    found = set(connection.exec_driver_sql(_OURS).scalars())
    if "search_doc" not in found:
        yield from _SQLITE
        yield from (_fill_in(_FILL, one, f'"{one.table}"') for one in SOURCES)
    for one in SOURCES:
        # A table that a migration recreated has lost its triggers.
        if not found.issuperset(f"search_{one.kind}_{event}" for event in _EVENTS):
            yield from _triggers(one)


def _in_postgresql(connection: Connection) -> Iterator[str]:
    if not connection.exec_driver_sql("SELECT 1 FROM pg_proc WHERE proname = 'search_words'").first():
        yield _WORDS.replace("COLLATION", _collation(connection))
    yield from map(_gin, SOURCES)


# --- SQLite -------------------------------------------------------------------------

_SQLITE = (
    """
    CREATE TABLE search_doc (
        n INTEGER PRIMARY KEY, kind TEXT NOT NULL, id_model TEXT NOT NULL, id_card TEXT NOT NULL,
        text TEXT, fresh TEXT, UNIQUE (kind, id_model)
    )
    """,
    "CREATE INDEX search_doc_to_settle ON search_doc (n) WHERE fresh IS NOT NULL",
    """
    CREATE VIRTUAL TABLE search_text USING fts5(
        text, content='', prefix='2 3', tokenize='unicode61 remove_diacritics 2'
    )
    """,
)
_SETTLING = (
    """
    UPDATE search_doc SET fresh = coalesce(json_extract(fresh, '$.text'), '')
    WHERE fresh <> '' AND kind = 'comment'
    """,
    """
    INSERT INTO search_text (search_text, rowid, text) SELECT 'delete', n, text FROM search_doc
    WHERE fresh IS NOT NULL AND text IS NOT NULL
    """,
    "INSERT INTO search_text (rowid, text) SELECT n, fresh FROM search_doc WHERE fresh <> ''",
    "DELETE FROM search_doc WHERE fresh = ''",
    "UPDATE search_doc SET text = fresh, fresh = NULL WHERE fresh IS NOT NULL",
)
_FILL = Template(
    "INSERT INTO search_doc (kind, id_model, id_card, fresh) SELECT '$kind', \"$table\".id, $card, $text"
    " FROM \"$table\" WHERE ($among) AND $text <> '' AND $card IS NOT NULL"
)
_AGAIN = "ON CONFLICT (kind, id_model) DO UPDATE SET id_card = excluded.id_card, fresh = excluded.fresh"
_MARK_DELETED = Template("UPDATE search_doc SET fresh = '' WHERE kind = '$kind' AND id_model = OLD.id;")
_RECORD_TEXT = Template(
    "INSERT INTO search_doc (kind, id_model, id_card, fresh) SELECT '$kind', NEW.id, $card, $text"
    f" WHERE ($among) AND $text <> '' AND $card IS NOT NULL {_AGAIN};"
)
_TRIGGER = Template(
    'CREATE TRIGGER IF NOT EXISTS search_${kind}_$event AFTER $change ON "$table" WHEN $when BEGIN $body END'
)


def index_pending(connection: Connection) -> None:
    """Index the texts that this transaction wrote; call it last before the commit.

    The triggers can not index: with ``trusted_schema=OFF``, set because a stranger may have made the file,
    SQLite lets no trigger write to a virtual table or read JSON. So for a comment they record its whole data.
    """
    fresh = "SELECT 1 FROM search_doc WHERE fresh IS NOT NULL LIMIT 1"
    # After a rollback there is nothing to index.
    if connection.in_transaction() and _is_indexed(connection) and connection.exec_driver_sql(fresh).first():
        for statement in _SETTLING:
            connection.exec_driver_sql(statement)


@contextmanager
def recorded_after(connection: Connection) -> Iterator[None]:
    """Record the texts inserted by the block at once, because triggers take three times as long as the rows."""
    if not _is_indexed(connection):
        yield
        return
    last = {
        one.table: connection.exec_driver_sql(f'SELECT coalesce(max(rowid), 0) FROM "{one.table}"').scalar()
        for one in SOURCES
    }
    for one in SOURCES:
        connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS search_{one.kind}_insert")
    yield
    for one in SOURCES:
        fill = _fill_in(_FILL, one, f'"{one.table}"')
        connection.exec_driver_sql(f'{fill} AND "{one.table}".rowid > {last[one.table]} {_AGAIN}')
        for trigger in _triggers(one):
            connection.exec_driver_sql(trigger)


_INDEXED: WeakSet[Engine] = WeakSet()


def _is_indexed(connection: Connection) -> bool:
    """Return whether the database is a SQLite file with the index; True is cached per engine."""
    if connection.engine not in _INDEXED:
        there = connection.dialect.name == "sqlite" and connection.exec_driver_sql(_TABLE_EXISTS).first()
        if not there:
            return False
        _INDEXED.add(connection.engine)
    return True


_EVENTS = ("insert", "delete", "update")
_OURS = "SELECT name FROM sqlite_master WHERE name LIKE 'search~_%' ESCAPE '~'"
_TABLE_EXISTS = "SELECT 1 FROM sqlite_master WHERE name = 'search_doc'"


def _fill_in(template: Template, source: TextSource, row: str, **more: str) -> str:
    """Fill in ``template`` for ``source``, with ``row`` (its table, ``OLD`` or ``NEW``) as the row's name."""
    texts = {name: getattr(source, name).format(row=row) for name in ("text", "card", "among")}
    return template.substitute(texts, kind=source.kind, table=source.table, **more)


def _triggers(source: TextSource) -> Iterator[str]:
    """Yield the statements that create the triggers on the texts of ``source``."""
    old, new = source.among.format(row="OLD"), source.among.format(row="NEW")
    mark_deleted, record_text = _fill_in(_MARK_DELETED, source, "OLD"), _fill_in(_RECORD_TEXT, source, "NEW")
    told = (
        ("INSERT", new, record_text),
        ("DELETE", old, mark_deleted),
        (f"UPDATE OF {source.columns}", f"({old}) OR ({new})", f"{mark_deleted} {record_text}"),
    )
    for event, (change, when, body) in zip(_EVENTS, told, strict=True):
        yield _fill_in(_TRIGGER, source, "NEW", event=event, change=change, when=when, body=body)


# --- PostgreSQL ---------------------------------------------------------------------

_WORDS = r"""
CREATE FUNCTION search_words(given text) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
BEGIN
  RETURN to_tsvector('pg_catalog.simple', regexp_replace(
    regexp_replace(lower(normalize(given, NFKD) COLLATE COLLATION), '[\u0300-\u036f]', '', 'g'),
    '[^[:alnum:]]+' COLLATE COLLATION, ' ', 'g'));
END
$$
"""
# The block is necessary: otherwise the function would be inlined into the query, and lose its cost, which
# makes the planner use the index.


def _collation(connection: Connection) -> str:
    """Return a collation that handles letters beyond ASCII, which the database's default may not."""
    wanted = (
        "SELECT collname FROM pg_collation WHERE collname IN ('pg_c_utf8', 'und-x-icu', 'C.utf8') ORDER BY 1"
    )
    found = list(connection.exec_driver_sql(wanted).scalars())
    return f'"{found[-1]}"' if found else '"default"'


def _gin(source: TextSource) -> str:
    text = postgres_text(source.kind)
    among = f" WHERE {source.among.format(row=source.table)}" if source.among != "1 = 1" else ""
    return f'CREATE INDEX IF NOT EXISTS search_{source.kind} ON "{source.table}" USING gin ({text}) WITH (fastupdate = off){among}'


def postgres_text(kind: str) -> str:
    """Return the indexed expression for texts of ``kind``."""
    source = next(one for one in SOURCES if one.kind == kind)
    if kind == "comment":
        return "search_words(action.data ->> 'text')"
    return f"search_words({source.text.format(row=source.table)})"
