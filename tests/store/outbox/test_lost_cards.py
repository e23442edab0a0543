"""Cards that the service has lost become conflicts, with all their text, in the transaction in which they go."""

from datetime import UTC, datetime

import pytest

from tests.store.conftest import card_id
from tests.store.outbox.test_arrivals import BOARD, CARD, NEW, card
from tui.model.action import Comment
from tui.model.checklist import CheckItem, Checklist
from tui.model.writes.cards import CreateCard, UpdateCard
from tui.store.outbox.arrivals import Arrived, Complete
from tui.store.outbox.contested_fields import ContestedField
from tui.store.store import Store

DUE = datetime(2026, 12, 1, tzinfo=UTC)


def held(store: Store) -> list[tuple[str, str, str]]:
    return [(one.thing, one.why, one.mine) for one in store.conflicts.all()]


def test_a_lost_card_is_kept_with_its_checklists_and_comments(store: Store) -> None:
    items = (
        CheckItem(id="1" * 24, name="ring", state="complete", pos=1.0),
        CheckItem(id="2" * 24, name="write", pos=2.0),
    )
    parts = Arrived(
        cards=(card(1, name="Ring Ana", desc="about May", due=DUE, id_labels=("e" * 24,)),),
        checklists=(Checklist(id="c" * 24, id_card=CARD, id_board=BOARD, name="To do", check_items=items),),
        comments=(
            Comment(id="f" * 24, id_card=CARD, text="She is away.\nUntil May.", date=DUE, author="Bo"),
        ),
    )
    store.arrive(parts).result()
    arrival = store.arrive(Arrived(gone=(("cards", CARD),), lost=frozenset({CARD}))).result()
    assert arrival.removed == 1
    said = (
        "about May\n\n**To do**\n\n- [x] ring\n- [ ] write\n\nBo, 2026-12-01:\n> She is away.\n> Until May."
    )
    assert held(store) == [("Ring Ana", "lost", said)]
    write = store.conflicts.write(store.conflicts.all()[0].id)
    assert isinstance(write, CreateCard)
    assert (write.list_id, write.due, write.label_ids) == (NEW, DUE, ("e" * 24,))
    # What is gone already is not kept twice.
    store.arrive(Arrived(gone=(("cards", CARD),), lost=frozenset({CARD}))).result()
    assert len(held(store)) == 1


def test_what_a_service_told_of_somebody_is_not_kept(store: Store) -> None:
    note = "**Ana Reid**\n- E-mail: ana@acme.example\n\nCardscout · email:ana@acme.example · 12345678"
    texts = (note, f"{note}\nShe rings back.")
    comments = tuple(
        Comment(id=f"{number}" * 24, id_card=CARD, text=text, date=DUE, author="Bo")
        for number, text in enumerate(texts, 1)
    )
    store.arrive(Arrived(cards=(card(1, name="Ring Ana"),), comments=comments)).result()
    store.arrive(Arrived(gone=(("cards", CARD),), lost=frozenset({CARD}))).result()
    assert held(store) == [("Ring Ana", "lost", "Bo, 2026-12-01:\n> She rings back.")]


def test_what_stays_is_not_kept(store: Store) -> None:
    store.arrive(Arrived(cards=tuple(card(number, name="x") for number in range(1, 41)))).result()
    lost = frozenset(face.id for face in store.cards.faces(NEW))
    nothing_left = Complete(BOARD, cards=frozenset())
    assert store.arrive(Arrived(complete=nothing_left, lost=lost)).result().held_back == len(lost) > 40
    assert held(store) == []
    store.arrive(Arrived(complete=nothing_left.replace(confirmed=True), lost=lost)).result()
    assert len(held(store)) == len(lost)


def test_lost_cards_are_told_by_name_the_newest_first_without_reading_what_is_kept_of_them(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("tui.store.outbox.conflicts.Conflicts._read")
    contested = UpdateCard(board_id=BOARD, card_id=card_id(0), name="Mine")
    seq = store.writes.submit(contested).result().seq
    store.outbox.contest(seq, [ContestedField("name", "Card 0", "Theirs")], None).result()
    assert store.conflicts.lost() == {}
    for number, name in enumerate(("Ring Ana", "Ring Bo"), 1):
        store.arrive(Arrived(cards=(card(number, name=name),))).result()
        ident = card(number).id
        store.arrive(Arrived(gone=(("cards", ident),), lost=frozenset({ident}))).result()
    lost = store.conflicts.lost()
    assert [*lost.values()] == ["Ring Bo", "Ring Ana"]
    assert [*store.conflicts.lost(after=min(lost)).values()] == ["Ring Bo"]
    assert store.conflicts.lost(after=max(lost)) == {}


def test_what_is_deleted_is_not_kept(store: Store) -> None:
    store.arrive(Arrived(cards=(card(1, name="x"), card(2, name="y")))).result()
    gone = tuple(("cards", face.id) for face in store.cards.faces(NEW))
    store.arrive(Arrived(gone=gone, lost=frozenset({CARD}))).result()  # type: ignore[arg-type]  # a noun is a literal
    assert [thing for thing, *_ in held(store)] == ["x"]


def test_texts_of_a_card_that_is_older_now_are_kept_if_it_is_said_to_be_lost(store: Store) -> None:
    earlier, later = datetime(2026, 11, 20, tzinfo=UTC), datetime(2026, 11, 21, tzinfo=UTC)
    new = card(1, name="Ring Ana", desc="about May", date_last_activity=later)
    old = card(1, name="Ring", desc="", date_last_activity=earlier)
    undated = card(1, name="Ring")
    assert store.cards.older_than_here([old]) == frozenset()
    store.arrive(Arrived(cards=(new,))).result()
    assert store.cards.older_than_here([old]) == {CARD}
    assert store.cards.older_than_here([new, undated]) == store.cards.older_than_here([]) == frozenset()
    store.arrive(Arrived(cards=(new,), lost=frozenset({CARD}))).result()
    assert held(store) == []
    store.arrive(Arrived(cards=(old,), lost=frozenset({CARD}))).result()
    assert sorted(held(store)) == [("Ring", "older", "Ring Ana"), ("Ring", "older", "about May")]
    # An empty text is no loss.
    store.arrive(Arrived(cards=(old.replace(name="R"),), lost=frozenset({CARD}))).result()
    assert ("R", "older", "Ring") in held(store)
    assert len(held(store)) == 3
