"""The engine of rules, from an event at the service to what stands at it afterwards."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from tests.rules.conftest import Desk
from tests.rules.moving import MOVED, move, rule
from tui.errors import CredentialError
from tui.sync.events.poll import EventPoller
from tui.workspace import Workspace


async def test_only_what_happens_after_it_began_fires_and_each_event_once(desk: Desk):
    card = await move(desk, "before")
    await desk.look()
    async with desk.doing(rule('step = "comment"\ntext = "hello"')):
        await move(desk, "after")
        assert [one.event["card"]["name"] for one in await desk.ended()] == ["after"]
        await desk.look()
    async with desk.doing(rule('step = "comment"\ntext = "hello"')):
        await desk.look()
        await move(desk, "again")
        names = [one.event["card"]["name"] for one in await desk.ended(2)]
    assert names == ["after", "again"]
    assert await desk.local.ask("GET", f"/cards/{card}/actions", filter="commentCard") == []


async def test_what_cannot_be_done_is_given_up_and_done_again_when_asked(desk: Desk):
    async with desk.doing(rule('step = "label"\nlabel = "nowhere"', 'step = "notify"\ntext = "after"')):
        await move(desk)
        (fired,) = await desk.ended()
        assert fired.state == "failed"
        assert fired.outcomes == ("there is no label 'nowhere'",)
        await desk.local.make("/labels", name="nowhere", color="red", idBoard=desk.local.board)
        assert desk.log.retry(fired.id).result()
    async with desk.doing(rule('step = "label"\nlabel = "nowhere"', 'step = "notify"\ntext = "after"')):
        (fired,) = await desk.ended()
    assert (fired.state, desk.told) == ("done", [("after", ("app",))])
    # The failure is no deed: whoever undoes the move is told what was done.
    assert fired.outcomes == fired.steps_done == ("put on nowhere", "told: after")


async def test_a_failure_is_told_once_for_each_reason_until_the_rule_works_again(desk: Desk):
    text = rule('step = "label"\nlabel = "{card.desc}"')
    async with desk.doing(text):
        for number, label in enumerate(("no", "no", "never", "no", "hot", "no"), 1):
            if label == "hot":
                await desk.local.make("/labels", name="hot", color="red", idBoard=desk.local.board)
            await move(desk, f"card {number}", desc=label)
            await desk.ended(number)
        await desk.until(lambda: len(desk.reports) == 4)
    failed = "rule moved: step 1 failed: there is no label"
    assert desk.reports == [f"{failed} 'no'", f"{failed} 'never'", "rule moved: ", f"{failed} 'no'"]


async def test_what_a_guard_refuses_is_told_too(desk: Desk):
    async with desk.doing(rule('step = "enrich"', extra="credits = 0\n")):
        await move(desk, "Ana Reid, ana.reid@tuiridge.example")
        (fired,) = await desk.ended()
        await desk.until(lambda: desk.reports)
    assert fired.state == "refused"
    assert desk.reports == [f"rule moved: refused: {fired.outcomes[-1]}"]


async def test_an_account_that_failed_by_a_fault_of_ours_is_reported_until_it_works(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    events, last = desk.local.workspace.events, desk.local.workspace.events.last

    def fail_once() -> int:
        monkeypatch.setattr(events, "last", last)
        raise ZeroDivisionError

    monkeypatch.setattr(events, "last", fail_once)
    async with desk.doing(rule('step = "notify"\ntext = "hello"')):
        await desk.as_time_passes(lambda: len(desk.reports) > 1)
    assert desk.reports == ["local: ZeroDivisionError; the log has the details", "local: "]


async def test_a_rule_follows_the_clock_of_the_service(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    events = desk.local.workspace.events
    # As if the service were an hour behind: what it tells next is dated before the rule was switched on.
    monkeypatch.setattr(events, "clock_offset", lambda: timedelta(hours=1))
    async with desk.doing(rule('step = "notify"\ntext = "hello"')):
        await move(desk)
        await desk.look()
        desk.clock.advance(3600)
        await move(desk, "later")
        await desk.ended()
    assert [one.event["card"]["name"] for one in desk.log.recent()] == ["later"]


async def test_a_rule_that_is_switched_on_leaves_alone_what_happened_before(desk: Desk):
    other = MOVED.replace('"moved"', '"other"').replace('"Done"', '"To do"')
    notify = '\n[[rule.do]]\nstep = "notify"\ntext = "{rule}: {card.name}"\n'
    async with desk.doing(other + notify):
        await move(desk, "before")
    desk.clock.advance(10)
    async with desk.doing(other + notify + MOVED + notify):
        await desk.look()
        await move(desk, "after")
        await desk.ended()
    assert [text for text, _ in desk.told] == ["moved: after"]


async def test_a_rule_that_is_switched_off_ends_what_waits(desk: Desk):
    text = rule('step = "notify"\ntext = "hello"', extra="most = 1\n")
    other = MOVED.replace('"moved"', '"other"') + '\n[[rule.do]]\nstep = "archive"\n'
    async with desk.doing(text):
        await move(desk, "first")
        await move(desk, "second")
        await desk.ended()
    async with desk.doing(other):
        await desk.ended(2)
    states = {
        one.event["card"]["name"]: (one.state, one.outcomes[-1])
        for one in desk.log.recent()
        if one.rule == "moved"
    }
    assert states == {"first": ("done", "told: hello"), "second": ("refused", "the rule was switched off")}


COMMENT, LABEL, ARCHIVE = (
    'step = "comment"\ntext = "once"',
    'step = "label"\nlabel = "nowhere"',
    'step = "archive"',
)


@pytest.mark.parametrize(
    ("steps", "state", "said"),
    [
        pytest.param(
            (ARCHIVE, COMMENT, LABEL),
            "refused",
            "steps that it had done are no longer in the rule",
            id="one before",
        ),
        pytest.param((COMMENT,), "refused", "the rule has no further step", id="the rest gone"),
        pytest.param((COMMENT, ARCHIVE), "done", "archived", id="the stopped one mended"),
    ],
)
async def test_a_firing_goes_on_if_the_steps_it_did_are_the_same(desk: Desk, steps, state, said):
    """The first step is done, the second stopped; then the rule is changed, and the firing done again."""
    async with desk.doing(rule(COMMENT, LABEL)):
        card = await move(desk)
        (fired,) = await desk.ended()
        assert (fired.state, fired.step) == ("failed", 1)
    assert desk.log.retry(fired.id).result()
    async with desk.doing(rule(*steps)):
        (fired,) = await desk.ended()
        await desk.sent()
    assert (fired.state, fired.outcomes[-1]) == (state, said)
    assert len(await desk.local.ask("GET", f"/cards/{card}/actions", filter="commentCard")) == 1


async def test_a_fault_of_ours_costs_one_firing(desk: Desk, monkeypatch):
    def broken(self, *_):
        monkeypatch.undo()
        raise ZeroDivisionError

    async with desk.doing(rule('step = "notify"\ntext = "{card.name}"')):
        monkeypatch.setattr("tui.rules.steps.outside.NotifyStep.run", broken)
        await move(desk, "first")
        await desk.ended()
        await move(desk, "second")
        first, second = await desk.ended(2)
    assert (first.state, first.outcomes) == ("failed", ("ZeroDivisionError: the log has the details",))
    assert second.state == "done"


async def test_an_event_waits_for_a_service_that_cannot_be_asked_for_its_card(desk: Desk):
    async with desk.doing(rule('step = "notify"\ntext = "{card.name}"', extra='if = "name:ana"\n')):
        card = await desk.local.make("/cards", idList=desk.local.todo, name="Ana")
        await desk.look()
        await desk.local.ask("PUT", f"/cards/{card}", idList=desk.local.done)
        desk.local.wire.fail("refuse", "GET", f"/cards/{card}", times=20)
        await desk.look()
        await desk.until(lambda: True)
        await desk.as_time_passes(lambda: any(report.startswith("local:") for report in desk.reports))
        assert desk.told == []
        desk.local.wire.faults.clear()
        await desk.as_time_passes(lambda: desk.told)
    assert desk.told == [("Ana", ("app",))]
    assert desk.reports[-1] == "local: "


async def test_an_account_that_is_opened_later_is_said_to_be_well_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    around = desk.around()
    begin, closed = around.accounts, ["locked"]

    async def locked(name: str) -> Workspace:
        if closed:
            raise CredentialError("the vault is closed")
        return await begin(name)

    monkeypatch.setattr(desk, "around", lambda: replace(around, accounts=locked))
    async with desk.doing(rule('step = "notify"\ntext = "{card.name}"')):
        closed.clear()
        await desk.as_time_passes(lambda: len(desk.reports) > 1)
    assert desk.reports == ["local: the vault is closed", "local: "]


async def test_a_card_that_a_rule_makes_has_the_labels_of_its_list_besides_its_own(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(desk.local.workspace, "_list_labels", {"To do": ["fresh", "hot"]})
    for name in ("hot", "cold", "fresh"):
        await desk.local.make("/labels", name=name, color="red", idBoard=desk.local.board)
    await desk.local.workspace.boards.pull(desk.local.board)
    board = desk.local.workspace.boards.get(desk.local.board)
    assert board is not None
    text = rule(
        f'step = "create card"\nboard = "{board.name}"\nlist = "To do"\nname = "Next"\nlabels = ["cold", "hot"]'
    )
    async with desk.doing(text):
        await move(desk)
        (fired,) = await desk.ended()
        await desk.sent()
    assert fired.state == "done"
    found = await desk.local.ask("GET", f"/lists/{desk.local.todo}/cards")
    (made,) = (card for card in found if card["name"] == "Next")
    assert sorted(label["name"] for label in made["labels"]) == ["cold", "fresh", "hot"]


async def test_a_fault_of_ours_in_the_watch_is_reported_and_ends_no_rule(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    poll, faults = EventPoller.look, [OverflowError("a date of the year 0")]

    async def look(self: EventPoller, *about: Any, **more: Any) -> Any:
        if faults:
            raise faults.pop()
        return await poll(self, *about, **more)

    monkeypatch.setattr(EventPoller, "look", look)
    async with desk.doing(rule('step = "notify"\ntext = "{card.name}"')):
        card = await desk.local.make("/cards", idList=desk.local.todo, name="Ana")
        await desk.as_time_passes(lambda: "local: " in desk.reports)
        # Nobody else polls, and the next poll is an hour away.
        await desk.local.ask("PUT", f"/cards/{card}", idList=desk.local.done)
        desk.clock.advance(3_570)
        await desk.as_time_passes(lambda: desk.told)
    # A request of the other account may take too long while the hour passes.
    told = [report for report in desk.reports if report.startswith("local: ")]
    assert told == ["local: OverflowError in the sync; the log has more.", "local: "]
