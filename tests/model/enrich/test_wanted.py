"""What is wanted of a lookup: what is lacking, and the answers of several services as one."""

from datetime import UTC, datetime

from tui.model.company import Company
from tui.model.enrich.wanted import combined, lacking
from tui.model.finding import Finding, OtherSource
from tui.model.person import EmailPoint, Person, PhonePoint

AT = datetime(2031, 2, 3, tzinfo=UTC)
EMAIL, PHONE = (EmailPoint(value="ana@acme.example"),), (PhonePoint(e164="+61255501234"),)


def answer(provider: str, person: Person | None, cost: int = 1) -> Finding:
    return Finding(key="email:x", type="person", person=person, provider=provider, fetched_at=AT, cost=cost)


FIRST = answer("Hunter", Person(full_name="Ana", title="Buyer", emails=EMAIL))
SECOND = answer("Labs", Person(full_name="ana", emails=(EmailPoint(value="a@b.example"),), phones=PHONE), 2)


def test_what_no_answer_gives_is_lacking() -> None:
    assert lacking([FIRST], {"email", "phone"}) == ["phone"]
    assert lacking([FIRST, SECOND], {"email", "phone"}) == []
    assert lacking([], {"phone", "email"}) == ["email", "phone"]
    assert lacking([answer("Labs", None)], {"email"}) == ["email"]
    assert lacking([FIRST], ()) == []


def test_a_number_that_must_not_be_called_is_there() -> None:
    barred = Person(phones=(PhonePoint(e164="+61255501234", do_not_call=True),))
    assert lacking([answer("Hunter", barred)], {"phone"}) == []


def test_the_first_answer_gets_only_what_it_lacks_and_says_from_whom() -> None:
    found = combined([FIRST, SECOND], {"email", "phone"})
    assert found.person == Person(full_name="Ana", title="Buyer", emails=EMAIL, phones=PHONE)
    assert found.also == (OtherSource(field="phone", provider="Labs", fetched_at=AT, cost=2),)
    assert (found.provider, found.cost, found.sources) == ("Hunter", 1, "Hunter, phone from Labs")
    assert combined([FIRST, SECOND], ()) == combined([FIRST], {"phone"}) == FIRST


def test_an_answer_that_may_be_about_somebody_else_gives_nothing() -> None:
    assert SECOND.person is not None
    doubtful = SECOND.replace(person=SECOND.person.replace(conflicts=("network_slug",)))
    assert combined([FIRST, doubtful], {"phone"}) == FIRST


def test_a_namesake_at_another_service_gives_nothing() -> None:
    assert FIRST.person is not None
    assert SECOND.person is not None
    mine = FIRST.replace(person=FIRST.person.replace(network_slug="ana-1"))
    other = SECOND.replace(person=SECOND.person.replace(network_slug="ana-2"))
    assert combined([mine, other], {"phone"}) == mine
    same = SECOND.replace(person=SECOND.person.replace(network_slug="Ana-1"))
    assert combined([mine, same], {"phone"}).also


def test_companies_have_addresses_and_numbers_too() -> None:
    firm, other = Company(name="Kauri", emails=("a@b.example",)), Company(phones=("+6495550100",))
    first = Finding(key="domain:b.example", type="company", company=firm, fetched_at=AT)
    found = combined([first, first.replace(company=other, provider="Labs")], {"phone"})
    assert found.company == firm.replace(phones=("+6495550100",))
