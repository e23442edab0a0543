"""Drafts of a card: kept under its id of today."""

import pytest

from tests.app.screens.conftest import Play
from tui.app.screens.card_parts.drafts import CardDrafts
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard
from tui.store.opening import open_store


async def made_offline(p: Play) -> str:
    """Make a card that the service does not have yet, and return its id of here."""
    p.wire.plugged = False
    local, home = new_local_id(), p.workspace.boards.lists(p.board.id)[0]
    await p.workspace.writes.submit(
        CreateCard(board_id=p.board.id, card_id=local, list_id=home.id, name="Fresh card", pos=1.0)
    )
    return local


async def sent(p: Play, local: str) -> str:
    """Let the card be sent, and return the id that the service gave it."""
    p.wire.plugged = True
    p.workspace.sync.refresh()
    await p.until(lambda: current(p, local) != local, tick=5)
    return current(p, local)


def current(p: Play, local: str) -> str:
    """The id of the card of today."""
    face = p.workspace.cards.face(local)
    assert face is not None
    return face.id


async def test_a_draft_goes_on_under_the_id_the_service_gives(play):
    async with play() as p:
        drafts, local = CardDrafts(p.workspace), await made_offline(p)
        drafts.keep(f"desc:{local}", "half", "what was there")
        await p.until(lambda: drafts.get(f"desc:{local}") == "half")
        now = f"desc:{await sent(p, local)}"
        assert drafts.get(now) == "half"
        # A key pressed before the screen has heard of it.
        drafts.keep(f"desc:{local}", "half typed", "what was there")
        await p.until(lambda: drafts.get(now) == "half typed")
        assert drafts.base(now) == "what was there"
        assert not drafts.get(f"desc:{local}")


async def test_an_offered_draft_is_not_entered_twice_under_the_id_the_service_gives(play, tmp_path):
    async with play() as p:
        drafts, local = CardDrafts(p.workspace), await made_offline(p)
        dead, other = (open_store(tmp_path / "store.db", p.clock) for _ in range(2))
        dead.drafts.set(f"comment:{local}", "from before").result()
        dead.close()
        await p.until(lambda: drafts.get(f"comment:{local}") == "from before")
        now = f"comment:{await sent(p, local)}"
        assert other.drafts.take(now, "from before").result()
        other.drafts.set(now, None).result()  # entered there
        other.close()
        drafts.keep(now, "from before")
        assert not await drafts.may_enter(now, "from before")


@pytest.mark.parametrize("kind", ["comment", "desc"])
async def test_a_draft_that_another_window_has_entered_meanwhile_is_not_entered_again(play, tmp_path, kind):
    async with play() as p:
        card = p.face("Ana Reid")
        key = f"{kind}:{card.id}"
        dead, other = (open_store(tmp_path / "store.db", p.clock) for _ in range(2))
        dead.drafts.set(key, "from before", "").result()
        dead.close()
        await p.open("Ana Reid", "comment" if kind == "comment" else "description")
        await p.sees("from before")
        assert other.drafts.take(key, "from before").result()
        other.drafts.set(key, None).result()  # entered there
        before = p.workspace.cards.get(card.id).desc, len(p.workspace.cards.comments(card.id))
        await p.press("ctrl+s")
        await p.sees("another window has taken this draft: it is not entered twice")
        assert (p.workspace.cards.get(card.id).desc, len(p.workspace.cards.comments(card.id))) == before
        other.close()


async def test_a_draft_left_by_another_window_is_entered_once_by_who_was_offered_it(play, tmp_path):
    async with play() as p:
        card = p.face("Ana Reid")
        dead = open_store(tmp_path / "store.db", p.clock)
        dead.drafts.set(f"comment:{card.id}", "from before").result()
        dead.close()
        await p.open("Ana Reid", "comment")
        await p.sees("from before")
        await p.press("ctrl+s")
        await p.until(lambda: any(one.text == "from before" for one in p.workspace.cards.comments(card.id)))
        await p.until(lambda: not CardDrafts(p.workspace).get(f"comment:{card.id}"))
