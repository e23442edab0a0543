"""Moving cards to a place on a board."""

from datetime import UTC, datetime
from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from tests.app.screens.conftest import screen
from tui.app.arrange import arrange
from tui.app.screens.board_parts.mover import _arrange
from tui.app.theme import TOKENS
from tui.app.widgets.card_face import CardStyle
from tui.app.widgets.card_list import PAGE, CardList
from tui.model.card import CardFace

LOOK = CardStyle(28, "normal", datetime(2026, 11, 21, tzinfo=UTC), {**TOKENS, "background": "#000000"})


async def test_the_mover_puts_cards_at_a_place_and_the_cursor_with_them(play):
    async with play() as p:
        board = screen(p)
        card, target = board.cards_of(board.lists[0].id)[0], board.lists[1].id
        await board._mover.place([card], target, 1)
        assert [face.id for face in p.workspace.cards.faces(target)][1] == card.id
        assert board.card is not None
        assert board.card.id == card.id


@given(
    st.lists(st.sampled_from([1.0, 1.004, 1.5, 2.0, 3.0, 900.0]), min_size=1, max_size=200),
    st.integers(-1, 220),
    st.sets(st.integers(0, 220), min_size=1, max_size=3),
)
def test_a_place_is_the_same_however_much_of_the_list_was_read(steps, index, moving):
    faces = [CardFace(f"{n:04d}", "l", "", pos) for n, pos in enumerate(accumulate(steps))]
    idents = [f"{n:04d}" for n in sorted(moving)]
    few = CardList("l", lambda offset, limit: faces[offset:][:limit], len(faces), LOOK, lambda _: None)
    whole = CardList("l", lambda offset, limit: faces[offset:][:limit], len(faces), LOOK, lambda _: None)
    others = [face for face in whole.siblings() if face.id not in idents]
    expected = arrange(others, idents, whole.unfiltered_index(index, idents))
    assert _arrange(few, idents, index) == expected


def test_near_the_top_of_a_long_list_only_its_first_cards_are_read():
    asked = []

    def read(offset, limit):
        asked.append(limit)
        return [CardFace(f"{n:05d}", "l", "", n + 1.0) for n in range(offset, offset + limit)]

    _arrange(CardList("l", read, 100_000, LOOK, lambda _: None), ["elsewhere"], 20)
    assert asked == [PAGE]
