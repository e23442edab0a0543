"""What the questions make of the answers."""

import pytest

from tui.app.screens.rule_parts.new_rule import RuleDraft
from tui.rules.file import check_rule
from tui.triggers.catalogue import TRIGGERS


@pytest.mark.parametrize("trigger", [trigger.name for trigger in TRIGGERS])
def test_a_rule_of_every_trigger_can_be(trigger):
    draft = RuleDraft(account="team")
    draft.answers |= {"trigger": trigger, "board": "Pipeline", "to": "Won", "before": "60", "if": "label:hot"}
    draft.answers |= {"do 1": "run", "do 1 run command": "true", "do 2": "-", "do 3": "move", "name": "x"}
    table = draft.table()
    check_rule(table)
    assert table["account"] == "team"
    assert table["do"] == [{"step": "run", "command": ["true"]}]
    assert ("to" in table["when"], "before" in table["when"]) == (
        trigger == "Card Moved",
        trigger == "Card Due Date Reminder",
    )
