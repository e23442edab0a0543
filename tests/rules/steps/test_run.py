"""What a step is given, and how it writes once."""

from datetime import timedelta

from tests.rules.conftest import Desk
from tests.rules.moving import move, rule
from tui.model.enrich.spending import Spend
from tui.rules.steps.run import StepRun
from tui.store.enrich.settlement import record_spend
from tui.store.firing_records import NewFiring, StepDone


async def test_a_step_that_was_done_is_not_done_again(desk: Desk):
    """As after a kill between the write and the note of it: the firing stands at its first step again."""
    async with desk.doing(rule('step = "comment"\ntext = "once"')):
        card = await move(desk)
        (fired,) = await desk.ended()
        await desk.sent()
    desk.log._db.write(
        lambda tx: tx.run("UPDATE firings SET state = 'waiting', step = 0, ended = NULL")
    ).result()
    async with desk.doing(rule('step = "comment"\ntext = "once"')):
        (again,) = await desk.ended()
        await desk.sent()
    assert again.id == fired.id
    assert len(await desk.local.ask("GET", f"/cards/{card}/actions", filter="commentCard")) == 1


async def test_a_repeat_that_costs_nothing_hides_nothing_that_was_spent(desk: Desk):
    """As after a kill between the payment and the record of the step."""
    fired = NewFiring(rule="moved", account="local", key="1", event={}, at=desk.clock.now())
    desk.log.take_up("local", 1, [fired]).result()
    (firing,) = desk.log.recent()
    run = StepRun(firing, desk.local.workspace, desk.around(), credits=10)
    desk.log.spend(firing, 7).result()
    paid = Spend(desk.clock.now(), "email:ana@kauri.example", "dir", 5, "", run.key)
    desk.local.workspace._store.write(lambda tx: record_spend(tx, paid)).result()
    async with run.paying(0):
        pass
    desk.log.step_done(firing, StepDone(outcome="looked up"), last=True).result()
    (firing,) = desk.log.recent()
    assert firing.credits == 5
    assert desk.log.spent_since("moved", desk.clock.now() - timedelta(days=1)) == 5
