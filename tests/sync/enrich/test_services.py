"""Several services: asked in the user's order until one finds the subject, each with its own answers and prices."""

from typing import Any, ClassVar

import pytest

from tests.contract.fake_services import FakeService, PeopleDataLabs
from tests.sync.enrich.desk import ANA, KAURI, PEOPLE, Desk, firm, phones
from tui.errors import OptedOut, RateLimited, SpendRefused, Unreachable, UsageError
from tui.model.enrich.differences import differences
from tui.model.enrich.spending import Caps
from tui.model.finding import Finding
from tui.model.subject import Identifier, Subject
from tui.store.enrich import suppression
from tui.store.enrich.caps import set_caps
from tui.store.enrich.findings import remember
from tui.sync.enrich.askable import answer_to_show, stored_answer
from tui.sync.enrich.plan import price
from tui.sync.enrich.price import quote
from tui.sync.note import note


async def test_the_free_register_is_asked_first(desk: Desk) -> None:
    told = quote(desk.store, KAURI, desk.services.asking)
    assert [(step.service, step.low, step.high) for step in told.steps] == [("NZBN", 0, 0), ("Hunter", 1, 1)]
    planned = price(desk.store, [KAURI], desk.services.asking)
    assert (told.low, told.high) == (planned.low, planned.high) == (0, 1)
    assert told.services == planned.services
    found = await desk.services.enrich(KAURI)
    assert (found.provider, found.cost, desk.hunter.asked) == ("NZBN", 0, [])
    # What it found is the answer for whatever names the same company.
    desk.services = desk.opened()
    same = firm(domain="kauri.example", nzbn="9429000000017")
    assert (await desk.services.enrich(same)).provider == "NZBN"
    assert (len(desk.nzbn.asked), desk.hunter.asked) == (1, [])


async def test_the_paid_service_is_asked_after_a_miss(desk: Desk) -> None:
    unknown = firm(nzbn="9429000000017", domain="kauri.example")
    found = await desk.services.enrich(unknown)
    assert (found.provider, found.cost, len(desk.nzbn.asked), len(desk.hunter.asked)) == ("Hunter", 1, 1, 1)
    assert desk.store.enrichment.ledger.spent() == 1
    assert desk.own.asked == []


async def test_what_was_said_is_not_asked_again_and_belongs_to_each_service(desk: Desk) -> None:
    unknown = firm(nzbn="9429000000017", domain="rimu.example")
    found = await desk.services.enrich(unknown)
    assert not found.matched
    desk.services = desk.opened()
    assert quote(desk.store, unknown, desk.services.asking).cached_at is not None
    assert not (await desk.services.enrich(unknown)).matched
    assert (len(desk.nzbn.asked), len(desk.hunter.asked)) == (1, 1)
    # Another service has not been asked by that.
    assert not (await desk.services.enrich(firm(domain="rimu.example"), provider="local")).matched
    assert len(desk.own.asked) == 1


async def test_each_kind_goes_to_who_knows_it(desk: Desk) -> None:
    assert quote(desk.store, ANA, desk.services.asking).steps == ()
    found = await desk.services.enrich(ANA)
    assert (found.provider, found.person is not None, desk.nzbn.asked) == ("Hunter", True, [])
    # The register is not asked by a domain: nothing is tried that cannot be.
    assert (await desk.services.enrich(firm(domain="kauri.example"))).provider == "Hunter"
    assert desk.nzbn.asked == []


async def test_a_service_that_does_not_answer_ends_it_before_anything_is_paid(desk: Desk) -> None:
    desk.nzbn.limited = True
    with pytest.raises(RateLimited):
        await desk.services.enrich(KAURI)
    assert (desk.hunter.asked, desk.store.enrichment.ledger.spent()) == ([], 0)


async def test_who_opted_out_is_not_answered_from_memory(desk: Desk) -> None:
    await desk.services.enrich(ANA)
    desk.store.write(lambda tx: suppression.suppress(tx, [("email", "ana@kauri.example", "")])).result()
    with pytest.raises(OptedOut):
        await desk.services.enrich(ANA)


async def test_one_service_is_asked_by_its_name(desk: Desk) -> None:
    found = await desk.services.enrich(KAURI, provider="hunter")
    assert (found.provider, desk.nzbn.asked) == ("Hunter", [])
    with pytest.raises(UsageError, match="no service 'acme'"):
        await desk.services.enrich(KAURI, provider="acme")


async def test_where_two_services_disagree_both_are_kept_and_said(desk: Desk) -> None:
    await desk.services.enrich(KAURI)
    desk.clock.advance(60)
    second = await desk.services.enrich(KAURI, provider="hunter")
    held = desk.store.enrichment.findings.of_all(KAURI)
    assert [one.provider for one in held] == ["Hunter", "NZBN"]
    said = {one.name: [(value.value, value.provider) for value in one.stated] for one in differences(held)}
    assert said == {
        "name": [("Kauri Timber", "Hunter"), ("KAURI TIMBER LIMITED", "NZBN")],
        "founded": [("1998", "Hunter"), ("2010", "NZBN")],
    } | ({"legal name": said["legal name"]} if "legal name" in said else {})
    text = note(second, held)
    assert "- Founded, where services disagree: 1998 (Hunter), 2010 (NZBN)" in text
    # What the order finds first stays the answer.
    shown = answer_to_show(desk.store, KAURI, desk.services.asking)
    assert shown is not None
    assert shown.provider == "NZBN"


async def test_a_run_keeps_the_end_of_a_lookup_and_no_miss_on_the_way(desk: Desk) -> None:
    kept: list[Finding] = []
    unknown = firm(nzbn="9429000000017", domain="kauri.example")
    await desk.services.enrich(unknown, keep=lambda _, finding: kept.append(finding))
    assert [(one.provider, one.matched) for one in kept] == [("Hunter", True)]


async def test_a_withheld_answer_is_an_answer(desk: Desk) -> None:
    erased = Subject(type="person", identifiers=(Identifier(kind="email", value="erased@kauri.example"),))
    found = await desk.services.enrich(erased)
    assert found.withheld
    assert stored_answer(desk.store, erased, desk.services.asking) is not None
    desk.store.write(lambda tx: remember(tx, found)).result()
    assert desk.store.enrichment.findings.of_all(erased) == []


# --- until what is wanted is there --------------------------------------------------


class WithoutPhones(PeopleDataLabs):
    """A service that knows the person, and no number."""

    person: ClassVar[dict[str, Any]] = {
        **PeopleDataLabs.person, "mobile_phone": None, "phone_numbers": [], "phones": []
    }  # fmt: skip


async def test_the_next_service_is_asked_for_what_the_first_lacks(desk: Desk) -> None:
    desk.services = desk.opened(PEOPLE, "phone")
    told = quote(desk.store, ANA, desk.services.asking)
    assert [step.service for step in told.steps] == ["Hunter", "People Data Labs"]
    most = sum(step.high for step in told.steps)
    assert (told.high, price(desk.store, [ANA], desk.services.asking).high) == (most, most)
    found = await desk.services.enrich(ANA)
    assert (found.provider, phones(found)) == ("Hunter", ["+61491570156"])
    assert [(one.field, one.provider) for one in found.also] == [("phone", "People Data Labs")]
    assert desk.store.enrichment.ledger.spent() <= most
    text = note(found, desk.store.enrichment.findings.of_all(ANA))
    assert "Source: Hunter, " in text
    assert "Source of phone: People Data Labs, " in text
    # It is remembered as a whole, and each service's answer as its own.
    desk.services = desk.opened(PEOPLE, "phone")
    assert await desk.services.enrich(ANA) == desk.services.known(ANA) == found
    assert (len(desk.hunter.asked), len(desk.labs.asked)) == (1, 1)
    assert [one.also for one in desk.store.enrichment.findings.every()] == [(), ()]


async def test_what_the_first_service_has_ends_it(desk: Desk) -> None:
    desk.services = desk.opened(PEOPLE, "email")
    found = await desk.services.enrich(ANA)
    assert (found.provider, found.also, desk.labs.asked) == ("Hunter", (), [])


async def test_a_match_of_before_is_not_paid_again_for_what_it_lacks(desk: Desk) -> None:
    desk.services = desk.opened(PEOPLE)
    assert (await desk.services.enrich(ANA)).also == ()
    desk.services = desk.opened(PEOPLE, "phone")
    told = quote(desk.store, ANA, desk.services.asking)
    assert (told.cached_at, told.steps) == (None, ())
    shown = answer_to_show(desk.store, ANA, desk.services.asking)
    assert shown is not None
    assert shown.provider == "Hunter"
    kept, costs = list[Finding](), list[int]()
    found = await desk.services.enrich(
        ANA, keep=lambda _, finding: kept.append(finding), paid=lambda _, cost: costs.append(cost)
    )
    assert phones(found) == ["+61491570156"]
    assert len(desk.hunter.asked) == 1
    labs = next(one for one in desk.store.enrichment.findings.every() if one.provider == "People Data Labs")
    assert ([one.provider for one in kept], costs) == (["Hunter"], [labs.cost])


async def test_where_nobody_has_it_the_match_is_the_answer(desk: Desk) -> None:
    desk.labs = WithoutPhones()
    desk.services = desk.opened(PEOPLE, "phone")
    kept, costs = list[Finding](), list[int]()
    found = await desk.services.enrich(
        ANA, keep=lambda _, finding: kept.append(finding), paid=lambda _, cost: costs.append(cost)
    )
    assert (found.provider, found.also) == ("Hunter", ())
    assert [one.matched for one in kept] == [True]
    assert (len(costs), sum(costs)) == (2, desk.store.enrichment.ledger.spent())
    assert desk.services.known(ANA) == found
    assert quote(desk.store, ANA, desk.services.asking).cached_at is not None


async def test_a_cap_ends_it_and_what_was_paid_for_is_kept(desk: Desk) -> None:
    desk.store.write(lambda tx: set_caps(tx, Caps(month=1))).result()
    desk.services = desk.opened(PEOPLE, "phone")
    with pytest.raises(SpendRefused):
        await desk.services.enrich(ANA)
    assert (len(desk.hunter.asked), desk.labs.asked) == (1, [])
    assert [one.provider for one in desk.store.enrichment.findings.of_all(ANA)] == ["Hunter"]


async def test_what_the_first_service_took_is_told_though_the_next_one_fails(desk: Desk) -> None:
    desk.labs.limited = True
    desk.services = desk.opened(PEOPLE, "phone")
    costs: list[int] = []
    with pytest.raises(RateLimited):
        await desk.services.enrich(ANA, paid=lambda _, cost: costs.append(cost), run="mine")
    assert costs == [desk.store.enrichment.ledger.spent(run="mine")] == [1]


async def test_the_cap_of_a_run_holds_for_all_services_of_a_lookup(desk: Desk) -> None:
    desk.services = desk.opened(PEOPLE, "phone")
    most = max(step.high for step in quote(desk.store, ANA, desk.services.asking).steps)
    desk.store.write(lambda tx: set_caps(tx, Caps(run=most))).result()
    with pytest.raises(SpendRefused, match="1 already spent"):
        await desk.services.enrich(ANA)
    assert (len(desk.hunter.asked), desk.labs.asked) == (1, [])


async def test_a_run_leaves_each_service_alone_that_it_could_not_reach(desk: Desk) -> None:
    """Not only the last one."""
    desk.services = desk.opened({"company": ("nzbn", "hunter"), "person": ("people-data-labs",)})
    desk.nzbn.offline = desk.labs.offline = True
    assert (await desk.services.enrich(KAURI, run="bulk")).provider == "Hunter"
    with pytest.raises(Unreachable):
        await desk.services.enrich(ANA, run="bulk")
    desk.nzbn.offline = desk.labs.offline = False
    found = await desk.services.enrich(firm(nzbn="9429000000000", domain="rimu.example"), run="bulk")
    assert (found.unreached, desk.nzbn.asked) == (("NZBN",), [])


async def test_at_the_end_every_connection_is_closed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[FakeService] = []

    async def close(self: FakeService) -> None:
        closed.append(self)

    monkeypatch.setattr(FakeService, "aclose", close)
    services = desk.opened()
    await services.enrich(KAURI)
    await services.close()
    assert desk.nzbn in closed
