"""What is taken back and done again is told as it is."""

from datetime import UTC, datetime

from tests.services.conftest import House
from tui.model.values.scalars import new_local_id
from tui.model.writes.attachments import AddLink, UploadFile
from tui.model.writes.cards import CreateCard, MoveCard, UpdateCard
from tui.model.writes.labels import CreateLabel
from tui.model.writes.lists import CreateList
from tui.services.writes import left_by_rules
from tui.store.firing_records import RuleFiring
from tui.store.opening import open_store


async def test_what_is_taken_back_and_done_again_is_told_as_it_is(house: House) -> None:
    first = house.lists[0]
    other = await house.make("/boards", name="Won")
    await house.workspace.boards.pull(other)
    list_id = house.workspace.boards.lists(other)[0].id
    board = house.board_id
    made = [
        CreateCard(board_id=board, card_id=new_local_id(), list_id=first, name=f"Card {n}", pos=float(n + 1))
        for n in range(5)
    ]
    house.workspace.writes.send_delay = 0.01  # what is on disk is sent a little later, too
    await house.workspace.writes.submit_all(made)
    await house.sent()
    undone, again = await house.workspace.writes.undo(board), await house.workspace.writes.redo(board)
    assert undone is not None
    assert again is not None
    assert undone.words == "Undone, 5 cards: Added “Card 0” · archived"
    assert again.words == "Done again, 5 cards: Added “Card 0”"
    await house.cut_off()
    far = CreateCard(board_id=other, card_id=new_local_id(), list_id=list_id, name="Far", pos=1.0)
    await house.workspace.writes.submit(far)
    undone = await house.workspace.writes.undo()
    assert undone is not None
    assert undone.words == "Undone: Added “Far” · on board “Won”", "the service never had it: it is gone"


async def test_a_change_that_is_done_again_is_told_as_it_was_done(house: House) -> None:
    board, (first, *_), writes = house.board_id, house.lists, house.workspace.writes
    new = CreateCard(board_id=board, card_id=new_local_id(), list_id=first, name="New", pos=1.0)
    await writes.submit(new)
    await house.sent()
    card = house.workspace.cards.faces(first)[0]
    for write, words in (
        (None, "Done again: Added “New”"),
        (UpdateCard(board_id=board, card_id=card.id, name="Old"), "Done again: Renamed to “Old”"),
        (UpdateCard(board_id=board, card_id=card.id, closed=True), "Done again: Archived “Old”"),
        (UpdateCard(board_id=board, card_id=card.id, closed=False), "Done again: Restored “Old”"),
    ):
        if write is not None:
            await writes.submit(write)
        await house.sent()
        await writes.undo(board)
        again = await writes.redo(board)
        assert again is not None
        assert again.words == words
        # Another time, that is told which was done again.
        await house.sent()
        undone = await writes.undo(board)
        assert undone is not None
        assert undone.words.startswith(words.replace("Done again", "Undone"))
        assert ("archived" in undone.words) == (write is None)
        again = await writes.redo(board)
        assert again is not None
        assert again.words == words


async def test_a_move_within_a_list_is_told_as_one_up_or_down_in_it(house: House) -> None:
    board, (first, second, *_), writes = house.board_id, house.lists, house.workspace.writes
    card, at = new_local_id(), {"board_id": board, "list_id": first}
    await writes.submit(CreateCard(**at, card_id=card, name="Ana", pos=5.0))
    await house.sent()
    await house.cut_off()
    for list_id, pos, did in (
        (first, 9.0, "Moved “Ana” down in To Do"),
        (first, 2.0, "Moved “Ana” up in To Do"),
        (second, 9.0, "Moved “Ana” to Doing"),
    ):
        await writes.submit(MoveCard(board_id=board, card_id=card, list_id=list_id, pos=pos))
        assert house.workspace.outbox.all()[-1].words == did
        for once, verb in ((writes.undo, "Undone"), (writes.redo, "Done again"), (writes.undo, "Undone")):
            told = await once(board)
            assert told is not None
            assert told.words == writes.history(1)[0].words == f"{verb}: {did}"


async def test_what_was_made_together_keeps_its_name_and_number(house: House) -> None:
    board, writes = house.board_id, house.workspace.writes
    new = [CreateLabel(board_id=board, label_id=new_local_id(), name=name) for name in ("hot", "nz")]
    column = CreateList(board_id=board, list_id=new_local_id(), name="Leads", pos=9.0)
    at = {"board_id": board, "list_id": column.list_id, "label_ids": tuple(one.label_id for one in new)}
    cards = [CreateCard(**at, card_id=new_local_id(), name=f"Card {n}", pos=1.0 + n) for n in range(2)]
    await writes.submit_all([*new, column, *cards])
    for once, verb in ((writes.undo, "Undone"), (writes.redo, "Done again")) * 2:
        await house.sent()
        told = await once(board)
        assert told is not None
        assert told.words.removesuffix(" · archived") == f"{verb}, 2 cards: Added “Card 0”"
        assert writes.history(1)[0].words == f"{verb}: Added “Card 0” and 4 more"


async def test_a_card_that_made_room_is_not_counted(house: House) -> None:
    board, (first, *_), writes = house.board_id, house.lists, house.workspace.writes
    await house.cut_off()
    aside = CreateCard(board_id=board, card_id=new_local_id(), list_id=first, name="Aside", pos=2.0)
    await writes.submit(aside)
    room = MoveCard(board_id=board, card_id=aside.card_id, list_id=first, pos=9.0)
    new = [
        CreateCard(board_id=board, card_id=new_local_id(), list_id=first, name=f"Card {n}", pos=3.0 + n)
        for n in range(2)
    ]
    await writes.submit_all([*new, room])
    undone, again = await writes.undo(board), await writes.redo(board)
    assert undone is not None
    assert again is not None
    assert undone.words.startswith("Undone, 2 cards: Added “Card 0”")
    assert again.words.startswith("Done again, 2 cards: ")
    await writes.undo(board)
    await writes.submit_all([new[0].replace(card_id=new_local_id()), room])
    undone = await writes.undo(board)
    assert undone is not None
    assert undone.words == "Undone: Added “Card 0”"
    both = [room.replace(pos=4.0), UpdateCard(board_id=board, card_id=aside.card_id, name="Bo")]
    await writes.submit_all(both)
    undone = await writes.undo(board)
    assert undone is not None
    assert undone.words.endswith(" and 1 more")


async def test_it_is_known_what_cannot_be_done_again(house: House) -> None:
    board, writes = house.board_id, house.workspace.writes
    await house.cut_off()
    card = new_local_id()
    await writes.submit(CreateCard(board_id=board, card_id=card, list_id=house.lists[0], name="Ana", pos=1.0))
    of = {"board_id": board, "card_id": card}
    file = UploadFile(**of, attachment_id=new_local_id(), name="cv.pdf", spooled="none", size=1)
    link = AddLink(**of, attachment_id=new_local_id(), url="https://example.org")
    for write, for_good in ((file, True), (link, False), (UpdateCard(**of, name="Bo"), False)):
        await writes.submit(write)
        undone = await writes.undo(board)
        again = await writes.redo(board)
        assert undone is not None
        assert undone.for_good is for_good
        assert (again is None) is for_good
        if again is not None:
            await writes.undo(board)
    await writes.submit(file.replace(attachment_id=new_local_id()))
    [newest, *_] = writes.history()
    taken = await writes.revert_to(newest.batch)
    assert taken is not None
    assert taken.for_good


async def test_it_is_said_which_new_label_stays_because_another_card_has_it(house: House) -> None:
    board, writes = house.board_id, house.workspace.writes
    in_list = {"board_id": board, "list_id": house.lists[0], "pos": 1.0}
    await writes.submit(CreateCard(**in_list, card_id=(other := new_local_id()), name="Bo"))
    label, card = new_local_id(), new_local_id()
    new = CreateLabel(board_id=board, label_id=label, name="remote")
    await writes.submit_all([new, CreateCard(**in_list, card_id=card, name="Ana", label_ids=(label,))])
    await house.sent()
    label, other = writes.current_id(label), writes.current_id(other)
    answer = await house.http.post(f"/cards/{other}/idLabels", data={"value": label})
    assert answer.is_success, answer.text
    await house.workspace.boards.pull(board)
    undone = await writes.undo(board)
    assert undone is not None
    assert undone.words == ("Undone · label “remote” kept: other cards have it · Added “Ana” · archived")
    await house.sent()
    labels = (await house.http.get(f"/boards/{board}/labels")).json()
    assert "remote" in [one["name"] for one in labels]


async def test_the_making_of_a_label_that_another_card_has_by_now_is_not_undone(house: House) -> None:
    board, writes = house.board_id, house.workspace.writes
    card = new_local_id()
    await writes.submit(CreateCard(board_id=board, card_id=card, list_id=house.lists[0], name="Bo", pos=1.0))
    await writes.submit(CreateLabel(board_id=board, label_id=(label := new_local_id()), name="remote"))
    await house.sent()
    label, card = writes.current_id(label), writes.current_id(card)
    await house.http.post(f"/cards/{card}/idLabels", data={"value": label})
    await house.workspace.boards.pull(board)
    undone = await writes.undo(board)
    assert undone is not None
    assert undone.words == "Not undone, other cards have it: Added label “remote”"
    assert [one.name for one in house.workspace.boards.labels(board) if one.id == label] == ["remote"]
    again = CreateLabel(board_id=board, label_id=(label := new_local_id()), name="hybrid")
    await writes.submit(again)
    await house.sent()
    await house.http.post(f"/cards/{card}/idLabels", data={"value": writes.current_id(label)})
    await house.workspace.boards.pull(board)
    [newest, *_] = writes.history()
    back = await writes.revert_to(newest.batch)
    assert back is not None
    assert back.words == "Taken back: nothing · label “hybrid” kept: other cards have it"


AT = datetime(2031, 2, 3, tzinfo=UTC)


def firing(rule: str, state: str, step: int, *outcomes: str) -> RuleFiring:
    """A firing that has done some of its steps."""
    return RuleFiring(
        id=1, rule=rule, account="local", key="1", card_id="card", event={}, at=AT, heard=AT, chain="", depth=0,
        state=state, step=step, steps="", found={}, outcomes=outcomes, tries=0, due=AT, failing_since=None, sure=False,
        ended=None, credits=0,
    )  # fmt: skip


def test_nothing_is_said_of_a_rule_that_did_nothing():
    assert left_by_rules([firing("a", "refused", 0, "stopped"), firing("b", "failed", 0, "no label")]) == ""


def test_the_steps_that_were_done_and_the_rules_that_are_still_to_act():
    firings = [
        firing("a", "failed", 1, "archived", "no label 'x'"),
        firing("b", "waiting", 0),
        firing("c", "waiting", 1, "commented"),
    ]
    assert left_by_rules(firings) == (
        " · rule “a” did, and that stays: archived · rule “c” did, and that stays: commented"
        " · rule “b” still acts on it"
    )


async def test_what_was_changed_again_since_is_not_told_as_undone(house: House) -> None:
    board, writes, (first, second, *_) = house.board_id, house.workspace.writes, house.lists
    await house.cut_off()
    card = new_local_id()
    await writes.submit(CreateCard(board_id=board, card_id=card, list_id=first, name="Ana", pos=1.0))
    await writes.submit(MoveCard(board_id=board, card_id=card, list_id=second, pos=1.0))
    other = open_store(house.store_path, house.clock)
    other.writes.submit(MoveCard(board_id=board, card_id=card, list_id=first, pos=2.0)).result()
    other.close()
    undone = await writes.undo(board)
    assert undone is not None
    assert undone.words.startswith("Not undone, it was changed again since: Moved “Ana” to ")
    assert [entry.state for entry in writes.history()[:2]] == ["done", "final"]


async def test_what_a_closed_window_did_is_told_before_it_is_undone(house: House) -> None:
    board, writes = house.board_id, house.workspace.writes
    await house.cut_off()
    card = CreateCard(board_id=board, card_id=new_local_id(), list_id=house.lists[0], name="Ana", pos=1.0)
    other = open_store(house.store_path, house.clock)
    batch = other.writes.submit(card).result().batch
    other.close()
    untold = await writes.undo(board, batch=0)
    assert untold is not None
    assert (untold.words, untold.untold) == ("Added “Ana”", batch)
    undone = await writes.undo(board, batch=batch)
    assert undone is not None
    assert (undone.words, undone.untold) == ("Undone: Added “Ana”", 0)
