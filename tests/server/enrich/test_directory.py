"""Records by their identifiers, weighed against each other."""

import pytest

from tui.server.enrich.directory import find_companies_by, find_company, find_people_by, find_person


@pytest.fixture
def tui(firms):
    return firms[0]


async def test_domain_of_one_and_abn_of_another_is_said(api, firms, tui) -> None:
    other = next(firm for firm in firms[1:] if firm.abn)
    company = (await api.post("/enrich/company", json={"domain": tui.domain, "abn": other.abn})).json()[
        "data"
    ]
    assert company["id"] == other.id
    assert company["conflicts"] == ["domain"]
    assert company["likelihood"] == pytest.approx(1 / 1.9, abs=0.001)


def test_a_person_is_found_by_each_identifier(connection, ana, staff) -> None:
    for kind, value in (
        ("email", ana.email),
        ("network_slug", ana.network_slug),
        ("network_url", ana.network_slug),
        ("id", ana.id),
    ):
        found = find_person(connection, {kind: value})
        assert found is not None
        assert (found.row.id, found.likelihood, found.matched_on) == (ana.id, 1.0, (kind,))
    private = next(one for one in staff if one.personal_email)
    assert [row.id for row in find_people_by(connection, "email", private.personal_email)] == [private.id]
    assert find_person(connection, {"email": "nobody@tuiridge.example"}) is None


@pytest.mark.parametrize("kind", ["email", "network_slug", "network_url"])
def test_nobody_is_found_by_an_empty_identifier(connection, kind) -> None:
    assert find_people_by(connection, kind, "") == []
    assert find_companies_by(connection, "abn", "") == []


def test_a_host_is_that_of_the_longest_domain_that_is_known(connection, firms) -> None:
    for host in ("tuiridge.example", "shop.tuiridge.example", "a.b.c.tuiridge.example"):
        (row,) = find_companies_by(connection, "website", host)
        assert row.id == firms[0].id
    assert find_companies_by(connection, "domain", "example") == []
    assert find_companies_by(connection, "domain", "a.b.c.d.e.f.tuiridge.example")[0].id == firms[0].id


def test_a_website_is_less_sure_than_a_domain_and_both_are_more_sure(connection, firms) -> None:
    host = firms[0].domain
    told = [
        find_company(connection, dict.fromkeys(kinds, host))
        for kinds in (("domain",), ("website",), ("domain", "website"))
    ]
    assert [one and one.likelihood for one in told] == [0.9, 0.85, 0.985]


def test_an_identifier_that_is_another_value_of_the_record_counts_against_it(connection, ana) -> None:
    found = find_person(connection, {"email": ana.email, "network_slug": "nobody-knows-1"})
    assert found is not None
    assert (found.likelihood, found.conflicts, found.others) == (0.5, ("network_slug",), ())
    # Somebody has several addresses: another one says nothing.
    found = find_person(connection, {"network_slug": ana.network_slug, "email": "new@tuiridge.example"})
    assert found is not None
    assert (found.likelihood, found.conflicts) == (1.0, ())


def test_the_record_with_the_most_weight_is_taken_and_others_are_named(connection, ana, staff) -> None:
    other = next(one for one in staff if one.email and one.id != ana.id)
    found = find_person(connection, {"email": other.email, "network_slug": ana.network_slug, "id": ana.id})
    assert found is not None
    assert (found.row.id, found.matched_on, found.conflicts) == (ana.id, ("network_slug", "id"), ("email",))
    assert (found.likelihood, found.others) == (0.667, ((other.id, 0.333),))
