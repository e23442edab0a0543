"""README's commands are the ones that are run."""

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
