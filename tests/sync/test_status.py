import sys
import threading
from datetime import UTC, datetime

import pytest

from tui.errors import CardscoutError, CredentialError, Unauthorized, VaultClosed
from tui.model.sync import TokenTrouble
from tui.sync.status import StatusTracker, token_trouble


def test_the_worst_part_is_shown_with_its_reason() -> None:
    status = StatusTracker(lambda: None)
    assert status.read().state == "starting"
    status.note("sync", "synced")
    status.note("push", "sending")
    assert status.read().state == "sending"
    status.note("pull", "offline", "name not found")
    assert (status.read().state, status.read().detail) == ("offline", "name not found")
    status.note("push", "unauthorized", "sign in again")
    assert (status.read().state, status.read().detail) == ("unauthorized", "sign in again")


def test_the_end_of_a_pause_is_told_while_it_lasts() -> None:
    status, then = StatusTracker(lambda: None), datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
    status.note("pull", "rate_limited", "slowly", resume_at=then)
    assert status.read().resume_at == then
    status.note("pull", "synced")
    assert status.read().resume_at is None


def test_only_what_changes_is_told() -> None:
    told: list[None] = []
    status = StatusTracker(lambda: told.append(None))
    status.note("sync", "synced")
    status.note("sync", "synced")
    status.note("push", "synced")
    assert len(told) == 1


def test_progress_is_shown_while_loading_and_not_after() -> None:
    status = StatusTracker(lambda: None)
    status.note("sync", "synced")
    status.loading(100, 10_000)
    assert (status.read().state, status.read().loading_done, status.read().loading_total) == (
        "loading",
        100,
        10_000,
    )
    status.note("pull", "synced")
    assert (status.read().state, status.read().loading_done) == ("synced", 0)


def test_counts_of_the_outbox_are_passed_on() -> None:
    assert StatusTracker(lambda: None).read(waiting=3, refused=1).waiting == 3


def test_it_is_read_while_the_other_thread_notes_new_parts() -> None:
    """The status line is drawn in one thread, the parts are noted in another."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(300):
            status = StatusTracker(lambda: None)
            noting = threading.Thread(target=lambda g=status: [g.note(f"{n}", "synced") for n in range(20)])
            noting.start()
            while noting.is_alive():
                assert status.read().state == "starting"
            noting.join()
    finally:
        sys.setswitchinterval(before)


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (Unauthorized("no", service="board", status=401), "refused"),
        (VaultClosed("The vault is closed."), "locked"),
        (CredentialError("There is no token."), "missing"),
    ],
)
def test_what_is_wrong_with_a_token(error: CardscoutError, trouble: TokenTrouble) -> None:
    assert token_trouble(error) == trouble


def test_the_trouble_is_told_while_there_is_any() -> None:
    status = StatusTracker(lambda: None)
    status.note("sync", "synced")
    status.note("pull", "unauthorized", "The vault is closed.", trouble="locked")
    assert status.read().trouble == "locked"
    status.note("pull", "synced")
    assert status.read().trouble == ""
