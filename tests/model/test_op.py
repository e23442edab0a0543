"""Ops survive being written down, and say what they touch."""

from typing import Any, get_args

import pytest

from tui.model import op as ops
from tui.model.op import INBOX, OPS, MoveCard, UpdateCard, entity, mentions, op_json

KINDS: list[type[Any]] = list(get_args(get_args(ops.Op)[0]))


def sample(kind: type[Any]) -> Any:
    """An op of ``kind`` with every required field filled by its own name."""
    values: dict[str, Any] = {}
    for name, field in kind.model_fields.items():
        if field.is_required():
            made = {float: 1.5, bool: True, int: 7}
            values[name] = made.get(field.annotation, f"{name}-value")
    return kind(**values)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_an_op_read_back_is_the_op_written(kind: type[Any]) -> None:
    op = sample(kind)
    assert OPS.validate_json(op_json(op)) == op


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_op_writes_to_something_it_mentions(kind: type[Any]) -> None:
    op = sample(kind)
    assert entity(op) in (*mentions(op), INBOX)
    assert "" not in mentions(op)


def test_clearing_a_date_is_not_leaving_it() -> None:
    cleared = UpdateCard(board_id="b", card_id="c", due=None)
    untouched = UpdateCard(board_id="b", card_id="c", name="n")
    assert cleared.changes == {"due": None}
    assert untouched.changes == {"name": "n"}
    back = OPS.validate_json(op_json(cleared))
    assert isinstance(back, UpdateCard)
    assert back.changes == {"due": None}


def test_two_cards_moved_into_one_list_do_not_wait_for_each_other() -> None:
    first = MoveCard(board_id="b", card_id="one", list_id="l", pos=1)
    second = MoveCard(board_id="b", card_id="two", list_id="l", pos=2)
    assert entity(first) != entity(second)
