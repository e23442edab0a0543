"""Toasts do not lie over the line that is being typed in, wherever that is and goes."""

from functools import partialmethod

import pytest
from textual.geometry import Region

from tests.thinned import rotated
from tui.app.app import CardscoutApp
from tui.app.terminal.toasts import shortened

WORDS = "a rule says something of some length, which takes several lines of a toast " * 3


@pytest.fixture(autouse=True)
def shown(monkeypatch):
    """The toolkit shows no toasts in a test unless it is asked to."""
    monkeypatch.setattr(CardscoutApp, "run_test", partialmethod(CardscoutApp.run_test, notifications=True))


def toasts(p) -> list[Region]:
    return [each.region for each in p.app.screen.query("Toast")]


def covered(p) -> bool:
    """Whether a toast is over the line of the cursor, or none is there yet."""
    row = p.app.screen.focused.cursor_screen_offset.y
    over = {type(p.app.screen.get_widget_at(x, row)[0]).__name__ for x in range(80)}
    return not toasts(p) or "Toast" in over


TYPED = {
    "filter": ("", ("slash", "x")),
    "card": ("", ("n", "x")),
    "box": ("", ("plus", "x")),
    "description": ("Ana Reid", ("d", "x")),
    "comment": ("Ana Reid", ("C", "x")),
}


@pytest.mark.parametrize(("typed", "first"), rotated(list(TYPED), ["toast", "line"]))
async def test_a_toast_is_clear_of_what_is_typed_whichever_came_first(play, typed, first):
    card, keys = TYPED[typed]
    async with play((80, 24)) as p:
        if card:
            await p.open(card)
        if first == "line":
            await p.press(*keys)
        for n in range(4):
            p.app.notify(f"{n} {WORDS}", title="A rule says", timeout=600)
        if first == "toast":
            await p.until(lambda: toasts(p))
            await p.press(*keys)
        await p.until(lambda: p.app.screen.focused is not None and not covered(p))


async def test_a_toast_goes_out_of_the_way_of_a_cursor_that_comes_to_it(play):
    async with play((80, 24)) as p:
        await p.open("Ana Reid", "description")
        p.app.notify(WORDS, timeout=600)
        await p.press(*["enter"] * 12)
        await p.until(lambda: not covered(p))
        await p.press(*["up"] * 20)
        await p.until(lambda: not covered(p))


async def test_a_toast_is_at_the_bottom_where_nothing_is_typed(play):
    async with play((80, 24)) as p:
        p.app.notify("said", timeout=600)
        await p.until(lambda: toasts(p) and toasts(p)[0].y > 12)


@pytest.mark.parametrize(("size", "words"), [((80, 24), WORDS), ((40, 12), WORDS[:80]), ((120, 40), WORDS)])
async def test_a_long_message_is_not_cut_off(play, size, words):
    async with play(size) as p:
        p.app.notify(words, title="A rule says", timeout=600, markup=False)
        await p.until(lambda: toasts(p) and toasts(p)[0].height > 1)
        assert "…" not in str(p.app.screen.query("Toast").first().render())
        [toast] = toasts(p)
        assert toast.height <= size[1] // 2
        assert toast.bottom < size[1]


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_a_message_that_is_too_long_is_shortened_and_says_so(play, size):
    async with play(size) as p:
        p.app.notify(WORDS * 9, title="A rule says", timeout=600, markup=False)
        await p.until(lambda: toasts(p) and toasts(p)[0].height > 1)
        [toast] = toasts(p)
        assert toast.bottom < size[1]
        assert str(p.app.screen.query("Toast").first().render()).rstrip().endswith("…")


@pytest.mark.parametrize(
    ("text", "lines", "shown"),
    [
        ("one two", 1, "one two"),
        ("one two three", 2, "one two three"),
        ("one two three four", 2, "one two\nthree …"),
        ("a\nb\nc", 1, "a …"),
        ("onetwothree four", 1, "onetwot…"),
        ("one\ntwo\nthree", 2, "one\ntwo …"),
    ],
)
def test_a_text_keeps_the_lines_that_fit(text, lines, shown):
    assert shortened(text, 8, lines) == shown


async def test_esc_takes_the_toasts_down_as_it_does_a_message(play):
    async with play((80, 24)) as p:
        for title in ("one", "two", "two"):
            p.app.notify(WORDS, title=title, timeout=600)
        await p.until(lambda: len(toasts(p)) == 3)
        assert p.app.take_down("two")
        await p.until(lambda: len(toasts(p)) == 1)
        assert not p.app.take_down("two")
        await p.press("escape")
        await p.until(lambda: not toasts(p))
