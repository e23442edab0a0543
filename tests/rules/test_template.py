"""Templates: fields of an event in a text."""

import time
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.presentation.due import read_due
from tui.rules.template import FIELDS, field_names, render

CARD = {"card": {"name": "{card.desc} $(id)", "desc": "secret"}, "rule": "r", "list": None, "text": None}


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{card.name}", "{card.desc} $(id)"),
        ("{{card.name}} { card.desc }", "{card.name} secret"),
        ("{list.name}|{text}|{made.id}|{rule}", "|||r"),
        ("plain", "plain"),
    ],
)
def test_a_field_is_put_in_place_once(template: str, text: str):
    assert render(template, CARD) == text


@given(st.text())
def test_what_a_field_holds_is_never_read_as_a_template(held: str):
    assert render("<{card.name}>", {"card": {"name": held}}) == f"<{held}>"


def test_a_moment_is_told_in_local_time_as_it_is_typed(monkeypatch: pytest.MonkeyPatch):
    fields = {
        "card": {"due": "2026-11-30T17:15:00.000Z", "start": "soon", "name": "2026-11-30T17:15:00.000Z"}
    }
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Australia/Melbourne")
        time.tzset()
        told = render(
            "{card.due} {card.start} {at} {card.name}", {**fields, "at": datetime(2026, 1, 1, tzinfo=UTC)}
        )
        due = read_due("2026-12-01 04:15", datetime(2026, 11, 30, tzinfo=UTC))
    time.tzset()
    assert told == "2026-12-01 04:15 soon 2026-01-01 11:00 2026-11-30T17:15:00.000Z"
    assert due == datetime(2026, 11, 30, 17, 15, tzinfo=UTC)


def test_every_field_may_be_missing():
    assert render("".join(f"{{{name}}}" for name in field_names()), {}) == ""
    assert len(list(field_names())) == sum(map(len, FIELDS.values()))
