"""PanelLookups: looks people and companies up for a screen, and tracks the state of each lookup."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from math import ceil
from typing import TYPE_CHECKING

from textual._time import get_time
from textual.timer import Timer

from tui.app.commands.command import Choice
from tui.app.enrich.sightings import Sighting, opted_out, step_price
from tui.errors import (
    CardscoutError,
    OptedOut,
    RateLimited,
    RemoteError,
    SpendRefused,
    Undecided,
    Unsettled,
    UsageError,
)
from tui.model.enrich.differences import differences
from tui.model.enrich.people import Namesake
from tui.presentation.facts import price_range

if TYPE_CHECKING:
    # Imported late at run time, so as not to delay the first paint.
    from tui.app.screens.screen import WorkspaceScreen
    from tui.clock import Clock
    from tui.model.enrich.differences import Difference
    from tui.model.enrich.people import Candidate, PeoplePage, PeopleQuery
    from tui.model.enrich.spending import Caps
    from tui.model.finding import Finding, Quote, QuoteStep
    from tui.model.search import Hit
    from tui.model.subject import Subject
    from tui.workspace import Workspace


@dataclass(frozen=True, slots=True)
class ShownPrice:
    """The price of a subject as it is shown, and since when.

    Attributes:
        again: The price of another lookup; None if nothing is stored.
    """

    quote: Quote
    again: Quote | None
    at: float

    def holds(self, now: ShownPrice) -> bool:
        """Return whether who has read this price has read the other."""
        again = self.again or self.quote
        return self.quote.covers(now.quote) and (now.again is None or again.covers(now.again))


class PanelLookups:
    """The lookups of a screen and their states; a failed lookup is a state to be drawn, not an error.

    Args:
        draw: Redraws the subjects when a lookup began or ended, or a second of a pause has passed.
    """

    def __init__(self, page: WorkspaceScreen, clock: Clock, draw: Callable[[], None]) -> None:
        self._page, self._clock, self._draw = page, clock, draw
        self._workspace = page.workspace
        self._in_progress: set[str] = set()
        self._troubles: dict[str, CardscoutError] = {}
        self._caps: Caps | None = None  # those that refused a lookup
        self._retry_at: dict[str, datetime] = {}
        self._candidates: dict[str, tuple[Candidate, ...]] = {}
        self._refused: set[str] = set()
        self._lost: set[str] = set()
        self._bought: set[str] = set()
        self._staff: dict[str, PeoplePage] = {}
        self._prices: dict[str, ShownPrice] = {}
        self._pause_timer: Timer | None = None

    def busy(self, key: str) -> bool:
        """Return whether a lookup of ``key`` is running."""
        return key in self._in_progress

    def trouble(self, key: str) -> CardscoutError | None:
        """Return the error of the last lookup of ``key``; None if there was none, or if its cap was changed since."""
        trouble = self._troubles.get(key)
        if isinstance(trouble, SpendRefused) and self._workspace.spending.caps() != self._caps:
            del self._troubles[key]
            return None
        return trouble

    def wait(self, key: str) -> int:
        """Return the whole seconds until ``key`` may be looked up again."""
        until = self._retry_at.get(key)
        return 0 if until is None else max(0, ceil((until - self._clock.now()).total_seconds()))

    def sighting(
        self, subject: Subject, card_id: str = "", *, added: str = "", also: Sequence[Hit] = ()
    ) -> Sighting:
        """Collect the facts about ``subject``, and whether the card has them as a comment.

        Args:
            subject: The subject.
            card_id: The card; "" for none.
            added: How the user added the subject; "" if it is on the card.
            also: Other cards that name it.
        """
        key, finding = subject.key, self._workspace.lookups.finding(subject)
        price = self.show_price(subject, finding)
        return Sighting(
            subject=subject,
            quote=price.quote,
            finding=finding,
            attached=bool(card_id) and self._workspace.lookups.is_attached(card_id, key),
            added=added,
            busy=key in self._in_progress,
            trouble=self.trouble(key),
            wait=self.wait(key),
            candidates=self._candidates.get(key, ()),
            barred=self._barred(subject, finding),
            bought=key in self._bought,
            again=price.again,
            staff=self._allowed_staff(key),
            no_staff=self._workspace.people.refusal(("company",)),
            also=tuple(also),
            differences=self._differences(subject, finding),
        )

    def _allowed_staff(self, key: str) -> PeoplePage | None:
        """Return the people of a subject's company, without those who have opted out since."""
        page = self._staff.get(key)
        if page is None:
            return None
        covers = self._workspace.suppression.covers
        return page.replace(people=tuple(one for one in page.people if covers(one) is None))

    def _differences(self, subject: Subject, finding: Finding | None) -> tuple[Difference, ...]:
        if finding is None or not finding.matched:
            return ()
        return tuple(differences(self._workspace.lookups.findings(subject)))

    def show_price(self, subject: Subject, finding: Finding | None) -> ShownPrice:
        """Return the price of ``subject`` as it is shown, and since when: a higher one, or another service, only from now on."""
        now, before = self._price(subject, finding), self._prices.get(subject.key)
        if before is not None and before.holds(now):
            now = replace(now, at=before.at)
        self._prices[subject.key] = now
        return now

    def _price(self, subject: Subject, finding: Finding | None) -> ShownPrice:
        """Return the price of a lookup, and of another one: at the services not asked yet, or at all if each was."""
        quote = self._workspace.lookups.quote(subject)
        if finding is None or quote.cached_at is None:
            return ShownPrice(quote, None if finding is None else quote, get_time())
        return ShownPrice(quote, self._workspace.lookups.quote(subject, again=True), get_time())

    def _barred(self, subject: Subject, finding: Finding | None) -> str:
        """Return why a subject that opted out is not looked up; "" for any other."""
        kept_out = self._workspace.suppression.covers(subject)
        if kept_out is not None or (finding is not None and finding.withheld):
            asked = finding is not None and finding.withheld and bool(finding.cost)
            return opted_out(kept_out, self._clock.now(), asked=asked)
        return "Opted out: the service gives no record of them." if subject.key in self._refused else ""

    async def look_up(
        self, subject: Subject, candidate: Candidate | None = None, *, told_at: float | None = None
    ) -> None:
        """Look ``subject`` up, also again if there was no match before.

        Args:
            subject: The subject to look up.
            candidate: The person or company that the user chose for the subject, or None.
            told_at: When the price of asking again, although there was a match, was told; None for no such request.
        """
        known = self._workspace.lookups.finding(subject)
        shown = self.show_price(subject, known)
        # What is stored is requested again, unless a service was not asked yet: then only that one is.
        again = (
            known is not None
            and (told_at is not None or not known.matched)
            and shown.quote.cached_at is not None
        )
        anew = again or candidate is not None
        agreed, provider = shown.again if anew and shown.again is not None else shown.quote, ""
        if isinstance(candidate, Namesake):
            again, agreed, provider = False, candidate.step.quote, candidate.step.name
        if self.may_ask(agreed, max(shown.at, told_at or shown.at)):
            ask = partial(self._enrich, subject, candidate, again=again, agreed=agreed, provider=provider)
            await self.attempt(subject.key, ask)

    def may_ask(self, price: Quote | QuoteStep, shown_at: float | None = None) -> bool:
        """Return whether to ask for a price; not by a key that was meant for another page, or came before it was read.

        Args:
            price: The price.
            shown_at: Since when the page or a message shows it; None if a box told it.
        """
        ahead = self._page.ahead
        blind = bool(price.high) and (ahead.in_burst if shown_at is None else ahead.is_unread(shown_at))
        if blind:
            words = price_range(price.low, price.high)
            self._page.tell(f"nothing was asked · press that again to ask: {words}")
        return not blind

    async def choose_service(self, subject: Subject) -> None:
        """Let the user choose the service, with the price of each, and look ``subject`` up there."""
        steps = {step.name: step for step in self._workspace.lookups.services(subject)}
        held = {one.provider: one for one in self._workspace.lookups.findings(subject)}
        choices = [Choice(one.name, one.service, step_price(one)) for one in steps.values()]
        if not choices:
            self._page.tell("no service can be asked for this")
            return
        name = await self._page.choose(f"Ask whom for {subject.text}", choices)
        if name is not None and self.may_ask(steps[name]):
            known, agreed = self._workspace.lookups.finding(subject), steps[name].quote
            again = known is not None and (bool(held) or not known.matched)
            ask = partial(self._enrich, subject, None, again=again, agreed=agreed, provider=name)
            await self.attempt(subject.key, ask)

    async def _enrich(
        self, subject: Subject, candidate: Candidate | None, *, again: bool, agreed: Quote, provider: str
    ) -> None:
        """Look ``subject`` up; if the match is ambiguous or unsure, fetch the candidates."""
        chosen = candidate.company if isinstance(candidate, Namesake) else candidate
        # The user has seen that the lost request may have been charged.
        lost_at = self._workspace.lookups.quote(subject).lost_at
        sure = subject.key in self._lost or lost_at is not None
        began = self._clock.now()
        try:
            found = await self._workspace.lookups.enrich(
                subject, again=again, sure=sure, chosen=chosen, provider=provider, agreed=agreed
            )
            if found.gaps:
                self._page.tell(found.gaps)
            if found.fetched_at >= began:
                self._bought.add(subject.key)
            self._candidates.pop(subject.key, None)
            self._lost.discard(subject.key)
        except OptedOut:
            self._refused.add(subject.key)
        except Unsettled:
            self._lost.add(subject.key)
            raise
        except Undecided:
            self._candidates[subject.key] = await self._workspace.lookups.candidates(subject)
            if not self._candidates[subject.key]:
                raise

    async def list_staff(self, subject: Subject, query: PeopleQuery, agreed: Quote) -> None:
        """Search for the people of the subject's company at a price, and list them below it."""

        async def ask() -> None:
            self._staff[subject.key] = await self._workspace.people.search(query, agreed=agreed)

        await self.attempt(subject.key, ask)

    async def toggle_opt_out(self, subject: Subject) -> None:
        """Opt a subject out in every account and withdraw all data about it, or end the opt-out; ask first."""
        from tui.app.enrich.opting_out import allow_again, opt_out

        if (entry := self._workspace.suppression.covers(subject)) is not None:
            await allow_again(self._page, entry)
        else:
            await opt_out(self._page, subject)
        self._refused.discard(subject.key)
        self._draw()

    async def attempt(self, key: str, ask: Callable[[], Awaitable[object]]) -> None:
        """Await ``ask`` and track its state under ``key``, unless one is running or must wait."""
        if self.busy(key) or self.wait(key):
            return
        self._in_progress.add(key)
        self._troubles.pop(key, None)
        self._draw()
        try:
            await ask()
        except (RemoteError, UsageError) as error:
            self._troubles[key] = error
            if isinstance(error, SpendRefused):
                self._caps = self._workspace.spending.caps()
            if isinstance(error, RateLimited):
                self._retry_at[key] = self._clock.now() + timedelta(seconds=error.retry_after)
                self._start_pause_timer()
        finally:
            self._in_progress.discard(key)
            self._draw()

    # --- pauses -----------------------------------------------------------------------------

    def _start_pause_timer(self) -> None:
        """Start the timer that redraws the remaining seconds of a pause, unless it runs."""
        if self._pause_timer is None:
            self._pause_timer = self._page.set_timer(1, self._update_pauses)

    def _update_pauses(self) -> None:
        self._pause_timer = None
        if any(map(self.wait, self._retry_at)):
            self._start_pause_timer()
        else:
            for key in self._retry_at:
                self._troubles.pop(key, None)
            self._retry_at.clear()
        self._draw()

    # --- the balance ------------------------------------------------------------------------

    async def ask_balance(self) -> None:
        """Fetch the balance, and redraw with it."""
        if await fetch_balance(self._workspace):
            self._draw()


async def fetch_balance(workspace: Workspace) -> bool:
    """Fetch the balance, as the account may have been topped up elsewhere, and return whether the service told it."""
    try:
        return await workspace.spending.refresh_credits() is not None
    except RemoteError:
        return False
