"""The bell rings for what concerns the user, once each, and only where it is wanted."""

from datetime import timedelta

import pytest

from tests.app.screens.conftest import Play, add_item
from tui.app.terminal import bell
from tui.model.change import Change
from tui.model.values.scalars import format_instant
from tui.model.writes.cards import UpdateCard
from tui.services.inbox import Inbox
from tui.settings.config import Config


@pytest.fixture
def rings(monkeypatch) -> list[str]:
    rung: list[str] = []
    monkeypatch.setattr("tui.app.app.CardscoutApp.bell", lambda _: rung.append("ring"))
    return rung


async def make_due(p: Play, words: str, seconds: float) -> None:
    card, due = p.face(words), p.clock.now() + timedelta(seconds=seconds)
    await p.workspace.writes.submit(UpdateCard(board_id=p.board.id, card_id=card.id, due=due))
    assert p.face(words).due == format_instant(due)


async def test_a_card_that_becomes_due_rings_once_and_is_named(play, rings, monkeypatch):
    monkeypatch.setattr(bell, "LOOKS", 0.05)
    async with play(config=Config(bell=True)) as p:
        await make_due(p, "Inbound: Southerly", 30)
        await p.pilot.pause(0.2)
        assert rings == []
        p.clock.advance(31)
        await p.until(lambda: rings)
        await p.until(lambda: [*p.app._notifications])
        assert [(one.title, one.message) for one in p.app._notifications] == [
            ("Due now", p.face("Inbound: Southerly").name)
        ]
        await p.pilot.pause(0.2)
        assert rings == ["ring"]


async def test_a_new_notification_rings_and_is_counted_in_the_title(play, rings, monkeypatch):
    async with play(config=Config(bell=True)) as p:
        await p.until(lambda: p.app._after_start is not None)
        monkeypatch.setattr(Inbox, "unread", lambda _: 2)
        p.workspace._store.feed.publish(Change(frozenset({"notifications"})))
        await p.until(lambda: rings == ["ring"])
        await p.sees("✉ 2 · 37 cards")
        monkeypatch.setattr(Inbox, "unread", lambda _: 1)
        p.workspace._store.feed.publish(Change(frozenset({"notifications"})))
        await p.sees("✉ 1 · 37 cards")
        assert rings == ["ring"]


async def test_nothing_rings_unless_it_is_set(play, rings, monkeypatch):
    monkeypatch.setattr(bell, "LOOKS", 0.05)
    async with play() as p:
        await make_due(p, "Inbound: Southerly", 30)
        p.clock.advance(31)
        await p.pilot.pause(0.3)
        assert rings == []


async def test_the_cards_of_others_do_not_ring(play):
    async with play() as p:
        now, me = p.clock.now(), p.workspace.access.me()
        later = now + timedelta(seconds=60)
        assert me is not None
        for words in ("Inbound: Southerly", "Hemi Parata", "Ring Ana Reid"):
            await make_due(p, words, 30)
        due = set(p.workspace.cards.due_between(now, later))
        assert me.id not in p.face("Hemi Parata").member_ids
        assert due == {p.face("Inbound: Southerly").name, p.face("Ring Ana Reid").name}
        assert p.workspace.cards.due_between(later, later + timedelta(days=1)) == []


async def test_an_item_of_a_checklist_rings_for_whoever_does_it_or_is_on_its_card(play, rings, monkeypatch):
    monkeypatch.setattr(bell, "LOOKS", 0.05)
    async with play(config=Config(bell=True)) as p:
        me, due = p.workspace.access.me(), p.clock.now() + timedelta(seconds=30)
        assert me is not None
        for words, name, member in (
            ("Inbound: Southerly", "Call back", None),
            ("Hemi Parata", "Of another's card", None),
            ("Hemi Parata", "Mine", me.id),
            ("Ring Ana Reid", "Of somebody else", p.face("Hemi Parata").member_ids[0]),
        ):
            await add_item(p, words, name, due=due, member_id=member)
        # What is being sent when the clock jumps would time out, and wait for a clock that stands still.
        await p.until(lambda: not p.workspace.outbox.numbers())
        p.clock.advance(31)
        await p.until(lambda: len([*p.app._notifications]) == 2)
        told = [one.message.partition(" · ") for one in p.app._notifications]
        assert [item for item, *_ in told] == ["☐ Call back", "☐ Mine"]
        assert told[0][2] == p.face("Inbound: Southerly").name
        assert rings == ["ring"]
