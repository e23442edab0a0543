"""A run by its keys: begun, cancelled, gone on with, and put on the cards."""

import csv
import io

import pytest

from tests.app.screens.conftest import at
from tests.thinned import thinned
from tui.app.screens.enrich.bulk import BulkScreen


@pytest.mark.parametrize("size", thinned([(120, 40), (40, 12)], 2, first=1, whole=True))
async def test_a_list_is_looked_up_and_put_on_the_cards_as_one_deed(play, size, tmp_path):
    async with play(size) as p:
        p.workspace.memory.set("exports", str(tmp_path))
        await p.press("B")
        await p.sees("12 to look up 12–2")
        await p.sees("500 left")
        await p.press("enter")
        await p.sees("12 of 12")
        await p.until(lambda: p.app.screen.run.state == "done")
        run = p.app.screen.run
        assert run.settled == 12
        assert run.spent == 500 - p.workspace.spending.credits()
        await p.press("a")
        await p.sees("Put private mobiles and e-mails on “Pipeline”")
        await p.press("enter")
        await p.sees("put on ")
        faces = p.workspace.cards.faces(p.workspace.boards.lists(p.board.id)[0].id)
        noted = [any("Cardscout ·" in c.text for c in p.workspace.cards.comments(face.id)) for face in faces]
        assert sum(noted) >= 11
        await p.press("a")
        await p.sees("the cards say it already")
        await p.press("u")
        await p.until(
            lambda: not any("Cardscout ·" in c.text for c in p.workspace.cards.comments(faces[0].id))
        )
        await p.press("w")
        await p.sees("Write CSV to")
        await p.press("enter")
        await p.until((tmp_path / "enriched.csv").exists)
        table = list(csv.DictReader(io.StringIO((tmp_path / "enriched.csv").read_text("utf-8-sig"))))
        assert len(table) == 12
        await p.press("enter")
        await p.sees("it is over · o opens")
        await p.press("o")
        await p.until(lambda: type(p.app.screen).__name__ == "CardScreen")


async def test_a_run_over_cards_that_name_nobody_has_nothing_to_start(play):
    async with play() as p:
        await p.press("n", *"Buy milk", "enter", "escape")
        await p.sees("Buy milk")
        await p.press("v", "B")
        await p.sees("There is nothing to look up.")
        assert "starts it" not in p.words()
        await p.press("enter")
        await p.sees("there is nothing to look up")
        assert p.app.screen.run.state == "planned"


async def test_offline_stops_a_run_it_is_cancelled_and_gone_on_with(play):
    async with play() as p:
        await p.press("B")
        await p.sees("12 to look up")
        p.wire.plugged = False
        await p.press("enter")
        await p.until(lambda: p.app.screen.run.state == "paused", tick=5)
        await p.sees("stopped")
        await p.press("escape", "B")
        await p.sees("Go on: 12 cards")
        p.wire.plugged = True
        await p.press("enter")
        await at(p, BulkScreen)
        await p.press("c")
        await p.sees("cancelled; what was found is kept · enter goes on with the rest")
        await p.press("enter")
        await p.until(lambda: p.app.screen.run.state == "done", tick=5)
        await p.sees("12 of 12")
