"""When the services that the settings name are opened anew, without a session or a file."""

from tui.clock import ManualClock
from tui.errors import VaultClosed
from tui.secret import Secret
from tui.sync.link import Link
from tui.sync.loops import SIGNED_OUT
from tui.sync.settings_watch import SettingsWatch
from tui.sync.status import StatusTracker


def test_what_cannot_be_used_is_tried_again_after_a_while_or_when_somebody_looks(clock: ManualClock) -> None:
    named, tracker = ["one"], StatusTracker(lambda: None)
    watch = SettingsWatch("local", clock, tracker)
    link = Link("https://boards.example", "k", Secret("t"), services=lambda: named[-1])
    watch.retry()
    watch.use(link, leaves_services=False)
    assert not watch.is_due()
    named.append("two")
    assert watch.is_due()
    watch.fail(VaultClosed("The vault is closed."))
    clock.advance(SIGNED_OUT - 1)
    assert not watch.is_due()
    clock.advance(1)
    assert watch.is_due()
    watch.fail(VaultClosed("The vault is closed."))
    assert not watch.is_due()
    watch.retry()
    assert watch.is_due()
    assert watch.take(link)
    assert not watch.is_due()
    watch.use(link, leaves_services=True)
    assert watch.is_due(), "the session has those of another one"


def test_a_mistake_leaves_the_services_but_not_what_else_was_changed(clock: ManualClock) -> None:
    named, tracker = ["one"], StatusTracker(lambda: None)
    watch = SettingsWatch("local", clock, tracker)
    link = Link("https://boards.example", "k", Secret("t"), services=lambda: named[-1])
    wrong = link.replace(mistake="line 3: no")
    watch.use(wrong, leaves_services=False)
    assert tracker.read().mistake == "line 3: no"
    clock.advance(SIGNED_OUT)
    assert watch.is_due()
    assert not watch.take(wrong)
    assert not watch.is_due()
    named.append("two")
    assert watch.is_due()
    assert watch.take(wrong), "the mistake is of something else"
    clock.advance(SIGNED_OUT)
    assert watch.is_due()
    assert watch.take(link)
    assert tracker.read().mistake == ""
    clock.advance(SIGNED_OUT)
    assert not watch.is_due()
