"""How a conflict is settled: one text chosen, both merged, or a new card made."""

from tests.app.screens.conftest import at
from tui.app.commands.pages.conflicts import AGAIN
from tui.app.screens.board import BoardScreen
from tui.app.screens.conflicts import ConflictsScreen
from tui.app.screens.merge import MergeScreen
from tui.app.widgets.draft_area import DraftArea
from tui.app.widgets.status_bar import StatusBar, TitleBar
from tui.model.writes.cards import UpdateCard
from tui.store.opening import open_store


async def test_two_windows_rename_one_card_and_both_titles_are_to_be_had(play):
    async with play() as p:
        board = p.app.screen
        assert isinstance(board, BoardScreen)
        card = board.card
        assert card is not None
        await p.press("t")
        # Meanwhile, in another window.
        other = open_store(p.workspace._store._db.path, p.clock)
        write = UpdateCard(board_id=p.board.id, card_id=card.id, name="the first window's")
        other.writes.submit(write).result()
        await p.press("ctrl+u", *"the second window's", "enter")
        await p.sees("theirs is saved, yours is kept · g c shows both", StatusBar)
        await p.until(lambda: p.workspace.cards.get(card.id).name == "the first window's")
        await p.sees("1 in conflict", TitleBar)
        other.close()

        await p.press("g", "c")
        await at(p, ConflictsScreen)
        await p.sees("the second window's")
        shown = p.text()
        for words in ("1 to be settled", "the first window's", f"before: {card.name[:20]}", "Pipeline"):
            assert words in shown
        await p.press("m")
        await p.sees("yours is saved")
        await p.until(lambda: p.workspace.cards.get(card.id).name == "the second window's")
        await p.sees("none to be settled")
        # The other is still here.
        assert "the first window's" in p.text()
        await p.press("t")
        await p.until(lambda: p.workspace.cards.get(card.id).name == "the first window's")
        await p.press("X")
        await p.sees("Discard what you wrote?")
        await p.press("y")
        await p.sees("Nobody else changed what you changed")
        await p.press("escape")
        await at(p, BoardScreen)
        assert "in conflict" not in p.text()


async def test_two_descriptions_are_merged_in_an_editor_once_no_mark_is_left(play):
    async with play((80, 24)) as p:
        face = p.face("Ana Reid")
        at_ = {"board_id": p.board.id, "card_id": face.id}
        before = p.workspace.cards.get(face.id).desc
        assert len(before) > 200
        await p.workspace.writes.submit(UpdateCard(**at_, desc="theirs"))
        count = await p.workspace.writes.submit_all([UpdateCard(**at_, desc="mine")], seen={"desc": before})
        assert count == 1
        await p.press("g", "c")
        await p.sees("before: Met at the growers' expo")
        assert p.words().partition(" esc back")[0].endswith("…"), "the rest of a long text is not shown"
        await p.press("e")
        await at(p, MergeScreen)
        assert p.text().rstrip().endswith("\n ctrl+s save it  esc leave, kept as a draft"), (
            "and no key of the page below"
        )
        area = p.app.screen.query_one(DraftArea)
        assert area.text == "<<<<<<< yours\nmine\n=======\ntheirs\n>>>>>>> theirs"
        await p.press("ctrl+s")
        await p.sees("still marks in it")
        area.text = "both"
        await p.press("ctrl+s")
        await p.until(lambda: p.workspace.cards.get(face.id).desc == "both")
        await p.sees("merged")
        await p.press("enter")
        await p.until(lambda: type(p.app.screen).__name__ == "CardScreen")


async def test_what_changed_again_is_shown_and_a_title_is_merged_in_a_line(play, monkeypatch):
    async with play() as p:
        face = p.face("Ana Reid")
        write = UpdateCard(board_id=p.board.id, card_id=face.id, name="theirs")
        await p.workspace.writes.submit(write)
        await p.workspace.writes.submit_all([write.replace(name="mine")], seen={"name": face.name})
        await p.workspace.writes.submit(write.replace(name="theirs again"))
        await p.press("g", "c")
        await at(p, ConflictsScreen)
        await p.sees("theirs again")
        shown = p.app.screen.conflict
        await p.workspace.writes.submit(write.replace(name="theirs once more"))
        await p.sees("theirs once more")
        with monkeypatch.context() as patch:
            # The key is pressed before the page shows it.
            patch.setattr(ConflictsScreen, "conflict", shown)
            await p.press("t")
            await p.sees(AGAIN, StatusBar)
        await p.press("e")
        await p.sees("One title of both")
        await p.press("ctrl+u", *"both", "enter")
        await p.until(lambda: p.workspace.cards.get(face.id).name == "both")


async def test_what_was_written_for_a_deleted_card_makes_a_new_one(play):
    async with play() as p:
        face = p.face("Ana Reid")
        store = p.workspace._store
        await p.until(lambda: p.workspace.sync.status().waiting == 0)
        p.wire.fail("404", "GET", f"/cards/{face.id}", times=99)
        await p.workspace.writes.submit(UpdateCard(board_id=p.board.id, card_id=face.id, desc="a long text"))
        await p.until(store.conflicts.all, tick=0.1)
        await p.press("g", "c")
        await at(p, ConflictsScreen)
        await p.sees("deleted while you wrote")
        await p.press("e")
        await p.sees("no two texts to merge", StatusBar)
        await p.press("m")
        await p.sees("made a new card of it", StatusBar)
        first = p.workspace.boards.lists(p.board.id)[0]
        made = p.workspace.cards.faces(first.id)[-1]
        assert p.workspace.cards.get(made.id).desc == "a long text"
        assert made.name == face.name


async def test_the_cursor_goes_to_the_next_open_one_and_nothing_is_made_twice(play):
    async with play() as p:
        for ident in ("one", "two", "three"):
            p.workspace.drafts.keep(f"title:{ident}", f"title {ident}")
        await p.until(lambda: p.workspace.conflicts.open() == 3)
        above, _, below = [each.mine for each in p.workspace.conflicts.lost_drafts()]
        await p.press("g", "c")
        await at(p, ConflictsScreen)
        await p.press("j", "m")
        await p.sees("2 to be settled")
        assert p.app.screen.conflict.mine == below, "the next one"
        await p.press("m")
        await p.sees("1 to be settled")
        assert p.app.screen.conflict.mine == above, "the one before, as there is none below"
        await p.press("m")
        await p.sees("none to be settled")
        await p.press("G", "m")
        await p.sees("made already: u takes the last one back, y copies the text", StatusBar)
        await p.press("g", "g")
        assert p.app.screen.rows.highlighted == 0
        await p.press("u")
        await p.sees("1 to be settled")
        await p.press("g", "g")
        assert p.app.screen.conflict.mine == above
        await p.press("m")
        await p.sees("none to be settled")
        lists = [each for board in p.workspace.boards.all() for each in p.workspace.boards.lists(board.id)]
        names = [face.name for each in lists for face in p.workspace.cards.faces(each.id)]
        made = [name for name in names if name.startswith("title ")]
        assert sorted(made) == ["title one", "title three", "title two"]
