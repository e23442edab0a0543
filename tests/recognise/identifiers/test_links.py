"""Addresses, sites and profiles in a text, and what only looks like one."""

import pytest

from tui.recognise.identifiers.links import links
from tui.recognise.text import Passage


def found(text: str) -> list[tuple[str, str]]:
    return [(one.kind, one.value) for one in links(Passage("desc", text))[0]]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (
            "Ana.Reid@TuiRidge.example",
            [("email", "ana.reid@tuiridge.example"), ("domain", "tuiridge.example")],
        ),
        (
            "ana (at) tuiridge (dot) example",
            [("email", "ana@tuiridge.example"), ("domain", "tuiridge.example")],
        ),
        ("ana@gmail.com", [("email", "ana@gmail.com")]),
        ("noreply@tuiridge.example", [("domain", "tuiridge.example")]),
        ("git@github.com:acme/fleet.git", []),
        ("cid:image001.png@01D9ABCD.EF012345", []),
        ("Message-ID: <8731.22@lists.tuiridge.com.au>", []),
        ("scp build deploy@box.tuiridge.com.au:/srv/www/", []),
        ("ana@tuiridge.localdomain", []),
    ],
)
def test_an_address_that_a_person_could_write_to(text: str, kinds: list[tuple[str, str]]) -> None:
    assert found(text) == kinds


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (
            "(see https://www.TuiRidge.example/a_(b)?x=1#y).",
            [("domain", "tuiridge.example"), ("website", "https://www.tuiridge.example/a_(b)")],
        ),
        (
            "[site](https://tuiridge.example/team)",
            [("domain", "tuiridge.example"), ("website", "https://tuiridge.example/team")],
        ),
        ("https://github.com/acme/fleet", []),
        ("ftp://tuiridge.example/x", []),
        ("http://localhost:3000/x", []),
        ("https://[broken", []),
        ("bluegumfreight.com.au today", [("domain", "bluegumfreight.com.au")]),
        ("www.wagtail.melbourne", [("domain", "wagtail.melbourne")]),
        ("README.md, main.rs, ASP.NET, 2.0.dev, config.app", []),
        ("It is done.Is it", []),
    ],
)
def test_a_site_of_a_firm(text: str, kinds: list[tuple[str, str]]) -> None:
    assert found(text) == kinds


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("https://www.linkedin.com/in/Ana-Reid-4f2a1/?trk=x", "ana-reid-4f2a1"),
        ("nz.linkedin.com/mwlite/in/ana-reid", "ana-reid"),
        ("LinkedIn: in/ana-reid", "ana-reid"),
        ("linkedin profile ana-reid-12", "ana-reid-12"),
        ("linkedin.com/in/h%C4%93mi-t", "hēmi-t"),
    ],
)
def test_a_profile_of_a_person(text: str, slug: str) -> None:
    assert found(text) == [("network_url", f"https://www.linkedin.com/in/{slug}"), ("network_slug", slug)]


@pytest.mark.parametrize(
    "text",
    [
        "https://www.linkedin.com/posts/ana-reid",
        "https://www.linkedin.com/in/",
        "linkedin ana-reid",
        "ask LinkedIn people",
    ],
)
def test_what_is_no_profile(text: str) -> None:
    assert found(text) == []


def test_a_company_has_a_profile_without_a_slug() -> None:
    assert found("linkedin.com/company/tui-ridge/about") == [
        ("network_url", "https://www.linkedin.com/company/tui-ridge")
    ]


def test_spans_cover_links_without_an_identifier_and_nothing_is_read_twice() -> None:
    text = "ftp://tuiridge.example/x and https://x.example/?mail=ana@tuiridge.example"
    identifiers, spans = links(Passage("desc", text))
    assert [(one.kind, one.value) for one in identifiers] == [
        ("domain", "x.example"),
        ("website", "https://x.example"),
    ]
    assert [text[start:end] for start, end in spans] == text.split(" and ")


def test_an_identifier_says_where_it_stands() -> None:
    text = "Write to ana@tuiridge.example."
    email, domain = links(Passage("title", text))[0]
    assert (email.field, text[email.start : email.end], text[domain.start : domain.end]) == (
        "title",
        "ana@tuiridge.example",
        "tuiridge.example",
    )
