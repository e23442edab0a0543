"""An undo is no work: it fires no rule, and is none of what a preview counts."""

from datetime import timedelta

from tests.rules.conftest import Desk
from tests.rules.moving import MOVED, rule
from tui.model.writes.cards import MoveCard, UpdateCard
from tui.model.writes.labels import AddCardLabel
from tui.rules.file import parse_rules
from tui.rules.preview import preview
from tui.rules.rule import Rule
from tui.store.opening import open_store

NOTIFY = 'step = "notify"\ntext = "{card.name} in {list.name}"'
LEFT = MOVED.replace('to = "Done"', 'to = "To do"')


async def made(desk: Desk, name: str = "Ana", **values: str) -> str:
    """Make a card in To do, and read it; return its id."""
    card = await desk.local.make("/cards", idList=desk.local.todo, name=name, **values)
    await desk.local.workspace.boards.pull(desk.local.board)
    await desk.look()
    return card


async def moved(desk: Desk, card: str, to: str) -> None:
    """Move a card in the screens, and wait until the service has it."""
    await desk.local.workspace.writes.submit(
        MoveCard(board_id=desk.local.board, card_id=card, list_id=to, pos=1.0)
    )
    await settled(desk)


async def settled(desk: Desk) -> None:
    """Wait until the service has every write, and hear what it tells of them."""
    await desk.sent()
    # Before it is heard of: a step begins then, and half a minute at once is more than a request may take.
    desk.clock.advance(30)
    await desk.look()


async def test_undo_and_redo_of_a_move_fire_no_rule(desk: Desk):
    writes = desk.local.workspace.writes
    async with desk.doing(rule(NOTIFY) + rule(NOTIFY, when=LEFT.replace('"moved"', '"back"'))):
        card = await made(desk)
        await moved(desk, card, desk.local.done)
        await desk.ended()
        for again in (writes.undo, writes.redo, writes.undo):
            assert await again() is not None
            await settled(desk)
        await moved(desk, card, desk.local.done)
        await desk.ended(2)
    assert [text for text, _ in desk.told] == ["Ana in Done", "Ana in Done"]


async def test_work_that_looks_like_what_was_undone_fires(desk: Desk):
    """A colleague does what an undo did, and it is work."""
    writes = desk.local.workspace.writes
    async with desk.doing(rule(NOTIFY, when=LEFT)):
        card = await made(desk)
        await moved(desk, card, desk.local.done)
        assert await writes.undo() is not None
        await settled(desk)
        await desk.local.ask("PUT", f"/cards/{card}", idList=desk.local.done)
        await desk.local.ask("PUT", f"/cards/{card}", idList=desk.local.todo)
        await desk.ended()
    assert [text for text, _ in desk.told] == ["Ana in To do"]


async def test_what_was_never_sent_before_it_was_done_again_fires_once(desk: Desk):
    """Offline the first of two moves is undone and done again: the service hears of it as a redo alone."""
    writes, wire = desk.local.workspace.writes, desk.local.wire
    async with desk.doing(rule(NOTIFY)):
        card = await made(desk)
        wire.plugged = False
        await writes.submit(
            MoveCard(board_id=desk.local.board, card_id=card, list_id=desk.local.done, pos=1.0)
        )
        await writes.undo()
        await writes.redo()
        wire.plugged = True
        await desk.as_time_passes(lambda: not desk.local.workspace.outbox.all())
        await settled(desk)
        await desk.ended()
        assert await writes.undo() is not None
        await settled(desk)
    assert [text for text, _ in desk.told] == ["Ana in Done"]


async def test_an_undo_is_not_taken_for_what_a_rule_did(desk: Desk):
    """The rule moves a card on; its own move is told of after somebody undid another one of that card."""
    on = 'step = "move"\nlist = "Done"'
    labelled = LEFT.replace('trigger = "Card Moved"', 'trigger = "New Label Added To Card"').replace(
        ', to = "To do"', ""
    )
    label = await desk.local.make("/labels", name="hot", color="red", idBoard=desk.local.board)
    writes = desk.local.workspace.writes
    async with desk.doing(rule(on, when=labelled)):
        card = await made(desk)
        await moved(desk, card, desk.local.done)
        await writes.submit(AddCardLabel(board_id=desk.local.board, card_id=card, label_id=label))
        await settled(desk)
        await desk.ended()
        assert await writes.undo() is not None
        assert await writes.redo() is not None
        await settled(desk)
    assert len(desk.log.recent()) == 1


async def test_a_preview_does_not_count_what_an_undo_did(desk: Desk):
    writes = desk.local.workspace.writes
    card = await made(desk)
    await moved(desk, card, desk.local.done)
    for again in (writes.undo, writes.redo):
        await again()
        await settled(desk)
    await writes.submit(UpdateCard(board_id=desk.local.board, card_id=card, name="Ana Ray"))
    await settled(desk)
    (parsed,) = parse_rules(rule(NOTIFY)).rules
    assert isinstance(parsed, Rule)
    now = desk.clock.now()
    found = await preview(desk.local.workspace, "local", parsed, now - timedelta(days=1), now)
    assert [one.steps for one in found] == [("notify · text: Ana Ray in Done",)]


async def test_undo_says_what_a_rule_did_with_the_change(desk: Desk):
    writes, board = desk.local.workspace.writes, desk.local.board
    async with desk.doing(rule(NOTIFY, 'step = "notify"\ntext = "bye"', 'step = "label"\nlabel = "none"')):
        await moved(desk, await made(desk), desk.local.done)
        await desk.ended()
        undone, again = await writes.undo(board), await writes.redo(board)
        await settled(desk)
        first = writes.history()[-1]
        taken_back = await writes.revert_to(first.batch)
    did = "rule “moved” did, and that stays: told: Ana in Done, told: bye"
    assert undone is not None
    assert again is not None
    assert undone.words == f"Undone · {did} · Moved “Ana” to Done"
    assert again.words == "Done again: Moved “Ana” to Done"
    assert taken_back is not None
    assert taken_back.words == "Taken back: 1 change"


async def test_undo_says_which_rule_acted_on_what_was_changed_again(desk: Desk):
    writes, board = desk.local.workspace.writes, desk.local.board
    async with desk.doing(rule(NOTIFY)):
        card = await made(desk)
        await moved(desk, card, desk.local.done)
        await desk.ended()
        other = open_store(desk.home / "local.db", desk.clock)
        move = MoveCard(board_id=board, card_id=card, list_id=desk.local.todo, pos=2.0)
        other.writes.submit(move).result()
        other.close()
        undone = await writes.undo(board)
    assert undone is not None
    assert undone.words.startswith(
        "Not undone, it was changed again since · rule “moved” did, and that stays: "
    )


async def test_undo_says_which_rule_is_still_to_act(desk: Desk):
    async with desk.doing(rule(NOTIFY, extra="most = 1\n")):
        for name in ("Ana", "Bo"):
            await moved(desk, await made(desk, name), desk.local.done)
        await desk.ended()
        writes = desk.local.workspace.writes
        undone = await writes.revert_to(writes.history()[0].batch)
    assert undone is not None
    assert undone.words == "Taken back: 1 change · rule “moved” still acts on it"
