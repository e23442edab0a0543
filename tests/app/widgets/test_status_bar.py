"""The lines around the board."""

from datetime import UTC, datetime, timedelta

import pytest
from rich.cells import cell_len

from tui.app.commands.command import CONFLICT
from tui.app.widgets.status_bar import Filtered, StatusBar, Title, TitleBar, seconds_left, sync_words
from tui.model.sync import SyncStatus

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (SyncStatus(), "opening"),
        (SyncStatus(state="synced"), "synced"),
        (SyncStatus(state="offline", waiting=3), "○ offline · 3 waiting"),
        (SyncStatus(state="sending", waiting=2), "⟳ sending · 2 waiting"),
        (SyncStatus(state="loading", loading_done=1200, loading_total=10000), "loading 1,200 of 10,000"),
        (SyncStatus(state="rate_limited", resume_at=NOW + timedelta(seconds=3.2)), "rate limited 4 s"),
        (SyncStatus(state="unauthorized", waiting=1), "! signed out · 1 waiting"),
        (SyncStatus(state="read_only"), "! read only: nothing can be saved"),
        (SyncStatus(state="synced", refused=2), "synced · ! 2 refused"),
        (SyncStatus(state="synced", conflicts=1, refused=2), "synced · ≠ 1 in conflict · ! 2 refused"),
        (SyncStatus(state="synced", waiting=1), "⟳ sending · 1 waiting"),
    ],
)
def test_the_state_of_the_sync(status, words):
    assert sync_words(status, NOW)[0] == words


def test_seconds_never_run_below_nothing():
    assert seconds_left(SyncStatus(state="rate_limited", resume_at=NOW - timedelta(seconds=9)), NOW) == 0


async def test_the_title_is_rewritten_only_when_it_changes(stage, monkeypatch):
    bar = TitleBar()
    async with stage(bar).run_test(size=(80, 5)) as pilot:
        said: list[object] = []
        update = bar.update

        def overheard(content, **how):
            said.append(content)
            update(content, **how)

        monkeypatch.setattr(bar, "update", overheard)
        for _ in range(3):
            bar.say(Title("Pipeline\x1b", "local", ("synced", "done"), right="37 cards"))
        await pilot.pause()
        assert len(said) == 1
        assert " Pipeline␛ ▾  local · synced" in pilot.app.text()
        assert "37 cards" in pilot.app.text()


def test_what_the_title_has_no_room_for_is_left_out_whole():
    sync = ("! not sent · 1 waiting · A then l logs in", "late")
    for length in range(2, 30):
        line = Title("B" * length, "team · read only", sync, right="37 cards").within(80).plain.rstrip()
        assert line.endswith(("l logs in", " 37 cards"))
    assert "read only" not in line


async def test_what_was_said_stands_before_the_keys(stage):
    bar = StatusBar()
    async with stage(bar).run_test(size=(60, 5)) as pilot:
        bar.hint([("j", "card"), ("?", "keys"), ("x", "a word too long for what is left of the line")])
        bar.tell("moved to Won [/]\x07", undo=True)
        bar.typed = "3g …"
        await pilot.pause()
        line = next(line for line in pilot.app.text().split("\n") if "moved" in line)
        assert (
            line.index("3g …")
            < line.index("moved to Won [/]␇")
            < line.index("u undoes")
            < line.index("j card")
        )
        assert "too long" not in line


LONG = "/label:hot -label:cold member:ana due:overdue has:checklist kōtare"


@pytest.mark.parametrize("board", ["B", "Pipeline", "漢字" * 20], ids=["short", "usual", "long and wide"])
@pytest.mark.parametrize(
    "sync", ["synced", "! not sent · 1 waiting · A then l logs in"], ids=["synced", "not sent"]
)
def test_a_filter_is_never_out_of_sight_however_narrow_the_title(board, sync):
    title = Title(
        board, "a colleague's", (sync, "done"), filtered=Filtered(LONG, ("12 of 1,037 shown", "12 of 1,037"))
    )
    for width in range(40, 161):
        line = title.within(width).plain
        assert cell_len(line) == width
        assert line.endswith(("… · 12 of 1,037 ", f"{LONG} · 12 of 1,037 ", f"{LONG} · 12 of 1,037 shown "))
        assert "  /label:" in line
        assert line.startswith(f" {board[:2]}")
        assert sync[:3] in line


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (40, " Leads ▾  synced     /due:week · 1 of 9 "),
        (60, " Leads ▾  local · synced     /due:week · 1 of 9 cards shown "),
    ],
)
def test_what_a_title_says_of_a_filter_with_little_room_and_with_enough(width, line):
    filtered = Filtered("/due:week", ("1 of 9 cards shown", "1 of 9"))
    assert Title("Leads", "local", ("synced", "done"), filtered=filtered).within(width).plain == line


def test_with_little_room_signs_stand_for_the_words_of_the_sync_and_the_account_stays():
    status = SyncStatus(state="offline", waiting=77, refused=2, conflicts=1)
    filtered = Filtered("/story 1", ("108 of 204 cards shown", "108 of 204"))
    line = Title("Sprint 31", "team", sync_words(status, NOW), filtered=filtered).within(80).plain
    assert line == " Sprint 31 ▾  team · ○ offline · ⟳ 77 · ≠ 1 · ! 2         /story 1 · 108 of 204 "


def test_a_board_with_a_long_name_leaves_room_for_the_state_of_the_sync():
    title = Title("Everything " * 9, "local", ("○ offline · 3 waiting", "late"), right="3 cards")
    assert title.within(40).plain == " Everything Ev… ▾  ○ offline · 3 waiting"


async def test_a_title_is_fitted_to_a_new_width(stage):
    bar = TitleBar()
    async with stage(bar).run_test(size=(120, 5)) as pilot:
        bar.say(Title("Leads", "local", ("synced", "done"), filtered=Filtered(LONG, ("1 of 9",))))
        await pilot.pause()
        assert LONG in pilot.app.text()
        await pilot.resize_terminal(60, 5)
        while bar.size.width != 60:
            await pilot.pause()
        await pilot.pause()
        assert "… · 1 of 9" in pilot.app.text().split("\n")[0]


def test_a_filter_is_shortened_to_the_cell_and_its_count_is_not():
    filtered = Filtered("/漢字 and on", ("3 of 9 shown", "3 of 9"))
    assert filtered.within(24) == "/漢字 and on · 3 of 9"
    assert filtered.within(30) == "/漢字 and on · 3 of 9 shown"
    assert filtered.within(15) == "/漢字… · 3 of 9"
    assert all(cell_len(filtered.within(room)) <= room for room in range(filtered.least, 40))
    assert Filtered("by due date").within(8) == "by due…"


async def test_a_message_while_cards_are_selected_gets_the_room_it_needs(stage):
    bar = StatusBar()
    async with stage(bar).run_test(size=(80, 5)) as pilot:
        bar.hint([("esc", "clears"), ("M", "move")])
        bar.selected = "3 selected"
        bar.tell("added 3 cards")
        await pilot.pause()
        assert "3 selected  │ added 3 cards  │ esc clears  M move" in pilot.app.text()
        said = "Undone: Moved 3 cards of Contacted to Qualified · U does it again"
        bar.tell(said)
        await pilot.pause()
        assert f" 3 sel.  │ {said}  │" in pilot.app.text()
        longer = said.replace("Qualified", "Negotiations")
        bar.tell(longer)
        await pilot.pause()
        assert f" 3  │ {longer}  │" in pilot.app.text()
        bar.clear_message()
        await pilot.pause()
        assert "3 selected  │ esc clears" in pilot.app.text()


async def test_the_help_is_offered_where_not_all_keys_fit(stage):
    bar = StatusBar()
    async with stage(bar).run_test(size=(30, 5)) as pilot:
        bar.hint([("enter", "open"), ("D", "due"), ("/", "filter"), ("?", "keys"), ("ctrl+p", "commands")])
        await pilot.pause()
        assert pilot.app.text().rstrip().endswith(" enter open  D due  ? keys")
        bar.tell("done")
        await pilot.pause()
        assert pilot.app.text().rstrip().endswith(" done  │ enter open  ? keys")
        await pilot.resize_terminal(20, 5)
        await pilot.pause()
        assert pilot.app.text().rstrip().endswith(" done  │ enter open"), "the first one comes before it"


async def test_a_message_is_read_to_its_end_before_a_key_is_hinted(stage):
    bar = StatusBar()
    async with stage(bar).run_test(size=(80, 5)) as pilot:
        bar.hint([("tab", "next part"), ("esc", "back")])
        gone = "nothing was written: this card is gone · g c shows what you typed"
        for said in (gone, CONFLICT.format(conflicts="g c")):
            bar.tell(said)
            await pilot.pause()
            assert f" {said}  │" in pilot.app.text()
        bar.place = "P" * 90
        bar.clear_message()
        await pilot.pause()
        assert "PP…  │ tab next part" in pilot.app.text()


@pytest.fixture
async def bottom_line(stage):
    """A bar in forty columns, and what is read in it."""
    bar = StatusBar()
    async with stage(bar).run_test(size=(40, 5)) as pilot:

        async def line(width=40):
            await pilot.resize_terminal(width, 5)
            await pilot.pause()
            return pilot.app.text().rstrip().rpartition("\n")[2].strip()

        yield bar, line


@pytest.mark.parametrize("shows_keys", [StatusBar.set_box_hints, StatusBar.mode])
async def test_an_earlier_message_gives_way_to_the_keys_of_a_box_and_of_a_mode_and_comes_back(
    bottom_line, shows_keys
):
    bar, line = bottom_line
    keys = [("enter", "rename it"), ("esc", "give up")]
    for words in (
        "new here? g ? takes a short tour",
        "what is far longer than the whole line is never shown whole",
    ):
        bar.tell(words)
        before = await line()
        assert before.startswith(words[:20])
        shows_keys(bar, keys)
        assert await line() == "enter rename it  esc give up"
        shows_keys(bar, ())
        assert await line() == before
    bar.tell("moved Ana", undo=True)
    shows_keys(bar, keys)
    assert await line(42) == "enter rename it  esc give up"
    assert await line(43) == "moved Ana  │ enter rename it  esc give up"
    shows_keys(bar, ())
    assert "moved Ana  u undoes  │" in await line(60)


async def test_no_undo_is_offered_where_its_key_is_a_letter(bottom_line):
    bar, line = bottom_line
    bar.mode([("enter", "adds")])
    bar.in_field = True
    bar.tell("added", undo=True)
    assert await line() == "added  │ enter adds"
    bar.in_field = False
    bar.mode()
    assert (await line()).startswith("added  u undoes  │")


async def test_what_is_said_in_a_box_or_a_mode_is_shown_beside_its_keys(bottom_line):
    bar, line = bottom_line
    keys = [("enter", "rename it"), ("esc", "give up")]
    bar.tell("it has that name")
    bar.mode(keys)
    assert await line() == "enter rename it  esc give up"
    bar.tell("it has that name")
    assert await line() == "it has that name  │ enter rename it"
    bar.set_box_hints(keys)
    assert await line() == "enter rename it  esc give up"
    bar.set_box_hints()
    assert await line() == "it has that name  │ enter rename it"


async def test_a_message_that_gives_way_takes_no_room_from_the_number_of_selected_cards(bottom_line):
    bar, line = bottom_line
    bar.selected = "2 selected"
    bar.tell("new here? g ? takes a short tour")
    bar.mode([("esc", "ends")])
    assert await line() == "2 selected  │ esc ends"


async def test_a_long_message_has_at_least_half_of_a_narrow_line(stage):
    bar = StatusBar()
    async with stage(bar).run_test(size=(40, 5)) as pilot:
        bar.mode([("enter", "stays with these"), ("esc", "all cards")])
        bar.tell("due: takes no 'foo' · there are due:overdue, due:today and more")
        await pilot.pause()
        assert " due: takes no 'foo' · there are due…  │" in pilot.app.text()
