"""A cache of the directory rows of an import batch, original and changed, indexed by identifiers."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Table

from tui.server.enrich.rows import company_id, person_id
from tui.server.importing.values import BadCell
from tui.server.storage.statements import execute_many, fetch_all

Record = dict[str, Any]
"""A row by column."""

_VALUES_PER_QUERY = 400
_FIRST_NUMBER, _NUMBERS = 100_000_000_000, 800_000_000_000
"""The range of imported ids, between the hosted service's ids and those of fictional records."""


class RecordBatch:
    """The rows of one table that an import batch reads or changes."""

    def __init__(self, connection: Connection, table: Table, keys: tuple[str, ...]) -> None:
        self._connection = connection
        self._table = table
        self._columns = table.columns.keys()
        self._keys = keys
        self._by: dict[str, dict[Any, set[int]]] = {key: defaultdict(set) for key in keys}
        self._looked_up: dict[str, set[Any]] = {key: set() for key in (*keys, "n")}
        self.before: dict[int, Record] = {}
        self.rows: dict[int, Record] = {}
        self._next = int(fetch_all(connection, f"SELECT coalesce(max(n), -1) + 1 FROM {table.name}")[0][0])

    def fetch_matches(self, wanted: Iterable[Mapping[str, Any]]) -> None:
        """Read all rows that match any of the keys in ``wanted``, in a few statements for the whole batch."""
        listed = list(wanted)
        for key in self._keys:
            self.fetch(key, (one[key] for one in listed if key in one))

    def fetch(self, column: str, values: Iterable[Any]) -> None:
        """Read the rows that have one of ``values`` in ``column``, except for values already looked up."""
        missing = sorted(set(values) - self._looked_up[column])
        if not missing:
            return
        self._looked_up[column].update(missing)
        names = ", ".join(self._columns)
        filled = "" if column in {"n", "number"} else f" AND {column} <> ''"
        for start in range(0, len(missing), _VALUES_PER_QUERY):
            some = missing[start : start + _VALUES_PER_QUERY]
            statement = f"SELECT {names} FROM {self._table.name} WHERE {column} IN ({', '.join('?' * len(some))}){filled}"
            for row in fetch_all(self._connection, statement, tuple(some)):
                self._add_read(dict(zip(self._columns, row, strict=True)))

    def _add_read(self, record: Record) -> None:
        n = record["n"]
        if n not in self.rows:
            self.before[n] = record
            self._index(record)

    def _index(self, record: Record) -> None:
        n = record["n"]
        before = self.rows.get(n)
        for key, by in self._by.items():
            if before is not None and before[key]:
                by[before[key]].discard(n)
            if record[key]:
                by[record[key]].add(n)
        self.rows[n] = record

    def rows_by_key(self, keys: Mapping[str, Any]) -> dict[str, set[int]]:
        """Return, for each of ``keys`` that matches rows, the row numbers it matches."""
        return {key: found for key, value in keys.items() if (found := self._by[key].get(value))}

    def match_one(self, keys: Mapping[str, Any]) -> int | None:
        """Return the row that ``keys`` match, or None if they match none.

        Raises:
            BadCell: They match several rows, so the right one is unknown.
        """
        found = self.rows_by_key(keys)
        if not found:
            return None
        common = set.intersection(*found.values())
        if len(common) == 1:
            return common.pop()
        names = " and ".join(sorted(found))
        ids = ", ".join(self.public_id(n) for n in sorted(set.union(*found.values()))[:5])
        raise BadCell(
            next(iter(found)), f"{names} are of different records ({ids}): correct one, or leave it out"
        )

    def public_id(self, n: int) -> str:
        """Return the id of a row in the form users see."""
        number = self.rows[n]["number"]
        return company_id(number) if self._table.name == "directory_company" else person_id(number)

    def put(self, record: Record) -> int:
        """Store a record's new state, and return its row number; a record without one gets the next."""
        if "n" not in record:
            record = record | {"n": self._next}
            self._next += 1
        self._index(record)
        return int(record["n"])

    def number_for(self, identity: str, is_same: Mapping[str, Any]) -> tuple[int, int | None]:
        """Return the number for a record of this identity, and the row that already has it, or None.

        The number is a hash of the identity, so that importing a file again, or into an emptied directory,
        gives the same ids. ``is_same`` holds column values by which hash collisions are recognised.
        """
        start = _hash_number(identity)
        while True:
            number = _FIRST_NUMBER + start
            if number not in self._looked_up["number"]:
                self.fetch("number", (number,))
            taken = self._by["number"].get(number)
            if not taken:
                return number, None
            (n,) = taken
            if all(self.rows[n].get(column) == value for column, value in is_same.items()):
                return number, n
            start = (start + 1) % _NUMBERS

    def prefetch_numbers(self, identities: Iterable[str]) -> None:
        """Read at once the rows that ``number_for`` will look up first."""
        self.fetch("number", (_FIRST_NUMBER + _hash_number(identity) for identity in identities))

    def changed(self) -> list[tuple[Record | None, Record]]:
        """Return the changed and new rows, each as it was (None for a new one) and as it will be."""
        return [
            (self.before.get(n), record)
            for n, record in sorted(self.rows.items())
            if self.before.get(n) != record
        ]

    def write(self) -> None:
        """Write the changed and new rows."""
        changed = self.changed()
        gone = [(before["n"],) for before, _ in changed if before is not None]
        values_of = itemgetter(*self._columns)
        made = [values_of(record) for _, record in changed]
        marks = ", ".join("?" * len(self._columns))
        # All deletes come before the inserts: two rows may have swapped unique values.
        execute_many(self._connection, f"DELETE FROM {self._table.name} WHERE n = ?", gone)
        execute_many(
            self._connection,
            f"INSERT INTO {self._table.name} ({', '.join(self._columns)}) VALUES ({marks})",
            made,
        )


@lru_cache(maxsize=1 << 14)
def _hash_number(identity: str) -> int:
    return int.from_bytes(hashlib.sha256(identity.encode("utf-8", "replace")).digest()[:8], "big") % _NUMBERS


def empty_record(table: Table, **known: Any) -> Record:
    """Return a row with the values in ``known`` and empty values otherwise."""
    return _defaults(table) | known


@cache
def _defaults(table: Table) -> Record:
    columns = [column for column in table.columns if column.name != "n"]
    return {column.name: None if column.nullable else column.type.python_type() for column in columns}
