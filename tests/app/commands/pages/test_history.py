"""Undoing up to an entry of the history says how it is done again, unless it has to tell what rules did."""

import pytest

from tests.app.fakes import fake, fake_page
from tui.app.commands.pages.history import UndoToHere
from tui.model.change import Reversal

RULES = "Taken back: 1 change · rule “a” did, and that stays: archived"


@pytest.mark.parametrize(
    ("done", "said"),
    [
        (Reversal("Taken back: 2 changes"), "Taken back: 2 changes · U does them again, one by one"),
        (Reversal("Taken back: 1 change", for_good=True), "Taken back: 1 change"),
        (Reversal(RULES, by_rules=True), RULES),
        (None, "nothing of it is there any more"),
    ],
)
async def test_what_is_said_of_undoing_up_to_an_entry(done, said):
    asked = []

    async def revert_to(batch, _told):
        asked.append(batch)
        return done

    context = fake_page(
        entry=fake(batch=7), key_names={"redo": "U"}, workspace=fake(writes=fake(revert_to=revert_to))
    )
    await UndoToHere().run(context)
    assert (asked, context.done) == ([7], [("tell", said)])
