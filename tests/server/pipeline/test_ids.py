"""Names the server gives."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tui.model.values.ids import OBJECT_ID, created_at
from tui.server.pipeline.ids import IdMaker, short_link, slug

NOON = datetime(2026, 11, 21, 12, 0, 0, 250_000, tzinfo=UTC)


def test_ids_sort_as_they_were_made_even_when_the_clock_goes_back():
    maker = IdMaker()
    made = [maker.at(NOON + timedelta(seconds=shift)) for shift in (0, 0, 0.1, -60, 0, 1)]
    assert made == sorted(made)
    assert len(set(made)) == len(made)
    assert all(OBJECT_ID.fullmatch(ident) for ident in made)
    assert created_at(made[0]) == NOON.replace(microsecond=0)


def test_ids_of_two_makers_sort_by_time():
    one, two = IdMaker(), IdMaker()
    made = [(one if i % 2 else two).at(NOON + timedelta(microseconds=i)) for i in range(50)]
    assert made == sorted(made)


def test_threads_never_share_an_id():
    maker = IdMaker()
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: maker.at(NOON), range(5000)))
    assert len(set(made)) == 5000


def test_short_links():
    made = {short_link() for _ in range(1000)}
    assert len(made) == 1000
    assert all(len(link) == 8 and link.isascii() and link.isalnum() for link in made)


@given(st.text())
def test_a_slug_is_safe_in_an_address(name):
    made = slug(name)
    assert made == "" or all(word.isascii() and word.isalnum() for word in made.split("-"))
    assert made == made.lower()


def test_slugs():
    assert slug("Étude: Crème & Brûlée!") == "etude-creme-brulee"
    assert slug("面包") == ""
