"""Sets of row numbers as bitmaps: the storage format of the directory's index, and its search results.

A set of row numbers is a roaring bitmap. The index stores it in runs of 65,536 row numbers, each as a
separate value, so that a change of one person reads and writes a few kilobytes.
"""

from collections.abc import Iterable

from pyroaring import BitMap, FrozenBitMap

RUN = 1 << 16
"""How many row numbers a run covers."""

Rows = FrozenBitMap
"""A set of row numbers, immutable because many searches share it."""

EMPTY = Rows()


def pack(rows: Iterable[int]) -> bytes:
    """Serialize the rows of one run."""
    bitmap = BitMap(rows)
    bitmap.run_optimize()
    return bitmap.serialize()


def unpack(runs: Iterable[bytes]) -> Rows:
    """Deserialize ``runs`` and join them into one set."""
    return EMPTY.union(*map(Rows.deserialize, runs))


def page(rows: Rows, start: int, size: int) -> tuple[list[int], int]:
    """Return ``size`` row numbers in order from offset ``start``, and the total number of rows."""
    return list(rows[start : start + size]), len(rows)
