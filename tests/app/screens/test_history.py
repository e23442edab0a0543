"""The history page, and a start after the line was dropped."""

from textual.geometry import Region

from tests.app.screens.conftest import Play, screen
from tests.app.screens.test_board import here, lists, said
from tui.app.after_start import DROPPED
from tui.app.screens.board import BoardScreen
from tui.app.screens.card import CardScreen
from tui.app.screens.history import HistoryScreen
from tui.app.widgets.rows import RowList
from tui.errors import StoreBusy
from tui.model.change import Change
from tui.model.writes.cards import DeleteCard


async def open_history(p: Play) -> HistoryScreen:
    await p.press("g", "u")
    await p.until(lambda: isinstance(p.app.screen, HistoryScreen))
    page = p.app.screen
    assert isinstance(page, HistoryScreen)
    return page


async def test_enter_undoes_up_to_there(play, picture):
    async with play() as p:
        before = lists(p)
        await p.press("L", "a", "t", *" again", "enter", "J")
        page = await open_history(p)
        assert [action.state for action in page._entries.values()][:3] == ["done", "done", "done"]
        await p.sees("can be undone")
        await p.press("j", "j")
        assert picture(p, "history")
        await p.press("enter")
        await p.sees("Taken back: 3 changes")
        assert {action.state for action in page._entries.values()} >= {"undone", "final"}
        await p.press("G", "enter")
        await p.until(lambda: lists(p) == before)
        await p.press("enter")
        await p.sees("it is undone already: U does again what was undone last")
        await p.press("escape")
        assert lists(p) == before


async def test_what_wraps_in_a_narrow_terminal_stays_right_of_its_sign(play):
    async with play((50, 20)) as p:
        await p.press("t", *" of a name that is longer than the line", "enter", "u")
        await open_history(p)
        await p.sees("cannot be undone")
        lines = p.app.screen.query_one(RowList).render_lines(Region(0, 0, 50, 8))
        texts = ["".join(segment.text for segment in line) for line in lines]
        assert len([text for text in texts if text.strip()]) > 4, "some were wrapped"
        assert all(text[1:3].strip() in {"", "·", "↶"} for text in texts), texts


async def test_after_a_restart_only_what_another_window_did_meanwhile_is_told_apart(play, monkeypatch):
    async with play() as p:
        await p.press("t", *" again", "enter", "L")
    async with play() as p:
        await p.press("t", *" once", "enter")
        entries = p.workspace.writes.history()
        ended = entries[0].replace(batch=entries[0].batch + 1, words="Moved “Call Tane”", whose="closed")
        other = ended.replace(batch=ended.batch + 1, words="Starred “Leads”", whose="open")
        monkeypatch.setattr(type(p.workspace.writes), "history", lambda _: [other, ended, *entries])
        page = await open_history(p)
        assert [entry.whose for entry in page._entries.values()] == [
            "open",
            "closed",
            "here",
            "closed",
            "closed",
        ]
        told = [str(drawn).partition(" · ")[2] for _, drawn in page.entries()]
        assert told == [
            "Pipeline · in another window",
            "Pipeline · by a window or command that has ended",
            "Pipeline",
            "Pipeline",
            "Pipeline",
        ]


async def test_nothing_was_done_yet(play):
    async with play((80, 24)) as p:
        await open_history(p)
        await p.sees("Nothing was done yet.")
        await p.press("enter")
        assert isinstance(p.app.screen, HistoryScreen)


async def test_a_verb_on_many_names_the_cards_it_could_not_do(play, monkeypatch):
    async with play((160, 40)) as p:
        first, second, third = p.workspace.cards.faces(screen(p).lists[0].id)[:3]
        await p.press("v", "v", "v")
        cards = screen(p).cards
        # Gone in the very moment in which the key is pressed.
        await p.workspace.writes.submit(DeleteCard(board_id=p.board.id, card_id=second.id))
        monkeypatch.setattr(BoardScreen, "cards", property(lambda _: cards))
        await screen(p).ask(screen(p).keymap.commands["archive-card"])
        assert f"not “{second.name[:20]}" in said(p)
        assert "that card is not there any more" in said(p)
        assert {first.name, third.name}.isdisjoint(lists(p)["Leads"])


async def test_after_a_dropped_line_the_card_and_the_draft_are_there_again(play):
    async with play() as p:
        await p.press("l", "j", "enter")
        await p.until(lambda: isinstance(p.app.screen, CardScreen))
        name = here(p)[1]
        await p.press("C", *"Half a sentence")
        await p.until(lambda: p.workspace.drafts.get(f"comment:{p.app.screen.card.id}") == "Half a sentence")
        p.app.end_by_signal()
    async with play() as p:
        await p.until(lambda: isinstance(p.app.screen, CardScreen))
        assert p.app.screen.card.name == name
        assert here(p)[1] == name
        [told] = p.app._notifications
        assert told.title == "Not entered when the line was dropped, and kept"
        assert told.message.startswith("a comment on “")
        assert p.workspace.memory.get(DROPPED) == ""
        await p.sees("a draft is kept, C goes on with it")
        await p.press("C")
        await p.sees("Half a sentence")
    async with play() as p:
        await p.pilot.pause(0.2)
        assert not isinstance(p.app.screen, CardScreen)


async def test_a_title_that_was_not_entered_is_named_once_and_offered(play):
    async with play() as p:
        home = screen(p).lists[0]
        await p.press("n", *"Ring Tane")
        await p.until(lambda: p.workspace.drafts.get(f"new-card:{home.id}") == "Ring Tane")
    async with play() as p:
        await p.until(lambda: [*p.app._notifications])
        [told] = p.app._notifications
        assert (told.title, told.message) == (
            "Not entered, and kept",
            f"a new card in “{home.name}”: Ring Tane",
        )
        assert isinstance(p.app.screen, BoardScreen)
    async with play() as p:
        await p.pilot.pause(0.2)
        assert not [*p.app._notifications], "once"
        await p.press("n")
        await p.sees("Ring Tane")


async def test_a_store_that_fails_while_the_key_hints_are_read_is_told(play, monkeypatch):
    def fail():
        raise StoreBusy("Another program is writing.")

    async with play((80, 24)) as p:
        page = await open_history(p)
        monkeypatch.setattr(page, "show_keys", fail)
        page._show_change(Change())
        monkeypatch.undo()
        await p.sees("Another program is writing.")
