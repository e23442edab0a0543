"""The parts of the board screen, each asked by itself on a running board."""

from tests.app.screens.conftest import Play
from tui.app.screens.board import BoardScreen
from tui.app.screens.board_parts.cursor_place import PLACE
from tui.app.screens.board_parts.surprise import Surprise
from tui.model.writes.cards import UpdateCard


def screen(p: Play) -> BoardScreen:
    return next(each for each in p.app.screen_stack if isinstance(each, BoardScreen))


async def test_the_filter_narrows_and_clears_and_gives_the_cursor_back(play):
    async with play() as p:
        board, first = screen(p), screen(p).card
        board.filter.narrow("kowhai")
        assert all("ōwhai" in face.name for each in board.lists for face in board.cards_of(each.id))
        board.filter.leave()
        assert board.card == first
        assert not board.filter.clear()


async def test_the_selection_is_in_the_boards_order_and_is_given_up_before_nothing(play):
    async with play() as p:
        board = screen(p)
        first, second = board.cards_of(board.lists[0].id)[:2]
        board.selection.pick([second.id, first.id])
        assert [face.id for face in board.selection.cards] == [first.id, second.id]
        assert board.selection.put_back()
        assert not board.selection.put_back()


async def test_the_mover_puts_cards_at_a_place_and_the_cursor_with_them(play):
    async with play() as p:
        board = screen(p)
        card, target = board.cards_of(board.lists[0].id)[0], board.lists[1].id
        await board._mover.place([card], target, 1)
        assert [face.id for face in p.workspace.cards.faces(target)][1] == card.id
        assert board.card is not None
        assert board.card.id == card.id


async def test_the_place_of_the_cursor_is_kept_and_come_back_to(play):
    async with play() as p:
        board = screen(p)
        board.kanban.go_to_list(2)
        board.kanban.go_to(1)
        here = board.card
        board._place.note()
        board._place.keep()
        assert here is not None
        kept = f"{board.lists[2].id} {here.id}"
        await p.until(lambda: p.workspace.memory.get(f"{PLACE}{p.board.id}") == kept)
        board.kanban.go_to_list(0)
        board._place.restore()
        assert board.card == here


async def test_a_verb_in_the_air_is_stopped_once_after_a_surprise(play):
    async with play() as p:
        board = screen(p)
        surprise, card = Surprise(board._shown), board.card
        archive, down = board.keymap.commands["archive-card"], board.keymap.commands["card-down"]
        assert card is not None
        assert surprise.refuse(archive) == ""
        surprise.tell(card)
        assert surprise.refuse(archive) == "", "it is where it was: no surprise"
        await p.workspace.cards.archive_all(card.list_id)
        surprise.tell(card)
        assert surprise.refuse(down) == ""
        assert "press again" in surprise.refuse(archive)
        assert surprise.refuse(archive) == ""


async def test_a_card_in_the_hand_shows_what_somebody_else_wrote_on_it(play):
    async with play() as p:
        board = screen(p)
        await p.press("space", "l")
        held, there = board.kanban.held, board.lists[1].id
        assert held is not None
        rename = UpdateCard(board_id=p.board.id, card_id=held.id, name="Renamed in another window")
        await p.workspace.writes.submit(rename)
        await p.until(lambda: [rename.name] == [f.name for f in board.cards_of(there) if f.id == held.id])
        board.loader.reread()
        assert [rename.name] == [f.name for f in board.cards_of(there) if f.id == held.id]
        await p.press("escape")
        assert board.cards_of(held.list_id)[0].name == rename.name
