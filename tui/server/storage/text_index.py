"""The words of the cards, indexed for the search: kept by the database itself, so that no writer can forget it.

SQLite: triggers on the tables the texts are in note what is new in ``search_doc``, which says whose each text is;
before a transaction is committed, ``settle`` brings it into an FTS5 table that holds words only. PostgreSQL: GIN indexes on the words of those columns. Both fold case and accents and
take letters and digits for words; ``tui.server.search.words`` asks them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from string import Template
from weakref import WeakSet

from sqlalchemy import Connection, Engine


@dataclass(frozen=True, slots=True)
class TextSource:
    """Where texts of one kind are.

    Attributes:
        kind: What the search calls them.
        table: Their table.
        text: The text of a row; ``{row}`` stands for the row.
        card: The id of the card it is on.
        among: What makes a row such a text, if not every row is.
        columns: Changes of these change the text, or the card it is on.
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
"""Every text of a card that the search looks in."""


def create(connection: Connection) -> None:
    """Make the index, and fill it, unless it is there."""
    if connection.dialect.name == "sqlite":
        there = connection.exec_driver_sql(_LOOK).first()
        statements = [] if there else [*_SQLITE, *(_said(_FILL, one, f'"{one.table}"') for one in SOURCES)]
        statements += [line for one in SOURCES for line in _triggers(one)]
    else:
        there = connection.exec_driver_sql("SELECT 1 FROM pg_proc WHERE proname = 'search_words'").first()
        statements = [] if there else [_WORDS.replace("COLLATION", _collation(connection))]
        statements += [_gin(one) for one in SOURCES]
    for statement in statements:
        connection.exec_driver_sql(statement)


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
_FORGET = Template("UPDATE search_doc SET fresh = '' WHERE kind = '$kind' AND id_model = OLD.id;")
_LEARN = Template(
    "INSERT INTO search_doc (kind, id_model, id_card, fresh) SELECT '$kind', NEW.id, $card, $text"
    " WHERE ($among) AND $text <> '' AND $card IS NOT NULL"
    " ON CONFLICT (kind, id_model) DO UPDATE SET id_card = excluded.id_card, fresh = excluded.fresh;"
)
_TRIGGER = Template(
    'CREATE TRIGGER IF NOT EXISTS search_${kind}_$event AFTER $change ON "$table" WHEN $when BEGIN $body END'
)


def settle(connection: Connection) -> None:
    """Index the texts that this transaction wrote; the last thing before it is committed.

    The triggers can not do it themselves: with ``trusted_schema=OFF``, which is on because the schema of a file may
    come from a stranger, SQLite lets no trigger write to a virtual table, nor read JSON. So of a comment they note
    the whole data.
    """
    fresh = "SELECT 1 FROM search_doc WHERE fresh IS NOT NULL LIMIT 1"
    # Whoever rolled back what they wrote has nothing to index.
    if connection.in_transaction() and _there(connection) and connection.exec_driver_sql(fresh).first():
        for statement in _SETTLING:
            connection.exec_driver_sql(statement)


_INDEXED: WeakSet[Engine] = WeakSet()


def _there(connection: Connection) -> bool:
    """Whether the database is a file that has been indexed; tables are made once, so yes is remembered."""
    if connection.engine not in _INDEXED:
        there = connection.dialect.name == "sqlite" and connection.exec_driver_sql(_LOOK).first()
        if not there:
            return False
        _INDEXED.add(connection.engine)
    return True


_LOOK = "SELECT 1 FROM sqlite_master WHERE name = 'search_doc'"


def _said(template: Template, source: TextSource, row: str, **more: str) -> str:
    """``template`` about ``row`` of ``source``: its table, ``OLD`` or ``NEW``."""
    texts = {name: getattr(source, name).format(row=row) for name in ("text", "card", "among")}
    return template.substitute(texts, kind=source.kind, table=source.table, **more)


def _triggers(source: TextSource) -> Iterator[str]:
    """Keep the index in step with the texts of ``source``."""
    old, new = source.among.format(row="OLD"), source.among.format(row="NEW")
    forget, learn = _said(_FORGET, source, "OLD"), _said(_LEARN, source, "NEW")
    for event, change, when, body in (
        ("insert", "INSERT", new, learn),
        ("delete", "DELETE", old, forget),
        ("update", f"UPDATE OF {source.columns}", f"({old}) OR ({new})", f"{forget} {learn}"),
    ):
        yield _said(_TRIGGER, source, "NEW", event=event, change=change, when=when, body=body)


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
# Neither of them is for the sake of style: in SQL the function would be dissolved in the query, and its cost, which
# makes the planner ask the index, with it.


def _collation(connection: Connection) -> str:
    """A collation that knows letters beyond ASCII, which the database's own need not."""
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
    """The indexed expression for texts of ``kind``."""
    source = next(one for one in SOURCES if one.kind == kind)
    if kind == "comment":
        return "search_words(action.data ->> 'text')"
    return f"search_words({source.text.format(row=source.table)})"
