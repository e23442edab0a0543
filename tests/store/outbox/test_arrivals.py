from collections.abc import Callable

import pytest

from tui.model.action import Comment
from tui.model.board import BoardList
from tui.model.card import Badges, Card
from tui.model.change import Change
from tui.model.checklist import CheckItem, Checklist
from tui.model.label import Label
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard, MoveCard, UpdateCard
from tui.model.writes.labels import DeleteLabel
from tui.store.outbox.arrivals import Arrival, Arrived, Complete
from tui.store.store import Store
from tui.store.tables.card_rows import unknown

BOARD, NEW, OLD, ME = "b" * 24, "c" * 24, "d" * 24, "a" * 24
CARD = "5fc7b7c40000000000000001"


def card(number: int, **fields: object) -> Card:
    found = {"id": f"5fc7b7c4{number:016x}", "id_board": BOARD, "id_list": NEW, "pos": number, **fields}
    return Card.parse(found)


def ids(store: Store, list_id: str = NEW) -> frozenset[str]:
    return frozenset(face.id for face in store.cards.faces(list_id))


def test_the_same_again_is_no_news(store: Store) -> None:
    page = Arrived(cards=(card(1, name="Card 1"),))
    assert store.arrive(page).result().changed == 1
    before = store.cards.face(CARD)
    assert store.arrive(page).result() == Arrival()
    assert store.cards.face(CARD) == before


def test_pending_ops_stay_on_top_of_what_arrives(store: Store) -> None:
    store.writes.submit(MoveCard(board_id=BOARD, card_id=CARD, list_id=OLD, pos=3)).result()
    store.arrive(Arrived(cards=(card(1, name="Renamed elsewhere"),))).result()
    face = store.cards.face(CARD)
    assert face is not None
    assert (face.list_id, face.name) == (OLD, "Renamed elsewhere")


def test_unknown_fields_are_kept(store: Store) -> None:
    store.arrive(Arrived(cards=(card(1, name="A", cover={"color": "lime"}),))).result()
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="B")).result()
    found = store.cards.get(CARD)
    assert found is not None
    assert (found.name, found.wire()["cover"]) == ("B", {"color": "lime"})


def test_what_a_whole_reading_does_not_name_has_vanished(store: Store) -> None:
    mine = new_local_id()
    store.writes.submit(CreateCard(board_id=BOARD, card_id=mine, list_id=NEW, name="Mine", pos=50)).result()
    there = ids(store) - {CARD, mine}
    result = store.arrive(Arrived(complete=Complete(BOARD, cards=there))).result()
    assert result.removed == 1
    assert ids(store) == there | {mine}


@pytest.mark.fault("F41")
def test_a_mass_vanishing_is_believed_at_the_second_reading(store: Store) -> None:
    store.arrive(Arrived(cards=tuple(card(n, name="x") for n in range(10, 60)))).result()
    everything = ids(store)
    nothing = Complete(BOARD, cards=frozenset())
    assert store.arrive(Arrived(complete=nothing)).result() == Arrival(held_back=54)
    assert ids(store) == everything
    sure = Complete(BOARD, cards=frozenset(), confirmed=True)
    assert store.arrive(Arrived(complete=sure)).result().removed == 54
    assert ids(store) == frozenset()


def test_a_reading_does_not_outdo_what_was_heard_after_it_began(store: Store) -> None:
    since = store.mark()
    mine = new_local_id()
    row = store.writes.submit(
        CreateCard(board_id=BOARD, card_id=mine, list_id=NEW, name="Mine", pos=50)
    ).result()
    store.outbox.confirm(row.seq, {mine: "e" * 24}).result()
    before = ids(store) - {"e" * 24}
    stale = card(1, name="Stale")
    store.arrive(Arrived(cards=(card(1, name="Fresh"),))).result()
    store.arrive(Arrived(cards=(stale,), complete=Complete(BOARD, cards=before), since=since)).result()
    assert ids(store) == before | {"e" * 24}
    face = store.cards.face(CARD)
    assert face is not None
    assert face.name == "Fresh"


def test_an_open_listing_says_nothing_of_archived_cards(store: Store) -> None:
    store.arrive(Arrived(cards=(card(1, name="Old", closed=True),))).result()
    other = "5fc7b7c40000000000000002"
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, closed=False)).result()
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=other, closed=True)).result()
    listed = ids(store) - {CARD} | {other}
    assert store.arrive(Arrived(complete=Complete(BOARD, cards=listed))).result() == Arrival()
    assert [face.id for face in store.cards.archived(BOARD)] == [other]


def test_items_are_counted_by_the_checklists_once_those_are_here(store: Store) -> None:
    badges = Badges(check_items=5, check_items_checked=1, comments=2)
    store.arrive(Arrived(cards=(card(1, name="A", badges=badges),))).result()
    face = store.cards.face(CARD)
    assert face is not None
    assert (face.items, face.items_done, face.comments) == (5, 1, 2)
    items = (CheckItem(id="i2", name="two", pos=2), CheckItem(id="i1", name="one", pos=1, state="complete"))
    store.arrive(
        Arrived(checklists=(Checklist(id="c1", id_board=BOARD, id_card=CARD, check_items=items),))
    ).result()
    face = store.cards.face(CARD)
    assert face is not None
    assert (face.items, face.items_done) == (2, 1)
    (checklist,) = store.checklists.of_card(CARD)
    assert [item.name for item in checklist.check_items] == ["one", "two"]
    store.arrive(Arrived(gone=(("checklists", "c1"),))).result()
    assert store.checklists.of_card(CARD) == []


@pytest.mark.parametrize(
    ("badges", "items", "again"),
    [
        ((2, 1), ({}, {"state": "complete"}), False),
        ((3, 1), ({}, {"state": "complete"}), True),
        ((2, 0), ({}, {"state": "complete"}), True),
        ((2, 0), ({}, {"due": "2026-11-28T09:00:00.000Z"}), True),
        ((0, 0), (), False),
    ],
    ids=["as_counted", "more_counted", "less_done", "due", "empty"],
)
def test_a_card_is_written_again_only_for_checklists_that_its_badges_did_not_tell_of(
    store: Store, badges: tuple[int, int], items: tuple[dict[str, str], ...], again: bool
) -> None:
    told = Badges(check_items=badges[0], check_items_checked=badges[1])
    store.arrive(Arrived(cards=(card(1, name="A", badges=told),))).result()
    before = store.cards.face(CARD)
    assert before is not None
    made = [CheckItem.parse({"id": f"i{n}", "name": "x", **each}) for n, each in enumerate(items)]
    checklist = Checklist(id="c1", id_board=BOARD, id_card=CARD, check_items=tuple(made))
    store.arrive(Arrived(checklists=(checklist,))).result()
    after = store.cards.face(CARD)
    assert after is not None
    assert (after.items, after.items_done) == (len(made), sum(one.done for one in made))
    assert after.item_dues == tuple(each["due"] for each in items if "due" in each)
    assert (after.version != before.version) is again


def test_comments_newest_first_and_ours_known(store: Store) -> None:
    said = [
        Comment.parse(
            {
                "id": f"k{n}",
                "idCard": CARD,
                "text": f"t{n}",
                "date": f"2031-01-0{n}T00:00:00Z",
                "authorId": who,
            }
        )
        for n, who in ((1, "x"), (3, ME), (2, "x"))
    ]
    store.arrive(Arrived(comments=tuple(said))).result()
    assert [(one.text, one.mine) for one in store.actions.comments(CARD)] == [
        ("t3", True),
        ("t2", False),
        ("t1", False),
    ]
    store.arrive(Arrived(complete=Complete(BOARD, comments={CARD: frozenset({"k1"})}))).result()
    assert [one.id for one in store.actions.comments(CARD)] == ["k1"]


def test_a_card_that_is_gone_takes_its_parts_along(store: Store) -> None:
    store.arrive(Arrived(checklists=(Checklist(id="c1", id_board=BOARD, id_card=CARD),))).result()
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="Typed")).result()
    store.arrive(Arrived(gone=(("cards", CARD),))).result()
    assert store.cards.get(CARD) is None
    assert store.checklists.of_card(CARD) == []
    assert store.outbox.counts() == (1, 0)


def test_a_card_that_comes_back_has_no_more_than_what_comes_with_it(store: Store) -> None:
    comment = Comment.parse(
        {"id": "k1", "idCard": CARD, "text": "t", "date": "2031-01-01T00:00:00Z", "authorId": "x"}
    )
    lists = (Checklist(id="c1", id_board=BOARD, id_card=CARD),)
    store.arrive(Arrived(checklists=lists, comments=(comment,))).result()
    card = store.cards.get(CARD)
    assert card is not None
    store.arrive(Arrived(gone=(("cards", CARD),))).result()
    store.arrive(Arrived(cards=(card,))).result()
    assert store.checklists.of_card(CARD) == []
    assert store.actions.comments(CARD) == []


@pytest.mark.parametrize(("count", "named"), [(200, 200), (201, 0)])
def test_cards_that_changed_are_named_up_to_two_hundred(store: Store, count: int, named: int) -> None:
    heard: list[Change] = []
    end = store.feed.subscribe(heard.append)
    cards = tuple(
        Card(id=f"7{n:023x}", id_board=BOARD, id_list=NEW, name="Card", pos=n + 1.0) for n in range(count)
    )
    store.arrive(Arrived(cards=cards)).result()
    end()
    [change] = heard
    assert "cards" in change.nouns
    assert len(change.card_ids) == named, "more of them mean that the board is read again"


def rows_of(store: Store) -> list[tuple[object, ...]]:
    """All that is stored of cards, without the versions."""
    faces = "SELECT id, board_id, list_id, name, pos, closed, due, due_complete, has_desc, items, items_done, comments,"
    faces += " attachments, label_ids, member_ids, pending, refused, text_sum, subject, template FROM cards ORDER BY id"
    docs = "SELECT id, board_id, parent_id, base, shown FROM docs WHERE noun = 'cards' ORDER BY id"
    texts = "SELECT id, folded FROM card_texts ORDER BY id"
    return [tuple(row) for sql in (faces, docs, texts) for row in store._db.query(sql)]


def test_cards_taken_in_at_once_are_stored_as_those_that_come_one_by_one(
    reopen: Callable[[], Store],
) -> None:
    empty = reopen()
    cards = (
        card(71, name="Call Ana", desc="Māori words\n" * 300, due="2026-11-28T09:00:00.000Z", id_labels=["l" * 24]),
        card(72, name="Filed", closed=True, is_template=True, more={"of": "a newer service"}),
        card(73, name="Counted", badges=Badges(check_items=4, check_items_checked=1, comments=2).wire()),
        card(73, name="Counted twice", badges=Badges(check_items=3, comments=2).wire()),
    )  # fmt: skip
    with_parts = Checklist(id="e" * 24, id_board=BOARD, id_card=cards[3].id, name="Steps", pos=1)
    empty.arrive(Arrived(lists=(BoardList(id=OLD, id_board=BOARD, name="Old", pos=1),))).result()
    at_once = empty.arrive(Arrived(cards=cards)).result()
    empty.arrive(Arrived(checklists=(with_parts,))).result()
    whole = rows_of(empty)
    assert at_once.changed == 3
    assert len(whole) == 9
    empty.arrive(Arrived(gone=tuple(("cards", one.id) for one in cards))).result()
    assert empty.cards.get(cards[0].id) is None
    # While a label, which may be on any card, is deleted, each is looked at.
    empty.arrive(Arrived(labels=(Label(id="m" * 24, id_board=BOARD, name="Old"),))).result()
    empty.writes.submit(DeleteLabel(board_id=BOARD, label_id="m" * 24)).result()
    for one in cards:
        empty.arrive(Arrived(cards=(one,))).result()
    empty.arrive(Arrived(checklists=(with_parts,))).result()
    assert rows_of(empty) == whole


def test_what_waits_for_other_cards_keeps_none_from_being_taken_in_at_once(store: Store) -> None:
    store.writes.submit(
        CreateCard(board_id=BOARD, card_id=new_local_id(), list_id=OLD, name="Mine", pos=50)
    ).result()
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="Waits")).result()
    store.arrive(Arrived(gone=(("cards", CARD),))).result()
    cards = [card(1, name="Back"), card(81, name="New")]
    assert list(store.write(lambda tx: unknown(tx, cards)).result()) == [cards[1].id]
    store.arrive(Arrived(cards=tuple(cards))).result()
    faces = [store.cards.face(one.id) for one in cards]
    assert [(face.name, face.pending) for face in faces if face is not None] == [("Waits", 1), ("New", 0)]
