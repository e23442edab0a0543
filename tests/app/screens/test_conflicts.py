"""The page of conflicts: both texts side by side, one chosen, none lost."""

from datetime import timedelta
from functools import partial

import pytest

from tests.app.screens.conftest import at
from tui.app.commands.pages.conflicts import AGAIN
from tui.app.screens import conflicts
from tui.app.screens.conflicts import ConflictsScreen
from tui.app.screens.merge import MergeScreen
from tui.app.terminal.editor import Edited
from tui.app.widgets.draft_area import DraftArea
from tui.app.widgets.status_bar import StatusBar
from tui.model.values.scalars import format_instant
from tui.model.writes.cards import DeleteCard, MoveCard, UpdateCard
from tui.model.writes.checklists import UpdateCheckItem
from tui.model.writes.contested import reduce_to_field
from tui.presentation.timestamps import day_time
from tui.store.outbox.arrivals import Arrived, Told
from tui.store.outbox.contested_fields import ContestedField, record_conflict


@pytest.mark.parametrize("outside", [False, True])
async def test_a_description_somebody_changed_meanwhile_is_not_written_over(play, outside, monkeypatch):
    async with play() as p:
        face = await p.open("Ana Reid")
        theirs = UpdateCard(board_id=p.board.id, card_id=face.id, desc="what somebody else wrote")

        async def lent(*_: object) -> Edited:
            await p.workspace.writes.submit(theirs)
            return Edited("mine", exited_cleanly=True)

        if outside:
            monkeypatch.setattr("tui.app.screens.card_parts.external_editor.edit", lent)
            await p.press("E")
        else:
            await p.press("d")
            p.app.screen.query_one(DraftArea).text = "mine"
            await p.workspace.writes.submit(theirs)
            await p.sees("Somebody changed it meanwhile")
            await p.press("ctrl+s")
        await p.sees("theirs is saved, yours is kept · g c shows both")
        assert p.workspace.cards.get(face.id).desc == "what somebody else wrote"
        assert not p.workspace.drafts.get(f"desc:{face.id}")
        await p.press("g", "c")
        await at(p, ConflictsScreen)
        await p.sees("yours, not saved · m saves it")
        await p.sees("theirs, saved · t keeps it")
        await p.sees("changed the description too. What is saved is what everybody sees.")
        await p.press("m")
        await p.sees("theirs, not saved · t saves it")
        await p.sees("yours, saved")
        await p.until(lambda: p.workspace.cards.get(face.id).desc == "mine")
        await p.sees("what somebody else wrote")


@pytest.mark.parametrize("field", ["desc", "name"])
async def test_what_was_changed_again_before_the_choice_was_sent_is_told_and_shown(play, field):
    async with play() as p:
        face = p.face("Ana Reid")
        write = UpdateCard(board_id=p.board.id, card_id=face.id, **{field: "mine"})

        def contest(before, other=write):
            now = getattr(p.workspace.cards.get(face.id), field)
            found = ContestedField(field, before, now)
            p.workspace._store.write(lambda tx: record_conflict(tx, "both", other, found)).result()

        contest("before")
        await p.press("g", "c")
        await at(p, ConflictsScreen)
        await p.press("m")
        await p.sees("yours is saved · the other is kept here", StatusBar)
        await p.sees("none to be settled")
        await p.workspace.writes.submit(write.replace(**{field: "theirs again"}))
        contest("mine")
        await p.sees(AGAIN, StatusBar)
        assert (p.app.screen.conflict.chosen, p.app.screen.conflict.theirs) == ("", "theirs again")
        await p.press("m")
        await p.sees("yours is saved · the other is kept here", StatusBar)
        other = write.replace(**{field: None}).replace(start=p.clock.now())
        contest_start = ContestedField("start", None, None)
        p.workspace._store.write(lambda tx: record_conflict(tx, "both", other, contest_start)).result()
        await p.sees("1 to be settled")
        assert AGAIN not in p.words(StatusBar), "another field"


async def test_an_open_card_says_that_what_was_written_is_in_conflict(play):
    async with play() as p:
        face = await p.open("Ana Reid")
        write = UpdateCard(board_id=p.board.id, card_id=face.id, desc="mine")
        found = ContestedField("desc", "before", p.workspace.cards.get(face.id).desc)
        p.workspace._store.write(lambda tx: record_conflict(tx, "both", write, found)).result()
        await p.sees("· ≠ in conflict: g c shows it")
        await p.press("g", "c")
        await at(p, ConflictsScreen)
        await p.press("m", "escape")
        await p.until(lambda: "in conflict" not in p.text() and "mine" in p.text())


@pytest.mark.parametrize(("who", "words"), [("Bo Example", "Bo Example moved it too"), ("", "both moved it")])
async def test_who_moved_the_card_too_is_named_where_it_is_known(play, who, words):
    async with play() as p:
        face = p.face("Ana Reid")
        first, second, third = [one.id for one in p.workspace.boards.lists(p.board.id)][:3]
        write = MoveCard(board_id=p.board.id, card_id=face.id, list_id=first, pos=1.0)
        found = ContestedField("list_id", third, second)
        p.workspace._store.write(lambda tx: record_conflict(tx, "moved", write, found, "mine", who)).result()
        await p.press("g", "c")
        await at(p, ConflictsScreen)
        await p.sees(words)
        await p.sees(f"{who or 'theirs'}, not saved · t saves it")
        await p.sees("yours, saved")
        await p.sees("The card was moved to two lists.")


async def test_a_card_that_was_archived_meanwhile_is_not_shown_as_on_the_board(play):
    async with play() as p:
        face = p.face("Ana Reid")
        write = UpdateCard(board_id=p.board.id, card_id=face.id, closed=False)
        found = ContestedField("closed", False, True)
        p.workspace._store.write(
            lambda tx: record_conflict(tx, "archived", write, found, "mine", "Bo Example")
        ).result()
        await p.workspace.writes.submit(write.replace(closed=True))
        await p.press("g", "c")
        await at(p, ConflictsScreen)
        await p.sees("yours, not saved · m saves it")
        await p.sees("Bo Example, saved")
        assert "· closed" not in p.text()
        await p.press("m")
        await p.sees("yours, saved")
        await p.sees("Bo Example, not saved · t saves it")


async def test_a_text_that_a_restored_service_lost_is_nobodys_change(play):
    async with play() as p:
        card = p.workspace.cards.get(p.face("Ana Reid").id)
        older = card.replace(name="Ring Ana")
        p.workspace._store.arrive(Arrived(cards=(older,), older={p.board.id: Told()})).result()
        await p.press("g", "c")
        await at(p, ConflictsScreen)
        await p.sees("the service has an older one again")
        await p.sees("The service seems to be put back to an older state, and has an older title again.")
        assert "Somebody else" not in p.text()
        await p.press("e")
        await p.sees("One title of both")
        await p.press("escape", "m")
        await p.until(lambda: p.workspace.cards.get(card.id).name == card.name)


async def test_of_a_long_text_it_is_told_how_much_is_out_of_view(play):
    async with play((80, 24)) as p:
        face = p.face("Ana Reid")
        write = UpdateCard(board_id=p.board.id, card_id=face.id, desc="\n".join(map(str, range(60))))
        found = ContestedField("desc", "", "short")
        p.workspace._store.write(lambda tx: record_conflict(tx, "both", write, found)).result()
        await p.press("g", "c")
        await at(p, ConflictsScreen)
        await p.sees("↓ 47 more")
        await p.press("ctrl+d")
        await p.sees("↑ ")
        await p.press("ctrl+u")
        await p.sees("↓ 47 more")
        assert "↑ " not in p.text()


@pytest.mark.parametrize(("part", "kind"), [("comment", "comment"), ("description", "desc")])
async def test_what_was_typed_on_a_card_that_was_deleted_meanwhile_is_among_the_conflicts(play, part, kind):
    async with play() as p:
        face = await p.open("Ana Reid", part)
        p.app.screen.query_one(DraftArea).text = "a long text I typed"
        await p.until(lambda: p.workspace.drafts.get(f"{kind}:{face.id}"))
        await p.workspace.writes.submit(DeleteCard(board_id=p.board.id, card_id=face.id))
        await p.sees("g c shows that among the conflicts")
        await p.press("ctrl+s")
        await p.sees("nothing was written: this card is gone · g c shows what you typed")
        await p.press("escape", "escape")
        await p.sees("≠ 1 in conflict")
        await p.press("g", "c")
        await at(p, ConflictsScreen)
        await p.sees("1 to be settled")
        await p.sees("a long text I typed")
        await p.press("m")
        await p.sees("made a new card of it")
        made = p.face(face.name)
        assert p.workspace.cards.get(made.id).desc == "a long text I typed"
        await p.sees("none to be settled")
        await p.press("X", "y")
        await p.sees("So is what you typed for something that was deleted meanwhile.")


async def test_a_lost_text_can_be_discarded(play):
    async with play() as p:
        p.workspace.drafts.keep("title:gone", "half a title")
        await p.press("g", "c")
        await at(p, ConflictsScreen)
        await p.sees("half a title")
        await p.press("X", "y")
        await p.sees("discarded")
        assert p.workspace.conflicts.lost_drafts() == []


async def contested_title(p):
    """Make a conflict of a title, as another window saved one meanwhile; return the card."""
    face = p.face("Ana Reid")
    theirs = UpdateCard(board_id=p.board.id, card_id=face.id, name="Theirs")
    await p.workspace.writes.submit(theirs)
    mine = UpdateCard(board_id=p.board.id, card_id=face.id, name="Mine")
    assert await p.workspace.writes.submit_all([mine], seen={"name": face.name}) == 1
    await p.press("g", "c")
    await at(p, ConflictsScreen)
    await p.sees("theirs, saved · t keeps it")
    return face


async def test_what_the_other_side_undid_is_not_said_to_be_saved(play):
    async with play() as p:
        face = await contested_title(p)
        await p.workspace.writes.submit(UpdateCard(board_id=p.board.id, card_id=face.id, name=face.name))
        [one] = p.workspace.conflicts.all()
        assert (one.theirs, one.now) == (face.name, face.name)
        await p.sees(face.name)
        await p.press("m")
        await p.sees("yours is saved")
        await p.sees("yours, saved")
        await p.workspace.writes.submit(UpdateCard(board_id=p.board.id, card_id=face.id, name="Later"))
        await p.sees("changed again since")
        await p.sees("yours, not saved · m saves it")


async def test_once_the_card_is_deleted_theirs_cannot_be_kept_and_yours_becomes_a_new_card(play):
    async with play() as p:
        face = await contested_title(p)
        await p.workspace.writes.submit(DeleteCard(board_id=p.board.id, card_id=face.id))
        await p.sees("deleted meanwhile")
        await p.sees("yours · m makes a new one of it")
        await p.press("t")
        await p.sees("it is deleted: m makes a new one of yours, X discards it")
        assert p.workspace.conflicts.open() == 1
        await p.press("e")
        await p.sees("there are no two texts to merge")
        await p.press("m")
        await p.sees("made a new card of it")
        assert p.face("Mine").name == "Mine"


async def test_many_are_read_as_far_as_the_cursor_comes(play, monkeypatch):
    monkeypatch.setattr(conflicts, "_PAGE", 20)
    async with play() as p:
        face = p.face("Ana Reid")
        write = UpdateCard(board_id=p.board.id, card_id=face.id, name="mine")

        def keep(tx):
            for number in range(50):
                record_conflict(tx, "both", write, ContestedField("name", "", f"theirs {number}"), "mine")

        p.workspace._store.write(keep).result()
        await p.press("g", "c")
        await at(p, ConflictsScreen)
        rows = p.app.screen.rows
        assert rows.option_count == 20
        await p.press("j")
        assert rows.option_count == 20
        await p.press("G")
        await p.until(lambda: rows.option_count == 40)
        assert rows.highlighted == 19
        await p.press("G")
        await p.until(lambda: rows.option_count == 50)
        await p.press("G", "k", "G")
        assert (rows.option_count, rows.highlighted) == (50, 49)


async def test_two_due_dates_are_shown_as_dates_and_not_merged_as_texts(play):
    async with play() as p:
        face = p.face("Ana Reid")
        first, second = (p.clock.now() + timedelta(days=days) for days in (3, 5))
        write = UpdateCard(board_id=p.board.id, card_id=face.id, due=first)
        await p.workspace.writes.submit(write.replace(due=second))
        found = ContestedField("due", "2026-01-01T12:00:00.000Z", format_instant(second))
        p.workspace._store.write(lambda tx: record_conflict(tx, "both", write, found)).result()
        await p.press("g", "c")
        await at(p, ConflictsScreen)
        await p.sees(day_time(first, p.clock.now()))
        await p.sees(day_time(second, p.clock.now()))
        await p.sees("before: Thu 1 Jan")
        assert "makes one of both" not in p.text()
        await p.press("e")
        await p.sees("no two texts to merge: m takes yours, t theirs")
        await p.press("m")
        await p.until(lambda: p.workspace.cards.get(face.id).due == first)


async def test_the_text_of_an_item_is_told_from_its_due_date(play):
    async with play() as p:
        face = p.face("Ana Reid")
        [checklist, *_] = p.workspace.cards.checklists(face.id)
        item = checklist.check_items[0]
        write = UpdateCheckItem(
            board_id=p.board.id,
            card_id=face.id,
            checklist_id=checklist.id,
            item_id=item.id,
            name="mine",
            due=p.clock.now(),
        )
        for field, base, theirs in (("name", "before", item.name), ("due", None, None)):
            found, one = ContestedField(field, base, theirs), reduce_to_field(write, field)
            p.workspace._store.write(partial(record_conflict, why="both", write=one, found=found)).result()
        await p.press("g", "c")
        await at(p, ConflictsScreen)
        await p.sees("changed the due date of an item too")
        await p.press("j")
        await p.sees("changed the text of an item too")


async def test_a_merged_text_that_was_left_is_there_again_with_what_changed_since(play):
    async with play() as p:
        face = p.face("Ana Reid")
        write = UpdateCard(board_id=p.board.id, card_id=face.id, desc="theirs")
        await p.workspace.writes.submit(write)
        await p.workspace.writes.submit_all([write.replace(desc="mine")], seen={"desc": "before"})
        [conflict] = p.workspace.conflicts.all()
        key = f"merge:{conflict.id}"
        await p.press("g", "c", "e")
        await at(p, MergeScreen)
        await p.press("ctrl+s")
        await p.sees("still marks")
        await p.press("escape")
        await at(p, ConflictsScreen)
        assert not p.workspace.drafts.get(key), "nothing was typed"
        await p.press("e")
        await at(p, MergeScreen)
        await p.press(*"half")
        await p.press("ctrl+s")
        await p.sees("still marks")
        assert p.workspace.drafts.get(key).startswith("half<<<<<<< yours"), (
            "no less than what was to be saved"
        )
        await p.press("escape")
        await at(p, ConflictsScreen)
        await p.until(lambda: (p.workspace.drafts.get(key) or "").startswith("half<<<<<<< yours"))
        await p.press("e")
        await at(p, MergeScreen)
        assert p.app.screen.query_one(DraftArea).text.startswith("half<<<<<<< yours")
        await p.press("escape")
        await at(p, ConflictsScreen)
        await p.workspace.writes.submit(write.replace(desc="theirs again"))
        await p.sees("theirs again")
        await p.press("e")
        await at(p, MergeScreen)
        area = p.app.screen.query_one(DraftArea)
        assert area.text.startswith("half<<<<<<< yours")
        assert "theirs again" in area.text
        area.text = "both"
        await p.press("ctrl+s")
        await p.until(lambda: p.workspace.cards.get(face.id).desc == "both")
        await p.until(lambda: not p.workspace.drafts.get(key))
