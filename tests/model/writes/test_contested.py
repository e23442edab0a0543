"""Fields that two people may change: how they are compared, and what is left of a write."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tui.model.card import Card
from tui.model.checklist import CheckItem
from tui.model.writes import contested
from tui.model.writes.base import Write
from tui.model.writes.cards import MoveCard, UpdateCard
from tui.model.writes.checklists import UpdateCheckItem
from tui.model.writes.comments import AddComment
from tui.model.writes.labels import UpdateLabel

AT = {"board_id": "b", "card_id": "k"}
DUE = datetime(2031, 5, 6, tzinfo=UTC)
LABEL = UpdateLabel(board_id="b", label_id="r", name="Hot", color=None)


@pytest.mark.parametrize(
    ("write", "found"),
    [
        (UpdateCard(**AT, name="x", closed=True), {"name": "x"}),
        (UpdateCard(**AT, due=DUE, start=None), {"due": "2031-05-06T00:00:00.000Z", "start": None}),
        (UpdateCard(**AT, due_complete=True), {}),
        (LABEL, {"name": "Hot", "color": None}),
        (MoveCard(**AT, list_id="l", pos=1), {}),
    ],
)
def test_only_some_fields_are_contested(write: Write, found: dict[str, Any]) -> None:
    assert contested.fields(write) == found


def test_a_move_starts_from_its_list() -> None:
    assert contested.base_values(MoveCard(**AT, list_id="l", pos=1)) == {"list_id": "l"}
    assert contested.base_values(UpdateCard(**AT, name="x")) == {"name": "x"}


def test_values_are_those_of_the_row_by_the_rows_own_names() -> None:
    card = Card(id="k", name="Ana", due=DUE)
    assert contested.values_of(UpdateCard(**AT, name="x"), card) == {
        "name": "Ana", "desc": "", "due": "2031-05-06T00:00:00.000Z", "start": None, "due_reminder": None,
    }  # fmt: skip
    item = CheckItem(id="i", name="call", id_member="m")
    change = UpdateCheckItem(**AT, checklist_id="q", item_id="i", name="x")
    assert contested.values_of(change, item) == {"name": "call", "due": None, "member_id": "m"}
    assert contested.values_of(change, None) == {}


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("a\r\nb ", "a\nb", True),
        (" a", "a", True),
        ("a b", "a  b", False),
        (None, "", False),
        (1, 1, True),
        (None, None, True),
        ("1", 1, False),
    ],
)
def test_blanks_at_the_ends_make_no_difference(one: Any, other: Any, *, equal: bool) -> None:
    assert contested.values_equal(one, other) is equal


@pytest.mark.parametrize(
    ("write", "field"),
    [
        (UpdateCard(**AT, name="x", desc="y"), "desc"),
        (UpdateCard(**AT, name="x", desc=""), "name"),
        (UpdateCard(**AT, due=DUE), None),
        (AddComment(**AT, comment_id="c", text="x"), "text"),
        (MoveCard(**AT, list_id="l", pos=1), None),
    ],
)
def test_the_text_that_would_be_missed_most(write: Write, field: str | None) -> None:
    assert contested.typed_field(write) == field


def test_a_write_with_another_value() -> None:
    assert contested.with_value(UpdateCard(**AT, name="x", desc="y"), "name", "z") == UpdateCard(
        **AT, name="z", desc="y"
    )
    dated = contested.with_value(UpdateCard(**AT, due=None), "due", "2031-05-06T00:00:00.000Z")
    assert isinstance(dated, UpdateCard)
    assert dated.due == DUE
    assert contested.with_value(LABEL, "color", "sky") == LABEL.replace(color="sky")


def test_a_write_of_one_field_alone() -> None:
    assert contested.reduce_to_field(UpdateCard(**AT, name="x", desc="y"), "desc") == UpdateCard(
        **AT, desc="y"
    )
    assert contested.reduce_to_field(UpdateCard(**AT, name="x", closed=True), "name") == UpdateCard(
        **AT, name="x", closed=True
    )
    assert contested.reduce_to_field(LABEL, "name") == LABEL
