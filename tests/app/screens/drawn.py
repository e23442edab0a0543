"""What drawn runs of the whole program share: what a user does in one go, and all that is kept of it."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from textual import events
from textual.keys import _character_to_key

from tests.app.screens.conftest import Play
from tui.app.screens.board import BoardScreen
from tui.app.screens.screen import WorkspaceScreen

NAMED = {"⏎": "enter", "⎋": "escape", "⇥": "tab", "⇩": "down", "⌃": "ctrl+s", " ": "space"}
"""How a script writes the keys that no character stands for."""

GESTURES = (
    # walk, and move
    *("j", "k", "l", "h", "jj", "gg", "G", "L", "H", "J", "K", "2J", ".", ",", ">", "<"),
    # select, carry
    *("vjv", "vjvL", "vjvJ", "vvK", "V", "vv.", "vv>", " l⏎", " jj⏎", " lj⏎L", "vv l⏎", "M⇩⏎", "gM⇩⏎"),
    # add, and change in place
    *("nAsk⏎⎋", "nA⏎B⏎⎋", "nCall #hot @me fri⏎⎋", "nZ ^Won⏎⎋", "tX⏎", "dwords⌃", "CHello⌃⎋"),
    *("DAsk⏎⎋", "D+3d⏎", "Dfri 17:00⏎", "gdmon⏎", "ge⇩⏎", "x", "W", "@", "gT", "a", "aj"),
    *("#⏎⎋", "#⇩⏎⎋", "m⏎⎋", "m⇩⏎⎋", "1#", "2#", "3#", "cSteps⏎one⏎two⏎⎋⎋"),
    # lists and boards
    *("+Later⏎⎋", "rNew⏎", "gH", "gL", "gX", "gA⏎", "gw3⏎", "gs", "grOther⏎"),
    # the open card
    *(
        "⏎a⎋",
        "⏎tnew⏎⎋",
        "⏎+Check⏎i1⏎⎋⎋⎋",
        "⏎c jx⎋⎋",
        "⏎cj x⎋⎋",
        "⏎Cword⌃⎋",
        "⏎dhm⌃⎋",
        "⏎l⏎⎋⎋",
        "⏎Dtomorrow⏎⎋",
    ),
    *("⏎cjJ⎋⎋", "⏎cD+1d⏎⎋⎋", "⏎cn more⏎⎋⎋", "⏎cm⏎⎋⎋", "⏎cd⎋⎋", "⏎cty⏎⎋⎋", "⏎cX⏎⎋⎋", "⏎c>⎋⎋"),
    # the other views
    *("gtx⎋", "gtja⎋", "gtD+1d⏎⎋", "gC⏎⎋⎋", "gCL⎋", "qx⎋"),
)
"""What a user does in one go, and ends on the board."""

UNDO = ("u", "uu", "U", "uuU", "au", "Lu")


def key(char: str) -> events.Key:
    """The key that the terminal reports for a character of a script."""
    named = NAMED.get(char, "")
    return events.Key(named or _character_to_key(char), char if not named or char == " " else None)


async def settle(p: Play) -> None:
    """Let all that was typed be done and shown."""
    await p.pilot.pause()
    await p.until(
        lambda: (
            not p._is_busy()
            and p.app.ahead.is_idle
            and all(s.feed._news is None for s in p.app.screen_stack if isinstance(s, WorkspaceScreen))
        )
    )
    await p.pilot.pause()


async def play(p: Play, gesture: str) -> None:
    """Type ``gesture``, each key after the one before was done, and go back to the board."""
    for char in gesture:
        p.app.post_message(key(char))
        await settle(p)
    await go_back(p)


async def go_back(p: Play) -> None:
    """Leave what is open, as far as the board."""
    for _ in range(12):
        if isinstance(p.app.screen, BoardScreen) and not p.app.screen.editor.purpose:
            return
        p.app.post_message(key("⎋"))
        await settle(p)
    raise AssertionError(f"escape does not lead back to the board\n{p.text()}")


def kept(p: Play) -> Mapping[object, object]:
    """All that is kept of the boards, without the ids of boards, cards and lists."""
    space, found = p.workspace, dict[object, object]()
    names = Counter[str]()
    for board in sorted(space.boards.all(), key=lambda one: one.name):
        names[board.name] += 1
        place_of_board = (board.name, names[board.name])
        labels = {label.id: f"{label.name} {label.color}" for label in space.boards.labels(board.id)}
        found[place_of_board] = (board.starred, sorted(labels.values()))
        for number, column in enumerate(space.boards.lists(board.id)):
            found[place_of_board, number] = (column.name, column.soft_limit)
            for place, face in enumerate(space.cards.faces(column.id)):
                card = space.cards.get(face.id)
                assert card is not None
                found[place_of_board, number, place] = (
                    (card.name, card.desc, card.due, card.due_complete, card.start, card.due_reminder),
                    (card.subscribed, card.is_template, sorted(card.id_members)),
                    sorted(labels.get(ident, "?") for ident in card.id_labels),
                    sorted(comment.text for comment in space.cards.comments(card.id)),
                    [
                        (each.name, [(i.name, i.state, i.due, i.id_member) for i in each.check_items])
                        for each in space.cards.checklists(card.id)
                    ],
                )
    return found


class State(NamedTuple):
    """All that is kept, and where the keys go next."""

    screens: list[str]
    field: tuple[str, object]
    cursor: tuple[str | None, str | None, int]
    line: tuple[str, str, bool]
    kept: Mapping[object, object]


def state(p: Play) -> State:
    """All that is kept, and where the keys go next."""
    board, field = p.app.screen_stack[0], p.app.focused
    assert isinstance(board, BoardScreen)
    here, card = board.board_list, board.card
    return State(
        [type(screen).__name__ for screen in p.app.screen_stack],
        (type(field).__name__, getattr(field, "value", getattr(field, "text", ""))),
        (getattr(here, "name", None), getattr(card, "name", None), len(board.selection.picked)),
        (board.editor.purpose.partition(":")[0], board.editor.line.value, board.selection.holding),
        kept(p),
    )


def differences(first: Mapping[object, object], second: Mapping[object, object]) -> Mapping[object, object]:
    """What is not the same in both, with the value in each."""
    return {
        at: (first.get(at), second.get(at)) for at in {*first, *second} if first.get(at) != second.get(at)
    }


async def pull(p: Play) -> None:
    """Read the boards again from the service."""
    for board in p.workspace.boards.all():
        await p.workspace.boards.pull(board.id)
    await settle(p)


async def assert_service_has(p: Play, shown: Mapping[object, object]) -> None:
    """Wait until all is sent, and assert that the service has what was ``shown``."""
    await p.until(lambda: not p.workspace.outbox.numbers(), tick=0.5)
    await pull(p)
    assert differences(shown, kept(p)) == {}, "the service has something else than was shown"
