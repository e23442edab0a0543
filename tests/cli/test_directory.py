"""``cardscout directory``: filled, counted, emptied; killed halfway it is what it was."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def data(tmp_path):
    return str(tmp_path / "data")


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


_TELLTALE = """
import sys
from tui.server.intake import rebuild
real = rebuild._batches
def slow(rows, table, tell):
    for number, batch in enumerate(real(rows, table, tell)):
        yield batch
        if table is rebuild.people and number == 2:
            print("under way", flush=True)
            sys.stdin.read()
rebuild._batches = slow
from tui.cli.main import cli
cli()
"""
