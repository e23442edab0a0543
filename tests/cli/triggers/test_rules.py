"""``cardscout rules`` on a home of its own."""

import json
import re

import pytest

RULES = """
[[rule]]
name = "moved"
when = { trigger = "Card Moved", board = "Kōrero", to = "Done" }

[[rule.do]]
step = "comment"
text = "{card.name} is done"
"""


@pytest.fixture
def ruled(imported):
    """A home with a board and a rule."""
    path = imported.home / "config" / "rules.toml"
    path.write_text(RULES)
    return imported, path


def test_a_file_is_checked(ruled):
    program, path = ruled
    assert program.read("rules", "check") == "1 rule, nothing wrong\n"
    path.write_text(RULES.replace("{card.name}", "{card}").replace("Card Moved", "Card Eaten"))
    result = program("rules", "check")
    assert result.exit_code == 2
    assert f"{path}:4: when.trigger cannot be 'Card Eaten'" in result.stderr
    assert f"{path}:8: step 1, text names {{card}}, which is no field" in result.stderr
    assert "error: rules.toml has 2 mistakes" in result.stderr


GONE = "rule moved: cannot work: there is no list 'Done' on the board 'Kōrero'"


def test_a_name_that_the_board_does_not_have_is_told_everywhere_in_the_same_words(ruled):
    program, _ = ruled
    program.read("list", "archive", "Kōrero", "Done")
    checked = program("rules", "check")
    assert (checked.exit_code, checked.stdout) == (2, "")
    assert checked.stderr.startswith(f"rules.toml:2: {GONE}\nerror: 1 of 1 rule cannot work\n")
    listed = program("rules", "list")
    assert (listed.stdout, listed.stderr) == ("cannot work\tCard Moved\tnever\t\tmoved\n", f"note: {GONE}\n")
    assert program.json("rules", "list")[0]["cannotWork"] == GONE.removeprefix("rule moved: cannot work: ")
    assert f"note: {GONE}" in program("rules", "on", "moved").stderr
    program.read("rules", "off", "moved")
    checked = program("rules", "check")
    assert (checked.exit_code, GONE in checked.stderr) == (0, True)
    assert program("rules", "list").stderr == ""


def test_a_rule_follows_the_new_name_of_its_list_label_and_board(ruled):
    program, path = ruled
    path.write_text(
        RULES.replace("when", "# why\nif = '#hot -list:\"done\"'\nwhen")
        + '[[rule.do]]\nstep = "label"\nlabel = "hot" # red\n'
    )
    told = program("list", "rename", "Kōrero", "Done", "All done").stderr
    assert "note: rule moved: it goes on, and names “All done” now instead of “Done”\n" in told
    assert "names “warm” now" in program("label", "edit", "Kōrero", "hot", "--name", "warm").stderr
    assert "names “Talk” now" in program("board", "rename", "Kōrero", "Talk").stderr
    assert path.read_text() == (
        RULES.replace("when", "# why\nif = '#warm -list:\"All done\"'\nwhen").replace("Kōrero", "Talk").replace('"Done"', '"All done"')
        + '[[rule.do]]\nstep = "label"\nlabel = "warm" # red\n'
    )  # fmt: skip
    assert program.read("rules", "check") == "1 rule, nothing wrong\n"


def test_a_second_board_of_the_name_is_told_and_that_it_works_again(ruled, tmp_path):
    program, _ = ruled
    program.read("export", "Kōrero", "-o", str(tmp_path / "copy.json"))
    copied = program("import", str(tmp_path / "copy.json"), "--copy", "--json")
    assert "note: rule moved: cannot work: 2 boards are called 'Kōrero'\n" in copied.stderr
    assert "2 boards are called" in program("rules", "check").stderr
    assert program("board", "rename", json.loads(copied.stdout)["board_id"], "Copy").stderr.endswith(
        "note: rule moved: it works again\n"
    )
    assert program.read("rules", "check") == "1 rule, nothing wrong\n"


def test_a_file_that_is_not_there_is_told(ruled):
    program, path = ruled
    missing = program("rules", "check", str(path.with_name("missing.toml")))
    assert (missing.exit_code, missing.stdout) == (2, "")
    assert "error: there is no file" in missing.stderr
    path.unlink()
    assert program.read("rules", "check") == f"no rules yet: there is no file {path}\n"


def test_an_address_is_listed_without_its_path(ruled):
    program, path = ruled
    path.write_text(RULES + '[[rule.do]]\nstep = "post"\nurl = "https://hooks.example/secret"\n')
    assert program.json("rules", "list")[0]["steps"][1] == "post · url: https://hooks.example/…"


def test_rules_are_listed_and_switched(ruled):
    program, path = ruled
    (rule,) = program.json("rules", "list")
    assert rule == {
        "name": "moved", "enabled": True, "trigger": "Card Moved", "account": None, "if": None, "filter": None,
        "steps": ["comment · text: {card.name} is done"], "line": 2, "last": None, "cannotWork": None,
    }  # fmt: skip
    program.read("rules", "off", "moved")
    assert program.json("rules", "list")[0]["enabled"] is False
    program.read("rules", "on", "moved")
    assert path.read_text() == RULES
    assert program("rules", "on", "other").exit_code == 2


def test_a_rule_is_tried_on_what_happened_and_nothing_is_done(ruled):
    program, path = ruled
    card = next(one for one in program.json("cards", "Kōrero") if one["name"] == "Ring Ana")["id"]
    program.read("card", "move", card, "Done")
    (found,) = program.json("rules", "try", "moved")
    assert (found["event"]["card"]["id"], found["passes"]) == (card, True)
    assert found["steps"] == ["comment · text: Ring Ana is done"]
    assert len(program.json("card", "show", card)["comments"]) == 1
    assert program.json("rules", "log") == []
    assert program.json("rules", "log", "moved") == []
    unknown = program("rules", "log", "mooved")
    assert (unknown.exit_code, "there is no rule 'mooved'" in unknown.stderr) == (2, True)
    path.write_text(RULES.replace("{card.name} is done", "of {account}"))
    assert program.json("rules", "try", "moved")[0]["steps"] == ["comment · text: of local"]
    path.write_text(RULES)
    result = program("rules", "try", "moved")
    assert result.stdout.endswith("Ring Ana\n    1. comment · text: Ring Ana is done\n")
    assert re.fullmatch(
        r"1 event since \S+ \S+: the rule would have acted on 1. Nothing was done.\n", result.stderr
    )


def test_a_dry_run_says_why_nothing_would_be_done(ruled):
    program, path = ruled
    result = program("rules", "try", "moved", "--since", "2031-02-03T04:05")
    assert (result.stdout, "nothing that starts the rule happened since 2031-02-03" in result.stderr) == (
        "",
        True,
    )
    for name in ("Ring Ana", "Ring Bo"):
        card = next((one["id"] for one in program.json("cards", "Kōrero") if one["name"] == name), "")
        card = card or program.json("card", "new", "Kōrero", "To do", name)["id"]
        program.read("card", "move", card, "Done")
    path.write_text(RULES.replace("[[rule.do]]", 'if = "bo"\nenabled = false\n\n[[rule.do]]'))
    result = program("rules", "try", "moved")
    assert "Ring Ana\n    nothing: the card does not pass “bo” as it is now\n" in result.stdout
    assert "2 events since " in result.stderr
    assert ": the rule would have acted on 1. Nothing was done.\n" in result.stderr
    assert "note: the rule is off; cardscout rules on moved switches it on\n" in result.stderr


def test_a_dry_run_tells_of_events_without_a_card_in_one_line(ruled):
    program, path = ruled
    for name in ("One", "Two"):
        program.read("list", "new", "Kōrero", name)
    program.read("card", "new", "Kōrero", "One", "Bo")
    rule = RULES.replace("[[rule.do]]", 'if = "ana"\n\n[[rule.do]]')
    path.write_text(
        re.sub(
            r"when = .*",
            'when = {trigger = "Custom Webhook Events", activity = ["createList", "createCard"]}',
            rule,
        )
    )
    result = program("rules", "try", "moved", "--since", "1m")
    assert "createList" not in result.stdout
    assert "Bo\n    nothing: the card does not pass “ana” as it is now\n" in result.stdout
    assert "note: 2 events of no card, which a filter never passes: createList\n" in result.stderr


def test_a_dry_run_leaves_open_what_only_a_lookup_tells_and_says_that_it_costs(ruled):
    program, path = ruled
    card = next(one for one in program.json("cards", "Kōrero") if one["name"] == "Ring Ana")["id"]
    program.read("card", "move", card, "Done")
    steps = '[[rule.do]]\nstep = "enrich"\nattach = false\n\n[[rule.do]]\nstep = "due"\ndone = true\n\n'
    text = RULES.replace("[[rule.do]]\n", f"credits = 7\n\n{steps}[[rule.do]]\n")
    path.write_text(text.replace("is done", "of {found.company}, {made.id}"))
    result = program("rules", "try", "moved")
    assert result.stdout.endswith(
        "    1. enrich · attach: no · the card names nobody\n    2. due · done\n    3. comment · text: Ring Ana of {found.company}, {made.id}\n"
    )
    assert "note: the rule may spend 7 credits a day on its lookups\n" in result.stderr


def test_a_rule_that_is_not_there_is_named(ruled):
    program, path = ruled
    result = program("rules", "try", "other")
    assert result.exit_code == 2
    assert "hint: there are 'moved'" in result.stderr
    path.write_text("[[rule]]nonsense\n")
    assert "hint: cardscout rules check tells where" in program("rules", "try", "moved").stderr
    path.write_text("")
    assert (
        "hint: there are none: cardscout rules new makes one, or R in the screens"
        in program("rules", "try", "moved").stderr
    )
    assert program("rules", "retry", "7").exit_code == 2


def test_a_file_with_one_table_in_place_of_a_list_is_told_when_a_rule_is_switched(ruled):
    program, path = ruled
    path.write_text('[rule]\nname = "moved"\n')
    result = program("rules", "off", "moved")
    assert result.exit_code == 2
    assert "hint: write [[rule]], not [rule]" in result.stderr


@pytest.mark.parametrize("since", ["99999999999w", "9" * 5000 + "m", "0001-01-01T00:00:00+23:00"])
def test_a_moment_out_of_the_calendar_is_refused(ruled, since):
    program, _ = ruled
    result = program("rules", "try", "moved", "--since", since)
    assert result.exit_code == 2
    assert "hint: " in result.stderr


def test_the_secret_stays_the_same_and_is_private(ruled):
    program, _ = ruled
    first = program.read("rules", "secret")
    assert len(first.strip()) == 64
    assert program.read("rules", "secret") == first
    assert (program.home / "data" / "rules-secret").stat().st_mode & 0o777 == 0o600


def test_a_saved_filter_that_is_gone_is_told_with_its_line(ruled):
    program, path = ruled
    path.write_text(RULES.replace("when", 'filter = "Hot"\nwhen'))
    told = program("rules", "check").stderr
    assert told.startswith("rules.toml:2: rule moved: cannot work: there is no saved filter 'Hot'\n")
    refused = program("rules", "new", "x", "--when", "New Card", "--filter", "Hot", "--do", "archive")
    assert (refused.exit_code, "there is no saved filter 'Hot'" in refused.stderr) == (2, True)
    assert (
        program(
            "rules", "new", "x", "--when", "New Card", "--filter", "Hot", "--do", "archive", "--off"
        ).exit_code
        == 0
    )
    assert [one["filter"] for one in program.json("rules", "list")] == ["Hot", "Hot"]
