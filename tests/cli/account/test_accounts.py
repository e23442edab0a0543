"""Accounts at another service: added, tried, used, and forgotten; their tokens are nowhere in clear."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.forked import for_shells


@pytest.fixture
def kept(tmp_path, service):
    """A file with the token, and the words of a command that prints it."""
    path = tmp_path / "token"
    path.write_text(service.token)
    return f"{sys.executable} -c \"print(open('{path}').read())\""


def everything(home: Path) -> bytes:
    return b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())


def test_an_account_is_added_used_and_forgotten(program, service, kept):
    url, key, token = service.url, service.key, service.token
    added = program("accounts", "add", "team", "--url", url, "--key", key, "--command", kept)
    assert added.exit_code == 0, added.output
    assert "as Ana Reid" in added.stderr
    program.read("--account", "team", "board", "new", "Fair")
    names = [one["name"] for one in program.json("--account", "team", "boards")]
    assert "Fair" in names
    assert "Fair" not in [one["name"] for one in program.json("boards")]
    program.read("accounts", "use", "team")
    assert "Fair" in [one["name"] for one in program.json("boards")]
    assert program.read("accounts", "check", "team").split("\t")[0] == "ana"
    assert [one["name"] for one in program.json("accounts", "list") if one["used"]] == ["team"]
    refused = program("import", "nothing.json")
    assert refused.exit_code != 0
    assert token.encode() not in everything(program.home)
    with closing(sqlite3.connect(program.home / "data" / "store-team.db")) as elsewhere:
        elsewhere.execute("SELECT * FROM meta").fetchone()
        held = program("accounts", "remove", "team", stdin="y\n")
    assert (held.exit_code, "has this account open" in held.stderr, "Forget" in held.stderr) == (
        5,
        True,
        False,
    )
    program.read("accounts", "remove", "team", "--yes")
    assert [one["name"] for one in program.json("accounts", "list")] == ["local"]
    assert "Pipeline" in [one["name"] for one in program.json("boards")]


@pytest.mark.parametrize("name", ["local", "nope", "environment"])
def test_what_cannot_be_forgotten_is_refused_before_it_is_asked_about(program, monkeypatch, name):
    if name == "environment":
        for what in ("URL", "KEY", "TOKEN"):
            monkeypatch.setenv(f"CARDSCOUT_BOARD_{what}", "https://boards.example")
        name = program.json("accounts", "list")[-1]["name"]
    for words in (("remove", name), ("rename", name, "other")):
        refused = program("accounts", *words, stdin="y\n")
        assert (refused.exit_code, "Forget" in refused.stderr) == (2, False), refused.output
    assert ("stays" in refused.stderr) == (name == "local")


def test_a_token_in_a_vault(program, service):
    url, key, token = service.url, service.key, service.token
    words = ("accounts", "add", "team", "--url", url, "--key", key, "--vault")
    added = program(*words, stdin=f"{token}\nhorseshoe\nhorseshoe\n")
    assert added.exit_code == 0, added.output
    assert token.encode() not in everything(program.home)
    read = program("--account", "team", "boards", "--json", stdin="horseshoe\n")
    assert read.exit_code == 0, read.output
    wrong = program("--account", "team", "boards", stdin="cow\ncow\ncow\n")
    assert wrong.exit_code == 3
    assert "passphrase" in wrong.stderr


def test_without_a_keyring_nothing_is_kept_in_clear(program, service):
    url, key, token = service.url, service.key, service.token
    refused = program("accounts", "add", "team", "--url", url, "--key", key, "--stdin", stdin=f"{token}\n")
    assert refused.exit_code == 3
    assert "--vault" in refused.stderr
    assert token.encode() not in everything(program.home)
    assert [one["name"] for one in program.json("accounts", "list")] == ["local"]


def test_a_token_that_is_refused_is_told(program, service, tmp_path):
    url, key = service.url, service.key
    bad = f"{sys.executable} -c \"print('ATTA' + '0' * 72)\""
    words = ("accounts", "add", "team", "--url", url, "--key", key, "--command", bad)
    refused = program(*words)
    assert refused.exit_code == 4
    assert "token" in refused.stderr
    program.read(*words, "--no-check")
    later = program("--account", "team", "boards")
    assert later.exit_code == 3
    assert "accounts login team" in later.stderr


def test_an_account_from_the_environment(program, service, monkeypatch):
    url, key, token = service.url, service.key, service.token
    monkeypatch.setenv("CARDSCOUT_BOARD_URL", url)
    monkeypatch.setenv("CARDSCOUT_BOARD_KEY", key)

    def given():
        # Each command takes it out of the environment.
        monkeypatch.setenv("CARDSCOUT_BOARD_TOKEN", token)
        return program

    assert "Pipeline" not in [one["name"] for one in given().json("boards")]
    board = given().read("board", "new", "Harbour fair", "--list", "Ideas").strip()
    given().read("card", "new", board, "Ideas", "Book a stand", "--due", "+1d")
    assert "Book a stand" in [one["name"] for one in program.json("agenda")]
    assert [(one["url"], one["used"]) for one in program.json("accounts", "list")] == [
        ("this machine", False),
        (url, True),
    ]
    without = program("boards")
    assert without.exit_code == 3
    assert without.stderr.rstrip().endswith("set CARDSCOUT_BOARD_TOKEN.")
    assert token.encode() not in everything(program.home)


def test_what_cannot_be_an_account_is_told(program):
    for words, said in (
        (("local",), "local"),
        (("team", "--url", "http://boards.example"), "clear"),
        (("team", "--vault", "--command", "x"), "two places"),
    ):
        given = ("accounts", "add", *words, "--key", "0" * 32)
        result = program(*given, *(() if "--url" in words else ("--url", "https://boards.example")))
        assert result.exit_code == 2
        assert said in result.stderr


@pytest.mark.slow
def test_one_pipe_goes_from_one_account_to_another(program, service, kept, tmp_path):
    url, key = service.url, service.key
    assert program("accounts", "add", "team", "--url", url, "--key", key, "--command", kept).exit_code == 0
    program.read("--account", "team", "board", "new", "Fairs", "--list", "Stand")
    made = program.json("--account", "team", "card", "new", "Fairs", "Stand", "Ring Ānā")
    with for_shells(tmp_path) as programs:
        (copy,) = _piped(
            programs, "--account team cards Fairs | cut -f5", "--account local card new Team Doing -"
        )
        assert copy["name"] == "Ring Ānā"
        assert copy["id"] != made["id"]
        assert "Ring Ānā" in [one["name"] for one in program.json("cards", "Team")]
        archived = _piped(programs, "--account team cards Fairs --json", "--account team card archive -")
        assert [(one["id"], one["closed"]) for one in archived] == [(made["id"], True)]


def _piped(programs, reads, writes):
    """What a command prints that reads what another one prints."""
    done = subprocess.run(
        ["/bin/sh", "-c", f"cardscout {reads} | cardscout {writes} --json"],
        env={**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"},
        capture_output=True,
        check=True,
        text=True,
        timeout=60,
    )
    return json.loads(done.stdout)
