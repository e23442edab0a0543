"""What drawn runs of the whole program share: what a user does in one go, and all that is kept of it."""

from collections.abc import Mapping

from tests.app.screens.conftest import Play
from tests.app.screens.test_typed_in_one_read import key, settle
from tui.app.screens.board import BoardScreen

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
    """All that is kept of the boards, without the ids of cards and lists."""
    space, found = p.workspace, dict[object, object]()
    for board in space.boards.all():
        labels = {label.id: f"{label.name} {label.color}" for label in space.boards.labels(board.id)}
        found[board.id] = (board.name, board.starred, sorted(labels.values()))
        for number, column in enumerate(space.boards.lists(board.id)):
            found[board.id, number] = (column.name, column.soft_limit)
            for place, face in enumerate(space.cards.faces(column.id)):
                card = space.cards.get(face.id)
                assert card is not None
                found[board.id, number, place] = (
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
