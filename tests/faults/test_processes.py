"""Several programs on one store or on one key, stopped, woken and killed: each card is there once."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.faults.disk import ROOT
from tests.server.service.serving import Served, run, served, signed_in
from tui.sync.lease import LEASE

fault = pytest.mark.fault
pytestmark = [pytest.mark.slow_fault, pytest.mark.timeout(900)]


@dataclass
class Office:
    """A service with a board, and programs that send to it."""

    server: Served
    who: dict[str, str]
    http: httpx.Client
    board: str
    place: str
    running: list[subprocess.Popen[str]]

    def sender(self, home: Path, name: str, count: int, *, state: Path | None = None, rate: int = 0) -> Any:
        """A program in ``home`` that is ready to make its cards."""
        home.mkdir(exist_ok=True)
        args = (self.server.told["url"], self.who["key"], self.who["token"], home, state or home, self.board,
            self.place, name, count, rate)  # fmt: skip
        made = subprocess.Popen(
            [sys.executable, str(ROOT / "tests/faults/sender.py"), *map(str, args)],
            env=os.environ | {"PYTHONPATH": str(ROOT)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.running.append(made)
        assert made.stdout is not None
        assert made.stdout.readline() == "ready\n"
        return made

    def names(self) -> list[str]:
        """The cards that are there, once the limit lets us look."""
        while (reply := self.http.get(f"/boards/{self.board}/cards", params={"fields": "name"})).is_error:
            assert reply.status_code == 429
            threading.Event().wait(1)
        return sorted(card["name"] for card in reply.json())


@contextmanager
def office(data: Path, *args: object) -> Iterator[Office]:
    run("user", "ada", "--json", "--data", data)
    who = run("token", "ada", "--json", "--data", data)
    running: list[subprocess.Popen[str]] = []
    with served(data, *args) as server, signed_in(server, who) as http:
        board = http.post("/boards", json={"name": "Bakery", "defaultLists": "true"}).json()["id"]
        place = http.get(f"/boards/{board}/lists").json()[0]["id"]
        try:
            yield Office(server, who, http, board, place, running)
        finally:
            for one in running:
                one.kill()
                one.communicate()


def go(process: Any) -> None:
    process.stdin.write("\n")
    process.stdin.flush()


def ended(process: Any) -> int:
    """Wait for a program to have sent everything: how many 429s it met."""
    told = process.communicate(timeout=100)[0]
    assert process.returncode == 0
    return int(told.split()[-1])


def made(*senders: tuple[str, int]) -> list[str]:
    return sorted(f"{name} {n}" for name, count in senders for n in range(count))


@fault("F20")
def test_two_programs_on_one_key_meet_few_429s_and_both_finish(tmp_path: Path) -> None:
    with office(tmp_path / "data") as place:
        # Two machines: neither knows what the other sends.
        both = [place.sender(tmp_path / name, name, 90, rate=100) for name in ("a", "b")]
        for one in both:
            go(one)
        assert sum(ended(one) for one in both) <= 200
        assert place.names() == made(("a", 90), ("b", 90))


@fault("F70")
def test_two_programs_on_one_store_send_each_card_once(tmp_path: Path) -> None:
    with office(tmp_path / "data") as place:
        home = tmp_path / "home"
        both = [place.sender(home, name, 100, rate=100) for name in ("a", "b")]
        for one in both:
            go(one)
        for one in both:
            ended(one)
        assert place.names() == made(("a", 100), ("b", 100))


def stop_between_writes(process: subprocess.Popen[str], store: Path) -> None:
    """Stop a program while it holds no lock: as long as it did, nobody could write, and would say so."""
    with closing(sqlite3.connect(store, timeout=0, isolation_level=None)) as conn:
        while True:
            process.send_signal(signal.SIGSTOP)
            os.waitid(os.P_PID, process.pid, os.WSTOPPED)
            try:
                conn.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                process.send_signal(signal.SIGCONT)
                threading.Event().wait(0.01)
            else:
                conn.execute("ROLLBACK")
                return


@fault("F71")
def test_one_that_is_stopped_and_woken_does_not_send_again(tmp_path: Path) -> None:
    with office(tmp_path / "data") as place:
        home = tmp_path / "home"
        sleeper, other = place.sender(home, "a", 90), place.sender(home, "b", 10)
        go(sleeper)
        while len(place.names()) < 5:
            threading.Event().wait(0.3)
        stop_between_writes(sleeper, home / "store.db")
        go(other)
        ended(other)
        sleeper.send_signal(signal.SIGCONT)
        ended(sleeper)
        assert LEASE == 30
        assert place.names() == made(("a", 90), ("b", 10))


@fault("F51")
def test_a_server_killed_in_its_writes_makes_each_card_once(tmp_path: Path) -> None:
    dice, data, names = Random(3), tmp_path / "data", list[str]()
    run("user", "ada", "--json", "--data", data)
    who = run("token", "ada", "--json", "--data", data)
    place = ""
    for turn in range(25):
        with served(data) as server, signed_in(server, who) as http:
            if not place:
                board = http.post("/boards", json={"name": "Bakery", "defaultLists": "true"}).json()["id"]
                place = http.get(f"/boards/{board}/lists").json()[0]["id"]
            elif names:
                # The write that the kill may have cut short: the same key gives the same card.
                again = post(http, place, names[-1])
                assert again is not None
                assert post(http, place, names[-1]) == again
            # Seconds until the kill; a write takes some milliseconds.
            killer = threading.Timer(dice.uniform(0.0, 0.06), server.process.kill)
            killer.start()
            for n in range(1000):
                names.append(f"{turn} {n}")
                if post(http, place, names[-1]) is None:
                    break
            killer.join()
            server.process.wait()
    with served(data) as server, signed_in(server, who) as http:
        post(http, place, names[-1])
        cards = http.get(f"/boards/{board}/cards", params={"fields": "name"}).json()
        assert sorted(card["name"] for card in cards) == sorted(names)


def post(http: httpx.Client, place: str, name: str) -> str | None:
    """Make a card: its id, or None when no answer came."""
    try:
        reply = http.post("/cards", json={"idList": place, "name": name}, headers={"Idempotency-Key": name})
    except httpx.TransportError:
        return None
    assert reply.status_code == 200, reply.text
    return str(reply.json()["id"])
