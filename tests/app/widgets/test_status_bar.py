"""The lines around the board."""

from datetime import UTC, datetime, timedelta

import pytest

from tui.app.widgets.status_bar import StatusBar, TitleBar, seconds_left, sync_words
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
            bar.say(board="Pipeline\x1b", account="local", sync=("synced", "done"), right="37 cards")
        await pilot.pause()
        assert len(said) == 1
        assert " Pipeline␛ ▾  local · synced" in pilot.app.text()
        assert "37 cards" in pilot.app.text()


async def test_what_the_title_has_no_room_for_is_left_out_whole(stage):
    bar = TitleBar()
    async with stage(bar).run_test(size=(80, 5)) as pilot:
        sync = ("! not sent · 1 waiting · A then l logs in", "late")
        for length in range(2, 30):
            bar.say(board="B" * length, account="team · read only", sync=sync, right="37 cards")
            await pilot.pause()
            line = pilot.app.text().split("\n")[0].rstrip()
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


async def test_how_many_the_filter_shows_is_told_in_a_narrow_title_too(stage):
    bar = TitleBar()
    async with stage(bar).run_test(size=(40, 5)) as pilot:
        for words, shown in (("1 of 9 cards", "1 of 9 cards"), ("/due:week · 1 of 9 cards", "1 of 9")):
            bar.say(board="Leads", account="local", sync=("synced", "done"), right=words, short="1 of 9")
            await pilot.pause()
            assert (
                pilot.app.text().split("\n")[0].rstrip()
                == f"{' Leads ▾  local · synced'.ljust(39 - len(shown))}{shown}"
            )
