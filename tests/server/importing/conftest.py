"""A storage with every table and an empty directory, and files to be brought into it."""

import json
from collections import defaultdict

import pytest

from tui.server.importing.columns import guess_columns, guess_kind
from tui.server.importing.job import Job
from tui.server.importing.source import detect_source
from tui.server.storage import db
from tui.server.storage.directory_index import Employer, IndexedPerson, employer_words, own_words
from tui.server.storage.row_sets import RUN, page, unpack
from tui.server.storage.statements import fetch_all


@pytest.fixture
def engine(empty_storage):
    return empty_storage


@pytest.fixture
def job_of(engine, clock, tmp_path):
    """Makes an import of a file of this text."""

    def make(text, kind=None, mapping=None, name="file.csv"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        source = detect_source(path)
        chosen = kind or ("companies" if source.format == "abn" else guess_kind(source.columns))
        return Job(engine, clock, source, chosen, mapping or guess_columns(source.columns, chosen))

    return make


@pytest.fixture
def bring(job_of):
    """Imports a file of this text: what came of it, and the rows in trouble."""

    def run(text, **how):
        troubles = []
        progress = job_of(text, **how).run(complain=troubles.append)
        return progress.as_json(), troubles

    return run


@pytest.fixture
def see_that_the_indexes_agree(engine):
    """Compares what the indexes hold with what going through every row gives."""

    def see():
        with db.reading(engine) as connection:
            employers, wanted = _by_hand(connection)
            posted = defaultdict(list)
            for word, run, rows in fetch_all(connection, "SELECT word, run, rows FROM directory_posting"):
                assert {n // RUN for n in unpack([bytes(rows)])} == {run}, word
                posted[word].append(bytes(rows))
            held = {word: page(unpack(runs), 0, 10**6)[0] for word, runs in posted.items()}
            rare = {
                word for word in wanted if word.partition(":")[0] in {"company", "employer"}
            } - held.keys()
            assert held == {word: people for word, people in wanted.items() if word not in rare}
            known = {
                (kind, word): flag
                for kind, word, flag in fetch_all(connection, "SELECT kind, word, posted FROM directory_word")
            }
            for word in wanted:
                kind, _, rest = word.partition(":")
                if kind in {"title", "size", "company"}:
                    assert known[kind, rest] == (word in held), word
            _see_names(connection, employers)

    return see


def _by_hand(connection):
    companies = fetch_all(
        connection, "SELECT n, folded, size_low, coalesce(size_high, 0) FROM directory_company"
    )
    employers = {row[0]: Employer(*row) for row in companies}
    wanted = defaultdict(list)
    columns = ", ".join(IndexedPerson._fields)
    for row in fetch_all(connection, f"SELECT {columns} FROM directory_person ORDER BY n"):
        seat = IndexedPerson._make(row)
        home = employers[seat.company_n]
        for word in (*own_words(seat), *employer_words(home, lambda _word: True), f"employer:{home.n}"):
            wanted[word].append(seat.n)
    return employers, wanted


def _see_names(connection, employers):
    from tui.server.enrich.postings import sql_companies_by_words

    names = defaultdict(set)
    for one in employers.values():
        for word in one.folded.split():
            names[word].add(one.n)
    for word, companies in names.items():
        statement, values = sql_companies_by_words(connection, [word])
        assert {n for (n,) in fetch_all(connection, statement, values)} == companies, word


def as_lines(*rows):
    """Rows as JSON lines."""
    return "".join(json.dumps(row) + "\n" for row in rows)
