"""What is typed in one breath with the key of a command that asks is for its box, never for the page beneath."""

import inspect

from textual.widgets import Input

from tui.app.commands.keymap import Keymap
from tui.app.screens.archive import ArchiveScreen
from tui.app.screens.board import BoardScreen
from tui.app.screens.boxes.choose import ChooseScreen
from tui.app.screens.boxes.confirm import ConfirmScreen
from tui.app.screens.boxes.prompt import PromptScreen
from tui.app.screens.card import CardScreen
from tui.app.screens.enrich.bulk import BulkScreen
from tui.app.screens.enrich.people import PeopleScreen
from tui.app.screens.outbox import OutboxScreen

BOXES = (ChooseScreen, ConfirmScreen, PromptScreen)
ASKS = (
    "await agree(context",
    "await change_answer(context",
    "context.prompt(",
    "context.choose(",
    "context.confirm(",
    "await save_csv(",
    "ask_for_path(",
    "await rename(",
    "self._choose(",
    "self._ask(",
)
REFUSED = {
    "attach-run",
    "enrich-many",
    "reminder",
    "closed-boards",
    "earlier-runs",
    "saved-filters",
    "new-from-template",
}
"""Those that may have nothing to ask about; then what is behind is dropped, or is for the page that was asked for."""


def test_every_command_that_asks_says_so():
    for page in (BoardScreen, PeopleScreen, BulkScreen, CardScreen, ArchiveScreen, OutboxScreen):
        for name, command in Keymap.of(page.commands).commands.items():
            asks = any(words in source(command) for words in ASKS)
            assert command.asks is asks, name


def source(command: object) -> str:
    """What a command does, also for the list it is about."""
    runs = (getattr(command, name, None) for name in ("run", "run_on"))
    return "".join(inspect.getsource(each) for each in runs if each is not None)


def asking(keymap: Keymap) -> list[tuple[str, list[str]]]:
    """Commands that open a box, with their keys."""
    known = [
        (name, keymap.keys_of(name))
        for name, command in keymap.commands.items()
        if any(words in source(command) for words in ASKS)
    ]
    return [(name, keys[0].split()) for name, keys in known if keys]


async def walk(p, page: type) -> set[str]:
    """Ask for every box of a page with letters behind; the commands that opened one."""
    opened, top = set(), p.app.screen
    for name, keys in asking(top.keymap):
        before = top.card
        for key in (*keys, *"ZjtDa"):
            p.app.simulate_key(key)
        await p.pilot.pause()
        boxes = () if name in REFUSED else BOXES
        await p.until(
            lambda boxes=boxes: p.app.ahead.is_idle and (not boxes or isinstance(p.app.screen, boxes))
        )
        if name == "enrich-many":
            # Its page takes the letters, some of which are commands there.
            while p.app.screen is not top:
                p.app.simulate_key("escape")
                await p.pilot.pause()
                await p.until(lambda: p.app.ahead.is_idle)
        elif isinstance(p.app.screen, BOXES):
            opened.add(name)
            below = [type(each) for each in p.app.screen_stack if isinstance(each, BOXES)]
            assert len(below) == 1, (name, below)
            # What is typed goes into the first line; a second one is filled in already.
            await p.until(
                lambda: all(each.value.endswith("ZjtDa") for each in [*p.app.screen.query(Input)][:1])
            )
        elif p.app.screen is top:
            await p.sees("what you typed for it was dropped")
        assert top.card == before, name
        p.app.simulate_key("escape")
        await p.until(lambda: isinstance(p.app.screen, page) and p.app.ahead.is_idle)
    return opened


async def test_no_key_behind_a_question_reaches_the_people(play):
    async with play((80, 24)) as p:
        await p.press("P", *"tui", "enter")
        await p.until(lambda: isinstance(p.app.screen, PeopleScreen) and p.app.screen.hits.line)
        assert await walk(p, PeopleScreen) == {"make-cards", "write-people"}
        await p.press("slash", "down", "down")
        for key in "NZ":
            p.app.simulate_key(key)
        await p.until(lambda: isinstance(p.app.screen, ChooseScreen) and p.app.ahead.is_idle)
        assert p.app.screen.query_one(Input).value == "NZ"
        assert sum(isinstance(each, ChooseScreen) for each in p.app.screen_stack) == 1


async def test_no_key_behind_a_question_reaches_the_board(play):
    async with play() as p:
        cards = [p.workspace.cards.faces(each.id) for each in p.workspace.boards.lists(p.board.id)]
        opened = await walk(p, BoardScreen)
        assert {"new-list", "due", "members", "move-card-to", "rename-board"} <= opened
        assert [p.workspace.cards.faces(each.id) for each in p.workspace.boards.lists(p.board.id)] == cards


async def test_no_key_behind_a_question_reaches_the_run(play):
    async with play() as p:
        await p.press("B")
        await p.until(lambda: isinstance(p.app.screen, BulkScreen) and p.app.screen.run is not None)
        assert await walk(p, BulkScreen) == {"attach-run", "write-run"}
