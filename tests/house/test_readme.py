"""README's commands are the ones that are run, and the list of keys is in order."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def commands() -> list[str]:
    return re.findall(r"^python3 -m venv .+$", README, re.MULTILINE)


def test_there_are_two_commands_each_whole_in_a_line() -> None:
    start, test = commands()
    assert start.endswith("cardscout")
    assert "pytest" in test
    assert "tests/constraints.txt" in test


def test_ci_takes_the_test_command_from_here() -> None:
    script = (ROOT / ".ci/run").read_text("utf-8")
    assert "README.md" in script
    assert script.count("eval") == 1


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", README) + re.findall(r'src="(?!https?:)([^"]+)"', README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == [], "README links to nothing"


def test_a_group_of_keys_stands_once_below_its_screen() -> None:
    screens = (ROOT / "docs/keys.md").read_text("utf-8").split("\n## ")[1:]
    groups = [re.findall(r"^### .*", screen, re.MULTILINE) for screen in screens]
    assert any(groups)
    assert [names for names in groups if len(set(names)) < len(names)] == []
