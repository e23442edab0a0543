"""The cards that are picked on a board."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

from tests.app.screens.conftest import screen
from tests.app.sources import source_of
from tui.app.screens.board_parts.selection import Selection
from tui.app.theme import TOKENS
from tui.app.widgets.card_face import CardStyle
from tui.app.widgets.card_list import PAGE, CardList
from tui.app.widgets.status_bar import StatusBar
from tui.model.card import CardFace

LOOK = CardStyle(28, "normal", datetime(2026, 11, 21, tzinfo=UTC), {**TOKENS, "background": "#000000"})


def selected(lists: list[CardList], faces: dict[str, CardFace], picked: set[str]) -> list[str]:
    """The ids of the selected cards of a board that has these lists."""
    row = SimpleNamespace(card_lists=lists)
    view: Any = SimpleNamespace(
        kanban=SimpleNamespace(row=row, picked=frozenset(picked)), open_face=faces.get
    )
    head: Any = None
    return [face.id for face in Selection(view, head).cards]


async def test_the_selection_is_in_the_boards_order_and_is_given_up_before_nothing(play):
    async with play() as p:
        board = screen(p)
        first, second = board.cards_of(board.lists[0].id)[:2]
        board.selection.pick([second.id, first.id])
        assert [face.id for face in board.selection.cards] == [first.id, second.id]
        assert board.selection.put_back()
        assert not board.selection.put_back()


def test_no_list_is_read_further_than_to_a_selected_card():
    cards, everything = {}, {}
    for name in "ab":
        faces = [CardFace(f"{name}{n:04d}", name, "", n + 1.0) for n in range(5000)]
        places = {face.id: at for at, face in enumerate(faces)}
        everything |= {face.id: face for face in faces}
        cards[name] = CardList(name, source_of(faces), len(faces), LOOK, places.get)
        cards[name].read(1)
    lists = list(cards.values())
    assert selected(lists, everything, {"a0003", "a0001", "gone"}) == ["a0001", "a0003"]
    assert [len(one.known_faces) for one in lists] == [PAGE, PAGE]
    # Whatever took the place of a list that was read further has not read as far.
    assert selected(lists, everything, {"b0200", "a0001"}) == ["a0001", "b0200"]
    assert [len(one.known_faces) for one in lists] == [PAGE, 201]


def test_a_selected_card_that_a_filter_hides_is_not_among_them_until_it_is_shown():
    faces = [CardFace(f"{n:04d}", "l", "", n + 1.0) for n in range(2000)]
    cards = CardList("l", source_of(faces), 2000, LOOK, int)
    everything = {face.id: face for face in faces}
    cards.set_filter(lambda face: face.id.endswith("7"), at_once=100)
    assert selected([cards], everything, {"1997", "0007", "0008"}) == ["0007", "1997"]
    cards.set_filter(None)
    assert selected([cards], everything, {"1997", "0007", "0008"}) == ["0007", "0008", "1997"]


async def test_no_message_about_another_card_stands_beside_the_keys_of_a_lifted_one(play):
    async with play((80, 24)) as p:
        await p.press("n", *"Ring Bo", "enter", "escape")
        assert "added u undoes" in p.words(StatusBar)
        await p.press("space")
        assert "undoes" not in p.words(StatusBar)
        assert "put back" in p.words(StatusBar)
