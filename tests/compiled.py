"""Statements compiled once a process: SQLAlchemy compiles anew for each engine, and each test opens engines of its own."""

from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, event


class Compiled(MutableMapping[Any, Any]):
    """What ``compiled_cache`` wants: found by the statement and by what its engine speaks, not by which engine it is."""

    def __init__(self) -> None:
        self._kept: dict[Any, Any] = {}

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Give this cache to every connection."""

        def connected(connection: Connection) -> None:
            connection.execution_options(compiled_cache=self)

        event.listen(Engine, "engine_connect", connected)
        yield
        event.remove(Engine, "engine_connect", connected)

    @staticmethod
    def _same(key: Any) -> Any:
        dialect, *statement = key
        # What a statement's rows are read with is kept with it.
        return (type(dialect), dialect._json_deserializer, *statement)

    def __getitem__(self, key: Any) -> Any:
        return self._kept[self._same(key)]

    def __setitem__(self, key: Any, compiled: Any) -> None:
        self._kept[self._same(key)] = compiled

    def __delitem__(self, key: Any) -> None:
        del self._kept[self._same(key)]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)
