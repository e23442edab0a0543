"""The cursor on the board."""

from datetime import UTC, datetime

from tests.app.sources import source_of
from tui.app.theme import TOKENS
from tui.app.widgets.card_face import CardStyle
from tui.app.widgets.card_list import CardList
from tui.app.widgets.kanban import Kanban
from tui.model.board import BoardList
from tui.model.card import CardFace

LOOK = CardStyle(28, "normal", datetime(2026, 11, 21, tzinfo=UTC), {**TOKENS, "background": "#000000"})


async def test_the_cursor_stays_on_its_card_under_a_new_id_and_says_when_it_goes(stage):
    faces = [CardFace(ident, "l", ident, float(at)) for at, ident in enumerate(["a", "new-b", "c"], 1)]
    cards = CardList("l", source_of(faces), 3, LOOK, lambda _: None)
    board = Kanban(LOOK)
    app = stage(board)
    async with app.run_test(size=(40, 20), message_hook=app.heard.append) as pilot:
        board.styles.height = 20
        board.show([BoardList(id="l", name="Leads")], {"l": cards})
        board.go_to(1)
        board.replace_ids({"new-b": "b"})
        faces[:] = [CardFace("z", "l", "z", 0.5), faces[0], CardFace("b", "l", "b", 2.0), faces[2]]
        cards.reread(9, 4)
        board.changed({"l"})
        assert (board.index, board.card.name if board.card else "") == (2, "b")
        await pilot.pause()
        assert app.said(Kanban.Slid) == []

        cards.drop("b")
        board.changed({"l"})
        await pilot.pause()
        assert [message.card.id for message in app.said(Kanban.Slid)] == ["b"]

        board.cursor.acted_ids = frozenset({"new-c"})
        board.replace_ids({"new-c": "c"})
        cards.drop("c")
        board.changed({"l"})
        await pilot.pause()
        assert len(app.said(Kanban.Slid)) == 1
