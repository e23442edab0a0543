"""Fields that were changed on two sides: which stands, what is kept of the other, and how it is chosen."""

from typing import Any

import pytest

from tests.store.conftest import BOARD, NEW, OLD, card_id
from tui.clock import ManualClock
from tui.errors import StoreError
from tui.model.card import Card
from tui.model.sync import Chosen, Conflict
from tui.model.writes.base import Write
from tui.model.writes.boards import UpdateBoard
from tui.model.writes.cards import MoveCard, UpdateCard
from tui.model.writes.checklists import CreateCheckItem, CreateChecklist, UpdateCheckItem
from tui.model.writes.comments import AddComment
from tui.model.writes.lists import UpdateList
from tui.store.outbox.arrivals import Arrived
from tui.store.outbox.contested_fields import (
    ContestedField,
    choose,
    discard,
    note_archived,
    note_moves,
    record_conflict,
    settle,
    split_conflicts,
)
from tui.store.store import Store
from tui.sync.merge import merge

ANA = card_id(0)


def rename(name: str, **more: Any) -> UpdateCard:
    return UpdateCard(board_id=BOARD, card_id=ANA, name=name, **more)


def named(store: Store) -> str:
    face = store.cards.face(ANA)
    assert face is not None
    return face.name


def told(store: Store) -> Conflict:
    [found] = store.conflicts.all()
    return found


@pytest.fixture
def contested(store: Store) -> Store:
    """A title that a write wants to be "Mine", and is "Theirs" by now."""
    seq = store.writes.submit(rename("Mine")).result().seq
    store.outbox.contest(seq, [ContestedField("name", "Card 0", "Theirs")], None).result()
    store.arrive(Arrived(cards=(Card(id=ANA, id_board=BOARD, id_list=NEW, name="Theirs", pos=0),))).result()
    assert named(store) == "Theirs"
    return store


def pick(store: Store, chosen: Chosen, value: str | None = None) -> bool:
    ident = told(store).id
    return store.write(lambda tx: choose(tx, ident, chosen, value)).result()


@pytest.mark.parametrize(
    ("chosen", "value", "name"),
    [("mine", None, "Mine"), ("theirs", None, "Theirs"), ("merged", "Both", "Both")],
)
def test_what_is_chosen_is_written_and_the_rest_kept(
    contested: Store, chosen: Chosen, value: str | None, name: str
) -> None:
    assert pick(contested, chosen, value)
    assert named(contested) == name
    assert contested.outbox.counts()[0] == (0 if name == "Theirs" else 1), (
        "what is there is not written again"
    )
    assert (contested.conflicts.open(), told(contested).chosen) == (0, chosen)
    assert pick(contested, "theirs"), "one may think better of it"
    assert named(contested) == "Theirs"


def test_what_changed_once_more_is_shown_before_anything_is_chosen(contested: Store) -> None:
    later = Card(id=ANA, id_board=BOARD, id_list=NEW, name="Later", pos=0)
    contested.arrive(Arrived(cards=(later,))).result()
    assert not pick(contested, "mine")
    assert (told(contested).theirs, told(contested).chosen, named(contested)) == ("Later", "", "Later")
    assert pick(contested, "mine")
    assert named(contested) == "Mine"


def test_what_was_thrown_away_cannot_be_chosen(contested: Store) -> None:
    ident = told(contested).id
    contested.write(lambda tx: discard(tx, ident)).result()
    assert contested.conflicts.all() == []
    assert contested.conflicts.get(ident) is None
    assert contested.conflicts.write(ident) is None
    with pytest.raises(StoreError, match="settled already"):
        contested.write(lambda tx: choose(tx, ident, "mine")).result()


def test_a_part_of_a_write_that_is_not_contested_is_still_sent(store: Store) -> None:
    seq = store.writes.submit(rename("Mine", desc="by Friday")).result().seq
    store.outbox.mark_inflight(seq).result()
    left = rename("Mine", desc="by Friday").without({"name": "Theirs"})
    store.outbox.contest(seq, [ContestedField("name", "Card 0", "Theirs")], left).result()
    [row] = store.outbox.in_state("inflight") + store.outbox.in_state("waiting")
    assert row.write == UpdateCard(board_id=BOARD, card_id=ANA, desc="by Friday")
    assert row.inverse == (UpdateCard(board_id=BOARD, card_id=ANA, desc=""),)
    assert named(store) == "Card 0", "the contested part is shown no more"


def test_a_text_for_what_is_gone_is_kept_and_other_changes_of_it_are_dropped(store: Store) -> None:
    seq = store.writes.submit(rename("Mine")).result().seq
    store.outbox.refuse_orphaned(seq, "It is gone.").result()
    one = told(store)
    assert (one.why, one.base, one.mine, one.theirs) == ("deleted", "Card 0", "Mine", "")
    [row] = store.outbox.in_state("dropped")
    assert row.reason == "It is gone."
    note = AddComment(board_id=BOARD, card_id=card_id(1), comment_id="new-1", text=one.mine)
    store.write(lambda tx: settle(tx, one.id, note)).result()
    assert (told(store).chosen, store.conflicts.open()) == ("made", 0)
    assert [each.text for each in store.actions.comments(card_id(1))] == ["Mine"]


def test_a_move_of_what_is_gone_has_no_text_to_keep(store: Store) -> None:
    seq = store.writes.submit(MoveCard(board_id=BOARD, card_id=ANA, list_id=OLD, pos=1)).result().seq
    store.outbox.refuse_orphaned(seq, "It is gone.").result()
    assert store.conflicts.all() == []
    assert [row.reason for row in store.outbox.in_state("refused")] == ["It is gone."]


def test_a_move_over_somebody_elses_is_told_and_can_be_given_back(store: Store) -> None:
    row = store.writes.submit(MoveCard(board_id=BOARD, card_id=ANA, list_id=OLD, pos=1)).result()
    [queued] = store.outbox.in_state("waiting")
    store.write(lambda tx: note_moves(tx, queued, NEW, "Bo Day")).result()
    one = told(store)
    assert (one.why, one.base, one.mine, one.theirs) == ("moved", "New", "Old", "New")
    assert (one.who, one.chosen) == ("Bo Day", "mine")
    assert pick(store, "theirs")
    face = store.cards.face(ANA)
    assert face is not None
    assert face.list_id == NEW
    store.write(lambda tx: note_moves(tx, queued.replace(write=rename("x")), NEW, "")).result()
    assert len(store.conflicts.all()) == 1, f"{row.seq} moved nothing then"


@pytest.mark.parametrize(("chosen", "closed"), [("theirs", True), ("mine", False)])
def test_a_change_of_an_archived_card_is_told(store: Store, chosen: Chosen, closed: bool) -> None:
    store.writes.submit(rename("Mine")).result()
    [queued] = store.outbox.in_state("waiting")
    store.write(lambda tx: note_archived(tx, queued, "Bo Day")).result()
    one = told(store)
    assert (one.why, one.base, one.who) == ("archived", "on the board", "Bo Day")
    assert (one.mine, one.theirs) == ("on the board", "archived")
    assert pick(store, chosen)
    card = store.cards.get(ANA)
    assert card is not None
    assert card.closed is closed


def test_an_edit_of_what_changed_since_it_was_seen_is_kept_aside(store: Store) -> None:
    edits = [rename("Mine", desc="by Friday")]
    seen = {"name": "Card before", "desc": ""}
    assert store.writes.edit(edits, seen, merge).result() == 1
    assert (told(store).base, told(store).mine, told(store).theirs) == ("Card before", "Mine", "Card 0")
    card = store.cards.get(ANA)
    assert card is not None
    assert (card.name, card.desc) == ("Card 0", "by Friday")
    with pytest.raises(StoreError) as caught:
        store.writes.edit([UpdateCard(board_id=BOARD, card_id="f" * 24, name="x")], {}, merge).result()
    assert "board has changed" in caught.value.hint


@pytest.mark.parametrize(
    ("base", "mine", "now", "left", "found"),
    [
        ("a", "b", "a", "b", []),  # only mine
        ("a", "b", "b", None, []),  # both the same
        ("a", "a", "b", None, []),  # only theirs
        ("a", "b", "c", None, ["c"]),  # both
    ],
)
def test_a_field_is_contested_only_if_both_changed_it(
    base: str, mine: str, now: str, left: str | None, found: list[str]
) -> None:
    write, conflicts = split_conflicts(rename(mine), {"name": base}, {"name": now}, merge)
    assert (None if write is None else getattr(write, "name", None)) == left
    assert [one.theirs for one in conflicts] == found
    assert split_conflicts(rename(mine), {}, {"name": now}, merge) == (rename(mine), [])


def test_changes_of_different_lines_are_both_kept() -> None:
    write = UpdateCard(board_id=BOARD, card_id=ANA, desc="one\ntwo\nTHREE\n")
    base, now = {"desc": "one\ntwo\nthree\n"}, {"desc": "ONE\ntwo\nthree\n"}
    merged, conflicts = split_conflicts(write, base, now, merge)
    assert conflicts == []
    assert getattr(merged, "desc", None) == "ONE\ntwo\nTHREE\n"


def test_whoever_shows_conflicts_hears_of_each_change(contested: Store) -> None:
    heard: list[frozenset[str]] = []
    end = contested.feed.subscribe(lambda change: heard.append(frozenset(change.nouns)))
    later = Card(id=ANA, id_board=BOARD, id_list=NEW, name="Later", pos=0)
    contested.arrive(Arrived(cards=(later,))).result()
    heard.clear()
    assert not pick(contested, "mine")
    assert pick(contested, "theirs")
    ident = told(contested).id
    contested.write(lambda tx: discard(tx, ident)).result()
    end()
    assert [nouns >= {"conflicts"} for nouns in heard] == [True] * 3


@pytest.mark.parametrize(("field", "base"), [("name", "a"), ("desc", None)])
def test_only_texts_of_several_lines_are_merged(field: str, base: str | None) -> None:
    write = UpdateCard(board_id=BOARD, card_id=ANA, **{field: "mine"})
    left, found = split_conflicts(write, {field: base}, {field: "theirs"}, lambda *_: "merged")
    assert left is None
    assert found == [ContestedField(field, base, "theirs")]


def test_writes_of_one_edit_are_undone_as_one(store: Store) -> None:
    writes = [rename("Mine"), UpdateCard(board_id=BOARD, card_id=card_id(1), name="Too")]
    assert store.writes.edit(writes, {}, merge).result() == 0
    assert [face.name for face in store.cards.faces(NEW)][:2] == ["Mine", "Too"]
    store.writes.undo().result()
    assert [face.name for face in store.cards.faces(NEW)][:2] == ["Card 0", "Card 1"]


def test_what_was_typed_after_a_contested_write_starts_from_the_value_before_both(store: Store) -> None:
    first = store.writes.submit(rename("Mine")).result().seq
    store.outbox.mark_inflight(first).result()
    store.writes.submit(rename("Mine again")).result()
    assert [row.base for row in store.outbox.in_state("waiting")] == [{"name": "Mine"}]
    store.outbox.contest(first, [ContestedField("name", "Card 0", "Theirs")], None).result()
    assert [row.base for row in store.outbox.in_state("waiting")] == [{"name": "Card 0"}]
    assert [row.reason for row in store.outbox.in_state("dropped")] == ["Somebody else changed it too."]


def test_a_merged_text_takes_the_place_of_the_one_that_waits_and_is_undone_as_before(store: Store) -> None:
    heard: list[frozenset[str]] = []
    mine = UpdateCard(board_id=BOARD, card_id=ANA, desc="mine")
    seq = store.writes.submit(mine).result().seq
    store.feed.subscribe(lambda change: heard.append(frozenset(change.nouns)))
    store.outbox.contest(seq, [], UpdateCard(board_id=BOARD, card_id=ANA, desc="merged")).result()
    [row] = store.outbox.in_state("waiting")
    assert row.write == UpdateCard(board_id=BOARD, card_id=ANA, desc="merged")
    assert row.inverse == (UpdateCard(board_id=BOARD, card_id=ANA, desc=""),)
    assert store.conflicts.all() == []
    assert "outbox" in heard[-1]
    card = store.cards.get(ANA)
    assert card is not None
    assert card.desc == "merged"


def test_of_a_deleted_thing_nothing_waits_again_and_what_needs_it_keeps_its_text_too(store: Store) -> None:
    at = {"board_id": BOARD, "card_id": ANA, "checklist_id": "new-1"}
    folded, seq = (store.writes.submit(rename(name)).result().seq for name in ("First", "Second"))
    made = store.writes.submit(CreateChecklist(**at, name="Steps", pos=1)).result().seq
    store.writes.submit(CreateCheckItem(**at, item_id="new-2", name="Ring her", pos=1)).result()
    store.writes.submit(UpdateCheckItem(**at, item_id="new-2", state="complete")).result()
    for each in (seq, made, folded, 99):
        store.outbox.refuse_orphaned(each, "It is gone.").result()
    assert [(one.why, one.mine) for one in reversed(store.conflicts.all())] == [
        ("deleted", "Second"),
        ("deleted", "Steps"),
        ("deleted", "Ring her"),
    ]
    assert store.outbox.counts() == (0, 0)


@pytest.mark.parametrize(
    ("write", "thing"),
    [
        (UpdateList(board_id=BOARD, list_id=OLD, name="Mine"), "Old"),
        (UpdateBoard(board_id=BOARD, name="Mine"), "Sales"),
        (rename("Mine"), "Card 0"),
        (UpdateCard(board_id="f" * 24, card_id="f" * 24, name="Mine"), ""),
    ],
)
def test_a_conflict_tells_when_it_was_and_of_what(
    store: Store, clock: ManualClock, write: Write, thing: str
) -> None:
    store.write(lambda tx: record_conflict(tx, "both", write, ContestedField("name", "", "Theirs"))).result()
    one = told(store)
    assert (one.at, one.thing, one.board) == (clock.now(), thing, "Sales" if thing else "")
    assert (one.chosen, one.who) == ("", "")


def test_a_move_that_was_given_back_can_be_made_once_more(store: Store) -> None:
    store.writes.submit(MoveCard(board_id=BOARD, card_id=ANA, list_id=OLD, pos=1)).result()
    [queued] = store.outbox.in_state("waiting")
    store.write(lambda tx: note_moves(tx, queued, NEW, "")).result()
    choices: list[tuple[Chosen, str]] = [("theirs", NEW), ("mine", OLD)]
    for chosen, place in choices:
        assert pick(store, chosen)
        face = store.cards.face(ANA)
        assert face is not None
        assert face.list_id == place
    unknown = queued.replace(base=None)
    store.write(lambda tx: note_moves(tx, unknown, NEW, "")).result()
    assert store.conflicts.all()[0].base == "", "where it was before is not known"


def test_nothing_can_be_chosen_for_a_card_that_is_gone(contested: Store) -> None:
    contested.arrive(Arrived(gone=(("cards", ANA),))).result()
    with pytest.raises(StoreError, match="not there any more") as caught:
        pick(contested, "mine")
    assert caught.value.hint == "Its text can be copied."
    assert contested.conflicts.open() == 1


def test_a_conflict_that_is_recorded_or_settled_is_told(contested: Store) -> None:
    heard: list[frozenset[str]] = []
    contested.feed.subscribe(lambda change: heard.append(frozenset(change.nouns)))
    ident = told(contested).id
    write = rename("Mine")
    contested.write(lambda tx: record_conflict(tx, "both", write, ContestedField("name", "", ""))).result()
    note = AddComment(board_id=BOARD, card_id=card_id(1), comment_id="new-1", text="Mine")
    contested.write(lambda tx: settle(tx, ident, note)).result()
    assert [nouns >= {"conflicts"} for nouns in heard] == [True] * 2


def test_a_discarded_conflict_takes_the_draft_of_its_merged_text_along(store: Store) -> None:
    write = UpdateCard(board_id=BOARD, card_id=card_id(0), name="Mine")
    found = ContestedField("name", "Card 0", "Theirs")
    for _ in range(2):
        store.write(lambda tx: record_conflict(tx, "both", write, found)).result()
    one, other = store.conflicts.all()
    for ident in (one.id, other.id):
        store.drafts.set(f"merge:{ident}", "both").result()
    store.write(lambda tx: discard(tx, one.id)).result()
    assert store.drafts.all() == {f"merge:{other.id}": "both"}
