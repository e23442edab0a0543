"""The envelopes in which services wrap a record: which are opened, and how many."""

from typing import Any

import pytest

from tui.api.enrich.record import unwrap


def wrapped(body: Any, *names: str) -> Any:
    """``body`` inside of envelopes, the innermost last."""
    for name in reversed(names):
        body = {name: body}
    return body


def innermost(body: Any, *skip: str) -> str:
    levels = unwrap(body, frozenset(skip))
    return levels[-1].text("name", "x") if levels else ""


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ({"name": "Ana"}, "Ana"),
        ({"data": {"name": "Ana"}}, "Ana"),
        ({"data": [{}, "x", {"name": "Ana"}]}, "Ana"),
        ({"data": {}, "result": {"name": "Ana"}}, "Ana"),
        ({"data": "x", "result": {"name": "Ana"}}, "Ana"),
        ({"1": "x", "2": {}, "3": {"name": "Ana"}}, "Ana"),
        ({"1": {"name": "Ana"}, "x": 1}, "1"),
        ({"name": "Ana", "data": {"name": "Bo"}}, "Ana"),
        ({"name": "N/A", "data": {"name": "Bo"}}, "Bo"),
        ([[{"name": "Ana"}]], ""),
        ([], ""),
        ({}, ""),
        ("x", ""),
        (None, ""),
    ],
)
def test_the_record_is_what_the_envelopes_hold(body: Any, name: str) -> None:
    if name == "1":
        assert len(unwrap(body, frozenset())) == 1, "not all of its keys are numbers"
    else:
        assert innermost(body) == name


def test_five_envelopes_are_opened_and_no_more() -> None:
    five = ("data", "result", "response", "payload", "record")
    assert innermost(wrapped({"x": "Ana"}, *five)) == "Ana"
    assert len(unwrap(wrapped({"x": "Ana"}, *five, "data"), frozenset())) == 6
    assert innermost(wrapped({"x": "Ana"}, *five, "data")) == ""
