"""The moment at which every test of the app happens, and the whole app on a seeded server."""

import asyncio
import shutil
import threading
import time
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import cache, partial, wraps
from pathlib import Path
from types import FunctionType
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from pytest_textual_snapshot import SVGImageExtension  # type: ignore[import-untyped]  # it ships no types
from rich.style import Style
from syrupy.assertion import SnapshotAssertion
from textual import _callback
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.geometry import Size
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from tests.app.hall import Hall
from tests.app.screens.conftest import read_once, running
from tests.corpora import texts
from tests.settle import exact_pauses
from tests.shares import made_once
from tests.stories.world import PatientClock, Wire
from tui.app import type_ahead
from tui.app.account import switch
from tui.app.app import CardscoutApp
from tui.app.drawing import style_rules
from tui.cli.account import account_manager as manager_module
from tui.cli.account import remote
from tui.cli.account.account_manager import AccountManager
from tui.cli.session import Session
from tui.server.run import LocalServer
from tui.settings import vault

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


@pytest.fixture
def now():
    return NOW


@pytest.fixture(scope="session", autouse=True)
def sheets_are_parsed_once() -> Iterator[None]:
    """The style sheets of the apps of this process are parsed once: it is a tenth of what such a test costs."""
    parsed: dict[Hashable, list[RuleSet]] = {}
    numbers: dict[Hashable, int] = {}
    numbered = WeakKeyDictionary[Stylesheet, tuple[dict[str, str], int]]()
    parse = Stylesheet._parse_rules

    def number_of(sheet: Stylesheet) -> int:
        # A sheet is given all of its variables anew, and they are many: they are compared once for all its rules.
        variables, number = numbered.get(sheet, (None, 0))
        if variables is not sheet._variables:
            number = numbers.setdefault(tuple(sheet._variables.items()), len(numbers))
            numbered[sheet] = sheet._variables, number
        return number

    def parse_once(sheet: Stylesheet, *args: Hashable, **options: Hashable) -> list[RuleSet]:
        key = (args, *options.items(), number_of(sheet))
        if key not in parsed:
            parsed[key] = parse(sheet, *args, **options)  # type: ignore[arg-type]  # passed on as they came
        return parsed[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parse_once)
        yield


class SharedRules:
    """The rules that were found for widgets, kept by the rules they were found in: each app has a sheet of its own."""

    def __init__(self) -> None:
        self._own = WeakKeyDictionary[Stylesheet, style_rules._Known]()
        self._shared: dict[tuple[int, ...], tuple[list[RuleSet], style_rules._Known]] = {}

    def get(self, sheet: Stylesheet) -> style_rules._Known | None:
        """What is known of ``sheet``, with what was found by other sheets that have the same rules."""
        rules_map, own = sheet.rules_map, self._own.get(sheet)
        if own is not None and own.rules_map is rules_map:
            return own
        # Parsed once, they are the same objects; kept, so that no other has the number of one of them.
        rules = sheet.rules
        _, first = self._shared.setdefault(tuple(map(id, rules)), (rules, style_rules._Known(rules_map)))
        own = self._own[sheet] = style_rules._Known(rules_map)
        own.found, own._marks = first.found, first._marks
        return own


@pytest.fixture(scope="session", autouse=True)
def rules_are_found_once(sheets_are_parsed_once: None) -> Iterator[None]:
    """The rules of widgets that are alike are found once for all apps of this process, and not once an app."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(style_rules, "_known", SharedRules())
        # Of all apps, in all sizes and themes.
        patch.setattr(style_rules, "_MOST_KEPT", 20_000)
        yield


@pytest.fixture(scope="session", autouse=True)
def callbacks_are_counted_once() -> Iterator[None]:
    """How many arguments a function takes is found out once: for one that waits with its arguments it is each time."""
    count, known = _callback._count_parameters, WeakKeyDictionary[Callable[..., object], int]()

    def count_once(func: Callable[..., object]) -> int:
        whole = getattr(func, "__func__", None)
        if not isinstance(func if whole is None else whole, FunctionType):
            return count(func)
        key, bound = (func, 0) if whole is None else (whole, 1)
        if key not in known:
            known[key] = count(func) + bound
        return known[key] - bound

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_callback, "_count_parameters", count_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def styles_are_told_once() -> Iterator[None]:
    """How a style is written is found out once: a picture is named by the text of all that is in it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Style, "__repr__", cache(Style.__repr__))
        yield


def is_drawn(screen: Screen[Any]) -> bool:
    """Whether ``screen`` and all in it have nothing left to do or to draw."""
    if screen._dirty_widgets or screen._callbacks:
        return False
    return not any(
        node.message_queue_size
        or node._next_callbacks
        or node._layout_required
        or node._repaint_required
        or node._recompose_required
        or node._refresh_styles_required
        for node in screen.walk_children(Widget, with_self=True)
    )


@pytest.fixture(scope="session", autouse=True)
def pauses_end_with_a_drawn_screen() -> Iterator[None]:
    """A pause ends when all is done and drawn."""
    pause = Pilot.pause

    async def until_drawn(pilot: Pilot[None], delay: float | None = None) -> None:
        await pause(pilot, delay)
        for _ in range(200 if delay is None else 0):
            if is_drawn(pilot.app.screen):
                break
            await asyncio.sleep(0.01)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Pilot, "pause", until_drawn)
        with exact_pauses():
            yield


class Drawing(threading.local):
    """Which frames are drawn where there is no terminal.

    Attributes:
        all: Whether all are, and not only those that a test looks at.
        unseen: Whether this thread refreshes a screen that nobody looks at.
        seen: The screen that a test looked at last.
    """

    all = False
    unseen = False
    seen: Screen[Any] | None = None

    def unless_unseen(self, draw: Callable[..., Any]) -> Callable[..., Any]:
        """The same, which draws nothing of a screen that nobody looks at."""

        @wraps(draw)
        def drawn(compositor: Compositor, *args: Any, **options: Any) -> Any:
            return compositor._dirty_regions.clear() if self.unseen else draw(compositor, *args, **options)

        return drawn


_DRAWING = Drawing()
"""One for the process: stories have this fixture for themselves too, and what is ``all`` for one must be for the other."""


@pytest.fixture(scope="session", autouse=True)
def drawing() -> Iterator[Drawing]:
    """Without a terminal a frame is drawn where a test looks at it, and at its end a page that it never looked at."""
    drawing = _DRAWING
    refresh, run_test, strips_of = Screen._compositor_refresh, App.run_test, Compositor.render_strips

    def refresh_unseen(screen: Screen[Any]) -> None:
        before, drawing.unseen = drawing.unseen, screen.app.is_headless and not drawing.all
        try:
            refresh(screen)
        finally:
            drawing.unseen = before

    def render_strips(compositor: Compositor, size: Size | None = None) -> list[Strip]:
        if compositor.root is not None:
            # What is behind a box, which the toolkit sets only where it draws.
            visible_screen_stack.set(compositor.root.app._background_screens)
            drawing.seen = compositor.root if isinstance(compositor.root, Screen) else None
        return strips_of(compositor, size)

    @asynccontextmanager
    async def drawn_at_the_end(app: App[Any], **options: Any) -> AsyncIterator[Pilot[Any]]:
        async with run_test(app, **options) as pilot:
            yield pilot
            page = app.screen if app.is_running and app.screen_stack else None
            # One that was only just opened has no layout yet.
            if page is not None and page is not drawing.seen and page._compositor.widgets:
                page._compositor.render_strips(app.size)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Screen, "_compositor_refresh", refresh_unseen)
        patch.setattr(Compositor, "render_strips", render_strips)
        for name in ("render_full_update", "render_partial_update"):
            patch.setattr(Compositor, name, drawing.unless_unseen(getattr(Compositor, name)))
        patch.setattr(App, "run_test", drawn_at_the_end)
        yield drawing


@pytest.fixture
def all_drawn(drawing: Drawing, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every frame is drawn, as in a terminal: for tests of what is drawn when."""
    monkeypatch.setattr(drawing, "all", True)


@pytest.fixture(autouse=True)
def greenwich(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Times are shown as in Greenwich, wherever the test runs."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture(autouse=True)
def keys_are_typed_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The keys of a test stand for those of a person who looks up between them, though they come at once."""
    monkeypatch.setattr(type_ahead, "BURST", 0.0)
    monkeypatch.setattr(type_ahead, "READING", float("-inf"))


@pytest.fixture(scope="session")
def hostile_texts() -> list[str]:
    """Bad text of every kind that is drawn."""
    return [*texts("terminal_escapes", "control_chars", "markup"), "\u202eabc", "\ud800"]


@pytest.fixture(scope="session")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a server's sample boards and directory, and a store that has read them, to be copied."""
    return made_once(tmp_path_factory, "seeded", lambda home: asyncio.run(read_once(home)))


@pytest.fixture
async def play(seeded: Path, tmp_path: Path):
    """Runs the app: ``async with play(size) as p``."""
    shutil.copytree(seeded, tmp_path, dirs_exist_ok=True)
    return partial(running, tmp_path)


@pytest.fixture
def picture(snapshot: SnapshotAssertion):
    """Compares the running app with a picture of it that was looked at and kept."""

    def same(p, name=None) -> bool:
        kept = snapshot(name=name, extension_class=SVGImageExtension)
        if p.app.export_screenshot(simplify=True) != kept:
            pytest.fail(
                f"the screen {name or ''} differs from its picture: run this test file with --snapshot-update"
                " (`make pictures` redraws those of all files), and look at the change before you keep it"
            )
        return True

    return same


@pytest.fixture
async def hall(seeded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Hall]:
    """The program as the command line puts it together, a passphrase for the vault, and the team's service."""
    clock = PatientClock()
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(switch, "_STILL", 0.0)
    # A busy machine takes longer over a key than anybody who types; ``Hall.rests`` is the pause.
    monkeypatch.setattr(type_ahead, "PATIENCE", 3600.0)
    # A passphrase costs less here.
    monkeypatch.setattr(vault, "_TIMES", 1)
    monkeypatch.setattr(vault, "_MEMORY_KIB", 64)
    team = LocalServer.open(tmp_path / "team", clock, sample=False)
    monkeypatch.setattr(remote, "unix_transport", lambda _account: Wire(team.transport()))
    monkeypatch.setattr(manager_module, "unix_transport", lambda _account: Wire(team.transport()))
    session = Session(clock)
    shutil.copytree(seeded / "data", session.paths.data, dirs_exist_ok=True)
    shutil.copy(seeded / "store.db", session.paths.store_file("local"))
    workspace = session.workspace()
    made: list[AccountManager] = []

    def accounts() -> AccountManager:
        made.append(AccountManager(session, workspace))
        return made[-1]

    app = CardscoutApp(workspace, clock=clock, accounts=accounts)
    try:
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            yield Hall(app, pilot, team, session)
    finally:
        await (made[0] if made else workspace).close()
        session.close()
        team.close()
