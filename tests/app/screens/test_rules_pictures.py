"""Pictures of the rules page and its boxes, wide and narrow."""

from datetime import timedelta

import pytest

from tests.app.screens.test_rules import BROKEN, LABEL, OFF, page
from tui.rules.log import firings
from tui.store.firing_records import NewFiring, StepDone

SIZES = pytest.mark.parametrize("size", [(120, 40), (80, 24)], ids=["120x40", "80x24"])


@pytest.fixture
def fired(tmp_path):
    """Firings of another process, which has ended: one done, one that stopped, one that a rule caused."""

    def write(clock) -> None:
        with firings(tmp_path / "data", clock) as log:
            ana, joe = {"card": {"name": "Ring Ana Reid at Tūī Ridge"}}, {"card": {"name": "Joe"}}
            rule, at = "Contacted is a referral", clock.now() - timedelta(hours=2)
            new = [
                NewFiring(rule=rule, account="local", key="1", event=ana, at=at),
                NewFiring(rule=rule, account="local", key="2", event=joe, at=at, depth=1),
                NewFiring(rule=rule, account="local", key="3", event=joe, at=at, refused="5 rules in a row caused each other"),
            ]  # fmt: skip
            log.take_up("local", 1, new).result()
            first, second = log.recent()[:0:-1]
            log.step_done(first, StepDone(outcome="put on referral"), last=False).result()
            done = StepDone(outcome="told: Ana")
            log.spend(first, 2).result()
            log.step_done(first.replace(outcomes=("put on referral",), step=1), done, last=True).result()
            log.step_failed(second, "there is no label 'referral'", None).result()

    return write


@SIZES
async def test_rules(play, size, picture, fired):
    async with play(size, rules=OFF + LABEL.replace("when =", "enabled = false\nwhen =") + BROKEN) as p:
        fired(p.clock)
        await page(p, "0 of 2 on")
        await p.press("j")
        await p.sees("put on referral")
        assert picture(p, "rules")
        await p.press("enter")
        assert picture(p, "firings")
        await p.press("escape", "r")
        assert picture(p, "which again")
        await p.press("escape", "n", *"card", "enter")
        assert picture(p, "board")
        await p.press("enter", "enter")
        assert picture(p, "action")


@SIZES
async def test_no_rules(play, size, picture):
    async with play(size, rules="") as p:
        await page(p, "No rule yet")
        assert picture(p, "none")
