"""What is checked of a write before it is submitted: what it names, and the length of its texts."""

import pytest

from tests.store.outbox.made_writes import BOARD, CARD, NEW, SERVER, made, move
from tui.errors import StoreError, UsageError
from tui.model.writes.attachments import AddLink, RemoveAttachment
from tui.model.writes.base import LONGEST_TEXT, Write
from tui.model.writes.cards import CreateCard, UpdateCard
from tui.model.writes.checklists import CreateCheckItem, CreateChecklist, DeleteCheckItem
from tui.model.writes.comments import AddComment
from tui.model.writes.labels import AddCardLabel
from tui.store.store import Store

LONG = "x" * (LONGEST_TEXT + 1)


def rename(to: str, card: str = CARD) -> UpdateCard:
    return UpdateCard(board_id=BOARD, card_id=card, name=to)


@pytest.mark.parametrize("card", ["", "nobody", "new-000000000000000000000000"])
def test_an_op_on_what_is_not_there_is_refused_with_words(store: Store, card: str) -> None:
    with pytest.raises(StoreError, match="card is not there any more"):
        store.writes.submit(move(card)).result()
    assert store.outbox.counts() == (0, 0)


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (rename(LONG), "the name of the card has 16,385 characters; the service takes 16,384"),
        (UpdateCard(board_id=BOARD, card_id=CARD, desc=LONG), "the description of the card has"),
        (AddComment(board_id=BOARD, card_id=CARD, comment_id=NEW, text=LONG), "the text of the comment has"),
        (
            CreateCheckItem(board_id=BOARD, card_id=CARD, checklist_id=NEW, item_id=NEW, name=LONG, pos=1.0),
            "the name of the item has",
        ),
        (
            AddLink(board_id=BOARD, card_id=CARD, attachment_id=NEW, url=LONG),
            "the address of the attachment has",
        ),
    ],
    ids=["name", "description", "comment", "item", "address"],
)
def test_a_text_that_the_service_never_takes_is_refused_before_it_is_kept(
    store: Store, write: Write, words: str
) -> None:
    with pytest.raises(UsageError, match=words) as refused:
        store.writes.submit_all([rename("Ana"), write]).result()
    assert refused.value.hint == "shorten it, or attach it as a file"
    with pytest.raises(UsageError, match=words):
        store.writes.submit_each([rename("Ana"), write]).result()
    with pytest.raises(UsageError, match=words):
        store.writes.edit([write], {}, lambda *_: None).result()
    assert store.outbox.counts() == (0, 0)
    store.writes.submit(rename(LONG[1:])).result()


def test_a_thing_is_made_once(store: Store) -> None:
    with pytest.raises(StoreError, match="That card is there already"):
        store.writes.submit(made(CARD)).result()


@pytest.mark.parametrize(
    ("write", "noun"),
    [
        (CreateCard(board_id=BOARD, card_id="new-1", list_id="nowhere", name="x", pos=1), "list"),
        (AddCardLabel(board_id=BOARD, card_id=CARD, label_id="none"), "label"),
        (AddCardLabel(board_id=BOARD, card_id="nobody", label_id="none"), "card"),
        (RemoveAttachment(board_id=BOARD, card_id=CARD, attachment_id="none"), "attachment"),
        (DeleteCheckItem(board_id=BOARD, card_id=CARD, checklist_id="none", item_id="x"), "checklist"),
    ],
)
def test_what_is_missing_is_named_from_the_outside_in(store: Store, write: Write, noun: str) -> None:
    with pytest.raises(StoreError, match=f"That {noun} is not there any more") as caught:
        store.writes.submit(write).result()
    assert caught.value.hint


def test_an_item_is_looked_for_in_its_own_checklist(store: Store) -> None:
    at = {"board_id": BOARD, "card_id": CARD}
    store.writes.submit_all([
        CreateChecklist(**at, checklist_id="new-k", name="Steps", pos=1),
        CreateChecklist(**at, checklist_id="new-l", name="More", pos=2),
        CreateCheckItem(**at, checklist_id="new-k", item_id="new-i", name="call", pos=1),
    ]).result()  # fmt: skip
    with pytest.raises(StoreError, match="That item is not there any more"):
        store.writes.submit(DeleteCheckItem(**at, checklist_id="new-l", item_id="new-i")).result()
    store.writes.submit(DeleteCheckItem(**at, checklist_id="new-k", item_id="new-i")).result()


def test_a_local_id_that_was_exchanged_meanwhile_is_accepted(store: Store) -> None:
    row = store.writes.submit(made("new-1")).result()
    store.outbox.confirm(row.seq, {"new-1": SERVER}).result()
    later = store.writes.submit(rename("Ana Ray", "new-1")).result()
    assert later.write == rename("Ana Ray", SERVER)
    face = store.cards.face(SERVER)
    assert face is not None
    assert face.name == "Ana Ray"
