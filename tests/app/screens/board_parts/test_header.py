"""The title of the board, and how its cards are drawn."""

from unittest.mock import MagicMock

from tests.app.screens.conftest import screen
from tui.app.screens.board_parts import header
from tui.app.widgets.status_bar import StatusBar
from tui.model.change import Change
from tui.model.sync import SyncStatus
from tui.services.boards import Boards
from tui.services.cards import Cards


async def test_how_far_the_loading_is_waits_until_the_keys_rest(play, monkeypatch):
    monkeypatch.setattr(header, "QUIET", 0.05)
    async with play() as p:

        def loaded(cards: int) -> None:
            monkeypatch.setattr(p.workspace.sync, "status", lambda: SyncStatus("loading", loading_done=cards))
            screen(p).head.look()
            screen(p).head.show_title()

        loaded(100)
        await p.sees("loading 100")
        await p.press("j")
        loaded(200)
        for _ in range(4):
            await p.pilot.pause(0.05)
        assert "loading 100" in p.text()
        screen(p).filter.narrow("ana")
        await p.sees("loading 200")
        await p.press("j")
        loaded(300)
        p.clock.advance(0.06)
        await p.sees("loading 300")


async def test_a_change_is_followed_by_one_look_at_what_the_title_says_and_a_filter_by_none(
    play, monkeypatch
):
    looks = list[str]()

    def counted(part: object, name: str) -> None:
        read = getattr(part, name)

        def look(*args: object) -> object:
            looks.append(name)
            return read(*args)

        monkeypatch.setattr(part, name, look)

    async with play() as p:
        board = screen(p)
        counted(p.workspace.sync, "status")
        counted(p.workspace.access, "read_only_reason")
        card = board.cards[0].id
        board.reload(Change(frozenset({"cards", "outbox"}), frozenset({p.board.id}), frozenset({card})))
        assert sorted(looks) == ["read_only_reason", "status"]
        looks.clear()
        board.filter.narrow("ana")
        board.selection.pick([card])
        assert not looks


async def test_both_themes_draw_the_board(play):
    async with play() as p:
        await p.press("f2")
        assert not p.app.current_theme.dark
        await p.until(lambda: not screen(p).kanban.row.card_style.dark)
        assert screen(p).kanban.row.card_style.variables["card"] == p.app.current_theme.variables["card"]
        assert "Leads" in p.text()


async def test_what_has_not_been_read_is_not_said_to_be_empty(play, monkeypatch):
    monkeypatch.setattr(Boards, "was_read", lambda *_: False)
    monkeypatch.setattr(Cards, "counts", lambda *_: {})
    monkeypatch.setattr(Cards, "next_faces", lambda *_: [])
    monkeypatch.setattr(Cards, "face", lambda *_: None)
    async with play() as p:
        await p.sees("Contacted … Qualified")
        assert p.words().count("loading …") >= 4
        assert "0 cards" not in p.words()
        assert "no cards" not in p.words()
        assert "n adds one" not in p.words()
        with monkeypatch.context() as gone:
            gone.setattr(p.workspace.sync, "status", lambda: SyncStatus("offline"))
            screen(p).reload()
            await p.sees("not here yet")
        monkeypatch.setattr(Boards, "was_read", lambda *_: True)
        screen(p).reload()
        await p.sees("no cards")
        assert "0 cards" in p.words()


async def test_what_is_not_sent_yet_is_marked_and_counted(play):
    async with play() as p:
        p.wire.plugged = False
        await p.press("L")
        assert "⟳" in p.text()
        await p.sees("1 waiting")


async def test_why_the_workspace_of_this_machine_does_not_answer_is_told_once(play, monkeypatch):
    """There is no network that could come back: a damaged file looked like a line that was down."""
    async with play() as p:
        told: list[tuple[str, str]] = []
        monkeypatch.setattr(screen(p), "notify", lambda text, **how: told.append((text, how["title"])))
        with monkeypatch.context() as broken:
            for detail in (
                "It is damaged. 61 cards are here.",
                "It cannot be opened.",
                "It is damaged. 62 cards are here.",
            ):
                now = SyncStatus("offline", detail=detail)
                broken.setattr(p.workspace.sync, "status", MagicMock(return_value=now))
                screen(p).head.look()
        title = "The workspace on this machine does not answer"
        assert told == [("It is damaged. 61 cards are here.", title), ("It cannot be opened.", title)]


async def test_a_mistake_in_the_settings_is_told_until_it_is_mended(play, monkeypatch):
    async with play() as p:
        told: list[str] = []
        wrong = "config.toml, line 3: no\nwrite yes"
        monkeypatch.setattr(screen(p), "notify", lambda text, **_: told.append(text))
        for mistake in (wrong, wrong, "", wrong):
            now = SyncStatus("synced", mistake=mistake)
            monkeypatch.setattr(p.workspace.sync, "status", MagicMock(return_value=now))
            screen(p).head.look()
        assert told == [wrong] * 2


async def test_a_board_without_cards_tells_only_keys_that_do_something_there(play, monkeypatch):
    monkeypatch.setattr(StatusBar, "STANDS", 0.01)
    async with play((80, 24)) as p:
        await p.sees("j card", StatusBar)
        board = await p.workspace.boards.create("Bare", lists=("One", "Two"))
        p.app.screen.go(f"board:{board}")
        await p.sees("n new ? keys ctrl+p commands l list / filter b boards", StatusBar)
        await p.press("n", *"first", "enter", "escape")
        await p.sees("j card", StatusBar)
        await p.press("slash", *"nothing like it", "enter")
        await p.sees("n new ? keys", StatusBar)
        assert "j card" not in p.words(StatusBar)
        await p.press("escape")
        await p.sees("j card", StatusBar)
