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
