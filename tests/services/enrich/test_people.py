"""People searched for, cards made of them, runs over those cards, and what stands against it: through the one door."""

import pytest

from tests.services.conftest import House
from tui.errors import OptedOut, PriceChanged, SpendRefused, StoreError, UsageError
from tui.model.enrich.people import PeopleQuery
from tui.model.enrich.spending import Caps
from tui.model.finding import Finding
from tui.model.person import Person
from tui.model.subject import Identifier, Subject
from tui.sync.enrich import services

TUI = PeopleQuery(company="tuiridge.example")


async def test_people_become_cards_that_name_them(staffed: House) -> None:
    workspace = staffed.workspace
    page = await workspace.people.search(TUI, limit=3)
    assert (len(page.people), page.offset, page.next, page.cost, page.hidden) == (3, 0, 3, 0, 0)
    assert page.total is not None
    assert page.total > 3
    made = await workspace.people.make_cards(staffed.lists[0], page.people)
    assert [face.id for face in workspace.cards.faces(staffed.lists[0])] == made
    for card_id, person in zip(made, page.people, strict=True):
        (subject, *_) = workspace.lookups.subjects(card_id)
        assert (subject.type, subject.value("network_slug")) == ("person", person.network_slug)
    assert await workspace.people.make_cards(staffed.lists[0], page.people) == []
    assert await workspace.writes.undo() is not None
    assert workspace.cards.faces(staffed.lists[0]) == []
    with pytest.raises(StoreError):
        await workspace.people.make_cards("nowhere", page.people)


async def test_hostile_names_make_plain_cards(staffed: House) -> None:
    hostile = Person(
        full_name="=cmd\x1b[31m\n\u202eAna",
        title="x" * 9000,
        network_slug="a-b",
        network_url="https://n/in/a-b",
    )
    made = await staffed.workspace.people.make_cards(staffed.lists[0], [hostile, hostile, Person()])
    assert len(made) == 2
    await staffed.sent()


async def test_namesakes_at_one_company_have_a_card_each(staffed: House) -> None:
    people = [
        Person(full_name="Ana Reid", network_slug=slug, network_url=f"https://n/in/{slug}")
        for slug in ("ana-reid-7f", "ana-reid", "7-ana-reid")
    ]
    make = staffed.workspace.people.make_cards
    assert len(await make(staffed.lists[0], people[:1])) == 1
    assert len(await make(staffed.lists[0], [*people, people[1]])) == 2
    assert await make(staffed.lists[0], people) == []


async def test_caps_and_quotes(staffed: House) -> None:
    spending = staffed.workspace.spending
    assert spending.caps() == Caps()
    spending.check(10_000)
    await spending.set_caps(Caps(run=5, month=3))
    spending.check(0)
    spending.check(3)
    for high, before in ((4, 0), (2, 4)):
        with pytest.raises(SpendRefused):
            spending.check(high, before)
    assert staffed.workspace.people.quote(TUI).high == 0
    subject = Subject(type="person", identifiers=(Identifier(kind="email", value="a@b.example"),))
    assert staffed.workspace.lookups.quote(subject).high == 2


async def test_a_search_is_paid_only_at_the_price_shown(
    staffed: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = staffed.workspace.people
    await people.search(TUI, limit=3, agreed=people.quote(TUI))
    asked, shown = len(staffed.wire.seen), people.quote(TUI)
    monkeypatch.setattr(services, "search_quote", lambda *_: shown.replace(high=1))
    with pytest.raises(PriceChanged):
        await people.search(TUI, agreed=shown)
    assert len(staffed.wire.seen) == asked


async def test_a_name_is_resolved_or_chosen(staffed: House) -> None:
    workspace = staffed.workspace
    ana = Subject(type="person", name="Ana Reid", company="Tūī Ridge")
    (found, *_) = await workspace.lookups.candidates(ana)
    assert isinstance(found, Person)
    assert found.full_name == "Ana Reid"
    missed = await workspace.lookups.enrich(Subject(type="person", name="Bo Nobody", company="Tūī Ridge"))
    assert not missed.matched
    other = next(one for one in (await workspace.people.search(TUI)).people if one.full_name != "Ana Reid")
    picked = await workspace.lookups.enrich(
        Subject(type="person", name="Bo Nobody", company="Tūī Ridge"), chosen=other
    )
    assert picked.person is not None
    assert picked.person.network_slug == other.network_slug
    spent = workspace.spending.spent()
    hit = Subject(type="person", identifiers=(Identifier(kind="network_slug", value=other.network_slug),))
    assert (await workspace.lookups.enrich(hit, chosen=other)).person == picked.person
    assert workspace.spending.spent() == spent


async def test_who_opted_out_is_nowhere(staffed: House) -> None:
    workspace = staffed.workspace
    page = await workspace.people.search(TUI, limit=2)
    (out, stays) = page.people
    card = await workspace.people.make_cards(staffed.lists[0], [out])
    entry = await workspace.suppression.add("", out.network_url, "asked")
    assert (entry.kind, entry.value) == ("network_slug", out.network_slug)
    assert workspace.suppression.covers(out) is not None
    assert [one.network_slug for one in (await workspace.people.search(TUI, limit=2)).people] == [
        stays.network_slug
    ]
    assert await workspace.people.make_cards(staffed.lists[0], [out]) == []
    assert out.full_name not in workspace.people.csv([out, stays])
    with pytest.raises(OptedOut):
        await workspace.lookups.enrich(workspace.lookups.subjects(card[0])[0])
    finding = Finding(key="k", type="person", person=out, fetched_at=staffed.clock.now())
    with pytest.raises(OptedOut):
        await workspace.lookups.attach(card[0], finding)
    run = await workspace.bulk.plan(card)
    assert dict(run.counts) == {"suppressed": 1}
    assert await workspace.suppression.remove("network_slug", out.network_slug)
    assert not await workspace.suppression.remove("network_slug", out.network_slug)
    assert workspace.suppression.all() == []
    with pytest.raises(UsageError):
        await workspace.suppression.add("email", "nobody")


async def test_cards_of_people_have_the_labels_of_their_list(
    staffed: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = staffed.workspace
    monkeypatch.setattr(
        workspace, "_list_labels", {workspace.boards.lists(staffed.board_id)[0].name: ["fresh"]}
    )
    label = await staffed.make("/labels", name="fresh", color="lime", idBoard=staffed.board_id)
    await workspace.boards.pull(staffed.board_id)
    page = await workspace.people.search(TUI, limit=2)
    for card_id in await workspace.people.make_cards(staffed.lists[0], page.people):
        card = workspace.cards.get(card_id)
        assert card is not None
        assert card.id_labels == (label,)
