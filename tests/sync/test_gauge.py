import sys
import threading

from tui.sync.gauge import Gauge


def test_the_worst_part_is_shown_with_its_reason() -> None:
    gauge = Gauge(lambda: None)
    assert gauge.read().state == "starting"
    gauge.note("sync", "synced")
    gauge.note("push", "sending")
    assert gauge.read().state == "sending"
    gauge.note("pull", "offline", "name not found")
    assert (gauge.read().state, gauge.read().detail) == ("offline", "name not found")
    gauge.note("push", "unauthorized", "sign in again")
    assert (gauge.read().state, gauge.read().detail) == ("unauthorized", "sign in again")


def test_only_what_changes_is_told() -> None:
    told: list[None] = []
    gauge = Gauge(lambda: told.append(None))
    gauge.note("sync", "synced")
    gauge.note("sync", "synced")
    gauge.note("push", "synced")
    assert len(told) == 1


def test_progress_is_shown_while_loading_and_not_after() -> None:
    gauge = Gauge(lambda: None)
    gauge.note("sync", "synced")
    gauge.loading(100, 10_000)
    assert (gauge.read().state, gauge.read().loading_done, gauge.read().loading_total) == (
        "loading",
        100,
        10_000,
    )
    gauge.note("pull", "synced")
    assert (gauge.read().state, gauge.read().loading_done) == ("synced", 0)


def test_counts_of_the_outbox_are_passed_on() -> None:
    assert Gauge(lambda: None).read(waiting=3, refused=1).waiting == 3


def test_it_is_read_while_the_other_thread_notes_new_parts() -> None:
    """The status line is drawn in one thread, the parts are noted in another."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(300):
            gauge = Gauge(lambda: None)
            noting = threading.Thread(target=lambda g=gauge: [g.note(f"{n}", "synced") for n in range(20)])
            noting.start()
            while noting.is_alive():
                assert gauge.read().state == "starting"
            noting.join()
    finally:
        sys.setswitchinterval(before)
