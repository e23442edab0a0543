"""Completion: commands, options and stored names, through click's protocol and in real shells."""

import os
import shutil
import subprocess

import pytest

from tests.cli.completion.conftest import BAKERY, PROGRAM
from tui.cli.launch import COMPLETE


@pytest.fixture
def complete(stocked, monkeypatch):
    """Complete a line by click's protocol; the card's id stands for CARD."""
    program, card = stocked
    monkeypatch.setattr("tui.workspace.Workspace.open", lambda **_: pytest.fail("a workspace was opened"))

    def run(*words: str) -> list[str]:
        words = tuple(card if word == "CARD" else word for word in words)
        with pytest.MonkeyPatch.context() as env:
            env.setenv(COMPLETE, "bash_complete")
            env.setenv("COMP_WORDS", subprocess.list2cmdline(["cardscout", *words[:-1]]) + f" '{words[-1]}'")
            env.setenv("COMP_CWORD", str(len(words)))
            done = program()
        assert done.exit_code == 0
        assert done.stderr == ""
        return [line.partition(",")[2].replace(card, "CARD") for line in done.stdout.splitlines() if line]

    return run


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("lis",), ["lists", "list"]),
        (("card", "new", "--po"), ["--pos"]),
        (("lists", "B"), [BAKERY, "Bank"]),
        (("lists", "bakery l"), [BAKERY]),
        (("lists", "Evil"), []),
        (("card", "new", "Bakery", ""), ["To do", "Done"]),
        (("cards", "Bakery", "--list", ""), ["To do", "Done"]),
        (("list", "restore", "Bakery", ""), ["Old"]),
        (("list", "move", "Bakery", "t"), ["To do"]),
        (("list", "move-cards", "Bakery", "Done", "--to-board", "Bank", ""), ["To Do", "Doing", "Done"]),
        (("card", "move", "CARD", ""), ["To do", "Done"]),
        (("card", "move", "CARD", "--board", "Bank", "d"), ["Doing", "Done"]),
        (("card", "show", "ring"), ["CARD"]),
        (("card", "show", "CARD"), ["CARD"]),
        (("card", "restore", "ring"), []),
        (("label", "add", "CARD", "h"), ["hot"]),
        (("card", "assign", "CARD", ""), ["you"]),
        (("checklist", "tick", "CARD", ""), ["call her"]),
        (("checklist", "add", "--card", "CARD", ""), ["Steps"]),
        (("checklist", "remove", "CARD", ""), ["call her"]),
        (("card", "edit", "CARD", "--list", ""), ["To do", "Done"]),
        (("card", "edit", "CARD", "--label", "h"), ["hot"]),
        (("card", "new", "Bakery", "To do", "x", "--member", ""), ["you"]),
        (("label", "delete", "Bakery", "h"), ["hot"]),
        (("member", "add", "Bank", "y"), ["you"]),
        (("--account", ""), ["local", "team"]),
        (("accounts", "use", "t"), ["team"]),
        (("--account", "team", "lists", ""), []),
        (("providers", "use", ""), ["people"]),
        (("--board", "ban"), ["Bank"]),
        (("label", "new", "Bank", "x", "--color", "pin"), ["pink", "pink_dark", "pink_light"]),
    ],
)
def test_what_is_completed(complete, stocked, words, found):
    config = stocked[0].home / "config" / "config.toml"
    config.write_text(
        '[accounts.team]\nurl = "https://a.example"\n[providers.people]\nurl = "https://b.example"\n'
    )
    assert complete(*words) == found


@pytest.mark.parametrize("damage", ["no store", "no database", "no settings"])
def test_nothing_is_said_where_nothing_can_be_read(complete, stocked, damage):
    home = stocked[0].home
    if damage == "no settings":
        (home / "config" / "config.toml").write_text("= broken")
        assert complete("accounts", "use", "") == []
    elif damage == "no store":
        shutil.rmtree(home)
        assert complete("lists", "") == []
        assert not home.exists()
    else:
        for path in (home / "data").glob("store-local.db*"):
            path.write_bytes(b"no database" * 1000)
        assert complete("lists", "") == []


def test_an_error_leaves_the_line_alone(program):
    env = {
        **os.environ,
        "CARDSCOUT_HOME": "relative",
        COMPLETE: "bash_complete",
        "COMP_WORDS": "x lists ",
        "COMP_CWORD": "2",
    }
    done = subprocess.run([PROGRAM], env=env, capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("", "")
