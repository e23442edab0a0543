"""Steps that look somebody up, and what they may spend."""

from datetime import timedelta
from typing import Any

import pytest

from tests.rules.conftest import Desk
from tests.rules.moving import move, rule
from tests.stories.world import somebody
from tui.errors import OutOfCredits, StoreError, Undecided
from tui.model.finding import Finding
from tui.model.subject import Subject
from tui.services.enrich.lookups import Lookups
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


async def test_whom_only_a_comment_names_is_looked_up_by_a_rule_that_says_so(desk: Desk):
    email = somebody(desk.local.server, desk.clock)
    for count, step, said in (
        (1, 'step = "enrich"', "the card names nobody"),
        (2, 'step = "enrich"\ncomments = true', f"looked up {email}"),
    ):
        async with desk.doing(rule(step)):
            card = await desk.local.make("/cards", idList=desk.local.todo, name="Buy milk")
            await desk.local.ask("POST", f"/cards/{card}/actions/comments", text=f"ask {email}")
            await desk.local.workspace.cards.fetch(card)
            await desk.look()
            await desk.local.ask("PUT", f"/cards/{card}", idList=desk.local.done)
            fired = (await desk.ended(count))[-1]
        assert fired.outcomes == (said,)


async def test_a_rule_spends_no_more_than_it_may(desk: Desk):
    email = somebody(desk.local.server, desk.clock)
    async with desk.doing(rule('step = "enrich"', extra="credits = 1\n")):
        await move(desk, f"Ring {email}")
        (fired,) = await desk.ended()
    assert fired.state == "refused"
    assert "may spend 1 credit a day" in fired.outcomes[-1]
    assert desk.local.workspace.spending.spent() == 0


async def test_a_rule_pays_no_more_than_it_was_allowed_for(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    email, quote = somebody(desk.local.server, desk.clock), Lookups.quote
    monkeypatch.setattr(Lookups, "quote", lambda *of, **how: quote(*of, **how).replace(high=1))
    async with desk.doing(rule('step = "enrich"', extra="credits = 1\n")):
        await move(desk, f"Ring {email}")
        (fired,) = await desk.ended()
    assert "The price or the service is another one by now: nothing was asked." in fired.outcomes[-1]
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

    async def attach(_self: object, _card_id: str, _finding: object, _expect: object) -> None:
        raise StoreError("the card is full")

    monkeypatch.setattr("tui.services.enrich.lookups.Lookups.attach", attach)
    async with desk.doing(rule('step = "enrich"', extra="credits = 2\n")):
        await move(desk, f"Ring {email}")
        (fired,) = await desk.ended()
    assert (fired.state, fired.outcomes, fired.credits) == ("failed", ("the card is full",), 2)


async def test_a_rule_says_which_service_was_passed_over(desk: Desk, monkeypatch):
    email = somebody(desk.local.server, desk.clock)
    enrich = EnrichServices.enrich

    async def without_one(self: EnrichServices, subject: Subject, **how: Any) -> Finding:
        return (await enrich(self, subject, **how)).replace(unreached=("NZBN",))

    monkeypatch.setattr(EnrichServices, "enrich", without_one)
    async with desk.doing(rule('step = "enrich"')):
        await move(desk, f"Ring {email}")
        (fired,) = await desk.ended()
    assert fired.outcomes == (f"looked up {email}. NZBN could not be reached",)


@pytest.mark.parametrize("failure", [OutOfCredits("empty", service="next"), Undecided("two are called so")])
async def test_what_a_service_took_counts_though_the_next_one_fails(desk: Desk, monkeypatch, failure):
    """The first of two services was paid, and knew too little; then the next one failed."""
    email = somebody(desk.local.server, desk.clock)
    enrich = EnrichServices.enrich

    async def and_fail(self: EnrichServices, subject: Subject, **how: Any) -> Finding:
        await enrich(self, subject, **how)
        raise failure

    monkeypatch.setattr(EnrichServices, "enrich", and_fail)
    async with desk.doing(rule('step = "enrich"', extra="credits = 3\n")):
        await move(desk, f"Ring {email}")
        (fired,) = await desk.ended()
    assert (fired.outcomes, fired.credits) == ((str(failure),), 2)
    assert desk.log.spent_since("moved", desk.clock.now() - timedelta(days=1)) == 2
    async with desk.doing(rule('step = "enrich"', extra="credits = 3\n")):
        await move(desk, "Ring bo@rimu.example")
        (*_, refused) = await desk.ended(2)
    assert "has spent 2, and this costs up to 2" in refused.outcomes[-1]
