"""Helpers to read an export: arrays, objects, rows, ids and positions, with the handling of errors.

When the board, a list or a card cannot be read, the whole file is refused, because a board must not silently
lack one. Anything else that cannot be read is left out and noted.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tui.model.position import STEP
from tui.server.exports.document import TransferError, kind_of
from tui.server.exports.fields import InvalidValue, Row, Shape, VitalField

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.server.exports.notes import ImportNotes

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def derived_id(board_id: str, *parts: str) -> str:
    """Derive an id for an object whose id is missing or taken.

    The same file gives the same ids, so that a second import finds the first one's board. The first eight
    digits, the time of creation, are those of the board.
    """
    return board_id[:8] + _digest(board_id, *parts).hex()[:16]


def derived_link(board_id: str, *parts: str) -> str:
    """Derive a short link in the same way as ``derived_id`` derives ids."""
    return "".join(_DIGITS[byte % len(_DIGITS)] for byte in _digest(board_id, *parts)[:8])


def _digest(*parts: str) -> bytes:
    return hashlib.sha256("\0".join(parts).encode()).digest()


class DocumentReader:
    """The reader of one document.

    Args:
        board_id: The board's id, from which missing ids are derived.
        notes: Collects what was skipped or repaired.
    """

    def __init__(self, board_id: str, notes: ImportNotes) -> None:
        self.board_id = board_id
        self.notes = notes
        self._seen: defaultdict[str, dict[str, tuple[str, Json]]] = defaultdict(dict)
        self._last: defaultdict[tuple[str, str], float] = defaultdict(float)

    def array(self, holder: Json, name: str, place: str = "", *, vital: bool = False) -> list[Any]:
        """Return the array ``holder[name]``, empty when it is missing or null.

        Raises:
            TransferError: The value is not an array, and ``vital`` is set.
        """
        found = holder.get(name)
        if found is None:
            return []
        if isinstance(found, list):
            return found
        self._reject(_join(place, name), f"expected a list, found {kind_of(found)}", vital=vital)
        return []

    def objects(
        self, holder: Json, name: str, place: str = "", *, vital: bool = False
    ) -> Iterator[tuple[str, Json]]:
        """Yield the objects of ``holder[name]``, each with its place."""
        at = _join(place, name)
        for index, item in enumerate(self.array(holder, name, place, vital=vital)):
            if isinstance(item, dict):
                yield f"{at}[{index}]", item
            else:
                self._reject(f"{at}[{index}]", f"expected an object, found {kind_of(item)}", vital=vital)

    def row(self, shape: Shape, value: Json, place: str, *, vital: bool = False) -> Row | None:
        """Convert an object to a row, or to None when it has to be left out.

        Raises:
            TransferError: The object cannot be read, and ``vital`` is set.
        """

        def off(wire: str, wrong: InvalidValue) -> None:
            self.notes.repaired(f"{place}.{wire}", f"{wrong}; left off")

        try:
            return shape.read(value, off)
        except VitalField as error:
            self._reject(f"{place}.{error.wire}", str(error), vital=vital)
            return None

    def assign_id(self, table: str, row: Row, value: Json, place: str, *, vital: bool = False) -> bool:
        """Give ``row`` a unique id; False when ``value`` is an exact repeat of an earlier object.

        Raises:
            TransferError: The id is missing, and ``vital`` is set.
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

    def assign_position(self, table: str, parent: str, row: Row) -> None:
        """Give ``row`` a position if it has none: one after its siblings so far."""
        last = self._last[table, parent]
        if row["pos"] is None:
            row["pos"] = last + STEP
        self._last[table, parent] = max(last, row["pos"])

    def _reject(self, place: str, reason: str, *, vital: bool) -> None:
        if vital:
            raise TransferError(reason, place=place)
        self.notes.skipped(place, reason)


def _join(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name
