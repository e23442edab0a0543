"""``cardscout rules new`` and ``rules delete``: what the screens can do with rules, as commands."""

import tomllib

import pytest

from tui.clock import SystemClock
from tui.errors import StoreBusy
from tui.rules.log import firings

MADE = """\
[[rule]]
name = "Done is told"
when = {trigger = "Card Moved", board = "Kōrero", to = "Done"}
if = "label:hot"

[[rule.do]]
step = "comment"
text = "{card.name} is done"

[[rule.do]]
step = "checklist"
name = "Next"
items = ["call them", "send it"]

[[rule.do]]
step = "due"
done = true
"""

WHEN = ("--when", "Card Moved", "--board", "Kōrero", "--to", "Done", "--if", "label:hot")
DO = (
    "--do", "comment text='{card.name} is done'",
    "--do", "checklist name=Next items='call them; send it'",
    "--do", "due done=yes",
)  # fmt: skip


@pytest.fixture
def file(imported):
    return imported.home / "config" / "rules.toml"


def test_a_rule_is_made_tried_and_deleted(imported, file):
    made = imported("rules", "new", "Done is told", *WHEN, *DO)
    assert (made.exit_code, made.stdout) == (0, "Done is told\n"), made.output
    assert "note: the screens do it while they are open, or cardscout watch --rules" in made.stderr
    assert file.read_text() == MADE
    assert imported.read("rules", "check") == "1 rule, nothing wrong\n"
    (listed,) = imported.json("rules", "list")
    assert listed["steps"][0] == "comment · text: {card.name} is done"
    asked = imported("rules", "delete", "Done is told")
    assert (asked.exit_code, "Delete the rule 'Done is told'?" in asked.stderr) == (2, True)
    assert imported.json("rules", "delete", "Done is told", "--yes") == {
        "id": "Done is told",
        "deleted": True,
    }
    assert imported.json("rules", "list") == []
    gone = imported("rules", "delete", "Done is told", "--yes")
    assert (gone.exit_code, "cardscout rules new makes one" in gone.stderr) == (2, True)


def test_a_name_that_no_board_has_is_told_before_anything_is_written(imported, file):
    words = ("rules", "new", "x", "--when", "Card Moved", "--board", "Kōrero", "--do", "label label=nonesuch")
    refused = imported(*words)
    wrong = "step 1: there is no label 'nonesuch' on the board 'Kōrero'"
    assert (refused.exit_code, file.exists()) == (2, False)
    assert f"error: the rule cannot work: {wrong}\nhint: make it first" in refused.stderr
    later = imported(*words, "--off")
    assert (later.exit_code, f"note: it cannot work yet: {wrong}" in later.stderr) == (0, True)


def test_a_rule_is_made_for_another_program(imported):
    words = ("rules", "new", "to sales", "--when", "New Card", "--off")
    rule = imported.json(*words, "--do", "create card board=Team list=Doing name={card.name}")
    assert (rule["name"], rule["enabled"], rule["trigger"], rule["line"]) == (
        "to sales",
        False,
        "New Card",
        1,
    )
    assert rule["steps"] == ["create card · board: Team · list: Doing · name: {card.name}"]


def test_a_rule_takes_every_key_of_its_trigger_also_several_times(imported, file):
    for number, words in enumerate(
        (
            ("Card Moved", "--board", "Kōrero", "--from", "To do", "--to", "Done"),
            ("New Card", "--board", "Kōrero", "--list", "To do", "--list", "Done"),
            ("New Member on Card", "--board", "Kōrero", "--member", "me"),
            ("Card Updated", "--property", "due", "--property", "title"),
            ("Custom Webhook Events", "--activity", "createList"),
        )
    ):
        imported.read("rules", "new", f"rule {number}", "--when", *words, "--do", "notify text=x", "--off")
    whens = [one["when"] for one in tomllib.loads(file.read_text())["rule"]]
    assert whens == [
        {"trigger": "Card Moved", "board": "Kōrero", "from": "To do", "to": "Done"},
        {"trigger": "New Card", "board": "Kōrero", "list": ["To do", "Done"]},
        {"trigger": "New Member on Card", "board": "Kōrero", "member": "me"},
        {"trigger": "Card Updated", "property": ["due", "title"]},
        {"trigger": "Custom Webhook Events", "activity": "createList"},
    ]
    refused = imported("rules", "new", "x", "--when", "New Board", "--label", "hot", "--do", "notify text=x")
    assert (refused.exit_code, "takes no label" in refused.stderr) == (2, True)


@pytest.mark.parametrize(
    ("step", "shown"),
    [
        ("move list=2026", "move · list: 2026"),
        ("comment text=yes", "comment · text: yes"),
        ("comment text=[1]", "comment · text: [1]"),
        ("checklist name=7 items=2026", "checklist · name: 7 · items: 2026"),
        ("checklist name=7 items=yes", "checklist · name: 7 · items: yes"),
        (
            "create card board=B list=L name=x labels='hot; cold' members='[\"a\"]' place=top",
            "create card · board: B · list: L · name: x · labels: hot; cold · members: a · place: top",
        ),
        ("notify text=x how='app; bell'", "notify · text: x · how: app; bell"),
        ("notify text=x how=bell", "notify · text: x · how: bell"),
        ("run command='[ -f x ]' timeout=2.5", "run · command: [ -f x ] · timeout: 2.5"),
        ("enrich attach=no", "enrich · attach: no"),
        ("search people board=B list=L company=3 limit=7", "limit: 7 · company: 3"),
    ],
)
def test_a_value_is_what_the_step_takes(imported, step, shown):
    rule = imported.json("rules", "new", "one", "--when", "New Card", "--off", "--do", step)
    assert shown in rule["steps"][0]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--when", "Card Eaten", "--do", "archive"), "when.trigger cannot be 'Card Eaten'"),
        (("--when", "New Card", "--do", "shout"), "there is no step 'shout'"),
        (("--when", "New Card", "--do", "comment text=x say=y"), "say"),
        (("--when", "New Card", "--do", "comment txt=x"), "step 1, txt: there is no such key"),
        (("--when", "New Card", "--do", "comment text='x"), "hint: close the quote"),
        (("--when", "New Card", "--do", "comment text=x y"), "'y' belongs to no key"),
        (("--when", "New Card", "--do", "label label=x label=y"), "label is given twice"),
        (("--when", "New Card", "--board", "None", "--do", "archive"), "there is no board 'None'"),
        (("--when", "Card Moved", "--board", "Kōrero", "--to", "Nowhere", "--do", "archive"), "hint: "),
        (("--when", "New Card", "--if", "due:never-ever", "--do", "archive"), "due"),
        (("--when", "New Card", "--do", "comment text={card.nme}"), "{card.nme}"),
    ],
)
def test_a_rule_that_cannot_be_is_not_written(imported, file, words, why):
    refused = imported("rules", "new", "wrong", *words)
    assert (refused.exit_code, why in refused.stderr) == (2, True), refused.output
    assert not file.exists()


def test_a_name_is_given_once(imported, file):
    words = ("rules", "new", "one", "--when", "New Card", "--do", "archive")
    imported.read(*words)
    text = file.read_text()
    again = imported(*words)
    assert (again.exit_code, "there is a rule 'one' already" in again.stderr) == (2, True)
    assert file.read_text() == text


def test_a_filter_with_a_misspelt_key_is_told(imported):
    words = ("rules", "new", "hot", "--when", "New Card", "--if", "lable:hot", "--do", "archive")
    said = "lable: is no filter · label: is"
    assert f"note: no card may ever pass its filter: {said}" in imported(*words).stderr
    checked = imported("rules", "check")
    assert (checked.exit_code, f"the filter of 'hot': {said}" in checked.stderr) == (0, True)


def test_what_happens_from_then_on_fires_it_whenever_the_rules_are_run(imported, file):
    """Both commands mark the moment, and only what changes a rule does."""

    def since():
        with firings(imported.home / "data", SystemClock()) as log:
            assert log.read_up_to("local") is not None
            return log.switch_on([], others_off=False).result()

    assert imported("rules", "new", "off", *WHEN, *DO, "--off").exit_code == 0
    imported.read("rules", "new", "on", *WHEN, *DO)
    first = since()
    assert first.keys() == {"on"}
    imported.read("rules", "on", "on")
    assert since() == first
    imported.read("rules", "off", "on")
    imported.read("rules", "on", "on")
    imported.read("rules", "on", "off")
    last = since()
    assert first["on"] < last["on"] < last["off"]


def test_a_rule_whose_beginning_cannot_be_stored_is_not_on(imported, file, monkeypatch):
    """Half of it would fire for what happens after it was read, which nobody knows."""
    imported.read("rules", "new", "off", *WHEN, *DO, "--off")
    before = file.read_text()

    async def locked(*_given, **_more):
        raise StoreBusy("another program holds it locked")

    monkeypatch.setattr("tui.cli.triggers.begin.begin", locked)
    for words in (("new", "on", *WHEN, *DO), ("on", "off")):
        assert imported("rules", *words).exit_code == 5
        assert tomllib.loads(file.read_text()) == tomllib.loads(before)
