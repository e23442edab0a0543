"""What is done on the board by hand becomes what the screen does."""

import pytest

from tests.app.fakes import fake, fake_page
from tui.app.screens.board_parts.gestures import Gestures
from tui.app.widgets.kanban import Kanban
from tui.model.card import CardFace

ANA = CardFace("c1", "l1", "Ring Ana", 1.0)


class Board:
    """The parts of a board's screen that its hands use, and what they did."""

    def __init__(self, *, cut: bool = False, unmoved: bool = False, board_list: object = None) -> None:
        self.page = fake_page(board_list=board_list)
        self.did = self.page.done
        self.page.cursor_guard = fake(tell=lambda card: self.did.append(("surprise", card)))
        self.page.action_ask = self.ask
        self.page.selection = fake(
            offer=lambda: self.did.append(("offer",)),
            pick=lambda cards: self.did.append(("pick", cards)),
            picked=frozenset({"c2"}),
        )
        self.page.folds = fake(toggle=lambda list_id: f"folded {list_id}")
        self.page.side = fake(follow=lambda: self.did.append(("follow",)))
        column = fake(name_cut=cut)
        row = fake(column_of=lambda list_id: column if list_id == "l1" else None)
        kanban = self.kanban = fake(row=row, list_id="l1", card=ANA, cursor=fake(unmoved=unmoved))
        self.bar = fake(place="before")
        self.gestures = Gestures(
            self.page,
            fake(kanban=kanban, bar=self.bar),
            fake(take=self.drop),
            fake(note=lambda: self.did.append(("note",))),
        )

    async def ask(self, name: str) -> None:
        """Keep the command that was asked for."""
        self.did.append(("ask", name))

    async def drop(self, message: Kanban.Said) -> None:
        """Keep what was dropped."""
        self.did.append(("drop", message))


@pytest.mark.parametrize(
    ("message", "done"),
    [
        (Kanban.Slid(ANA), [("surprise", ANA)]),
        (Kanban.Refused("the filter hides it"), [("offer",), ("tell", "the filter hides it")]),
        (Kanban.Opened(ANA), [("go", "card:c1")]),
        (Kanban.FoldAsked("l2"), [("tell", "folded l2")]),
        (Kanban.RenameAsked(), [("ask", "rename-list")]),
        (Kanban.MenuAsked(on_card=True), [("pick", ()), ("go", "menu:card")]),
        (Kanban.MenuAsked(on_card=False), [("go", "menu:list")]),
        (Kanban.Said(), []),
    ],
)
async def test_each_message_has_its_effect(message, done):
    board = Board()
    await board.gestures.take(message)
    assert board.did == done


@pytest.mark.parametrize("card", [ANA.replace(id="c2"), None])
async def test_the_menu_of_a_selected_card_keeps_the_selection(card):
    board = Board()
    board.kanban.card = card
    await board.gestures.take(Kanban.MenuAsked(on_card=True))
    assert board.did == [("go", "menu:card")]


async def test_what_is_done_with_chips_is_for_them_once_they_are_shown():
    board = Board()
    board.gestures._chips = fake(take=board.drop)
    message = Kanban.Said()
    await board.gestures.take(message)
    assert board.did == [("drop", message)]


async def test_what_is_dropped_is_moved():
    board = Board()
    messages = [Kanban.Placed(frozenset({"c1"}), "l1", 0), Kanban.ListPlaced("l1", 2)]
    for message in messages:
        await board.gestures.take(message)
    assert board.did == [("drop", message) for message in messages]


@pytest.mark.parametrize(("cut", "place"), [(True, "A very long ␛name"), (False, "")])
async def test_a_list_whose_head_cuts_its_name_is_named_below(cut, place):
    board = Board(cut=cut, board_list=fake(name="A very long \x1bname" if cut else "Short"))
    await board.gestures.take(Kanban.Walked(ANA))
    assert board.bar.place == place
    assert board.did == [("note",), ("follow",)]


async def test_where_the_board_put_the_cursor_itself_no_place_is_noted():
    board = Board(cut=True, unmoved=True)
    await board.gestures.take(Kanban.Walked(None))
    assert board.bar.place == ""
    assert board.did == [("follow",)]
