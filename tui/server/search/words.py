"""Where words are: asks the index of the texts, in the dialect of the database."""

from collections.abc import Sequence

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    bindparam,
    column,
    literal_column,
    or_,
    select,
    table,
    text,
)

from tui.server.storage import db
from tui.server.storage.text_index import SOURCES, postgres_text

ALL_KINDS = tuple(source.kind for source in SOURCES)
"""Every kind of text a card has."""

_DOC = table("search_doc", column("n"), column("kind"), column("id_model"), column("id_card"))
_TEXT = table("search_text", column("rowid"), column("search_text"))

_COMMENTS = next(source.among for source in SOURCES if source.kind == "comment").format(row="action")
_HOMES = {
    "name": (db.cards, db.cards.c.id, db.cards.c.id),
    "description": (db.cards, db.cards.c.id, db.cards.c.id),
    "comment": (db.actions, db.actions.c.id, db.actions.c.id_card),
    "checklist": (db.checklists, db.checklists.c.id, db.checklists.c.id_card),
    "item": (db.check_items, db.check_items.c.id, db.checklists.c.id_card),
    "attachment": (db.attachments, db.attachments.c.id, db.attachments.c.id_card),
}


def cards_with(
    connection: Connection, words: Sequence[str], kinds: Sequence[str], *, prefix: bool
) -> ColumnElement[bool]:
    """Cards in a text of which ``words`` follow each other.

    Args:
        connection: Says which dialect is spoken.
        words: Folded, at least one.
        kinds: The kinds of text to look in.
        prefix: Whether the last word may be the beginning of a longer one.
    """
    if connection.dialect.name == "sqlite":
        return db.cards.c.id.in_(
            _matching(words, prefix=prefix, wanted="id_card").where(_DOC.c.kind.in_(kinds))
        )
    return or_(*[db.cards.c.id.in_(_holding(kind, words, prefix=prefix, id_card=True)) for kind in kinds])


def comments_with(connection: Connection, words: Sequence[str], *, prefix: bool) -> ColumnElement[bool]:
    """Comments in which ``words`` follow each other."""
    if connection.dialect.name == "sqlite":
        found = _matching(words, prefix=prefix, wanted="id_model").where(_DOC.c.kind == "comment")
        return db.actions.c.id.in_(found)
    return db.actions.c.id.in_(_holding("comment", words, prefix=prefix, id_card=False))


def _matching(words: Sequence[str], *, prefix: bool, wanted: str) -> Select[tuple[str]]:
    # Words are letters and digits only, so nothing in them means anything to the index.
    phrase = f'"{" ".join(words)}"' + (" *" if prefix else "")
    rows = select(_TEXT.c.rowid).where(_TEXT.c.search_text.op("MATCH")(phrase))
    return select(_DOC.c[wanted]).where(_DOC.c.n.in_(rows))


def _holding(kind: str, words: Sequence[str], *, prefix: bool, id_card: bool) -> Select[tuple[str]]:
    phrase = " <-> ".join(f"'{word}'" for word in words) + (":*" if prefix else "")
    asked = literal_column(postgres_text(kind)).op("@@")(
        text("to_tsquery('pg_catalog.simple', :phrase)").bindparams(bindparam("phrase", phrase, unique=True))
    )
    home, ident, card = _HOMES[kind]
    query = select(card if id_card else ident).where(asked)
    if kind == "comment":
        # Said in words, not as a value: a plan made for any value could not take the index of the comments.
        query = query.where(text(_COMMENTS))
    return query.select_from(home.join(db.checklists) if kind == "item" else home)
