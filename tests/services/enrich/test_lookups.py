"""Lookups of the people on cards: who is on them, what an answer costs, and the comment it becomes."""

import pytest

from tests.services.conftest import House
from tui.errors import OptedOut, PriceChanged, StoreError
from tui.model.enrich.people import PeopleQuery
from tui.model.finding import FREE
from tui.model.search import Hit
from tui.model.subject import Subject
from tui.model.values.scalars import new_local_id
from tui.model.writes.boards import UpdateBoard
from tui.model.writes.cards import CreateCard, UpdateCard
from tui.model.writes.comments import AddComment
from tui.services.enrich import lookups
from tui.services.enrich.lookups import ALSO

ANA = "ana.reid@tuiridge.example"


async def card(house: House, name: str, desc: str = "") -> str:
    ident = new_local_id()
    await house.workspace.writes.submit(
        CreateCard(
            board_id=house.board_id, card_id=ident, list_id=house.lists[0], name=name, pos=1.0, desc=desc
        )
    )
    return ident


def emails(house: House, card_id: str) -> set[str | None]:
    """Return the addresses of the people on a card."""
    return {one.value("email") for one in house.workspace.lookups.subjects(card_id) if one.type == "person"}


def ana(house: House) -> Subject:
    subject = house.workspace.lookups.subject(ANA)
    assert subject is not None
    return subject


async def test_people_of_a_card_are_read_again_when_it_changes(house: House) -> None:
    house.wire.plugged = False
    here = house.workspace.lookups
    ident = await card(house, "Ring Ana", ANA)
    assert emails(house, ident) == {ANA}
    assert here.subjects(ident) is here.subjects(ident), "what has not changed is not read twice"
    at = {"board_id": house.board_id, "card_id": ident}
    await house.workspace.writes.submit(
        AddComment(**at, comment_id=new_local_id(), text="or bo@kauri.example")
    )
    assert emails(house, ident) == {ANA, "bo@kauri.example"}
    await house.workspace.writes.submit(UpdateCard(**at, desc=""))
    assert emails(house, ident) == {"bo@kauri.example"}
    assert here.subjects("gone") == []


async def test_only_the_cards_read_last_are_kept(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.wire.plugged = False
    monkeypatch.setattr(lookups, "READ_CARDS", 2)
    one, two, three = [await card(house, name, f"{name}@kauri.example") for name in ("ana", "bo", "cy")]
    here = house.workspace.lookups
    first, second = here.subjects(one), here.subjects(two)
    here.subjects(one)
    here.subjects(three)
    assert here.subjects(one) is first, "it was used after the second"
    assert here.subjects(two) is not second


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        (ANA, "email", ANA),
        ("51 824 753 556", "abn", "51824753556"),
        ("kauri.example", "domain", "kauri.example"),
    ],
)
def test_a_typed_identifier_is_a_person_or_a_company(house: House, text: str, kind: str, value: str) -> None:
    subject = house.workspace.lookups.subject(text)
    assert subject is not None
    assert [(one.kind, one.value) for one in subject.identifiers] == [(kind, value)]


def test_a_word_is_nobody(house: House) -> None:
    assert house.workspace.lookups.subject("tomorrow") is None


async def test_an_answer_is_paid_once_remembered_and_kept_by_service(staffed: House) -> None:
    here, subject = staffed.workspace.lookups, ana(staffed)
    assert (here.quote(subject).high, here.finding(subject)) == (2, None)
    assert [(one.name, one.low, one.high) for one in here.services(subject)] == [("local", 1, 2)]
    found = await here.enrich(subject)
    assert found.person is not None
    assert (found.person.full_name, found.cost) == ("Ana Reid", 2)
    assert (here.quote(subject).high, here.quote(subject).cached_at) == (0, found.fetched_at)
    asked = len(staffed.wire.seen)
    assert await here.enrich(subject) == here.finding(subject) == found
    assert len(staffed.wire.seen) == asked
    assert here.findings(subject) == [found]


async def test_nothing_is_asked_at_another_price_than_the_one_shown(staffed: House) -> None:
    here, subject = staffed.workspace.lookups, ana(staffed)
    await staffed.workspace.people.search(
        PeopleQuery(company="tuiridge.example")
    )  # from here on it is connected
    shown, asked = here.quote(subject), len(staffed.wire.seen)
    (step,) = here.services(subject)
    assert shown.services == {step.service}
    for agreed in (shown.replace(high=1), shown.replace(services=frozenset({"Another"}))):
        with pytest.raises(PriceChanged):
            await here.enrich(subject, agreed=agreed)
    with pytest.raises(PriceChanged):
        await here.enrich(subject, provider=step.name, agreed=step.replace(high=0).quote)
    assert len(staffed.wire.seen) == asked
    assert (await here.enrich(subject, agreed=shown)).matched
    assert (await here.enrich(subject, agreed=FREE)).matched, "it is stored"
    with pytest.raises(PriceChanged):
        await here.enrich(subject, again=True, agreed=FREE)
    assert (await here.enrich(subject, provider=step.name, again=True, agreed=step.quote)).matched


def test_a_service_that_cannot_be_asked_is_not_offered(house: House) -> None:
    assert house.workspace.lookups.services(Subject(type="person", name="Ana")) == []


async def test_a_finding_becomes_one_comment_that_is_updated(staffed: House) -> None:
    here = staffed.workspace.lookups
    ident = await card(staffed, "Ring Ana", ANA)
    found = await here.enrich(ana(staffed))
    assert not here.is_attached(ident, found.key)
    assert await here.attach(ident, found) == "attached"
    assert here.is_attached(ident, found.key)
    assert await here.attach(ident, found) == "unchanged"
    assert await here.attach(ident, found.replace(provider="another directory")) == "updated"
    (comment,) = staffed.workspace.cards.comments(ident)
    assert "Source: another directory" in comment.text
    with pytest.raises(StoreError):
        await here.attach("gone", found)
    with pytest.raises(OptedOut):
        await here.attach(ident, found.replace(withheld=True))


async def test_other_cards_of_a_subject_are_told_but_not_closed_ones(staffed: House) -> None:
    here = staffed.workspace.lookups
    subject = ana(staffed).replace(name="Ana Reid")
    first = await card(staffed, "First", ANA)
    await card(staffed, "Ask Ana Reid")
    shut = await card(staffed, "Shut", ANA)
    await card(staffed, "Ask Ana")
    await staffed.workspace.writes.submit(UpdateCard(board_id=staffed.board_id, card_id=shut, closed=True))
    assert [hit.name for hit in here.also_on(subject, first)] == ["Ask Ana Reid"]
    attached = await card(staffed, "Something else")
    assert await here.attach(attached, await here.enrich(subject)) == "attached"
    assert {hit.name for hit in here.also_on(subject, first)} == {"Ask Ana Reid", "Something else"}
    for n in range(ALSO):
        await card(staffed, f"More {n}", ANA)
    assert len(here.also_on(subject, first)) == ALSO
    await staffed.workspace.writes.submit(UpdateBoard(board_id=staffed.board_id, closed=True))
    assert here.also_on(subject, first) == []


async def test_a_new_card_is_not_another_while_it_is_given_its_id(
    staffed: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, store = staffed.workspace.lookups, staffed.workspace.lookups._store
    first = await card(staffed, "First", ANA)
    old, searched = store.current_id(first), store.search.everything
    known = [old]

    def given_meanwhile(text: str, limit: int) -> list[Hit]:
        hits = searched(text, limit)
        known[0] = "6b015d90000005e0db00ffff"
        return [hit.replace(id=old) for hit in hits]

    monkeypatch.setattr(store, "current_id", lambda _ident: known[0])
    monkeypatch.setattr(store.search, "everything", given_meanwhile)
    assert here.also_on(ana(staffed), first) == []
