"""A draft belongs to the window it is typed in; what is left behind is offered, to one."""

import os
from collections.abc import Callable

import pytest

from tui.clock import ManualClock
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard
from tui.store.db import Transaction
from tui.store.store import Store
from tui.store.windows import window


def test_open_windows_never_see_each_others_drafts(reopen: Callable[[], Store], store: Store) -> None:
    other = reopen()
    store.drafts.set("new-card:l", "Ring Ana").result()
    other.drafts.set("new-card:l", "Ring Tui").result()
    assert (store.drafts.get("new-card:l"), other.drafts.get("new-card:l")) == ("Ring Ana", "Ring Tui")
    assert store.drafts.left("new-card:l") == other.drafts.left("new-card:l") == []
    store.drafts.set("new-card:l", None).result()
    assert other.drafts.get("new-card:l") == "Ring Tui"


def test_what_a_window_that_died_left_is_the_next_ones_to_take(
    reopen: Callable[[], Store], store: Store, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in ("older", "newer"):
        dead = reopen()
        dead.drafts.set("comment:c", text).result()
        clock.advance(1)
        dead.close()
    assert store.drafts.left("comment:c") == ["newer", "older"]
    store.drafts.set("comment:c", "typed before it was seen").result()
    assert store.drafts.left("comment:c") == ["newer", "older"]
    assert store.drafts.take("comment:c", "newer").result()
    assert (store.drafts.get("comment:c"), store.drafts.left("comment:c")) == ("newer", ["older"])
    monkeypatch.setattr(window, "_open", set())
    assert reopen().drafts.left("comment:c") == ["newer", "older"]


def test_what_was_put_away_is_offered_here_again_and_nowhere_else(
    reopen: Callable[[], Store], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.drafts.set("title:c", "half").result()
    store.drafts.leave("title:c").result()
    assert (store.drafts.get("title:c"), store.drafts.left("title:c")) == (None, ["half"])
    # Seen from another process, whose windows are told by the process and when it began.
    monkeypatch.setattr(os, "getpid", lambda: 1)
    assert reopen().drafts.left("title:c") == []


def test_a_draft_keeps_what_it_changes_wherever_it_goes(
    reopen: Callable[[], Store], clock: ManualClock
) -> None:
    dead = reopen()
    dead.drafts.set("desc:c", "mine", "as it was").result()
    dead.close()
    clock.advance(1)
    here = reopen()
    assert here.drafts.base("desc:c") == "as it was"
    assert here.drafts.take("desc:c", "mine").result()
    assert (here.drafts.get("desc:c"), here.drafts.base("desc:c")) == ("mine", "as it was")
    here.drafts.leave("desc:c").result()
    here.drafts.set("desc:c", "again", "as it is").result()
    assert here.drafts.base("desc:c") == "as it is"
    here.drafts.set("comment:c", "new").result()
    assert here.drafts.base("comment:c") is here.drafts.base("desc:d") is None


def test_what_is_written_under_a_local_id_after_the_service_has_named_it_is_under_the_services(
    store: Store,
) -> None:
    card, service = new_local_id(), "6" * 24
    store.drafts.set(f"comment:{card}", "ha").result()
    made = CreateCard(board_id="b" * 24, card_id=card, list_id="c" * 24, name="Ana", pos=1.0)
    store.outbox.confirm(store.writes.submit(made).result().seq, {card: service}).result()
    store.drafts.set(f"comment:{card}", "half", "was").result()
    assert store.drafts.all() == {f"comment:{service}": "half"}
    assert store.drafts.base(f"comment:{service}") == "was"
    store.drafts.leave(f"comment:{card}").result()
    assert store.drafts.left(f"comment:{service}") == ["half"]
    store.drafts.take(f"comment:{card}", "half").result()
    assert store.drafts.get(f"comment:{service}") == "half"
    store.drafts.set(f"comment:{card}", None).result()
    assert store.drafts.all() == {}


def test_several_texts_put_away_for_one_thing_are_all_kept_the_same_one_once(
    store: Store, clock: ManualClock
) -> None:
    for text in ("Ring Ana", "Ring Bo", "Ring Ana", "Ring Cy"):
        clock.advance(1)
        store.drafts.set("new-card:l", text).result()
        store.drafts.leave("new-card:l").result()
    assert store.drafts.left("new-card:l") == ["Ring Cy", "Ring Ana", "Ring Bo"]
    assert store.drafts.interrupted() == []
    assert store.drafts.take("new-card:l", "Ring Ana").result()
    assert (store.drafts.get("new-card:l"), store.drafts.left("new-card:l")) == (
        "Ring Ana",
        ["Ring Cy", "Ring Bo"],
    )


def test_what_was_put_away_and_what_was_being_typed_are_both_kept_when_a_window_ends(
    reopen: Callable[[], Store], store: Store, clock: ManualClock
) -> None:
    dead = reopen()
    dead.drafts.set("new-card:l", "put away").result()
    dead.drafts.leave("new-card:l").result()
    clock.advance(1)
    dead.drafts.set("new-card:l", "half typed").result()
    dead.close()
    assert store.drafts.interrupted() == ["new-card:l"]
    store.drafts.leave_interrupted(store.drafts.interrupted()).result()
    assert store.drafts.left("new-card:l") == ["half typed", "put away"]
    assert store.drafts.interrupted() == []


def test_a_text_that_was_left_is_taken_by_one_window_only(reopen: Callable[[], Store], store: Store) -> None:
    dead, other = reopen(), reopen()
    dead.drafts.set("comment:c", "half", "was").result()
    dead.close()
    assert store.drafts.left("comment:c") == other.drafts.left("comment:c") == ["half"]
    assert other.drafts.take("comment:c", "half").result()
    assert not store.drafts.take("comment:c", "half").result()
    assert other.drafts.take("comment:c", "half").result(), "it is this one's"
    other.drafts.set("comment:c", None).result()  # it was entered
    assert not store.drafts.take("comment:c", "half").result()
    assert store.drafts.get("comment:c") is None


def test_a_text_from_before_windows_had_names_is_told_once_and_offered_ever_after(store: Store) -> None:
    def as_it_was(tx: Transaction) -> None:
        tx.run("INSERT INTO drafts (key, window, value, at) VALUES ('comment:c', '', 'half', 0)")

    store.write(as_it_was).result()
    assert store.drafts.interrupted() == ["comment:c"]
    store.drafts.leave_interrupted(store.drafts.interrupted()).result()
    assert (store.drafts.interrupted(), store.drafts.left("comment:c")) == ([], ["half"])
    assert store.drafts.take("comment:c", "half").result()
    assert store.drafts.get("comment:c") == "half"
