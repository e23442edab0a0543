"""RuleEngine: records the firings of rules, and runs their steps, each once.

One transaction records both the firings of some events and how far the log of events was read. A step that
writes to a board records its key with the writes. So a kill at any moment loses nothing, and repeats nothing
on a board; a command, a request or a notice may come twice, with the same id.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from functools import partial
from logging import getLogger
from typing import TYPE_CHECKING, Any

from tui.errors import (
    Ambiguous,
    CardscoutError,
    CredentialError,
    Forbidden,
    NotFound,
    RateLimited,
    ServerFault,
    SpendRefused,
    StoreBusy,
    Unauthorized,
    Unreachable,
    Unsettled,
    Unwritable,
    UsageError,
)
from tui.rules import guards
from tui.rules.matching import SetRule, set_rule
from tui.rules.names import CANNOT
from tui.rules.steps.run import StepRun, Surroundings
from tui.store.db import until_written
from tui.store.firing_records import NewFiring
from tui.triggers.firing import Firing

if TYPE_CHECKING:
    from datetime import datetime

    from tui.model.card import Card
    from tui.model.event import Event
    from tui.rules.rule import Rule
    from tui.store.firing_records import Caused, RuleFiring
    from tui.store.tables.events import LoggedEvent
    from tui.workspace import Workspace

PATIENCE = timedelta(days=3)
"""How long a step is retried after it failed because a service could not be reached."""

SLOWEST = 600.0
"""Maximum seconds between two tries of a step."""

AGAIN = 30.0
"""Seconds until an account or a rule that failed as a whole is restarted."""

PASSING = (
    Unreachable,
    Ambiguous,
    ServerFault,
    RateLimited,
    Unauthorized,
    CredentialError,
    StoreBusy,
    Unwritable,
)
"""Errors after which a step is retried, because they are no fault of the rule."""

SKEW = timedelta(seconds=5)
"""Maximum difference between a remote service's clock and ours, beyond the one measured from its answers."""

GLANCE = 1.0
"""Seconds between two checks whether the log has changed."""

_log = getLogger(__name__)

Report = Callable[[str, str], object]
"""Reports a problem to the user: its subject, such as ``rule Welcome``, and the message; "" once it is over."""


def said(error: CardscoutError) -> str:
    """Return an error with its hint, in one line."""
    return f"{error} ({error.hint})" if error.hint else str(error)


class RuleEngine:
    """The engine of some rules.

    Args:
        around: The accounts, the log of firings, and other dependencies of steps.
        default_account: The account of rules that name none.
        report: Reports rules that cannot be set, and accounts that cannot be opened.
        others_off: Whether all other rules are off; if not, their state is unknown.
        is_changed: Returns whether the rules were changed and are about to be reread; nothing is started
            meanwhile.
        wrong: Returns why a rule cannot work, as far as the stores know; "" if it can.
    """

    def __init__(
        self,
        rules: Sequence[Rule],
        around: Surroundings,
        *,
        default_account: str,
        report: Report,
        others_off: bool = True,
        is_changed: Callable[[], bool] = bool,
        wrong: Callable[[Rule], str] = lambda _: "",
    ) -> None:
        self._others_off, self._is_changed, self._wrong = others_off, is_changed, wrong
        self._rules, self._around, self._report = rules, around, report
        self._default = default_account
        self._firings, self._clock = around.log, around.clock
        self._since: dict[str, datetime] = {}
        self._taken_up = {rule.name: asyncio.Event() for rule in rules}
        self._failed: dict[str, str] = {}
        self._told: dict[str, set[str]] = {}

    async def run(self, interval: float) -> None:
        """Run the rules until cancelled.

        Args:
            interval: Seconds between two polls of a service that sends no webhooks.
        """
        on = [rule.name for rule in self._rules]
        self._since = await until_written(self._firings.switch_on(on, others_off=self._others_off))
        accounts = dict.fromkeys(self._account_of(rule) for rule in self._rules)
        async with asyncio.TaskGroup() as tasks:
            for name in accounts:
                tasks.create_task(self._again_and_again(name, partial(self._follow, name, interval)))
            for rule in self._rules:
                tasks.create_task(self._again_and_again(f"rule {rule.name}", partial(self._work, rule)))
            if self._rules:
                tasks.create_task(self._wake())

    async def _again_and_again(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Run ``work``, and restart it after a failure: one account's full disk or revoked token stops no other."""
        while True:
            try:
                await work()
            except CardscoutError as error:
                self._is_ill(name, said(error))
            except Exception as error:  # noqa: BLE001 - the engine's loop: a fault of ours stops one rule, not all
                _log.exception("rules: %s", name)
                self._is_ill(name, f"{type(error).__name__}; the log has the details")
            await self._clock.sleep(AGAIN)

    def _account_of(self, rule: Rule) -> str:
        return rule.account or self._default

    # --- taking up ------------------------------------------------------------------------------

    async def _follow(self, account: str, interval: float) -> None:
        """Record the firings of one account's events."""
        async with self._following(account, interval) as (workspace, rules):
            place, last = self._firings.read_up_to(account), workspace.events.last()
            if place is None or place > last:
                # This is the first time, or the account's store was recreated.
                place = last
                await until_written(self._firings.take_up(account, place, ()))
            if place == last:
                self._is_well(account)
            async for page in workspace.events.pages(place):
                await self._take_up(account, workspace, rules, page)
                self._is_well(account)

    def _is_ill(self, name: str, why: str) -> None:
        """Report why an account or a rule failed, once for the same reason."""
        if why != self._failed.get(name):
            self._failed[name] = why
            self._report(name, why)

    def _is_well(self, name: str) -> None:
        """Report that an account or a rule that had failed works again."""
        if self._failed.pop(name, ""):
            self._report(name, "")

    @asynccontextmanager
    async def _following(
        self, account: str, interval: float
    ) -> AsyncIterator[tuple[Workspace, Sequence[SetRule]]]:
        """Open an account, set its rules, and keep its log of events up to date in the block."""
        workspace = await self._around.accounts(account)
        rules = [
            found
            for rule in self._rules
            if self._account_of(rule) == account and (found := await self._set(workspace, rule)) is not None
        ]

        def report(error: CardscoutError | None) -> None:
            self._report(account, "" if error is None else said(error))

        async with workspace.events.watching([one.trigger for one in rules], interval, report):
            yield workspace, rules

    async def _set(self, workspace: Workspace, rule: Rule) -> SetRule | None:
        """Set a rule; report why it is impossible, and retry while the service cannot be reached."""
        name, failed = f"rule {rule.name}", False
        while True:
            try:
                found = await set_rule(workspace, rule)
            except PASSING as error:
                if not failed:
                    self._report(name, f"it begins later: {said(error)}")
                failed = True
                await self._clock.sleep(5)
            except CardscoutError as error:
                # The hint of a name has the ids of all that there is: too much for a notice.
                self._report(name, f"{CANNOT}: {error}" if isinstance(error, UsageError) else said(error))
                return None
            else:
                wrong = self._wrong(rule)
                if wrong or failed:
                    self._report(name, f"{CANNOT}: {wrong}" if wrong else "")
                return found

    async def _take_up(
        self, account: str, workspace: Workspace, rules: Sequence[SetRule], page: Sequence[LoggedEvent]
    ) -> None:
        """Record the firings of a page of events, and that it was read."""
        new, used = list[NewFiring](), list[int]()
        undone = workspace.events.reversals([logged.event for logged in page])
        for logged in page:
            if logged.event.id in undone:
                continue
            # The cause is found even if no rule matches: a person's next change of the card is not the rule's.
            caused = guards.cause(workspace, self._firings, account, logged.event, used)
            if caused is not None:
                used.append(caused.id)
            offset = workspace.events.clock_offset()
            matching = [one for one in rules if self._is_for(one, logged.event, offset)]
            card = await self._card(workspace, logged.event) if matching else None
            for one in matching:
                if self._passes(one, workspace, card):
                    firing = self._firing(account, one, logged.event, card)
                    ahead = [each for each in new if each.rule == one.rule.name]
                    new.append(firing.replace(**self._guarded(one.rule, firing, ahead, caused)))
        await until_written(self._firings.take_up(account, page[-1].seq, new, used))
        self._begin_all(new)

    def _passes(self, one: SetRule, workspace: Workspace, card: Card | None) -> bool:
        """Return whether a card passes the conditions of a rule; report one that is gone."""
        try:
            return one.passes(workspace, card, self._clock.now())
        except UsageError as error:
            self._tell_once(one.rule.name, f"{CANNOT}: {error}")
            return False

    def _begin_all(self, new: Sequence[NewFiring]) -> None:
        """Wake the rules that have new firings, and tell the user which are refused."""
        for firing in new:
            if firing.refused:
                self._tell_once(firing.rule, f"refused: {firing.refused}")
            self._taken_up[firing.rule].set()

    def _guarded(
        self, rule: Rule, firing: NewFiring, ahead: Sequence[NewFiring], caused: Caused | None
    ) -> dict[str, Any]:
        """Return the fields of a firing that guards decide; ``ahead`` are those of its rule in the same page."""
        chain, depth = ("", 0) if caused is None else (caused.chain, caused.depth)
        lately = firing.at - guards.SAME_CARD_SPAN
        same_card = sum(each.card_id == firing.card_id and each.at > lately for each in ahead)
        return {
            "chain": chain,
            "depth": depth,
            "refused": guards.refusal(self._firings, firing.replace(depth=depth), same_card),
            "delay": guards.delay(self._firings, rule, ahead, self._clock.now()),
        }

    def _is_for(self, one: SetRule, event: Event, offset: timedelta) -> bool:
        """Return whether an event fires a rule; events from before the rule was switched on do not."""
        # Times of events are to the millisecond; the local workspace's are by our own clock.
        behind = timedelta(milliseconds=1) if event.source == "local" else SKEW
        since = self._since[one.rule.name] + offset
        return event.at >= since - behind and one.trigger.matches(event)

    async def _card(self, workspace: Workspace, event: Event) -> Card | None:
        """Return the event's card, read from the service if the stored one is older; None if it is gone or hidden.

        Raises:
            RemoteError: The service did not answer; the event is handled later.
        """
        if not (ident := event.ident("card")):
            return None
        held = workspace.cards.get(ident)
        if held is not None and held.date_last_activity is not None and held.date_last_activity >= event.at:
            return held
        with suppress(NotFound, Forbidden):
            return await workspace.cards.fetch(ident) or held
        return held

    def _firing(self, account: str, one: SetRule, event: Event, card: Card | None) -> NewFiring:
        told = Firing.of(one.trigger, event, account=account, card=None if card is None else card.wire())
        return NewFiring(
            rule=one.rule.name,
            account=account,
            key=one.trigger.key(event),
            event=told.wire(),
            at=event.at,
            card_id=event.ident("card"),
        )

    async def _wake(self) -> None:
        """Wake the rules whenever the log changes: another process may want a firing repeated."""
        seen = self._firings.version()
        while True:
            await self._clock.sleep(GLANCE)
            if (version := self._firings.version()) != seen:
                seen = version
                for taken_up in self._taken_up.values():
                    taken_up.set()

    # --- doing ----------------------------------------------------------------------------------

    async def _work(self, rule: Rule) -> None:
        """Run the firings of one rule when they are due."""
        taken_up, name = self._taken_up[rule.name], f"rule {rule.name}"
        while True:
            taken_up.clear()
            firing = self._firings.waiting(rule.name)
            if firing is None:
                self._is_well(name)
                await taken_up.wait()
            elif (wait := (firing.due - self._clock.now()).total_seconds()) > 0:
                await self._sleep(wait, taken_up)
            elif self._is_changed():
                # A firing that is repeated after the rule was mended runs the mended rule.
                await self._clock.sleep(GLANCE)
            else:
                await self._do(rule, firing)
                self._is_well(name)

    async def _sleep(self, seconds: float, news: asyncio.Event) -> None:
        """Wait some seconds, or until a firing is recorded, which may be due earlier."""
        tasks = {asyncio.ensure_future(self._clock.sleep(seconds)), asyncio.ensure_future(news.wait())}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()

    async def _do(self, rule: Rule, firing: RuleFiring) -> None:
        """Run the next step of a firing, and record the outcome."""
        if changed := _changed(rule, firing):
            await self._refuse(firing, changed)
            return
        try:
            workspace = await self._around.accounts(firing.account)
            run = StepRun(firing, workspace, self._around, credits=rule.credits)
            done = await rule.do[firing.step].run(run)
        except SpendRefused as error:
            await self._refuse(firing, str(error))
        except CardscoutError as error:
            again = self._again(firing, error)
            _log.info("rule %s, step %d: %s", rule.name, firing.step + 1, type(error).__name__)
            await self._step_failed(firing, str(error), again)
        except Exception as error:  # noqa: BLE001 - the same: it costs one firing
            _log.exception("rule %s, step %d", rule.name, firing.step + 1)
            reason = f"{type(error).__name__}: the log has the details"
            await self._step_failed(firing, reason, None)
        else:
            count = firing.step + 1
            steps, last = rule.fingerprint(count), count >= len(rule.do)
            await until_written(self._firings.step_done(firing, done, last=last, steps=steps))
            if last and self._told.pop(rule.name, set()):
                self._report(f"rule {rule.name}", "")

    async def _step_failed(self, firing: RuleFiring, why: str, again: datetime | None) -> None:
        """Record that a step failed, and tell the user unless it is retried."""
        await until_written(self._firings.step_failed(firing, why, again))
        if again is None:
            self._tell_once(firing.rule, f"step {firing.step + 1} failed: {why}")

    async def _refuse(self, firing: RuleFiring, why: str) -> None:
        """End a firing that may not go on, and tell the user."""
        await until_written(self._firings.refuse(firing, why))
        self._tell_once(firing.rule, f"refused: {why}")

    def _tell_once(self, rule: str, why: str) -> None:
        """Tell the user why a firing of a rule ended, once for each reason until one of them is done again."""
        told = self._told.setdefault(rule, set())
        if why not in told:
            told.add(why)
            self._report(f"rule {rule}", why)

    def _again(self, firing: RuleFiring, error: CardscoutError) -> datetime | None:
        """Return when a failed step is retried; None to give it up."""
        now = self._clock.now()
        passing = isinstance(error, PASSING) and not isinstance(error, Unsettled)
        if not passing or now - (firing.failing_since or now) > PATIENCE:
            return None
        doubled = 5.0 * 2 ** min(firing.tries, 10)
        delay = error.retry_after if isinstance(error, RateLimited) else min(doubled, SLOWEST)
        return now + timedelta(seconds=delay)


def _changed(rule: Rule, firing: RuleFiring) -> str:
    """Return why a started firing cannot continue with the changed rule; empty if it can."""
    if firing.step and firing.steps != rule.fingerprint(firing.step):
        return "steps that it had done are no longer in the rule"
    return "" if firing.step < len(rule.do) else "the rule has no further step"
