"""StepRun: the event's fields, the accounts, and a way to write once, for a step while it runs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from tui.errors import CardscoutError, SpendRefused, StoreError
from tui.model.values.scalars import local_id_for
from tui.model.writes.activities import ACTIVITIES, main_activity
from tui.rules.targets import find_board
from tui.rules.template import event_fields, render
from tui.store.db import until_written
from tui.store.firing_records import Caused, RuleFiring

if TYPE_CHECKING:
    from datetime import datetime

    from tui.clock import Clock
    from tui.model.board import Board
    from tui.model.card import Card
    from tui.model.writes.base import Write
    from tui.store.firings import FiringLog
    from tui.workspace import Workspace

OpenAccount = Callable[[str], Awaitable["Workspace"]]
"""Returns the workspace of an account, by name; of the default account by ""."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The surroundings that all steps of an engine share.

    Attributes:
        accounts: Opens the workspace of an account.
        log: Records firings.
        notify: Shows a notice to the user; called with the text and the ways to show it.
        secret: Returns the secret that signs requests.
        clock: The clock.
    """

    accounts: OpenAccount
    log: FiringLog
    notify: Callable[[str, Sequence[str]], None]
    secret: Callable[[], bytes]
    clock: Clock


class StepRun:
    """One run of a step, for one firing.

    Args:
        firing: The firing.
        workspace: The workspace of the account in which the event happened.
        around: What all steps share.
        credits: Credits that the rule may spend in a day.

    Attributes:
        key: What tells this step of this firing from all others; the same each time it is tried.
    """

    def __init__(
        self,
        firing: RuleFiring,
        workspace: Workspace,
        around: Surroundings,
        *,
        credits: int,
    ) -> None:
        self.firing, self.workspace = firing, workspace
        self.notify, self.secret, self._around, self._credits = around.notify, around.secret, around, credits
        self.key = f"{firing.rule}:{firing.account}:{firing.key}:{firing.step}"

    @property
    def now(self) -> datetime:
        """The current time."""
        return self._around.clock.now()

    @property
    def fields(self) -> dict[str, Any]:
        """The fields that templates may name."""
        return event_fields(self.firing.event, self.firing.rule, self.firing.found)

    def render(self, template: str) -> str:
        """Return a template with the event's fields in place."""
        return render(template, self.fields)

    async def account(self, name: str) -> Workspace:
        """Return the workspace of an account; of the event's own by ""."""
        if name in {"", self.firing.account}:
            return self.workspace
        return await self._around.accounts(name)

    def new_id(self, part: str = "") -> str:
        """Return the local id of something that the step creates, which is the same at each try."""
        return local_id_for(f"{self.key}:{part}", self.firing.heard)

    async def card(self) -> Card:
        """Return the current card of the event.

        Raises:
            StoreError: The event has no card, or the card is gone.
            RemoteError: The card is not stored yet, and the service does not answer.
        """
        if not (ident := self.firing.card_id):
            raise StoreError("the event is about no card", hint="choose a trigger that is about cards")
        card = self.workspace.cards.get(ident) or await self.workspace.cards.fetch(ident)
        if card is None:
            raise StoreError("the card is not there any more")
        return card

    async def board(self, card: Card) -> Board:
        """Return the board of a card, with its lists, labels and members read."""
        return await find_board(self.workspace, card.id_board)

    async def submit(self, workspace: Workspace, account: str, writes: Sequence[Write]) -> None:
        """Submit writes in an account, once however often the step is tried.

        Raises:
            ReadOnly: One of the writes changes what may only be read.
            StoreError: A write could not be stored, or names a thing that is gone.
        """
        if not writes:
            return
        await self._expect(account, [(write.about_card, main_activity(write)) for write in writes])
        await workspace.writes.submit_once(self.key, writes)

    @asynccontextmanager
    async def paying(self, price: int) -> AsyncIterator[None]:
        """Count ``price`` credits as spent before the block, and after it the real cost, even if a request failed.

        The requests are recorded in the account's ledger under ``key``; one without an answer counts there
        too.

        Raises:
            SpendRefused: The rule would exceed its spending limit per day.
        """
        log, firing, spending = self._around.log, self.firing, self.workspace.spending
        if price:
            # An earlier try of this step may have paid some of the services.
            paid = spending.spent(self.key)
            before = log.spent_since(firing.rule, self.now - timedelta(days=1), other_than=firing) + paid
            if before + price > self._credits:
                a_day = f"{self._credits} credit{'s' * (self._credits != 1)} a day"
                raise SpendRefused(
                    f"the rule may spend {a_day}, has spent {before}, and this costs up to {price}",
                    hint=f"raise `credits` of the rule {firing.rule!r}",
                )
            await until_written(log.spend(firing, paid + price))
        try:
            yield
        except CardscoutError:
            await until_written(log.spend(firing, spending.of_run(self.key)))
            raise
        await until_written(log.spend(firing, spending.of_run(self.key)))

    async def expect(self, account: str, changes: Sequence[tuple[str, str]]) -> None:
        """Record changes that are about to be made: the id of the card, and the kind of the write."""
        await self._expect(account, [(card_id, ACTIVITIES.get(kind, ("",))[0]) for card_id, kind in changes])

    async def _expect(self, account: str, changes: Sequence[tuple[str, str]]) -> None:
        """Record changes by the id of the card, and the type of the action that reports each."""
        name = account or self.firing.account
        told = [
            Caused(account=name, card_id=card_id, activity=activity)
            for card_id, activity in changes
            if activity
        ]
        await until_written(self._around.log.expect(self.firing, told))
