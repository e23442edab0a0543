"""Postings for words that have become frequent, so that searches for them need not go through companies.

Runs after an import, a few words per transaction, so that other writers do not wait long for the lock.
"""

from collections import Counter

from sqlalchemy import Connection, Engine

from tui.server.storage.directory_index import (
    MIN_PEOPLE_PER_EMPLOYER,
    MIN_PEOPLE_PER_WORD,
    add_words,
    increment_edition,
)
from tui.server.storage.engine import reading, writing
from tui.server.storage.row_sets import RUN, pack
from tui.server.storage.statements import execute_many, fetch_all, is_file

_AT_ONCE = 8
_PEOPLE_OF = "SELECT n FROM directory_person WHERE company_n IN ({}) ORDER BY n"


def promote(engine: Engine) -> None:
    """Add postings for frequent words of employers' names and for large employers that have none yet."""
    words, employers = _candidates(engine)
    for start in range(0, len(words), _AT_ONCE):
        with writing(engine, alone=False) as connection:
            for word in words[start : start + _AT_ONCE]:
                _post_word(connection, word)
            increment_edition(connection)
    for start in range(0, len(employers), _AT_ONCE):
        with writing(engine, alone=False) as connection:
            for n in employers[start : start + _AT_ONCE]:
                _post(connection, f"employer:{n}", _PEOPLE_OF.format(n), ())
                add_words(connection, [("employer", str(n), 1)])
            increment_edition(connection)


def _candidates(engine: Engine) -> tuple[list[str], list[int]]:
    """Return the words and the employers' row numbers that have no posting and should have one."""
    with reading(engine) as connection:
        run = connection.exec_driver_sql
        unposted = set(run("SELECT word FROM directory_word WHERE kind = 'company' AND posted = 0").scalars())
        known = set(run("SELECT word FROM directory_word WHERE kind = 'employer'").scalars())
        people: Counter[str] = Counter()
        large = []
        for n, folded, many_people in run(
            "SELECT c.n, c.folded, p.people FROM directory_company AS c JOIN (SELECT company_n, count(*) AS people"
            " FROM directory_person GROUP BY company_n) AS p ON p.company_n = c.n"
        ):
            people.update(dict.fromkeys(unposted.intersection(folded.split()), many_people))
            if many_people >= MIN_PEOPLE_PER_EMPLOYER and str(n) not in known:
                large.append(n)
    return sorted(word for word, used in people.items() if used >= MIN_PEOPLE_PER_WORD), sorted(large)


def _post_word(connection: Connection, word: str) -> None:
    if is_file(connection):
        named, value = (
            "SELECT rowid FROM directory_company_words WHERE directory_company_words MATCH ?",
            f'"{word}"',
        )
    else:
        named, value = "SELECT n FROM directory_company_words WHERE words @@ CAST(? AS tsquery)", f"'{word}'"
    _post(connection, f"company:{word}", _PEOPLE_OF.format(named), (value,))
    update = "UPDATE directory_word SET posted = 1 WHERE kind = 'company' AND word = ?"
    execute_many(connection, update, [(word,)])


def _post(connection: Connection, word: str, people: str, values: tuple[str, ...]) -> None:
    runs: dict[int, list[int]] = {}
    for (n,) in fetch_all(connection, people, values):
        runs.setdefault(n // RUN, []).append(n)
    rows = [(word, run, pack(numbers)) for run, numbers in runs.items()]
    execute_many(connection, "INSERT INTO directory_posting (word, run, rows) VALUES (?, ?, ?)", rows)
