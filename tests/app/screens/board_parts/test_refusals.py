"""What the service refuses is told by its cards, once."""

from tests.app.screens.conftest import Play, screen
from tests.app.screens.test_board import said
from tui.model.card import CardFace
from tui.model.writes.cards import UpdateCard


async def test_of_several_cards_those_that_were_refused_are_named(play):
    async with play() as p:
        await p.press("v", "v", "v")
        cards = screen(p).selection.cards
        for card in cards[:2]:
            p.wire.fail("400", "PUT", f"/cards/{card.id}")
        await p.press("L")
        await p.until(lambda: "2 changes refused" in said(p), tick=0.5)
        assert all(card.name[:20] in said(p) for card in cards[:2])
        assert cards[2].name[:20] not in said(p)
        assert said(p).endswith("O shows what was refused")
        assert screen(p).selection.picked == {card.id for card in cards}, "they can be moved again together"


async def test_answers_that_come_one_by_one_are_told_together_until_a_key_is_pressed(play):
    async with play() as p:
        first, second, third = (p.face(name) for name in ("Ring Ana Reid", "Reply to priya", "Hemi Parata"))
        for card in (first, second, third):
            p.wire.fail("400", "PUT", f"/cards/{card.id}")
        await p.workspace.writes.submit(renamed(p, first))
        await p.until(lambda: said(p).startswith("not renamed to “"), tick=0.5)
        await p.workspace.writes.submit(renamed(p, second))
        await p.until(lambda: said(p).startswith("2 changes refused"), tick=0.5)
        p.clock.advance(1)
        await p.press("j")
        await p.workspace.writes.submit(renamed(p, third))
        await p.until(lambda: said(p).startswith("not renamed to “"), tick=0.5)
        assert "Hemi Parata" in said(p)


def renamed(p: Play, card: CardFace) -> UpdateCard:
    return UpdateCard(board_id=p.board.id, card_id=card.id, name=f"{card.name}!")


async def test_a_single_change_is_told_in_its_words_and_not_told_again(play):
    async with play() as p:
        card = p.face("Ring Ana Reid")
        p.wire.fail("400", "PUT", f"/cards/{card.id}")
        await p.press("L")
        await p.until(lambda: said(p).startswith("not moved “Ring Ana Reid"), tick=0.5)
        screen(p).tell("")
        await p.press("j", "a")
        await p.until(lambda: p.workspace.sync.status().waiting == 0, tick=0.5)
        assert "refused" not in said(p)


async def test_what_was_refused_before_the_start_is_not_told(play):
    async with play() as p:
        card = p.face("Ring Ana Reid")
        p.wire.fail("400", "PUT", f"/cards/{card.id}")
        await p.press("L")
        await p.until(lambda: p.workspace.sync.status().refused == 1, tick=0.5)
    async with play() as p:
        await p.press("j", "j", "a")
        await p.until(lambda: p.workspace.sync.status().waiting == 0, tick=0.5)
        assert "refused" not in said(p)
        assert p.workspace.sync.status().refused == 1


async def test_a_new_card_is_made_without_a_label_that_was_refused_and_that_is_told_first(play):
    async with play() as p:
        p.wire.fail("403", "POST", "/labels")
        await p.press("n", *"Solo", "space", *"#remote", "ctrl+n", "enter")
        await p.until(lambda: "2 changes refused" in said(p), tick=0.5)
        assert said(p).startswith("2 changes refused · “Solo”: made without label “remote”: ")
        await p.until(lambda: p.workspace.sync.status().waiting == 0, tick=0.5)
        assert p.face("Solo").label_ids == ()
        assert not p.face("Solo").id.startswith("new-")
