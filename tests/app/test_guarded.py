"""What a widget cannot read is its screen's to tell."""

import pytest
from textual import on
from textual.app import App, ComposeResult
from textual.message import Message

from tui.app.guarded import Guarded
from tui.errors import StoreError


class Ask(Message):
    """Makes the widget read."""


class Reader(Guarded):
    fails = True

    def on_ask(self) -> None:
        if self.fails:
            raise StoreError("The disk could not be read.")
        self.fails = True


class Stage(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def compose(self) -> ComposeResult:
        yield Reader()

    @on(Guarded.Failed)
    def _hear(self, message: Guarded.Failed) -> None:
        self.told.append(str(message.error))


@pytest.mark.fault("F84")
async def test_a_handler_that_fails_is_told_and_the_next_message_is_taken():
    stage = Stage()
    async with stage.run_test() as pilot:
        reader, told = stage.query_one(Reader), stage.told
        for _ in range(2):
            reader.post_message(Ask())
            await pilot.pause()
        assert told == ["The disk could not be read."] * 2


@pytest.mark.fault("F84")
async def test_what_keeps_it_from_being_painted_is_told_once_until_it_was_read_anew():
    stage = Stage()
    async with stage.run_test() as pilot:
        reader, told = stage.query_one(Reader), stage.told
        for _ in range(3):
            reader.report_once(StoreError("locked"))
        await pilot.pause()
        assert told == ["locked"]
        reader.clear_reported()
        reader.report_once(StoreError("locked"))
        await pilot.pause()
        assert told == ["locked", "locked"]
