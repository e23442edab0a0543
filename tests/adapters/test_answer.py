"""Tests of answers, as an adapter's file has them."""

from typing import Any

import pytest
from pydantic import ValidationError

from tui.adapters.answer import AnswerTest, ErrorTest

BODY = {"error": {"type": "Not_Found", "message": "No such Person"}, "records": [], "n": 0, "on": False}


@pytest.mark.parametrize(
    ("test", "status", "passes"),
    [
        ({"status": 404}, 404, True),
        ({"status": 404}, 200, False),
        ({"status": [404, 410]}, 410, True),
        ({"field": "error.type", "equals": "NOT_found"}, 200, True),
        ({"field": "error.type", "equals": "not"}, 200, False),
        ({"field": "error.message", "contains": "such person"}, 200, True),
        ({"field": "error.message", "contains": "company"}, 200, False),
        ({"status": 404, "field": "error.type", "equals": "not_found"}, 500, False),
        ({"field": "records", "empty": True}, 200, True),
        ({"field": "nothing", "empty": True}, 200, True),
        ({"field": "records", "empty": False}, 200, False),
        ({"field": "error", "empty": False}, 200, True),
        ({"field": "n", "empty": True}, 200, False),
        ({"field": "n", "equals": "0"}, 200, True),
        ({"field": "on", "equals": "false"}, 200, True),
        ({"field": "nothing", "equals": ""}, 200, True),
        ({"field": "error.message", "empty": False, "contains": "company"}, 200, False),
        ({"usual": True}, 200, True),
        ({"field": "n", "equals": 0}, 200, True),
        ({"field": "error.type", "equals": ["gone", "NOT_FOUND"]}, 200, True),
        ({"field": "error.type", "equals": ["gone", 7]}, 200, False),
        ({"field": "error.type", "other_than": "OK"}, 200, True),
        ({"field": "error.type", "other_than": ["ok", "not_found"]}, 200, False),
        ({"field": "n", "other_than": 0}, 200, False),
        ({"field": "n", "other_than": [1, 2]}, 200, True),
        ({"field": "nothing", "other_than": "OK"}, 200, False),
        ({"field": "records", "other_than": "OK"}, 200, False),
    ],
)
def test_a_test_passes_if_all_it_says_is_so(test, status, passes):
    assert AnswerTest(**test).passes(status, BODY) is passes


@pytest.mark.parametrize(
    ("test", "why"),
    [
        ({}, "tests nothing"),
        ({"equals": "x"}, "which field it tests"),
        ({"status": 404, "empty": False}, "which field it tests"),
        ({"field": "error"}, "what its field must be"),
        ({"status": 99}, "greater than or equal to 100"),
        ({"status": "404"}, "valid"),
        ({"status": True}, "valid"),
        ({"status": 404, "feild": "x"}, "Unexpected keyword"),
    ],
)
def test_a_test_that_says_too_little_is_refused(test, why):
    with pytest.raises(ValidationError, match=why):
        AnswerTest(**test)


def test_an_error_means_a_refusal_unless_it_says():
    assert ErrorTest(status=(418,)).means == "refused"
    assert ErrorTest(status=(402,), means="out of credits").means == "out of credits"
    unknown: dict[str, Any] = {"status": 402, "means": "no money"}
    with pytest.raises(ValidationError):
        ErrorTest(**unknown)
