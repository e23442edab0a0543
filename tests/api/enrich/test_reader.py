"""Records of a service, read as its adapter says or by the usual names."""

from tui.adapters.read import built_in, parse_adapter
from tui.api.enrich.reader import RecordReader

SERVICE = """
title = "Example"
url = "https://api.example.com"
[answer]
likelihood = "meta.score"
[[call]]
kind = "person"
by = ["email"]
path = "/people"
record = "body.who"
[[call]]
kind = "person"
by = ["phone"]
path = "/numbers"
record = "ids.0"
[call.then]
path = "/people/{taken}"
take = "ids.0"
record = "whole"
[[call]]
kind = "search people"
by = ["company"]
path = "/search"
hits = "page.rows"
total = "page.count"
[person]
full_name = "called"
title = "job.name"
[company]
name = "firm"
"""


def adapter(text=SERVICE):
    made, problems = parse_adapter(text, "example")
    assert made is not None, problems
    return made


def test_a_person_is_read_from_where_the_call_has_it():
    made = adapter()
    by_email, by_phone = made.calls("person")
    body = {
        "body": {"who": {"called": "Ana Reid", "job": {"name": "CEO"}, "odd": 1}},
        "meta": {"score": 0.75},
    }
    person = RecordReader(made).person(body, by_email)
    assert person is not None
    assert (person.full_name, person.title, person.likelihood, person.extra) == (
        "Ana Reid",
        "CEO",
        0.75,
        {"odd": 1},
    )
    second = RecordReader(made).person({"whole": {"called": "Bo"}}, by_phone)
    assert second is not None
    assert second.full_name == "Bo"


def test_a_record_alone_needs_no_call():
    person = RecordReader(adapter()).person({"called": "Ana Reid"})
    assert person is not None
    assert (person.full_name, person.likelihood) == ("Ana Reid", None)
    company = RecordReader(adapter()).company({"firm": "Tui", "odd": 1})
    assert company is not None
    assert (company.name, company.extra) == ("Tui", {"odd": 1})


def test_a_record_that_is_not_there_is_nobody():
    made = adapter()
    call = made.calls("person")[0]
    assert RecordReader(made).person({"body": {}}, call) is None
    assert RecordReader(made).person({"other": 1}) is None
    assert RecordReader(made).company({}) is None


def test_without_fields_the_usual_names_are_looked_for():
    usual = RecordReader(adapter(SERVICE[: SERVICE.index("[person]")]))
    person = usual.person({"fullName": "Ana Reid"})
    assert person is not None
    assert person.full_name == "Ana Reid"
    company = usual.company({"company": {"name": "Tui", "domain": "tui.example"}})
    assert company is not None
    assert company.domain == "tui.example"


def test_hits_are_where_the_call_has_them_or_in_the_usual_place():
    made = adapter()
    [search] = made.calls("search people")
    assert RecordReader(made).hits(search, {"page": {"rows": [1, 2], "count": "7"}}) == ([1, 2], 7)
    assert RecordReader(made).hits(search, {"page": {}}) == ([], None)
    untold = adapter(SERVICE.replace('total = "page.count"\n', ""))
    assert RecordReader(untold).hits(
        untold.calls("search people")[0], {"page": {"rows": [1], "count": 7}}
    ) == ([1], None)
    usual = built_in("platform")
    assert RecordReader(usual).hits(usual.calls("search people")[0], {"records": [1], "total": 3}) == ([1], 3)
