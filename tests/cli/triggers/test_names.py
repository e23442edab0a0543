"""What the commands say of rules with names that no board has."""

from tests.rules.moving import rule
from tui.cli.triggers.names import cannot_work
from tui.rules.file import parse_rules
from tui.rules.names import cannot_words
from tui.settings.paths import Paths


def test_only_the_rules_that_cannot_work_are_told(imported):
    text = rule('step = "archive"', when=rule('step = "archive"').replace("local board", "Kōrero"))
    found = parse_rules(text.replace('"moved"', '"wrong"', 1).replace('"Kōrero"', '"nowhere"') + text)
    wrong = cannot_work(Paths.open(), found.rules)
    assert cannot_words(wrong) == ["rule wrong: cannot work: there is no board 'nowhere'"]
