"""The feed of a screen: what comes from another thread is shown once a frame, as one change."""

from textual.message import Message

from tui.app.screens.feed import Changed, ScreenFeed
from tui.model.change import Change


class Screen:
    """Posts to itself, and keeps its timers."""

    is_running = True

    def __init__(self) -> None:
        self.posted: list[Message] = []
        self.timers: list[tuple[float, object]] = []

    def post_message(self, message: Message) -> bool:
        self.posted.append(message)
        return True

    def set_timer(self, delay: float, callback: object) -> None:
        self.timers.append((delay, callback))


def change(*card_ids: str, **bound: str) -> Change:
    return Change(frozenset({"cards"}), card_ids=frozenset(card_ids), bound=bound)


def feed() -> tuple[ScreenFeed, Screen, list[Change]]:
    screen, shown = Screen(), list[Change]()
    return ScreenFeed(screen, shown.append), screen, shown  # type: ignore[arg-type]  # all of a screen that it uses


def test_what_comes_before_it_is_shown_is_one_change():
    feeds, screen, shown = feed()
    feeds.receive(change("a"))
    feeds.receive(change("b"))
    assert len(screen.posted) == 1
    feeds.deliver()
    assert [each.card_ids for each in shown] == [frozenset({"a", "b"})]
    feeds.deliver()
    assert len(shown) == 1


def test_the_next_is_shown_a_frame_later():
    feeds, screen, shown = feed()
    for at in (100.0, 100.001):
        feeds.receive(change("a"))
        message = Changed()
        message.time = at
        feeds.next_frame(message)
    assert len(shown) == 1
    ((delay, deliver),) = screen.timers
    assert 0 < delay < 1 / 60
    assert deliver == feeds.deliver


def test_a_thing_is_known_by_the_id_the_service_gave_it():
    feeds, _, _ = feed()
    assert feeds.current_id("new-1") == "new-1"
    feeds.receive(change(**{"new-1": "s1"}))
    feeds.deliver()
    assert feeds.current_id("new-1") == "s1"


def test_it_listens_until_it_is_closed():
    feeds, _, shown = feed()
    listeners: list[object] = []

    def subscribe(listener):
        listeners.append(listener)
        return listeners.clear

    feeds.listen(subscribe)
    assert listeners == [feeds.receive]
    feeds.close()
    assert listeners == []
    assert shown == []
