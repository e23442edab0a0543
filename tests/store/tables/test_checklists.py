"""The open items of checklists that have a date or somebody who does them, as pages across boards list them."""

import json
from datetime import UTC, datetime, timedelta

from tests.store.conftest import BOARD, ME, card_id
from tui.model.checklist import COMPLETE, CheckItem, Checklist
from tui.model.values.scalars import format_instant
from tui.model.writes.cards import UpdateCard
from tui.store.db import Transaction
from tui.store.migrate import SCHEMA
from tui.store.outbox.arrivals import Arrived
from tui.store.store import Store

DUE = datetime(2031, 2, 3, 9, tzinfo=UTC)
SOON = (DUE + timedelta(minutes=1)).isoformat()


def test_open_items_are_listed_by_their_dates_and_by_who_does_them(store: Store) -> None:
    items = (
        CheckItem(id="i1", name="Ship", pos=3, due=DUE + timedelta(hours=1), id_member=ME),
        CheckItem(id="i2", name="Pack", pos=2, due=DUE),
        CheckItem(id="i3", name="Cut", pos=1, id_member=ME),
        CheckItem(id="i4", name="Draw", pos=4),
        CheckItem(id="i5", name="Buy", pos=5, due=DUE, id_member=ME, state=COMPLETE),
    )
    checklist = Checklist(id="k", id_board=BOARD, id_card=card_id(1), name="Steps", check_items=items)
    store.arrive(Arrived(checklists=(checklist,))).result()
    found = store.checklists
    assert [one.item for one in found.to_do_of(ME, 9)] == ["i3", "i1"]
    assert [one.item for one in found.due(9)] == [one.item for one in found.due_on(BOARD)] == ["i2", "i1"]
    assert found.due_counts([SOON]) == [1, 2]
    ship = found.due(9)[1]
    assert (ship.face.name, ship.face.member_ids) == ("Ship · Card 1", (ME,))
    assert ship.place == f"{card_id(1)}/checklists/i1"

    # What a store of an earlier version has is read from its payloads, as it would be kept.
    (kept,) = store._db.first("SELECT to_do FROM checklists")
    *_, fill, _ = (SCHEMA / "0022_to_do.sql").read_text().split(";")

    def fill_in(tx: Transaction) -> None:
        tx.run("UPDATE checklists SET to_do = NULL")
        tx.run(fill)
        tx.changed("checklists")

    store.write(fill_in).result()
    (filled,) = store._db.first("SELECT to_do FROM checklists")
    assert sorted(json.loads(filled)) == sorted(json.loads(kept))


def test_a_card_knows_when_its_open_items_are_due(store: Store) -> None:
    items = (
        CheckItem(id="i1", name="Ship", due=DUE + timedelta(hours=1)),
        CheckItem(id="i2", name="Pack", due=DUE, id_member=ME),
        CheckItem(id="i3", name="Buy", due=DUE, state=COMPLETE),
        CheckItem(id="i4", name="Cut", id_member=ME),
    )
    checklist = Checklist(id="k", id_board=BOARD, id_card=card_id(1), name="Steps", check_items=items)
    store.arrive(Arrived(checklists=(checklist,))).result()

    def dues(number: int) -> tuple[str, ...]:
        face = store.cards.face(card_id(number))
        assert face is not None
        return face.item_dues

    kept = (format_instant(DUE), format_instant(DUE + timedelta(hours=1)))
    assert dues(1) == kept
    [one] = [card for card in store.checklists.due(9) if card.item == "i2"]
    assert one.face.item_dues == (), "an item that is listed has no items"
    between = store.checklists.due_between(DUE - timedelta(hours=1), DUE)
    assert [card.item for card in between] == ["i2"]

    # A store of an earlier version has it in its checklists.
    _, fill, *_ = (SCHEMA / "0023_item_dues.sql").read_text().split(";")

    def fill_in(tx: Transaction) -> None:
        tx.run("UPDATE cards SET item_dues = ''")
        tx.run(fill)
        tx.changed("cards")

    store.write(fill_in).result()
    assert dues(1) == kept

    ticked = tuple(item.replace(state=COMPLETE) for item in items)
    store.arrive(Arrived(checklists=(checklist.replace(check_items=ticked),))).result()
    assert dues(1) == ()


def test_items_of_a_card_whose_date_is_met_are_due_no_more(store: Store) -> None:
    item = CheckItem(id="i1", name="Ship", due=DUE)
    checklist = Checklist(id="k", id_board=BOARD, id_card=card_id(1), name="Steps", check_items=(item,))
    store.arrive(Arrived(checklists=(checklist,))).result()
    done = UpdateCard(board_id=BOARD, card_id=card_id(1), due=DUE, due_complete=True)
    store.writes.submit(done).result()
    found = store.checklists
    assert (found.due(9), found.due_counts([SOON])) == ([], [0, 0])
    assert found.due_between(DUE - timedelta(hours=1), DUE) == []
    assert [one.item for one in found.due_on(BOARD)] == ["i1"], "the calendar shows all that has a date"
