"""``cardscout card new --quick``: one line with everything in it."""

import pytest


def test_a_line_says_everything(imported):
    made = imported.json("card", "new", "Kōrero", "Ring Ana #hot ^Done 2031-05-06 !1d", "--quick")
    assert made["name"] == "Ring Ana"
    assert [label["name"] for label in made["labels"]] == ["hot"]
    assert made["due"].startswith("2031-05-0")
    assert made["dueReminder"] == 1440
    done = next(one for one in imported.json("lists", "Kōrero") if one["name"] == "Done")
    assert made["idList"] == done["id"]


def test_without_a_list_it_goes_into_the_named_one_or_the_first(imported):
    lists = {one["name"]: one["id"] for one in imported.json("lists", "Kōrero")}
    assert imported.json("card", "new", "Kōrero", "One", "--quick")["idList"] == lists["To do"]
    assert imported.json("card", "new", "Kōrero", "Done", "Two #hot", "--quick")["idList"] == lists["Done"]


def test_options_are_added_to_the_line_and_win_over_it(imported):
    made = imported.json(
        "card", "new", "Kōrero", "One #hot tomorrow", "--quick", "--due", "-", "--label", "hot"
    )
    assert made["due"] is None
    assert len(made["idLabels"]) == 1


def test_what_is_not_understood_stays_and_is_told_apart_from_the_result(imported):
    done = imported("card", "new", "Kōrero", "Fix #12 of #nobody", "--quick", "--json")
    assert '"name": "Fix #12 of #nobody"' in done.stdout
    assert "no label nobody on this board" in done.stderr


def test_lines_of_stdin_are_each_read(imported):
    done = imported("card", "new", "Kōrero", "-", "--quick", stdin="One #hot\nTwo ^Done\nThree\n")
    assert done.exit_code == 0, done.output
    assert len(done.stdout.split()) == 3
    cards = {one["name"]: one for one in imported.json("cards", "Kōrero")}
    assert len(cards["One"]["idLabels"]) == 1
    assert cards["One"]["pos"] < cards["Three"]["pos"]
    assert cards["Two"]["idList"] != cards["One"]["idList"]


def test_without_quick_nothing_is_read_and_the_title_must_be_there(imported):
    made = imported.json("card", "new", "Kōrero", "To do", "One #hot tomorrow")
    assert (made["name"], made["idLabels"]) == ("One #hot tomorrow", [])
    refused = imported("card", "new", "Kōrero", "To do")
    assert refused.exit_code == 2
    assert "the NAME of the card is missing" in refused.stderr


def names(card):
    return [label["name"] for label in card["labels"]]


def test_a_new_card_has_the_labels_that_the_settings_give_to_its_list(imported):
    config = imported.home / "config" / "config.toml"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text('[labels]\nDone = ["Hot", "unknown"]\n"Kōrero/To do" = ["hot"]\n')
    assert names(imported.json("card", "new", "Kōrero", "Done", "One")) == ["hot"]
    assert names(imported.json("card", "new", "Kōrero", "Two #hot", "--quick")) == ["hot"]
    assert names(imported.json("card", "new", "Kōrero", "Done", "Three", "--label", "-")) == []
    config.write_text('[labels]\nDone = "hot"\n')
    refused = imported("boards")
    assert refused.exit_code == 2
    assert "line 2: labels.Done must be a list" in refused.stderr
    assert 'Done = ["hot"]' in refused.stderr


@pytest.mark.parametrize("words", [("To do", "{}"), ("{}", "--quick")])
def test_a_title_that_the_service_never_takes_is_not_kept(imported, words):
    refused = imported("card", "new", "Kōrero", *(word.format("x" * 20_000) for word in words))
    assert refused.exit_code == 2, refused.output
    assert "the name of the card has 20,000 characters; the service takes 16,384" in refused.stderr
    assert "hint: shorten it, or attach it as a file" in refused.stderr
    assert len(imported.json("cards", "Kōrero")) == 2


def test_a_day_and_a_month_that_set_no_date_are_told(imported):
    done = imported("card", "new", "Kōrero", "Send deck 12/12", "--quick")
    assert "note: left in the title: 12/12: due:12/12 sets it" in done.stderr
