"""A rule that a command switched on: what happens before a program runs the rules fires it."""

from datetime import timedelta

import pytest

from tests.rules.conftest import Desk
from tests.rules.moving import rule
from tui.rules.begin import begin
from tui.rules.file import parse_rules
from tui.store.firing_records import NewFiring

SAYS = rule('step = "notify"\ntext = "{card.name}"')


async def move(desk: Desk, name: str) -> None:
    """Make a card, and move it to Done, while nobody looks."""
    card = await desk.local.make("/cards", idList=desk.local.todo, name=name)
    await desk.local.ask("PUT", f"/cards/{card}", idList=desk.local.done)
    desk.clock.advance(1)


async def switch_on(desk: Desk, text: str = SAYS, *, anew: bool = True) -> None:
    (one,) = parse_rules(text).rules
    desk.clock.advance(10)
    await begin(desk.local.workspace, desk.log, "local", one, desk.clock.now(), anew=anew)
    desk.clock.advance(10)


async def told(desk: Desk, *names: str) -> None:
    """Run the rule, until it has told these names, and a move that comes now."""
    async with desk.doing(SAYS):
        await move(desk, "now")
        await desk.ended(len(names) + 1)
    assert [text for text, _ in desk.told] == [*names, "now"]


@pytest.mark.parametrize("board", ["", 'board = "local board", '])
async def test_what_happens_after_it_was_switched_on_fires_it_at_the_first_start(desk: Desk, board: str):
    await move(desk, "before")
    every = SAYS.replace(', board = "local board", to = "Done"', "")
    await switch_on(desk, SAYS if board else every)
    await move(desk, "since")
    await told(desk, "since")


async def test_twice_it_begins_with_the_first_time(desk: Desk):
    await switch_on(desk)
    await move(desk, "since")
    await switch_on(desk, anew=False)
    await told(desk, "since")


async def test_off_and_on_again_it_begins_with_the_last_time(desk: Desk):
    await switch_on(desk)
    await move(desk, "off meanwhile")
    await switch_on(desk)
    await move(desk, "since")
    await told(desk, "since")


async def test_what_waited_when_it_was_switched_off_ends_and_what_came_since_does_not(desk: Desk):
    def taken_up(key: str) -> None:
        new = NewFiring(rule="moved", account="local", key=key, event={}, at=desk.clock.now(), card_id="")
        desk.log.take_up("local", 1, [new]).result()

    await switch_on(desk)
    taken_up("a")
    desk.clock.advance(1)
    since = desk.clock.now()
    # A program that runs the rules has read the file before the command is done with it.
    taken_up("b")
    desk.clock.advance(1)
    (read,) = desk.log.switch_on(["moved"]).result().values()
    await desk.log.begin("moved", "local", 9, since, anew=True)
    assert {one.key: one.state for one in desk.log.recent()} == {"a": "refused", "b": "waiting"}
    assert desk.log.switch_on(["moved"]).result()["moved"] == since > read
    assert desk.log.read_up_to("local") == 1


async def test_killed_halfway_it_begins_when_the_rules_are_read(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(desk.log, "begin", killed)
        with pytest.raises(KeyboardInterrupt):
            await switch_on(desk)
    await move(desk, "unseen")
    desk.clock.advance(10)
    await told(desk)


async def test_a_board_that_is_read_already_is_read_on_from_there(desk: Desk):
    await desk.look()
    await switch_on(desk)
    await move(desk, "since")
    await desk.look()
    await told(desk, "since")


async def test_a_reminder_of_before_the_first_start_comes(desk: Desk):
    due = desk.clock.now() + timedelta(minutes=10)
    await desk.local.make("/cards", idList=desk.local.todo, name="Ring Ana", due=due.isoformat())
    reminds = SAYS.replace(
        '{ trigger = "Card Moved", board = "local board", to = "Done" }',
        '{ trigger = "Card Due Date Reminder" }',
    )
    await switch_on(desk, reminds)
    desk.clock.advance(3600)
    async with desk.doing(reminds):
        await desk.ended()
    assert desk.told == [("Ring Ana", ("app",))]
