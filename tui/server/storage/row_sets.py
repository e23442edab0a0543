"""Sets of rows: how the directory's index of people is kept, and what its questions are answered with.

A row is known by its number, a set of rows is a roaring bitmap. The index keeps a set in runs of 65,536 row numbers,
each a value of its own: whoever changes one person reads and writes a few kilobytes.
"""

from collections.abc import Iterable

from pyroaring import BitMap, FrozenBitMap

RUN = 1 << 16
"""Row numbers in a run."""

Rows = FrozenBitMap
"""A set of row numbers; many searches read the same one."""

NOBODY = Rows()


def pack(rows: Iterable[int]) -> bytes:
    """The rows of one run as they are kept."""
    bitmap = BitMap(rows)
    bitmap.run_optimize()
    return bitmap.serialize()


def unpack(runs: Iterable[bytes]) -> Rows:
    """The set that is kept in ``runs``."""
    return NOBODY.union(*map(Rows.deserialize, runs))


def page(rows: Rows, start: int, size: int) -> tuple[list[int], int]:
    """``size`` numbers in order after the first ``start``, and how many there are in all."""
    return list(rows[start : start + size]), len(rows)
