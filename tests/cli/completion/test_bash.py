"""Completion in real shells."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.completion.conftest import PROGRAM
from tui.cli.launch import COMPLETE


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
