from typing import Any

import pytest

from tests.model.test_op import KINDS, sample
from tui.model.base import new_local_id
from tui.model.op import AddComment, CreateCheckItem, MoveCard, UpdateCard
from tui.store.ops.about import covers, created, deleted, needs

MAKING = ("create_", "copy_", "add_comment", "add_link", "upload_")
ENDING = ("delete_", "remove_attachment")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_op_that_makes_or_deletes_a_thing_says_which(kind: type[Any]) -> None:
    """A create that is missing here would be sent twice after an answer that was lost."""
    op = sample(kind)
    assert bool(created(op)) == op.kind.startswith(MAKING)
    assert (deleted(op) is not None) == op.kind.startswith(ENDING)


def test_what_an_op_makes_it_does_not_need() -> None:
    card, comment = new_local_id(), new_local_id()
    assert needs(AddComment(board_id="b", card_id=card, comment_id=comment, text="hi")) == card
    item = CreateCheckItem(board_id="b", card_id="c", checklist_id=card, item_id=comment, name="n", pos=1)
    assert needs(item) == card


def test_a_later_op_covers_what_it_sets_again() -> None:
    move = MoveCard(board_id="b", card_id="c", list_id="l", pos=1)
    assert covers(move.model_copy(update={"list_id": "other"}), move)
    assert not covers(move.model_copy(update={"card_id": "other"}), move)
    name, both = (
        UpdateCard(board_id="b", card_id="c", name="n"),
        UpdateCard(board_id="b", card_id="c", name="n", desc="d"),
    )
    assert covers(both, name)
    assert not covers(name, both)
    assert not covers(move, name)
