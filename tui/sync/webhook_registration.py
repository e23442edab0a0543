"""WebhookRegistration: keeps webhooks registered at the service, and their receiver open."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection
from logging import getLogger
from typing import TYPE_CHECKING

from tui.errors import NotFound, Rejected, RemoteError
from tui.model.values.scalars import is_local
from tui.sync.webhook import Message, Receiver, Verifier

if TYPE_CHECKING:
    from tui.api.board.client import BoardClient
    from tui.clock import Clock
    from tui.store.store import Store
    from tui.sync.link import Link

CHECKED = 600.0
"""Seconds between two checks of a registration: the service ends it if the receiver fails for long."""

_KEPT = "webhook"
_DESCRIPTION = "Cardscout"

_log = getLogger(__name__)


class WebhookRegistration:
    """The webhooks of one account, and their receiver.

    Args:
        link: Holds the webhooks' URL and the secret that signs their messages.
        store: Stores the registrations, so that they survive a crash.
        receive: Called with each new message.
    """

    def __init__(
        self,
        link: Link,
        client: BoardClient,
        store: Store,
        clock: Clock,
        receive: Callable[[Message], object],
    ) -> None:
        self._url, self._client, self._store, self._clock = link.webhook_url, client, store, clock
        self._receiver: Receiver | None = None
        self._board: str | None = None
        self._models: frozenset[str] = frozenset()
        self._registered: frozenset[str] | None = None
        self._check_at = float("-inf")
        self._listening = False
        self._changing = asyncio.Lock()
        if link.webhook_url and link.webhook_secret:
            verifier = Verifier(link.webhook_secret, link.webhook_url, clock, receive)
            self._receiver = Receiver(verifier, link.webhook_listen)

    @property
    def works(self) -> bool:
        """Whether the service reports to us by webhook."""
        return self._listening and bool(self._registered)

    async def keep(self, board_id: str | None) -> None:
        """Register a webhook for the shown board; failures are logged, because polling continues without it."""
        self._board = None if board_id is None or is_local(board_id) else board_id
        await self._update()

    async def follow(self, models: Collection[str]) -> None:
        """Also register a webhook for each of these boards and members, for triggers; end unused ones."""
        self._models = frozenset(models)
        await self._update()

    async def close(self) -> None:
        """Delete the registrations and close the receiver."""
        if self._receiver is None:
            return
        try:
            for ident in self._registrations().values():
                await self._client.webhooks.delete(ident)
            await self._save({})
        except RemoteError as error:
            _log.warning("a webhook is still registered: %s", error)
        finally:
            await self._receiver.close()

    async def _update(self) -> None:
        """Register the wanted webhooks, delete the others, and renew those that the service has ended."""
        if self._receiver is None:
            return
        async with self._changing:
            wanted = self._models | ({self._board} if self._board is not None else set())
            now = self._clock.monotonic()
            if wanted == self._registered and now < self._check_at:
                return
            try:
                if not self._listening:
                    await self._receiver.start()
                    self._listening = True
                await self._register_all(wanted)
            except OSError as error:
                _log.warning("the webhook cannot listen: %s", error.strerror)
                self._receiver = None
            except RemoteError as error:
                _log.warning("a webhook is not registered: %s", error)
            else:
                self._registered, self._check_at = wanted, now + CHECKED

    async def _register_all(self, wanted: frozenset[str]) -> None:
        held = self._registrations()
        for model in sorted(held.keys() - wanted):
            await self._client.webhooks.delete(held.pop(model))
            await self._save(held)
        for model in sorted(wanted):
            if model not in held or not await self._is_active(held[model]):
                held.pop(model, None)
                if (ident := await self._register(model)) is not None:
                    held[model] = ident
                await self._save(held)

    async def _is_active(self, ident: str) -> bool:
        try:
            hook = await self._client.webhooks.get(ident)
        except NotFound:
            return False
        if not hook.active:
            await self._client.webhooks.delete(ident)
        return hook.active

    async def _register(self, model_id: str) -> str | None:
        """Register a webhook; return its id, or None if one from a killed run is still there."""
        try:
            made = await self._client.webhooks.create(
                model_id=model_id, callback_url=self._url, description=_DESCRIPTION
            )
        except Rejected as error:
            if "already exists" not in str(error):
                raise
            return None
        return made.id

    def _registrations(self) -> dict[str, str]:
        """Return webhook ids by model id, including those of a killed run."""
        held = json.loads(self._store.cursors.get(_KEPT) or "{}")
        if set(held) == {"id"}:
            # Stored by a version that had only one webhook, without its model.
            return {"": held["id"]}
        return {str(model): str(ident) for model, ident in held.items()}

    async def _save(self, registrations: dict[str, str]) -> None:
        text = json.dumps(registrations) if registrations else None
        await asyncio.wrap_future(self._store.cursors.set(_KEPT, text))
