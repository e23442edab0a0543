"""Writes of checklists and their items."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.model.writes.shown import BoardView
from tui.model.card import Card
from tui.model.checklist import CheckItem, Checklist
from tui.model.writes.base import Write
from tui.model.writes.checklists import (
    CreateCheckItem,
    CreateChecklist,
    DeleteCheckItem,
    DeleteChecklist,
    MoveCheckItem,
    UpdateCheckItem,
    UpdateChecklist,
)

CARD = {"board_id": "b", "card_id": "k"}
AT = {**CARD, "checklist_id": "q"}
DUE = datetime(2031, 5, 6, tzinfo=UTC)
CALL = CheckItem(id="i", id_checklist="q", name="call", pos=2, state="complete", due=DUE, id_member="m")
STEPS = Checklist(id="q", id_board="b", id_card="k", name="Steps", pos=1, check_items=(CALL,))


def items(row: Checklist | None) -> list[tuple[str, float, str]]:
    assert row is not None
    return [(one.name, one.pos, one.state) for one in row.check_items]


def test_a_new_checklist_is_on_its_card_once() -> None:
    write = CreateChecklist(**AT, name="Steps", pos=1)
    assert (write.apply(None).name, write.apply(STEPS)) == ("Steps", STEPS)
    card = write.apply_to_card(Card(id="k", id_checklists=("x",)))
    assert card.id_checklists == ("x", "q")
    assert write.apply_to_card(card) is card
    assert write.inverse(BoardView()).writes == (DeleteChecklist(**AT),)


def test_a_deleted_checklist_comes_back_with_its_items() -> None:
    write = DeleteChecklist(**AT)
    assert write.apply_to_card(Card(id="k", id_checklists=("x", "q"))).id_checklists == ("x",)
    back = write.inverse(BoardView(STEPS))
    create, item = back.writes
    assert create == CreateChecklist(**CARD, checklist_id=back.renames["q"], name="Steps", pos=1)
    assert item == CreateCheckItem(
        **CARD,
        checklist_id=back.renames["q"],
        item_id=back.renames["i"],
        name="call",
        pos=2,
        state="complete",
        due=DUE,
        member_id="m",
    )
    assert write.inverse(BoardView()).writes == ()


def test_a_new_item_stands_by_its_position_and_is_made_once() -> None:
    write = CreateCheckItem(**AT, item_id="j", name="pay", pos=1)
    after = write.apply(STEPS)
    assert items(after) == [("pay", 1, "incomplete"), ("call", 2, "complete")]
    assert write.apply(after) == after
    assert write.apply(None) is None
    assert write.inverse(BoardView(STEPS)).writes == (DeleteCheckItem(**AT, item_id="j"),)


def test_a_change_of_an_item_leaves_the_rest_of_it() -> None:
    write = UpdateCheckItem(**AT, item_id="i", state="incomplete", member_id=None)
    after = write.apply(STEPS)
    assert after is not None
    [item] = after.check_items
    assert (item.name, item.state, item.id_member, item.due) == ("call", "incomplete", None, DUE)
    assert write.inverse(BoardView(STEPS)).writes == (
        UpdateCheckItem(**AT, item_id="i", state="complete", member_id="m"),
    )
    assert write.inverse(BoardView()).writes == ()
    assert items(UpdateCheckItem(**AT, item_id="other", name="x").apply(STEPS)) == items(STEPS)


def test_an_item_goes_to_another_checklist_and_back() -> None:
    write = MoveCheckItem(
        **AT, to_checklist_id="r", item_id="i", pos=7, name="call", state="complete", due=DUE, member_id="m"
    )
    later = Checklist(id="r", id_card="k", name="Later")
    assert items(write.apply(STEPS)) == []
    assert items(write.apply(later)) == [("call", 7, "complete")]
    assert write.touches == (("checklists", "q"), ("checklists", "r"), ("cards", "k"))
    [back] = write.inverse(BoardView(STEPS, later)).writes
    assert isinstance(back, MoveCheckItem)
    assert (back.checklist_id, back.to_checklist_id, back.pos, back.due, back.member_id) == (
        "r",
        "q",
        2,
        DUE,
        "m",
    )
    assert write.inverse(BoardView(later)).writes == ()
    assert write.outlives("q")
    assert not write.outlives("r")


def test_a_deleted_item_comes_back_as_it_was() -> None:
    write = DeleteCheckItem(**AT, item_id="i")
    assert items(write.apply(STEPS)) == []
    back = write.inverse(BoardView(STEPS))
    [again] = back.writes
    assert isinstance(again, CreateCheckItem)
    assert (again.item_id, again.name, again.state, again.due) == (back.renames["i"], "call", "complete", DUE)
    assert write.inverse(BoardView()).writes == ()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"state": "incomplete", "name": "x"}, "Unticked item “I”"),
        ({"name": "x"}, "Renamed item “I”"),
        ({"due": DUE}, "Dated item “I”"),
        ({"due": None}, "Took the date off item “I”"),
        ({"member_id": "m"}, "Assigned item “I”"),
        ({"member_id": None}, "Unassigned item “I”"),
        ({"pos": 3.0}, "Moved item “I”"),
    ],
)
def test_words_for_a_change_of_an_item(changes: dict[str, Any], words: str) -> None:
    assert UpdateCheckItem(**AT, item_id="i", **changes).describe(str.upper) == words


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (CreateChecklist(**AT, name="Steps", pos=1), "Added checklist “Steps”"),
        (UpdateChecklist(**AT, name="x"), "Renamed checklist “Q”"),
        (UpdateChecklist(**AT, pos=1), "Moved checklist “Q”"),
        (CreateCheckItem(**AT, item_id="i", name="call", pos=1), "Added item “call”"),
        (
            MoveCheckItem(**AT, to_checklist_id="r", item_id="i", pos=1, name="call"),
            "Moved item “call” to “R”",
        ),
        (DeleteCheckItem(**AT, item_id="i"), "Deleted item “I”"),
    ],
)
def test_words(write: Write, words: str) -> None:
    assert write.describe(str.upper) == words
