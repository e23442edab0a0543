"""Completion: commands, options and stored names, through click's protocol and in real shells."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Program
from tui.cli.launch import COMPLETE

PROGRAM = str(Path(sys.executable).with_name("cardscout"))
BAKERY = 'Bakery launch: "Q1" $5'


@pytest.fixture(scope="module")
def stock(tmp_path_factory):
    """A home with boards, and the id of a card."""
    home = tmp_path_factory.mktemp("stock") / "home"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDSCOUT_HOME", str(home))
        patch.setattr("tui.cli.keep.copies.start_copying", lambda _data: None)
        program = Program(home)
        program.read("board", "new", BAKERY, "--list", "To do", "--list", "Done")
        program.read("board", "new", "Bank")
        program.read("board", "new", "Evil\x1b[31m")
        program.read("label", "new", BAKERY, "hot")
        program.read("list", "new", BAKERY, "Old")
        program.read("list", "archive", BAKERY, "Old")
        card = program.read("card", "new", BAKERY, "To do", "Ring Ana").strip()
        program.read("checklist", "new", card, "Steps")
        program.read("checklist", "add", "Steps", "call her", "--card", card)
    return home, card


@pytest.fixture
def stocked(program, stock):
    """The program with those boards, and the id of the card."""
    shutil.copytree(stock[0], program.home)
    return program, stock[1]


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


def test_bash_completes_names_as_they_are_typed_there(stocked):
    program, card = stocked
    lines = {
        "cardscout lists Bak": r"Bakery\ launch:\ \"Q1\"\ \$5",
        'cardscout lists "Bak': r"Bakery launch: \"Q1\" \$5",
        r"cardscout lists Bakery\ launch:\ ": r"\ \"Q1\"\ \$5",
        r"cardscout card new Bakery\ launch:\ \"Q1\"\ \$5 T": r"To\ do",
        "cardscout card show ring": card,
        "cardscout compl": "completion",
    }
    currents = {'cardscout lists "Bak': "Bak", r"cardscout lists Bakery\ launch:\ ": r"\ "}
    for line, value in lines.items():
        script = (
            "source <(cardscout completion bash); compopt() { :; };"
            "COMP_POINT=${#COMP_LINE} COMP_TYPE=9; "
            '_cardscout_completion cardscout "$1" before; printf "%s\\n" "${COMPREPLY[@]}"; complete -p cardscout'
        )
        current = currents.get(line, line.rpartition(" ")[2])
        done = subprocess.run(
            ["bash", "-c", script, "bash", current],
            env={
                **os.environ,
                "PATH": f"{Path(PROGRAM).parent}:{os.environ['PATH']}",
                "COMP_LINE": line,
                "LC_ALL": "C.UTF-8",
                "CARDSCOUT_HOME": str(program.home),
            },
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stderr == ""
        assert done.stdout.splitlines() == [value, "complete -o nosort -F _cardscout_completion cardscout"], (
            line
        )


def test_bash_lists_cards_with_their_titles(stocked, monkeypatch):
    program, card = stocked
    line = "cardscout card show "
    for name, value in {
        COMPLETE: "bash_complete", "COMP_LINE": line, "COMP_POINT": str(len(line)), "COMP_TYPE": "63", "COMP_CURRENT": "",
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    assert f"plain\t{card}  Ring Ana" in program().stdout.splitlines()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_each_shell_can_be_read_by_it(program, shell):
    script = program.read("completion", shell)
    assert f"{COMPLETE}={shell}_complete" in script
    if (path := shutil.which(shell)) is not None:
        subprocess.run([path, "-n"], input=script, text=True, check=True)


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
