"""Two readings of a board, and what must have happened between them."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.model.action import ACTION_TYPES
from tui.model.card import Card
from tui.model.event import Event
from tui.model.label import Label
from tui.model.values.scalars import Json
from tui.sync.events.comparison import FOUND, Comparison, Held, changes, held_dues, held_labels

BOARD = {"id": "b", "name": "Leads", "shortLink": "x"}
BEGUN = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)

CARD: Json = {"name": "Ana", "idShort": 1, "shortLink": "s", "idList": "l", "idLabels": []}
LABEL: Json = {"name": "hot", "color": "red"}
LIST: Json = {"name": "Steps", "idCard": "c"}
ITEM: Json = {"name": "Call", "state": "incomplete", "idChecklist": "k", "due": None, "idMember": None}
COMMENT: Json = {"text": "first", "idCard": "c"}

BEFORE: Held = {
    ("cards", "c"): CARD,
    ("labels", "hot"): LABEL,
    ("checklists", "k"): LIST,
    ("items", "i"): ITEM,
    ("comments", "m"): COMMENT,
    ("members", "ana"): {},
}


def between(
    before: Held, after: Held, created: frozenset[str] = frozenset(), **more: frozenset[str]
) -> list[Event]:
    """What happened between two readings."""
    return list(
        Comparison(
            BOARD, before, after, BEGUN, BEGUN + timedelta(minutes=1), created=created, **more
        ).events()
    )


def with_(**changed: tuple[str, Json | None]) -> Held:
    """The board with one thing changed, or taken away, by noun."""
    after = dict(BEFORE)
    for noun, (ident, held) in changed.items():
        if held is None:
            del after[noun, ident]
        else:
            after[noun, ident] = held
    return after


@pytest.mark.parametrize(
    ("after", "kind"),
    [
        (with_(labels=("new", LABEL)), "createLabel"),
        (with_(labels=("hot", {**LABEL, "color": "blue"})), "updateLabel"),
        (with_(labels=("hot", None)), "deleteLabel"),
        (with_(cards=("c", {**CARD, "idLabels": ["hot"]})), "addLabelToCard"),
        (with_(checklists=("k2", LIST)), "copyChecklist"),
        (with_(items=("j", ITEM)), "createCheckItem"),
        (with_(items=("i", {**ITEM, "name": "Write"})), "updateCheckItem"),
        (with_(items=("i", None)), "deleteCheckItem"),
        (with_(comments=("m", {**COMMENT, "text": "second"})), "updateComment"),
        (with_(comments=("m", None)), "deleteComment"),
        (with_(members=("ana", None)), "removeMemberFromBoard"),
    ],
)
def test_one_difference_is_one_event_of_the_type_it_has_at_the_service(after, kind):
    (event,) = between(BEFORE, after)
    assert event.type == kind
    assert kind in FOUND
    assert event.data["board"] == BOARD
    assert (event.since, event.at) == (BEGUN, BEGUN + timedelta(minutes=1))


def test_a_label_taken_off_is_told_unless_the_label_itself_is_gone():
    worn = BEFORE | {("cards", "c"): {**CARD, "idLabels": ["hot"]}}
    assert [one.type for one in between(worn, BEFORE)] == ["removeLabelFromCard"]
    gone = {key: held for key, held in BEFORE.items() if key != ("labels", "hot")}
    assert [one.type for one in between(worn, gone)] == ["deleteLabel"]


@pytest.mark.parametrize(
    "after",
    [
        with_(cards=("c", {**CARD, "name": "Ana Reid", "idList": "other"})),
        with_(cards=("new", {**CARD, "idLabels": ["hot"]})),
        with_(items=("i", {**ITEM, "state": "complete"})),
        with_(comments=("new", COMMENT)),
        with_(members=("joe", {})),
    ],
    ids=["card changed", "card moved here", "item ticked", "comment", "member"],
)
def test_what_a_feed_tells_is_not_told_again(after):
    assert between(BEFORE, after) == []


def test_a_checklist_brings_its_items_and_takes_them_along():
    without = {key: held for key, held in BEFORE.items() if key[0] not in {"checklists", "items"}}
    assert between(BEFORE, without) == []
    assert [one.type for one in between(without, BEFORE)] == ["copyChecklist"]
    assert between(without, BEFORE, explained=frozenset({"k"})) == []


def test_comments_of_a_card_that_is_gone_go_in_silence():
    left = {key: held for key, held in BEFORE.items() if key[0] not in {"cards", "comments"}}
    assert between(BEFORE, left) == []


def test_the_labels_of_a_card_that_was_made_are_told():
    after = with_(cards=("new", {**CARD, "idLabels": ["hot"]}))
    (event,) = between(BEFORE, after, frozenset({"new"}))
    assert (event.type, event.ident("card"), event.ident("label")) == ("addLabelToCard", "new", "hot")
    assert event.data["label"] == {"id": "hot", **LABEL}


def test_an_event_tells_what_was():
    (event,) = between(BEFORE, with_(comments=("m", {**COMMENT, "text": "second"})))
    assert event.data["old"] == {"text": "first"}
    assert event.data["action"] == {"id": "m", "text": "second"}
    assert event.data["list"] == {"id": "l"}


def test_of_a_template_nobody_is_reminded():
    card = Card(id="c", due=datetime(2031, 2, 3, tzinfo=UTC))
    assert len(held_dues([card, card.replace(is_template=True), card.replace(due_complete=True)])) == 1


def test_labels_are_held_by_what_is_compared():
    label = Label(id="a", id_board="b", name="hot", color="red")
    assert held_labels([label]) == {("labels", "a"): LABEL}


def test_all_types_that_comparing_finds_are_types_of_actions():
    assert set(ACTION_TYPES) >= FOUND


THINGS = st.dictionaries(
    st.tuples(st.sampled_from(["labels", "members"]), st.sampled_from("abc")),
    st.fixed_dictionaries({"name": st.sampled_from(["x", "y"])}),
)


@given(THINGS, THINGS)
def test_changes_lead_from_one_reading_to_the_other(before, after):
    result = dict(before)
    for key, held in changes(before, after).items():
        if held is None:
            del result[key]
        else:
            result[key] = held
    assert result == after
    assert changes(after, after) == {}


@given(THINGS)
def test_two_readings_that_are_the_same_tell_nothing(held):
    assert between(held, held) == []


@given(THINGS, THINGS)
def test_no_two_events_have_one_id(before, after):
    told = between(before, after)
    assert len({one.id for one in told}) == len(told)
    assert {one.type for one in told} <= FOUND
