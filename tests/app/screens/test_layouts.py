"""Every page and box is laid out on purpose in every size: nothing that is needed is cut or off the screen."""

from collections.abc import Iterator, Mapping, Sequence

import pytest
from textual.content import Content
from textual.geometry import Region
from textual.widget import Widget
from textual.widgets import Button, Input, OptionList, Static, TextArea

from tests.app.screens.conftest import Play
from tests.app.screens.every_page import ACCOUNT_PAGES, ON_THE_BOARD, PAGES, SIZES
from tests.thinned import exhaustive
from tui.app.screens import key_hints
from tui.app.screens.board import BoardScreen
from tui.app.widgets.assist.key_box import KeyBox
from tui.app.widgets.column import Column
from tui.app.widgets.column_row import NARROWEST
from tui.app.widgets.kanban import Kanban
from tui.app.widgets.line_editor import FittingInput, LineInput
from tui.app.widgets.status_bar import StatusBar, TitleBar
from tui.app.widgets.views.calendar_grid import CalendarGrid
from tui.app.widgets.views.card_table import CardTable

MEASURE = 120
"""Cells of a line that can still be read with ease."""

MARKS = ("▌", "█")
"""The cursor, and a card in the hand."""


def seen(p: Play) -> Iterator[tuple[Widget, Region, Region]]:
    """Each widget of the screen on top that takes room, with its region and the part of the screen it may use."""
    for widget, (region, clip) in p.app.screen._compositor.visible_widgets.items():
        if widget is not p.app.screen:
            yield widget, region, clip


def visible(p: Play) -> Mapping[Widget, Region]:
    """The part of each widget that is on the screen."""
    return {widget: clip.intersection(region) for widget, region, clip in seen(p)}


def scrolls(widget: Widget) -> bool:
    """Whether what is cut of ``widget`` can be scrolled to."""
    return any(isinstance(node, Widget) and node.allow_vertical_scroll for node in widget.ancestors_with_self)


def cut_texts(p: Play) -> Iterator[str]:
    """The texts and controls of which a part is missing, without a sign that it is."""
    for widget, region, clip in seen(p):
        if isinstance(widget, Static | Button | Input) and not scrolls(widget):
            if clip.intersection(region) != region:
                yield f"{widget!r} at {region} is outside of {clip}"
            yield from too_long(widget)


def too_long(widget: Widget) -> Iterator[str]:
    """What does not fit of a text."""
    width, height = widget.content_size
    if isinstance(widget, Input):
        if not widget.value and len(widget.placeholder) > width and "…" not in widget.placeholder:
            yield f"{widget!r} has {width} cells for “{widget.placeholder}”"
    elif isinstance(widget, Button):
        label = Content.from_text(widget.label, markup=False)
        if label.cell_length > width:
            yield f"{widget!r} has {width} cells for “{label}”"
    elif (
        isinstance(widget, Static)
        and not isinstance(widget, StatusBar | TitleBar)
        and widget.styles.text_overflow != "ellipsis"
    ):
        needed = widget.get_content_height(widget.size, widget.app.size, width)
        if needed > height:
            yield f"{widget!r} has {height} lines for the {needed} of “{widget.visual}”"


def unseen_focus(p: Play) -> Iterator[str]:
    """The widget that has the keys, or its cursor, where it is not to be seen."""
    focused = p.app.screen.focused
    if focused is None or (isinstance(focused, OptionList) and not focused.option_count):
        return
    shown = visible(p).get(focused, Region())
    if not shown.area or not p.app.screen.region.contains_region(shown):
        yield f"{focused!r} has the keys and is not on the screen"
    elif isinstance(focused, Input | TextArea) and not shown.contains(*focused.cursor_screen_offset):
        yield f"the cursor of {focused!r} is at {focused.cursor_screen_offset}, outside of {shown}"


def unseen_choice(p: Play) -> Iterator[str]:
    """The rows and cards that are chosen and not to be seen."""
    shown = visible(p)
    for rows in p.app.screen.query(OptionList):
        index = rows.highlighted
        if rows in shown and index is not None and (rows.has_focus or not rows.can_focus):
            top = rows.region.y + rows.gutter.top + rows._index_to_line[index] - rows.scroll_offset.y
            if not shown[rows].contains(rows.region.x + 1, top):
                yield f"row {index} of {rows!r} is chosen and not on the screen"
    covered = any(isinstance(widget, LineInput | KeyBox) for widget in shown)
    for kind in () if covered else (Kanban, CardTable, CalendarGrid):
        if p.app.screen.query(kind) and not any(mark in p.text(kind) for mark in MARKS):
            yield f"{kind.__name__} shows no cursor"


def no_hints(p: Play) -> Iterator[str]:
    """That nothing at the bottom says which keys there are."""
    height = p.app.size.height
    bottom = p.drawn(height - 1, height)[0].text
    if not any(key in bottom for key in ("esc", "enter", "?", "ctrl+s")):
        yield f"no key is named at the bottom: “{bottom}”"


def narrow_columns(p: Play) -> Iterator[str]:
    """The lists that are narrower than they may be."""
    columns = [widget for widget, _, _ in seen(p) if isinstance(widget, Column)]
    for column in columns:
        if len(columns) > 1 and column.size.width < NARROWEST - 1:
            yield f"{column!r} has {column.size.width} cells"
    for widget, _, _ in seen(p):
        wide = isinstance(widget, Static | TextArea) and widget.parent is not p.app.screen
        if wide and widget.styles.text_wrap == "wrap" and widget.content_size.width > MEASURE:
            yield f"{widget!r} has lines of {widget.content_size.width} cells"


OF_TWO = [(SIZES[0], size) for size in SIZES[1:]]
"""The smallest size, in which most goes wrong, with one of the others."""


async def wrong_in(p: Play, sizes: Sequence[tuple[int, int]] = SIZES) -> list[str]:
    """What is wrong with the page on top in each size."""
    wrong: list[str] = []
    await p.pilot.pause(0.05)
    for size in sizes:
        await p.pilot.resize_terminal(*size)
        await p.pilot.pause()
        for law in (cut_texts, unseen_focus, unseen_choice, no_hints, narrow_columns):
            wrong += [f"{size[0]}x{size[1]}: {each}" for each in law(p)]
    return wrong


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        # The colours of the others are looked at.
        *((name, OF_TWO[number % len(OF_TWO)]) for number, name in enumerate(list(PAGES)[::2])),
        *exhaustive((name, SIZES) for name in PAGES),
    ],
)
async def test_a_page_is_laid_out_on_purpose_in_every_size(play, tmp_path, monkeypatch, name, sizes):
    monkeypatch.setattr(key_hints, "HESITATION", 0.01)
    async with play(SIZES[2], rules="") as p:
        p.app._pages._config_file = tmp_path / "config.toml"
        await p.sees("synced")
        await p.press(*PAGES[name])
        assert isinstance(p.app.screen, BoardScreen) == name.startswith(ON_THE_BOARD)
        wrong = await wrong_in(p, sizes)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        *((name, OF_TWO[number % len(OF_TWO)]) for number, name in enumerate(ACCOUNT_PAGES)),
        *exhaustive((name, SIZES) for name in ACCOUNT_PAGES),
    ],
)
async def test_a_page_of_accounts_and_files_is_too(home, name, sizes):
    p, _ = home
    board = p.app.screen
    await p.press(*ACCOUNT_PAGES[name])
    await p.until(lambda: p.app.screen is not board)
    wrong = await wrong_in(p, sizes)
    assert not wrong, "\n".join(wrong)


async def test_the_fields_of_labels_and_items_say_what_they_are_for(play):
    async with play((80, 24)) as p:
        await p.press("number_sign")
        await p.sees("Find a label, or name a new one")
        await p.press(*"Big", "enter")
        await p.sees("Find a colour")
        await p.press("escape", "escape", "enter", "plus")
        await p.sees("Name of the new checklist")
        assert isinstance(p.app.focused, FittingInput)
        assert p.app.focused.placeholder == "Name of the new checklist"
