"""The rows of cards: what a column draws, counted, and what the recogniser found."""

from datetime import UTC, datetime
from typing import Any

from tui.model.attachment import Attachment
from tui.model.card import Badges, Card
from tui.model.change import Change
from tui.model.checklist import CheckItem, Checklist
from tui.model.values.scalars import format_instant
from tui.model.writes.cards import MoveCard, UpdateCard
from tui.store.db import Transaction
from tui.store.migrate import SCHEMA
from tui.store.outbox.arrivals import Arrived
from tui.store.store import Store

BOARD, NEW, OLD, RED = "b" * 24, "c" * 24, "d" * 24, "1" * 24
CARD = "5fc7b7c40000000000000001"


def put(store: Store, *cards: Card) -> None:
    store.arrive(Arrived(cards=cards)).result()


def card(number: int, name: str, list_id: str = OLD, **given: Any) -> Card:
    return Card(id=f"{number:024x}", id_board=BOARD, id_list=list_id, name=name, pos=number, **given)


def test_a_face_says_what_a_column_draws(store: Store) -> None:
    before = store.cards.face(CARD)
    op = UpdateCard.parse(
        {"board_id": BOARD, "card_id": CARD, "desc": "d", "due": "2031-02-03T04:05:06Z", "due_complete": True}
    )
    store.writes.submit(op).result()
    face = store.cards.face(CARD)
    assert before is not None
    assert face is not None
    assert face.version > before.version
    assert (face.due, face.due_complete, face.has_desc, face.label_ids, face.pending) == (
        "2031-02-03T04:05:06.000Z",
        True,
        True,
        (RED,),
        1,
    )


def test_what_the_recogniser_found_is_kept_until_the_text_changes(store: Store) -> None:
    store.note_subjects({CARD: True, "nobody": True}).result()
    store.writes.submit(MoveCard(board_id=BOARD, card_id=CARD, list_id=OLD, pos=3)).result()
    assert [face.subject for face in store.cards.faces(OLD)] == [True]
    store.writes.submit(UpdateCard(board_id=BOARD, card_id=CARD, name="Other")).result()
    assert [face.subject for face in store.cards.faces(OLD)] == [None]


def test_a_template_is_not_due_and_neither_are_its_items(store: Store) -> None:
    """What is copied from it is; the agenda, the calendar, the filter and the bell all ask the rows."""
    due, ident = datetime(2031, 2, 3, tzinfo=UTC), f"{1:024x}"
    item = CheckItem(id="i1", name="Pack", due=due, id_member="me")
    steps = Checklist(id="k", id_board=BOARD, id_card=ident, name="Steps", check_items=(item,))
    model = card(1, "model", due=due, is_template=True)
    store.arrive(Arrived(cards=(model,), checklists=(steps,))).result()

    def dates() -> tuple[object, ...]:
        face = store.cards.face(ident)
        assert face is not None
        cards = [one.face.id for one in (*store.cards.due(9, done=False), *store.cards.due_on(BOARD))]
        items = [one.item for one in (*store.checklists.due(9), *store.checklists.to_do_of("me", 9))]
        return face.due, face.item_dues, cards, items

    assert dates() == (None, (), [], [])
    put(store, model.replace(is_template=False))
    assert dates() == (format_instant(due), (format_instant(due),), [ident] * 2, ["i1"] * 2)

    # A store of an earlier version has the dates of its templates.
    fill = (SCHEMA / "0026_template_dues.sql").read_text().rpartition("\n\n")[2]
    put(store, model.replace(is_template=True))

    def fill_in(tx: Transaction) -> None:
        tx.run("UPDATE cards SET due = '2031', item_dues = '2031' WHERE template = 1")
        tx.run(fill)
        tx.changed("cards")

    store.write(fill_in).result()
    assert dates() == (None, (), [], [])


def test_a_face_counts_what_is_there(store: Store) -> None:
    badges = Badges(comments=2, attachments=1, description=True, check_items=5, check_items_checked=3)
    files = tuple(Attachment(id=str(n), name="x", url="https://x.example") for n in range(3))
    put(store, card(1, "a", badges=badges), card(2, "b", badges=badges, attachments=files), card(3, "c"))
    a, b, c = store.cards.faces(OLD)
    assert (a.comments, a.attachments, a.has_desc, a.items, a.items_done) == (2, 1, True, 5, 3)
    assert b.attachments == 3
    assert (c.comments, c.attachments, c.has_desc, c.items, c.items_done) == (0, 0, False, 0, 0)
    assert (c.pending, c.refused, c.closed, c.subject, c.template) == (0, False, False, None, False)
    whole = store.cards.get(a.id)
    assert whole is not None
    assert (whole.badges.check_items, whole.badges.check_items_checked) == (5, 3)


def test_whoever_shows_a_card_hears_what_the_recogniser_found(store: Store) -> None:
    heard: list[Change] = []
    store.feed.subscribe(heard.append)
    before = store.cards.face(CARD)
    store.note_subjects({CARD: False}).result()
    store.note_subjects({CARD: False, "nobody": True}).result()
    [change] = [one for one in heard if one.nouns]
    assert change == Change(frozenset({"cards"}), frozenset({BOARD}), frozenset({CARD}))
    after = store.cards.face(CARD)
    assert before is not None
    assert after is not None
    assert (after.subject, after.version > before.version) == (False, True)
    assert store.cards.unread([CARD, f"{0:024x}"]) == []
