"""Cards that the service has lost become conflicts, with all their text, in the transaction in which they go."""

from datetime import UTC, datetime

import pytest

from tests.store.conftest import card_id
from tests.store.outbox.test_arrivals import BOARD, CARD, NEW, card
from tui.model.action import Comment
from tui.model.change import Noun
from tui.model.checklist import CheckItem, Checklist
from tui.model.writes.cards import CreateCard, UpdateCard
from tui.model.writes.checklists import UpdateCheckItem
from tui.store.outbox.arrivals import Arrived, Complete, Told, Unexplained
from tui.store.outbox.contested_fields import ContestedField
from tui.store.store import Store

PUT_BACK = {BOARD: Told()}
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
    arrival = store.arrive(Arrived(gone=(("cards", CARD),), older=PUT_BACK)).result()
    assert arrival.removed == 1
    said = (
        "about May\n\n**To do**\n\n- [x] ring\n- [ ] write\n\nBo, 2026-12-01:\n> She is away.\n> Until May."
    )
    assert held(store) == [("Ring Ana", "lost", said)]
    write = store.conflicts.write(store.conflicts.all()[0].id)
    assert isinstance(write, CreateCard)
    assert (write.list_id, write.due, write.label_ids) == (NEW, DUE, ("e" * 24,))
    # What is gone already is not kept twice.
    store.arrive(Arrived(gone=(("cards", CARD),), older=PUT_BACK)).result()
    assert len(held(store)) == 1


def test_what_a_service_told_of_somebody_is_not_kept(store: Store) -> None:
    note = "**Ana Reid**\n- E-mail: ana@acme.example\n\nCardscout · email:ana@acme.example · 12345678"
    texts = (note, f"{note}\nShe rings back.")
    comments = tuple(
        Comment(id=f"{number}" * 24, id_card=CARD, text=text, date=DUE, author="Bo")
        for number, text in enumerate(texts, 1)
    )
    store.arrive(Arrived(cards=(card(1, name="Ring Ana"),), comments=comments)).result()
    store.arrive(Arrived(gone=(("cards", CARD),), older=PUT_BACK)).result()
    assert held(store) == [("Ring Ana", "lost", "Bo, 2026-12-01:\n> She rings back.")]


def test_what_stays_is_not_kept(store: Store) -> None:
    store.arrive(Arrived(cards=tuple(card(number, name="x") for number in range(1, 41)))).result()
    lost = store.cards.faces(NEW)
    nothing_left = Complete(BOARD, cards=frozenset())
    assert store.arrive(Arrived(complete=nothing_left, older=PUT_BACK)).result().held_back == len(lost) > 40
    assert held(store) == []
    store.arrive(Arrived(complete=nothing_left.replace(confirmed=True), older=PUT_BACK)).result()
    assert len(held(store)) == len(lost)


def test_lost_cards_are_told_by_name_the_newest_first_without_reading_what_is_kept_of_them(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("tui.store.outbox.conflicts.Conflicts._read")
    contested = UpdateCard(board_id=BOARD, card_id=card_id(0), name="Mine")
    seq = store.writes.submit(contested).result().seq
    store.outbox.contest(seq, [ContestedField("name", "Card 0", "Theirs")], None).result()
    assert store.conflicts.losses() == []
    for number, name in enumerate(("Ring Ana", "Ring Bo"), 1):
        store.arrive(Arrived(cards=(card(number, name=name),))).result()
        ident = card(number).id
        store.arrive(Arrived(gone=(("cards", ident),), older=PUT_BACK)).result()
    losses = store.conflicts.losses()
    assert [(one.card, one.whole) for one in losses] == [("Ring Bo", True), ("Ring Ana", True)]
    assert store.conflicts.losses(after=losses[1].id) == losses[:1]
    assert store.conflicts.losses(after=losses[0].id) == []


def test_what_is_deleted_is_not_kept(store: Store) -> None:
    store.arrive(Arrived(cards=(card(1, name="x"), card(2, name="y")))).result()
    gone: tuple[tuple[Noun, str], ...] = tuple(("cards", face.id) for face in store.cards.faces(NEW))
    told = Told(named=frozenset(ident for _, ident in gone) - {CARD})
    store.arrive(Arrived(gone=gone, older={BOARD: told})).result()
    assert [thing for thing, *_ in held(store)] == ["x"]


def test_texts_of_a_card_that_is_older_now_are_kept(store: Store) -> None:
    new = card(1, name="Ring Ana", desc="about May", due=DUE)
    old = card(1, name="Ring", desc="")
    store.arrive(Arrived(cards=(new,))).result()
    store.arrive(Arrived(cards=(new,), older=PUT_BACK)).result()
    assert held(store) == []
    store.arrive(Arrived(cards=(old,), older=PUT_BACK)).result()
    assert sorted(held(store)) == [
        ("Ring", "older", "2026-12-01T00:00:00.000Z"),
        ("Ring", "older", "Ring Ana"),
        ("Ring", "older", "about May"),
    ]
    assert not any(one.gone for one in store.conflicts.all())
    assert store.conflicts.of_changes(0) == []
    # An empty text is no loss.
    store.arrive(Arrived(cards=(old.replace(name="R"),), older=PUT_BACK)).result()
    assert ("R", "older", "Ring") in held(store)
    assert len(held(store)) == 4


ITEMS = (CheckItem(id="1" * 24, name="ring", pos=1.0), CheckItem(id="2" * 24, name="write", pos=2.0))
LIST = Checklist(id="c" * 24, id_card=CARD, id_board=BOARD, name="To do", check_items=ITEMS)
SAID = Comment(id="f" * 24, id_card=CARD, text="She is away.", date=DUE, author="Bo", author_id="7" * 24)
ALL = Arrived(cards=(card(1, name="Ring Ana"),), checklists=(LIST,), comments=(SAID,))

WITHOUT_ONE = Arrived(checklists=(LIST.replace(check_items=ITEMS[:1]),))
RENAMED = Arrived(checklists=(LIST.replace(name="Steps"),))
EDITED = Arrived(comments=(SAID.replace(text="She is here."),))
NO_LIST, SILENT = Arrived(gone=(("checklists", LIST.id),)), Arrived(gone=(("comments", SAID.id),))


@pytest.mark.parametrize(
    ("arrived", "kept", "told"),
    [
        (WITHOUT_ONE, "**To do**\n\n- [ ] write", Told(named=frozenset({ITEMS[1].id}))),
        (RENAMED, "**To do**\n", Told(replaced=frozenset({(LIST.id, "To do")}))),
        (NO_LIST, "**To do**\n\n- [ ] ring\n- [ ] write", Told(named=frozenset({LIST.id}))),
        (EDITED, "Bo, 2026-12-01:\n> She is away.", Told(replaced=frozenset({(SAID.id, SAID.text)}))),
        (SILENT, "Bo, 2026-12-01:\n> She is away.", Told(named=frozenset({SAID.id}))),
    ],
)
def test_parts_of_a_card_that_stays_are_kept_unless_somebody_took_them_away(
    store: Store, arrived: Arrived, kept: str, told: Told
) -> None:
    store.arrive(ALL).result()
    with pytest.raises(Unexplained) as doubt:
        store.arrive(arrived.replace(told=Told())).result()
    assert doubt.value.boards == {BOARD}
    store.arrive(ALL.replace(told=Told())).result()
    assert held(store) == [], "nothing was stored"
    store.arrive(arrived.replace(older=PUT_BACK)).result()
    assert held(store) == [("Ring Ana", "parts", kept)]
    # What is explained goes without a question, and without being kept.
    store.arrive(ALL).result()
    store.arrive(arrived.replace(told=told)).result()
    store.arrive(ALL).result()
    store.arrive(arrived.replace(older={BOARD: told})).result()
    assert len(held(store)) == 1


def test_our_own_comment_is_kept_as_it_was_typed(store: Store) -> None:
    store.arrive(ALL.replace(comments=(SAID.replace(mine=True),))).result()
    store.arrive(SILENT.replace(older=PUT_BACK)).result()
    assert held(store) == [("Ring Ana", "parts", "She is away.")]


def test_what_goes_with_a_list_that_is_archived_or_moved_away_is_not_lost(store: Store) -> None:
    store.arrive(ALL).result()
    told = Told(away=frozenset({NEW}))
    store.arrive(Arrived(gone=(("cards", CARD),), older={BOARD: told})).result()
    assert held(store) == []


def test_a_change_that_began_from_a_lost_text_is_contested_by_nobody(store: Store) -> None:
    store.arrive(Arrived(cards=(card(1, name="Ring Ana"),))).result()
    older = Arrived(cards=(card(1, name="Ring"),), older=PUT_BACK)
    for number in range(2):
        if number:
            store.arrive(Arrived(cards=(card(1, name="Ring Ana"),))).result()
        seq = store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="Ring Ana now")).result().seq
        contested = [ContestedField("name", "Ring Ana", "Ring")]
        if number:
            store.arrive(older).result()
        store.outbox.contest(seq, contested, None).result()
        if not number:
            store.arrive(older).result()
    assert [(one.why, one.mine) for one in store.conflicts.all()] == [
        ("older", "Ring Ana now"),
        ("older", "Ring Ana"),
        ("older", "Ring Ana now"),
    ]
    assert [one.mine for one in store.conflicts.of_changes(0)] == ["Ring Ana now", "Ring Ana now"]


def test_a_loss_stays_one_when_the_text_is_changed_again(store: Store) -> None:
    store.arrive(Arrived(cards=(card(1, name="Ring Ana", desc="about May"),))).result()
    store.arrive(Arrived(cards=(card(1, name="Ring Ana", desc="about"),), older=PUT_BACK)).result()
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, desc="about June")).result()
    [one] = store.conflicts.all()
    assert one.theirs == "about June"
    assert store.conflicts.of_changes(0) == []


@pytest.mark.parametrize("is_first", [True, False])
def test_a_change_of_an_item_has_nothing_to_do_with_a_lost_text_of_its_card(
    store: Store, *, is_first: bool
) -> None:
    new = card(1, name="Ring Ana", due=DUE)
    store.arrive(
        ALL.replace(cards=(new,), checklists=(LIST.replace(check_items=(ITEMS[0].replace(due=DUE),)),))
    ).result()
    at = {"board_id": BOARD, "card_id": CARD, "checklist_id": LIST.id, "item_id": ITEMS[0].id}
    seq = (
        store.writes.submit(
            UpdateCheckItem.parse({**at, "kind": "update_check_item", "due": "2027-01-01T00:00:00.000Z"})
        )
        .result()
        .seq
    )
    older = Arrived(cards=(new.replace(due=None),), older=PUT_BACK)
    if not is_first:
        store.arrive(older).result()
    was = "2026-12-01T00:00:00.000Z"
    store.outbox.contest(seq, [ContestedField("due", was, "2027-02-01T00:00:00.000Z")], None).result()
    if is_first:
        store.arrive(older).result()
    assert sorted(held(store)) == [
        ("Ring Ana", "both", "2027-01-01T00:00:00.000Z"),
        ("Ring Ana", "older", was),
    ]
