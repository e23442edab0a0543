"""The queue of keys, on a small app."""

import asyncio

import pytest
from textual import events
from textual._context import active_message_pump
from textual.app import App, ComposeResult
from textual.containers import Container
from textual.message import Message
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

from tui.app import type_ahead
from tui.app.type_ahead import TypeAhead


class Slow(Message):
    """Takes its page until the test says so."""


class Page(Screen[None]):
    """A page with a field, and a message that takes long."""

    def __init__(self) -> None:
        super().__init__()
        self.entered: list[str] = []

    def compose(self) -> ComposeResult:
        """Yield the field."""
        yield Input()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Remember what was entered."""
        self.entered.append(event.value)

    async def on_slow(self) -> None:
        """Handle the message until the test says so."""
        await self.app.gate.wait()  # type: ignore[attr-defined] # the app of this test


class Late(TypeAhead):
    """A queue at whose first drain a message reaches the page just behind the drain."""

    def __init__(self, *args) -> None:
        super().__init__(*args)
        self.posted = True  # until the app has started
        self.drains = 0

    def _drain_next(self, drained: MessagePump | None = None) -> None:
        self.drains += 1
        page = active_message_pump.get()
        super()._drain_next(drained)
        if isinstance(page, Page) and not self.posted:
            self.posted = page.post_message(Slow())


class Small(App[None]):
    """An app whose keys go through the queue."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.ahead = Late(self, super().on_event)

    def get_default_screen(self) -> Screen[None]:
        """Show the page."""
        return Page()

    def on_mount(self) -> None:
        """Take keys from now on."""
        self.ahead.begin()

    async def on_event(self, event: events.Event) -> None:
        """Send keys through the queue."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            await self.ahead.type(event)
        else:
            await super().on_event(event)


async def test_a_key_waits_for_a_message_that_is_being_handled():
    app = Small()
    async with app.run_test() as pilot:
        await _idle(app, pilot)
        app.ahead.posted = False
        for char in "1-":
            app.post_message(events.Key(char if char == "1" else "minus", char))
        for _ in range(100):
            await asyncio.sleep(0)
        field = app.screen.query_one(Input)
        waiting = (field.value, app.ahead.is_idle)
        app.gate.set()  # before anything is asserted: the app can't end without it
        for _ in range(100):
            await asyncio.sleep(0)
        assert app.ahead.posted
        assert waiting == ("1", False)
        assert (field.value, app.ahead.is_idle) == ("1-", True)


def _press(app: App[None], key: str, character: str | None = None) -> None:
    app.post_message(events.Key(key, character))


async def _idle(app: Small, pilot: Pilot[None]) -> None:
    for _ in range(100):
        await pilot.pause()
        if app.ahead.is_idle:
            break


async def test_nothing_is_drained_between_letters_however_far_apart():
    app = Small()
    app.gate.set()
    async with app.run_test() as pilot:
        await _idle(app, pilot)
        app.ahead.drains = 0
        for char in "abc":
            _press(app, char, char)
            await _idle(app, pilot)
        assert (app.screen.query_one(Input).value, app.ahead.drains) == ("abc", 0)


async def test_a_key_waits_for_the_effects_of_the_letters_before_it():
    app = Small()
    async with app.run_test() as pilot:
        await _idle(app, pilot)
        app.ahead.posted = False
        _press(app, "a", "a")
        for _ in range(100):
            await asyncio.sleep(0)
        _press(app, "enter")
        for _ in range(100):
            await asyncio.sleep(0)
        waiting = (list(app.screen.entered), app.ahead.is_idle)  # type: ignore[attr-defined] # the page of this app
        app.gate.set()  # before anything is asserted: the app can't end without it
        for _ in range(100):
            await asyncio.sleep(0)
        assert app.ahead.posted
        assert waiting == ([], False)
        assert (app.screen.entered, app.ahead.is_idle) == (["a"], True)  # type: ignore[attr-defined] # the page of this app


class Named(Message):
    """The name that the first line gives; it is handled slowly."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


class Turn(Message):
    """What a page that loads sends to itself, again and again."""


class Naming(Container):
    """A field for a name and then for its items, which tells itself the name."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def compose(self) -> ComposeResult:
        """Yield the field."""
        yield Input()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Tell itself the name."""
        event.stop()
        _ = self.post_message(Named(event.value))

    async def on_named(self, event: Named) -> None:
        """Take the name, and only then empty the field for the items."""
        event.stop()
        for _ in range(30):
            await asyncio.sleep(0)
        self.names.append(event.name)
        self.query_one(Input).value = ""


class NamingPage(Screen[None]):
    """The page of a ``Naming``, which may be busy with itself."""

    turns_left = 0

    def compose(self) -> ComposeResult:
        """Yield the part with the field."""
        yield Naming()

    def on_turn(self) -> None:
        """Take the next turn."""
        self.turns_left -= 1
        if self.turns_left > 0:
            _ = self.post_message(Turn())


class NamingApp(Small):
    """An app of that page."""

    def get_default_screen(self) -> Screen[None]:
        """Show the page."""
        return NamingPage()


@pytest.mark.parametrize("turns", [0, 5000], ids=["quiet", "busy"])
async def test_a_letter_waits_for_what_the_part_with_the_field_told_itself(turns):
    app = NamingApp()
    app.gate.set()
    async with app.run_test() as pilot:
        await _idle(app, pilot)
        page = app.screen
        assert isinstance(page, NamingPage)
        page.turns_left = turns
        page.post_message(Turn())
        for key in ("a", "enter", "b"):
            _press(app, key, key if len(key) == 1 else None)
        await _idle(app, pilot)
        assert (app.screen.query_one(Naming).names, app.screen.query_one(Input).value) == (["a"], "b")


async def test_what_is_typed_before_the_first_screen_is_drawn_comes_after_it():
    app = Small()
    app.gate.set()
    await app.on_event(events.Key("a", "a"))
    await app.on_event(events.Key("ctrl+j", "\n"))
    async with app.run_test() as pilot:
        for _ in range(100):
            await pilot.pause()
            if app.ahead.is_idle:
                break
        assert app.screen.entered == ["a"]  # type: ignore[attr-defined] # the page of this app


async def test_the_key_that_quits_waits_for_a_screen_too():
    app = Small()
    app.gate.set()
    await app.on_event(events.Key("ctrl+q", "\x11"))
    async with app.run_test() as pilot:
        for _ in range(100):
            if not app.is_running:
                break
            await pilot.pause()
        assert not app.is_running


async def test_what_takes_long_and_fails_ends_the_app_as_it_would_have_at_once(monkeypatch):
    monkeypatch.setattr(type_ahead, "DRAWS_AGAIN", 0.0)
    app = Small()
    app.gate.set()
    go_on = asyncio.Event()

    async def work() -> None:
        await go_on.wait()
        raise ValueError("no such day")

    async def play() -> None:
        async with app.run_test() as pilot:
            await app.ahead.wait_for(work())
            assert app.ahead.is_holding
            go_on.set()
            for _ in range(100):
                await asyncio.sleep(0)
            await pilot.pause()

    with pytest.raises(ValueError, match="no such day"):
        await play()


async def test_what_is_shown_is_read_some_time_before_the_key_and_no_box_covers_it(monkeypatch):
    seconds = 9.0
    monkeypatch.setattr(type_ahead, "get_time", lambda: seconds)
    monkeypatch.setattr(type_ahead, "READING", 0.5)
    async with Small().run_test() as pilot:
        app = pilot.app
        forwarded = []

        async def forward(event):
            forwarded.append(event.time)

        async def press(at):
            key = events.Key("f5", None)
            key.time = at
            await ahead.type(key)
            await pilot.pause()
            assert forwarded[-1] == at

        ahead = TypeAhead(app, forward)
        ahead.begin()
        await pilot.pause()
        await press(10.0)
        seconds = 10.4
        assert ahead.is_unread(9.6), "a key that waited was pressed before that was read"
        assert not ahead.is_unread(9.5)
        await app.push_screen(Screen())
        seconds = 20.0
        await app.pop_screen()
        await press(20.4)
        assert ahead.is_unread(9.5)
        await press(20.6)
        assert not ahead.is_unread(9.5)
        assert ahead.is_unread(20.3)


async def test_a_click_is_what_is_handled_and_no_key_before_it(monkeypatch):
    monkeypatch.setattr(type_ahead, "READING", 0.5)
    ahead = Small().ahead
    for at, unread in ((5.0, True), (9.0, False)):
        click = events.MouseDown(None, 0, 0, 0, 0, 1, shift=False, meta=False, ctrl=False)
        click.time = at
        ahead.note_click(click)
        assert ahead.is_unread(8.0) is unread
