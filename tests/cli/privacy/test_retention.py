"""What lookups left is erased at an age: in every store, once a day, and never where the settings say nothing."""

import asyncio
import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from tests.store.answers import remember
from tui.cli.privacy import retention
from tui.clock import ManualClock
from tui.model.enrich.people import PeoplePage
from tui.model.enrich.retention import Forgotten
from tui.model.finding import Finding
from tui.settings.config import Config
from tui.settings.paths import Paths
from tui.store.enrich.pages import remember_page
from tui.store.opening import open_store

NINETY = Config(privacy={"forget_after_days": 90})


@pytest.fixture
def paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Paths:
    monkeypatch.setenv("CARDSCOUT_HOME", str(tmp_path / "home"))
    return Paths.open()


def fill(paths: Paths, account: str, clock: ManualClock, *ages: int) -> None:
    """Give an account a store with a miss of each age, in days."""
    store = open_store(paths.store_file(account), clock)
    at = clock.now()
    for age in ages:
        key = f"email:{age}@x.example"
        remember(store, Finding(key=key, type="person", fetched_at=at - timedelta(age))).result()
    store.close()


def left(paths: Paths, account: str, clock: ManualClock) -> list[str]:
    """Return the keys of the answers that an account remembers."""
    store = open_store(paths.store_file(account), clock)
    try:
        return sorted(one.key for one in store.enrichment.findings.every())
    finally:
        store.close()


OLD, NEW = "email:100@x.example", "email:80@x.example"


def test_what_is_older_than_the_settings_allow_is_erased_in_every_store(
    paths: Paths, clock: ManualClock
) -> None:
    for account in ("local", "work"):
        fill(paths, account, clock, 100, 80)
    retention.forget_old(paths, NINETY, clock)
    assert left(paths, "local", clock) == left(paths, "work", clock) == [NEW]


@pytest.mark.parametrize("forget", [retention.forget_old, retention.forget_daily])
def test_without_a_setting_only_hits_that_are_no_longer_used_are_erased(
    paths: Paths,
    clock: ManualClock,
    caplog: pytest.LogCaptureFixture,
    forget: Callable[[Paths, Config, ManualClock], None],
) -> None:
    paths.store_file("broken").mkdir(parents=True)
    fill(paths, "local", clock, 100)
    store = open_store(paths.store_file("local"), clock)
    store.write(lambda tx: remember_page(tx, "shop", "search:old", PeoplePage())).result()
    clock.advance(3000)
    store.write(lambda tx: remember_page(tx, "shop", "search:new", PeoplePage())).result()
    clock.advance(700)
    store.close()
    forget(paths, Config(), clock)
    assert left(paths, "local", clock) == [OLD]
    store = open_store(paths.store_file("local"), clock)
    assert [key for _, _, key, _ in store.enrichment.findings.pages.every()] == ["search:new"]
    store.close()
    assert "nothing was erased" not in caplog.text


def test_a_store_that_cannot_be_opened_does_not_keep_the_others_from_it(
    paths: Paths, clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    fill(paths, "work", clock, 100)
    paths.store_file("broken").mkdir()
    retention.forget_old(paths, NINETY, clock)
    assert left(paths, "work", clock) == []
    assert "nothing was erased in account broken" in caplog.text


def test_it_is_done_once_a_day(paths: Paths, clock: ManualClock) -> None:
    fill(paths, "local", clock, 80)
    retention.forget_daily(paths, NINETY, clock)
    fill(paths, "local", clock, 100)
    clock.advance(3600)
    retention.forget_daily(paths, NINETY, clock)
    assert left(paths, "local", clock) == [OLD, NEW]
    clock.advance(86_400)
    retention.forget_daily(paths, NINETY, clock)
    assert left(paths, "local", clock) == [NEW]


def test_where_the_day_cannot_be_noted_nothing_is_erased(paths: Paths, clock: ManualClock) -> None:
    fill(paths, "local", clock, 100)
    shutil.rmtree(paths.state)
    retention.forget_daily(paths, NINETY, clock)
    assert left(paths, "local", clock) == [OLD]


def test_by_hand_it_is_counted_first_account_by_account(paths: Paths, clock: ManualClock) -> None:
    fill(paths, "local", clock, 100, 80)
    fill(paths, "work", clock, 80)
    before = clock.now() - timedelta(90)
    told = {"local": Forgotten(misses=1, receipts=1), "work": Forgotten()}
    assert retention.forget_in_all(paths, before, clock, dry_run=True) == (told, {})
    assert left(paths, "local", clock) == [OLD, NEW]
    assert retention.forget_in_all(paths, before, clock, dry_run=False) == (told, {})
    assert left(paths, "local", clock) == [NEW]


async def test_a_command_that_goes_on_does_it_every_hour(
    paths: Paths, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths.config_file.write_text("[privacy]\nforget_after_days = 90\n")
    fill(paths, "local", clock, 100)
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 2:
            raise asyncio.CancelledError

    monkeypatch.setattr(clock, "sleep", sleep)
    monkeypatch.setattr(retention, "SystemClock", lambda: clock)
    with pytest.raises(asyncio.CancelledError):
        await retention.keep_forgetting()
    assert slept == [3600, 3600]
    assert left(paths, "local", clock) == []


async def test_settings_that_break_are_said_once_and_the_last_ones_hold(
    paths: Paths, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    paths.config_file.write_text("[privacy]\nforget_after_days = 90\n")
    texts = iter(["[privacy", "[privacy", "[privacy]\nforget_after_days = 0\n"])
    fill(paths, "local", clock, 80)

    async def sleep(_seconds: float) -> None:
        if (text := next(texts, None)) is None:
            raise asyncio.CancelledError
        paths.config_file.write_text(text)
        clock.advance(5 * 86_400)

    monkeypatch.setattr(clock, "sleep", sleep)
    monkeypatch.setattr(retention, "SystemClock", lambda: clock)
    with pytest.raises(asyncio.CancelledError):
        await retention.keep_forgetting()
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith(f"note: {paths.config_file}")
    assert second.startswith(f"note: {paths.config_file}, line 2")
    assert left(paths, "local", clock) == []


def test_by_hand_a_store_that_cannot_be_opened_is_named_and_the_others_are_done(
    paths: Paths, clock: ManualClock
) -> None:
    fill(paths, "work", clock, 100)
    paths.store_file("broken").mkdir()
    gone, failed = retention.forget_in_all(paths, clock.now() - timedelta(90), clock, dry_run=False)
    assert (list(gone), list(failed)) == (["work"], ["broken"])
    assert left(paths, "work", clock) == []
