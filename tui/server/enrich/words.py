"""A question to the index of words: written once, and spelled for SQLite's FTS5 and for PostgreSQL."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from tui.server.enrich.statements import ask, is_file

_WEIGHTS = {"title": "A", "facets": "B", "company": "C", "name": "D"}
_MOST_ENDINGS = 64
_LAST = "\U0010ffff"


@dataclass(frozen=True, slots=True)
class Word:
    """A word in a column of the index, or the beginning of one."""

    column: str
    text: str
    begins: bool = False

    def for_fts(self) -> str:
        """As FTS5 reads it."""
        return f'{self.column} : "{self.text}"{" *" if self.begins else ""}'

    def for_tsquery(self) -> str:
        """As PostgreSQL reads it."""
        return f"'{self.text}':{'*' if self.begins else ''}{_WEIGHTS[self.column]}"


Clause = Sequence[Sequence[Word]]
"""Alternatives, one of which must hold; of an alternative every word."""


def question(connection: Connection, clauses: Iterable[Clause]) -> str:
    """Every clause must hold."""
    if is_file(connection):
        return " AND ".join(_joined(clause, " AND ", " OR ", Word.for_fts) for clause in clauses)
    return " & ".join(_joined(clause, " & ", " | ", Word.for_tsquery) for clause in clauses)


def _joined(clause: Clause, both: str, either: str, spell: Callable[[Word], str]) -> str:
    parts = [f"({both.join(spell(word) for word in words)})" for words in clause]
    return f"({either.join(parts)})"


def facet(letter: str, value: object) -> Word:
    """A facet as the index has it; see tui.server.storage.directory_index."""
    return Word("facets", f"{letter}{value}".casefold().replace(" ", ""))


def beginning(connection: Connection, column: str, word: str) -> Clause:
    """Words that begin with ``word``.

    FTS5 reads all of the rows of all such words before it gives the first one, but rows of whole words as they
    are needed: so the words there are, usually one or two, are asked for by name.
    """
    if not is_file(connection):
        return [[Word(column, word, begins=True)]]
    kind = "title" if column == "title" else "company"
    known = ask(
        connection,
        "SELECT word FROM directory_word WHERE kind = ? AND word >= ? AND word < ? LIMIT ?",
        (kind, word, word + _LAST, _MOST_ENDINGS + 1),
    )
    if len(known) > _MOST_ENDINGS:
        return [[Word(column, word, begins=True)]]
    return [[Word(column, found)] for (found,) in known]
