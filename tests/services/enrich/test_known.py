"""What an account knows of those who opt out, and which texts name them afterwards."""

import pytest

from tests.services.conftest import House
from tests.services.enrich.test_namings import card
from tests.store.answers import remember
from tui.model.enrich.withdrawal import Key, Known, WithdrawnNote
from tui.model.finding import Finding
from tui.model.person import EmailPoint, Person, PhonePoint
from tui.model.values.scalars import new_local_id
from tui.model.writes.comments import AddComment
from tui.services.enrich.known import known_about, what_stays
from tui.sync.note import note

ANA: Key = ("email", "ana@kauri.example")


@pytest.fixture
def known(house: House) -> House:
    """The house, unplugged, with answers about two people who have a number and a mailbox in common."""
    house.wire.plugged = False
    for name, own, mobile in (("Ana Reid", "ana", "+61491570156"), ("Bo Lee", "bo", "+61491570157")):
        emails = tuple(EmailPoint(value=f"{one}@kauri.example") for one in (own, "info"))
        phones = tuple(PhonePoint(e164=one) for one in (mobile, "+61255501234"))
        person = Person(full_name=name, emails=emails, phones=phones, network_slug=f"{own}-x")
        key = f"email:{own}@kauri.example"
        remember(
            house.workspace._store,
            Finding(key=key, type="person", person=person, fetched_at=house.clock.now()),
        ).result()
    return house


def test_what_is_only_theirs_is_known(known: House) -> None:
    told = known_about(known.workspace._store, [ANA])
    assert told == Known(
        more={ANA: frozenset({("network_slug", "ana-x"), ("name", "ana reid|info kauri example")})},
        phones=frozenset({("phone", "491570156")}),
        names=frozenset({"Ana Reid"}),
    )
    assert known_about(known.workspace._store, [("email", "info@kauri.example")]).names == frozenset()


async def test_whoever_is_on_the_list_is_known_by_what_was_listed_along(known: House) -> None:
    await known.workspace.suppression.add("", "ana@kauri.example", "asked us")
    told = known_about(known.workspace._store, ())
    assert [one.why for one in told.listed] == ["asked us"]
    assert told.keys == {ANA, ("network_slug", "ana-x"), ("name", "ana reid|info kauri example")}
    assert told.names == frozenset(), "the name is erased with the answer"


async def test_what_was_typed_stays_and_the_comments_that_are_withdrawn_do_not(known: House) -> None:
    at = await card(known, "Ring Ana Reid", "0491 570 156")
    first, second = new_local_id(), new_local_id()
    namesake = Finding(
        key="email:ana@rimu.example",
        type="person",
        person=Person(full_name="Ana Reid"),
        fetched_at=known.clock.now(),
    )
    for ident, text in (
        (first, "rang ana@kauri.example"),
        (second, "rang ana@kauri.example"),
        (new_local_id(), note(namesake)),
    ):
        await known.workspace.writes.submit(AddComment(**at, comment_id=ident, text=text))
    store = known.workspace._store
    told = known_about(store, [ANA])
    gone = WithdrawnNote(comment_id=first, card_id="", board_id="", board="", card="")
    stays = what_stays(store, told, [gone])
    assert [(one.part, one.sure) for one in stays] == [
        ("title", False),
        ("description", True),
        ("comment", True),
    ]
    assert stays[-1].ident == second
