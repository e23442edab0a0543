"""The task-board and enrichment verbs, each from the command line to the server and back."""

import pytest

ANA = "54c8b7290000000000000014"


def titles(program, *more):
    return [card["name"] for card in program.json("cards", "Kōrero", *more)]


def test_a_fresh_home_has_the_sample_boards(program):
    assert {"Pipeline", "Team"} <= {line.split("\t")[1] for line in program.read("boards").splitlines()}


def test_lists_are_listed_made_renamed_and_archived(imported):
    imported.read("list", "new", "Kōrero", "Later")
    imported.read("list", "rename", "Kōrero", "later", "Much later")
    imported.read("list", "archive", "Kōrero", "done")
    assert [(x["name"], x["cards"]) for x in imported.json("lists", "Kōrero")] == [
        ("To do", 2),
        ("Much later", 0),
    ]


def test_a_card_is_made_moved_edited_archived_and_restored(imported):
    third = imported.read("card", "new", "Kōrero", "To do", "Third", "--desc", "text", "--pos", "top").strip()
    assert titles(imported)[0] == "Third"
    assert third == imported.json("cards", "Kōrero")[0]["id"]
    imported.read("card", "move", third, "Done")
    assert titles(imported, "--list", "done") == ["Third"]
    imported.read("card", "edit", third, "--name", "3rd", "--due", "2026-12-01T10:00+13:00", "--done")
    shown = imported.json("card", "show", third)
    assert (shown["name"], shown["due"], shown["dueComplete"]) == ("3rd", "2026-11-30T21:00:00.000Z", True)
    imported.read("card", "edit", third, "--due", "-")
    assert imported.json("card", "show", third)["due"] is None
    imported.read("card", "archive", third)
    assert titles(imported, "--list", "done") == []
    imported.read("card", "restore", third)
    assert titles(imported, "--list", "done") == ["3rd"]


def test_a_card_is_deleted_only_when_sure(imported):
    assert imported("card", "delete", ANA, stdin="n\n").exit_code == 130
    assert "Ring Ana" in titles(imported)
    imported.read("card", "delete", ANA, "--yes")
    assert "Ring Ana" not in titles(imported)


@pytest.mark.parametrize("name", [ANA, "cardAna0", "https://trello.com/c/cardAna0/5-ring-ana"])
def test_a_card_is_named_by_id_short_link_or_url(imported, name):
    assert imported.json("card", "show", name)["id"] == ANA


def test_a_card_is_shown_with_its_checklists_and_comments(imported):
    shown = imported.read("card", "show", ANA)
    assert "# Ring Ana" in shown
    assert "Steps 0/1" in shown
    assert "[ ] call" in shown
    assert "She is away" in shown


def test_a_comment_is_written_from_the_line_and_from_stdin(imported):
    imported.read("card", "comment", ANA, "first")
    assert imported("card", "comment", ANA, "-", stdin="second\nline").exit_code == 0
    assert imported("card", "comment", ANA, "  ").exit_code == 2
    texts = [comment["text"] for comment in imported.json("card", "show", ANA)["comments"]]
    assert texts == ["second\nline", "first", "She is away"]


def test_labels_are_listed_made_put_on_and_taken_off(imported):
    imported.read("label", "new", "Kōrero", "cold", "--color", "sky")
    assert {x["name"] for x in imported.json("labels", "Kōrero")} == {"hot", "cold"}
    imported.read("label", "add", ANA, "COLD")
    imported.read("label", "add", ANA, "red")
    imported.read("label", "add", ANA, "red")
    assert len(imported.json("card", "show", ANA)["idLabels"]) == 2
    imported.read("label", "remove", ANA, "cold")
    assert imported.json("card", "show", ANA)["idLabels"] == ["54c8b729000000000000001e"]
    assert "there is no label" in imported("label", "add", ANA, "grey").stderr


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


def test_a_person_is_looked_up_once_paid_and_then_free(program):
    before = program.json("credits")["credits"]
    first = program.json("enrich", "person", "ana.reid@tuiridge.example")
    assert first["person"]["fullName"] == "Ana Reid"
    assert first["cost"] > 0
    program.read("enrich", "person", "ana.reid@tuiridge.example")
    assert program.json("credits")["credits"] == before - first["cost"]


def test_a_company_is_looked_up_by_domain_and_a_miss_is_no_error(program):
    assert "tuiridge.example" in program.read("enrich", "company", "tuiridge.example")
    result = program("enrich", "company", "nobody-here.example")
    assert result.exit_code == 0
    assert "no match" in result.stderr


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("lists", "nothing"), "there is no board 'nothing'"),
        (("cards", "Kōrero", "--list", "nothing"), "there is no list 'nothing' on the board 'Kōrero'"),
        (("card", "show", "nothing!"), "there is no card 'nothing!'"),
        (("card", "edit", ANA), "nothing to change"),
        (("card", "edit", ANA, "--due", "someday"), "'someday' is no date"),
        (("enrich", "person", "a b c"), "cannot be looked up"),
        (("nonsense",), "No such command"),
        (("boards", "--nonsense"), "No such option"),
        (("--board", "x", "boards"), "go with no command"),
    ],
)
def test_what_cannot_be_done_says_why_and_what_can(imported, args, said):
    result = imported(*args)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "hint: " in result.stderr
    assert result.stdout == ""


def test_a_card_is_shown_with_labels_members_and_files(program, tmp_path):
    card = program.json("cards", "Pipeline", "--list", "Leads")[0]["id"]
    file = tmp_path / "plan.txt"
    file.write_text("north")
    program.read("card", "attach", card, str(file))
    text = program.read("card", "show", card)
    assert "labels: hot" in text
    assert "members: You" in text
    assert "file: plan.txt, 5 bytes" in text
    whole = program.json("card", "show", card)
    assert [one["name"] for one in whole["labels"]] == ["hot"]
    assert {one["id"] for one in whole["members"]} == set(whole["idMembers"])
    assert [one["name"] for one in whole["attachments"]][-1] == "plan.txt"
