"""The fields of a call, from query, JSON or form."""

import pytest
from starlette.requests import Request

from tui.server.enrich import identifiers
from tui.server.enrich.fields import (
    LARGEST_BODY,
    read_fields,
    read_fraction,
    read_identifiers,
    read_number,
    read_text,
    read_texts,
    refuse_unknown,
)
from tui.server.enrich.problems import Problem
from tui.server.pipeline.params import Refused


def request(query="", body=b"", kind="application/json"):
    sent = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive():
        return next(sent)

    headers = [(b"content-type", kind.encode())]
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/",
        "query_string": query.encode(),
        "headers": headers,
    }
    return Request(scope, receive)


async def test_the_body_wins_over_the_query_and_the_key_is_no_field() -> None:
    assert await read_fields(request("a=1&b=2&api_key=k", b'{"b": 3, "c": null}')) == {
        "a": "1",
        "b": 3,
        "c": None,
    }
    assert await read_fields(request("token=k&api_key=x", b" \n"), but="token") == {"api_key": "x"}


async def test_a_form_is_read_with_its_empty_fields() -> None:
    found = await read_fields(
        request(body=b"a=T%C5%AB%C4%AB&b=", kind="application/x-www-form-urlencoded; charset=utf-8")
    )
    assert found == {"a": "Tūī", "b": ""}


@pytest.mark.parametrize(
    ("body", "kind", "code"),
    [
        (b"{", "application/json", "invalid_json"),
        (b"[1]", "application/json", "invalid_json"),
        (b"\xff", "application/json", "invalid_json"),
        (b"[" * 60_000, "application/json", "invalid_json"),
        (b"&".join([b"a=1"] * 101), "application/x-www-form-urlencoded", "invalid_json"),
        (b" " * (LARGEST_BODY + 1), "application/json", "too_large"),
    ],
)
async def test_a_body_that_cannot_be_read_says_why(body, kind, code) -> None:
    with pytest.raises(Problem) as caught:
        await read_fields(request(body=body, kind=kind))
    assert caught.value.code == code


def test_an_unknown_field_is_named_with_the_known_ones() -> None:
    refuse_unknown({"name": 1}, ("name", "email"))
    with pytest.raises(Problem, match="titel: is not a field here; known are email, name"):
        refuse_unknown({"name": 1, "titel": 2}, ("name", "email"))


@pytest.mark.parametrize(
    ("value", "found"),
    [(None, ""), (" x ", "x"), (53004085616, "53004085616"), ("", ""), ("x" * 400, "x" * 400)],
)
def test_text_is_stripped_and_a_number_is_its_digits(value, found) -> None:
    assert read_text({"a": value}, "a") == found
    assert read_text({}, "a") == ""


@pytest.mark.parametrize("value", [1.5, True, [], {}, "x" * 401, "a\ud800"])
def test_what_is_no_text_is_refused_by_name(value) -> None:
    with pytest.raises(Refused) as caught:
        read_text({"a": value}, "a")
    assert isinstance(caught.value, Problem)
    assert caught.value.details[0]["field"] == "a"


@pytest.mark.parametrize(
    ("value", "found"),
    [("a; b;;c", ["a", "b", "c"]), ([" a ", "", None, 7], ["a", "7"]), ("", []), (None, []), ([], [])],
)
def test_several_texts_are_a_list_or_separated(value, found) -> None:
    assert read_texts({"a": value}, "a") == found


def test_a_list_is_not_endless_and_holds_text() -> None:
    assert len(read_texts({"a": ["x"] * 50}, "a")) == 50
    for value in (["x"] * 51, [["x"]]):
        with pytest.raises(Problem):
            read_texts({"a": value}, "a")


@pytest.mark.parametrize(("value", "found"), [("0", 0), (100, 100), ("007", 7), ("", None), (None, None)])
def test_a_number_within_its_bounds(value, found) -> None:
    assert read_number({"a": value}, "a", least=0, most=100) == found


@pytest.mark.parametrize("value", ["101", "-1", "1.0", "٣", "x", "0" * 10])
def test_a_number_beyond_its_bounds_is_refused(value) -> None:
    with pytest.raises(Problem, match="a: must be a whole number from 0 to 100"):
        read_number({"a": value}, "a", least=0, most=100)


@pytest.mark.parametrize(
    ("value", "found"),
    [(None, 0.0), ("0.9", 0.9), (".5", 0.5), (0.25, 0.25), ("1", 1.0), (1.0, 1.0), (0, 0.0)],
)
def test_a_fraction(value, found) -> None:
    assert read_fraction({"a": value}, "a") == found


@pytest.mark.parametrize("value", ["2", "-0.1", "1.1", 1e-9, "0.", "nan"])
def test_what_is_no_fraction_is_refused(value) -> None:
    with pytest.raises(Problem, match="a: must be a number from 0 to 1"):
        read_fraction({"a": value}, "a")


def test_identifiers_are_kept_by_kind_and_empty_ones_left_out() -> None:
    readers = {
        "email": ("email", identifiers.email),
        "url": ("slug", identifiers.profile("in")),
        "ln": ("slug", identifiers.slug),
    }
    given = {"email": "Ana@Tui.example", "url": "", "ln": "Ana-1", "other": "x"}
    assert read_identifiers(given, readers) == {"email": "ana@tui.example", "slug": "ana-1"}
    assert read_identifiers({}, readers) == {}
