"""``cardscout enrich cards`` on the sample boards."""

import csv
import io

import pytest


def test_a_run_over_a_board(program, tmp_path):
    said = program("enrich", "cards", "--board", "Pipeline", "--dry-run")
    assert said.exit_code == 0
    assert "to look up: " in said.stderr
    assert program.json("enrich", "runs") == []
    unanswered = program("enrich", "cards", "--board", "Pipeline", "--attach")
    assert unanswered.exit_code == 2
    assert "not attached: Put private mobiles and e-mails on “Pipeline”" in unanswered.stderr
    assert program.json("enrich", "runs") == []
    done = program.json("enrich", "cards", "--board", "Pipeline", "--attach", "--no-private")
    assert done["state"] == "done"
    assert sum(done["counts"].values()) == len(done["items"]) == done["cards"]
    assert done["spent"] == program.json("credits")["spent"]
    again = program.json("enrich", "cards", "--board", "Pipeline")
    assert (again["spent"], again["low"], again["high"]) == (0, 0, 0)
    hit = next(one for one in done["items"] if one["state"] == "hit")
    one = program.json("enrich", "cards", hit["card"], "--all")
    assert one["cards"] == 1
    assert [run["run"] for run in program.json("enrich", "runs")] == [one["run"], again["run"], done["run"]]
    file = tmp_path / "run.csv"
    program.read("enrich", "cards", "--resume", done["run"], "--csv", str(file))
    rows = list(csv.DictReader(io.StringIO(file.read_text("utf-8-sig"), newline="")))
    assert len(rows) == done["cards"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), 2),
        (("--list", "x"), 2),
        (("nope",), 2),
        (("x", "--board", "Pipeline"), 2),
        (("--board", "nope"), 2),
        (("--resume",), 2),
        (("--resume", "nope"), 2),
        (("--cancel",), 2),
        (("--cap", "-1", "x"), 2),
    ],
)
def test_what_a_run_cannot_be_over(program, words, code):
    refused = program("enrich", "cards", *words)
    assert refused.exit_code == code, refused.output
    assert "hint:" in refused.stderr
