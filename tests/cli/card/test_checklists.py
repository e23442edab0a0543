"""Checklists on the command line."""

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
