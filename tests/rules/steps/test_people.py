"""Steps that look somebody up, and what they may spend."""

from typing import Any

from tests.rules.conftest import Desk
from tests.rules.moving import move, rule
from tests.stories.world import somebody
from tui.errors import StoreError
from tui.model.finding import Finding
from tui.model.subject import Subject
from tui.sync.enrich.lookup import Keep
from tui.sync.enrich.services import EnrichServices


async def test_a_company_is_looked_up_attached_and_paid_once(desk: Desk):
    email = somebody(desk.local.server, desk.clock)
    text = rule('step = "enrich"', 'step = "comment"\ntext = "{found.name} <{found.email}>"')
    async with desk.doing(text):
        card = await move(desk, f"Ring {email}")
        (fired,) = await desk.ended()
        await desk.sent()
    assert fired.outcomes[0] == f"looked up {email}"
    assert fired.found == {}
    assert fired.credits == desk.local.workspace.spending.spent() > 0
    comments = [
        one["data"]["text"]
        for one in await desk.local.ask("GET", f"/cards/{card}/actions", filter="commentCard")
    ]
    assert len(comments) == 2
    assert comments[0].endswith(f"<{email}>")


async def test_a_rule_spends_no_more_than_it_may(desk: Desk):
    email = somebody(desk.local.server, desk.clock)
    async with desk.doing(rule('step = "enrich"', extra="credits = 1\n")):
        await move(desk, f"Ring {email}")
        (fired,) = await desk.ended()
    assert fired.state == "refused"
    assert "may spend 1 credits a day" in fired.outcomes[-1]
    assert desk.local.workspace.spending.spent() == 0


async def test_what_was_not_charged_is_given_back(desk: Desk):
    email = somebody(desk.local.server, desk.clock)
    async with desk.doing(rule('step = "enrich"', extra="credits = 2\n")):
        desk.local.wire.fail("refuse", part="enrich", times=100)
        await move(desk, f"Ring {email}")
        await desk.look()
        await desk.as_time_passes(lambda: any(one.tries for one in desk.log.recent()))
        (waiting,) = desk.log.recent()
        assert waiting.credits == 0
        desk.local.wire.faults.clear()
        desk.clock.advance(700)
        (fired,) = await desk.ended()
    assert (fired.state, fired.credits) == ("done", 2)


async def test_what_was_charged_stays_counted_when_the_finding_cannot_be_attached(desk: Desk, monkeypatch):
    email = somebody(desk.local.server, desk.clock)

    async def attach(_self: object, _card_id: str, _finding: object) -> None:
        raise StoreError("the card is full")

    monkeypatch.setattr("tui.services.enrich.lookups.Lookups.attach", attach)
    async with desk.doing(rule('step = "enrich"', extra="credits = 2\n")):
        await move(desk, f"Ring {email}")
        (fired,) = await desk.ended()
    assert (fired.state, fired.outcomes, fired.credits) == ("failed", ("the card is full",), 2)


async def test_what_further_services_took_counts_against_the_credits_of_the_rule(desk: Desk, monkeypatch):
    """The answer has the price of the first service; what is kept has the sum."""
    email = somebody(desk.local.server, desk.clock)
    enrich = EnrichServices.enrich

    async def with_another(self: EnrichServices, subject: Subject, *, keep: Keep, **how: Any) -> Finding:
        return await enrich(
            self, subject, keep=lambda tx, found: keep(tx, found.replace(cost=found.cost + 5)), **how
        )

    monkeypatch.setattr(EnrichServices, "enrich", with_another)
    async with desk.doing(rule('step = "enrich"', extra="credits = 9\n")):
        await move(desk, f"Ring {email}")
        (fired,) = await desk.ended()
    assert (fired.state, fired.credits) == ("done", 7)
