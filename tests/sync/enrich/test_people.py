"""Whom a name stands for: a winner only where it is clear; and pages of a search, paid for once."""

import pytest

from tests.sync.enrich.shop import Buyer, Shop, named, person
from tui.adapters.read import built_in
from tui.errors import OptedOut, SpendRefused, Undecided, UsageError
from tui.model.enrich.people import PeopleQuery
from tui.model.enrich.spending import Caps
from tui.model.enrich.suppression import Kind
from tui.model.person import Person
from tui.model.subject import Identifier, Subject
from tui.store.enrich import suppression
from tui.store.enrich.caps import set_caps
from tui.sync.enrich.people import Finder


async def test_one_clear_winner_is_taken(buyer: Buyer, shop: Shop) -> None:
    found = await buyer.session.lookup.enrich(named("Ana1 Reid1", "firm1"))
    assert found.person is not None
    assert found.person.network_slug == "ana-1"
    assert found.key == "person:ana1 reid1|firm1"
    again = await buyer.session.lookup.enrich(named("Ana1 Reid1", "firm1"))
    assert again == found
    # The search takes a company as it is written: with its legal form nobody is found at first.
    same = await buyer.session.lookup.enrich(named("Ana1 Reid1", "Firm1 Pty Ltd"))
    assert same == found
    assert shop.taken == 2


async def test_whoever_is_known_by_the_profile_is_not_paid_again(buyer: Buyer, shop: Shop) -> None:
    await buyer.session.lookup.enrich(
        Subject(type="person", identifiers=(Identifier(kind="network_slug", value="ana-1"),))
    )
    found = await buyer.session.lookup.enrich(named("Ana1 Reid1", "Firm1"))
    assert found.person is not None
    assert buyer.wire.count("POST", "enrich") == 1
    assert buyer.session.lookup.known(named("Ana1 Reid1", "Firm1")) == found


async def test_two_of_one_name_are_never_picked_from(buyer: Buyer, shop: Shop) -> None:
    twin = person(1) | {"id": "fp99", "linkedin": "ana-1-too"}
    shop.people["other@firm1.example"] = twin
    subject = named("Ana1 Reid1", "Firm1")
    with pytest.raises(Undecided, match="not sure who"):
        await buyer.session.lookup.enrich(subject)
    resolved = await buyer.session.lookup.finder.resolve(subject)
    assert (resolved.chosen, [one.network_slug for one in resolved.candidates]) == (
        None,
        ["ana-1", "ana-1-too"],
    )
    assert shop.taken == 0
    found = await buyer.session.lookup.enrich(subject, chosen=resolved.candidates[1])
    assert found.person is not None
    assert found.person.network_slug == "ana-1-too"
    assert buyer.session.lookup.known(subject) == found


async def test_a_nickname_wins_only_alone(buyer: Buyer, shop: Shop) -> None:
    shop.people = {"bob@firm1.example": person(1) | {"name": "Robert Lee", "linkedin": "rob"}}
    resolved = await buyer.session.lookup.finder.resolve(named("Bob Lee", "Firm1"))
    assert resolved.chosen is not None
    shop.people["bob2@firm1.example"] = person(1) | {"id": "fp98", "name": "Bob Lee", "linkedin": "bob"}
    again = await buyer.session.lookup.finder.search(_query("Firm1"), limit=100, again=True)
    assert len(again.people) == 2
    assert (await buyer.session.lookup.finder.resolve(named("Bob Lee", "Firm1"))).chosen is None


async def test_a_namesake_at_another_firm_is_not_taken(buyer: Buyer, shop: Shop) -> None:
    shop.people = {"x@firm1.example": person(1) | {"company": {"name": "Firm1 Homes", "domain": "firm1"}}}
    resolved = await buyer.session.lookup.finder.resolve(named("Ana1 Reid1", "firm1"))
    assert resolved.chosen is None
    assert len(resolved.candidates) == 1


async def test_a_company_too_large_to_look_through_is_asked_about(buyer: Buyer, shop: Shop) -> None:
    shop.people = {
        f"p{n}@big.example": person(n) | {"company": {"name": "Big", "domain": "big.example"}}
        for n in range(600)
    }
    resolved = await buyer.session.lookup.finder.resolve(named("Ana3 Reid3", "Big"))
    assert (resolved.searched, resolved.total, resolved.chosen) == (500, 600, None)
    assert [one.network_slug for one in resolved.candidates] == ["ana-3"]


async def test_a_company_by_its_name(buyer: Buyer, shop: Shop) -> None:
    found = await buyer.session.lookup.enrich(Subject(type="company", name="Firm1"))
    assert found.company is not None
    assert found.company.domain == "firm1.example"
    with pytest.raises(Undecided, match="No company called Nobody & Sons"):
        await buyer.session.lookup.enrich(Subject(type="company", name="Nobody & Sons"))


async def test_a_name_without_a_company_is_refused(buyer: Buyer) -> None:
    with pytest.raises(UsageError, match="both a name and a company"):
        await buyer.session.lookup.finder.resolve(named("Ana Reid"))
    assert buyer.wire.seen == []


async def test_pages_are_paid_once_and_remembered(buyer: Buyer, shop: Shop) -> None:
    shop.search_price = 1
    buyer.session.lookup.finder._prices = buyer.session.lookup.prices.__class__(search=(1, 1))
    finder = buyer.session.lookup.finder
    first = await finder.search(_query("Firm1"))
    same = await finder.search(_query(" firm1 "))
    assert (first.cost, same.cost, shop.taken) == (1, 0, 1)
    assert first.people == same.people
    again = await finder.search(_query("Firm1"), again=True)
    assert (again.cost, shop.taken, buyer.store.enrichment.ledger.spent()) == (1, 2, 2)
    buyer.clock.advance(3601)
    assert (await finder.search(_query("Firm1"))).cost == 1


def charge_for_searches(buyer: Buyer, shop: Shop) -> Finder:
    shop.search_price = 1
    finder = buyer.session.lookup.finder
    finder._prices = buyer.session.lookup.prices.__class__(search=(1, 1))
    return finder


async def test_a_page_that_was_paid_for_before_a_kill_is_not_paid_for_again(buyer: Buyer, shop: Shop) -> None:
    first = await charge_for_searches(buyer, shop).search(_query("Firm1"))
    buyer.crash()
    same = await charge_for_searches(buyer, shop).search(_query("firm1"))
    assert (same.people, same.total, same.cost, shop.taken) == (first.people, first.total, 0, 1)
    buyer.clock.advance(3601)
    assert (await buyer.session.lookup.finder.search(_query("Firm1"))).cost == 1
    buyer.crash()
    again = await charge_for_searches(buyer, shop).search(_query("Firm1"), again=True)
    assert (again.cost, shop.taken) == (1, 3)


async def test_a_free_page_is_not_stored(buyer: Buyer) -> None:
    assert (await buyer.session.lookup.finder.search(_query("Firm1"))).people
    assert list(buyer.store.enrichment.findings.pages.every()) == []
    assert buyer.store.enrichment.ledger.balance() == 500


async def test_who_opts_out_is_in_no_stored_page_and_is_no_other_person_either(
    buyer: Buyer, shop: Shop
) -> None:
    subject = named("Ana1 Reid1", "Firm1")
    finder = charge_for_searches(buyer, shop)
    (found,) = (await finder.search(_query("Firm1"), limit=100)).people
    entry: tuple[Kind, str, str] = ("network_slug", found.network_slug, "")
    buyer.store.write(lambda tx: suppression.suppress(tx, [entry])).result()
    ((_, _, _, stored),) = buyer.store.enrichment.findings.pages.every()
    assert stored.people == (Person(network_slug=found.network_slug),)
    buyer.crash()
    finder = charge_for_searches(buyer, shop)
    page = await finder.search(_query("Firm1"), limit=100)
    assert (page.people, page.hidden, page.cost) == ((), 1, 0)
    # Whose name it is can only be said by the whole page, which is asked for again.
    assert (await finder.resolve(subject)).opted_out is not None
    assert shop.taken == 2


async def test_a_company_id_that_a_search_wants_is_paid_once_and_capped(buyer: Buyer, shop: Shop) -> None:
    buyer.link = buyer.link.replace(adapter=built_in("direct"))
    await buyer.session.close()
    buyer.store.close()
    buyer.open()
    finder = buyer.session.lookup.finder
    buyer.store.write(lambda tx: set_caps(tx, Caps(month=0))).result()
    with pytest.raises(SpendRefused):
        await finder.search(_query("firm1.example"))
    assert buyer.wire.seen == []
    buyer.store.write(lambda tx: set_caps(tx, Caps())).result()
    for offset in (0, 25):
        await finder.search(_query("https://www.firm1.example/"), offset)
    assert [path for _, path in buyer.wire.seen] == ["/company", "/people/search", "/people/search"]
    assert buyer.store.enrichment.ledger.spent() == shop.taken == 1
    with pytest.raises(UsageError, match="domain or its id"):
        await finder.search(_query("Firm1"))


async def test_a_search_by_nothing_is_refused(buyer: Buyer) -> None:
    with pytest.raises(UsageError, match="something to go by"):
        await buyer.session.lookup.finder.search(_query(" "))


def _query(company: str) -> PeopleQuery:
    return PeopleQuery(company=company)


def _keep_out(buyer: Buyer, kind: Kind, value: str) -> None:
    buyer.store.write(lambda tx: suppression.suppress(tx, [(kind, value, "")])).result()


async def test_whose_only_namesake_opted_out_is_not_to_be_chosen(buyer: Buyer, shop: Shop) -> None:
    _keep_out(buyer, "network_slug", "ana-1")
    with pytest.raises(OptedOut, match="network slug ana-1 opted out") as refused:
        await buyer.session.lookup.enrich(named("Ana1 Reid1", "Firm1"))
    assert refused.value.hint.startswith("cardscout suppress remove ana-1 ")
    assert shop.taken == 0


async def test_the_next_best_is_not_taken_for_one_who_opted_out(buyer: Buyer, shop: Shop) -> None:
    shop.people["bob@firm1.example"] = person(1) | {"id": "fp98", "name": "Robert Lee", "linkedin": "rob"}
    shop.people["bob2@firm1.example"] = person(1) | {"id": "fp99", "name": "Bob Lee", "linkedin": "bob"}
    _keep_out(buyer, "network_slug", "bob")
    with pytest.raises((OptedOut, Undecided)):
        await buyer.session.lookup.enrich(named("Bob Lee", "Firm1"))
    resolved = await buyer.session.lookup.finder.resolve(named("Bob Lee", "Firm1"))
    assert resolved.chosen is None
    assert [one.network_slug for one in resolved.candidates] == ["rob"]


async def test_a_name_that_nobody_has_is_a_miss_that_is_remembered(buyer: Buyer) -> None:
    zoe = named("Zoe Nobody", "Firm1")
    missed = await buyer.session.lookup.enrich(zoe)
    assert not missed.matched
    asked = len(buyer.wire.seen)
    buyer.clock.advance(7200)
    assert await buyer.session.lookup.enrich(zoe) == missed
    assert len(buyer.wire.seen) == asked
    anew = await buyer.session.lookup.enrich(zoe, again=True)
    assert (anew.matched, anew.fetched_at > missed.fetched_at, len(buyer.wire.seen)) == (
        False, True, asked + 1,
    )  # fmt: skip
