"""``cardscout directory import``: the columns of a file are shown, wrong rows are told, and an import that was killed goes on."""

import json

import pytest

from tests.killed import killed

_IMPORTS = """
at("tui.server.importing.job", "_merge", 3)
import tui.cli.main
tui.cli.main.cli(["directory", "import", sys.argv[1], "--yes", "--data", sys.argv[2]])
"""


def test_an_import_before_the_first_start_keeps_the_sample(program, tmp_path):
    mine = tmp_path / "mine.csv"
    mine.write_text("Name,Email,Company\nJo Tamihere,jo@kea.example,Kea Freight\n")
    program.read("directory", "import", str(mine), "--yes")
    assert "Jo Tamihere" in str(program.json("enrich", "person", "jo@kea.example"))
    assert "Ana Reid" in str(program.json("enrich", "person", "ana.reid@tuiridge.example"))


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


def test_an_import_killed_halfway_goes_on(program, data, tmp_path):
    path = tmp_path / "many.csv"
    rows = (f"Person {n},p{n}@acme{n % 50}.example,CEO" for n in range(4_500))
    path.write_text("\n".join(["Name,Email,Title", *rows]))
    assert killed(_IMPORTS, path, data)
    assert program.json("directory", "stats", "--data", data)["people"] == 2_000
    rest = program("directory", "import", str(path), "--yes", "--json", "--data", data)
    assert "goes on after row 2,000" in rest.stderr
    assert json.loads(rest.stdout)["new"] == 4_500
    assert program.json("directory", "stats", "--data", data)["people"] == 4_500
