"""Requests, made of a call and of what is known."""

import pytest

from tui.adapters.read import built_in, parse_adapter
from tui.api.enrich.request import build_request, normalised
from tui.errors import UsageError

SERVICE = """
title = "Example"
url = "https://api.example.com"
[[call]]
kind = "person"
by = ["email", "name + company", "phone", "network_url"]
method = "POST"
path = "/people"
query = { v = "2", work = "{work_email}", own = "{personal_email}" }
body = { first = "{first_name}", last = "{last_name}", at = { firm = "{company}" }, links = ["{profile_url}", "{network_slug}"] }
headers = { X-Version = "3" }
repeat = "key"
[[call]]
kind = "company"
by = ["domain", "abn"]
path = "/companies/{abn}"
repeat = "always"
[call.then]
path = "/records/{taken}"
take = "id"
[[call]]
kind = "company"
by = ["website", "network_slug"]
path = "/hosts"
query = { host = "{host}", link = "{profile_url}" }
[[call]]
kind = "search people"
by = ["seniority", "department", "company"]
path = "/search"
query = { level = "{seniority|id}", group = "{department|id}", word = "{seniority}", page = "{page}", from = "{offset}" }
hits = "rows"
"""


@pytest.fixture(scope="module")
def example():
    made, problems = parse_adapter(SERVICE, "example")
    assert made is not None, problems
    return made


def of(example, kind, number=0, taken="", key=None, **given):
    return build_request(example, example.calls(kind)[number], normalised(given), key, taken)


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"email": " Ana@Tui.example "}, {"email": "ana@tui.example"}),
        ({"abn": "53 004 085 616", "acn": "004-085-616"}, {"abn": "53004085616", "acn": "004085616"}),
        ({"domain": "https://www.Tui.example/x"}, {"domain": "tui.example"}),
        ({"domain": "nonsense"}, {"domain": "nonsense"}),
        ({"crn": "ab 12"}, {"crn": "AB12"}),
        ({"name": None, "phone": "  ", "company": " Tui "}, {"company": "Tui"}),
    ],
)
def test_what_is_given_is_put_in_its_normal_form(given, found):
    assert normalised(given) == found


def test_what_is_not_known_is_left_out_of_query_and_body(example):
    made = of(example, "person", email="ana@tui.example", name="Ana Te Rangi Reid")
    assert (made.method, made.path, made.headers) == ("POST", "/people", {"X-Version": "3"})
    assert made.params == {"v": "2", "work": "ana@tui.example"}
    assert made.json == {"first": "Ana Te Rangi", "last": "Reid", "at": {}, "links": []}


def test_a_private_address_is_no_work_address(example):
    assert of(example, "person", email="ana@gmail.com").params == {"v": "2", "own": "ana@gmail.com"}


def test_a_profile_is_known_by_its_address_or_its_slug(example):
    by_slug = of(example, "person", network_slug="ana-reid").json["links"]
    by_url = of(example, "person", network_url="https://www.linkedin.com/in/ana-reid").json["links"]
    assert by_slug == by_url == ["https://www.linkedin.com/in/ana-reid", "ana-reid"]
    assert (
        of(example, "company", 1, network_slug="tui").params["link"] == "https://www.linkedin.com/company/tui"
    )


def test_a_name_of_one_word_is_a_last_one_to_nobody(example):
    assert of(example, "person", name="Cher").json == {"at": {}, "links": []}


def test_a_host_is_that_of_the_domain_or_else_of_the_website(example):
    assert of(example, "company", 1, website="https://www.tui.example/x").params == {"host": "tui.example"}
    assert of(example, "company", 1, website="https://a.example", domain="b.example").params == {
        "host": "b.example"
    }


def test_a_value_in_a_path_is_quoted_and_one_that_is_missing_refused(example):
    assert of(example, "company", abn="53004085616").path == "/companies/53004085616"
    assert of(example, "company", taken="a/b c").path == "/records/a%2Fb%20c"
    with pytest.raises(UsageError, match=r"/companies/\{abn\} cannot be filled from domain"):
        of(example, "company", domain="tui.example")


def test_how_often_a_request_may_be_sent_is_its_calls(example):
    keyed = of(example, "person", email="a@b.example", key="k1")
    assert (keyed.idempotency_key, keyed.repeatable) == ("k1", None)
    assert of(example, "person", email="a@b.example").idempotency_key not in {None, "k1"}
    free = of(example, "company", abn="53004085616", key="k1")
    assert (free.idempotency_key, free.repeatable) == (None, True)
    assert of(example, "search people", company="Tui").repeatable is False


def test_levels_and_departments_are_words_or_numbers(example):
    made = of(example, "search people", seniority="C-Suite", department="Sales")
    assert made.params == {"level": "3", "group": "2", "word": "C-Suite"}
    with pytest.raises(UsageError, match="The seniority 'wizard' is none this service knows"):
        of(example, "search people", seniority="wizard")


@pytest.mark.parametrize(
    ("offset", "limit", "page"), [("0", "25", "1"), ("24", "25", "1"), ("25", "25", "2"), ("100", "25", "5")]
)
def test_an_offset_is_a_page_to_services_that_count_pages(example, offset, limit, page):
    made = of(example, "search people", company="Tui", offset=offset, limit=limit)
    assert (made.params["page"], made.params["from"]) == (page, offset)
    assert "page" not in of(example, "search people", company="Tui").params


def test_a_request_without_a_body_has_none():
    platform = built_in("platform")
    assert build_request(platform, platform.calls("credits")[0], {}).json is None
