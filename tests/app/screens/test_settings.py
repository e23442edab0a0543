"""The settings page: what holds, where it comes from, and how it is changed."""

from pathlib import Path

import pytest
from textual.widgets import Input

from tests.app.screens.conftest import Play, screen
from tests.app.screens.test_board import said
from tui.app.drawing.themes import CONTRAST
from tui.app.screens.settings import SettingsScreen
from tui.app.settings_check import every_problem
from tui.app.theme import DARK, LIGHT
from tui.settings.config import Config

WRITTEN = '# mine\ndensity = "full"  # as I like it\nbell = true\n'


async def open_page(p: Play, tmp_path: Path, text: str = WRITTEN) -> Path:
    path = tmp_path / "config.toml"
    path.write_text(text)
    p.app._pages._config_file = path
    await p.press("g", "comma")
    await p.until(lambda: isinstance(p.app.screen, SettingsScreen))
    return path


async def choose(p: Play, name: str) -> None:
    page = p.app.screen
    assert isinstance(page, SettingsScreen)
    page.rows.highlighted = next(at for at, row in enumerate(page.entries()) if row[0] == name)
    await p.pilot.pause()


@pytest.mark.parametrize("size", [(120, 40), (80, 24)], ids=["120x40", "80x24"])
async def test_each_setting_says_its_value_and_whence(play, size, tmp_path, picture, monkeypatch):
    monkeypatch.setattr(Input, "cursor_blink", False)
    async with play(size) as p:
        path = await open_page(p, tmp_path)
        await p.sees("density full · line 2")
        assert "bell true · line 3" in p.words()
        assert "keys default · not set" in p.words()
        page = p.app.screen
        shown = p.text().replace(str(path), "~/.config/cardscout/config.toml")
        assert shown
        monkeypatch.setattr(type(page), "title_words", lambda _: "~/.config/cardscout/config.toml")
        page.reload()
        await p.stands()
        assert picture(p, "settings")


async def test_a_choice_is_written_and_holds_at_once_and_comments_stay(play, tmp_path):
    async with play() as p:
        path = await open_page(p, tmp_path)
        await choose(p, "density")
        await p.press("enter", *"compact", "enter")
        assert path.read_text() == WRITTEN.replace('"full"', '"compact"')
        await p.sees("density: compact")
        assert "next start" not in said(p)
        assert screen(p).kanban.row.card_style.density == "compact"
        await choose(p, "theme")
        await p.press("enter", *"contrast", "enter")
        await p.until(lambda: p.app.theme == CONTRAST)
        assert Config.read(path).theme == "contrast"


async def test_a_switch_turns_and_a_number_is_checked(play, tmp_path):
    async with play() as p:
        path = await open_page(p, tmp_path)
        await choose(p, "bell")
        await p.press("enter")
        await p.sees("bell: false · from the next start on")
        await choose(p, "mouse")
        await p.press("enter")
        assert (Config.read(path).bell, Config.read(path).mouse) == (False, False)
        await choose(p, "ageing")
        await p.press("enter", *"soon", "enter")
        await p.sees("“soon” is not a whole number from 1 to")
        await p.press("ctrl+u", *"-5", "enter")
        await p.sees("“-5” is not a whole number from 1 to")
        await p.press("ctrl+u", *"14", "enter")
        assert Config.read(path).ageing == 14
        await p.press("x")
        assert Config.read(path).ageing is None
        await p.press("x")
        await p.sees("it is not set")
        assert path.read_text().startswith('# mine\ndensity = "full"  # as I like it\n')
        await choose(p, "privacy.forget_after_days")
        await p.press("enter", *"90", "enter")
        await p.sees("privacy.forget_after_days: 90 · from the next start on")
        assert Config.read(path).privacy == {"forget_after_days": 90}
        await p.sees("forget_after_days 90 · line 7")


async def test_a_time_zone_is_one_of_those_that_there_are(play, tmp_path):
    async with play() as p:
        path = await open_page(p, tmp_path)
        await choose(p, "timezone")
        await p.press("enter", *"auckland", "enter")
        await p.sees("timezone: Pacific/Auckland · from the next start on")
        assert Config.read(path).timezone == "Pacific/Auckland"


async def test_the_theme_of_the_file_is_there_at_each_start_and_without_one_that_of_the_key(play, tmp_path):
    async with play() as p:
        await open_page(p, tmp_path)
        await choose(p, "theme")
        await p.press("enter", *"contrast", "enter", "f2")
        assert p.app.theme == LIGHT
        await p.sees("until the next start: theme in config.toml is contrast")
    contrast = Config(theme="contrast")
    async with play(config=contrast) as p:
        assert p.app.theme == CONTRAST, "as the settings say"
        await p.press("f2")
        assert p.app.theme == LIGHT
        await p.press("f2")
        assert p.app.theme == CONTRAST, "the other one is that of the settings"
        await p.press("f2")
    async with play(config=Config(theme="nord")) as p:
        assert p.app.theme == "nord", "by the file, after the key"
    async with play() as p:
        assert p.app.theme == DARK
        await p.press("f2")
    async with play() as p:
        assert p.app.theme == LIGHT, "by the key"


async def test_a_theme_of_ones_own_is_drawn_and_not_written_over(play, tmp_path):
    own = Config(theme="own", colours={"base": "light", "cursor": "#123456"})
    async with play(config=own) as p:
        assert (p.app.theme, p.app.current_theme.dark) == ("own", False)
        assert screen(p).kanban.row.card_style.variables["cursor"] == "#123456"
        text = '[theme]  # mine\nbase = "light"\ncursor = "#123456"\n'
        path = await open_page(p, tmp_path, text)
        await p.sees("theme own · [theme], line 1")
        await choose(p, "theme")
        await p.press("enter", *"nord", "enter")
        await p.sees("a table [theme] sets it")
        assert path.read_text() == text


async def test_where_there_is_no_file_there_is_no_page(play):
    async with play() as p:
        await p.press("g", "comma")
        await p.sees("there are no settings here")


BROKEN = 'density = "huge"\nageing = "soon"\n[bindings]\nundo = 3\n'


@pytest.mark.parametrize("size", [(120, 40), (60, 20)])
async def test_every_mistake_in_the_file_is_told_in_full_and_what_holds_meanwhile(play, size, tmp_path):
    async with play(size, Config(ageing=9, lines={"ageing": 1})) as p:
        path = await open_page(p, tmp_path, BROKEN)
        words = p.words()
        for said_ in (
            "Until it is mended the settings below hold",
            "line 1: density cannot be 'huge'; write one of compact, normal, full",
            "line 2: ageing cannot be 'soon'; write a whole number",
            "line 4: bindings.undo must be text; write undo",
        ):
            assert said_ in words
        page = p.app.screen
        assert isinstance(page, SettingsScreen)
        assert any("9" in str(row) and "from the start" in str(row) for _, row in page.entries())
        path.write_text("ageing = 12\n")
        page.reload()
        await p.until(lambda: "Until it is mended" not in p.words())
        assert any("12" in str(row) and "line 1" in str(row) for _, row in page.entries())


async def test_a_file_that_is_not_toml_is_told_too(play, tmp_path):
    async with play() as p:
        await open_page(p, tmp_path, "density = \n")
        await p.sees("mend that line, or move the file away")
        await p.sees("Until it is mended the settings below hold")


async def test_what_is_ignored_of_the_file_is_told_too(play, tmp_path):
    async with play() as p:
        await open_page(p, tmp_path, 'theme = "nordd"\nageing = 3\n[bindings]\nno-such = "x"\n')
        await p.sees("This is ignored: line 1, theme: there is no theme “nordd”; did you mean nord?")
        await p.sees("line 4, no-such: there is no such command")
        assert "ageing 3 · line 2" in p.words()


async def test_it_shows_every_mistake_that_config_check_tells(play, tmp_path):
    async with play() as p:
        text = 'bell = 3\ndensity = "x"\ntheme = "nordd"\n[bindings]\nnonsense = "q"\n[accounts.a]\nurl = 3\n'
        path = await open_page(p, tmp_path, text)
        await p.sees("This file is wrong.")
        told = every_problem(path)
        assert len(told) == 6
        for each in told:
            await p.sees(each.removeprefix(f"{path}, ")[:40])


async def test_it_says_where_single_keys_are_set_and_how_many_are(play, tmp_path):
    async with play() as p:
        await open_page(p, tmp_path, '[bindings]\nundo = "f9"\n')
        await p.sees("The preset of keys; single ones: ctrl+p “Change a key binding”, 1 so far")


async def test_an_account_and_a_provider_are_chosen_from_those_there_are(play, tmp_path):
    async with play() as p:
        team = '[accounts.team]\nurl = "https://team.example"\nkey = "' + "0" * 32 + '"\n'
        path = await open_page(p, tmp_path, team)
        await choose(p, "account")
        await p.press("enter")
        await p.sees("team")
        await p.press(*"foo")
        await p.sees("nothing matches")
        await p.press("ctrl+u", *"team", "enter")
        await p.sees("account: team")
        assert Config.read(path).account == "team"
        await choose(p, "provider")
        await p.press("enter", *"foo", "enter", "ctrl+u", *"local", "enter")
        await p.sees("provider: local")
        assert Config.read(path).provider == "local"
