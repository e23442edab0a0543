"""Commands on the open card."""

from tests.app.fakes import fake, fake_page
from tui.app.commands.open_card import ArchiveOpenCard
from tui.model.board import Board


async def test_a_card_that_is_deleted_elsewhere_while_it_is_archived_has_its_name_told_still():
    async def submit(write):
        sent.append((write.card_id, write.closed))
        page.card = None

    sent = []
    page = fake_page(
        card=fake(id="c", name="Ana Reid"),
        board=Board(id="b", name="Pipeline"),
        workspace=fake(writes=fake(submit=submit)),
    )
    await ArchiveOpenCard().run(page)
    assert sent == [("c", True)]
    assert page.done == [("go", "back", {"saying": "archived “Ana Reid”"})]
