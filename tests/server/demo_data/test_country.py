"""A country's directory: the same for the same seed, nobody's, and as a country is."""

import collections
import hashlib
import re

import pytest

from tests.server.demo_data.conftest import made
from tui.server.demo_data.country import Country
from tui.server.demo_data.words import DRAMA_MOBILES
from tui.server.enrich.registers import is_abn, is_acn, is_nzbn


def share(found, of):
    return len(found) / len(of)


def test_the_same_seed_gives_the_same_bytes_and_another_does_not() -> None:
    def digest(seed):
        country = Country(500, 60, seed)
        rows = [*country.company_rows(), *country.person_rows()]
        return hashlib.sha256(repr(rows).encode()).hexdigest()

    assert digest(7) == digest(7) != digest(8)


def test_there_are_as_many_as_were_asked_for_each_by_themselves(records) -> None:
    firms, staff = records
    assert (len(firms), len(staff)) == (1_500, 12_000)
    for rows, names in (
        (firms, ("n", "number", "name", "domain", "network_slug")),
        (staff, ("n", "number", "network_slug")),
    ):
        for name in names:
            assert len({row[name] for row in rows}) == len(rows), name
    for name in ("email", "personal_email"):
        values = [row[name] for row in staff if row[name]]
        assert len(set(values)) == len(values)
    for name in ("abn", "acn", "nzbn"):
        values = [row[name] for row in firms if row[name]]
        assert len(set(values)) == len(values)
    assert [row["n"] for row in staff] == list(range(12_000))


@pytest.mark.parametrize(
    ("many_people", "many_companies"), [(0, 1), (1, 1), (3, 2), (30, 20), (22, 400), (5, 30)]
)
def test_small_countries_are_whole_too(many_people, many_companies) -> None:
    firms, staff = made(many_people, many_companies)
    assert (len(firms), len(staff)) == (many_companies, many_people)
    assert {row["company_n"] for row in staff} <= {row["n"] for row in firms}


def test_every_identifier_is_reserved_for_fiction(records) -> None:
    firms, staff = records
    assert all(row["fictional"] for row in [*firms, *staff])
    assert all(row["domain"].endswith(".example") for row in firms)
    assert all(
        is_abn(row["abn"]) and is_acn(row["acn"]) and row["acn"][0] == "9" for row in firms if row["abn"]
    )
    assert all(is_nzbn(row["nzbn"]) and row["nzbn"].startswith("94299") for row in firms if row["nzbn"])
    assert all(bool(row["abn"]) != bool(row["nzbn"]) for row in firms)
    assert all(re.fullmatch(r"[a-z-]+-x[0-9a-f]{5}", row["network_slug"]) for row in staff)
    assert all(re.fullmatch(r"\+61[2378]5550\d{4}|", row["landline"]) for row in staff)
    assert all(row["mobile"] in {"", *DRAMA_MOBILES} or row["mobile"].startswith("+6425555") for row in staff)
    assert all(row["email"].endswith((".example", "")) and row["email"].isascii() for row in staff)


def test_it_is_as_a_country_is(records) -> None:
    firms, staff = records
    assert 0.49 < share([row for row in staff if row["email"]], staff) < 0.53
    mobiles = [row for row in staff if row["mobile"]]
    assert 0.27 < share(mobiles, staff) < 0.31
    assert 0.26 < share([row for row in mobiles if row["do_not_call"]], mobiles) < 0.32
    assert 0.26 < share([row for row in staff if row["verified_on"] < "2025-11-01"], staff) < 0.34
    levels = collections.Counter(row["seniority"] for row in staff)
    for level, percent in enumerate((3, 5, 6, 14, 22, 50), start=1):
        assert abs(levels[level] / len(staff) - percent / 100) < 0.015
    states = {row["n"]: row["state"] for row in firms}
    assert 0.8 < share([row for row in staff if row["state"] == states[row["company_n"]]], staff) < 0.9
    counts = collections.Counter(row["company_n"] for row in staff)
    large = max(firms, key=lambda row: row["employees"])
    small = [row for row in firms if row["employees"] < 10]
    assert counts[large["n"]] > 3 * sum(counts[row["n"]] for row in small) / len(small)


def test_the_cast_of_the_sample_boards_is_there(records) -> None:
    _, staff = records
    assert (staff[0]["name"], staff[0]["email"]) == ("Ana Reid", "ana.reid@tuiridge.example")
