"""The enrich panel beside the board and beside the open card, against the real directory."""

from collections.abc import Callable
from threading import Event

from tui.app import type_ahead
from tui.app.widgets.enrich.panel import EnrichPanel
from tui.app.widgets.status_bar import StatusBar
from tui.model.subject import Subject
from tui.model.writes.cards import UpdateCard


async def opened(p):
    await p.press("e")
    await p.sees("ana.reid@tuiridge.example", EnrichPanel)


async def test_e_enter_a_is_the_main_job(play):
    async with play() as p:
        face = p.face("Ring Ana Reid")
        before = len(p.workspace.cards.comments(face.id))
        await opened(p)
        await p.sees("1–2 credits · 500 left · enter", EnrichPanel)
        await p.press("enter")
        await p.sees("Head of Operations", EnrichPanel)
        left = p.workspace.spending.credits()
        assert left in {498, 499}
        await p.press("a")
        await p.sees("which 3 members see?")
        await p.press("down", "enter")
        await p.sees("Attached as a comment", EnrichPanel)
        comments = p.workspace.cards.comments(face.id)
        assert len(comments) == before + 1
        assert "Head of Operations" in comments[0].text
        await p.press("a")
        await p.sees("Already attached", EnrichPanel)
        assert len(p.workspace.cards.comments(face.id)) == before + 1
        await p.press("enter")
        await p.pilot.pause(0.2)
        assert p.workspace.spending.credits() == left  # what is known is not paid for again


async def test_the_employer_is_looked_up_from_the_person(play):
    async with play() as p:
        await opened(p)
        await p.press("enter")
        await p.sees("Head of Operations", EnrichPanel)
        await p.press("j", "j", "j")
        await p.sees("Tūī Ridge: 1 credit", EnrichPanel)
        await p.press("enter")
        employer = p.workspace.lookups.subject("tuiridge.example")
        await p.until(lambda: p.workspace.lookups.finding(employer) is not None)
        await p.sees("domain tuiridge.example", EnrichPanel)


async def test_the_panel_follows_the_cursor_once_it_rests(play):
    async with play() as p:
        await opened(p)
        await p.press("escape", "j")
        assert not p.app.screen.has_class("-side")
        await p.press("e")
        await p.sees("priya.menon@ironbarkengineering.example person", EnrichPanel)
        await p.press("l")
        await p.sees("Enrich · Wiremu Te Rangi", EnrichPanel)


async def test_a_card_that_takes_long_to_read_is_named_at_once_and_shows_what_its_list_has(play, monkeypatch):
    async with play() as p:
        go_on = Event()
        read: Callable[[str], list[Subject]] = p.workspace.lookups.subjects

        def slowly(card_id: str) -> list[Subject]:
            go_on.wait(30)
            return read(card_id)

        monkeypatch.setattr(p.workspace.lookups, "subjects", slowly)
        try:
            await p.press("e")
            await p.sees("Enrich · Ring Ana Reid")
            await p.sees("⟳ reading its text", EnrichPanel)
            assert "▪hot" in p.text(EnrichPanel)
        finally:
            go_on.set()
        await p.sees("ana.reid@tuiridge.example", EnrichPanel)
        assert "reading" not in p.text(EnrichPanel)
        go_on.clear()
        try:
            await p.press("escape", "l", "e")
            await p.sees("⟳ reading its text", EnrichPanel)
            assert "ana.reid" not in p.text(EnrichPanel), "those of another card are not offered"
        finally:
            go_on.set()
        await p.sees("Wiremu", EnrichPanel)


async def test_a_card_about_nobody_teaches_and_one_can_be_typed_in(play):
    async with play() as p:
        face = p.face("Ring Ana Reid")
        await p.workspace.writes.submit(
            UpdateCard(board_id=p.board.id, card_id=face.id, name="Buy milk", desc="")
        )
        await p.press("e")
        await p.sees("names nobody yet", EnrichPanel)
        await p.press("tab", *"what is this", "enter")
        await p.sees("Give an e-mail, web address", EnrichPanel)
        await p.press("escape", "tab", *["backspace"] * 12, *"ana.reid@tuiridge.example", "enter")
        await p.sees("person · e-mail · typed in", EnrichPanel)
        await p.press("enter")
        await p.sees("Head of Operations", EnrichPanel)


async def test_offline_and_back(play):
    async with play() as p:
        await opened(p)
        p.wire.plugged = False
        await p.press("enter")
        await p.sees("Offline: ", EnrichPanel, tick=5)
        assert p.workspace.spending.credits() == 500
        p.wire.plugged = True
        await p.press("enter")
        await p.sees("Head of Operations", EnrichPanel, tick=5)


async def test_no_match_is_an_answer_that_can_be_asked_again(play):
    async with play() as p:
        await opened(p)
        await p.press("tab", *"nobody@nowhere-at-all.example", "enter")
        await p.sees("nobody@nowhere-at-all.example person", EnrichPanel)
        await p.press("enter")
        await p.sees("No match on 21 Nov", EnrichPanel)
        asked = len(p.wire.seen)
        p.clock.advance(60)
        await p.press("enter")
        await p.until(lambda: any("enrich" in path or "people" in path for _, path in p.wire.seen[asked:]))
        assert p.workspace.spending.credits() == 500


async def test_beside_the_open_card_too(play):
    async with play((80, 24)) as p:
        face = await p.open("Ring Ana Reid")
        await opened(p)
        await p.press("enter")
        await p.sees("Head of Operations", EnrichPanel)
        await p.press("a")
        await p.sees("Leave them out")
        await p.press("escape")
        await p.sees("Nothing was attached", EnrichPanel)
        await p.press("a")
        await p.sees("Leave them out")
        await p.press("enter")
        await p.until(lambda: "Head of Operations" in p.workspace.cards.comments(face.id)[0].text)
        assert "left out, private" in p.workspace.cards.comments(face.id)[0].text
        await p.sees("Attached as a comment · u undoes · left out, as private: 1 value", EnrichPanel)
        board = p.workspace.sharing.board(p.workspace.cards.get(face.id).id_board)
        assert board is not None
        assert board.answer is False
        await p.press("escape")
        assert not p.app.screen.has_class("-side")
        assert p.app.focused is not None


async def test_keys_of_the_board_go_on_working_beside_the_panel(play):
    async with play() as p:
        await opened(p)
        await p.press("g", "g")
        await p.press("question_mark")
        await p.until(lambda: type(p.app.screen).__name__ == "HelpScreen")


async def test_a_copy_goes_to_the_clipboard_with_a_hint(play):
    async with play() as p:
        await opened(p)
        await p.press("y")
        await p.sees("set-clipboard on", EnrichPanel)
        assert p.app.clipboard == "ana.reid@tuiridge.example"


async def test_a_panel_that_lost_the_focus_is_closed_by_escape_too(play):
    async with play((80, 24)) as p:
        await opened(p)
        await p.press("n", *"Ring Bo")
        await p.sees("enter add", StatusBar)
        await p.press("escape")
        assert p.app.screen.has_class("-side")
        await p.press("escape")
        assert not p.app.screen.has_class("-side")
        await p.press("e")
        await p.until(lambda: p.app.screen.has_class("-side"))


async def test_a_key_in_one_burst_with_others_pays_for_nothing(play, monkeypatch):
    async with play() as p:
        await opened(p)
        monkeypatch.setattr(type_ahead, "BURST", 3600.0)
        await p.press("enter")
        await p.sees("nothing was asked · press that again to ask: 1–2 credits")
        assert p.workspace.spending.credits() == 500
        monkeypatch.setattr(type_ahead, "BURST", 0.0)
        await p.press("enter")
        await p.sees("Head of Operations", EnrichPanel)
        monkeypatch.setattr(type_ahead, "BURST", 3600.0)
        left = p.workspace.spending.credits()
        await p.press("r", "r")
        await p.sees("nothing was asked · press that again to ask: ")
        assert p.workspace.spending.credits() == left
