"""What keeps rules from triggering themselves, and from running wild."""

from datetime import timedelta

import pytest

from tests.rules.conftest import Desk
from tests.rules.moving import MOVED, move, rule
from tests.stories.world import PatientClock
from tui.rules.file import parse_rules
from tui.rules.guards import DEEPEST, HOUR, SAME_CARD, SAME_CARD_SPAN, delay, refusal
from tui.store.firing_records import NewFiring

RULE = "moved"


async def test_two_rules_that_cause_each_other_are_stopped(desk: Desk):
    text = """
[[rule]]
name = "there"
when = { trigger = "Card Moved", board = "local board", to = "Done" }
do = [{ step = "move", list = "To do" }]

[[rule]]
name = "back"
when = { trigger = "Card Moved", board = "local board", to = "To do" }
do = [{ step = "move", list = "Done" }]
"""
    async with desk.doing(text):
        await move(desk)
        for count in range(1, 7):
            await desk.ended(count)
            await desk.sent()
        fired = await desk.ended(7)
    assert [one.state for one in fired] == ["done"] * 6 + ["refused"]
    assert [one.depth for one in fired] == [0, 1, 2, 3, 4, 5, 6]
    assert len({one.chain for one in fired}) == 1
    assert fired[-1].outcomes == ("5 rules in a row caused each other",)


async def test_a_rule_that_fires_again_and_again_on_one_card_is_stopped(desk: Desk):
    when = MOVED.replace("Card Moved", "Card Updated").replace(', to = "Done"', ', property = "title"')
    async with desk.doing(rule('step = "notify"\ntext = "{card.name}"', when=when)):
        card = await move(desk)
        for number in range(11):
            await desk.local.ask("PUT", f"/cards/{card}", name=f"name {number}")
        fired = await desk.ended(11)
    assert [one.state for one in fired] == ["done"] * 10 + ["refused"]
    assert "may trigger itself" in fired[-1].outcomes[0]


async def test_more_firings_than_an_hour_allows_wait(desk: Desk):
    async with desk.doing(rule('step = "comment"\ntext = "hello"', extra="most = 2\n")):
        for number in range(3):
            await move(desk, f"card {number}")
        fired = await desk.ended(2)
        (waiting,) = [one for one in desk.log.recent() if one.state == "waiting"]
        assert (waiting.due - waiting.heard).total_seconds() == 3600
        assert len(fired) == 2
        desk.clock.advance(3601)
        assert len(await desk.ended(3)) == 3


@pytest.mark.parametrize(("most", "every"), [(2, 20), (3, 5), (5, 1), (60, 0)])
def test_in_no_hour_a_rule_fires_more_often_than_it_may(log, clock, most, every):
    when = 'when = { trigger = "New Card" }\ndo = [{ step = "notify", text = "x" }]'
    (rule,) = parse_rules(f'[[rule]]\nname = "{RULE}"\n{when}\nmost = {most}\n').rules
    dues = []
    for page in range(4):
        ahead: list[NewFiring] = []
        for number in range(most):
            firing = NewFiring(rule=RULE, account="local", key=f"{page}-{number}", event={}, at=clock.now())
            ahead.append(firing.replace(delay=delay(log, rule, ahead, clock.now())))
        log.take_up("local", 1, ahead).result()
        dues += [clock.now() + timedelta(seconds=one.delay) for one in ahead]
        clock.advance(every * 60)
    assert dues == sorted(dues)
    for begin in dues:
        assert sum(begin <= due < begin + HOUR for due in dues) <= most
    # And no less often than it may.
    assert dues[-1] - dues[0] <= HOUR * 4


def on_card(clock: PatientClock, number: int, *, card: str = "ana", depth: int = 0) -> NewFiring:
    """A firing of the rule on a card, now."""
    return NewFiring(
        rule=RULE, account="local", key=str(number), event={}, at=clock.now(), card_id=card, depth=depth
    )


@pytest.mark.parametrize(("depth", "stopped"), [(0, False), (DEEPEST, False), (DEEPEST + 1, True)])
def test_only_so_many_rules_may_cause_each_other(log, clock, depth, stopped):
    assert bool(refusal(log, on_card(clock, 1, depth=depth), 0)) is stopped


def test_a_card_is_left_alone_after_so_many_firings_until_time_has_passed(log, clock):
    log.take_up("local", 1, [on_card(clock, number) for number in range(SAME_CARD - 1)]).result()
    assert refusal(log, on_card(clock, 90), 0) == ""
    assert "may trigger itself" in refusal(log, on_card(clock, 90), 1)
    log.take_up("local", 2, [on_card(clock, 90)]).result()
    assert "may trigger itself" in refusal(log, on_card(clock, 91), 0)
    assert refusal(log, on_card(clock, 91, card="joe"), 0) == ""
    clock.advance(SAME_CARD_SPAN.total_seconds() + 1)
    assert refusal(log, on_card(clock, 91), 0) == ""


def test_what_is_about_no_card_may_fire_as_often_as_it_does(log, clock):
    log.take_up("local", 1, [on_card(clock, number, card="") for number in range(3 * SAME_CARD)]).result()
    assert refusal(log, on_card(clock, 90, card=""), SAME_CARD) == ""


@pytest.mark.parametrize("step", ['step = "due"\ndone = true', 'step = "due"\ndue = "2027-01-02 09:00"'])
async def test_a_step_that_has_nothing_to_change_counts_no_later_edit_as_its_own(desk: Desk, step: str):
    """No event tells of it: the edits of people would seem to be its effect, and the rule be stopped."""
    when = '\n[[rule]]\nname = "moved"\nwhen = { trigger = "Card Updated", board = "local board", property = "title" }\n'
    async with desk.doing(rule(step, when=when)):
        card = await desk.local.make("/cards", idList=desk.local.todo, name="Ana")
        await desk.local.workspace.boards.pull(desk.local.board)
        for count in range(1, 9):
            desk.clock.advance(600)
            await desk.local.ask("PUT", f"/cards/{card}", name=f"Ana {count}")
            await desk.ended(count)
            await desk.sent()
            await desk.look()
    assert [one.state for one in desk.log.recent()] == ["done"] * 8
    assert {one.depth for one in desk.log.recent()} == {0}
