"""Doctor: what is said of a machine that is well, and of each way of not being so; never a secret."""

import json
import sqlite3
from contextlib import closing

import pytest

from tests.full_disk import full_disk
from tui.model.health import Report

TOKEN = "a-token-nobody-may-see"


def report(program, *args):
    result = program("doctor", "--json", *args)
    found = Report.parse_json(result.stdout)
    assert result.exit_code == (1 if found.broken else 0), result.output
    return {check.name: check for check in found.checks}


@pytest.fixture
def program(program, monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("TMUX", raising=False)
    return program


def test_a_machine_that_is_well(program, imported):
    found = report(program)
    assert {check.state for check in found.values()} <= {"ok", "note"}
    assert {
        "terminal",
        "disk",
        "settings",
        "keyring",
        "store local",
        "outbox local",
        "local workspace",
        "copies",
    } <= {*found}
    assert found["copies"].do
    assert "sound" in program.read("doctor")


RULE = """
[[rule]]
name = "moved"
when = { trigger = "Card Moved", board = "Kōrero", to = "Done" }

[[rule.do]]
step = "archive"
"""


def test_the_rules_are_looked_at(program, imported):
    assert (report(program)["rules"].state, report(program)["rules"].what) == ("ok", "none yet")
    path = program.home / "config" / "rules.toml"
    path.write_text(RULE)
    assert report(program)["rules"].what == "1 of 1 on"
    path.write_text(RULE.replace("Done", "Nowhere"))
    found = report(program)["rules"]
    assert found.state == "broken"
    assert found.what == "rule moved: cannot work: there is no list 'Nowhere' on the board 'Kōrero'"
    path.write_text(RULE.replace("archive", "archvie"))
    found = report(program)["rules"]
    assert (found.state, found.what) == ("broken", "rules.toml, line 7: step 1: there is no step 'archvie'")
    path.write_bytes(b"\xff")
    assert report(program)["rules"].state == "broken"


def test_damage_and_open_files_are_broken_and_say_what_to_do(program, imported):
    data = program.home / "data"
    with closing(sqlite3.connect(data / "store-local.db")) as conn:
        conn.execute("UPDATE cards SET name = CAST(x'ff' AS TEXT)")
        conn.commit()
    with (data / "server.db").open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 8192)
    (data / "server.db").chmod(0o644)
    found = report(program)
    assert {name for name, check in found.items() if check.state == "broken"} == {
        "store local",
        "local workspace",
    }
    assert found["data directory"].state == "note"
    assert "restore" in found["local workspace"].do
    assert "chmod" in found["data directory"].do
    assert "repaired" in program("boards").stderr, "the next start looks at what the doctor found"
    (data / "server.db").unlink()
    assert "is gone" in report(program)["local workspace"].what


def test_without_a_home_or_with_wrong_settings_it_says_so(program, monkeypatch):
    program.read("doctor")
    (program.home / "config" / "config.toml").write_text("keys = 5\n")
    assert report(program)["settings"].state == "broken"
    monkeypatch.setenv("CARDSCOUT_HOME", "relative")
    assert report(program)["directories"].state == "broken"


def test_on_a_full_disk_it_still_answers(program, imported):
    with full_disk():
        found = report(program)
    assert found["store local"].state == "ok"


def test_an_account_that_is_not_reached_is_broken_and_its_token_not_told(program, monkeypatch):
    program.read("doctor")
    (program.home / "config" / "config.toml").write_text(
        '[accounts.work]\nurl = "http://127.0.0.1:9"\nkey = "0123456789abcdef0123456789abcdef"\n'
    )
    monkeypatch.setenv("CARDSCOUT_BOARD_TOKEN", TOKEN)
    result = program("doctor", "--json")
    found = {check["name"]: check for check in json.loads(result.stdout)["checks"]}
    assert found["account work"]["state"] == "broken"
    assert found["account work"]["do"]
    assert TOKEN not in result.output
    assert "account work" not in report(program, "--offline")
    assert report(program, "--offline")["keyring"].state == "broken", "the account's token would be there"
