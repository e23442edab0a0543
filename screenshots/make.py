"""Draw the pictures and the recording that README shows, by driving the real program on the sample workspace.

python screenshots/make.py            draw them all
python screenshots/make.py --check    draw nothing; exit 1 when one is not what the program shows
python screenshots/make.py card       only those named
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from difflib import unified_diff
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from recording import Frame, recording
from textual.pilot import Pilot

from tui.app import type_ahead
from tui.app.app import CardscoutApp
from tui.app.commands.keymap import parse_keys
from tui.clock import SystemClock
from tui.rules.runner import RuleHome
from tui.secret import Secret
from tui.server.run import LocalServer
from tui.workspace import Link, Workspace

if TYPE_CHECKING:
    from tui.app.screens.enrich.bulk import BulkScreen
    from tui.rules.steps.run import OpenAccount

HERE = Path(__file__).parent
SIZE = (120, 36)
SMALL = (100, 28)  # of the recording, which is read at half its size
SAME = 5  # looks at a screen that have to be alike
Scene = Callable[[Pilot[None]], Awaitable[None]]

RULES = """\
[[rule]]
name = "A first call is had"
when = { trigger = "Card Moved", board = "Pipeline", to = "Contacted" }

[[rule.do]]
step = "checklist"
name = "After the call"
items = ["Write the summary", "Send the offer"]

[[rule.do]]
step = "due"
due = "+3d"

[[rule]]
name = "Who is it?"
when = { trigger = "New Card", board = "Pipeline", list = "Leads" }
if = "-has:due"
credits = 10

[[rule.do]]
step = "enrich"
kind = "person"

[[rule]]
name = "Due soon"
enabled = false
when = { trigger = "Card Due Date Reminder", before = 120 }

[[rule.do]]
step = "notify"
text = "{card.name} is due at {card.due}"
"""


class Still(SystemClock):
    """A calendar that stands still, so that a picture drawn tomorrow is the same; waits are real."""

    def now(self) -> datetime:
        """A Saturday in November."""
        return datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


async def card(pilot: Pilot[None]) -> None:
    """A card, open."""
    await pilot.press("enter")


async def labels(pilot: Pilot[None]) -> None:
    """The label editor over the board."""
    await pilot.press("number_sign")


async def carry(pilot: Pilot[None]) -> None:
    """A card, lifted and carried to the next list."""
    await pilot.press("space", "l", "j")


async def switcher(pilot: Pilot[None]) -> None:
    """The board switcher."""
    await pilot.press("b")


async def people(pilot: Pilot[None]) -> None:
    """The people of a company, two of them marked and one looked up."""
    await pilot.press("P", *"tuiridge.example", "enter")
    await pilot.app.workers.wait_for_complete()
    await pilot.press("down", "x", "x", "k", "k", "k", "enter")


async def run(pilot: Pilot[None]) -> None:
    """A list looked up in one run."""
    await pilot.press("B")
    await pilot.app.workers.wait_for_complete()
    await pilot.press("enter")
    await pilot.app.workers.wait_for_complete()
    workspace = cast("BulkScreen", pilot.app.screen).workspace
    await workspace.bulk.wait_finished(workspace.bulk.recent()[0].id)
    await pilot.pause(0.5)


async def rules(pilot: Pilot[None]) -> None:
    """The rules, after one of them was done for a card."""
    app = cast("CardscoutApp", pilot.app)
    async with asyncio.timeout(60):
        while app.rules is None:
            await pilot.pause(0.05)
    await pilot.press("R")
    await shows(pilot, "done by this window")
    await pilot.press("escape", "L", "R")
    await shows(pilot, "due +3d")  # what the last step of the rule did


async def shows(pilot: Pilot[None], words: str) -> None:
    """Wait until the screen shows ``words``."""
    async with asyncio.timeout(60):
        while words not in pilot.app.export_screenshot().replace("&#160;", " "):
            await pilot.pause(0.1)


SCENES: dict[str, Scene] = {
    "card": card,
    "labels": labels,
    "carry": carry,
    "switcher": switcher,
    "people": people,
    "run": run,
    "rules": rules,
}


TOUR: tuple[tuple[str, str, float], ...] = (
    ("", "A sales board, in a terminal", 1.6),
    ("j", "the next card", 0.5),
    ("j", "the next card", 0.5),
    ("l", "the next list", 0.7),
    ("h", "the list before", 0.7),
    ("/", "show only some cards", 0.8),
    ("#hot ana", "show only some cards", 0.14),
    ("enter", "stay with these", 1.4),
    ("esc", "show all again", 0.9),
    ("L", "move the card to the next list", 1.6),
    ("enter", "open the card", 2.0),
    ("e", "who is named on it?", 1.8),
    ("enter", "look the person up", 2.6),
    ("esc", "back to the card", 0.7),
    ("esc", "back to the board", 0.9),
    ("u", "undo the move, later too", 2.4),
)
"""What the recording shows: the key, or a text that is typed, what it does, and for how many seconds it stands."""


async def tour(app: CardscoutApp, pilot: Pilot[None]) -> str:
    """The keys of ``TOUR`` one after the other, as a recording."""
    frames = []
    for key, words, seconds in TOUR:
        typed = key.startswith("#")
        for end in range(1, len(key) + 1) if typed else (len(key),):
            await pilot.press(*([key[end - 1]] if typed else parse_keys(key)))
            await app.workers.wait_for_complete()
            frames.append(Frame(await picture(app, pilot), seconds, key[:end], words))
    return recording(
        frames, *SMALL, "Cardscout: a board is walked, filtered and changed, and a person looked up"
    )


async def settled(workspace: Workspace, pilot: Pilot[None]) -> None:
    """Wait until the sample is here and the screen has shown it."""
    here, loop = asyncio.Event(), asyncio.get_running_loop()

    def look(_change: object = None) -> None:
        if workspace.sync.status().state == "synced":
            loop.call_soon_threadsafe(here.set)

    unsubscribe = workspace.sync.subscribe(look)
    look()
    async with asyncio.timeout(30):
        await here.wait()
    unsubscribe()
    await pilot.pause()


async def picture(app: CardscoutApp, pilot: Pilot[None]) -> str:
    """The screen once it has been the same for half a second: a busy machine paints late."""
    seen: list[str] = []
    async with asyncio.timeout(30):
        while len(seen) < SAME or len(set(seen)) > 1:
            await pilot.pause(0.1)
            seen = [*seen[1 - SAME :], app.export_screenshot(title="Cardscout")]
    return seen[-1]


def opened(home: Path, server: LocalServer, clock: Still) -> Workspace:
    """The workspace of ``home``."""
    link = partial(
        Link,
        board_url="http://cardscout.localhost",
        key=server.key,
        token=Secret(server.token),
        http=server.transport(),
        enrich_url="http://cardscout.localhost",
        enrich_key=Secret(server.enrich_key),
        provider="local directory",
    )
    return Workspace.open(store_path=home / "store.db", account="local", connect=link, clock=clock)


def rule_home(home: Path) -> RuleHome:
    """The rules, done in a workspace of their own."""
    clock = Still()

    def opener(stack: AsyncExitStack) -> OpenAccount:
        held: list[Workspace] = []

        async def open_account(_name: str) -> Workspace:
            if not held:
                server = LocalServer.open(home / "server", clock)
                stack.callback(server.close)
                held.append(opened(home, server, clock))
                await held[0].start()
                stack.push_async_callback(held[0].close)
            return held[0]

        return open_account

    (home / "rules.toml").write_text(RULES, "utf-8")
    return RuleHome(
        path=home / "rules.toml",
        folder=home,
        account="local",
        opener=opener,
        clock=clock,
        store_of=lambda _: home / "store.db",
        interval=1,
    )


async def draw(scene: Scene | None, home: Path) -> str:
    """The picture of ``scene``, or without one the recording, as SVG."""
    clock = Still()
    # The keys come at once, and stand for those of a person who reads between them.
    type_ahead.BURST = type_ahead.READING = 0.0
    server = LocalServer.open(home / "server", clock)
    workspace = opened(home, server, clock)
    await workspace.start()
    pipeline = None
    while pipeline is None:
        await asyncio.sleep(0)
        pipeline = workspace.boards.find("Pipeline")
    await workspace.boards.pull(pipeline.id)
    ruled = partial(rule_home, home) if scene is rules else None
    app = CardscoutApp(workspace, board=pipeline.id, clock=clock, rules=ruled)
    async with app.run_test(size=SMALL if scene is None else SIZE) as pilot:
        await settled(workspace, pilot)
        if scene is None:
            svg = await tour(app, pilot)
        else:
            await scene(pilot)
            await settled(workspace, pilot)
            await app.workers.wait_for_complete()
            svg = await picture(app, pilot)
    await workspace.close()
    server.close()
    return svg


def elements(svg: str) -> list[str]:
    """Return the elements of a picture, a line each."""
    return re.sub(r"(?=<)", "\n", svg).replace("&#160;", " ").splitlines()


def drawn(name: str) -> str:
    """Return the picture of that name, drawn in a home of its own."""
    with tempfile.TemporaryDirectory() as home:
        return asyncio.run(draw(SCENES.get(name), Path(home)))


def is_shown(name: str, before: str) -> bool:
    """Tell whether the program shows the picture ``before``, and print what differs.

    It is drawn up to three times: the rules and the run are done by tasks beside the screen, and a machine that
    stops for a second in the middle of them shows a step of theirs that is not the last.
    """
    for _ in range(3):
        svg = drawn(name)
        if svg == before:
            return True
        print("\n".join(unified_diff(elements(before), elements(svg), name, "shown", lineterm="", n=0)))
    return False


def main() -> int:
    """Draw or check; returns the exit code."""
    check = "--check" in sys.argv
    wanted = [name for name in sys.argv[1:] if not name.startswith("-")] or [*SCENES, "tour"]
    changed = []
    for name in wanted:
        path = HERE / f"{name}.svg"
        before = path.read_text("utf-8") if path.exists() else ""
        if check:
            if not is_shown(name, before):
                changed.append(path.name)
        elif (svg := drawn(name)) != before:
            changed.append(path.name)
            path.write_text(svg, "utf-8")
    if changed:
        names = ", ".join(f"screenshots/{name}" for name in changed)
        print(f"stale: {names}; screenshots/make.py draws them" if check else f"drawn: {names}")
    return 1 if changed and check else 0


if __name__ == "__main__":
    sys.exit(main())
