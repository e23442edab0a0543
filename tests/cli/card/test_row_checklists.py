"""Checklists in a cell of a table: names, and items with their boxes."""

from tui.cli.card.row_checklists import PlannedChecklist, checklist_writes, read_checklists
from tui.model.values.list_line import ListLine
from tui.model.writes.checklists import CreateChecklist

STEPS = PlannedChecklist("Steps", [ListLine("call", done=True), ListLine("write")])


def test_a_name_begins_a_checklist_and_a_box_an_item():
    assert read_checklists("Steps\n[x] call\n[ ] write\n\nLater") == [STEPS, PlannedChecklist("Later", [])]
    assert read_checklists("- [ ] call") == [PlannedChecklist("Checklist", [ListLine("call")])]


def test_a_text_without_boxes_has_none():
    assert read_checklists("1 of 3") == []
    assert read_checklists("") == []


def test_they_are_made_in_their_order():
    writes = [*checklist_writes("b", "k", [STEPS, STEPS])]
    assert [(type(write) is CreateChecklist, write.name) for write in writes] == [
        (True, "Steps"), (False, "call"), (False, "write"),
    ] * 2  # fmt: skip
    assert writes[0].checklist_id == writes[1].checklist_id != writes[3].checklist_id
    assert writes[0].pos < writes[3].pos
    assert [getattr(write, "state", "") for write in writes[:3]] == ["", "complete", "incomplete"]
