"""By what somebody is put on the opt-out list, and who else has that."""

import pytest

from tests.services.conftest import House
from tests.store.answers import remember
from tui.model.enrich.withdrawal import Key
from tui.model.finding import Finding
from tui.model.person import EmailPoint, Person
from tui.model.subject import Identifier, Subject

EMAIL = Identifier(kind="email", value="ana@kauri.example")
TEAM = Identifier(kind="email", value="team@kauri.example")
BOTH = Identifier(kind="email", value="we@home.example")
PROFILE = Identifier(kind="network_url", value="https://www.linkedin.com/in/ana-reid")
DOMAIN = Identifier(kind="domain", value="kauri.example")
SLUG = Identifier(kind="network_slug", value="ana-reid-x1")
NUMBER = Identifier(kind="nzbn", value="9429000000123")
PHONE = Identifier(kind="phone", value="+61255501234")


@pytest.fixture
def shared(house: House) -> House:
    """The house with answers about two people who have one address."""
    house.wire.plugged = False
    for name in ("Ana Reid", "Bo Lee"):
        person = Person(full_name=name, emails=(EmailPoint(value="we@home.example"),))
        key = f"person:{name.casefold()}|"
        remember(
            house.workspace._store,
            Finding(key=key, type="person", person=person, fetched_at=house.clock.now()),
        ).result()
    return house


@pytest.mark.parametrize(
    ("identifiers", "entry"),
    [
        ((EMAIL, PROFILE), ("email", "ana@kauri.example")),
        ((TEAM, PROFILE), ("", "https://www.linkedin.com/in/ana-reid")),
        ((SLUG,), ("network_slug", "ana-reid-x1")),
        ((TEAM, PHONE, DOMAIN), ("name", "Ana Reid at team@kauri.example")),
        ((BOTH,), ("name", "Ana Reid at we@home.example")),
        ((PHONE,), ("name", "Ana Reid at +61255501234")),
        ((), ("", "Ana Reid at Kauri")),
    ],
)
def test_somebody_is_listed_by_what_nobody_else_has(
    shared: House, identifiers: tuple[Identifier, ...], entry: tuple[str, str]
) -> None:
    subject = Subject(type="person", name="Ana Reid", company="Kauri", identifiers=identifiers)
    assert shared.workspace.suppression.entry_of(subject) == entry


def test_a_mailbox_without_a_name_and_a_firm_are_listed_by_what_they_have(shared: House) -> None:
    here = shared.workspace.suppression
    assert here.entry_of(Subject(type="person", identifiers=(TEAM,))) == ("email", "team@kauri.example")
    firm = Subject(type="company", name="Kauri", identifiers=(PHONE,))
    assert here.entry_of(firm) == ("phone", "+61255501234")
    site = Identifier(kind="website", value="https://kauri.example/")
    for known, entry in ((site, ("", site.value)), (NUMBER, ("name", "Kauri"))):
        assert here.entry_of(firm.replace(identifiers=(known,))) == entry


async def test_who_is_listed_as_a_card_names_them_is_kept_out(shared: House) -> None:
    here = shared.workspace.suppression
    subject = Subject(type="person", name="Ana Reid", identifiers=(SLUG,))
    _ = await here.add(*here.entry_of(subject))
    assert here.covers(subject) is not None
    assert here.covers(Person(full_name="A. Reid", network_slug="ana-reid-x1")) is not None


async def test_who_is_listed_by_a_name_at_an_address_is_kept_out_and_no_one_else(shared: House) -> None:
    here = shared.workspace.suppression
    listed = await here.add("name", "Ana Reid at we@home.example")
    assert listed.text == "name Ana Reid at we@home.example"
    assert listed.remove == "cardscout suppress remove 'Ana Reid at we@home.example'"
    number = await here.add("name", "Ana Reid at 02 5550 1234")
    assert number.remove == "cardscout suppress remove 'Ana Reid at 02 5550 1234'"
    assert here.covers(Subject(type="person", name="Ana Reid", identifiers=(BOTH,))) is not None
    assert here.covers(Subject(type="person", name="Bo Lee", identifiers=(BOTH,))) is None


def test_it_is_told_who_has_an_address(shared: House) -> None:
    keys: list[Key] = [("email", "we@home.example"), ("email", "cy@home.example")]
    assert shared.workspace.suppression.sharers(keys) == [["Ana Reid", "Bo Lee"], []]
