"""Where cards get to when several are put at one place."""

from hypothesis import given
from hypothesis import strategies as st

from tui.app.arrange import arrange
from tui.model.card import CardFace


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
