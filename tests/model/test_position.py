"""Positions keep order, however things are put between one another."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tui.model import position


def test_the_service_s_own_examples() -> None:
    assert position.between(None, None) == 16384
    assert position.between(65535, None) == 81919
    assert position.between(None, 65535) == 32767.5
    assert position.between(16384, 32768) == 24576


def test_the_ends_of_a_list_are_beyond_every_sibling() -> None:
    siblings = [10.0, 20.0, 30.0]
    assert position.at(siblings, -5) == 5.0
    assert position.at(siblings, 99) == 30.0 + position.STEP
    assert position.at([], 3) == position.STEP


def test_twenty_one_halvings_of_a_fresh_gap_are_crowded_at_last() -> None:
    low, high, halvings = 0.0, 65536.0, 0
    while not position.crowded(low, high):
        high, halvings = position.between(low, high), halvings + 1
    assert halvings == 22


@given(
    st.lists(st.floats(min_value=1, max_value=1e9), min_size=0, max_size=20, unique=True),
    st.integers(min_value=0, max_value=25),
)
def test_at_lands_where_it_is_told(siblings: list[float], index: int) -> None:
    siblings.sort()
    index = min(index, len(siblings))
    pos = position.at(siblings, index)
    assert all(before <= pos for before in siblings[:index])
    assert all(after >= pos for after in siblings[index:])
    assert pos > 0


@given(st.integers(min_value=0, max_value=300))
def test_spread_is_ascending_and_roomy(count: int) -> None:
    fresh = position.spread(count)
    assert len(fresh) == count
    assert not any(position.crowded(a, b) for a, b in pairwise(fresh))


@given(
    st.lists(st.floats(min_value=1, max_value=1e6), max_size=40, unique=True),
    st.integers(min_value=-3, max_value=45),
)
def test_where_there_is_room_nothing_moves(siblings: list[float], index: int) -> None:
    siblings.sort()
    clamped = max(0, min(index, len(siblings)))
    gap = ([None, *siblings][clamped], [*siblings, None][clamped])
    pos, moved = position.make_room(siblings, index)
    assert (moved == {}) == (not position.crowded(*gap))
    if not moved:
        assert pos == position.at(siblings, index)


@given(
    st.lists(st.integers(min_value=0, max_value=400), min_size=1, max_size=60),
    st.integers(min_value=0, max_value=60),
    st.sampled_from([1e-9, 1e-4, 0.005, 1.0]),
)
def test_where_there_is_none_it_is_made_and_the_order_kept(steps: list[int], index: int, unit: float) -> None:
    siblings = sorted(1.0 + step * unit for step in steps)
    index = min(index, len(siblings))
    pos, moved = position.make_room(siblings, index)
    after = [moved.get(at, old) for at, old in enumerate(siblings)]
    after.insert(index, pos)
    touched = sorted(moved)
    assert touched == list(range(touched[0], touched[-1] + 1)) if touched else True
    window = after[touched[0] : touched[-1] + 2] if touched else [pos]
    assert all(low < high for low, high in pairwise(window))
    assert not any(position.crowded(low, high) for low, high in pairwise(window))
    assert pos > 0
    if touched:
        assert all(old <= window[0] for old in siblings[: touched[0]])
        assert all(old >= window[-1] for old in siblings[touched[-1] + 1 :])
        assert touched[0] <= index <= touched[-1] + 1, "it is around the place"


def test_only_those_that_are_too_close_move() -> None:
    far = [float(n) for n in range(1_000, 100_000, 1_000)]
    siblings = [*far[:50], far[49] + 0.001, far[49] + 0.002, *far[50:]]
    pos, moved = position.make_room(siblings, 51)
    assert sorted(moved) == [49, 50, 51, 52]
    assert [moved[at] for at in (49, 50)] == [49_500.0, (49_750.0 + 50_000.0) / 2], (
        "where those close to it were"
    )
    assert pos == 50_500.0
    assert [moved[at] for at in (51, 52)] == [(50_750.0 + 51_000.0) / 2, 51_500.0]


def test_those_of_a_whole_list_are_a_step_apart() -> None:
    assert position.make_room([5.0, 5.0, 5.0], 3) == (5.0 + position.STEP, {}), "below the last there is room"
    pos, moved = position.make_room([5.0, 5.0, 5.0], 2)
    assert pos == 3 * position.STEP
    assert moved == {0: position.STEP, 1: 2 * position.STEP, 2: 4 * position.STEP}


def test_a_gap_is_too_close_below_a_hundredth_on_either_side() -> None:
    assert not position.crowded(1.0, 1.02)
    assert position.crowded(1.0, 1.019)
    assert position.crowded(None, 0.019)
    assert not position.crowded(None, 0.02)
    assert not position.crowded(None, None)
    assert not position.crowded(1.0, None)


def test_what_has_not_left_yet_is_given_room() -> None:
    assert position.make_room([10.0, 30.0], 1, [20.0]) == (15.0, {})
    assert position.make_room([10.0, 30.0], 1, [20.0, 12.0]) == (25.0, {})
    assert position.make_room([10.0], 1, [10.0 + position.STEP]) == (10.0 + position.STEP / 2, {})
    assert position.make_room([10.0], 0, [5.0, 9.0]) == (2.5, {})
    assert position.make_room([10.0, 30.0], 1, [9.0, 19.989, 20.011, 31.0]) == (20.0, {})


def test_where_those_that_leave_take_all_room_the_others_move() -> None:
    pos, moved = position.make_room([1.0, 1.03, 9000.0], 1, [1.015])
    assert moved
    after = [moved.get(0, 1.0), pos, moved.get(1, 1.03), moved.get(2, 9000.0)]
    assert all(low + position.TOO_CLOSE <= high for low, high in pairwise(after))
