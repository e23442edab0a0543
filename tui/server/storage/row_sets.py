"""Sets of rows as bits: how the directory's index of people is kept, and how its questions are answered.

A row is known by its number. Numbers are cut into runs of 65,536; the rows of a set that are in one run are one
whole number whose bits they are, so that "and", "or" and "how many" each take a few microseconds for a run.
"""

import re
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce

RUN = 1 << 16
"""Row numbers in a run."""

_VERY_FEW, _FEW, _PACKABLE = 24, 128, RUN // 8
"""How many in a run are put together one by one, are kept as a list, and are worth packing."""

_NARROW, _HANDFUL = 512, 4

Rows = Mapping[int, int]
"""The bits of each run that has any."""

NOBODY: Rows = {}


def pack(places: Sequence[int]) -> bytes:
    """The places in one run, 0 to 65,535, as they are kept: a list when they are few, bits, or bits made smaller."""
    if len(places) <= _FEW:
        return b"l" + array("H", places).tobytes()
    return _squeezed(bytes(_bit_bytes(places)), len(places))


def pack_bits(bits: int) -> bytes:
    """As ``pack``, of the bits of a run."""
    many = bits.bit_count()
    if many <= _FEW:
        return pack(list(_places(bits)))
    return _squeezed(bits.to_bytes(RUN // 8, "little"), many)


def _squeezed(bits: bytes, many: int) -> bytes:
    return b"z" + zlib.compress(bits, 1) if many < _PACKABLE else b"b" + bits


def is_list(kept: bytes) -> bool:
    """Whether it is quick to unpack."""
    return kept[:1] == b"l"


def unpack(kept: bytes) -> int:
    """The bits that ``pack`` packed."""
    kind, held = kept[:1], kept[1:]
    if kind == b"l":
        return _bits(array("H", held))
    return int.from_bytes(zlib.decompress(held) if kind == b"z" else held, "little")


def rows_of(numbers: Iterable[int]) -> Rows:
    """The set of some numbers, each given once."""
    runs: dict[int, list[int]] = {}
    for number in numbers:
        runs.setdefault(number >> 16, []).append(number & 0xFFFF)
    return {run: _bits(places) for run, places in runs.items()}


def _bits(places: Sequence[int]) -> int:
    if len(places) <= _VERY_FEW:
        return sum(1 << place for place in places)
    return int.from_bytes(_bit_bytes(places), "little")


def _bit_bytes(places: Sequence[int]) -> bytearray:
    bits = bytearray(RUN // 8)
    for place in places:
        bits[place >> 3] |= 1 << (place & 7)
    return bits


def either(sets: Sequence[Rows]) -> Rows:
    """Who is in any of ``sets``."""
    if len(sets) == 1:
        return sets[0]
    found: dict[int, int] = {}
    for rows in sets:
        for run, bits in rows.items():
            found[run] = found.get(run, 0) | bits
    return found


def each(sets: Sequence[Rows]) -> Rows:
    """Who is in all of ``sets``, of which there is at least one."""
    return reduce(_both, sorted(sets, key=len))


def _both(one: Rows, other: Rows) -> Rows:
    return {run: common for run, bits in one.items() if (common := bits & other.get(run, 0))}


def page(rows: Rows, start: int, size: int) -> tuple[list[int], int]:
    """``size`` numbers in order after the first ``start``, and how many there are in all."""
    total, found = 0, list[int]()
    for run in sorted(rows):
        many = rows[run].bit_count()
        if len(found) < size and total + many > start:
            found += [
                run * RUN + place for place in _from(rows[run], max(0, start - total), size - len(found))
            ]
        total += many
    return found, total


def _from(bits: int, skip: int, size: int) -> list[int]:
    """The places of ``size`` bits after the first ``skip``."""
    base, width = 0, RUN
    while skip and width > _NARROW:
        width >>= 1
        low = (bits & ((1 << width) - 1)).bit_count()
        if skip >= low:
            skip, base, bits = skip - low, base + width, bits >> width
    found: list[int] = []
    for place in _places(bits):
        if len(found) - skip == size:
            break
        found.append(base + place)
    return found[skip:]


def _places(bits: int) -> Iterator[int]:
    """The places of the bits that are set, rising."""
    if bits.bit_count() <= _HANDFUL:
        while bits:
            last = bits & -bits
            yield last.bit_length() - 1
            bits ^= last
        return
    for filled in _FILLED.finditer(bits.to_bytes(RUN // 8, "little")):
        base = filled.start() * 8
        for place in _PLACES[filled[0][0]]:
            yield base + place


_FILLED = re.compile(rb"[^\0]", re.DOTALL)
_PLACES = [[place for place in range(8) if byte >> place & 1] for byte in range(256)]
