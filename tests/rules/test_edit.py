"""Edits of rules.toml keep what the user wrote."""

import pytest

from tests.rules.test_file import GOOD
from tui.errors import UsageError
from tui.rules.edit import add, switch
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
    book = read_rules(path)
    assert book.problems == ()
    assert [(one.name, one.condition, len(one.do)) for one in book.rules] == [
        ("new", "label:hot", 2),
        ("newer", "label:hot", 2),
    ]


def test_a_rule_that_cannot_be_is_not_written(tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text(GOOD)
    with pytest.raises(UsageError, match="there is no step 'shout'"):
        add(path, {"name": "new", "when": {"trigger": "New Card"}, "do": [{"step": "shout"}]})
    assert path.read_text() == GOOD
