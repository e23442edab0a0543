"""``cardscout directory``: filled, counted, emptied; killed halfway it is what it was."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


def test_it_is_filled_counted_and_emptied(program, data):
    made = program.json(
        "directory", "generate", "--people", "200", "--companies", "30", "--seed", "3", "--data", data
    )
    assert (made["people"], made["companies"], made["fictional"], made["seed"]) == (200, 30, 30, 3)
    held = program.json("directory", "stats", "--data", data)
    assert held["people"] == 200
    assert held == program.json("directory", "--data", data, "stats")
    assert "people\t200\n" in program.read("directory", "stats", "--data", data)
    refused = program("directory", "clear", "--data", data)
    assert refused.exit_code == 2
    assert "--yes" in refused.stderr
    said_no = program("directory", "clear", "--data", data, stdin="n\n")
    assert (said_no.exit_code, "error: nothing was changed" in said_no.stderr) == (2, True)
    assert "nobody is there" not in said_no.stderr
    assert program.json("directory", "stats", "--data", data) == held
    program.read("directory", "clear", "--yes", "--data", data)
    assert program.json("directory", "stats", "--data", data)["people"] == 0


def test_without_a_place_it_is_the_local_workspace(program):
    program.read("directory", "generate", "--people", "50", "--companies", "25")
    found = program.json("enrich", "person", "ana.reid@tuiridge.example")
    assert "Ana Reid" in str(found)


@pytest.mark.parametrize(
    "args", [("--people", "-1", "--companies", "5"), ("--people", "5", "--companies", "0"), ("--people", "5")]
)
def test_what_can_not_be_is_refused(program, data, args):
    result = program("directory", "generate", *args, "--data", data)
    assert result.exit_code == 2
    assert "--" in result.stderr


@pytest.mark.parametrize("args", [("stats",), ("clear", "--yes"), ("opt-out", "ana@acme.example")])
def test_a_slip_in_the_place_makes_no_directory_there(program, tmp_path, args):
    refused = program("directory", *args, "--data", str(tmp_path / "slip"))
    assert refused.exit_code == 2
    assert "there is no service in" in refused.stderr
    assert not (tmp_path / "slip").exists()


def test_killed_halfway_the_old_directory_is_there(program, data):
    program.read("directory", "generate", "--people", "100", "--companies", "30", "--data", data)
    child = subprocess.Popen(
        [sys.executable, "-c", _TELLTALE, "directory", "generate", "--people", "60000", "--companies", "300", "--data", data],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert child.stdout is not None
    assert child.stdout.readline() == b"under way\n"
    child.send_signal(signal.SIGKILL)
    child.wait(30)
    child.stdout.close()
    assert child.stdin is not None
    child.stdin.close()
    assert program.json("directory", "stats", "--data", data)["people"] == 100
    again = program.json("directory", "generate", "--people", "150", "--companies", "30", "--data", data)
    assert again["people"] == 150


def test_who_opted_out_is_not_brought_in_again(program, data, people):
    program.read("directory", "import", people, "--yes", "--data", data)
    assert program.json("directory", "opt-out", "ana@acme.example", "x-slug", "--data", data) == {
        "identifiers": 2,
        "taken_out": 1,
        "comments": [],
        "stays": [],
        "answersErased": {},
        "boardsNotRead": {},
        "notReached": {},
    }
    assert program.json("directory", "stats", "--data", data)["people"] == 0
    again = program("directory", "import", people, "--yes", "--data", data)
    assert "has opted out" in again.stderr
    assert program.json("directory", "stats", "--data", data)["people"] == 0
    assert program("directory", "opt-out", "no one", "--data", data).exit_code == 2
    refused = program("directory", "opt-out", "ana2@acme.example", "zz", "--data", data)
    assert refused.exit_code == 2
    assert "nobody in the directory has the profile 'zz'; nobody was kept out" in refused.stderr
    assert "suppress add takes phone numbers" in refused.stderr
    early = program("directory", "opt-out", "https://www.linkedin.com/in/zz", "--data", data)
    assert "kept out: 1 identifier" in early.stdout


def test_who_is_taken_out_of_the_directory_is_withdrawn_from_cards(program):
    card = program.json("cards", "Pipeline")[0]["id"]
    found = program.json("enrich", "person", "ana.reid@tuiridge.example", "--card", card, "--yes")["person"]
    gone = program.json("directory", "opt-out", found["networkSlug"])
    assert (gone["taken_out"], gone["answersErased"]) == (1, {"local": 1})
    assert [(one["account"], one["board"], one["fate"]) for one in gone["comments"]] == [
        ("local", "Pipeline", "deleted")
    ]
    assert program("enrich", "person", "ana.reid@tuiridge.example").exit_code == 4
    assert not [one for one in program.json("card", "show", card)["comments"] if "Cardscout ·" in one["text"]]


_TELLTALE = """
import sys
from pathlib import Path
from tui.server.importing import shadow_tables as aside
real = aside.batches
def slow(rows, table, tell):
    for number, batch in enumerate(real(rows, table, tell)):
        yield batch
        if table is aside.people and number == 2:
            print("under way", flush=True)
            sys.stdin.read()
aside.batches = slow
from tui.cli.main import cli
cli()
"""
