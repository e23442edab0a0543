"""Moving cards to a place on a board."""

import asyncio
from typing import Any

import pytest

from tests.app.screens.conftest import Play, screen
from tui.app.commands.view import BOTTOM
from tui.app.screens.board_parts import mover
from tui.app.widgets.card_list import CardList
from tui.errors import StoreError
from tui.model.position import TOO_CLOSE


def shown(p: Play) -> list[tuple[int, list[str]]]:
    """The number at the head of each list, and the cards that are shown in it."""
    for cards in screen(p).kanban.row.card_lists:
        cards.read_all()
    return [
        (cards.total, [face.id for face in cards.shown_faces]) for cards in screen(p).kanban.row.card_lists
    ]


def held_up(p: Play, monkeypatch: pytest.MonkeyPatch, error: StoreError | None = None) -> asyncio.Event:
    """Let moves wait until the event is set, and then fail with ``error``."""
    may_write, submit = asyncio.Event(), p.workspace.writes.submit_each

    async def later(writes: Any) -> Any:
        await may_write.wait()
        if error is not None:
            raise error
        return await submit(writes)

    monkeypatch.setattr(p.workspace.writes, "submit_each", later)
    return may_write


@pytest.mark.parametrize("key", ["L", "J"])
async def test_a_card_is_shown_at_its_new_place_before_that_is_written(play, monkeypatch, key):
    async with play() as p:
        await p.press("down")
        card = screen(p).card
        assert card is not None
        before, may_write = shown(p), held_up(p, monkeypatch)
        await p.press(key)
        early = shown(p)
        assert early != before
        assert (now := screen(p).card) is not None
        # What is not on the disk yet is not shown as saved.
        assert (now.id, now.pending) == (card.id, 1)
        assert "⟳" in p.text()
        assert p.workspace.cards.face(card.id) == card
        may_write.set()
        await p.until(lambda: p.workspace.cards.face(card.id) != card)
        await p.press("ctrl+l")
        assert shown(p) == early
        screen(p)._mover._loader.reread()
        assert shown(p) == early


async def test_the_writer_waits_until_the_card_is_painted(play, monkeypatch):
    done: list[str] = []

    async def paint(page: object) -> None:
        done.append("painted")

    async with play() as p:
        submit = p.workspace.writes.submit_each

        async def write(writes: Any) -> Any:
            done.append("written")
            return await submit(writes)

        monkeypatch.setattr(mover, "paint", paint)
        monkeypatch.setattr(p.workspace.writes, "submit_each", write)
        await p.press("L")
        assert done == ["painted", "written"]


async def test_a_move_that_is_not_allowed_is_never_shown(play, monkeypatch):
    async with play() as p:
        board, card, before = screen(p), screen(p).card, shown(p)
        assert card is not None
        monkeypatch.setattr(p.workspace.access, "read_only_reason", lambda *_: "you may only read it")
        may_write = held_up(p, monkeypatch, StoreError("You may only read it."))
        moving = asyncio.ensure_future(board._mover.place([card], board.lists[1].id, 1))
        await p.pilot.pause()
        assert shown(p) == before
        may_write.set()
        with pytest.raises(StoreError):
            await moving


async def test_a_card_whose_move_is_refused_is_shown_where_it_is(play, monkeypatch):
    async with play() as p:
        card, before = screen(p).card, shown(p)
        assert card is not None
        may_write = held_up(p, monkeypatch, StoreError("The board has changed since."))
        await p.press("L")
        assert shown(p) != before
        may_write.set()
        await p.sees("The board has changed since.")
        assert shown(p) == before
        assert (now := screen(p).card) is not None
        assert now.id == card.id


async def test_the_mover_puts_cards_at_a_place_and_the_cursor_with_them(play):
    async with play() as p:
        board = screen(p)
        card, target = board.cards_of(board.lists[0].id)[0], board.lists[1].id
        await board._mover.place([card], target, 1)
        assert [face.id for face in p.workspace.cards.faces(target)][1] == card.id
        assert board.card is not None
        assert board.card.id == card.id


async def test_of_a_long_list_only_the_last_card_is_read_for_its_bottom(play, monkeypatch):
    async with play() as p:
        board = screen(p)
        first, target = (each.id for each in board.lists[:2])
        there = [face.id for face in p.workspace.cards.faces(target)]
        monkeypatch.setattr(CardList, "fully_read", False)
        with monkeypatch.context() as long:
            long.setattr(CardList, "siblings", lambda *_: pytest.fail("the whole list was read"))
            cards = board.cards_of(first)[:2]
            await board._mover.place(cards, target, BOTTOM)
        there += [card.id for card in cards]
        assert [face.id for face in p.workspace.cards.faces(target)] == there
        # The last one is moved itself: what it goes below has to be found.
        last = p.workspace.cards.face(there[-1])
        await board._mover.place([last], target, BOTTOM)
        assert [face.id for face in p.workspace.cards.faces(target)] == there


@pytest.mark.parametrize("keys", [("J",), ("2", "J"), ("K",)], ids=" ".join)
async def test_selected_cards_with_one_between_them_stay_together_at_the_service_too(play, keys):
    async with play() as p:
        target = screen(p).lists[0].id

        async def at_the_service():
            await p.until(lambda: not p.workspace.outbox.numbers())
            await p.workspace.boards.pull(p.board.id)
            return [face.id for face in p.workspace.cards.faces(target)]

        before = await at_the_service()
        await p.press("v", "j", "v")
        moved = screen(p).selection.picked
        await p.press(*keys)
        shown = [face.id for face in p.workspace.cards.faces(target)]
        first = min(shown.index(ident) for ident in moved)
        assert set(shown[first : first + 2]) == moved
        assert await at_the_service() == shown
        await p.press("u")
        assert await at_the_service() == before


async def test_cards_moved_again_before_the_service_heard_of_it_keep_their_order_there(play):
    async with play() as p:
        target = screen(p).lists[0].id
        p.wire.plugged = False
        await p.press("v", "v", "v", "J", "K")
        shown = [face.id for face in p.workspace.cards.faces(target)]
        places = p.workspace.cards.unsent_places(target)
        assert set(places) == screen(p).selection.picked
        now = [face.pos for face in p.workspace.cards.faces(target) if face.id in places]
        assert all(abs(one - other) >= TOO_CLOSE for one in now for other in places.values())
        p.wire.plugged = True
        await p.until(lambda: not p.workspace.outbox.numbers(), tick=1)
        await p.workspace.boards.pull(p.board.id)
        assert [face.id for face in p.workspace.cards.faces(target)] == shown
        assert p.workspace.cards.unsent_places(target) == {}
