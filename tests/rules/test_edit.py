"""Edits of rules.toml keep what the user wrote."""

import pytest

from tests.rules.test_file import GOOD
from tui.errors import UsageError
from tui.rules.edit import add, delete, replace, switch, table_of
from tui.rules.file import read_rules


def test_a_rule_is_switched_off_and_on_and_nothing_else_changes(tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text(GOOD)
    switch(path, "moved", on=False)
    assert [rule.enabled for rule in read_rules(path).rules] == [False, False]
    switch(path, "moved", on=True)
    assert path.read_text() == GOOD


def test_a_rule_that_is_not_there_is_named(tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text(GOOD)
    with pytest.raises(UsageError, match="there is no rule 'third'"):
        switch(path, "third", on=True)


def test_a_rule_is_added_to_a_new_file_and_to_one_that_is_there(tmp_path):
    path = tmp_path / "rules.toml"
    rule = {
        "name": "new",
        "when": {"trigger": "New Card", "board": "A"},
        "if": "label:hot",
        "do": [{"step": "archive"}, {"step": "comment", "text": "a\nb"}],
    }
    add(path, rule)
    add(path, rule | {"name": "newer"})
    rule_file = read_rules(path)
    assert rule_file.problems == ()
    assert [(one.name, one.condition, len(one.do)) for one in rule_file.rules] == [
        ("new", "label:hot", 2),
        ("newer", "label:hot", 2),
    ]
    assert path.read_text().startswith("[[rule]]")
    rules = path.read_text().split("\n\n[[rule]]\n")
    assert [text.count("[[rule]]") for text in rules] == [1, 0]
    path.write_text("# mine\n\n")
    add(path, rule)
    assert path.read_text().startswith("# mine\n\n[[rule]]\n")


def test_a_rule_that_cannot_be_is_not_written(tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text(GOOD)
    with pytest.raises(UsageError, match="there is no step 'shout'"):
        add(path, {"name": "new", "when": {"trigger": "New Card"}, "do": [{"step": "shout"}]})
    assert path.read_text() == GOOD


@pytest.mark.parametrize(
    "text", ['# mine\n[rule]\nname = "moved"\n', "# mine\nrule = 5\n", "# mine\nrule = [1]\n"]
)
def test_a_rule_that_is_no_list_of_tables_is_told_with_its_line(tmp_path, text):
    path = tmp_path / "rules.toml"
    path.write_text(text)
    edits = (
        lambda: switch(path, "moved", on=False),
        lambda: add(path, {"name": "new", "when": {"trigger": "New Card"}, "do": [{"step": "archive"}]}),
    )
    for edit in edits:
        with pytest.raises(UsageError, match="line 2: rule must be a list of tables") as refused:
            edit()
        assert refused.value.hint == "write [[rule]], not [rule]"
    assert path.read_text() == text


def test_rules_in_one_list_are_switched_and_nothing_is_added_to_them(tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text('rule = [{name = "a", when = {trigger = "New Card"}, do = [{step = "archive"}]}]\n')
    switch(path, "a", on=False)
    (rule,) = read_rules(path).rules
    assert not rule.enabled
    with pytest.raises(UsageError, match="has its rules in one list"):
        add(path, {"name": "new", "when": {"trigger": "New Card"}, "do": [{"step": "archive"}]})


def test_the_mistake_of_another_rule_is_not_the_new_ones(tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text(GOOD.replace("most = 5", "most = 0") + "\n[other]\n")
    new = {"name": "new", "when": {"trigger": "New Card"}, "do": [{"step": "archive"}]}
    add(path, new)
    rule_file = read_rules(path)
    assert [rule.name for rule in rule_file.rules] == ["second", "new"]
    assert [one.what for one in rule_file.problems] == ["most cannot be 0", "other: there is no such part"]
    with pytest.raises(UsageError, match="cannot be added: there are two rules called 'new'"):
        add(path, new)
    with pytest.raises(UsageError, match="cannot be added: most cannot be 0"):
        add(path, new | {"name": "newer", "most": 0})


TWO = """\
# Mine.

# The first.
[[rule]]
name = "first"
when = { trigger = "New Card" }

[[rule.do]]
step = "comment"
text = \"\"\"
[[rule]]
# no comment
\"\"\"

# About the second,
# in two lines.
[[rule]]
name = "second"
when = { trigger = "New Card" }
do = [{ step = "archive" }]
# The end.
"""


def test_a_rule_is_deleted_with_the_comment_above_it(tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text(TWO.replace("[[rule]]\n# no comment", "well"))
    delete(path, "first")
    assert path.read_text() == "# Mine.\n" + TWO[TWO.index("\n# About") :]
    delete(path, "second")
    assert path.read_text() == "# Mine.\n\n"
    with pytest.raises(UsageError, match="there is no rule 'first'"):
        delete(path, "first")


def test_what_stands_apart_below_the_last_rule_is_left(tmp_path):
    path = tmp_path / "rules.toml"
    parked = '# [[rule]]\n# name = "parked"\n'
    path.write_text(f"{TWO.replace('[[rule]]' + chr(10) + '# no', 'no')}\n{parked}")
    delete(path, "second")
    assert path.read_text().endswith(f'"""\n\n{parked}')


def test_a_rule_that_cannot_be_cut_out_is_left(tmp_path):
    path = tmp_path / "rules.toml"
    for text, why in ((TWO, "cannot be told from the rest"), (IN_ONE_LIST, "has its rules in one list")):
        path.write_text(text)
        with pytest.raises(UsageError, match=why):
            delete(path, "first")
        assert path.read_text() == text


IN_ONE_LIST = 'rule = [{ name = "first", when = { trigger = "New Card" }, do = [{ step = "archive" }] }]\n'


COMMENTED = """# Mine.
[[rule]]
name = "Won"  # the name
enabled = false
when = { trigger = "Card Moved", board = "A", to = "Won" }  # why
[[rule.do]]
step = "archive"  # gone

# The other one.
[[rule]]
name = "Other"
when = { trigger = "New Card" }
[[rule.do]]
step = "archive"
"""


def test_a_rule_is_changed_and_what_is_the_same_keeps_its_comments(tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text(COMMENTED)
    was = table_of(path, "Won")
    replace(path, was, was)
    assert path.read_text() == COMMENTED
    steps = [{"step": "label", "label": "hot"}, {"step": "archive"}]
    replace(path, was, was | {"name": "Lost", "if": "label:hot", "do": steps})
    assert table_of(path, "Lost") == was | {"name": "Lost", "if": "label:hot", "do": steps}
    assert read_rules(path).problems == ()
    for kept in (
        '# Mine.\n[[rule]]\nname = "Lost"',
        "}  # why\n",
        "# The other one.\n[[rule]]",
        "enabled = false\n",
    ):
        assert kept in path.read_text()
    changed = table_of(path, "Lost")
    replace(path, changed, {key: value for key, value in changed.items() if key not in {"if", "enabled"}})
    assert [(one.name, one.condition, one.enabled) for one in read_rules(path).rules] == [
        ("Lost", "", True),
        ("Other", "", True),
    ]


def test_a_rule_that_was_changed_meanwhile_or_would_be_wrong_is_not_written(tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text(COMMENTED)
    was = table_of(path, "Won")
    with pytest.raises(UsageError, match="cannot be changed: there are two rules called 'Other'"):
        replace(path, was, was | {"name": "Other"})
    switch(path, "Won", on=True)
    now = path.read_text()
    with pytest.raises(UsageError, match="was changed in the file meanwhile"):
        replace(path, was, was | {"name": "Lost"})
    with pytest.raises(UsageError, match="there is no rule 'Lost'"):
        table_of(path, "Lost")
    assert path.read_text() == now
