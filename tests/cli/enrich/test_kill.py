"""A run over many cards, killed with no warning: gone on with, everybody is paid for once."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests import forked

CARDS = 60


def board(emails: list[str]) -> str:
    def ident(number: int) -> str:
        return f"54c8b729{number:016x}"

    cards = [
        {"id": ident(100 + n), "name": f"Ring {email}", "idList": ident(10), "pos": n + 1}
        for n, email in enumerate(emails)
    ]
    lists = [{"id": ident(10), "name": "Leads", "pos": 1}]
    return json.dumps(
        {"id": ident(1), "name": "Fair", "shortLink": "aB3dE6gH", "lists": lists, "cards": cards}
    )


def rows(file: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=10)) as base:
        return base.execute(sql).fetchall()


@pytest.fixture
def leads(program, tmp_path) -> Path:
    """The home of a program with a board of people the directory knows."""
    program.read("directory", "generate", "--people", "400", "--companies", "20", "--seed", "7")
    server = program.home / "data" / "server.db"
    known = rows(
        server, f"SELECT email FROM directory_person WHERE email != '' ORDER BY n DESC LIMIT {CARDS}"
    )
    file = tmp_path / "fair.json"
    file.write_text(board([email for (email,) in known]))
    program.read("import", str(file))
    home: Path = program.home
    return home / "data"


@pytest.mark.slow
def test_a_killed_run_pays_for_nobody_twice(program, leads):
    store, server = leads / "store-local.db", leads / "server.db"
    before = rows(server, "SELECT credits FROM enrich_account")[0][0]
    job = forked.program("enrich", "cards", "--board", "Fair", "--yes", errors=True)
    while rows(store, "SELECT count(*) FROM ledger")[0][0] < CARDS // 3:
        assert job.poll() is None, "it was over before it could be killed"
    job.kill()
    job.wait(20)
    job.stdout.close()
    (interrupted,) = program.json("enrich", "runs")
    assert interrupted["state"] == "paused"
    assert 0 < sum(interrupted["counts"].get(state, 0) for state in ("waiting", "working")) < CARDS
    done = json.loads(program.read("enrich", "cards", "--resume", "--yes", "--json"))
    assert done["run"] == interrupted["run"]
    assert done["counts"] == {"hit": CARDS}
    charged = rows(server, "SELECT count(*), count(DISTINCT record_id), sum(credits) FROM enrich_charge")[0]
    ledger = rows(store, "SELECT count(*), count(DISTINCT key), sum(cost) FROM ledger WHERE cost > 0")[0]
    assert charged == ledger == (CARDS, CARDS, done["spent"])
    assert program.json("credits")["credits"] == before - done["spent"]
    assert rows(store, "SELECT count(*) FROM asked") == [(0,)]
