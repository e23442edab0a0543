"""Each op ends in exactly one of: done, refused, given up; and leaves in order."""

from datetime import timedelta

import pytest

from tests.store.outbox.made_writes import BOARD, CARD, OTHER, SERVER, made, move
from tui.clock import ManualClock
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import UpdateCard
from tui.model.writes.labels import AddCardLabel, CreateLabel
from tui.store.store import Store


def test_one_entity_in_order_and_others_not_waiting_for_it(store: Store) -> None:
    first = store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="A")).result()
    store.writes.submit(move()).result()
    third = store.writes.submit(move(OTHER)).result()
    assert [row.seq for row in store.outbox.ready()] == [first.seq, third.seq]


def test_what_names_an_unbound_thing_waits_until_it_is_bound(store: Store) -> None:
    label, card = new_local_id(), new_local_id()
    make_label = store.writes.submit(CreateLabel(board_id=BOARD, label_id=label, name="Warm")).result()
    make_card = store.writes.submit(made(card)).result()
    wear = store.writes.submit(AddCardLabel(board_id=BOARD, card_id=card, label_id=label)).result()
    assert store.outbox.mark_inflight(wear.seq).result() is None
    store.outbox.mark_inflight(make_card.seq).result()
    store.outbox.confirm(make_card.seq, {card: SERVER}).result()
    assert [row.seq for row in store.outbox.ready()] == [make_label.seq]
    store.outbox.confirm(make_label.seq, {label: "f" * 24}).result()
    (ready,) = store.outbox.ready()
    assert ready.write == AddCardLabel(board_id=BOARD, card_id=SERVER, label_id="f" * 24)
    face = store.cards.face(card)
    assert face is not None
    assert (face.id, face.label_ids, face.pending) == (SERVER, ("f" * 24,), 1)


@pytest.mark.fault("F72")
def test_put_off_until_its_time_and_not_for_ever_when_the_clock_was_wrong(
    store: Store, clock: ManualClock
) -> None:
    row = store.writes.submit(move()).result()
    store.outbox.requeue(row.seq, clock.now() + timedelta(seconds=30)).result()
    assert store.outbox.ready() == []
    assert store.outbox.next_at() == clock.now() + timedelta(seconds=30)
    clock.advance(30)
    assert [one.seq for one in store.outbox.ready()] == [row.seq]
    for wrong in (timedelta(minutes=10), timedelta(days=2)):
        store.outbox.requeue(row.seq, clock.now() + wrong).result()
        assert [one.seq for one in store.outbox.ready()] == [row.seq]


def test_after_a_crash_what_was_leaving_is_uncertain_and_keeps_its_key(store: Store) -> None:
    row = store.writes.submit(move()).result()
    sent = store.outbox.mark_inflight(row.seq).result()
    assert sent is not None
    assert store.outbox.mark_inflight(row.seq).result() is None
    assert store.outbox.recover().result() == 1
    (left,) = store.outbox.in_state("uncertain")
    assert (left.key, left.attempts) == (row.key, 1)
    assert left.key == sent.key


@pytest.mark.fault("F70", "F71")
def test_one_sender_and_takeover_when_its_lease_is_over(store: Store, clock: ManualClock) -> None:
    lease = store.outbox.lease
    assert lease("one", clock.now()).result()
    assert not lease("two", clock.now()).result()
    assert lease("one", clock.now()).result()
    assert store.outbox.leader() == "one"
    clock.advance(31)
    assert store.outbox.leader() is None
    assert lease("two", clock.now()).result()
    store.outbox.release("one").result()
    assert not lease("one", clock.now()).result()
    store.outbox.release("two").result()
    assert lease("one", clock.now()).result()
