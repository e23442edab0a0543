"""Values whose writes are under way: a reader sees them before the disk has them."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PendingValue(Generic[T]):
    """A value, and the write that stores it."""

    value: T
    write: Future[Any]


class Unwritten(Generic[T]):
    """Values by key that were set and are not stored yet; one whose write failed is dropped."""

    def __init__(self) -> None:
        self._pending: dict[str, PendingValue[T]] = {}

    def get(self, key: str) -> PendingValue[T] | None:
        """Return the value last set for ``key``, or None once it is stored."""
        return self._pending.get(key)

    def put(self, key: str, value: T, write: Future[None]) -> Future[None]:
        """Remember ``value`` until ``write`` is done; return ``write``."""
        self._pending[key] = PendingValue(value, write)
        write.add_done_callback(lambda done: self._drop(key, done))
        return write

    def _drop(self, key: str, write: Future[Any]) -> None:
        pending = self._pending.get(key)
        if pending is not None and pending.write is write:
            del self._pending[key]
