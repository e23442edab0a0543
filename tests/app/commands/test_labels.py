"""Labels by their number, without the box."""

from tests.app.screens.conftest import screen
from tui.app.widgets.status_bar import StatusBar


async def test_a_number_before_the_key_puts_that_label_on_and_takes_it_off_again(play):
    async with play() as p:
        cards = [face.id for face in p.workspace.cards.faces(screen(p).lists[0].id)[:2]]
        second = p.workspace.boards.labels(p.board.id)[1]

        def worn() -> list[bool]:
            return [second.id in p.workspace.cards.get(card).id_labels for card in cards]

        assert worn() == [False, False]
        await p.press("2", "number_sign", "j", "2", "number_sign")
        assert worn() == [True, True]
        await p.press("k", "2", "number_sign")
        await p.sees(f"label {second.name} taken off", StatusBar)
        assert worn() == [False, True]
        await p.press("v", "v", "2", "number_sign")
        assert worn() == [True, True]
        await p.press("u", "9", "9", "number_sign")
        await p.sees("there is no label 99")
        assert worn() == [False, True]
        await p.press("escape", "enter", "2", "l")
        await p.sees(f"label {second.name} put on")
        assert worn() == [True, True]
