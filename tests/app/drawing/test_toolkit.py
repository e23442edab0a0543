"""What replaces parts of Textual returns what they returned."""

import asyncio
from functools import partial, wraps
from inspect import signature
from itertools import count
from types import MethodType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import _callback, _time, events, on, reactive
from textual._compositor import Compositor
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.css.styles import RulesMap
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from tui.app.drawing.toolkit import (
    count_by_signature,
    count_parameters,
    find_handlers,
    find_handlers_quickly,
    height_of,
    wrapped_height,
)
from tui.app.screens.board import BoardScreen
from tui.app.screens.card import CardScreen


class Card:
    """A class with callbacks of each kind."""

    def act(self, event, *, soon=False): ...

    async def work(self): ...

    @classmethod
    def make(cls, name): ...

    @staticmethod
    def tell(words, *more, **others): ...

    def __call__(self, event): ...


def plain(first, /, second=1): ...


def logged(func):
    @wraps(func)
    def wrapper(*args, **kwargs):
        return func(*args, **kwargs)

    return wrapper


def signed(*args): ...


signed.__signature__ = signature(plain)  # type: ignore[attr-defined] # as libraries do


CALLBACKS = {
    "function": plain,
    "signed": signed,
    "wrapped": logged(plain),
    "wrapped method": MethodType(logged(Card.act), Card()),
    "lambda": lambda: None,
    "variadic": lambda *events: events,
    "object": Card(),
    "method": Card().act,
    "coroutine": Card().work,
    "class method": Card.make,
    "static method": Card.tell,
    "partial": partial(plain, 1),
    "partial by name": partial(Card().act, soon=True),
    "partial twice": partial(partial(Card.tell, "hello"), 2),
    "partial in C": partial(list[int]().append, 1),
    "of the library": asyncio.Event().set,
}


@pytest.mark.parametrize("callback", CALLBACKS.values(), ids=CALLBACKS)
def test_the_parameters_of_a_callback_are_counted_as_textual_does(callback):
    counted = count_parameters(callback)
    assert counted == count_by_signature(callback)


def test_textual_counts_with_it():
    assert _callback.count_parameters is reactive.count_parameters is count_parameters  # type: ignore[attr-defined]


@given(
    st.text("ab \t\n漢é", max_size=40),
    st.integers(3, 12),
    st.integers(0, 1),
    st.sampled_from(["wrap", "nowrap"]),
)
def test_the_lines_of_a_text_are_counted_as_textual_does(text, width, pad, wrapping):
    rules = RulesMap(line_pad=pad, text_wrap=wrapping)
    assert height_of(Content(text), rules, width) == wrapped_height(Content(text), rules, width)


def test_a_text_whose_lines_fit_is_not_wrapped(monkeypatch):
    monkeypatch.setattr(Content, "_wrap_and_format", None)
    assert Content("ring Ana\nand Tane").get_height({}, 8) == 2


class Pane(App[None]):
    """An app with a text in a pane that scrolls."""

    CSS = "Static { width: 1fr; height: auto; }"

    def compose(self) -> ComposeResult:
        """Yield the text."""
        with VerticalScroll(can_focus=False):
            yield Static("ring Ana")


async def test_a_text_that_grows_is_laid_out_once_and_a_scrollbar_that_appears_again(monkeypatch):
    laid_out = list[Size]()
    reflow = Compositor.reflow

    def counted(compositor: Compositor, parent: Widget, size: Size) -> object:
        laid_out.append(size)
        return reflow(compositor, parent, size)

    app = Pane()
    async with app.run_test(size=(20, 4)) as pilot:
        await pilot.pause()
        pane, text = app.query_one(VerticalScroll), app.query_one(Static)
        heights = list[int]()
        app.screen.watch(pane, "virtual_size", lambda size: heights.append(size.height), init=False)
        monkeypatch.setattr(Compositor, "reflow", counted)
        text.update("ring Ana\nand Tane")
        await pilot.pause()
        assert text.size == (20, 2)
        assert len(laid_out) == 1
        text.update("\n".join("abcdef"))
        await pilot.pause()
        assert text.size.width < 20, "there is a scrollbar beside it"
        assert (pane.virtual_size.height, heights[-1]) == (6, 6)


def test_a_line_keeps_a_few_results_and_forgets_the_oldest():
    line = Strip.blank(120)
    cuts = [line.crop(0, end) for end in range(1, 40)]
    assert line.crop(0, 39) is cuts[-1]
    assert line.crop(0, 1) is not cuts[0]
    assert len(line._crop_cache) == 16


async def test_a_timer_that_fires_once_fires_however_late_it_starts(monkeypatch):
    fired = asyncio.Event()
    app = App[None]()
    async with app.run_test():
        now = _time.get_time
        ticks = count(now(), 1)  # a second is lost between any two lines
        with monkeypatch.context() as patched:
            patched.setattr(_time, "get_time", lambda: next(ticks))
            app.set_timer(0.001, fired.set)
            await asyncio.wait_for(fired.wait(), 10)


async def test_a_timer_that_repeats_still_skips_the_beats_it_missed():
    app = App[None]()
    async with app.run_test():
        assert app.set_interval(60, lambda: None)._skip


class Asked(Message):
    """A message that one handler may keep from the others."""


class Plain(Widget):
    """Handles by name, in public and in private."""

    def on_asked(self, event): ...

    async def _on_key(self, event): ...


class Kept(Plain):
    """Has another handler before that of its base."""

    def on_asked(self, event):
        event.prevent_default()

    def on_key(self): ...


class Decorated(Plain):
    """Handles one message by name, and the same by decoration."""

    @on(Asked)
    def on_asked(self, event): ...

    @on(events.Click, "#never")
    def clicked(self): ...


@pytest.mark.parametrize("kind", [Plain, Kept, Decorated, Input, OptionList, BoardScreen, CardScreen])
@pytest.mark.parametrize(
    "message",
    [Asked(), events.Key("a", "a"), events.Idle(), events.Mount(), events.Resize(Size(1, 1), Size(1, 1))],
)
def test_the_same_handlers_are_found_in_the_same_order(kind, message):
    pump = kind.__new__(kind)
    for _ in range(2):
        assert list(find_handlers_quickly(pump, message.handler_name, message)) == list(
            find_handlers(pump, message.handler_name, message)
        )


def test_a_handler_keeps_a_message_from_those_of_its_bases():
    message = Asked()
    called = [
        owner for owner, handle in find_handlers_quickly(Kept(), "on_asked", message) if not handle(message)
    ]
    assert called == [Kept]
