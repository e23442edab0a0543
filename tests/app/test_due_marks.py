"""The marks of due dates turn when their time comes, and nothing is drawn again before."""

from datetime import timedelta

import pytest

from tests.app.screens.test_bell import make_due
from tui.app import due_marks
from tui.app.drawing.due_state import FAR, LATE, NEAR
from tui.app.screens.board_parts import loader
from tui.app.screens.feed import ScreenFeed
from tui.errors import StoreError
from tui.model.values.scalars import new_local_id
from tui.model.writes.comments import AddComment
from tui.services.cards import Cards

CARD = "Inbound: Southerly"


@pytest.fixture
def told(monkeypatch) -> list[object]:
    """What the pages were told."""
    received: list[object] = []
    receive = ScreenFeed.receive

    def noting(feed: ScreenFeed, change: object) -> None:
        if change is due_marks._REDRAWN:
            received.append(feed.screen)
        receive(feed, change)  # type: ignore[arg-type]  # passed on as it came

    monkeypatch.setattr(ScreenFeed, "receive", noting)
    return received


def badge(p) -> str:
    """The due mark of the card on the board; "" for none."""
    lines = p.text().split("\n")
    at = next(n for n, line in enumerate(lines) if CARD in line)
    start = lines[at].index(CARD)
    of_card = "".join(line[start : start + 40] for line in lines[at : at + 4])
    return next((sign for sign in (LATE.sign, NEAR.sign, FAR.sign) if sign in of_card), "")


async def test_a_card_is_marked_as_due_soon_and_as_late_when_it_is(play, told):
    async with play((250, 70)) as p:
        await p.until(lambda: p.app._after_start is not None)
        marks = p.app._after_start._marks
        await make_due(p, CARD, timedelta(days=1, minutes=5).total_seconds())
        await p.until(lambda: badge(p) == FAR.sign)
        p.clock.advance(4 * 60)
        await marks.look()
        assert not told
        p.clock.advance(60)
        await marks.look()
        assert told == [p.app.screen]
        await p.until(lambda: badge(p) == NEAR.sign)
        await make_due(p, CARD, 120)
        p.clock.advance(120)
        await marks.look()
        # It is due in this minute, and late in the next.
        assert badge(p) == NEAR.sign
        p.clock.advance(60)
        await marks.look()
        await p.until(lambda: badge(p) == LATE.sign)
        del told[:]
        for _ in range(3):
            p.clock.advance(60)
            await marks.look()
        assert not told


@pytest.mark.parametrize("alone", [True, False])
async def test_a_date_that_is_set_later_is_marked_as_of_then(play, told, monkeypatch, alone):
    if not alone:
        # As of so many cards that the columns are read again.
        monkeypatch.setattr(loader, "FEW", 0)
    async with play((250, 70)) as p:
        await p.until(lambda: p.app._after_start is not None)
        p.clock.advance(20 * 60)
        await p.app._after_start._marks.look()
        assert not told
        await make_due(p, CARD, -10 * 60)
        await p.until(lambda: badge(p) == LATE.sign)


async def test_a_mark_turns_with_a_change_of_another_card_before_the_next_look(play, told):
    async with play((250, 70)) as p:
        await p.until(lambda: p.app._after_start is not None)
        await make_due(p, CARD, 5 * 60)
        await p.until(lambda: badge(p) == NEAR.sign)
        p.clock.advance(10 * 60)
        await make_due(p, "Trade night", 60)
        await p.until(lambda: badge(p) == LATE.sign)
        assert not told


async def test_the_page_above_the_board_is_told_too(play, told):
    async with play() as p:
        await p.until(lambda: p.app._after_start is not None)
        await make_due(p, CARD, 60)
        await p.press("Q")
        await p.until(lambda: len(p.app.screen_stack) > 1)
        await p.sees("Southerly")
        p.clock.advance(120)
        await p.app._after_start._marks.look()
        assert told == p.app.screen_stack
        await p.sees("Overdue")
        await p.sees(LATE.sign)


async def test_the_day_turns_for_the_words_tomorrow_and_today(play, told):
    async with play() as p:
        await p.until(lambda: p.app._after_start is not None)
        p.clock.advance(timedelta(days=1).total_seconds())
        await p.app._after_start._marks.look()
        assert told == [p.app.screen]


async def test_a_store_that_cannot_be_read_for_a_while_is_asked_again(play, told, monkeypatch):
    def damaged(*_: object) -> bool:
        raise StoreError("The disk does not answer.")

    async with play() as p:
        await p.until(lambda: p.app._after_start is not None)
        marks = p.app._after_start._marks
        await make_due(p, CARD, 60)
        p.clock.advance(121)
        with monkeypatch.context() as patch:
            patch.setattr(Cards, "any_due_between", damaged)
            await marks.look()
        assert not told
        await marks.look()
        assert told


@pytest.mark.parametrize(
    ("keys", "ages"),
    [
        (("g", "u"), ("just now", "1 minute ago", "2 minutes ago")),
        (("g", "h"), ("0m You commented", "1m You commented", "2m You commented")),
        (("enter",), ("just now", "1 minute ago", "2 minutes ago")),
    ],
    ids=["history", "activity", "card"],
)
async def test_how_long_ago_something_was_turns_each_minute(play, keys, ages):
    async with play() as p:
        await p.until(lambda: p.app._after_start is not None)
        card = p.face("Ring Ana")
        where = {"board_id": p.board.id, "card_id": card.id}
        await p.workspace.writes.submit(AddComment(**where, comment_id=new_local_id(), text="Rang twice"))
        await p.until(lambda: not p.workspace.outbox.numbers())
        await p.press(*keys)
        await p.sees(ages[0])
        for minutes in ages[1:]:
            p.clock.advance(60)
            await p.app._after_start._marks.look()
            await p.sees(minutes)
