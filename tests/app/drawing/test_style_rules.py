"""A widget has the styles that Textual finds for it, also where they were found for one like it before."""

from collections.abc import Iterator
from unittest.mock import Mock
from weakref import WeakKeyDictionary

import pytest
from textual.app import App, ComposeResult
from textual.containers import Vertical
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.widgets import Label

from tests.app.screens.every_page import PAGES
from tests.thinned import exhaustive, part_of
from tui.app.drawing import style_rules
from tui.app.drawing.style_rules import apply_found, find_rules
from tui.app.theme import DARK, LIGHT


@pytest.fixture(autouse=True)
def nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules are found by this test's app, as in the program, and not by that of an earlier test."""
    monkeypatch.setattr(style_rules, "_known", WeakKeyDictionary())


_FLAGS = ("_has_hover_style", "_has_focus_within", "_has_order_style", "_has_odd_or_even")


def state(node: DOMNode) -> dict[str, object]:
    """What a widget was given by the style sheet."""
    parts = {
        name: styles.base.get_rules()
        for name, styles in node._component_styles.items()
        if hasattr(styles, "base")
    }
    return {"rules": node.styles.base.get_rules(), "parts": parts, **{f: getattr(node, f) for f in _FLAGS}}


def wrong(app: App[None]) -> Iterator[str]:
    """The widgets whose styles are not those that Textual finds now."""
    for screen in app.screen_stack:
        for node in screen.walk_children(with_self=True):
            had = state(node)
            find_rules(app.stylesheet, node)
            if had != state(node):
                yield f"{type(node).__name__}#{node.id} {sorted(node.classes)}"


@pytest.mark.parametrize(
    "pages",
    [part_of(list(PAGES), 1, 4), *exhaustive((part_of(list(PAGES), n, 4) for n in range(4)), whole=True)],
)
async def test_every_page_looks_as_textual_styles_it_when_opened_again(play, pages):
    async with play((120, 40), rules="") as p:
        await p.sees("synced")
        board = p.app.screen
        for name in pages:
            for theme in (None, None, LIGHT):
                if theme is not None:
                    p.app.use_theme(theme)
                await p.press(*PAGES[name])
                await p.pilot.pause(0.05)
                assert not list(wrong(p.app)), name
                for _ in range(9):
                    if p.app.screen is board:
                        break
                    await p.press("escape")
                await p.press("escape", "escape")
            p.app.use_theme(DARK)


async def test_the_second_card_searches_the_rules_of_few_widgets(play, monkeypatch):
    searched = Mock(side_effect=find_rules)
    monkeypatch.setattr(style_rules, "find_rules", searched)
    async with play((120, 40)) as p:
        await p.sees("synced")
        counts = []
        for _ in range(3):
            searched.reset_mock()
            await p.press("enter")
            await p.pilot.pause()
            counts.append(searched.call_count)
            await p.press("escape")
    assert counts[-1] <= 8 < counts[0]


class Stack(App[None]):
    """Labels that differ by their place among others, by class, or by what is around them."""

    CSS = """
    Label { color: red; }
    .warm Label { color: green; }
    .ends .row:first-child { color: blue; }
    .ends .row:last-child { text-style: bold; }
    .hot:hover, .hot:focus-within { color: pink; }
    Label:disabled { color: gray; }
    .own, #own { color: yellow; }
    """

    def compose(self) -> ComposeResult:
        """Yield two of each."""
        for classes in ("", "warm", "ends", "ends warm"):
            with Vertical(classes=classes):
                for number in range(3):
                    yield Label("a", disabled=number == 1, classes="row")


@pytest.mark.parametrize("classes", ["", "warm", "ends"])
@pytest.mark.parametrize(
    "names", [{}, {"id": "own"}, {"classes": "own"}, {"classes": "hot"}, {"disabled": True}]
)
async def test_a_widget_that_is_styled_before_it_is_mounted_is_not_taken_for_another(classes, names):
    app = Stack()
    async with app.run_test():
        parent = next(each for each in app.query(Vertical) if each.classes == {*classes.split()})
        for _ in range(2):
            for kind in ({}, names):
                label = Label("b", **kind)
                parent._nodes._append(label)
                label._attach(parent)
                apply_found(app.stylesheet, label)
                had = state(label)
                find_rules(app.stylesheet, label)
                assert had == state(label)
                parent._nodes._remove(label)


async def test_widgets_that_differ_by_their_place_are_not_taken_for_alike():
    app = Stack()
    async with app.run_test():
        parent = app.query(".ends").first()
        for place in ("first", "last", "last"):
            label = Label(place, classes="row")
            parent._nodes._insert(0, label) if place == "first" else parent._nodes._append(label)
            label._attach(parent)
            apply_found(app.stylesheet, label)
            had = state(label)
            find_rules(app.stylesheet, label)
            assert had == state(label)


async def test_changed_rules_are_found_again():
    app = Stack()
    async with app.run_test():
        await app.mount(Label("b", classes="new"))
        app.stylesheet.add_source(".new { color: yellow; }")
        await app.mount(Label("c", classes="new"))
        assert not [each for each in wrong(app) if each.endswith("['new']")][1:]
        assert list(app.query(Label))[-1].styles.color.rgb == (255, 255, 0)


async def test_what_is_found_is_forgotten_with_its_style_sheet():
    before = len(style_rules._known)
    sheet = Stylesheet()
    sheet.add_source("DOMNode { color: red; }")
    apply_found(sheet, DOMNode())
    apply_found(sheet, DOMNode())
    assert len(style_rules._known) == before + 1
    del sheet
    assert len(style_rules._known) == before
