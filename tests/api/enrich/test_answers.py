"""Answers in the formats that services use, and what tests make of them."""

import pytest

from tui.adapters.read import parse_adapter
from tui.api.enrich.answers import AdapterAnswers, parse_body
from tui.errors import Garbled


@pytest.mark.parametrize(
    ("text", "form", "body"),
    [
        ('{"a": 1}', "json", {"a": 1}),
        ('callback({"a": 1})', "jsonp", {"a": 1}),
        ('/**/ my.call_back ( {"a": "(x)"} ) ;\n', "jsonp", {"a": "(x)"}),
        ('{"a": 1}', "jsonp", {"a": 1}),
        ("<r><a>1</a></r>", "xml", {"r": {"a": "1"}}),
        (
            '<r xmlns="u:x" id="7"><a>1</a><a>2</a><b/></r>',
            "xml",
            {"r": {"id": "7", "a": ["1", "2"], "b": ""}},
        ),
        ("<r><a>1</a><a>2</a><a>3</a></r>", "xml", {"r": {"a": ["1", "2", "3"]}}),
    ],
)
def test_bodies_are_read(text, form, body):
    assert parse_body(text.encode(), "application/json", form) == body


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("<html>Sign in</html>", "json"),
        ("<html>Sign in</html>", "jsonp"),
        ("<html>Sign in</html>", "xml"),
        ("callback({)", "jsonp"),
        ("<r><a></r>", "xml"),
        ('<!DOCTYPE r [<!ENTITY a "b">]><r>&a;</r>', "xml"),
        ("<a>" * 100 + "</a>" * 100, "xml"),
    ],
)
def test_what_cannot_be_read_is_garbled(text, form):
    with pytest.raises(Garbled):
        parse_body(text.encode(), "application/json", form)


RULES = """
title = "x"
answer.message = "note"
[[call]]
kind = "person"
by = ["email"]
path = "/p"
miss = [{ field = "who", empty = true }]
[[error]]
status = [200, 403]
field = "note"
contains = "slow"
means = "rate limit"
"""


def test_tests_are_made_of_status_and_field():
    adapter, _ = parse_adapter(RULES, "x")
    assert adapter is not None
    rules = AdapterAnswers(adapter, adapter.call[0])
    assert rules.error(200, {"note": "Slow down"}) == ("rate limit", "Slow down")
    assert rules.error(200, {"note": " slow" + " x" * 200}) == ("rate limit", "slow" + " x" * 148)
    assert rules.error(500, {"note": "Slow down"}) is None
    assert rules.error(200, {"note": 3}) is None
