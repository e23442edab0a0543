"""The whole app on a real workspace and a seeded server, both in process."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any

import httpx
import pytest
from textual import events
from textual._context import visible_screen_stack
from textual.geometry import Region
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, TextArea

from tests.app.rule_home import rule_home
from tests.stories.world import PatientClock, Wire, link_to, until_news
from tui.app.app import CardscoutApp
from tui.app.screens.board import BoardScreen
from tui.app.screens.boxes.box import Box
from tui.app.widgets.status_bar import StatusBar
from tui.cli.account.account_manager import AccountManager
from tui.cli.session import Session
from tui.model.board import Board
from tui.model.card import CardFace
from tui.model.values.scalars import format_instant, new_local_id
from tui.model.writes.checklists import CreateCheckItem, CreateChecklist
from tui.server.run import LocalServer
from tui.server.storage.place import FILE
from tui.server.watch import FileWatch
from tui.settings.config import Config
from tui.workspace import Link, Workspace


async def read_once(home: Path) -> None:
    """Make a home whose store has all that its server has, and knows that it has."""
    async with served(home, PatientClock()) as (workspace, _):
        await workspace.start()
        for board in await boards(workspace):
            await workspace.boards.pull(board.id)
        await told(workspace, lambda: all_marked(workspace))
        await know_all(workspace)


class Play:
    """A running app, and short ways to look at it."""

    def __init__(
        self, app: CardscoutApp, pilot: Pilot[None], workspace: Workspace, wire: Wire, clock: PatientClock
    ) -> None:
        self.app, self.pilot, self.workspace, self.wire, self.clock = app, pilot, workspace, wire, clock

    @property
    def board(self) -> Board:
        """The sample's sales board."""
        return next(board for board in self.workspace.boards.all() if board.name == "Pipeline")

    def face(self, words: str) -> CardFace:
        """The card whose title has ``words``."""
        lists = self.workspace.boards.lists(self.board.id)
        return next(
            face for each in lists for face in self.workspace.cards.faces(each.id) if words in face.name
        )

    async def open(self, words: str, part: str = "") -> CardFace:
        """Open the card whose title has ``words``."""
        face = self.face(words)
        self.app.screen.go(f"card:{face.id}/{part}")  # type: ignore[attr-defined] # every screen here is a WorkspaceScreen
        await self.until(lambda: type(self.app.screen).__name__ == "CardScreen")
        await self.pilot.pause()
        return face

    async def press(self, *keys: str) -> None:
        """Press keys, and let what they ask for be done. What is typed into a field is typed in one go."""
        left = list(keys)
        while left:
            field = isinstance(self.app.focused, Input | TextArea)
            typed = list(takewhile(lambda key: len(key) == 1, left)) if field else []
            typed = typed or left[:1]
            left = left[len(typed) :]
            if len(typed) == 1:
                await self.pilot.press(*typed)
            else:
                await self._type(typed)
        await self.pilot.pause()
        await self._done()

    async def burst(self, *keys: str) -> None:
        """Press keys faster than any of them is answered, and let what they ask for be done."""
        for key in keys:
            self.app.simulate_key(key)
        await self.pilot.pause()
        await self._done()

    async def _done(self) -> None:
        """Let what was asked for be done, a second at most: the toolkit's own wait is over early on a busy machine."""
        idle = 0
        for _ in range(100):
            idle = 0 if self._is_busy() else idle + 1
            if idle == 3:
                return
            await asyncio.sleep(0 if idle else 0.01)

    def _is_busy(self) -> bool:
        """Whether a message waits for a widget, or a command is under way that asks nothing."""
        screen = self.app.screen
        pumps = (self.app, *screen.walk_children(with_self=True))
        if not all(pump._message_queue.empty() for pump in pumps):
            return True
        if isinstance(screen, Box):
            return False
        under_way = any(worker.is_running and worker.group == "command" for worker in self.app.workers)
        return under_way or not self.app.ahead.is_idle

    async def _type(self, text: list[str]) -> None:
        """The toolkit waits for 40 ms at each key; a field takes them as they come."""
        for char in text:
            self.app.post_message(events.Key(_character_to_key(char), char))
        await self.pilot.pause()

    async def until(self, true: Callable[[], object], *, tick: float = 0.0) -> None:
        """Let the app run until ``true`` is; half a minute at most, in which its clock moves by ``tick`` a turn."""
        told: dict[str, None] = {}
        for turn in range(1500):
            if true():
                return
            if tick:
                self.clock.advance(tick)
            if not turn % 50:
                # A message stands for some seconds: at the end it is gone.
                told |= dict.fromkeys(bar.said for bar in self.app.screen.query(StatusBar) if bar.said)
            await self.pilot.pause(0.02)
        raise AssertionError(
            f"it never came to pass; told: {list(told)}; {self._waits()}; the screen shows\n{self.text()}"
        )

    def _waits(self) -> str:
        """What keys wait for, and which commands are under way."""
        ahead = self.app.ahead
        workers = [worker for worker in self.app.workers if worker.is_running]
        return (
            f"keys: {list(ahead._queue)}, held for {ahead._hold_tokens}, working: {ahead._working}; {workers}"
        )

    async def sees(self, words: str, inside: type[Widget] | None = None, *, tick: float = 0.0) -> None:
        """Let the app run until the screen, or a part of it, shows ``words``, line ends apart."""
        await self.until(lambda: words in self.words(inside), tick=tick)

    async def stands(self) -> None:
        """Let the app run until what it draws has been the same four times in a row: the machine may be busy."""
        seen: list[list[Strip]] = []
        for _ in range(60):
            await self.pilot.pause(0.1)
            # What a picture of it is made of: to make the picture takes far longer.
            seen = [*seen[-3:], self.app.screen._compositor.render_strips(self.app.size)]
            if len(seen) == 4 and all(each == seen[0] for each in seen):
                return
        raise AssertionError(f"the screen goes on changing\n{self.text()}")

    def text(self, inside: type[Widget] | None = None) -> str:
        """The screen or a part of it, line by line."""
        screen = self.app.screen
        found = None if inside is None else next(iter(screen.query(inside)), None)
        area = screen.region if found is None else found.region
        strips = self.drawn(area.y, area.bottom)
        return "\n".join(strip.crop(area.x, area.right).text for strip in strips)

    def drawn(self, top: int, bottom: int) -> list[Strip]:
        """Some lines of the screen: no other is drawn for it."""
        lines = range(max(top, 0), min(bottom, self.app.size.height))
        whole = Region(0, lines.start, self.app.size.width, len(lines))
        compositor = self.app.screen._compositor
        # As ``render_strips`` does with the whole screen.
        visible_screen_stack.set(self.app._background_screens)
        return [
            Strip.join(line.values())
            for line in compositor._render_chops(whole, lines.__contains__)[top:bottom]
        ]

    def words(self, inside: type[Widget] | None = None) -> str:
        """The same as one line, without boxes."""
        return " ".join(self.text(inside).translate({ord(c): " " for c in "│╭╮╰╯─"}).split())


def screen(p: Play) -> BoardScreen:
    """The board, whatever is above it."""
    return next(each for each in p.app.screen_stack if isinstance(each, BoardScreen))


def first(p: Play) -> str:
    """The id of the card under the cursor of the board."""
    card = screen(p).card
    assert card is not None
    return card.id


async def at(p: Play, kind: type) -> None:
    """Let the app run until a screen of that kind is on top."""
    await p.until(lambda: isinstance(p.app.screen, kind))


@asynccontextmanager
async def running(
    home: Path,
    size: tuple[int, int] = (120, 40),
    config: Config | None = None,
    *,
    rules: str | None = None,
    clock: PatientClock | None = None,
) -> AsyncIterator[Play]:
    """The app on a home that was seeded; with ``rules``, the text of a rules file, it does these."""
    clock = clock or PatientClock()
    async with served(home, clock) as (workspace, wire):
        await workspace.start()
        pipeline = next((board.id for board in workspace.boards.all() if board.name == "Pipeline"), None)
        if rules:
            (home / "rules.toml").write_text(rules)
        ruled = None if rules is None else partial(rule_home, home, clock)
        app = CardscoutApp(workspace, board=pipeline, clock=clock, config=config, rules=ruled)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield Play(app, pilot, workspace, wire, clock)


def another_machine(home: Path, tmp_path: Path) -> Path:
    """A home with a store of its own, on the server of ``home``."""
    there = tmp_path / "there"
    there.mkdir()
    shutil.copy(home / "store.db", there)
    (there / "data").symlink_to(home / "data")
    return there


@asynccontextmanager
async def served(
    home: Path, clock: PatientClock, *, sample: bool = True
) -> AsyncIterator[tuple[Workspace, Wire]]:
    """A workspace of ``home``, not started yet, and its wire to the server; both are closed at the end.

    As in the program, a server whose file has nothing new is opened when something is asked of it.
    """
    wire, file = Wire(httpx.AsyncBaseTransport()), home / "data" / FILE
    with ExitStack() as opened:

        def connect() -> Link:
            server = LocalServer.open(home / "data", clock, sample=sample)
            opened.callback(server.close)
            wire.inner = server.transport()
            return link_to(server, wire)

        link = None if file.exists() else connect()
        watch = FileWatch(file)
        opened.callback(watch.close)
        workspace = Workspace.open(
            store_path=home / "store.db",
            account="local",
            connect=lambda: link or connect(),
            clock=clock,
            revision=lambda: watch.revision(format_instant(clock.now())),
        )
        try:
            yield workspace, wire
        finally:
            await workspace.close()


@pytest.fixture
async def home(seeded: Path, tmp_path: Path) -> AsyncIterator[tuple[Play, Session]]:
    """The program as the command line puts it together, on the seeded local account."""
    clock = PatientClock()
    session = Session(clock)
    shutil.copytree(seeded / "data", session.paths.data, dirs_exist_ok=True)
    shutil.copy(seeded / "store.db", session.paths.store_file("local"))
    workspace = session.workspace()
    manager = AccountManager(session, workspace)
    app = CardscoutApp(workspace, clock=clock, accounts=lambda: manager)
    try:
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            play = Play(app, pilot, workspace, Wire(session.server().transport()), clock)
            await play.sees("local · synced")
            yield play, session
    finally:
        await manager.close()
        session.close()


def all_marked(workspace: Workspace) -> bool:
    """Whether every card was looked through for people and companies; those that were not are asked for."""
    lists = [each for board in workspace.boards.all() for each in workspace.boards.lists(board.id)]
    faces = [face for each in lists for face in workspace.cards.faces(each.id)]
    workspace.sync.mark([face.id for face in faces if face.subject is None])
    return all(face.subject is not None for face in faces)


async def know_all(workspace: Workspace) -> None:
    """Let the store have, and know that it has, all that the server has: the next start asks for nothing."""
    for board in workspace.boards.all():
        workspace.sync.watch(board.id)
        await _noted(workspace, board.id)


async def _noted(workspace: Workspace, board: str) -> None:
    """Wait until the store knows that it has all of a board, and of the account; it is no news."""
    rest = workspace._engine._rest
    for _ in range(3000):
        if all(rest._at(ident) == rest.revision() for ident in ("", board)):
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"the store does not know how new its board {board} is")


async def boards(workspace: Workspace) -> list[Board]:
    """The account's boards, once the sync has fetched their names."""
    await told(workspace, lambda: bool(workspace.boards.all()))
    return workspace.boards.all()


async def told(workspace: Workspace, true: Callable[[], bool]) -> None:
    """Wait for the news that make it true."""
    await until_news(workspace.sync.subscribe, true)


async def add_item(p: Play, words: str, name: str, **fields: Any) -> None:
    """Put an item into a new checklist of the card whose title has ``words``."""
    at = {"board_id": p.board.id, "card_id": p.face(words).id, "checklist_id": new_local_id()}
    await p.workspace.writes.submit(CreateChecklist(**at, name="Steps", pos=1))
    await p.workspace.writes.submit(CreateCheckItem(**at, item_id=new_local_id(), name=name, pos=1, **fields))
