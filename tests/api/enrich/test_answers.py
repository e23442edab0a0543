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


@pytest.mark.parametrize(
    "text", [" " * 100_000, "/**/" + " " * 100_000 + "f", "f(" + ")" + " " * 100_000 + "x"]
)
def test_a_long_run_of_blanks_is_refused_at_once(text):
    with pytest.raises(Garbled):
        parse_body(text.encode(), "application/json", "jsonp")


ENTITY = '<?xml version="1.0" encoding="{}"?>{}<!DOCTYPE r [<!ENTITY a "b">]><r>&a;</r>'


@pytest.mark.parametrize(
    "data",
    [
        ENTITY.format("utf-16", "").encode("utf-16"),
        ENTITY.format("utf-16", "").encode("utf-16-le"),
        # The declaration is in ASCII, and the rest in another code in which "<!" looks otherwise.
        ENTITY.partition("{}<!")[0].format("cp037").encode() + ENTITY.partition("?>{}")[2].encode("cp037"),
        b'<?xml version="1.0" encoding="nosuch"?><r>' + b"\xff" * 3,
        b'<?xml version="1.0" encoding="hex"?><r>',
        b'<?xml version="1.0" encoding="idna"?><r>',
    ],
)
def test_xml_in_an_exotic_encoding_is_garbled(data):
    with pytest.raises(Garbled):
        parse_body(data, "application/xml", "xml")


def test_xml_in_another_usual_encoding_is_read():
    document = '<?xml version="1.0" encoding="{}"?><r>Zo\u00eb</r>'
    for encoding in ("utf-8", "utf-16", "iso-8859-1"):
        assert parse_body(document.format(encoding).encode(encoding), "", "xml") == {"r": "Zo\u00eb"}


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
