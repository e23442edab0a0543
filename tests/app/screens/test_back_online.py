"""The end of an outage: the first answer of the service is told, and what waits goes on with it."""

from tests.app.screens.conftest import Play

PAUSES = 20
"""Seconds within which a request has had all its tries; the next probe of an outage comes after a minute."""


async def cut_off(p: Play, *, sends: bool = False) -> None:
    """Unplug the service until the next probe is a long time off."""
    p.wire.plugged = False
    p.workspace.sync.refresh()
    await p.sees("○ offline", tick=1)
    engine, tried = p.workspace._engine, len(p.wire.seen)
    waiting = engine._loops._retries._waiting

    def rests() -> bool:
        """Whether nothing is under way: a try would have pauses of its own between its requests."""
        assert engine._session is not None
        pause = engine._session.pusher._breaker.wait(p.clock.monotonic())
        return len(p.wire.seen) > tried + 24 and "pull" in waiting and (not sends or pause > 40)

    await p.until(rests, tick=4)
    assert "○ offline" in p.words()


async def test_the_word_offline_ends_with_the_first_answer_and_everything_is_read_again(play):
    async with play() as p:
        await p.sees("local · synced")
        await cut_off(p)
        p.wire.plugged = True
        at, asked = p.clock.monotonic(), p.wire.count("GET")
        await p.press("n", *"Ring Tane", "enter", "escape")
        await p.until(lambda: "offline" not in p.words(), tick=0.1)
        await p.sees("local · synced", tick=0.1)
        assert p.clock.monotonic() < at + PAUSES, "nobody waited for the next probe"
        assert p.wire.count("POST", "/cards")
        assert p.wire.count("GET") > asked, "what happened meanwhile is read"


async def test_what_waits_to_be_sent_goes_with_the_first_answer_to_anything(play):
    async with play() as p:
        await p.sees("local · synced")
        p.wire.plugged = False
        await p.press("n", *"Ring Tane", "enter", "escape")
        await cut_off(p, sends=True)
        await p.sees("○ offline · 1 waiting")
        p.wire.plugged = True
        at = p.clock.monotonic()
        await p.workspace.search.local_and_remote("Ana")
        await p.sees("local · synced", tick=0.1)
        assert p.clock.monotonic() < at + PAUSES
        assert p.wire.count("POST", "/cards")
