"""The cursor and the card in the hand; the board screen's tests have the rest."""

from tests.app.sources import source_of
from tests.app.widgets.test_column import look
from tui.app.widgets.card_list import CardList
from tui.app.widgets.kanban import Kanban
from tui.model.board import BoardList
from tui.model.card import CardFace


def at(board):
    """Id of the card with the cursor."""
    return board.card.id if board.card else None


def kanban(sizes):
    lists = [BoardList(id=f"l{n}", name=f"List {n}") for n in range(len(sizes))]
    cards = {}
    for each, size in zip(lists, sizes, strict=True):
        faces = [CardFace(f"{each.id}-{n}", each.id, f"card {n}", float(n + 1)) for n in range(size)]
        cards[each.id] = CardList(each.id, source_of(faces), size, look(), lambda _: None)
    board = Kanban(look())
    board.styles.height = 20
    return board, lists, cards


async def test_the_cursor_goes_everywhere_and_nowhere_else(stage):
    board, lists, cards = kanban([3, 0, 40])
    async with stage(board).run_test(size=(100, 24)) as pilot:
        board.show(lists, cards)
        await pilot.pause()
        board.step(99)
        assert at(board) == "l0-2"
        board.step(-99)
        assert at(board) == "l0-0"
        board.step_lists(1)
        assert board.card is None
        board.step(1)
        board.page(1)
        assert board.card is None
        board.step_lists(1)
        board.go_to(39)
        assert at(board) == "l2-39"
        board.step_lists(-9)
        assert board.list_id == "l0"


async def test_a_board_without_lists(stage):
    board, lists, cards = kanban([])
    async with stage(board).run_test(size=(100, 24)) as pilot:
        board.show(lists, cards)
        await pilot.pause()
        for walk in (
            lambda: board.step(1),
            lambda: board.step_lists(1),
            lambda: board.page(1),
            board.lift,
            board.put_down,
        ):
            walk()
        assert board.card is None
        assert not board.put_back()


async def test_the_cursor_stays_on_its_card_when_another_comes_before_it(stage):
    board, lists, cards = kanban([5])
    async with stage(board).run_test(size=(100, 24)) as pilot:
        board.show(lists, cards)
        await pilot.pause()
        board.step(2)
        cards["l0"].upsert(CardFace("new", "l0", "new", 0.5))
        board.changed({"l0"})
        assert at(board) == "l0-2"
        cards["l0"].drop("l0-2")
        board.changed({"l0"})
        assert at(board) == "l0-3"


async def test_what_is_carried_comes_back_to_exactly_where_it_was(stage):
    board, lists, cards = kanban([4, 4, 4])
    async with stage(board).run_test(size=(100, 24)) as pilot:
        board.show(lists, cards)
        await pilot.pause()
        board.step(1)
        board.lift()
        for _ in range(3):
            board.step_lists(1)
            board.step(1)
            board.step(-3)
        assert at(board) == "l0-1"
        assert board.list_id == "l2"
        assert board.put_back()
        assert [f.id for f in cards["l0"].faces()] == [f"l0-{n}" for n in range(4)]
        assert len(cards["l2"].faces()) == 4
        assert at(board) == "l0-1"
