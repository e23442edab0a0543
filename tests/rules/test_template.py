"""Templates: fields of an event in a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


def test_every_field_may_be_missing():
    assert render("".join(f"{{{name}}}" for name in field_names()), {}) == ""
    assert len(list(field_names())) == sum(map(len, FIELDS.values()))
