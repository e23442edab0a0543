"""Reading rules.toml: what is wrong is told with its line."""

from pathlib import Path

import pytest

from tui.rules.file import parse_rules, read_rules

GOOD = """# my rules
[[rule]]
name = "moved"
when = { trigger = "card moved", board = ["A", "B"], from = "Inbox" }
if = "label:hot -is:archived"
most = 5

[[rule.do]]
step = "comment"
text = '''
[[rule]]
name = "{{no rule}}" {card.name}
'''

[[rule.do]]
step = "archive"

[[rule]]
name = "second"
enabled = false
do = [{ step = "notify", text = "{at}" }]
[rule.when]
trigger = "New Card"
"""


TITEL = "when.property: there is no property 'titel'"


def test_rules_are_read():
    rule_file = parse_rules(GOOD)
    assert rule_file.problems == ()
    first, second = rule_file.rules
    assert (first.name, first.when.trigger, first.when.board, first.when.origin) == (
        "moved",
        "Card Moved",
        ("A", "B"),
        ("Inbox",),
    )
    assert [step.step for step in first.do] == ["comment", "archive"]
    assert (second.enabled, second.when.trigger) == (False, "New Card")
    assert rule_file.lines == {"moved": 2, "second": 18}


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ('name = "moved"', "name = 3", 3, "name cannot be 3"),
        ('name = "moved"', 'name = ""', 3, "name cannot be ''"),
        ('name = "moved"\n', "", 2, "name is missing"),
        ('"card moved"', '"card removed"', 4, "when.trigger cannot be 'card removed'"),
        ('from = "Inbox"', 'form = "Inbox"', 4, "when.form: there is no such key"),
        ("label:hot", "due:xx", 5, "if: due: takes no 'xx', at character 1"),
        ("most = 5", "most = 0", 6, "most cannot be 0"),
        ('step = "comment"', 'step = "shout"', 9, "step 1: there is no step 'shout'"),
        ('step = "comment"\n', "", 8, "step 1 says no step"),
        ("{card.name}", "{card.nome}", 10, "step 1, text names {card.nome}, which is no field"),
        ("{card.name}", "{card.name", 10, "step 1, text has a lone { at character 31"),
        ('name = "second"', 'name = "moved"', 19, "there are two rules called 'moved'"),
        ("enabled = false", 'enabled = "no"', 20, "enabled cannot be 'no'"),
        ("{at}", "{now}", 21, "step 1, text names {now}, which is no field"),
        ('trigger = "New Card"', 'trigger = "Nothing"', 23, "when.trigger cannot be 'Nothing'"),
        ('from = "Inbox"', "before = 5", 4, "when: Card Moved takes no before"),
        ('board = ["A", "B"], ', "", 4, "when: on which board?"),
        (
            'do = [{ step = "notify", text = "{at}" }]',
            'do = [{ step = "run", command = ["sh", "-c", "echo {card.name}"] }]',
            21,
            "step 1, command: {card.name} stands where sh reads a script or an option",
        ),
        ('step = "archive"', 'step = "due"\ndue = "someday"', 17, "step 2, due: 'someday' is no date"),
        ('step = "archive"', 'step = "move"\nboard = "Team"', 17, "step 2, board: to which of its lists?"),
        (
            'step = "archive"',
            'step = "post"\nurl = "http://hooks.example/secret?token=secret"',
            17,
            "step 2, url: http://hooks.example would get the event without encryption",
        ),
        ('step = "archive"', 'step = "post"\nurl = "ftp://h/secret"', 17, "step 2, url: that is no address"),
        ('step = "archive"', 'step = "post"\nurl = ["secret"]', 17, "step 2, url cannot be a list"),
        ('trigger = "card moved"', 'trigger = "Card Updated", property = "titel"', 4, TITEL),
        ('trigger = "New Card"', 'trigger = "Card Updated"\nproperty = ["title", "titel"]', 24, TITEL),
        (
            'trigger = "New Card"',
            'trigger = "Custom Webhook Events"\nactivity = "cardCreated"',
            24,
            "when.activity: there is no activity 'cardCreated'",
        ),
        (
            'trigger = "New Card"',
            'trigger = "New Card"\ncard = "Ana Ray"',
            24,
            "when.card: 'Ana Ray' names no card",
        ),
        ("# my rules", "[rules]", 1, "rules: there is no such part"),
        ("# my rules", "x = ", 1, "Invalid value"),
        ('trigger = "New Card"', 'trigger = ["New Card"', 23, "this [ is never closed"),
        ('do = [{ step = "notify", text = "{at}" }]', "do = []", 21, "do is empty"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, line: int, what: str):
    assert GOOD.count(old) == 1
    (problem,) = parse_rules(GOOD.replace(old, new)).problems
    assert (problem.line, problem.what) == (line, what)


def test_one_table_of_steps_is_told_to_be_a_list_and_no_address_is_repeated():
    text = (
        GOOD.partition("[[rule.do]]")[0] + '[rule.do]\nstep = "post"\nurl = "https://hooks.example/secret"\n'
    )
    (problem,) = parse_rules(text).problems
    assert (problem.line, problem.what) == (8, "do must be a list of tables")
    assert problem.hint == "write [[rule.do]], not [rule.do]"


def test_names_of_properties_and_activities_are_those_of_the_services():
    when = 'when = { trigger = "Custom Webhook Events", activity = "create card", card = "aB3dE6gH" }'
    (rule,) = parse_rules(f'[[rule]]\nname = "x"\n{when}\ndo = [{{ step = "archive" }}]').rules
    assert (rule.when.activity, rule.when.card) == (("createCard",), ("aB3dE6gH",))


def test_a_wrong_rule_leaves_the_others():
    rule_file = parse_rules(GOOD.replace("most = 5", "most = 0"))
    assert [rule.name for rule in rule_file.rules] == ["second"]


def test_several_mistakes_are_told_in_the_order_of_their_lines():
    text = GOOD.replace("most = 5", "most = 0").replace("{at}", "{now}").replace("label:hot", "is:here")
    assert [one.line for one in parse_rules(text).problems] == [5, 6, 21]


def test_no_file_is_no_rules(tmp_path):
    assert read_rules(tmp_path / "rules.toml").rules == ()


def test_the_recipes_of_the_documentation_are_rules():
    rule_file = parse_rules((Path(__file__).parents[2] / "docs" / "recipes.toml").read_text("utf-8"))
    assert rule_file.problems == ()
    assert len(rule_file.rules) == 10
    steps = {step.step for rule in rule_file.rules for step in rule.do}
    by_name = {rule.name: rule for rule in rule_file.rules}
    assert by_name["Comments on prices"].condition == "label:price"
    assert "{activity}" not in repr(by_name["Inbox"])
    assert steps >= {"move", "enrich", "create card", "search people", "post", "run", "notify", "checklist"}
