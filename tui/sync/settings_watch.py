"""SettingsWatch: tells when the enrichment services are to be opened anew, because the settings name others by now."""

from __future__ import annotations

from logging import getLogger
from math import inf
from typing import TYPE_CHECKING

from tui.sync.loops import SIGNED_OUT

if TYPE_CHECKING:
    from collections.abc import Callable

    from tui.clock import Clock
    from tui.errors import CardscoutError
    from tui.sync.link import Link
    from tui.sync.status import StatusTracker

_log = getLogger(__name__)


class SettingsWatch:
    """A watch on the services that the settings name; those that could not be used are tried again after a while.

    Args:
        account: The account's name, for the log.
        tracker: Receives what is wrong in the settings.
    """

    def __init__(self, account: str, clock: Clock, tracker: StatusTracker) -> None:
        self._account, self._clock, self._tracker = account, clock, tracker
        self._read: Callable[[], object] = bool
        self._used: object = False
        self._named: object = False
        self._retry_at = inf

    def use(self, link: Link, *, leaves_services: bool) -> None:
        """Record that a session uses ``link``, except perhaps its services, which are then to be opened later."""
        self._read = link.services or bool
        self._used = self._named = object() if leaves_services else self._read()
        self._note(link.mistake)

    def is_due(self) -> bool:
        """Return whether the services are to be opened anew; takes the time to read a file."""
        self._named = self._read()
        return self._named != self._used or self._clock.monotonic() >= self._retry_at

    def take(self, link: Link) -> bool:
        """Record that the settings were read; return whether the services of ``link`` are to be opened."""
        are_others, self._used = self._named != self._used, self._named
        self._note(link.mistake)
        return are_others or not link.mistake

    def fail(self, error: CardscoutError) -> None:
        """Record that the services cannot be used, as their key is in a closed vault."""
        _log.warning("sync %s: the services stay as they were: %s", self._account, error)
        self._used, self._retry_at = self._named, self._clock.monotonic() + SIGNED_OUT

    def retry(self) -> None:
        """Try again at once what could not be used: the vault may have been opened."""
        if self._retry_at < inf:
            self._retry_at = 0.0

    def _note(self, mistake: str) -> None:
        if mistake:
            _log.warning("sync %s: the settings stay as they were: %s", self._account, mistake)
        self._retry_at = self._clock.monotonic() + SIGNED_OUT if mistake else inf
        self._tracker.note_mistake(mistake)
