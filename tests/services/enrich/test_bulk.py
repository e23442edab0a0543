"""A run over cards: planned, priced, done, written on them and dropped."""

from collections.abc import Awaitable, Callable

import pytest

from tests.services.conftest import House
from tui.errors import SpendRefused, UsageError
from tui.model.enrich.people import PeopleQuery
from tui.model.enrich.spending import Caps
from tui.sync.enrich.plan import planned_rest

TUI = PeopleQuery(company="tuiridge.example")


async def test_a_run_over_cards_is_planned_priced_done_and_written(staffed: House) -> None:
    workspace = staffed.workspace
    page = await workspace.people.search(TUI, limit=4)
    cards = await workspace.people.make_cards(staffed.lists[0], page.people)
    run = await workspace.bulk.plan([*cards, *cards], attach=True)
    assert (run.state, run.cards, run.total, run.low, run.high) == ("planned", 4, 4, 4, 8)
    assert await workspace.bulk.price(run.id) == planned_rest(run)
    assert run.services
    assert workspace.spending.entries() == []
    await workspace.spending.set_caps(Caps(run=7))
    with pytest.raises(SpendRefused):
        await workspace.bulk.start(run.id)
    await workspace.spending.set_caps(Caps(run=8))
    await workspace.bulk.start(run.id)
    done = await workspace.bulk.wait_finished(run.id)
    assert (done.state, dict(done.counts)) == ("done", {"hit": 4})
    assert done.spent == workspace.spending.month() == workspace.spending.spent()
    for item in workspace.bulk.items(run.id):
        found = workspace.bulk.finding(item)
        assert found is not None
        assert workspace.lookups.is_attached(item.card_id, found.key)
    assert len(workspace.bulk.csv(run.id).splitlines()) == 5
    assert workspace.bulk.unfinished() == []
    assert [one.id for one in workspace.bulk.recent()] == [run.id]
    await workspace.bulk.drop(run.id)
    assert workspace.bulk.get(run.id) is None
    for wrong in (workspace.bulk.start, workspace.bulk.cancel, workspace.bulk.wait_finished):
        deed: Callable[[str], Awaitable[object]] = wrong
        with pytest.raises(UsageError):
            await deed("nope")
    with pytest.raises(UsageError, match="no cards"):
        await workspace.bulk.plan([])


async def test_a_card_that_is_gone_costs_nothing(staffed: House) -> None:
    run = await staffed.workspace.bulk.plan(["gone", "gone too"])
    assert (run.high, dict(run.counts)) == (0, {"nothing": 2})
