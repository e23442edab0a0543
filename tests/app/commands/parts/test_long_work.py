"""How far a long change is, is shown until it is done."""

import asyncio

import pytest

from tests.app.fakes import fake_page
from tui.app.commands.parts import long_work
from tui.app.commands.parts.long_work import told_meanwhile


async def test_what_is_done_at_once_is_done_without_a_word():
    async def work(_told):
        return 7

    context = fake_page()
    assert await told_meanwhile(context, "undoing", work) == 7
    assert context.done == []


async def test_it_is_shown_how_far_it_is_until_it_is_done(monkeypatch):
    monkeypatch.setattr(long_work, "PAUSE", 0.0)
    seen = asyncio.Event()
    context = fake_page()
    tell = context.tell

    def heard(text, **how):
        tell(text, **how)
        if "9,000" in text:
            seen.set()

    monkeypatch.setattr(context, "tell", heard)

    async def work(told):
        told(9_000, 10_000)
        await seen.wait()
        return "done"

    assert await told_meanwhile(context, "undoing", work) == "done"
    assert ("tell", "undoing … 9,000 of 10,000") in context.done
    assert {words for _, words in context.done} <= {"undoing …", "undoing … 9,000 of 10,000"}


async def test_what_goes_wrong_is_raised(monkeypatch):
    monkeypatch.setattr(long_work, "PAUSE", 0.0)

    async def work(_told):
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await told_meanwhile(fake_page(), "undoing", work)


async def test_what_is_cancelled_stops_waiting_for_the_work(monkeypatch):
    monkeypatch.setattr(long_work, "PAUSE", 0.0)
    begun, ended = asyncio.Event(), asyncio.Event()

    async def work(_told):
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    asked = asyncio.ensure_future(told_meanwhile(fake_page(), "undoing", work))
    await begun.wait()
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    await ended.wait()
