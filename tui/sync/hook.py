"""The webhook registration, by which the service notifies us of changes to the board on the screen."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from logging import getLogger
from typing import TYPE_CHECKING

from tui.errors import Rejected, RemoteError
from tui.model.base import is_local
from tui.sync.webhook import Receiver, Verifier

if TYPE_CHECKING:
    from tui.api.board.client import BoardClient
    from tui.clock import Clock
    from tui.store.store import Store
    from tui.sync.link import Link

_KEPT = "webhook"
_DESCRIPTION = "Cardscout"

_log = getLogger(__name__)


class Hook:
    """The webhook of one account, and its receiver.

    Args:
        link: Holds the webhook's URL and the secret that signs its messages.
        client: The client of the board service.
        store: Stores the registration, so that it survives a crash.
        clock: The clock.
        wake: Called at each notification.
    """

    def __init__(
        self, link: Link, client: BoardClient, store: Store, clock: Clock, wake: Callable[[], object]
    ) -> None:
        self._url, self._client, self._store = link.webhook_url, client, store
        self._receiver: Receiver | None = None
        self._board: str | None = None
        self._listening = False
        if link.webhook_url and link.webhook_secret:
            verifier = Verifier(link.webhook_secret, link.webhook_url, clock, wake)
            self._receiver = Receiver(verifier, link.webhook_listen)

    async def keep(self, board_id: str | None) -> None:
        """Register the webhook for ``board_id`` only. Failures are logged: polling goes on without it."""
        if self._receiver is None or board_id == self._board or (board_id and is_local(board_id)):
            return
        try:
            if not self._listening:
                await self._receiver.start()
                self._listening = True
            await self._forget()
            if board_id is not None:
                await self._register(board_id)
            self._board = board_id
        except OSError as error:
            _log.warning("the webhook cannot listen: %s", error.strerror)
            self._receiver = None
        except RemoteError as error:
            _log.warning("the webhook is not registered: %s", error)

    async def close(self) -> None:
        """Delete the registration and close the receiver."""
        if self._receiver is None:
            return
        try:
            await self._forget()
        except RemoteError as error:
            _log.warning("the webhook is still registered: %s", error)
        finally:
            await self._receiver.close()

    async def _register(self, board_id: str) -> None:
        try:
            made = await self._client.webhooks.create(
                model_id=board_id, callback_url=self._url, description=_DESCRIPTION
            )
        except Rejected as error:
            # Registered by a run that was killed: it notifies us all the same.
            if "already exists" not in str(error):
                raise
            return
        await self._save_registration(json.dumps({"id": made.id}))

    async def _forget(self) -> None:
        """Delete the registration made by this run or by one that was killed."""
        registration = json.loads(self._store.cursors.get(_KEPT) or "{}")
        if ident := registration.get("id"):
            await self._client.webhooks.delete(ident)
            await self._save_registration(None)

    async def _save_registration(self, text: str | None) -> None:
        await asyncio.wrap_future(self._store.cursors.set(_KEPT, text))
