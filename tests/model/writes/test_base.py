import pytest

from tests.model.writes.samples import sample
from tui.model.values.scalars import new_local_id
from tui.model.writes.base import Write
from tui.model.writes.cards import MoveCard, UpdateCard
from tui.model.writes.checklists import CreateCheckItem, UpdateCheckItem
from tui.model.writes.comments import AddComment
from tui.model.writes.registry import EVERY, kind_of

MAKING = ("create_", "copy_", "add_comment", "add_link", "upload_")
ENDING = ("delete_", "remove_attachment")


@pytest.mark.parametrize("kind", EVERY, ids=kind_of)
def test_every_op_that_makes_or_deletes_a_thing_says_which(kind: type[Write]) -> None:
    """A create that is missing here would be sent twice after an answer that was lost."""
    op = sample(kind)
    assert bool(op.created_id) == op.kind.startswith(MAKING)
    assert (op.deleted_id is not None) == op.kind.startswith(ENDING)


def test_what_an_op_makes_it_does_not_need() -> None:
    card, comment = new_local_id(), new_local_id()
    assert AddComment(board_id="b", card_id=card, comment_id=comment, text="hi").unbound_ids == (card,)
    item = CreateCheckItem(board_id="b", card_id="c", checklist_id=card, item_id=comment, name="n", pos=1)
    assert item.unbound_ids == (card,)


def test_a_later_op_covers_what_it_sets_again() -> None:
    move = MoveCard(board_id="b", card_id="c", list_id="l", pos=1)
    assert move.replace(list_id="other").covers(move)
    assert not move.replace(card_id="other").covers(move)
    name, both = (
        UpdateCard(board_id="b", card_id="c", name="n"),
        UpdateCard(board_id="b", card_id="c", name="n", desc="d"),
    )
    assert both.covers(name)
    assert not name.covers(both)
    assert not move.covers(name)


def test_two_cards_moved_into_one_list_do_not_wait_for_each_other() -> None:
    first = MoveCard(board_id="b", card_id="one", list_id="l", pos=1)
    second = MoveCard(board_id="b", card_id="two", list_id="l", pos=2)
    assert first.entity != second.entity


def test_who_an_item_is_given_to_is_set_and_says_not_which_item_is_meant() -> None:
    at = {"board_id": "b", "card_id": "c", "checklist_id": "l"}
    ana, ben = (UpdateCheckItem(**at, item_id="i", member_id=one) for one in ("ana", "ben"))
    assert ben.covers(ana)
    assert not ben.covers(UpdateCheckItem(**at, item_id="other", member_id="ana"))
