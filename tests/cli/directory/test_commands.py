"""``cardscout directory``: filled, counted, emptied; killed halfway it is what it was."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


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


def test_an_import_before_the_first_start_keeps_the_sample(program, tmp_path):
    mine = tmp_path / "mine.csv"
    mine.write_text("Name,Email,Company\nJo Tamihere,jo@kea.example,Kea Freight\n")
    program.read("directory", "import", str(mine), "--yes")
    assert "Jo Tamihere" in str(program.json("enrich", "person", "jo@kea.example"))
    assert "Ana Reid" in str(program.json("enrich", "person", "ana.reid@tuiridge.example"))


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


PEOPLE = "Name,E-mail,Job Title,Company,Website\nAna Reid,ana@acme.example,CEO,Acme,acme.example\nBad,x,CEO,Acme,\n"


@pytest.fixture
def people(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE)
    return str(path)


def test_a_file_is_imported_with_its_columns_shown(program, data, people, tmp_path):
    refused = program("directory", "import", people, "--data", data)
    assert (refused.exit_code, "--yes" in refused.stderr) == (2, True)
    errors = tmp_path / "errors.jsonl"
    done = program("directory", "import", people, "--yes", "--json", "--errors", str(errors), "--data", data)
    came = json.loads(done.stdout)
    assert (came["type"], came["rows"], came["new"], came["refused"]) == ("people", 2, 1, 1)
    assert 'email            <- E-mail   such as "ana@acme.example"' in done.stderr
    assert "line 3: E-mail: 'x' is not an e-mail address" in done.stderr
    assert json.loads(errors.read_text()) == {
        "line": 3, "field": "E-mail", "refused": True,
        "fix": "'x' is not an e-mail address, such as ana.reid@tuiridge.example",
    }  # fmt: skip
    assert program.json("directory", "stats", "--data", data)["people"] == 1
    assert "1 as they were" in program.read("directory", "import", people, "--yes", "--data", data)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--map", "nose=Name"), "no field 'nose'"),
        (("--map", "name=Nose"), "no column 'Nose'"),
        (("--map", "name="), "no column is taken for the name"),
        (("--encoding", "klingon"), "no encoding"),
        (("--errors", "/no/such/place"), "--errors"),
    ],
)
def test_columns_that_can_not_be_are_refused(program, data, people, args, says):
    result = program("directory", "import", people, "--yes", "--data", data, *args)
    assert result.exit_code == 2
    assert says in result.stderr


def test_columns_may_be_told(program, data, people):
    result = program(
        "directory", "import", people, "--yes", "--data", data, "--map", "title=", "--map", "city=Job Title"
    )
    assert result.exit_code == 0
    assert "city             <- Job Title" in result.stderr
    assert "left out" not in result.stderr


def test_who_opted_out_is_not_brought_in_again(program, data, people):
    program.read("directory", "import", people, "--yes", "--data", data)
    assert program.json("directory", "opt-out", "ana@acme.example", "x-slug", "--data", data) == {
        "identifiers": 2,
        "taken_out": 1,
        "comments": [],
        "answersErased": {},
        "notReached": {},
    }
    assert program.json("directory", "stats", "--data", data)["people"] == 0
    again = program("directory", "import", people, "--yes", "--data", data)
    assert "has opted out" in again.stderr
    assert program.json("directory", "stats", "--data", data)["people"] == 0
    assert program("directory", "opt-out", "no one", "--data", data).exit_code == 2


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


def test_an_import_killed_halfway_goes_on(program, data, tmp_path):
    path = tmp_path / "many.csv"
    rows = (f"Person {n},p{n}@acme{n % 50}.example,CEO" for n in range(4_500))
    path.write_text("\n".join(["Name,Email,Title", *rows]))
    script = _TELLTALE.replace(
        "from tui.server.importing import shadow_tables as aside", _SLOW_IMPORT
    ).partition("real =")[0]
    child = subprocess.Popen(
        [sys.executable, "-c", f"{script}{_RUN}", "directory", "import", str(path), "--yes", "--data", data],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert child.stdout is not None
    assert child.stdout.readline() == b"under way\n"
    child.send_signal(signal.SIGKILL)
    child.wait(30)
    child.stdout.close()
    assert child.stdin is not None
    child.stdin.close()
    assert program.json("directory", "stats", "--data", data)["people"] == 2_000
    rest = program("directory", "import", str(path), "--yes", "--json", "--data", data)
    assert "goes on after row 2,000" in rest.stderr
    assert json.loads(rest.stdout)["new"] == 4_500
    assert program.json("directory", "stats", "--data", data)["people"] == 4_500


_SLOW_IMPORT = """
from tui.server.importing import job
real_merge, done = job._merge, []
def slow(*args):
    done.append(1)
    if len(done) == 3:
        print("under way", flush=True)
        sys.stdin.read()
    return real_merge(*args)
job._merge = slow
"""
_RUN = """
from tui.cli.main import cli
cli()
"""
_TELLTALE = """
import sys
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
