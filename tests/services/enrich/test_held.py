"""All that an account's store holds of a person, and nothing of anybody else."""

from functools import partial

import pytest

from tests.services.conftest import House
from tests.store.answers import remember
from tui.errors import UsageError
from tui.model.company import Company
from tui.model.enrich.people import PeoplePage
from tui.model.enrich.spending import Caps, Spend
from tui.model.enrich.withdrawal import Key, Known
from tui.model.finding import Finding
from tui.model.person import CompanyRef, EmailPoint, Person, PhonePoint
from tui.model.values.scalars import new_local_id
from tui.model.writes.boards import UpdateBoard
from tui.model.writes.cards import CreateCard, UpdateCard
from tui.model.writes.checklists import CreateCheckItem, CreateChecklist
from tui.model.writes.comments import AddComment
from tui.store.enrich.pages import remember_page
from tui.store.enrich.reservations import Reservation, begin, give_up
from tui.store.enrich.settlement import record_spend
from tui.store.outbox.contested_fields import ContestedField, record_conflict

ANA = Person(
    full_name="Ana Reid",
    company=CompanyRef(name="Kauri", domain="kauri.example"),
    emails=(EmailPoint(value="ana@kauri.example"),),
    network_slug="ana-reid",
)
BO = Person(full_name="Bo Lee", emails=(EmailPoint(value="bo@kauri.example"),), network_slug="bo-lee")


async def card(house: House, name: str, comment: str = "") -> str:
    ident = new_local_id()
    at = {"board_id": house.board_id, "card_id": ident}
    await house.workspace.writes.submit(CreateCard(**at, list_id=house.lists[0], name=name, pos=1.0))
    if comment:
        await house.workspace.writes.submit(AddComment(**at, comment_id=new_local_id(), text=comment))
    return ident


def found(house: House, key: str, person: Person | None = None, company: Company | None = None) -> None:
    """Remember an answer that cost two credits."""
    finding = Finding(
        key=key,
        type="company" if company else "person",
        person=person,
        company=company,
        fetched_at=house.clock.now(),
        cost=2,
        provider="a shop",
    )
    remember(house.workspace._store, finding).result()


@pytest.fixture
def known(house: House) -> House:
    """The house, unplugged, with answers about two people and their company."""
    house.wire.plugged = False
    found(house, "email:ana@kauri.example", ANA)
    found(house, "email:bo@kauri.example", BO)
    found(house, "domain:kauri.example", company=Company(name="Kauri", domain="kauri.example"))
    return house


@pytest.mark.parametrize(
    "text", ["ana@kauri.example", "ANA@Kauri.example", "linkedin.com/in/ana-reid", "Ana Reid"]
)
def test_a_person_is_found_by_each_of_their_names(known: House, text: str) -> None:
    held = known.workspace.held.of(text)
    assert [one["person"]["fullName"] for one in held["findings"]] == ["Ana Reid"]
    assert [(one["key"], one["provider"], one["cost"]) for one in held["lookups"]] == [
        ("email:ana@kauri.example", "a shop", 2)
    ]


@pytest.mark.parametrize("text", ["ana@kauri.example", "Ana Reid"])
def test_a_lookup_by_name_and_company_is_told_under_the_address_too(known: House, text: str) -> None:
    found(known, "person:ana reid|kauri", ANA)
    # Its answer is about a namesake by now, but the question was about her.
    found(known, "person:ana reid|kauri", ANA.replace(emails=(), network_slug="ana-2", full_name="Ann Reid"))
    found(known, "person:ana reid|totara", ANA.replace(emails=(), network_slug="ana-3"))
    told = {one["key"] for one in known.workspace.held.of(text)["lookups"]}
    by_name = {"person:ana reid|totara"} if text == "Ana Reid" else set()
    assert told == {"email:ana@kauri.example", "person:ana reid|kauri", *by_name}


def test_a_company_with_the_same_profile_is_not_the_person(known: House) -> None:
    found(known, "network_slug:ana-reid", company=Company(name="Ana Reid Ltd", network_slug="ana-reid"))
    held = known.workspace.held.of("linkedin.com/in/ana-reid")
    assert [one["type"] for one in held["findings"]] == ["person"]


def test_companies_that_have_somebody_as_a_director_are_held(known: House) -> None:
    registers = {"directors": "Bo Lee, Ana Reid"}
    found(known, "nzbn:9429000000000", company=Company(name="Totara", registers=registers))
    for text in ("ana@kauri.example", "Ana Reid"):
        assert [one["name"] for one in known.workspace.held.of(text)["directorOf"]] == ["Totara"]
    assert known.workspace.held.of("Ana Reidel")["directorOf"] == []


def test_a_name_may_be_told_with_its_company(known: House) -> None:
    assert len(known.workspace.held.of("Ana Reid at Kauri")["findings"]) == 1


def test_nothing_is_held_of_nobody(known: House) -> None:
    assert not any(known.workspace.held.of("cy@kauri.example").values())
    with pytest.raises(UsageError):
        known.workspace.held.of("")


def test_a_miss_is_held_of_whom_was_asked_for(known: House) -> None:
    found(known, "email:cy@kauri.example")
    held = known.workspace.held.of("cy@kauri.example")
    assert [one["key"] for one in held["findings"]] == ["email:cy@kauri.example"]


async def test_cards_and_comments_are_found_by_what_the_answer_says(known: House) -> None:
    by_name = await card(known, "Ring Ana Reid")
    by_profile = await card(known, "see ana-reid", comment="asked Ana Reid twice")
    shut = await card(known, "for ana@kauri.example again")
    await known.workspace.writes.submit(UpdateCard(board_id=known.board_id, card_id=shut, closed=True))
    await card(known, "Ring Bo Lee", comment="away, at Diana Reidel's")
    held = known.workspace.held.of("ana@kauri.example")
    assert {one["id"]: one["closed"] for one in held["cards"]} == {by_profile: False, shut: True}
    assert {(one["board"], one["list"]) for one in held["cards"]} == {("Leads", "To Do")}
    (said,) = held["comments"]
    assert (said["idCard"], said["card"], said["text"]) == (
        by_profile,
        "see ana-reid",
        "asked Ana Reid twice",
    )
    (namesake,) = held["onlyTheName"]
    assert namesake == {
        "idCard": by_name,
        "card": "Ring Ana Reid",
        "board": "Leads",
        "part": "title",
        "by": "",
        "text": "Ring Ana Reid",
    }


async def test_what_another_account_knows_of_them_is_looked_for_too(known: House) -> None:
    ident = await card(known, "Ring Cy Moe")
    other = await card(known, "write to cy@home.example")
    key: Key = ("email", "cy@kauri.example")
    told = Known(more={key: frozenset({("email", "cy@home.example")})}, names=frozenset({"Cy Moe"}))
    assert known.workspace.held.of("cy@kauri.example")["onlyTheName"] == []
    held = known.workspace.held.of("cy@kauri.example", told)
    assert [one["id"] for one in held["cards"]] == [other]
    assert [one["idCard"] for one in held["onlyTheName"]] == [ident]


async def test_a_colleague_with_the_same_mailbox_is_not_in_the_answer(known: House) -> None:
    for person in (ANA, BO):
        both = person.replace(emails=(*person.emails, EmailPoint(value="info@kauri.example")))
        found(known, f"email:{person.emails[0].value}", both)
    await card(known, "write to info@kauri.example")
    held = known.workspace.held.of("ana@kauri.example")
    assert [one["person"]["fullName"] for one in held["findings"]] == ["Ana Reid"]
    assert (held["cards"], held["onlyTheName"]) == ([], [])


async def test_comments_are_found_in_any_case_and_on_closed_boards(known: House) -> None:
    await card(known, "a lead", comment="spoke with ANA REÍD")
    await card(known, "Ring ANA@kauri.example")
    await known.workspace.writes.submit(UpdateBoard(board_id=known.board_id, closed=True))
    held = known.workspace.held.of("ana@kauri.example")
    assert [(one["part"], one["text"]) for one in held["onlyTheName"]] == [("comment", "spoke with ANA REÍD")]
    assert [one["name"] for one in held["cards"]] == ["Ring ANA@kauri.example"]


def test_every_receipt_is_searched_those_of_raw_calls_included(known: House) -> None:
    store = known.workspace._store
    for key in (
        "api:GET /people email=Ana@Kauri.example",
        *(f"search:position=number {n}:0:25" for n in range(1001)),
    ):
        written = store.write(partial(record_spend, spend=Spend(known.clock.now(), key, "a shop", 0, "")))
    # They are written in their order.
    written.result()
    held = known.workspace.held.of("ana@kauri.example")
    assert [one["key"] for one in held["lookups"]] == [
        "api:GET /people email=Ana@Kauri.example",
        "email:ana@kauri.example",
    ]
    assert held["searches"] == []


def test_a_request_without_an_answer_is_held(known: House) -> None:
    store = known.workspace._store
    wanted = Reservation("person", "email:ana@kauri.example", "a token", "a shop")
    store.write(
        lambda tx: begin(tx, wanted, 2, Caps(), run="", owner="gone", sure=True, repeats=True)
    ).result()
    store.write(lambda tx: give_up(tx, wanted, unsure=True)).result()
    costs = [one["cost"] for one in known.workspace.held.of("ana@kauri.example")["lookups"]]
    assert costs == [2, None]


def test_hits_of_searches_are_held(known: House) -> None:
    page = PeoplePage(people=(ANA, BO))
    key = "search:company=kauri:0:25"
    known.workspace._store.write(lambda tx: remember_page(tx, "a shop", key, page)).result()
    held = known.workspace.held.of("ana@kauri.example")
    assert [(one["name"], one["provider"]) for one in held["hits"]] == [("Ana Reid", "a shop")]


def test_a_hit_by_name_and_company_is_told_under_the_address_unless_its_profile_is_another(
    known: House,
) -> None:
    hit = ANA.replace(emails=(), network_slug="")
    for key, one in (("search:0", hit), ("search:1", hit.replace(network_slug="ana-2"))):
        keep = partial(remember_page, provider="a shop", key=key, page=PeoplePage(people=(one,)))
        known.workspace._store.write(keep).result()
    assert [one["key"] for one in known.workspace.held.of("ana@kauri.example")["hits"]] == ["search:0"]


def test_drafts_about_a_person_are_held_too(known: House) -> None:
    drafts = known.workspace._store.drafts
    drafts.set("comment:1", "call ANA REID back", None).result()
    drafts.set("comment:2", "call Bo back", None).result()
    held = known.workspace.held.of("ana@kauri.example")
    assert held["drafts"] == [{"key": "comment:1", "text": "call ANA REID back"}]


async def test_after_an_opt_out_only_that_is_held(known: House) -> None:
    await known.workspace.suppression.add("", "ana@kauri.example", "asked us")
    held = known.workspace.held.of("ana@kauri.example")
    assert held.pop("optOut") == [{"kind": "email", "value": "ana@kauri.example", "why": "asked us"}]
    assert not any(held.values())
    assert known.workspace.held.of("bo@kauri.example")["findings"]


def test_texts_in_conflicts_are_held_too(known: House) -> None:
    store = known.workspace._store
    write = UpdateCard(board_id=known.board_id, card_id="c", desc="ask ana@kauri.example")
    contested = ContestedField("desc", "", "ask Bo")
    store.write(lambda tx: record_conflict(tx, "both", write, contested, "theirs")).result()
    assert [
        (one["field"], one["text"]) for one in known.workspace.held.of("ana@kauri.example")["conflicts"]
    ] == [("description", "ask ana@kauri.example")]
    assert known.workspace.held.of("cleo@kauri.example")["conflicts"] == []


async def test_a_card_that_names_them_surely_is_told_with_all_its_texts(known: House) -> None:
    ident = await card(known, "Ring ana@kauri.example", "she is ill, call in May")
    at = {"board_id": known.board_id, "card_id": ident}
    submit, checklist = known.workspace.writes.submit, new_local_id()
    await submit(UpdateCard(**at, desc="difficult, pays late"))
    await submit(CreateChecklist(**at, checklist_id=checklist, name="Before", pos=1.0))
    await submit(CreateCheckItem(**at, checklist_id=checklist, item_id=new_local_id(), name="rates", pos=1.0))
    held = known.workspace.held.of("ana@kauri.example")
    assert [one["name"] for one in held["cards"]] == ["Ring ana@kauri.example"]
    assert [(one["idCard"], one["part"], one["text"]) for one in held["texts"]] == [
        (ident, "description", "difficult, pays late"),
        (ident, "checklist", "Before"),
        (ident, "checklist item", "rates"),
    ]
    assert [one["text"] for one in held["comments"]] == ["she is ill, call in May"]


async def test_a_number_alone_is_perhaps_that_of_somebody_else(known: House) -> None:
    rory = ANA.replace(full_name="Rory Vaipulu", emails=(), network_slug="rory-v")
    found(known, "network_slug:rory-v", rory.replace(phones=(PhonePoint(e164="+61491570006"),)))
    stranger = await card(known, "Second call with Callum O'Brien", "on 0491 570 006")
    own = await card(known, "Rory Vaipulu", "on 0491 570 006")
    held = known.workspace.held.of("linkedin.com/in/rory-v")
    assert [one["id"] for one in held["cards"]] == [own]
    assert [one["idCard"] for one in held["onlyTheName"]] == [stranger]
    # Asked for by the number itself, it is theirs until somebody else is known to have it.
    assert len(known.workspace.held.of("+61491570006")["cards"]) == 2
    found(known, "network_slug:bo-lee", BO.replace(phones=(PhonePoint(e164="+61491570006"),)))
    held = known.workspace.held.of("+61491570006")
    assert held["cards"] == []
    assert {one["idCard"] for one in held["onlyTheName"]} == {stranger, own}
