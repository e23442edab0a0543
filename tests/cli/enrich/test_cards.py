"""``cardscout enrich cards`` on the sample boards."""

import asyncio
import csv
import io
import json
import sqlite3
from contextlib import closing

import pytest

from tests.app.fakes import fake
from tests.cli.enrich.conftest import ANA
from tui.cli.enrich.cards import progress
from tui.sync.enrich.bulk import RunWorker

CALLUM = "callum.sinclair@tuiridge.example"


def test_a_run_over_a_board(program, tmp_path):
    said = program("enrich", "cards", "--board", "Pipeline", "--dry-run")
    assert said.exit_code == 0
    assert "to look up: " in said.stderr
    assert program.json("enrich", "runs") == []
    unanswered = program("enrich", "cards", "--board", "Pipeline", "--attach")
    assert unanswered.exit_code == 2
    assert "not attached: Put private mobiles and e-mails on “Pipeline”" in unanswered.stderr
    assert program.json("enrich", "runs") == []
    unpriced = program("enrich", "cards", "--board", "Pipeline")
    assert unpriced.exit_code == 2
    assert "hint: --yes answers beforehand, --cap N up to a price of N credits" in unpriced.stderr
    assert (program.json("enrich", "runs"), program.json("credits")["spent"]) == ([], 0)
    done = program.json("enrich", "cards", "--board", "Pipeline", "--attach", "--no-private", "--cap", "500")
    assert done["state"] == "done"
    ledger = program.json("credits", "ledger")
    assert all(one["at"].endswith("Z") for one in (done, *ledger, *program.json("enrich", "runs")))
    assert sum(done["counts"].values()) == len(done["items"]) == done["cards"]
    assert done["spent"] == program.json("credits")["spent"]
    again = program.json("enrich", "cards", "--board", "Pipeline")
    assert (again["spent"], again["low"], again["high"]) == (0, 0, 0)
    hit = next(one for one in done["items"] if one["state"] == "hit")
    one = program.json("enrich", "cards", hit["card"], "--all", "--yes")
    assert one["cards"] == 1
    assert [run["run"] for run in program.json("enrich", "runs")] == [one["run"], again["run"], done["run"]]
    file = tmp_path / "run.csv"
    program.read("enrich", "cards", "--resume", done["run"], "--csv", str(file))
    rows = list(csv.DictReader(io.StringIO(file.read_text("utf-8-sig"), newline="")))
    assert len(rows) == done["cards"]


def test_the_newest_run_in_which_something_went_wrong_is_gone_on_with(program):
    run = program.json("enrich", "cards", "--board", "Pipeline", "--cap", "500")["run"]
    program.json("enrich", "cards", "--board", "Pipeline")
    assert "no run to go on with" in program("enrich", "cards", "--resume", "--retry").stderr
    with closing(sqlite3.connect(program.home / "data" / "store-local.db")) as base, base:
        base.execute("UPDATE bulk_items SET state = 'error' WHERE run = ? AND place = 0", (run,))
        base.execute("DELETE FROM findings WHERE key = (SELECT key FROM bulk_items WHERE state = 'error')")
    assert "no run to go on with" in program("enrich", "cards", "--resume").stderr
    priced = program("enrich", "cards", "--resume", "--retry", "--dry-run")
    assert ", 1 to look up: 1 to 2 credits, " in priced.stderr
    assert "whom: " in priced.stderr
    assert "0 to look up: free" in program("enrich", "cards", "--resume", run, "--dry-run").stderr
    again = program.json("enrich", "cards", "--resume", "--retry", "--yes")
    assert (again["run"], "error" in again["counts"]) == (run, False)


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


def test_a_run_over_nothing_says_how_cards_are_named(program):
    result = program("enrich", "cards")
    assert result.exit_code == 2
    assert "of which cards?" in result.stderr
    assert "--board BOARD" in result.stderr


def test_whom_only_a_comment_names_is_paid_for_only_when_asked_for(program):
    made = [program.read("card", "new", "Pipeline", "Leads", f"Ring {ANA}").strip()]
    made.append(program.read("card", "new", "Pipeline", "Leads", "Buy milk").strip())
    for card in made:
        program.read("card", "comment", card, f"{CALLUM} sits next door")
    told = program("enrich", "cards", *made, "--all", "--dry-run")
    assert "2 cards, 2 subjects, 2 to look up: " in told.stderr, told.output
    assert f"whom: {ANA}, tuiridge.example\n" in told.stderr
    widely = program("enrich", "cards", *made, "--comments", "--dry-run")
    assert "2 cards, 5 subjects, 5 to look up: " in widely.stderr, widely.output
    assert f"whom: {ANA}, tuiridge.example, {CALLUM}\n" in widely.stderr
    done = program.json("enrich", "cards", *made, "--all", "--attach", "--no-private", "--yes")
    assert [(one["subject"], one["state"]) for one in done["items"]] == [
        (ANA, "hit"), ("tuiridge.example", "hit"), (None, "nothing"),
    ]  # fmt: skip
    assert "Only comments name somebody" in done["items"][2]["why"]
    # Those whose answer is here are not named again.
    assert f"whom: {CALLUM}\n" in program("enrich", "cards", *made, "--comments", "--dry-run").stderr


def test_who_is_remembered_is_not_counted_as_to_be_asked(program):
    card = program.read("card", "new", "Pipeline", "Leads", f"Call {ANA}").strip()
    program.read("enrich", "cards", card, "--yes")
    told = program("enrich", "cards", card, "--dry-run", "--json")
    assert "1 card, 1 subject, 0 to look up: free" in told.stderr
    assert "1 known already: free" in told.stderr
    found = json.loads(told.stdout)
    assert (found["counts"], [one["state"] for one in found["items"]]) == ({"remembered": 1}, ["remembered"])


@pytest.mark.parametrize("form", ["table", "json", "ids"])
def test_cards_are_named_on_stdin_as_every_step_takes_them(program, form):
    found = program.json("cards", "Pipeline", "--list", "Leads")
    idents = [one["id"] for one in found]
    given = {
        "table": lambda: program.read("cards", "Pipeline", "--list", "Leads"),
        "json": lambda: program.read("cards", "Pipeline", "--list", "Leads", "--json"),
        "ids": lambda: f"{' '.join(idents[:2])}\n" + "\r\n".join(idents[2:]),
    }[form]()
    done = program("enrich", "cards", "-", "--dry-run", "--json", stdin=f"\ufeff{given}")
    assert done.exit_code == 0, done.stderr
    assert list(dict.fromkeys(item["card"] for item in json.loads(done.stdout)["items"])) == idents


@pytest.mark.parametrize("state", ["planned", "paused"])
def test_the_price_of_the_rest_of_a_run_is_told_and_nothing_else_happens_to_it(program, monkeypatch, state):
    assert program("enrich", "cards", "--board", "Pipeline", stdin="n\n").exit_code == 130
    [run] = program.json("enrich", "runs")
    if state == "paused":
        with monkeypatch.context() as patch:
            patch.setattr(RunWorker, "_may_continue", no)
            assert program("enrich", "cards", "--resume", run["run"], "--yes").exit_code == 4
    priced = program("enrich", "cards", "--resume", run["run"], "--dry-run")
    assert priced.exit_code == 0, priced.stderr
    assert "to look up: " in priced.stderr
    assert "error: " not in priced.stderr
    assert [(one["run"], one["state"]) for one in program.json("enrich", "runs")] == [(run["run"], state)]


async def no(*_: object) -> bool:
    return False


async def test_a_script_is_told_once_why_a_run_waits(capsys):
    run, heard = fake(state="running", why=""), []

    def subscribe(hear):
        heard.append(hear)
        return heard.clear

    workspace = fake(bulk=fake(get=lambda _: run), sync=fake(subscribe=subscribe))
    with progress(workspace, "r"):
        for run.state, run.why in (
            ("running", ""),
            ("running", "It asked to wait for 20 seconds."),
            ("running", ""),
            ("running", "It asked to wait for 20 seconds."),
            ("paused", "The disk is full."),
        ):
            heard[0](fake(nouns={"bulk"}))
            heard[0](fake(nouns={"cards"}))
            await asyncio.to_thread(bool)
    assert heard == []
    assert capsys.readouterr().err == "note: It asked to wait for 20 seconds.\n"
