"""Our client asks our service, in both dialects, and each understands the other."""

import pytest

from tui.adapters.read import built_in
from tui.api.auth import bearer
from tui.api.enrich.client import EnrichClient
from tui.api.transport import Transport
from tui.errors import OutOfCredits, Rejected
from tui.secret import Secret
from tui.server.demo_data.seed import seed_directory
from tui.server.enrich.accounts import add_credits
from tui.server.storage import db


@pytest.fixture
def ana(server, clock):
    with db.writing(server.engine) as connection:
        _, staff = seed_directory(connection, clock)
    return next(person for person in staff if person.name == "Ana Reid")


@pytest.fixture(params=["platform", "direct"])
async def client(request, server, clock):
    transport = Transport(
        "http://enrich.test",
        clock=clock,
        auth=bearer(Secret(server.enrich_key)),
        http=server.transport(),
        service="enrich",
    )
    yield EnrichClient(transport, built_in(request.param), "local directory")
    await transport.close()


async def test_a_person_arrives_whole_and_is_paid_for_once(client, ana) -> None:
    answer = await client.person(email=ana.email)
    person = answer.person
    assert person is not None
    assert (person.id, person.full_name, person.title) == (ana.id, "Ana Reid", "Head of Operations")
    assert (person.seniority, person.department) == ("vp_director_head", "Operations")
    assert (person.company.name, person.company.domain) == ("Tūī Ridge", "tuiridge.example")
    assert [point.value for point in person.emails] == [ana.email]
    assert {(point.e164, point.do_not_call) for point in person.phones} == {
        (number, False) for number in (ana.mobile, ana.landline) if number
    }
    assert (person.network_slug, person.location.state) == (ana.network_slug, "VIC")
    assert (person.likelihood, person.conflicts) == (1.0, ())
    assert (answer.cost, answer.credits_left) == (2, 498)
    assert (await client.person(network_slug=ana.network_slug)).cost == 0


async def test_a_company_arrives_whole(client, ana) -> None:
    answer = await client.company(domain="tuiridge.example")
    company = answer.company
    assert company is not None
    assert (company.name, company.legal_name, company.domain) == (
        "Tūī Ridge",
        "Tūī Ridge Pty Ltd",
        "tuiridge.example",
    )
    assert company.size_band is not None
    assert (company.size_band.text, company.employee_count) == ("51-200", 140)
    assert len(company.abn) == 11
    assert (company.hq.state, company.hq.country) == ("VIC", "AU")
    assert (answer.cost, answer.credits_left) == (1, 499)


async def test_nobody_is_an_answer_and_free(client, ana) -> None:
    answer = await client.person(email="nobody@tuiridge.example")
    assert (answer.person, answer.cost, answer.credits_left) == (None, 0, 500)


async def test_a_bad_number_is_refused_by_field(client, ana) -> None:
    with pytest.raises(Rejected) as refused:
        await client.company(abn="51824753557")
    assert "abn" in refused.value.fields


async def test_an_empty_account_says_so(client, server, ana) -> None:
    add_credits(server.engine, -500)
    with pytest.raises(OutOfCredits):
        await client.person(email=ana.email)


async def test_a_search_promises_without_contact_values(client, ana) -> None:
    page = await client.search_people(company="tuiridge.example", seniority="vp_director_head")
    found = next(person for person in page.people if person.id == ana.id)
    assert found.contactable.has_email
    assert found.contactable.has_mobile
    assert not found.emails
    assert page.total is not None
    assert page.total >= 1
