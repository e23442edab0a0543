"""Sets of people by word, which a process remembers until the directory changes."""

from tui.server.enrich import postings
from tui.server.enrich.fold import fold
from tui.server.enrich.postings import Postings, edition, sql_companies_by_prefixes, sql_companies_by_words
from tui.server.storage import db, directory_index
from tui.server.storage.row_sets import EMPTY, page
from tui.server.storage.statements import fetch_all


def numbers(rows):
    return page(rows, 0, 10**6)[0]


def by_hand(connection, where):
    statement = f"SELECT p.n FROM directory_person AS p JOIN directory_company AS c ON c.n = p.company_n WHERE {where} ORDER BY p.n"
    return [n for (n,) in fetch_all(connection, statement)]


def test_people_who_have_any_of_several_words(connection) -> None:
    held = Postings(connection)
    both = held.people_with(["seniority:4", "seniority:5"])
    assert numbers(both) == by_hand(connection, "p.seniority IN (4, 5)")
    assert held.people_with([]) == held.people_with(["seniority:99"]) == EMPTY


def test_people_by_the_beginning_of_a_word_of_their_title_or_employer(connection) -> None:
    held = Postings(connection)
    assert numbers(held.people_with_prefix("title", "manag")) == by_hand(
        connection, "p.folded LIKE '% manag%'"
    )
    found = numbers(held.people_with_prefix("company", "tui"))
    assert found == by_hand(connection, "' ' || c.folded LIKE '% tui%'") != []
    assert not held.is_fully_posted("company", "tui")
    assert held.is_fully_posted("title", "manag")
    assert held.people_with_prefix("company", "zzz") == EMPTY


def test_many_rare_words_of_employers_are_asked_for_by_their_beginning(connection, monkeypatch) -> None:
    expected = numbers(Postings(connection).people_with_prefix("company", "t"))
    monkeypatch.setattr(postings, "_FEW_WORDS", 0)
    assert numbers(Postings(connection).people_with_prefix("company", "t")) == expected != []


def test_people_at_companies_that_have_a_set_of_their_own_and_at_others(engine, monkeypatch) -> None:
    monkeypatch.setattr(directory_index, "MIN_PEOPLE_PER_EMPLOYER", 8)
    with db.writing(engine) as connection:
        directory_index.fill(connection)
    with db.reading(engine) as connection:
        large = {
            int(n)
            for (n,) in fetch_all(connection, "SELECT word FROM directory_word WHERE kind = 'employer'")
        }
        firms = [n for (n,) in fetch_all(connection, "SELECT n FROM directory_company ORDER BY n")]
        assert 0 < len(large) < len(firms)
        held = Postings(connection)
        assert numbers(held.people_at(firms)) == by_hand(connection, "1 = 1")
        assert held.people_at([]) == EMPTY


def test_head_counts_in_use(connection) -> None:
    wanted = {
        (low, top or 0)
        for low, top in fetch_all(
            connection,
            "SELECT DISTINCT c.size_low, c.size_high FROM directory_company AS c JOIN directory_person AS p ON p.company_n = c.n",
        )
    }
    assert set(Postings(connection).bands()) == wanted


def test_a_set_is_read_once_and_again_after_a_change(engine, monkeypatch) -> None:
    asked = []

    def counted(connection, statement, values=()):
        asked.extend(values)
        return fetch_all(connection, statement, values)

    monkeypatch.setattr(postings, "fetch_all", counted)

    def look():
        with db.reading(engine) as connection:
            return Postings(connection).people_with(["state:nsw"]), edition(connection)

    first, before = look()
    asked.clear()
    assert look() == (first, before)
    assert asked == []
    with db.writing(engine) as connection:
        connection.exec_driver_sql("DELETE FROM directory_posting WHERE word = 'state:nsw'")
        directory_index.increment_edition(connection)
    assert look() == (EMPTY, before + 1)


def test_no_more_is_remembered_than_there_is_room_for(engine, monkeypatch) -> None:
    monkeypatch.setattr(postings, "MAX_CACHE_BYTES", 1_000)
    with db.reading(engine) as connection:
        held = Postings(connection)
        for level in range(1, 8):
            assert numbers(held.people_with([f"seniority:{level}"])) == by_hand(
                connection, f"p.seniority = {level}"
            )
        assert held._memory.size <= 1_000
        assert held._memory.size == sum(size for _, size in held._memory.kept.values())


def test_companies_by_the_words_of_their_names(connection, firms) -> None:
    def found(question):
        statement, values = question
        return {n for (n,) in fetch_all(connection, statement, values)}

    first, *rest = fold(firms[0].name).split()
    by_words = found(sql_companies_by_words(connection, [first, "zzz"]))
    by_beginnings = found(sql_companies_by_prefixes(connection, [first[:2], *rest]))
    assert 0 in by_words & by_beginnings
    assert found(sql_companies_by_prefixes(connection, [first, "zzz"])) == set()
