"""Incremental updates of the directory's indexes, in the transaction that changes the directory.

``fill`` in directory_index.py rebuilds all indexes; this module only removes and adds changed entries.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pyroaring import BitMap
from sqlalchemy import Connection

from tui.server.storage.directory_index import (
    Employer,
    IndexedPerson,
    add_words,
    employer_words,
    increment_edition,
    known_words,
    own_words,
)
from tui.server.storage.row_sets import EMPTY, RUN, Rows, pack, unpack
from tui.server.storage.statements import execute_many, fetch_all, is_file

_AT_ONCE = 400
"""Maximum number of values in one statement."""


Employers = dict[int, tuple[Employer | None, Employer | None]]
"""Companies by row number: each as it was before and is after the change."""


@dataclass(slots=True)
class DirectoryChange:
    """The rows that one transaction changes: each as it was before and is after.

    Attributes:
        seats: Each changed person, before and after; None on the side where the person does not exist.
        employers: Each changed company and each employer of a changed person, likewise; both sides are equal
            when only the company's people change.
    """

    seats: list[tuple[IndexedPerson | None, IndexedPerson | None]] = field(default_factory=list)
    employers: Employers = field(default_factory=dict)


def apply(connection: Connection, change: DirectoryChange) -> None:
    """Update the indexes after ``change``, whose rows this transaction has already written."""
    _update_names(connection, change.employers)
    posted = _posted_words(connection, change)
    large = {int(word) for word in _existing_words(connection, "employer", map(str, change.employers))}
    marks = _Marks()
    for before, after in change.seats:
        marks.change(
            _person_words(before, change.employers, 0, posted, large),
            _person_words(after, change.employers, 1, posted, large),
        )
    _follow_employers(connection, change, posted, marks)
    marks.write(connection)
    add_words(connection, known_words(marks.added))
    increment_edition(connection)


def _update_names(connection: Connection, employers: Employers) -> None:
    """Update the full-text index of company names."""
    renamed = [
        (n, before, after)
        for n, (before, after) in sorted(employers.items())
        if (before and before.folded) != (after and after.folded)
    ]
    gone = [(n, before.folded) for n, before, _ in renamed if before]
    made = [(n, after.folded) for n, _, after in renamed if after]
    if is_file(connection):
        table = "directory_company_words"
        execute_many(connection, f"INSERT INTO {table} ({table}, rowid, name) VALUES ('delete', ?, ?)", gone)
        execute_many(connection, f"INSERT INTO {table} (rowid, name) VALUES (?, ?)", made)
        return
    execute_many(connection, "DELETE FROM directory_company_words WHERE n = ?", [(n,) for n, _ in gone])
    execute_many(
        connection,
        "INSERT INTO directory_company_words VALUES (?, to_tsvector('pg_catalog.simple', CAST(? AS text)))",
        made,
    )


def _posted_words(connection: Connection, change: DirectoryChange) -> set[str]:
    """Return the posted words of the changed employers' names; add unknown words as unposted ones."""
    homes = {seat.company_n for pair in change.seats for seat in pair if seat is not None}
    # Words of companies without people are not kept: business registers contain millions of such companies.
    words: set[str] = set()
    for n, (before, after) in change.employers.items():
        if n in homes or before is not None:
            words.update(*(one.folded.split() for one in (before, after) if one is not None))
    statement = "SELECT word, posted FROM directory_word WHERE kind = 'company' AND word"
    known: dict[str, int] = {row[0]: row[1] for row in _select_in(connection, statement, words)}
    add_words(connection, [("company", word, 0) for word in sorted(words - known.keys())])
    return {word for word, is_posted in known.items() if is_posted}


def _existing_words(connection: Connection, kind: str, words: Iterable[str]) -> set[str]:
    statement = f"SELECT word FROM directory_word WHERE kind = '{kind}' AND word"
    return {word for (word,) in _select_in(connection, statement, words)}


def _person_words(
    seat: IndexedPerson | None,
    employers: Employers,
    when: int,
    posted: Collection[str],
    large: Collection[int],
) -> tuple[int, set[str]] | None:
    """Return a person's row number and index words; ``when`` is 0 for before the change and 1 for after."""
    if seat is None:
        return None
    words = set(own_words(seat))
    employer = employers[seat.company_n][when]
    if employer is not None:
        words.update(employer_words(employer, posted.__contains__))
    if seat.company_n in large:
        words.add(f"employer:{seat.company_n}")
    return seat.n, words


def _follow_employers(
    connection: Connection, change: DirectoryChange, posted: Collection[str], marks: _Marks
) -> None:
    """Update the index words of the unchanged people of each changed company."""
    done = {seat.n for pair in change.seats for seat in pair if seat}
    for n, (before, after) in change.employers.items():
        if before is None or after is None or before == after:
            continue
        old, new = (set(employer_words(one, posted.__contains__)) for one in (before, after))
        if old != new:
            people = fetch_all(connection, "SELECT n FROM directory_person WHERE company_n = ?", (n,))
            for (person,) in people:
                if person not in done:
                    marks.change((person, old), (person, new))


class _Marks:
    """Row numbers to add to and to remove from the postings, by word and run."""

    def __init__(self) -> None:
        self._additions: dict[tuple[str, int], BitMap] = defaultdict(BitMap)
        self._removals: dict[tuple[str, int], BitMap] = defaultdict(BitMap)
        self.added: set[str] = set()

    def change(self, before: tuple[int, set[str]] | None, after: tuple[int, set[str]] | None) -> None:
        """Record the change of a person's words, each side given as row number and words, or None."""
        same = before[1] & after[1] if before and after and before[0] == after[0] else set()
        if before:
            for word in before[1] - same:
                self._removals[word, before[0] // RUN].add(before[0])
        if after:
            for word in after[1] - same:
                self._additions[word, after[0] // RUN].add(after[0])
                self.added.add(word)

    def write(self, connection: Connection) -> None:
        """Write the recorded changes to the postings."""
        keys = self._additions.keys() | self._removals.keys()
        by_run: dict[int, set[str]] = defaultdict(set)
        for word, run in keys:
            by_run[run].add(word)
        for run, words in sorted(by_run.items()):
            statement = f"SELECT word, rows FROM directory_posting WHERE run = {run} AND word"
            kept = {word: unpack([bytes(rows)]) for word, rows in _select_in(connection, statement, words)}
            self._write_run(connection, run, words, kept)

    def _write_run(self, connection: Connection, run: int, words: set[str], kept: dict[str, Rows]) -> None:
        changed = {
            word: (kept.get(word, EMPTY) - self._removals[word, run]) | self._additions[word, run]
            for word in sorted(words)
        }
        execute_many(
            connection,
            "DELETE FROM directory_posting WHERE word = ? AND run = ?",
            [(word, run) for word, rows in changed.items() if not rows],
        )
        execute_many(
            connection,
            "INSERT INTO directory_posting (word, run, rows) VALUES (?, ?, ?)"
            " ON CONFLICT (word, run) DO UPDATE SET rows = excluded.rows",
            [(word, run, pack(rows)) for word, rows in changed.items() if rows],
        )


def _select_in(connection: Connection, statement: str, values: Iterable[Any]) -> Iterator[Sequence[Any]]:
    """Yield the rows that ``statement``, completed with ``IN (values)``, selects."""
    listed = sorted(set(values))
    for start in range(0, len(listed), _AT_ONCE):
        some = listed[start : start + _AT_ONCE]
        yield from fetch_all(connection, f"{statement} IN ({', '.join('?' * len(some))})", tuple(some))
