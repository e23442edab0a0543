"""Rules on two accounts, each at a service of its own, in process."""

import asyncio
import json
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import httpx
import pytest

from tests.conftest import signed_in
from tests.shares import made_once
from tests.stories.world import PatientClock, Wire, link_to, until_news
from tui.model.change import Change
from tui.rules.engine import RuleEngine
from tui.rules.file import parse_rules
from tui.rules.steps.run import Surroundings
from tui.server.run import LocalServer
from tui.store.firing_records import RuleFiring
from tui.store.firings import FiringLog
from tui.triggers.catalogue import TRIGGERS
from tui.workspace import Workspace


@dataclass
class Office:
    """An account: its service, its workspace, and a board with the lists To do and Done."""

    server: LocalServer
    workspace: Workspace
    wire: Wire
    http: httpx.AsyncClient
    board: str = ""
    todo: str = ""
    done: str = ""

    async def ask(self, method: str, path: str, **values: str):
        """What the service answers to somebody else."""
        reads = method in {"GET", "DELETE"}
        answer = await self.http.request(
            method, path, params=values if reads else None, data=None if reads else values
        )
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json()

    async def make(self, path: str, **values: str) -> str:
        """Make something; return its id."""
        return str((await self.ask("POST", path, **values))["id"])

    async def names(self, list_id: str) -> list[str]:
        """Titles of the cards in a list, as the service has them."""
        return [card["name"] for card in await self.ask("GET", f"/lists/{list_id}/cards")]


@dataclass
class Desk:
    """Two accounts, ``local`` and ``team``, and the engine between them.

    Attributes:
        told: Notices of rules.
        reports: What the engine said of itself.
        begun: Accounts that the engine asked for.
    """

    home: Path
    clock: PatientClock
    local: Office
    team: Office
    log: FiringLog
    told: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    reports: list[str] = field(default_factory=list)
    begun: list[str] = field(default_factory=list)

    def report(self, about: str, wrong: str) -> None:
        """Keep what the engine says of itself."""
        self.reports.append(f"{about}: {wrong}")
        # Nothing is written for it: whoever waits for it would wait until it is too late.
        self.log.feed.publish(Change(frozenset({"rules"})))

    def around(self) -> Surroundings:
        """What the engine is given."""
        offices = {"local": self.local, "team": self.team}

        async def account(name: str) -> Workspace:
            self.begun.append(name)
            return offices[name].workspace

        return Surroundings(
            accounts=account,
            log=self.log,
            notify=lambda text, how: self.told.append((text, tuple(how))),
            secret=lambda: b"secret",
            clock=self.clock,
        )

    @asynccontextmanager
    async def doing(self, text: str) -> AsyncIterator[None]:
        """Do the rules of ``text`` in the block."""
        rule_file = parse_rules(text)
        assert rule_file.problems == (), rule_file.problems
        rules = [rule for rule in rule_file.rules if rule.enabled]
        engine = RuleEngine(rules, self.around(), default_account="local", report=self.report)
        task = asyncio.create_task(engine.run(3600))
        try:
            await self.until(
                lambda: self.reports or self.log.read_up_to(rules[0].account or "local") is not None, task
            )
            # What happens from here on is after the rules were switched on.
            self.clock.advance(0.01)
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def look(self) -> None:
        """Let the accounts that can be reached hear what happened."""
        for office in (one for one in (self.local, self.team) if one.wire.plugged):
            await office.workspace.events.look([kind() for kind in TRIGGERS])

    async def ended(self, count: int = 1) -> list[RuleFiring]:
        """Hear what happened, and wait until so many firings have ended; return them, oldest first."""
        await self.look()
        await self.until(lambda: sum(one.ended is not None for one in self.log.recent()) >= count)
        return [one for one in reversed(self.log.recent()) if one.ended is not None]

    async def sent(self) -> None:
        """Wait until both services have every write."""
        for office in (self.local, self.team):
            await self.until(partial(_has_sent_all, office.workspace), None, office.workspace)

    async def as_time_passes(self, true: Callable[[], object]) -> None:
        """Let time pass by a second at a turn until ``true`` is; other threads get on meanwhile."""
        while not true():
            self.clock.advance(1)
            await asyncio.sleep(0.01)

    async def until(
        self,
        true: Callable[[], object],
        task: asyncio.Task[None] | None = None,
        workspace: Workspace | None = None,
    ) -> None:
        """Wait for news after which ``true`` is."""
        subscribe = self.log.feed.subscribe if workspace is None else workspace.sync.subscribe
        await until_news(subscribe, true, task)


def _has_sent_all(workspace: Workspace) -> bool:
    return workspace.sync.status().waiting == 0


@asynccontextmanager
async def _office(home: Path, name: str, clock: PatientClock, offices: Path) -> AsyncIterator[Office]:
    shutil.copytree(offices / name, home / name)
    shutil.copy(offices / f"{name}.db", home)
    async with _opened(home, name, clock) as office:
        office.board, office.todo, office.done = json.loads((offices / f"{name}.json").read_text())
        await office.workspace.start()
        yield office


@pytest.fixture(scope="session")
def offices(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the two accounts have, to be copied: making it takes longer than most rules do."""

    def make(home: Path) -> None:
        clock = PatientClock()
        # Its ids are from before those of the tests.
        clock.advance(-1)
        for name in ("local", "team"):
            asyncio.run(_furnish(home, name, clock))

    return made_once(tmp_path_factory, "offices", make)


async def _furnish(home: Path, name: str, clock: PatientClock) -> None:
    async with _opened(home, name, clock) as office:
        office.board = await office.make("/boards", name=f"{name} board", defaultLists="false")
        office.done = await office.make("/lists", name="Done", idBoard=office.board)
        office.todo = await office.make("/lists", name="To do", idBoard=office.board)
        await office.workspace.start()
        await office.workspace.boards.pull(office.board)
    (home / f"{name}.json").write_text(json.dumps([office.board, office.todo, office.done]))


@asynccontextmanager
async def _opened(home: Path, name: str, clock: PatientClock) -> AsyncIterator[Office]:
    server = LocalServer.open(home / name, clock, sample=False)
    wire = Wire(server.transport())
    link = link_to(server, wire).replace(provider="dir")
    workspace = Workspace.open(
        store_path=home / f"{name}.db", account=name, connect=lambda: link, clock=clock
    )
    async with signed_in(server) as http:
        try:
            yield Office(server, workspace, wire, http)
        finally:
            await workspace.close()
            server.close()


@pytest.fixture
def clock() -> PatientClock:
    """The time."""
    return PatientClock()


@pytest.fixture
def log(tmp_path: Path, clock: PatientClock) -> Iterator[FiringLog]:
    """An empty log of firings."""
    found = FiringLog(tmp_path / "rules.db", clock)
    yield found
    found.close()


@pytest.fixture
async def desk(tmp_path: Path, offices: Path, clock: PatientClock, log: FiringLog) -> AsyncIterator[Desk]:
    """Two accounts and the log of firings."""
    async with (
        _office(tmp_path, "local", clock, offices) as local,
        _office(tmp_path, "team", clock, offices) as team,
    ):
        yield Desk(tmp_path, clock, local, team, log)
