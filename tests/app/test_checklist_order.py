"""Positions: whatever moves, the others keep their order and room is made when it has run out."""

from hypothesis import given
from hypothesis import strategies as st

from tui.app.checklist_order import (
    apply_writes,
    create_item_writes,
    move_checklist_writes,
    move_item_writes,
    positions_to_write,
    why_not_movable,
)
from tui.model.checklist import CheckItem, Checklist
from tui.model.values.record import Value
from tui.presentation.quick_card import QuickCard


class Thing(Value):
    id: str
    pos: float


@given(
    gaps=st.lists(st.floats(min_value=1e-6, max_value=1e5), max_size=8),
    index=st.integers(min_value=-2, max_value=10),
)
def test_placed_puts_it_where_it_was_asked(gaps, index):
    position, things = 0.0, []
    for number, gap in enumerate(gaps):
        position += gap
        things.append(Thing(id=f"t{number}", pos=position))
    moved = Thing(id="moved", pos=0.5)
    new = {thing.id: pos for thing, pos in positions_to_write(things, moved, index)}
    after = sorted([*things, moved], key=lambda t: new.get(t.id, t.pos))
    wanted = [t.id for t in things]
    wanted.insert(max(0, min(index, len(things))), "moved")
    assert [t.id for t in after] == wanted


def test_new_items_go_to_the_end_in_order():
    checklist = Checklist(id="c", check_items=(CheckItem(id="a", pos=7),))
    writes = create_item_writes("b", checklist, "k", [QuickCard(title=name) for name in "xyz"])
    positions = [write.as_dict()["pos"] for write in writes]
    assert positions == sorted(positions)
    assert positions[0] > 7


def test_crowded_siblings_are_given_room():
    items = (CheckItem(id="a", pos=1), CheckItem(id="b", pos=1.001), CheckItem(id="c", pos=2))
    lists = (Checklist(id="l", check_items=items),)
    writes = [write.as_dict() for write in move_item_writes("b", "k", lists, items[2], -1)]
    after = {item.id: item.pos for item in items} | {write["item_id"]: write["pos"] for write in writes}
    assert sorted(after, key=lambda ident: after[ident]) == ["a", "c", "b"]
    assert min(abs(after["c"] - after["a"]), abs(after["b"] - after["c"])) > 0.01


def test_after_a_move_they_stand_as_the_store_will_have_them():
    first = Checklist(id="f", pos=1, check_items=(CheckItem(id="a", pos=1),))
    last = Checklist(id="l", pos=2, check_items=(CheckItem(id="b", pos=1), CheckItem(id="c", pos=1.001)))
    moved = apply_writes((first, last), move_item_writes("b", "k", (first, last), last.check_items[1], -1))
    assert [item.id for item in moved[1].check_items] == ["c", "b"]
    carried = apply_writes(moved, move_item_writes("b", "k", moved, moved[1].check_items[0], -1))
    assert [item.id for item in carried[1].check_items] == ["b"]
    assert [item.id == "a" for item in carried[0].check_items] == [True, False]
    assert [
        each.id for each in apply_writes(carried, move_checklist_writes("b", "k", carried, carried[1], -1))
    ] == [
        "l",
        "f",
    ]


def test_the_ends_do_not_move():
    item = CheckItem(id="a", pos=1)
    lists = (Checklist(id="l", pos=1, check_items=(item,)),)
    assert move_item_writes("b", "k", lists, item, -1) == ()
    assert move_checklist_writes("b", "k", lists, lists[0], 1) == ()
    assert why_not_movable(lists, item, 1) == "It is at the end already"


def test_an_item_with_a_date_is_not_carried_because_it_would_lose_it():
    item = CheckItem(id="a", pos=1, id_member="m")
    lists = (Checklist(id="l", pos=1, check_items=(item,)), Checklist(id="m", pos=2))
    assert "due date or a member" in (why_not_movable(lists, item, 1) or "")
    assert (
        why_not_movable((lists[1], Checklist(id="l", check_items=(item, item.replace(id="z")))), item, 1)
        is None
    )
