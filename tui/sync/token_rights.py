"""The token's rights, kept in the store so that they are known offline too."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING

from tui.errors import Garbled, NotFound, Rejected
from tui.model.account.grant import Grant
from tui.model.change import Change
from tui.secret import NOTHING

if TYPE_CHECKING:
    # Imports the network library, while the stored rights are read before the first paint.
    from tui.api.board.client import BoardClient
    from tui.store.store import Store
    from tui.sync.link import Link

KEPT = "grant"
"""The key of the rights in the store's ``meta``."""


class TokenRights:
    """The rights of one session's token.

    Args:
        taken: Called when the service has accepted the token.
    """

    def __init__(
        self, store: Store, client: BoardClient, link: Link, taken: Callable[[], object] = bool
    ) -> None:
        self._store, self._client, self._taken = store, client, taken
        # The embedded server's own token may do everything.
        self._token = NOTHING if link.rate_limit is None else link.token
        self._asking = asyncio.Lock()
        self._asked = False

    async def keep(self) -> None:
        """Fetch the token's rights once, and store them.

        Raises:
            RemoteError: The service rejects the token, or did not answer.
        """
        async with self._asking:
            if not self._token or self._asked:
                return
            before = granted(self._store)
            try:
                grant = await self._client.tokens.grant(self._token)
            except (NotFound, Rejected, Garbled):
                # The service does not report rights, so each write has to find out.
                grant = None
            self._asked = True
            self._taken()
            # Who has logged in anew meanwhile has recorded the rights of another token.
            if grant != before == granted(self._store):
                await asyncio.wrap_future(note(self._store, grant))

    def may_write(self) -> bool | None:
        """Return whether the token may write, as last reported; None if the service does not report it."""
        if not self._token:
            return True
        grant = granted(self._store)
        return None if grant is None else grant.writes


def granted(store: Store) -> Grant | None:
    """Return the stored rights of the token, or None."""
    return Grant.from_stored(store.meta.get(KEPT))


def note(store: Store, grant: Grant | None) -> Future[None]:
    """Store the token's rights, and publish a change of the sync."""
    done = store.meta.set(KEPT, None if grant is None else grant.text())
    done.add_done_callback(lambda _: store.feed.publish(Change(frozenset({"sync"}))))
    return done
