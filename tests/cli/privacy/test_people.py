"""What is held of a person is shown; what is old is erased, by hand and by the settings."""

import json
import re
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from tui.cli.privacy import retention
from tui.cli.session import Session
from tui.clock import ManualClock
from tui.errors import StoreError
from tui.settings.config import Config

ANA = "ana.reid@tuiridge.example"


@pytest.fixture
def looked_up(program, home_of):
    """The program, with Ana looked up and attached to a card, a miss, and a search."""
    shutil.copytree(home_of("looked up", look_up), program.home)
    return json.loads((program.home / "person.json").read_text())


def look_up(program):
    card = program.json("cards", "Pipeline")[0]["id"]
    found = program.json("enrich", "person", ANA, "--card", card, "--yes")
    program.read("enrich", "person", "nobody@nowhere.example")
    program.read("search", "people", "--company", "tuiridge.example", "--limit", "2")
    (program.home / "person.json").write_text(json.dumps(found["person"]))


def aged(program, days):
    """Make everything that lookups left older, as time does."""
    with closing(sqlite3.connect(program.home / "data" / "store-local.db")) as conn, conn:
        conn.execute(
            "UPDATE findings SET fetched_at = strftime('%Y-%m-%dT%H:%M:%S+00:00', fetched_at, ?)",
            (f"-{days} days",),
        )
        conn.execute("UPDATE ledger SET at = at - ?", (days * 86_400,))


def test_all_that_is_held_of_a_person_is_shown(program, looked_up):
    told = program.json("people", "held", ANA)
    held = told["accounts"]["local"]
    assert [one["person"]["fullName"] for one in held["findings"]] == ["Ana Reid"]
    assert any("Source: " in one["text"] for one in held["comments"])
    assert any("Ring Ana Reid" in one["name"] for one in held["cards"])
    assert [one["key"] for one in held["lookups"]] == [f"email:{ANA}"]
    moments = [one[key] for sort in held.values() for one in sort for key in ("at", "date") if one.get(key)]
    assert moments
    assert all(moment.endswith("Z") for moment in moments), "as everywhere in JSON"
    assert held["optOut"] == []
    assert [one["email"] for one in told["localDirectory"]] == [ANA]
    by_name = program.json("people", "held", "Ana Reid")["accounts"]["local"]
    assert by_name["findings"] == held["findings"]
    assert {one["id"] for one in held["comments"]} == {one["id"] for one in by_name["comments"]}
    assert by_name["cards"] == held["cards"]
    namesake = program.json("card", "new", "Pipeline", "Leads", "Lunch with Ana Reid")["id"]
    apart = program.json("people", "held", ANA)["accounts"]["local"]
    assert namesake in {one["idCard"] for one in apart["onlyTheName"]}
    assert namesake not in {one["id"] for one in apart["cards"]}
    table = program.read("people", "held", ANA)
    assert "local\tperhaps named\tLunch with Ana Reid\tLunch with Ana Reid\n" in table
    assert f"local\treceipt\tlocal directory\temail:{ANA}\n" in table
    nobody = program.json("people", "held", "bo@nowhere.example")
    assert not any(nobody["accounts"]["local"].values())


@pytest.mark.parametrize("nobody", ["?", "-"])
def test_what_names_nobody_is_refused_and_no_account_is_blamed(program, nobody):
    told = program("people", "held", nobody)
    assert (told.exit_code, told.stdout, "not reached" in told.stderr) == (2, "", False)
    assert "is no name" in told.stderr


def test_an_answer_that_lacks_an_account_ends_with_an_exit_code(program, monkeypatch):
    def of(*_: object) -> None:
        raise StoreError("the disk is full")

    _ = program.read("boards")
    monkeypatch.setattr("tui.services.enrich.held.HeldRecords.of", of)
    told = program("people", "held", ANA)
    assert (told.exit_code, told.stderr) == (
        5,
        "error: not reached: local (the disk is full)\nhint: cardscout doctor tells what is wrong there\n",
    )


def test_boards_of_this_machine_are_read_and_those_of_others_that_were_never_opened_are_told(
    program, tmp_path
):
    program.read("export", "Pipeline", "-o", str(tmp_path / "board.json"))
    program.read("import", str(tmp_path / "board.json"), "--copy")
    (program.home / "config" / "config.toml").write_text(
        '[accounts.team]\nurl = "http://127.0.0.1:9"\nkey = "k"\nsecrets = "command"\ncommand = ["false"]\n'
    )
    shutil.copy(program.home / "data" / "store-local.db", program.home / "data" / "store-team.db")
    told = program("people", "held", ANA)
    assert (
        told.stderr
        == "not read, as never opened here: team: 2 boards; cardscout --account NAME cards BOARD reads one\n"
    )
    assert told.stdout.count("local\tcard\tPipeline\tRing Ana Reid at Tūī Ridge\n") == 2
    assert program.json("people", "held", ANA)["boardsNotRead"] == {"team": 2}


def test_nothing_is_held_after_an_opt_out_but_that(program, looked_up):
    program.read("suppress", "add", ANA, "--why", "asked us")
    held = program.json("people", "held", ANA)["accounts"]["local"]
    assert held["optOut"] == [{"kind": "email", "value": ANA, "why": "asked us"}]
    assert (held["findings"], held["lookups"]) == ([], [])
    assert not [one for one in held["comments"] if "Cardscout ·" in one["text"]]


def test_what_is_old_is_counted_first_and_erased_when_told_to(program, looked_up):
    aged(program, 100)
    counted = {"findings": 1, "misses": 1, "receipts": 2, "runs": 0, "searches": 0, "earlierValues": 0}
    told = program.json("people", "forget", "--older-than", "90d")
    assert told == {"olderThanDays": 90, "erased": False, "accounts": {"local": counted}, "notReached": {}}
    plain = program("people", "forget", "--older-than", "12w")
    assert "nothing was erased" in plain.stderr
    assert plain.stdout.splitlines()[:3] == ["local\tanswers\t1", "local\tmisses\t1", "local\treceipts\t2"]
    assert program.json("people", "held", ANA)["accounts"]["local"]["findings"]
    spent = program.json("credits")
    assert program.json("people", "forget", "--older-than", "3m", "--yes")["accounts"] == {"local": counted}
    held = program.json("people", "held", ANA)["accounts"]["local"]
    assert (held["findings"], held["lookups"]) == ([], [])
    assert any("Source: " in one["text"] for one in held["comments"])
    assert program.json("credits") == spent
    assert {one["key"] for one in program.json("credits", "ledger")} >= {"erased"}
    assert not any(program.json("people", "forget", "--older-than", "90d")["accounts"]["local"].values())


@pytest.mark.parametrize(
    "words",
    [
        ("people", "held", ANA),
        ("people", "forget", "--older-than", "90d"),
        ("enrich", "person", ANA),
        ("search", "people", "--company", "tuiridge.example"),
        ("credits", "ledger"),
        ("providers", "services"),
    ],
)
def test_the_columns_that_the_help_tells_are_those_of_the_table(program, looked_up, words):
    told = re.search(r"Columns: (.*?)\.\n", program.read(*words[:2], "--help").replace("\n  ", " "))
    assert told is not None
    rows = program.read(*words).splitlines()
    assert rows
    assert {row.count("\t") for row in rows} == {told[1].count(",")}


@pytest.mark.parametrize("age", ["0d", "soon", "99999y", "-3d"])
def test_an_age_that_is_none_is_refused(program, age):
    told = program("people", "forget", f"--older-than={age}")
    assert (told.exit_code, "is no age" in told.stderr) == (2, True)


def test_the_settings_erase_once_a_day(program, looked_up):
    aged(program, 100)
    config = program.home / "config" / "config.toml"
    config.write_text("[privacy]\nforget_after_days = 200\n")
    program.read("boards")
    assert program.json("people", "held", ANA)["accounts"]["local"]["findings"]
    config.write_text("[privacy]\nforget_after_days = 90\n")
    program.read("boards")
    # It was done today already.
    assert program.json("people", "held", ANA)["accounts"]["local"]["findings"]
    (program.home / "state" / retention._LAST).unlink()
    program.read("boards")
    assert not program.json("people", "held", ANA)["accounts"]["local"]["findings"]


def test_a_command_erases_hits_that_are_no_longer_used_without_a_setting(program):
    program.read("boards")
    with closing(sqlite3.connect(program.home / "data" / "store-local.db")) as conn, conn:
        conn.execute("INSERT INTO pages (provider, key, at, payload) VALUES ('shop', 'search:x', 1, '{}')")
    (program.home / "state" / retention._LAST).unlink()
    program.read("boards")
    with closing(sqlite3.connect(program.home / "data" / "store-local.db")) as conn:
        assert conn.execute("SELECT count(*) FROM pages").fetchone() == (0,)


def test_the_screens_erase_at_their_start(program, looked_up):
    session = Session(ManualClock(datetime.now(UTC) + timedelta(days=91)))  # noqa: TID251 - as the store has it
    try:
        session.config = Config(privacy={"forget_after_days": 90})
        session.keep_up()
    finally:
        session.close()
    assert not program.json("people", "held", ANA)["accounts"]["local"]["findings"]


def test_a_new_account_knows_who_opted_out(program):
    program.read("suppress", "add", ANA, "--why", "asked us")
    config = program.home / "config" / "config.toml"
    config.write_text(
        '[accounts.team]\nurl = "http://127.0.0.1:9"\nkey = "k"\nsecrets = "command"\ncommand = ["false"]\n'
    )
    held = program.json("--account", "team", "people", "held", ANA)["accounts"]
    listed = [{"kind": "email", "value": ANA, "why": "asked us"}]
    assert {name: each["optOut"] for name, each in held.items()} == {"team": listed, "local": listed}
