"""The cards of a column: read as needed, measured as needed, and never wrong."""

from dataclasses import replace
from datetime import UTC, datetime
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.app.sources import source_of
from tui.app.theme import TOKENS
from tui.app.widgets import card_list
from tui.app.widgets.card_face import CardStyle, height
from tui.app.widgets.card_list import PAGE, CardList
from tui.model.card import CardFace

LOOK = CardStyle(28, "normal", datetime(2026, 11, 21, tzinfo=UTC), {**TOKENS, "background": "#000000"})


def face(n, words=3, pos=None, **fields):
    return CardFace(f"{n:04d}", "l", "word " * words, float(n + 1) if pos is None else pos, **fields)


class Store:
    """Faces, and how often they were asked for."""

    def __init__(self, faces):
        self.faces = sorted(faces, key=lambda f: (f.pos, f.id))
        self.asked = []

    def read(self, after, limit):
        self.asked.append((after and after.id, limit))
        return source_of(self.faces)(after, limit)

    def place(self, card_id):
        return next((at for at, face in enumerate(self.faces) if face.id == card_id), None)

    def cards(self):
        return CardList("l", self.read, len(self.faces), LOOK, self.place)


def test_only_the_first_page_is_read_for_the_first_screen():
    store = Store([face(n) for n in range(1000)])
    cards = store.cards()
    assert len(cards) == 1000
    cards.at(30)
    assert store.asked == [(None, PAGE)]


def test_the_last_card_is_found_whatever_has_been_read():
    cards = Store([face(n) for n in range(500)]).cards()
    assert cards.face(499).id == "0499"
    assert cards.face(500) is None
    assert cards.face(-1) is None
    assert cards.lines() == sum(height(face(n), LOOK) for n in range(500))


def test_a_card_is_found_by_reading_as_far_as_it_is_and_one_that_is_gone_by_reading_nothing():
    store = Store([face(n) for n in range(1000)])
    cards = store.cards()
    cards.read(1)
    assert cards.find("gone") is None
    assert store.asked == [(None, PAGE)]
    assert cards.find("0200") == 200
    assert (len(cards.known_faces), cards.known_faces[-1].id) == (201, "0200")


def test_an_empty_list():
    cards = Store([]).cards()
    assert len(cards) == 0
    assert cards.at(0) is None
    assert cards.lines() == 0
    assert not cards.reaches(0)


def test_a_store_that_has_fewer_than_was_counted():
    cards = CardList("l", source_of([face(0)]), 100, LOOK, lambda _: None)
    assert cards.face(50) is None
    assert len(cards) == 1


def test_a_card_beyond_what_was_read_is_left_to_be_read():
    store = Store([face(n) for n in range(300)])
    cards = store.cards()
    cards.read(1)
    assert not cards.upsert(face(299, words=9))
    assert cards.index("0299") is None


def test_a_filter_shows_some_and_forgets_nothing():
    cards = Store([face(n, words=n % 5 + 1) for n in range(100)]).cards()
    cards.set_filter(lambda f: f.name.count("word") == 5)
    assert (len(cards), cards.total, cards.filtered) == (20, 100, True)
    cards.upsert(face(4, words=1))
    assert len(cards) == 19
    cards.set_filter(None)
    assert len(cards) == 100


@pytest.mark.parametrize("at_once", [None, 100])
def test_a_changed_card_is_the_only_one_that_the_filter_tests_again(at_once):
    tested = []

    def has_nine_words(each):
        tested.append(each.id)
        return each.name.count("word") == 9

    cards = Store([face(n) for n in range(1000)]).cards()
    cards.set_filter(has_nine_words, at_once=at_once)
    tested.clear()
    assert cards.upsert(face(7, words=9))
    assert [one.id for one in cards.shown_faces] == ["0007"]
    assert cards.upsert(face(7))
    assert not cards.drop("0008")
    assert tested == ["0007", "0007"]
    assert cards.settled is (at_once is None)


def test_a_changed_card_takes_its_place_in_another_order():
    cards = Store([face(n, words=n + 1) for n in range(9)]).cards()
    cards.set_filter(lambda each: len(each.name) > 5, lambda faces: sorted(faces, key=lambda f: -len(f.name)))
    assert cards.upsert(face(3, words=20))
    assert [one.id for one in cards.shown_faces][:3] == ["0003", "0008", "0007"]
    assert cards.drop("0003")
    assert cards.upsert(face(8))
    assert [one.id for one in cards.shown_faces] == ["0007", "0006", "0005", "0004", "0002", "0008", "0001"]


def test_a_filter_reads_no_more_than_it_is_asked_to_and_as_far_as_the_card_that_is_wanted():
    store = Store([face(n, words=n % 5 + 1) for n in range(4000)])
    cards = store.cards()
    cards.set_filter(lambda f: f.name.count("word") == 5, at_once=100)
    assert (len(cards.known_faces), len(cards), cards.settled, cards.reaches(10_000)) == (
        100,
        20,
        False,
        False,
    )
    cards.reach(21)
    assert (len(cards), cards.settled) == (120, False)
    assert cards.find("0999") == 199
    assert len(cards.known_faces) == 1000
    assert len(cards.faces()) == 800
    assert cards.settled


steps = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.integers(0, 40), st.integers(1, 20), st.floats(0, 50)),
        st.tuples(st.just("drop"), st.integers(0, 40)),
        st.tuples(st.just("at"), st.integers(0, 300)),
        st.tuples(st.just("restyle"), st.integers(10, 40)),
        st.tuples(st.just("keep"), st.none() | st.integers(0, 100), st.none() | st.integers(0, 12)),
        st.tuples(st.just("search"), st.integers(0, 12)),
        st.tuples(st.just("find"), st.integers(0, 40)),
        st.tuples(st.just("reread"), st.integers(0, 40)),
    ),
    max_size=25,
)


class Both:
    """A card list changed step by step, and what it should be made from scratch."""

    def __init__(self, count):
        self.store = Store([face(n) for n in range(count)])
        self.cards = self.store.cards()
        self.cards.read_all()
        self.card_style, self.longer = LOOK, None

    def wanted(self, face):
        return self.longer is None or len(face.name) > self.longer

    def put(self, n, words, pos):
        self.drop(n, shown=False)
        self.store.faces = sorted([*self.store.faces, face(n, words, pos)], key=lambda f: (f.pos, f.id))
        self.cards.upsert(face(n, words, pos))

    def drop(self, n, *, shown=True):
        self.store.faces = [f for f in self.store.faces if f.id != f"{n:04d}"]
        if shown:
            self.cards.drop(f"{n:04d}")

    def at(self, line):
        self.cards.at(line)

    def restyle(self, width):
        self.card_style = replace(LOOK, width=width)
        self.cards.restyle(self.card_style)

    def keep(self, longer, at_once):
        narrower = longer is not None and (self.longer is None or longer >= self.longer)
        self.longer = longer
        wanted = None if longer is None else lambda f: len(f.name) > longer
        self.cards.set_filter(wanted, narrower=narrower, at_once=at_once)

    def search(self, count):
        self.cards.search(count)

    def find(self, n):
        shown = [f.id for f in self.store.faces if self.wanted(f)]
        assert self.cards.find(f"{n:04d}") == (shown.index(f"{n:04d}") if f"{n:04d}" in shown else None)

    def reread(self, upto):
        self.cards.reread(upto, len(self.store.faces))
        self.cards.read_all()


@given(st.integers(0, 30), steps)
def test_step_by_step_is_the_same_as_from_scratch(count, doings):
    both = Both(count)
    for name, *args in doings:
        getattr(both, name)(*args)
    cards, shown = both.cards, [f for f in both.store.faces if both.wanted(f)]
    assert [cards.face(i) for i in range(len(cards))] == shown[: len(cards)]
    cards.read_all()
    assert cards.settled
    assert [cards.face(i) for i in range(len(cards))] == shown
    starts = list(accumulate((height(f, both.card_style) for f in shown), initial=0))
    assert [cards.start(i) for i in range(len(shown) + 1)] == starts
    assert cards.lines() == starts[-1]
    for y in range(starts[-1]):
        index = cards.at(y)
        assert starts[index] <= y < starts[index + 1]


def test_cards_in_another_order_are_all_read_and_have_no_place():
    cards = Store([face(n) for n in range(100)]).cards()
    cards.set_filter(None, lambda faces: faces[::-1])
    assert cards.fully_read
    assert [one.id for one in cards.faces()][:3] == ["0099", "0098", "0097"]
    assert (cards.ordered, cards.filtered) == (True, False)
    assert (cards.unfiltered_index(3), cards.unfiltered_index(0), cards.unfiltered_index(-1)) == (100, 0, 0)
    assert cards.reread(5, 100) is False
    cards.set_filter(None)
    assert [one.id for one in cards.faces()][:3] == ["0000", "0001", "0002"]


def test_a_card_is_measured_once_whatever_comes_and_goes_around_it(monkeypatch):
    cards = Store([face(n, n % 9) for n in range(100)]).cards()
    cards.lines()
    asked = []

    def counted(face, look):
        asked.append(face.id)
        return height(face, look)

    monkeypatch.setattr(card_list, "height", counted)
    assert cards.upsert(face(200, 30, pos=10.5))
    assert cards.drop("0040")
    cards.lines()
    cards.set_filter(lambda face: "9" in face.id)
    cards.lines()
    cards.set_filter(None)
    cards.lines()
    again = Store([face(n, n % 9) for n in range(100) if n != 40] + [face(200, 30, pos=10.5)]).cards()
    monkeypatch.undo()
    assert [cards.start(at) for at in range(101)] == [again.start(at) for at in range(101)]
    assert asked == ["0200"]
    monkeypatch.setattr(card_list, "height", counted)
    cards.restyle(replace(LOOK, width=40))
    cards.lines()
    assert len(asked) == 101, "in another width each has another height"


def test_what_others_add_and_remove_while_a_list_is_read_costs_no_other_card():
    store = Store([face(n) for n in range(3 * PAGE)])
    cards = store.cards()
    cards.read(1)
    # The store has it already; the board hears of it at its next frame.
    store.faces = [f for f in store.faces if f.id != "0003"]
    cards.read(PAGE + 1)
    assert cards.drop("0003")
    store.faces = sorted([*store.faces, face(900, pos=5.5)], key=lambda f: (f.pos, f.id))
    cards.read(2 * PAGE + 1)
    assert cards.upsert(face(900, pos=5.5))
    assert cards.faces() == store.faces


def test_a_card_that_moved_down_while_a_list_was_read_is_there_once():
    store = Store([face(n) for n in range(2 * PAGE)])
    cards = store.cards()
    cards.read(1)
    moved = face(3, pos=PAGE + 5.5)
    store.faces = sorted([moved, *(f for f in store.faces if f.id != "0003")], key=lambda f: (f.pos, f.id))
    cards.read_all()
    assert cards.upsert(moved)
    assert cards.faces() == store.faces


def test_a_card_that_is_carried_over_another_list_is_not_read_again_and_comes_back():
    store = Store([face(n) for n in range(3 * PAGE)])
    cards = store.cards()
    cards.read(1)
    last = cards.face(PAGE - 1)
    assert cards.hide(last.id)
    assert [f.id for f in cards.faces()] == [f.id for f in store.faces if f.id != last.id]
    assert cards.upsert(last)
    assert cards.faces() == store.faces
    cards.hide(last.id)
    cards.reread(1, len(store.faces))
    assert cards.faces() == store.faces


def test_a_list_read_again_differs_when_only_hidden_cards_came_or_went():
    store = Store([face(n) for n in range(9)])
    cards = store.cards()
    cards.set_filter(lambda one: one.id == "0003")
    del store.faces[6:]
    assert cards.reread(1, 6) is True
    assert (cards.total, [one.id for one in cards.shown_faces]) == (6, ["0003"])
    assert cards.reread(1, 6) is False
