"""What may follow the first of two keys is shown to who hesitates."""

import re

from textual.timer import Timer

from tests.app.screens.conftest import Play
from tui.app.screens import key_hints
from tui.app.screens.board import BoardScreen
from tui.app.widgets.assist.key_box import KeyBox


def boxes(p: Play) -> int:
    return len(p.app.screen.query(KeyBox))


async def test_after_a_pause_the_keys_are_listed_and_one_of_them_takes_them_away(play, monkeypatch):
    monkeypatch.setattr(key_hints, "HESITATION", 0.01)
    async with play() as p:
        await p.press("g")
        await p.until(lambda: boxes(p))
        assert "start date" in p.words(KeyBox)
        assert "1…9" in p.words(KeyBox)
        await p.press("4")
        await p.until(lambda: not boxes(p))
        assert isinstance(p.app.screen, BoardScreen)
        assert p.app.screen.board_list is not None
        assert p.app.screen.board_list.name == "Proposal"


async def test_escape_takes_them_away_and_the_next_key_is_a_command_again(play, monkeypatch):
    monkeypatch.setattr(key_hints, "HESITATION", 0.01)
    async with play() as p:
        await p.press("g")
        await p.until(lambda: boxes(p))
        await p.press("escape")
        await p.until(lambda: not boxes(p))


async def test_nothing_is_drawn_for_who_types_on(play, monkeypatch):
    async with play() as p:
        hesitations: list[Timer] = []
        set_timer = p.app.screen.set_timer

        def noted(seconds, then, **more):
            timer = set_timer(seconds, then, **more)
            if seconds == key_hints.HESITATION:
                hesitations.append(timer)
            return timer

        monkeypatch.setattr(p.app.screen, "set_timer", noted)
        monkeypatch.setattr(key_hints, "HESITATION", 30.5)
        await p.burst("g", "g")
        await p.until(lambda: hesitations)
        await p.stands()
        assert [timer._task for timer in hesitations] == [None], "it is stopped"


async def test_what_each_does_is_said_whole_in_a_small_window(play, monkeypatch):
    monkeypatch.setattr(key_hints, "HESITATION", 0.01)
    async with play((80, 24)) as p:
        await p.press("g")
        await p.until(lambda: boxes(p))
        assert re.findall(r"\S*…\S*", p.words(KeyBox)) == ["…", "1…9", "1…9"]


async def test_the_keys_in_a_picture(play, picture, monkeypatch):
    monkeypatch.setattr(key_hints, "HESITATION", 0.01)
    async with play((80, 24)) as p:
        await p.sees("local · synced")
        await p.press("g")
        await p.until(lambda: boxes(p))
        await p.stands()
        assert picture(p)
