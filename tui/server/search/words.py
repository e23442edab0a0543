"""SQL conditions on the text index, for SQLite and PostgreSQL."""

from collections.abc import Sequence

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    bindparam,
    column,
    func,
    literal_column,
    or_,
    select,
    table,
    text,
)

from tui.server.storage import db
from tui.server.storage.text_index import SOURCES, postgres_text

ALL_KINDS = tuple(source.kind for source in SOURCES)
"""All kinds of text of a card."""

_DOC = table("search_doc", column("n"), column("kind"), column("id_model"), column("id_card"))
_TEXT = table("search_text", column("rowid"), column("search_text"))

_COMMENTS = next(source.among for source in SOURCES if source.kind == "comment").format(row="action")
_TEXT_TABLES = {
    "name": (db.cards, db.cards.c.id, db.cards.c.id),
    "description": (db.cards, db.cards.c.id, db.cards.c.id),
    "comment": (db.actions, db.actions.c.id, db.actions.c.id_card),
    "checklist": (db.checklists, db.checklists.c.id, db.checklists.c.id_card),
    "item": (db.check_items, db.check_items.c.id, db.checklists.c.id_card),
    "attachment": (db.attachments, db.attachments.c.id, db.attachments.c.id_card),
}
_TEXTS: dict[str, ColumnElement[str]] = {
    "name": db.cards.c.name,
    "description": db.cards.c.desc,
    "comment": db.actions.c.data["text"].as_string(),
    "checklist": db.checklists.c.name,
    "item": db.check_items.c.name,
    "attachment": db.attachments.c.name,
}


def cards_with(
    connection: Connection, words: Sequence[str], kinds: Sequence[str], *, prefix: bool
) -> ColumnElement[bool]:
    """Return the condition for cards with a text in which ``words`` follow each other.

    Args:
        connection: Determines the SQL dialect.
        words: Folded, at least one.
        kinds: The kinds of text to search.
        prefix: Whether the last word may be the beginning of a longer one.
    """
    if connection.dialect.name == "sqlite":
        return db.cards.c.id.in_(
            _in_sqlite(words, prefix=prefix, wanted="id_card").where(_DOC.c.kind.in_(kinds))
        )
    return or_(*[db.cards.c.id.in_(_in_postgres(kind, words, prefix=prefix, id_card=True)) for kind in kinds])


def cards_with_number(figures: str, signs: str) -> ColumnElement[bool]:
    """Return the condition for cards with a text that has ``figures`` in this order, with or without ``signs`` between them."""
    return or_(*[db.cards.c.id.in_(_with_number(kind, figures, signs)) for kind in ALL_KINDS])


def _with_number(kind: str, figures: str, signs: str) -> Select[tuple[str]]:
    home, _, card = _TEXT_TABLES[kind]
    plain = written = _TEXTS[kind]
    for sign in signs:
        plain = func.replace(plain, sign, "")
    # The last two figures are looked for first, because that is quick.
    query = select(card).where(written.contains(figures[-2:]), plain.contains(figures))
    if kind == "comment":
        query = query.where(text(_COMMENTS))
    return query.select_from(home.join(db.checklists) if kind == "item" else home)


def comments_with(connection: Connection, words: Sequence[str], *, prefix: bool) -> ColumnElement[bool]:
    """Return the condition for comments in which ``words`` follow each other."""
    if connection.dialect.name == "sqlite":
        found = _in_sqlite(words, prefix=prefix, wanted="id_model").where(_DOC.c.kind == "comment")
        return db.actions.c.id.in_(found)
    return db.actions.c.id.in_(_in_postgres("comment", words, prefix=prefix, id_card=False))


def _in_sqlite(words: Sequence[str], *, prefix: bool, wanted: str) -> Select[tuple[str]]:
    # Words are letters and digits only, so they need no escaping in the index's query syntax.
    phrase = f'"{" ".join(words)}"' + (" *" if prefix else "")
    rows = select(_TEXT.c.rowid).where(_TEXT.c.search_text.op("MATCH")(phrase))
    return select(_DOC.c[wanted]).where(_DOC.c.n.in_(rows))


def _in_postgres(kind: str, words: Sequence[str], *, prefix: bool, id_card: bool) -> Select[tuple[str]]:
    phrase = " <-> ".join(f"'{word}'" for word in words) + (":*" if prefix else "")
    asked = literal_column(postgres_text(kind)).op("@@")(
        text("to_tsquery('pg_catalog.simple', :phrase)").bindparams(bindparam("phrase", phrase, unique=True))
    )
    home, ident, card = _TEXT_TABLES[kind]
    query = select(card if id_card else ident).where(asked)
    if kind == "comment":
        # A literal: with a bound value, PostgreSQL's generic plan could not use the comments' partial index.
        query = query.where(text(_COMMENTS))
    return query.select_from(home.join(db.checklists) if kind == "item" else home)
