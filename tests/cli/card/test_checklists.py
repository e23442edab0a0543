"""Checklists on the command line."""

import json

from tests.cli.conftest import ANA


def test_a_checklist_is_made_filled_and_ticked(imported):
    imported.read("checklist", "new", ANA, "More")
    imported.read("checklist", "add", "more", "write", "--card", ANA)
    imported.read("checklist", "tick", ANA, "write")
    imported.read("checklist", "tick", ANA, "call")
    imported.read("checklist", "tick", ANA, "call", "--undo")
    done = {
        item["name"]: item["state"]
        for checklist in imported.json("card", "show", ANA)["checklists"]
        for item in checklist["checkItems"]
    }
    assert done == {"call": "incomplete", "write": "complete"}
    assert "there is no item" in imported("checklist", "tick", ANA, "sleep").stderr


def test_items_of_a_written_list_lose_its_marks_and_a_ticked_one_is_done(imported):
    done = imported("checklist", "add", "Steps", "-", "--card", ANA, stdin="- [ ] milk\n- [x] eggs\n")
    assert done.exit_code == 0, done.output
    imported.read("checklist", "add", "Steps", "[x] as typed", "--card", ANA)
    (checklist,) = imported.json("card", "show", ANA)["checklists"]
    assert [(item["name"], item["state"]) for item in checklist["checkItems"]][1:] == [
        ("milk", "incomplete"),
        ("eggs", "complete"),
        ("[x] as typed", "incomplete"),
    ]


def test_a_line_says_when_an_item_is_due_and_who_does_it(imported):
    lines = "Log agreed due:2031-05-06\n- [x] Owner named @you\nAsk @nobody\n"
    added = imported("checklist", "add", "Steps", "-", "--card", ANA, "--quick", "--json", stdin=lines)
    items = json.loads(added.stdout)
    assert [(one["name"], one["state"]) for one in items] == [
        ("Log agreed", "incomplete"), ("Owner named", "complete"), ("Ask @nobody", "incomplete"),
    ]  # fmt: skip
    assert [(one["due"] or "")[:10] for one in items] == ["2031-05-06", "", ""]
    assert [bool(one["idMember"]) for one in items] == [False, True, False]
    assert "note: " in added.stderr
    plain = imported.json("checklist", "add", "Steps", "Owner named @you", "--card", ANA)
    assert (plain["name"], plain["idMember"]) == ("Owner named @you", None), "as it is written"
