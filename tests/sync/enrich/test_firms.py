"""Companies of a name: who is surely meant, who comes near, and how long both are remembered."""

import pytest

from tui.adapters.read import built_in
from tui.clock import ManualClock
from tui.errors import Undecided
from tui.model.company import Company
from tui.model.enrich.people import PeoplePage, PeopleQuery
from tui.model.enrich.spending import Prices
from tui.model.person import CompanyRef, Person
from tui.model.subject import Subject
from tui.sync.enrich.askable import Asking
from tui.sync.enrich.firms import Firms, with_company

REGISTER, PLATFORM = (Asking.of(built_in(name), Prices()) for name in ("abn-lookup", "platform"))
HOLDINGS = Company(name="KAURI HOLDINGS PTY LTD", abn="51824753556")
CAFES = Company(name="KAURI CAFES PTY LTD", abn="53004085616")


class Lists:
    """A register, and a service of people, which list what they are told to."""

    def __init__(self) -> None:
        self.clock, self.asked = ManualClock(), 0
        self.companies: tuple[Company, ...] = ()
        self.employers: tuple[CompanyRef, ...] = ()
        self.firms = Firms(self.clock, self.register, self.people)

    async def register(self, _name: str, _run: str) -> tuple[Company, ...]:
        self.asked += 1
        return self.companies

    async def people(self, _query: PeopleQuery, _run: str) -> PeoplePage:
        self.asked += 1
        return PeoplePage(people=tuple(Person(company=one) for one in self.employers))


@pytest.fixture
def lists() -> Lists:
    return Lists()


def called(name: str) -> Subject:
    return Subject(type="company", name=name)


async def test_the_one_of_exactly_that_name_is_taken(lists: Lists) -> None:
    lists.companies = (CAFES, HOLDINGS)
    found = await lists.firms.identify(called("Kauri Holdings"), REGISTER)
    assert found is not None
    assert found.value("abn") == HOLDINGS.abn
    assert [one.name for one in await lists.firms.matching(called("Kauri Holdings"), REGISTER)] == [
        HOLDINGS.name, CAFES.name,
    ]  # fmt: skip
    assert lists.asked == 1


async def test_two_of_one_name_are_asked_about(lists: Lists) -> None:
    lists.companies = (HOLDINGS, HOLDINGS.replace(abn=CAFES.abn))
    with pytest.raises(Undecided, match="2 companies are called that") as unsure:
        await lists.firms.identify(called("Kauri Holdings"), REGISTER)
    assert unsure.value.hint == "Choose one of those that come near, or write its ABN or NZBN."


async def test_one_company_under_two_names_is_one(lists: Lists) -> None:
    lists.companies = (HOLDINGS.replace(name="Kauri"), HOLDINGS)
    assert len(await lists.firms.matching(called("Kauri"), REGISTER)) == 1
    assert await lists.firms.identify(called("Kauri"), REGISTER) is not None


async def test_nobody_in_a_register_is_nobody_and_among_people_not_sure(lists: Lists) -> None:
    assert await lists.firms.identify(called("Rimu"), REGISTER) is None
    with pytest.raises(Undecided, match="No company called Tawa was found") as unsure:
        await lists.firms.identify(called("Tawa"), PLATFORM)
    assert unsure.value.hint == "Write its domain."


async def test_without_a_register_the_employers_of_people_are_found(lists: Lists) -> None:
    lists.employers = (CompanyRef(name="Kauri", domain="kauri.example"), CompanyRef(name="Kauri Homes"))
    found = await lists.firms.identify(called("Kauri Ltd"), PLATFORM)
    assert found is not None
    assert found.value("domain") == "kauri.example"


async def test_names_are_remembered_for_an_hour_and_not_all_of_them(lists: Lists) -> None:
    lists.companies = (HOLDINGS,)
    for name in ("Kauri", "KAURI", "kauri"):
        await lists.firms.matching(called(name), REGISTER)
    assert lists.asked == 1
    lists.clock.advance(3599)
    await lists.firms.matching(called("Kauri"), REGISTER)
    assert lists.asked == 1
    lists.clock.advance(1)
    await lists.firms.matching(called("Kauri"), REGISTER)
    assert lists.asked == 2
    for name in (*(f"Firm {number}" for number in range(199)), "Kauri"):
        await lists.firms.matching(called(name), REGISTER)
    assert lists.asked == 201
    for name in ("Firm 199", "Kauri"):
        await lists.firms.matching(called(name), REGISTER)
    assert lists.asked == 203


async def test_no_more_are_shown_than_can_be_chosen_from(lists: Lists) -> None:
    lists.companies = tuple(Company(name=f"Kauri {number}", abn=f"{number:011}") for number in range(14))
    assert len(await lists.firms.matching(called("Kauri"), REGISTER)) == 9


def test_the_chosen_one_is_asked_for_by_what_the_service_takes() -> None:
    assert with_company(called("Kauri"), HOLDINGS, REGISTER).value("abn") == HOLDINGS.abn
    assert with_company(called("Kauri"), HOLDINGS.replace(abn=""), REGISTER) == called("Kauri")
