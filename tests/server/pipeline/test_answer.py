"""Answers say the same whoever wrote their JSON."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.server.pipeline.answer import Answer

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


def body(value: Any) -> bytes:
    made = Answer.of_value(value, {}).body
    return made.encode() if isinstance(made, str) else made


@given(VALUES)
def test_an_answer_is_json_of_the_value(value: Any) -> None:
    # The standard library writes one that is not UTF-8 too.
    assert json.loads(body(value)) == json.loads(json.dumps(value))


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb", "NaN", "Infinity and -Infinity", "\x00\u2028é資😀"])
def test_any_text_survives(text: str) -> None:
    assert json.loads(body([{text: text}])) == [{text: text}]


def test_what_is_nested_deeply_is_written() -> None:
    deep: Any = []
    for _ in range(400):
        deep = [deep]
    assert body(deep) == json.dumps(deep).encode()


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_what_is_no_number_is_not_written(number: float) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        body({"pos": number})


def test_text_outside_of_ascii_is_sent_as_utf_8() -> None:
    answer = Answer.of_value({"name": "Kōrero"}, {})
    assert answer.body == '{"name":"Kōrero"}'.encode()
    assert "utf-8" in answer.kind
