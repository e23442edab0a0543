"""Where cards get to when several are put at one place."""

from datetime import UTC, datetime
from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from tests.app.sources import source_of
from tui.app.arrange import arrange, arrange_at, arrange_below
from tui.app.theme import TOKENS
from tui.app.widgets.card_face import CardStyle
from tui.app.widgets.card_list import PAGE, CardList
from tui.model.card import CardFace
from tui.model.position import TOO_CLOSE

LOOK = CardStyle(28, "normal", datetime(2026, 11, 21, tzinfo=UTC), {**TOKENS, "background": "#000000"})


def faces(*positions):
    return [CardFace(f"c{n}", "l", "x", pos) for n, pos in enumerate(positions)]


def test_several_go_one_after_another():
    assert arrange(faces(10, 20), ["a", "b"], 1) == {"a": 15, "b": 17.5}


@given(
    st.lists(st.floats(0.001, 3), min_size=1, max_size=30, unique=True),
    st.integers(0, 30),
    st.integers(1, 20),
)
def test_the_order_is_what_was_asked_for_however_crowded(positions, index, count):
    siblings = faces(*sorted(positions))
    index = min(index, len(siblings))
    idents = [f"new{n}" for n in range(count)]
    places = {face.id: face.pos for face in siblings} | arrange(siblings, idents, index)
    names = [face.id for face in siblings]
    assert sorted(places, key=places.__getitem__) == [*names[:index], *idents, *names[index:]]
    assert len(set(places.values())) == len(places)


@given(
    st.lists(st.sampled_from([0.004, 0.02, 1.0, 16384.0, 65536.0]), min_size=2, max_size=30),
    st.sets(st.integers(0, 29), min_size=1, max_size=6),
    st.integers(0, 30),
    st.booleans(),
)
def test_on_the_way_no_card_is_written_to_where_another_still_is(steps, moving, index, back):
    listed = faces(*accumulate(steps))
    moving = [face for at, face in enumerate(listed) if at in moving] or listed[:1]
    siblings = [face for face in listed if face not in moving]
    held = {face.id: face.pos for face in moving}
    occupied = held.values() if len(held) > 1 else ()
    places = arrange(siblings, list(held), min(index, len(siblings)), occupied)
    now = {face.id: face.pos for face in listed}
    writes = list(places.items())
    if back:  # undone, the last first
        writes = [(ident, now[ident]) for ident, _ in reversed(writes)]
        now |= places
    for ident, pos in writes:
        others = [at for other, at in now.items() if other != ident]
        was_close = back and any(abs(face.pos - pos) < TOO_CLOSE for face in listed if face.id != ident)
        assert was_close or all(abs(at - pos) >= TOO_CLOSE for at in others)
        now[ident] = pos


@given(
    st.lists(st.sampled_from([1.0, 1.004, 1.5, 2.0, 3.0, 900.0]), min_size=1, max_size=200),
    st.integers(-1, 220),
    st.sets(st.integers(0, 220), min_size=1, max_size=3),
)
def test_a_place_is_the_same_however_much_of_the_list_was_read(steps, index, moving):
    faces = [CardFace(f"{n:04d}", "l", "", pos) for n, pos in enumerate(accumulate(steps))]
    idents = [f"{n:04d}" for n in sorted(moving)]
    few = CardList("l", source_of(faces), len(faces), LOOK, lambda _: None)
    whole = CardList("l", source_of(faces), len(faces), LOOK, lambda _: None)
    others = [face for face in whole.siblings() if face.id not in idents]
    expected = arrange(others, idents, whole.unfiltered_index(index, idents))
    assert arrange_at(few, idents, index) == expected


def test_near_the_top_of_a_long_list_only_its_first_cards_are_read():
    asked = []

    def read(after, limit):
        asked.append(limit)
        first = 0 if after is None else int(after.id) + 1
        return [CardFace(f"{n:05d}", "l", "", n + 1.0) for n in range(first, first + limit)]

    arrange_at(CardList("l", read, 100_000, LOOK, lambda _: None), ["elsewhere"], 20)
    assert asked == [PAGE]


def test_new_cards_go_below_one_of_the_list_wherever_it_is_shown():
    faces = [CardFace(f"{n:05d}", "l", "", n + 1.0) for n in range(5000)]
    places = {face.id: at for at, face in enumerate(faces)}
    cards = CardList("l", source_of(faces), 5000, LOOK, places.get)
    assert arrange_below(cards, ["new"], "00007") == {"new": 8.5}
    assert arrange_below(cards, ["new"], "gone") == {"new": 0.5}
    assert len(cards.known_faces) == PAGE
    assert arrange_below(cards, ["new"], "04999") == {"new": 5000 + 16384}
    cards.set_filter(lambda face: face.id.endswith("9"))
    assert arrange_below(cards, ["new"], "00007") == {"new": 8.5}
    cards.set_filter(lambda _: True, lambda some: sorted(some, key=lambda face: face.id, reverse=True))
    assert arrange_below(cards, ["new"], "00007") == {"new": 8.5}
