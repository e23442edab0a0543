"""The end of the program waits a moment for what is being sent, and no longer."""

import sys

import pytest

from tui.cli.online.leaving import MOST, send_rest
from tui.clock import ManualClock
from tui.model.sync import SyncState, SyncStatus


async def send() -> None:
    """Have what was written sent."""


@pytest.mark.parametrize(
    ("state", "sent_after", "waited"),
    [("synced", 3, 0.06), ("sending", 99, MOST), ("offline", 99, 0), ("unauthorized", 99, 0)],
)
def test_it_waits_for_what_can_be_sent(state: SyncState, sent_after: int, waited: float) -> None:
    clock = ManualClock()
    begun = clock.monotonic()

    def statuses() -> dict[str, SyncStatus]:
        return {"team": SyncStatus(state=state, waiting=int(len(clock.slept) < sent_after))}

    send_rest(send, statuses, clock)
    assert clock.monotonic() - begun == pytest.approx(waited, abs=0.021)


def test_it_is_said_and_ctrl_c_ends_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    clock = ManualClock()

    def statuses() -> dict[str, SyncStatus]:
        if len(clock.slept) > 9:
            raise KeyboardInterrupt
        return {"team": SyncStatus(state="sending", waiting=2)}

    send_rest(send, statuses, clock)
    assert capsys.readouterr().err == "sending 2 changes … ctrl+c leaves it to the next start\r\x1b[K"
