"""What the board shows, after whatever was done and in whatever order it became known, is what a new window shows.

The board draws again only what a change concerns; `make exhaustive` compares that, cell by cell, with a window that was
opened just now.
"""

import random
import shutil
from functools import partial
from pathlib import Path

import pytest
from textual.strip import Strip

from tests.app.screens.conftest import Play, all_marked, another_machine, at, first, running, screen
from tests.app.screens.drawn import GESTURES, UNDO, go_back, kept, key, play, settle
from tests.stories.world import PatientClock
from tui.app.screens.card import CardScreen
from tui.app.screens.screen import WorkspaceScreen
from tui.app.widgets.kanban import Kanban

FILTERS = (
    *(
        "/call⏎",
        "/#hot⏎",
        "/due:week⏎",
        "/sort:due⏎",
        "/sort:age⏎",
        "/sort:name⏎",
        "/sort:name call⏎",
        "/-call⏎",
    ),
    *("/edited:<1h⏎", "/list:won or @me⏎", "/is:checked⏎", "/due:today⏎", "/is:open sort:-name⏎", "⎋", "⎋"),
)
"""Filters that stay set, and the key that ends one."""

FOLDS = ("-", "z", "Z", "llZ", "lZl")
SIZES = ((120, 40), (80, 24), (60, 20), (200, 50))


def top(p: Play) -> None:
    """Put the cursor on the first card of the first list that has one, and scroll the lists to their tops."""
    board = screen(p)
    lists = board.kanban.row.card_lists
    at = next((at for at, cards in enumerate(lists) if len(cards)), 0)
    board.kanban.go_to_list(0)
    board.kanban.go_to_list(at)
    board.kanban.cursor.go_to(0)
    board.kanban.row._tops.clear()
    for column in board.kanban.row.columns:
        column.scroll_by(-column.top)


def drawn(p: Play) -> list[Strip]:
    """The cells of the columns."""
    area = p.app.screen.query_one(Kanban).region
    return [strip.simplify() for strip in p.drawn(area.y, area.bottom)]


def counted(p: Play) -> object:
    """What the title says of the number of cards."""
    head = screen(p).head
    return head._filtered() if screen(p)._view.words else head._counts()


def is_sent(p: Play) -> bool:
    """Whether no write of a window waits."""
    return not p.workspace.outbox.numbers()


async def all_sent(*windows: Play) -> None:
    """Wait until all windows have sent what was written in them, and the first has heard of it."""
    for each in windows:
        each.wire.plugged = True
    for each in windows:
        await each.until(partial(is_sent, each), tick=0.5)
    p, other = windows

    def have_the_same() -> bool:
        other.clock.advance(0.5)
        return kept(p) == kept(other)

    await p.until(have_the_same, tick=0.5)
    for each in windows:
        for _ in range(4):
            each.clock.advance(0.5)
            await settle(each)


async def open_afresh(p: Play, home: Path) -> None:
    """Compare the board with that of a window that is opened now."""
    words, size, board = screen(p)._view.words, p.app.size, screen(p).board
    assert board is not None
    p.workspace.memory.set("board", board.id)  # of the next start, if it was renamed
    async with running(home, (size.width, size.height), clock=PatientClock(p.clock.now())) as new:
        await settle(new)
        if words:
            for char in f"/{words}⏎":
                new.app.post_message(key(char))
            await settle(new)
        for each in (p, new):
            screen(each).filter.settle()
            top(each)
            await each.until(partial(all_marked, each.workspace))
        for each in (p, new):
            each.clock.advance(1)  # to hear what the other has recognised
            await settle(each)
            await each.stands()
        assert counted(p) == counted(new), words
        for old, fresh in zip(drawn(p), drawn(new), strict=True):
            assert old == fresh, (old.text, fresh.text)


@pytest.mark.exhaustive
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(100))
async def test_the_board_is_drawn_as_a_new_window_draws_it(seeded, tmp_path, seed):
    chance = random.Random(seed)
    home = Path(shutil.copytree(seeded, tmp_path / "home"))
    there = chance.choice((home, another_machine(home, tmp_path)))
    async with running(home, chance.choice(SIZES)) as p, running(there) as other:
        for _ in range(chance.randint(3, 10)):
            kind = chance.choice(("gesture", "gesture", "filter", "fold", "other", "size", "wire", "time"))
            gesture = chance.choice((*GESTURES, *UNDO))
            print(kind, gesture)  # noqa: T201 - shown when it fails
            if kind == "size":
                await p.pilot.resize_terminal(*chance.choice(SIZES))
            elif kind == "wire":
                p.wire.plugged = not p.wire.plugged
            elif kind == "time":
                p.clock.advance(chance.choice((30, 61, 3700, 90_000)))
            elif kind == "other":
                await play(other, gesture)
                other.clock.advance(1)
            else:
                script = {"filter": chance.choice(FILTERS), "fold": chance.choice(FOLDS)}.get(kind, gesture)
                print(script)  # noqa: T201 - shown when it fails
                for char in script:
                    p.app.post_message(key(char))
                    await settle(p)
            p.clock.advance(chance.choice((0, 0.3, 2)))
            await settle(p)
        await go_back(p)
        screen(p).kanban.pick(())
        await all_sent(p, other)
        assert p.app._after_start is not None
        await p.app._after_start._marks.look()
        await open_afresh(p, home)


PLACES = ("gt", "gC", "q", "Q", "N", "O", "gc", "ga", "Sana", "gt/call⏎", "gtsss", "card", "card")
"""Keys of pages that show what is written elsewhere meanwhile; ``card`` is the page of the card under the cursor.

The dashboard waits two seconds, and the activity goes on with those that it has.
"""

HIGH = ((120, 90), (80, 100), (60, 120), (200, 80))
"""Sizes that show all of a page: how far it is scrolled differs, as the cursor stays on its row."""

NO_CURSOR = str.maketrans("▌▁▂▃▄▅▆▇█", "         ")
"""Where the cursor is may differ."""


async def open_place(p: Play, place: str, card_id: str) -> None:
    """Open a page."""
    if place == "card":
        p.app.post_message(WorkspaceScreen.Go(f"card:{card_id}/"))
        await at(p, CardScreen)
    for char in place if place != "card" else "":
        p.app.post_message(key(char))
        await settle(p)
    await settle(p)


async def lines(p: Play) -> list[str]:
    """What the page shows once it stands, but for the status bar and the cursor."""
    await settle(p)
    await p.stands()
    return [line.translate(NO_CURSOR).rstrip() for line in p.text().splitlines()[:-1]]


@pytest.mark.exhaustive
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(100))
async def test_an_open_page_is_drawn_as_one_that_is_opened_now(seeded, tmp_path, seed):
    chance = random.Random(seed)
    home = Path(shutil.copytree(seeded, tmp_path / "home"))
    size, place = chance.choice(HIGH), chance.choice(PLACES)
    print(size, place)  # noqa: T201 - shown when it fails
    there = chance.choice((home, another_machine(home, tmp_path)))
    async with running(home, size) as p, running(there) as other:
        for _ in range(chance.randint(0, 3)):
            gesture = chance.choice(GESTURES)
            print("before", gesture)  # noqa: T201 - shown when it fails
            await play(p, gesture)
        screen(p).kanban.pick(())
        await all_sent(p, other)
        top(p)
        card = first(p)
        await open_place(p, place, card)
        for _ in range(chance.randint(1, 4)):
            gesture = chance.choice((*GESTURES, *UNDO))
            print("other", gesture)  # noqa: T201 - shown when it fails
            await play(other, gesture)
            other.clock.advance(1)
            p.clock.advance(chance.choice((1, 1, 61, 3700)))
            await settle(p)
        await all_sent(p, other)
        assert p.app._after_start is not None
        await p.app._after_start._marks.look()
        old = await lines(p)
        async with running(home, size, clock=PatientClock(p.clock.now())) as new:
            await settle(new)
            await open_place(new, place, card)
            assert old == await lines(new)
