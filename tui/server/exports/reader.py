"""The tools of reading an export: arrays, ids, positions, each with its own way of being wrong.

A board, a list or a card that cannot be read refuses the whole file, because a board that silently lacks one
is wrong. Anything else that cannot be read is left out and noted.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tui.model.position import STEP
from tui.server.exports.document import TransferError, kind_of
from tui.server.exports.fields import Row, Shape, VitalField, Wrong

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.server.exports.notes import ImportNotes

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def derived_id(board_id: str, *parts: str) -> str:
    """An id for something the file gives none, or one that is taken.

    The same file gives the same ids, so that importing it twice finds the board it made. The first eight
    digits, the time of creation, are the board's.
    """
    return board_id[:8] + _digest(board_id, *parts).hex()[:16]


def derived_link(board_id: str, *parts: str) -> str:
    """A short link, as ``derived_id`` makes ids."""
    return "".join(_DIGITS[byte % len(_DIGITS)] for byte in _digest(board_id, *parts)[:8])


def _digest(*parts: str) -> bytes:
    return hashlib.sha256("\0".join(parts).encode()).digest()


class DocumentReader:
    """Reads one document.

    Args:
        board_id: The board's id, from which missing ids are derived.
        notes: Where to tell of what could not be taken.
    """

    def __init__(self, board_id: str, notes: ImportNotes) -> None:
        self.board_id = board_id
        self.notes = notes
        self._seen: defaultdict[str, dict[str, tuple[str, Json]]] = defaultdict(dict)
        self._last: defaultdict[tuple[str, str], float] = defaultdict(float)

    def array(self, holder: Json, name: str, place: str = "", *, vital: bool = False) -> list[Any]:
        """``holder[name]``, empty when it is missing or null.

        Raises:
            TransferError: It is no array, and ``vital``.
        """
        found = holder.get(name)
        if found is None:
            return []
        if isinstance(found, list):
            return found
        self._wrong(_join(place, name), f"expected a list, found {kind_of(found)}", vital=vital)
        return []

    def objects(
        self, holder: Json, name: str, place: str = "", *, vital: bool = False
    ) -> Iterator[tuple[str, Json]]:
        """The objects of ``holder[name]``, each with its place."""
        at = _join(place, name)
        for index, item in enumerate(self.array(holder, name, place, vital=vital)):
            if isinstance(item, dict):
                yield f"{at}[{index}]", item
            else:
                self._wrong(f"{at}[{index}]", f"expected an object, found {kind_of(item)}", vital=vital)

    def row(self, shape: Shape, value: Json, place: str, *, vital: bool = False) -> Row | None:
        """The row of ``value``, or None when it had to be left out.

        Raises:
            TransferError: It cannot be read, and ``vital``.
        """

        def off(wire: str, wrong: Wrong) -> None:
            self.notes.repaired(f"{place}.{wire}", f"{wrong}; left off")

        try:
            return shape.read(value, off)
        except VitalField as error:
            self._wrong(f"{place}.{error.wire}", str(error), vital=vital)
            return None

    def identified(self, table: str, row: Row, value: Json, place: str, *, vital: bool = False) -> bool:
        """Give ``row`` an id of its own; False when it repeats an earlier one word for word.

        Raises:
            TransferError: It has no id, and ``vital``.
        """
        seen = self._seen[table]
        if row["id"] is None:
            if vital:
                raise TransferError("the id is missing", place=f"{place}.id")
            row["id"] = derived_id(self.board_id, table, place)
        elif (earlier := seen.get(row["id"])) is not None:
            if earlier[1] == value:
                self.notes.skipped(place, f"repeats {earlier[0]}")
                return False
            self.notes.repaired(f"{place}.id", f"the same as of {earlier[0]}; given a new one")
            row["id"] = derived_id(self.board_id, table, place, row["id"])
        seen[row["id"]] = (place, value)
        return True

    def positioned(self, table: str, parent: str, row: Row) -> None:
        """See that ``row`` has a position: without one it comes after its siblings so far."""
        last = self._last[table, parent]
        if row["pos"] is None:
            row["pos"] = last + STEP
        self._last[table, parent] = max(last, row["pos"])

    def _wrong(self, place: str, reason: str, *, vital: bool) -> None:
        if vital:
            raise TransferError(reason, place=place)
        self.notes.skipped(place, reason)


def _join(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name
