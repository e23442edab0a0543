"""Drawn gestures: what holds of a few holds of all, in every order, in one burst, and in two windows.

`make exhaustive` runs the drawn ones; each run prints what it drew when it fails.
"""

import asyncio
import random
import shutil
import string
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from textual import events
from textual.message_pump import MessagePump

from tests.app.screens.conftest import Play, running
from tests.app.screens.drawn import (
    GESTURES,
    UNDO,
    State,
    assert_service_has,
    differences,
    go_back,
    kept,
    key,
    play,
    pull,
    settle,
    state,
)
from tui.app.screens.board import BoardScreen
from tui.app.widgets.kanban import Kanban

BURSTS = (
    *("j", "k", "l", "h", "jj", "L", "H", "J", "K", "2J", "G", "vjv", "vjvL", "vjvJ", "vvK", "V", "⎋"),
    *(" l⏎", " jj⏎", " lj⏎L", " ⎋", "vv l⏎", "nAsk⏎⎋", "nA⏎B⏎⎋", "tX⏎", "DAsk⏎", "D fri⏎", "#⏎", "#⇩⏎", "m⏎"),
    *("aj", "a", "-⏎", "/call⏎", "/⎋", "+Later⏎⎋", "CHello⌃⎋", "⏎⎋", *UNDO),
)
"""Gestures of the board, of which some leave something open that the next one meets."""

NAMED = (
    *(
        "enter",
        "escape",
        "tab",
        "shift+tab",
        "up",
        "down",
        "left",
        "right",
        "pageup",
        "pagedown",
        "home",
        "end",
    ),
    *("backspace", "delete", "insert", "f1", "f2", "f3", "f5", "f10", "shift+up", "shift+down", "ctrl+home"),
    *(f"ctrl+{letter}" for letter in "abdefjknoprstuvwxyz"),
    *("ctrl+left", "ctrl+right", "ctrl+end", "ctrl+enter"),
)
TEXTS = (
    *("tomorrow", "#hot", "label:", "due:week", "-1", "99999", "fri 25:99", "@me", "^Won", "http://a.b/c"),
    *(
        "Ana Reid at Xero 0412 345 678",
        "ABN 51 824 753 556",
        "ข้าว👩‍👩‍👧 עברית",
        "[red]x[/]",
        "\u202eabc",
        "a" * 300,
    ),
)
SIZES = ((120, 40), (80, 24), (60, 20), (40, 12), (200, 60), (20, 6))


def slow_handlers(monkeypatch: pytest.MonkeyPatch, chance: random.Random) -> None:
    """Put a pause before and behind every third message of every widget, as a busy machine does."""
    dispatch = MessagePump._dispatch_message

    async def paused(pump: MessagePump, message) -> None:
        for action in (None, dispatch):
            if action is not None:
                await action(pump, message)
            if chance.random() < 0.3:
                await asyncio.sleep(chance.choice((0, 0, 0.001, 0.004)))

    monkeypatch.setattr(MessagePump, "_dispatch_message", paused)


async def play_all(home: Path, gestures: Sequence[str], *, at_once: bool) -> tuple[State, bool]:
    """Play ``gestures``, up to a key that is refused; return what the board has then, and whether one was.

    Behind a refused key all that was typed in the same burst is dropped, and typed slowly it would be commands: a burst
    ends where a slow hand stops at the refusal.
    """
    async with running(home) as p:
        for part in ["".join(gestures)] if at_once else [char for each in gestures for char in each]:
            for char in part:
                p.app.post_message(key(char))
            await settle(p)
            if refused := p.app.ahead._void_until > 0:
                break
        shown = state(p)
        await assert_service_has(p, kept(p))
        return shown, refused


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(100))
async def test_gestures_in_one_burst_do_what_they_do_one_by_one(seeded, tmp_path, monkeypatch, seed):
    chance = random.Random(seed)
    gestures = chance.choices(BURSTS, k=chance.randint(3, 9))
    homes = [Path(shutil.copytree(seeded, tmp_path / name)) for name in ("slow", "burst")]
    slow = await play_all(homes[0], gestures, at_once=False)
    slow_handlers(monkeypatch, chance)
    assert await play_all(homes[1], gestures, at_once=True) == slow, gestures


async def test_a_key_waits_for_what_the_columns_tell_themselves(seeded, tmp_path, monkeypatch):
    """Nothing has the focus on the board: without that wait ``L`` would move the card before it was dropped."""
    homes = [Path(shutil.copytree(seeded, tmp_path / name)) for name in ("slow", "burst")]
    gestures = [" jj⏎", "L"]
    slow, _ = await play_all(homes[0], gestures, at_once=False)
    dispatch = Kanban._dispatch_message

    async def paused(columns: Kanban, message) -> None:
        await asyncio.sleep(0.02)
        await dispatch(columns, message)

    monkeypatch.setattr(Kanban, "_dispatch_message", paused)
    burst, _ = await play_all(homes[1], gestures, at_once=True)
    assert burst == slow


async def again(p: Play, pressed: str, told: str) -> None:
    """Press a key until the board says that there is nothing more for it to do."""
    for _ in range(60):
        await play(p, pressed)
        if told in p.text():
            return
    raise AssertionError(f"{pressed} goes on and on\n{p.text()}")


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(100))
async def test_undoing_all_leads_back_and_doing_all_again_forth(seeded, tmp_path, seed):
    chance = random.Random(seed)
    gestures = chance.choices(GESTURES, k=chance.randint(2, 6))
    print(gestures)  # noqa: T201 - shown when it fails
    async with running(Path(shutil.copytree(seeded, tmp_path / "home"))) as p:
        await pull(p)
        before = kept(p)
        for gesture in gestures:
            await play(p, gesture)
        after = kept(p)
        await assert_service_has(p, after)
        await again(p, "u", "nothing to undo")
        assert differences(before, kept(p)) == {}
        await assert_service_has(p, before)
        await again(p, "U", "nothing to do again")
        assert differences(after, kept(p)) == {}
        await assert_service_has(p, after)


def drawn_titles(p: Play) -> list[tuple[str, list[str]]]:
    """Lists and titles as the board of a window has them."""
    board = p.app.screen_stack[0]
    assert isinstance(board, BoardScreen)
    return [(each.name, [card.name for card in board.cards_of(each.id)]) for each in board.lists]


def stored_titles(p: Play) -> list[tuple[str, list[str]]]:
    """The same as the store has them."""
    board = p.app.screen_stack[0]
    assert isinstance(board, BoardScreen)
    assert board.board is not None
    lists = p.workspace.boards.lists(board.board.id)
    return [(each.name, [face.name for face in p.workspace.cards.faces(each.id)]) for each in lists]


def shows_what_is_stored(p: Play) -> bool:
    """Whether the board of a window has the lists and cards of the store."""
    return drawn_titles(p) == stored_titles(p)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(100))
async def test_two_windows_show_and_keep_the_same(seeded, tmp_path, seed):
    chance = random.Random(seed)
    home = Path(shutil.copytree(seeded, tmp_path / "home"))
    async with running(home) as first, running(home) as second:
        windows = (first, second)
        for _ in range(chance.randint(3, 10)):
            p, gesture = chance.choice(windows), chance.choice((*GESTURES, *UNDO))
            print("first" if p is first else "second", gesture)  # noqa: T201 - shown when it fails
            await play(p, gesture)
            for each in windows:
                each.clock.advance(chance.choice((0, 0.3, 2)))
        for p in windows:
            other = second if p is first else first
            for _ in range(4):
                other.clock.advance(0.5)
                await p.until(partial(shows_what_is_stored, p), tick=0.5)
        shown = kept(first)
        await assert_service_has(first, shown)
        assert differences(shown, kept(second)) == {}


async def use_mouse(p: Play, chance: random.Random) -> object:
    """Click or drag anywhere; return where."""
    x, y, to_x, to_y = (chance.randrange(end) for end in (*p.app.size, *p.app.size))
    button = chance.choice((1, 1, 3))
    there = [(x, y)] if chance.random() < 0.7 else [((x + to_x) // 2, (y + to_y) // 2), (to_x, to_y)]
    await p.pilot._post_mouse_events([events.MouseDown], None, (x, y), button=button)
    for at in there if len(there) > 1 else []:
        await p.pilot._post_mouse_events([events.MouseMove], None, at, button=button)
    await p.pilot._post_mouse_events([events.MouseUp], None, there[-1], button=button)
    return button, (x, y), there


async def put_in(p: Play, chance: random.Random) -> object:
    """Do anything that a person, a cat or a terminal may do; return what it was."""
    kinds = {"key": 50, "named": 25, "text": 5, "paste": 3, "size": 3, "mouse": 11, "pause": 3}
    [kind] = chance.choices([*kinds], [*kinds.values()])
    what: object = ""
    if kind in {"key", "named"}:
        typed = key(chance.choice(string.printable[:95])), events.Key(chance.choice(NAMED), None)
        what = typed[kind == "named"]
        p.app.post_message(typed[kind == "named"])
    elif kind in {"text", "paste"}:
        what = text = chance.choice(TEXTS)
        for each in [events.Paste(text)] if kind == "paste" else map(key, text):
            p.app.post_message(each)
    elif kind == "size":
        what = size = chance.choice(SIZES)
        await p.pilot.resize_terminal(*size)
    elif kind == "mouse":
        what = await use_mouse(p, chance)
    else:
        await p.pilot.pause(0.05)
    return kind, what


@pytest.mark.exhaustive
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(100))
async def test_whatever_is_put_in_escape_leads_back_and_the_service_has_it(
    seeded, tmp_path, monkeypatch, seed
):
    monkeypatch.setattr("webbrowser.open", lambda *_, **__: True)
    monkeypatch.setenv("VISUAL", "true")
    (tmp_path / "files").mkdir()
    monkeypatch.chdir(tmp_path / "files")
    chance = random.Random(seed)
    async with running(Path(shutil.copytree(seeded, tmp_path / "home")), chance.choice(SIZES)) as p:
        patience = chance.random()
        for _ in range(120):
            print(await put_in(p, chance))  # noqa: T201 - shown when it fails
            if chance.random() < patience:
                await settle(p)
        await settle(p)
        await go_back(p)
        await assert_service_has(p, kept(p))
