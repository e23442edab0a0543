"""Sets of rows: kept and read back the same, cut into pages, common and joint as sets are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.server.storage.row_sets import RUN, each, either, pack, pack_bits, page, rows_of, unpack

PLACES = st.sets(st.integers(0, RUN - 1), max_size=300)
NUMBERS = st.sets(st.integers(0, 3 * RUN), max_size=200)


@given(PLACES)
def test_what_is_packed_is_unpacked(places) -> None:
    bits = unpack(pack(sorted(places)))
    assert bits == sum(1 << place for place in places)
    assert unpack(pack_bits(bits)) == bits


@pytest.mark.parametrize("step", [1, 2, 7, 8, 9, 100, 511, 512, 513, 5000, 65_535])
def test_every_density_is_kept_whole(step) -> None:
    places = list(range(0, RUN, step))
    kept = pack(places)
    assert unpack(kept) == sum(1 << place for place in places)
    assert len(kept) <= RUN // 8 + 1
    assert unpack(pack_bits(unpack(kept))) == unpack(kept)


@given(NUMBERS, NUMBERS)
def test_they_are_sets(one, other) -> None:
    assert page(each((rows_of(one), rows_of(other))), 0, 999)[0] == sorted(one & other)
    assert page(either((rows_of(one), rows_of(other))), 0, 999)[0] == sorted(one | other)


@given(NUMBERS, st.integers(0, 250), st.integers(1, 30))
def test_a_page_is_a_cut_of_the_whole(numbers, start, size) -> None:
    assert page(rows_of(numbers), start, size) == (sorted(numbers)[start : start + size], len(numbers))


@pytest.mark.parametrize("start", [0, 1, 24, 30_000, 65_535, 65_536, 99_999, 100_000, 10**9])
def test_a_late_page_of_many(start) -> None:
    many = rows_of(range(100_000))
    assert page(many, start, 25) == (list(range(start, min(start + 25, 100_000))), 100_000)
