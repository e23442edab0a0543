"""What an adapter reads from a sample of its service's answers."""

import json
from typing import Any

import pytest

from tui.adapters.adapter import Adapter
from tui.adapters.read import parse_adapter
from tui.api.enrich.sample import Absent, read_sample
from tui.errors import Garbled

TEXT = """title = "Example Data"
url = "https://api.example.com"

[auth]
style = "header"
name = "X-Key"

[[call]]
kind = "company"
by = ["domain"]
path = "/companies/{domain}"

[[call]]
kind = "person"
by = ["email"]
path = "/people/{email}"

[[miss]]
status = 404

[[error]]
status = 402
means = "out of credits"

[person]
full_name = "who"
work_emails = "mail"
phones = "tel[]"
location.city = "city"
title = "job"

[company]
name = "company_name"
size_band = "staff"
registers = "registers"
"""

BODY = {
    "who": "Ana Lee",
    "mail": "ana@acme.example",
    "tel": ["+61 491 570 006", "+61 491 570 157"],
    "city": "Sydney",
    "company_name": "Acme",
    "staff": "11-50",
}


@pytest.fixture
def adapter() -> Adapter:
    found, problems = parse_adapter(TEXT, "example")
    assert problems == []
    assert found is not None
    return found


def data(**values: Any) -> bytes:
    return json.dumps(values).encode()


def test_each_lookup_says_what_it_reads_and_what_is_not_there(adapter: Adapter) -> None:
    person, company = read_sample(adapter, data(**BODY))
    assert person.call == "person /people/{email}"
    assert person.result == "hit"
    assert person.absent == [
        Absent(
            ("person", "title"),
            "job",
            "nothing at job; it has the keys who, mail, tel, city, company_name, staff",
        )
    ]
    assert dict(person.fields) == {
        "full_name": "Ana Lee",
        "work_emails": "ana@acme.example",
        "phones": "+61491570006, +61491570157",
        "location.city": "Sydney",
    }
    assert company.call == "company /companies/{domain}"
    assert (company.result, [one.place for one in company.absent]) == ("hit", [("company", "registers")])
    assert dict(company.fields) == {"name": "Acme", "size_band": "11-50"}


def test_a_sample_of_one_kind_is_nothing_to_the_other(adapter: Adapter) -> None:
    person, company = read_sample(adapter, data(company_name="Acme"))
    assert (person.result, person.fields, person.absent) == ("nothing", [], [])
    assert company.result == "hit"


@pytest.mark.parametrize(("status", "verdict"), [(404, "miss"), (402, "out of credits")])
def test_an_answer_that_is_no_hit_has_no_fields(adapter: Adapter, status: int, verdict: str) -> None:
    for reading in read_sample(adapter, data(**BODY), status):
        assert (reading.result, reading.fields, reading.absent) == (verdict, [], [])


def test_without_a_mapping_all_that_was_read_is_shown() -> None:
    plain, problems = parse_adapter(TEXT[: TEXT.index("[person]")], "example")
    assert plain is not None, problems
    person, _ = read_sample(plain, data(name="Ana Lee", emails={"work": [{"value": "ana@acme.example"}]}))
    fields = dict(person.fields)
    assert (person.result, person.absent) == ("hit", [])
    assert (fields["full_name"], fields["emails"]) == ("Ana Lee", "ana@acme.example")
    assert "title" not in fields, "what is empty is left out"
    assert "extra" not in fields


@pytest.mark.parametrize("body", [b"denied", b"<html><body>Denied</body></html>", b""])
def test_an_error_need_not_be_in_the_format_of_the_adapter(adapter: Adapter, body: bytes) -> None:
    for reading in read_sample(adapter, body, 401):
        assert (reading.result, reading.fields, reading.absent) == ("wrong key", [], [])


def test_what_is_no_document_is_told(adapter: Adapter) -> None:
    with pytest.raises(Garbled):
        read_sample(adapter, b"<html>")


@pytest.mark.parametrize(
    ("paths", "body", "place", "near"),
    [
        ({"record": "data"}, {"result": {"title": "Kauri"}}, ("call", 0, "record"), "it has the key result"),
        (
            {"city": "office.city"},
            {"office": {"town": "x"}},
            ("company", "hq", "city"),
            "office has the key town",
        ),
        (
            {"city": "lines[].town"},
            {"lines": [{"no": 1}]},
            ("company", "hq", "city"),
            "lines[] has the key no",
        ),
        ({"city": "lines[0].town"}, {"lines": []}, ("company", "hq", "city"), "it has the keys lines, title"),
        (
            {"city": "lines[kind=b].town"},
            {"lines": [{"kind": "b"}]},
            ("company", "hq", "city"),
            "lines[kind=b] has",
        ),
    ],
)
def test_where_a_path_ends_is_said(
    paths: dict[str, str], body: dict[str, Any], place: tuple[str | int, ...], near: str
) -> None:
    text = (
        'title = "x"\n[[call]]\nkind = "company"\nby = "domain"\npath = "/x"\n'
        f'record = "{paths.get("record", "")}"\n[company]\nname = "title"\nhq.city = "{paths.get("city", "town")}"\n'
    )
    adapter, problems = parse_adapter(text, "x")
    assert adapter is not None, problems
    ([gap],) = [
        one.absent
        for one in read_sample(adapter, data(**body, **{} if paths.get("record") else {"title": "K"}))
    ]
    assert (gap.place, gap.path) == (place, next(iter(paths.values())))
    assert gap.why.startswith(f"nothing at {gap.path}; {near}"), gap.why


PAID = """
title = "x"
[answer]
charged = "used"
left = "left"
[[call]]
kind = "person"
by = "email"
path = "/p"
record = "who"
[[call]]
kind = "company"
by = "domain"
path = "/c"
record = "firm"
[[call]]
kind = "credits"
path = "/wallet"
left = "rest"
[person]
full_name = "name"
seniority = "level"
started = "since"
mobile_phones = "no"
mobile_do_not_call = "barred"
"""


def test_what_a_sample_cost_is_read_and_what_is_not_understood_is_said() -> None:
    adapter, problems = parse_adapter(PAID, "x")
    assert adapter is not None, problems
    who = {"name": "Ana Lee", "level": "zz9", "no": "+61491570006", "barred": True}
    person, company = read_sample(adapter, data(who=who, used=2))
    assert (person.fields[-1], company.result, company.absent) == (("charged", "2"), "nothing", [])
    assert {".".join(map(str, one.place)): one.why for one in person.absent} == {
        "person.seniority": "'zz9' is not understood",
        "person.started": "nothing at since; it has the keys name, level, no, barred",
        "answer.left": "nothing at left; it has the keys who, used",
    }


def test_the_balance_has_a_sample_too() -> None:
    adapter, problems = parse_adapter(PAID, "x")
    assert adapter is not None, problems
    *_, balance = read_sample(adapter, data(rest=118))
    assert (balance.call, balance.fields) == ("credits /wallet", [("credits left", "118")])


SEARCHED = (
    TEXT
    + """
[[call]]
kind = "search companies"
by = ["name"]
path = "/find"
hits = "found[].company"
total = "count"

[[call]]
kind = "search people"
by = ["company"]
path = "/staff"
hits = "crew"
"""
)


def test_a_search_reads_its_hits_and_the_fields_of_the_first() -> None:
    adapter, problems = parse_adapter(SEARCHED, "x")
    assert adapter is not None, problems
    found = [
        {"company": {"company_name": "Kauri Timber", "staff": ""}},
        {},
        {"company": {"company_name": "Kea"}},
    ]
    _, _, people, companies = read_sample(adapter, data(found=found, count=40))
    assert (people.result, people.absent) == ("nothing", [])
    assert companies.call == "search companies /find"
    assert (companies.result, companies.fields) == ("hit", [("hits", "2 of 40"), ("name", "Kauri Timber")])
    _, _, people, companies = read_sample(adapter, data(crew=[{"who": "Ana Lee"}]))
    assert (people.fields[0], dict(people.fields)["full_name"]) == (("hits", "1"), "Ana Lee")
    assert companies.result == "nothing"
    *_, companies = read_sample(adapter, data(other=1))
    assert companies.absent == [
        Absent(("call", 2, "hits"), "found[].company", "nothing at found[].company; it has the key other")
    ]


CODES = """title = "x"
[[call]]
kind = "person"
by = "email"
method = "POST"
path = "/match"
record = "matches[0]"
[[call]]
kind = "person"
by = "name + company"
method = "POST"
path = "/match"
record = "matches[0]"
miss = [{ field = "unsure", equals = true }]
[[call]]
kind = "search people"
by = "company"
path = "/search"
hits = "rows"
[[miss]]
field = "matches"
empty = true
[[error]]
field = "code"
equals = "E_FUNDS"
means = "out of credits"
[[error]]
field = "code"
other_than = "OK"
means = "failed"
[person]
full_name = "name"
mobile_phones = "tel.mobile"
direct_phones = "tel.desk"
"""


@pytest.fixture
def codes() -> Adapter:
    found, problems = parse_adapter(CODES, "x")
    assert found is not None, problems
    return found


def test_numbers_of_a_kind_are_told_apart(codes: Adapter) -> None:
    who = {"name": "Ana Lee", "tel": {"mobile": "+61491570006", "desk": "+61291570157"}}
    first, *_ = read_sample(codes, data(code="OK", matches=[who]))
    assert dict(first.fields) | {"full_name": ""} == {
        "full_name": "",
        "mobile_phones": "+61491570006",
        "direct_phones": "+61291570157",
    }


def test_calls_of_one_path_are_named_by_what_they_ask_by(codes: Adapter) -> None:
    assert [one.call for one in read_sample(codes, data(code="OK"))] == [
        "person /match by email",
        "person /match by name + company",
        "search people /search",
    ]


@pytest.mark.parametrize(
    ("body", "results", "places"),
    [
        ({"code": "E_FUNDS"}, ["out of credits"] * 3, [("error", 0)] * 3),
        ({"code": "E_NEW", "matches": []}, ["failed"] * 3, [("error", 1)] * 3),
        (
            {"code": "OK", "unsure": True, "matches": [{"name": "Ana"}]},
            ["hit", "miss", "nothing"],
            [None, ("call", 1, "miss", 0), None],
        ),
        ({"code": "OK", "matches": []}, ["miss"] * 3, [("miss", 0)] * 3),
    ],
)
def test_a_miss_and_an_error_name_the_test_that_said_so(
    codes: Adapter, body: dict[str, Any], results: list[str], places: list[Any]
) -> None:
    read = read_sample(codes, data(**body))
    assert [one.result for one in read] == results
    assert [one.told_by and one.told_by.place for one in read] == places
    assert {one.told_by.why for one in read if one.told_by} <= {""}


def test_a_miss_because_its_field_is_not_there_says_so(codes: Adapter) -> None:
    *_, search = read_sample(codes, data(code="OK", rows=[{"name": "Ana Lee"}]))
    assert (search.result, search.told_by) == (
        "miss",
        Absent(("miss", 0), "matches", "nothing at matches; it has the keys code, rows"),
    )


def test_a_status_without_a_test_is_told_by_none(codes: Adapter) -> None:
    assert {one.told_by for one in read_sample(codes, b"", 401)} == {None}
