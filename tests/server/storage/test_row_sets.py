"""Sets of rows: kept and read back the same, and cut into pages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.server.storage.row_sets import EMPTY, RUN, Rows, pack, page, unpack

NUMBERS = st.sets(st.integers(0, 3 * RUN), max_size=300)


@given(NUMBERS)
def test_what_is_packed_run_by_run_is_unpacked(numbers) -> None:
    runs = [pack(n for n in sorted(numbers) if n // RUN == run) for run in range(4)]
    assert unpack(runs) == Rows(numbers)
    assert unpack([]) == EMPTY


@pytest.mark.parametrize("step", [1, 2, 7, 8, 9, 100, 511, 512, 513, 5000, 65_535])
def test_every_density_is_kept_whole_and_small(step) -> None:
    numbers = range(5 * RUN, 6 * RUN, step)
    kept = pack(numbers)
    assert unpack([kept]) == Rows(numbers)
    assert len(kept) <= RUN // 8 + 32
    assert pack(unpack([kept])) == kept


@given(NUMBERS, NUMBERS)
def test_they_are_sets(one, other) -> None:
    assert page(Rows.intersection(Rows(one), Rows(other)), 0, 999)[0] == sorted(one & other)
    assert page(EMPTY.union(Rows(one), Rows(other)), 0, 999)[0] == sorted(one | other)


@given(NUMBERS, st.integers(0, 350), st.integers(1, 30))
def test_a_page_is_a_cut_of_the_whole(numbers, start, size) -> None:
    assert page(Rows(numbers), start, size) == (sorted(numbers)[start : start + size], len(numbers))


@pytest.mark.parametrize("start", [0, 1, 24, 30_000, 65_535, 65_536, 99_999, 100_000, 10**9])
def test_a_late_page_of_many(start) -> None:
    many = Rows(range(100_000))
    assert page(many, start, 25) == (list(range(start, min(start + 25, 100_000))), 100_000)
