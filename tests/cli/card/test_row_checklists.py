"""Checklists in a cell of a table: names, and items with their boxes."""

from datetime import datetime

import pytest

from tui.cli.card.row_checklists import PlannedChecklist, PlannedItem, checklist_writes, read_checklists
from tui.model.writes.checklists import CreateChecklist

STEPS = PlannedChecklist("Steps", [PlannedItem("call", done=True), PlannedItem("write")])

PEOPLE = {"Ana Reid": "m1"}
DUE = datetime(2031, 2, 3, 9, 30).astimezone()


def test_a_name_begins_a_checklist_and_a_box_an_item():
    assert read_checklists("Steps\n[x] call\n[ ] write\n\nLater", PEOPLE.get) == [
        STEPS,
        PlannedChecklist("Later", []),
    ]
    assert read_checklists("- [ ] call", PEOPLE.get) == [PlannedChecklist("Checklist", [PlannedItem("call")])]


def test_a_text_without_boxes_has_none():
    assert read_checklists("1 of 3", PEOPLE.get) == []
    assert read_checklists("", PEOPLE.get) == []


def test_they_are_made_in_their_order():
    writes = [*checklist_writes("b", "k", [STEPS, STEPS])]
    assert [(type(write) is CreateChecklist, write.name) for write in writes] == [
        (True, "Steps"), (False, "call"), (False, "write"),
    ] * 2  # fmt: skip
    assert writes[0].checklist_id == writes[1].checklist_id != writes[3].checklist_id
    assert writes[0].pos < writes[3].pos
    assert [getattr(write, "state", "") for write in writes[:3]] == ["", "complete", "incomplete"]


@pytest.mark.parametrize(
    ("line", "item"),
    [
        ("[ ] call · due 2031-02-03 09:30 · @Ana Reid", PlannedItem("call", False, DUE, "m1")),
        ("[x] call · due 2031-02-03 09:30", PlannedItem("call", True, DUE)),
        ("[ ] call · @Ana Reid", PlannedItem("call", False, None, "m1")),
        ("[ ] call · due soon", PlannedItem("call · due soon")),
        ("[ ] call · due 2031-13-03 09:30", PlannedItem("call · due 2031-13-03 09:30")),
        ("[ ] call · due 2031-02-03 09:30 · @Bo", PlannedItem("call · due 2031-02-03 09:30 · @Bo")),
        ("[ ] a · b · @Ana Reid", PlannedItem("a · b", False, None, "m1")),
    ],
)
def test_an_item_has_its_due_date_and_its_member_behind_it(line, item):
    assert read_checklists(line, PEOPLE.get) == [PlannedChecklist("Checklist", [item])]
