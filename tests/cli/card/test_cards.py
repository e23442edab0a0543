"""Cards are shown on the command line."""

import time

import pytest

from tests.cli.conftest import ANA
from tui.cli.session import run


@pytest.mark.parametrize("name", [ANA, "cardAna0", "https://trello.com/c/cardAna0/5-ring-ana"])
def test_a_card_is_named_by_id_short_link_or_url(imported, name):
    assert imported.json("card", "show", name)["id"] == ANA


def test_a_card_is_shown_with_its_checklists_and_comments(imported):
    shown = imported.read("card", "show", ANA)
    assert "# Ring Ana" in shown
    assert "Steps 0/1" in shown
    assert "[ ] call" in shown
    assert "She is away" in shown


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


def test_a_card_that_is_done_without_a_date_is_shown_as_done(program):
    card = program.json("card", "new", "Pipeline", "Leads", "Rye")["id"]
    assert " done" not in program.read("card", "show", card)
    program.read("card", "edit", card, "--done")
    assert "Leads  done\n" in program.read("card", "show", card)


def test_a_card_is_shown_with_the_dates_and_members_of_its_items(program):
    card = program.json("cards", "Pipeline", "--list", "Leads")[0]["id"]
    steps = program.read("checklist", "new", card, "Before we drive").strip()
    item = program.json("checklist", "add", steps, "Keys", "--due", "2026-11-24 17:00", "--member", "me")
    program.read("checklist", "add", steps, "Van")
    assert f"\n  [ ] Keys  due 2026-11-24 17:00  You  ({item['id']})\n  [ ] Van  (" in program.read(
        "card", "show", card
    )
    program.read("checklist", "tick", card, item["id"])
    assert f"\n  [x] Keys  due 2026-11-24 17:00  You  ({item['id']})\n" in program.read("card", "show", card)


def test_cards_are_filtered_as_on_the_board(imported):
    def names(text):
        return [one["name"] for one in imported.json("cards", "Kōrero", "--filter", text)]

    assert names("ring ana") == ["Ring Ana"]
    assert names("list:to -ring") == [one for one in names("list:to") if one != "Ring Ana"]
    assert names("due:overdue or is:archived") == []
    imported.read("list", "archive-cards", "Kōrero", "To do")
    assert [one["name"] for one in imported.json("cards", "Kōrero", "--archived", "--filter", "ring")] == [
        "Ring Ana"
    ]
    run(lambda workspace: workspace.memory.change_filters(lambda _: {"my week": "ring ana"}))
    assert [one["name"] for one in imported.json("cards", "Kōrero", "--archived", "--filter", "my week")] == [
        "Ring Ana"
    ]
    # A name may be a word of titles: that it is not looked for is told, and in quotes it is.
    run(lambda workspace: workspace.memory.change_filters(lambda _: {"Ring": "list:nowhere"}))
    told = imported("cards", "Kōrero", "--archived", "--filter", "ring")
    assert (told.stdout, "note: Ring is the saved filter /list:nowhere\n" in told.stderr) == ("", True)
    assert [one["name"] for one in imported.json("cards", "Kōrero", "--archived", "--filter", '"ring"')] == [
        "Ring Ana"
    ]
    wrong = imported("cards", "Kōrero", "--filter", "due:soon")
    assert wrong.exit_code == 2
    assert "due: takes no 'soon'" in wrong.stderr


def test_a_card_that_is_named_by_its_title_is_told_its_id(imported):
    told = imported("card", "show", "ring ana")
    assert told.exit_code == 2
    assert f"hint: a card is named by its id: {ANA} (To do, Kōrero) is called so" in told.stderr
    assert "hint: cardscout cards BOARD lists ids" in imported("card", "show", "Ring Nobody").stderr


@pytest.mark.parametrize("words", [("cards", "Kōrero"), ("cards", "--mine"), ("agenda",)])
def test_a_filter_that_nothing_passes_says_what_its_words_may_mean(imported, words):
    told = imported(*words, "--filter", "lable:hot")
    assert (told.exit_code, told.stdout) == (0, "")
    assert "note: no card passes the filter: lable: is no filter · label: is\n" in told.stderr
    assert "note: no card passes the filter\n" in imported(*words, "--filter", "@* -@*").stderr


def test_a_name_of_a_filter_that_the_board_lacks_is_told(imported):
    told = imported("cards", "Kōrero", "--filter", "list:doign")
    assert "note: no card passes the filter: no list is called “doign”" in told.stderr
    assert "is called" not in imported("cards", "Kōrero", "--archived", "--filter", "list:doign").stderr
    assert "is called" not in imported("cards", "--mine", "--filter", "list:doign").stderr


def test_a_card_due_in_the_last_hour_of_the_calendar_is_shown(program, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Pacific/Auckland")
        time.tzset()
        card = program.json("cards", "Pipeline", "--list", "Leads")[0]["id"]
        program.read("card", "due", card, "9999-12-31T23:30Z")
        assert "Leads  9999-12-31 23:30" in program.read("card", "show", card)
        assert "9999-12-31 23:30" in program.read("cards", "Pipeline")
        assert "9999-12-31 23:30" in program.read("export", "Pipeline", "--csv")
    time.tzset()
