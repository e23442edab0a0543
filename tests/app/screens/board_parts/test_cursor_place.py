"""Where the cursor of a board was, for the next time."""

from tests.app.screens.conftest import screen
from tui.app.screens.board_parts.cursor_place import PLACE


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


async def test_an_unmoved_cursor_does_not_go_where_another_window_has_its_own(play):
    async with play() as p:
        board = screen(p)
        board._place.restore()
        before, other = board.card, p.workspace.cards.faces(board.lists[1].id)[1]
        p.workspace.memory.set(f"{PLACE}{p.board.id}", f"{other.list_id} {other.id}")
        board._place.return_again()
        assert board.card == before != other
