"""``make soak``: two windows, the command line and ``cardscout serve`` write on one home at once; is any title harmed?

Never part of CI: it takes five minutes by the clock. Each title is its card's own and says how often it was typed, so
what is found at the end tells of every edit: a title nobody typed was fused of others, one that is nowhere is lost, and
one on two cards was doubled. ``SEED``, ``SECONDS`` and ``EDITS`` (of each window) are read from the environment.
"""

from __future__ import annotations

import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.boards import WORDS, board  # noqa: E402 - the path comes first
from tests.terminal.terminal import Terminal  # noqa: E402 - the path comes first

SEED = int(os.environ.get("SEED", str(time.time_ns() % 100_000)))
SECONDS = float(os.environ.get("SECONDS", "300"))
EDITS = int(os.environ.get("EDITS", "500"))
LISTS = 4
CLEAR = "\x01\x0b"
"""To the start of the line, and cut what is behind."""


@dataclass
class Journal:
    """What was asked for, by the name of a card: its titles in order. Each name has one writer."""

    typed: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    counts: Counter[str] = field(default_factory=Counter)
    strayed: list[str] = field(default_factory=list)
    """Keys that met another card than the one they were pressed for."""

    def title(self, name: str, dice: random.Random) -> str:
        """The next title of the card ``name``, written down before it is typed."""
        title = f"{name} v{len(self.typed[name])} {dice.choice(WORDS)}"
        self.typed[name].append(title)
        return title


@dataclass
class Home:
    """The home all write on."""

    path: Path
    board: str = ""

    def command(self, *argv: str) -> subprocess.CompletedProcess[str]:
        """A command of the program."""
        return subprocess.run(
            [sys.executable, "-m", "tui", *argv],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=180,
        )

    @property
    def environment(self) -> dict[str, str]:
        return os.environ | {"CARDSCOUT_HOME": str(self.path), "HOME": str(self.path)}

    def rows(self, file: str, sql: str) -> list[Any]:
        """What a database of the home holds."""
        with closing(sqlite3.connect(f"file:{self.path}/data/{file}?mode=ro", uri=True)) as conn:
            return conn.execute(sql).fetchall()

    @contextmanager
    def served(self) -> Iterator[httpx.Client]:
        """``cardscout serve`` on it, and a client who is the member of the windows."""
        of = "SELECT username FROM member m JOIN membership o ON o.id_member = m.id JOIN board b ON b.id = o.id_board"
        name = self.rows("server.db", f"{of} WHERE b.name = '{self.board}'")[0][0]
        who = json.loads(self.command("serve", "token", name, "--json").stdout)
        argv = [sys.executable, "-m", "tui", "serve", "--port", "0", "--no-limits"]
        with subprocess.Popen(
            argv, cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, text=True
        ) as process:
            try:
                assert process.stdout is not None
                url = json.loads(process.stdout.readline())["url"]
                sent = {"key": who["key"], "token": who["token"]}
                with httpx.Client(
                    base_url=f"{url}/1", params=sent, trust_env=False, verify=False, timeout=60
                ) as client:
                    yield client
            finally:
                process.terminate()


class Window(threading.Thread):
    """A person at a terminal who adds cards, changes their titles and moves them."""

    def __init__(self, name: str, home: Home, journal: Journal, ends: float) -> None:
        super().__init__(name=name)
        self.terminal = Terminal(["--board", home.board], home.path, cols=110, rows=30)
        self._journal, self._dice = journal, random.Random(f"{SEED} {name}")
        self._began, self._ends = time.monotonic(), ends
        self.edits, self.fault = 0, ""

    def run(self) -> None:
        try:
            self.terminal.until("C0000", 90)
            while time.monotonic() < self._ends or (
                self.edits < EDITS and time.monotonic() < self._ends + SECONDS
            ):
                self._turn()
                # No faster than needed: the edits are spread over the time.
                due = self._began + SECONDS * self.edits / EDITS
                while (left := due - time.monotonic()) > 0:
                    self.terminal.read(min(left, 0.2))
            self.terminal.settle(1)
            self.terminal.write("\x11")
            self.terminal.wait_exit(60)
        except (AssertionError, OSError) as error:
            self.fault = f"{self.name}: {error}"

    def _turn(self) -> None:
        """Add one to three cards in one go, change the last one's title, move it."""
        names = [f"{self.name}-{self.edits + n:04d}" for n in range(self._dice.randint(1, 3))]
        titles = [self._journal.title(name, self._dice) for name in names]
        self.terminal.write("n" + "".join(f"{title}\r" for title in titles))
        # Others move cards too: the last may be in another list by now, but then the box is empty.
        self.terminal.until(
            lambda text: "│ title" in text or (titles[-1] in text and f"│ {titles[-1]}" not in text), 60
        )
        self._leave()
        self._count("cards added", len(names))
        for _ in range(self._dice.randint(1, 2)):
            self._rename(names[-1])
        if self._dice.random() < 0.5:
            self.terminal.press(self._dice.choice("HLJK"))
            self._count("moves by key")

    def _rename(self, name: str) -> None:
        before = self._journal.typed[name][-1]
        self.terminal.write("t")
        self.terminal.until("╭", 60)
        if f"│ {before}" not in self.terminal.text:
            # Not the card just added: a person looks where the key went before typing on.
            self._journal.strayed.append(f"{before!r} was to be changed\n{self.terminal.text}")
            self._leave()
            return
        after = self._journal.title(name, self._dice)
        self.terminal.write(f"{CLEAR}{after}\r")
        self.terminal.until(lambda text: "╭" not in text, 60)
        self._count("titles changed by key")

    def _leave(self) -> None:
        """Close the box, and see it closed: the next key is a command."""
        self.terminal.write("\x1b")
        self.terminal.until(lambda text: "╭" not in text, 60)

    def _count(self, what: str, number: int = 1) -> None:
        self.edits += number
        self._journal.counts[what] += number


def command_line(home: Home, journal: Journal, done: threading.Event) -> None:
    """Add, rename and move cards by commands, one process each; the windows' cards are moved too."""
    dice, mine = random.Random(f"{SEED} cli"), list[tuple[str, str]]()
    while not done.is_set():
        place = f"List {dice.randint(1, LISTS):02d}"
        turn = dice.random()
        if turn < 0.4 or not mine:
            name = f"c-{len(mine):04d}"
            ran = home.command("card", "new", home.board, place, journal.title(name, dice))
            if ran.returncode == 0:
                mine.append((name, ran.stdout.strip()))
        elif turn < 0.7:
            name, ident = dice.choice(mine)
            ran = home.command("card", "edit", ident, "--name", journal.title(name, dice))
        else:
            # LIKE would find the sample boards' cards that begin with a W too, and no list of theirs is meant.
            theirs = home.rows("server.db", "SELECT id FROM card WHERE name GLOB 'w[12]-*'")
            ident = dice.choice(theirs or mine)[0]
            ran = home.command("card", "move", ident if len(ident) == 24 else mine[0][1], place)
        journal.counts[
            "commands" if ran.returncode == 0 else f"commands refused: {ran.stderr.strip()[:200]}"
        ] += 1


def over_the_wire(http: httpx.Client, home: Home, journal: Journal, done: threading.Event) -> None:
    """Add and rename cards through ``cardscout serve``."""
    dice, mine = random.Random(f"{SEED} http"), list[tuple[str, str]]()
    ident = home.rows("server.db", f"SELECT id FROM board WHERE name = '{home.board}'")[0][0]
    lists = [row["id"] for row in http.get(f"/boards/{ident}/lists").raise_for_status().json()]
    while not done.wait(1):
        if dice.random() < 0.5 or not mine:
            name = f"h-{len(mine):04d}"
            sent = {"idList": dice.choice(lists), "name": journal.title(name, dice)}
            mine.append((name, http.post("/cards", json=sent).raise_for_status().json()["id"]))
        else:
            name, card = dice.choice(mine)
            http.put(f"/cards/{card}", json={"name": journal.title(name, dice)}).raise_for_status()
        journal.counts["requests to serve"] += 1


def harm(home: Home, journal: Journal, initial: set[str]) -> list[str]:
    """What became of the titles, a line for each that is not as it was typed."""
    typed = {title for titles in journal.typed.values() for title in titles}
    there = [name for (name,) in home.rows("server.db", "SELECT name FROM card")]
    own = f"SELECT c.name FROM cards c JOIN boards b ON b.id = c.board_id WHERE b.name = '{home.board}'"
    here = [name for (name,) in home.rows("store-local.db", own)]
    kept = " ".join(map(str, home.rows("store-local.db", "SELECT * FROM conflicts")))
    waiting = " ".join(
        map(
            str,
            home.rows("store-local.db", "SELECT state, op FROM outbox WHERE state NOT IN ('done', 'folded')"),
        )
    )
    acted = home.rows("server.db", "SELECT type, data FROM action WHERE type IN ('createCard', 'updateCard')")
    made, seen = Counter[str](), set[str]()
    for kind, data in acted:
        told = json.loads(data)
        seen |= {str(told.get("card", {}).get("name", "")), str(told.get("old", {}).get("name", ""))} - {""}
        made[told["card"]["name"]] += kind == "createCard"
    found = [f"fused: {name!r}" for name in ({*there, *here} | seen) - typed - initial]
    found += [f"made twice: {name!r}" for name, times in made.items() if times > 1]
    for name, titles in journal.typed.items():
        for where, names in (("the server", there), ("the store", here)):
            mine = [title for title in names if title.startswith(f"{name} ")]
            if len(mine) > 1:
                found.append(f"doubled at {where}: {mine}")
            elif mine != titles[-1:] and titles[-1] not in kept + waiting:
                found.append(f"lost at {where}: {titles[-1]!r}, there is {mine}")
    found += [f"lost: {name!r}" for name in initial - set(there)]
    return [*found, *([f"still waiting: {waiting[:1000]}"] if waiting else [])]


def main() -> int:
    """Write for ``SECONDS``, then look."""
    print(f"seed {SEED}, {SECONDS:.0f} s, {EDITS} edits a window", flush=True)
    journal, done = Journal(), threading.Event()
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder) / "home")
        document = board(24, lists=LISTS)
        home.board = document["name"]
        export = Path(folder) / "board.json"
        export.write_text(json.dumps(document), "utf-8")
        home.command("import", str(export)).check_returncode()
        initial = {name for (name,) in home.rows("server.db", "SELECT name FROM card")}
        began = time.monotonic()
        with home.served() as http:
            windows = [Window(f"w{n}", home, journal, began + SECONDS) for n in (1, 2)]
            others = [
                threading.Thread(target=command_line, args=(home, journal, done)),
                threading.Thread(target=over_the_wire, args=(http, home, journal, done)),
            ]
            for thread in (*windows, *others):
                thread.start()
            for thread in windows:
                thread.join()
            done.set()
            for thread in others:
                thread.join()
        took = time.monotonic() - began
        # What was left unsent when the windows were closed goes with the next command, which reads the board too.
        home.command("cards", home.board).check_returncode()
        found = [window.fault for window in windows if window.fault]
        found += harm(home, journal, initial)
        for window in windows:
            window.terminal.__exit__(None, None, None)
            found += [f"{window.name}: a traceback"] if b"Traceback" in window.terminal.raw else []
        log = (home.path / "state" / "cardscout.log").read_text("utf-8")
        print(
            "\n".join(line for line in log.splitlines() if " ERROR " in line or " WARNING " in line)[-3000:]
        )
    titles = sum(map(len, journal.typed.values()))
    print(f"{took:.0f} s; {', '.join(f'{window.name}: {window.edits} edits' for window in windows)}")
    print(", ".join(f"{number} {what}" for what, number in sorted(journal.counts.items())))
    print(
        f"{titles} titles on {len(journal.typed)} cards; harmed: {len(found)}; keys that strayed: {len(journal.strayed)}"
    )
    print("\n".join(journal.strayed[:5]))
    print("\n".join(found[:60]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
