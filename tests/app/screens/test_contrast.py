"""Every text of every page and box can be read in our themes: its contrast is measured as it is drawn."""

import math
from collections.abc import Iterator, Sequence

import pytest
from rich.color import Color
from rich.style import Style
from rich.terminal_theme import DEFAULT_TERMINAL_THEME
from textual.theme import Theme
from textual.widgets import OptionList

from tests.app.screens.conftest import Play
from tests.app.screens.every_page import ACCOUNT_PAGES, PAGES
from tests.app.test_theme import contrast
from tests.thinned import exhaustive, part_of, rotated
from tui.app.drawing.themes import CONTRAST, RARER, SIXTEEN
from tui.app.screens import key_hints
from tui.app.screens.account.login import LoginScreen
from tui.app.theme import DARK, LIGHT, THEMES
from tui.app.widgets.enrich.people_form import Chosen
from tui.app.widgets.status_bar import StatusBar

LEAST = {each.name: 4.5 for each in THEMES} | {CONTRAST: 7.0}
"""Least contrast of text by theme, as WCAG 2.2 has it for text: AA, and AAA in the theme made for contrast."""

OURS = (LIGHT, DARK, CONTRAST)
"""The themes, in the order in which a page is shown in them: from light to dark all is drawn anew."""

LINES = 3.0
"""Least contrast of frames and bars in the theme made for contrast, as WCAG has it for what is not text."""

_DRAWN = range(0x2500, 0x25A0)  # lines and blocks
_SHADES = frozenset("▁▔")  # edges of buttons, whose text says where they are


def inks(p: Play, theme: Theme) -> Iterator[tuple[str, float]]:
    """Each run of the page or box on top with its contrast; blanks are left out, and the page under a box."""
    plain = Style(color=theme.foreground, bgcolor=theme.background)
    screen = p.app.screen
    strips = screen._compositor.render_strips(p.app.size)
    parts = [widget.region for widget in screen.query_children("*")]
    if getattr(screen, "offers", ()):
        parts += [bar.region for page in p.app.screen_stack for bar in page.query(StatusBar)][-1:]
    for part in parts:
        for y in range(part.y, part.bottom):
            for segment in strips[y].crop(part.x, part.right):
                if segment.text.strip():
                    yield segment.text, _contrast(plain + (segment.style or Style()))


def _contrast(style: Style) -> float:
    ink, ground = (_hex(color) for color in (style.color, style.bgcolor))
    return contrast(ink, ground)


def _hex(color: Color | None) -> str:
    assert color is not None
    return color.get_truecolor(DEFAULT_TERMINAL_THEME).hex


def is_drawing(text: str) -> bool:
    """Whether a text is only of lines and blocks."""
    return all(ord(char) in _DRAWN for char in text.strip())


async def faint(p: Play, names: Sequence[str] = OURS) -> list[str]:
    """The texts that have too little contrast in one of our themes."""
    found: list[str] = []
    p.app.register_theme(next(each for each in RARER if each.name == CONTRAST))
    for name in names:
        least = LEAST[name]
        p.app.use_theme(name)
        await p.pilot.pause(0.05)
        await p.pilot.pause()
        theme = p.app.current_theme
        assert theme.name == name
        for text, ratio in inks(p, theme):
            if set(text.strip()) <= _SHADES:
                continue
            drawing = is_drawing(text)
            if ratio < least and not drawing:
                found.append(f"{name}: {ratio:.1f} “{text.strip()}”")
            elif drawing and name == CONTRAST and ratio < LINES:
                found.append(f"{name}: {ratio:.1f} {text.strip()[:9]}")
    return sorted(set(found))


@pytest.mark.parametrize(
    ("name", "themes"),
    [
        # The layouts of the others are looked at.
        *((name, part_of(OURS, n, 3)) for n, name in enumerate(list(PAGES)[1::2])),
        *exhaustive((name, OURS) for name in PAGES),
    ],
)
async def test_the_text_of_a_page_can_be_read(play, tmp_path, monkeypatch, name, themes):
    monkeypatch.setattr(key_hints, "HESITATION", 0.01)
    async with play((80, 24), rules="") as p:
        p.app._pages._config_file = tmp_path / "config.toml"
        p.app.use_theme(themes[0])
        await p.sees("synced")
        await p.press(*PAGES[name])
        await p.pilot.pause(0.05)
        found = await faint(p, themes)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("name", "themes"),
    [
        *((name, part_of(OURS, n, 3)) for n, name in enumerate(ACCOUNT_PAGES)),
        *exhaustive((name, OURS) for name in ACCOUNT_PAGES),
    ],
)
async def test_the_text_of_a_page_of_accounts_can_be_read(home, name, themes):
    p, _ = home
    p.app.use_theme(themes[0])
    board = p.app.screen
    await p.press(*ACCOUNT_PAGES[name])
    await p.until(lambda: p.app.screen is not board)
    found = await faint(p, themes)
    assert not found, "\n".join(found)


async def test_the_text_of_a_login_can_be_read(hall):
    await hall.keep()
    hall.app.use_theme(OURS[0])
    hall.go("login:team")
    await hall.at(LoginScreen)
    found = await faint(hall.play)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("theme", [*OURS, SIXTEEN])
async def test_the_field_with_the_keys_is_told_from_the_others(play, theme):
    async with play((80, 24)) as p:
        p.app.register_theme(next(each for each in (*THEMES, *RARER) if each.name == theme))
        p.app.use_theme(theme)
        await p.press("P", "down", "down")
        field = p.app.focused
        assert isinstance(field, Chosen)
        grounds = {each: each.styles.background.rgb for each in p.app.screen.query(Chosen)}
        apart = [math.dist(grounds[field], ground) for each, ground in grounds.items() if each is not field]
        assert min(apart) > 25


@pytest.mark.parametrize(
    ("how", "name"), rotated(["no colours", CONTRAST, SIXTEEN], ["move to", "palette", "labels", "search"])
)
async def test_the_row_with_the_cursor_is_told_by_more_than_a_colour(play, monkeypatch, name, how):
    if how == "no colours":
        monkeypatch.setenv("NO_COLOR", "1")
    async with play((80, 24)) as p:
        if how != "no colours":
            p.app.use_theme(how)
        await p.sees("synced")
        await p.press(*PAGES[name])
        await p.until(lambda: _underlined(p))


def _underlined(p: Play) -> bool:
    """Whether a row of the list with the cursor is underlined."""
    rows = p.app.screen.query(OptionList).first().region
    strips = p.app.screen._compositor.render_strips(p.app.size)[rows.y : rows.bottom]
    return any(
        segment.style is not None and segment.style.underline and segment.text.strip()
        for strip in strips
        for segment in strip.crop(rows.x, rows.right)
    )
