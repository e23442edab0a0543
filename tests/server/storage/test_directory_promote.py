"""Postings of words and employers that have become frequent."""

from tests.server.importing.conftest import bring, engine, job_of, see_that_the_indexes_agree
from tests.server.importing.files import many_people, total
from tui.server.storage import db, directory_promote
from tui.server.storage.directory_promote import promote

__all__ = ("bring", "engine", "job_of", "see_that_the_indexes_agree")


def test_words_that_come_to_be_much_used_get_a_posting(
    engine, bring, see_that_the_indexes_agree, monkeypatch
) -> None:
    monkeypatch.setattr("tui.server.storage.directory_promote.MIN_PEOPLE_PER_WORD", 5)
    monkeypatch.setattr("tui.server.storage.directory_promote.MIN_PEOPLE_PER_EMPLOYER", 9)
    bring(many_people(70))
    see_that_the_indexes_agree()
    with db.reading(engine) as connection:
        words = set(connection.exec_driver_sql("SELECT DISTINCT word FROM directory_posting").scalars())
    assert {"company:firm", "company:6"} <= words
    assert any(word.startswith("employer:") for word in words)
    bring(many_people(90))
    assert total(engine, company="firm") == 90
    assert total(engine, company="firm 3") == 13
    see_that_the_indexes_agree()


def editions(engine):
    with db.reading(engine) as connection:
        return connection.exec_driver_sql("SELECT edition FROM directory_edition").scalar()


def test_nothing_is_written_where_nothing_became_frequent(engine, bring) -> None:
    bring(many_people(20))
    before = editions(engine)
    promote(engine)
    assert editions(engine) == before


def test_each_word_is_promoted_once_and_a_few_at_a_time(
    engine, bring, see_that_the_indexes_agree, monkeypatch
) -> None:
    bring(many_people(70))
    monkeypatch.setattr(directory_promote, "MIN_PEOPLE_PER_WORD", 10)
    monkeypatch.setattr(directory_promote, "MIN_PEOPLE_PER_EMPLOYER", 10)
    monkeypatch.setattr(directory_promote, "_AT_ONCE", 3)
    before = editions(engine)
    promote(engine)
    # Firm, and its seven numbers; then the seven firms.
    assert editions(engine) == before + 3 + 3
    see_that_the_indexes_agree()
    promote(engine)
    assert editions(engine) == before + 6
