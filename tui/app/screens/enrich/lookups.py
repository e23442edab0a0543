"""Lookups: looks people and companies up for a screen, and knows how each of them stands."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from math import ceil
from typing import TYPE_CHECKING, Any

from textual.timer import Timer

from tui.errors import CardscoutError, OptedOut, RateLimited, RemoteError, Undecided, Unsettled, UsageError

if TYPE_CHECKING:
    # Imported when somebody is first looked up: not in first paint's way.
    from tui.app.enrich.sightings import Sighting
    from tui.app.screens.screen import WorkspaceScreen
    from tui.clock import Clock
    from tui.model.finding import Finding, Quote
    from tui.model.person import Person
    from tui.model.subject import Subject
    from tui.workspace import Workspace


class PanelLookups:
    """Looks subjects up, and knows how each stands. How a lookup fails is a state to be drawn, not an error.

    Args:
        page: The screen that asks.
        clock: For dates, ages and pauses.
        draw: Draws the subjects anew: a lookup began or ended, or a second of a pause went by.
    """

    def __init__(self, page: WorkspaceScreen, clock: Clock, draw: Callable[[], None]) -> None:
        self._page, self._clock, self._draw = page, clock, draw
        self._workspace = page.workspace
        self._looking: set[str] = set()
        self._troubles: dict[str, CardscoutError] = {}
        self._until: dict[str, datetime] = {}
        self._fits: dict[str, tuple[Person, ...]] = {}
        self._refused: set[str] = set()
        self._lost: set[str] = set()
        self._bought: set[str] = set()
        self._counting: Timer | None = None

    def busy(self, key: str) -> bool:
        """Whether an answer about ``key`` is on its way."""
        return key in self._looking

    def trouble(self, key: str) -> CardscoutError | None:
        """How the last lookup of ``key`` failed."""
        return self._troubles.get(key)

    def wait(self, key: str) -> int:
        """Whole seconds until the service may be asked about ``key`` again."""
        until = self._until.get(key)
        return 0 if until is None else max(0, ceil((until - self._clock.now()).total_seconds()))

    def sighting(self, subject: Subject, card_id: str = "", *, typed: bool = False) -> Sighting:
        """How ``subject`` stands, also as a comment of a card."""
        from tui.app.enrich.sightings import Sighting

        key, finding = subject.key, self._workspace.lookups.finding(subject)
        return Sighting(
            subject=subject,
            quote=self._workspace.lookups.quote(subject),
            finding=finding,
            attached=bool(card_id) and self._workspace.lookups.is_attached(card_id, key),
            typed=typed,
            busy=key in self._looking,
            trouble=self._troubles.get(key),
            wait=self.wait(key),
            candidates=self._fits.get(key, ()),
            barred=self._barred(subject, finding),
            bought=key in self._bought,
            again=self._price_again(subject) if finding is not None and finding.matched else None,
        )

    def _price_again(self, subject: Subject) -> Quote:
        from tui.model.finding import Quote

        low, high = self._workspace.spending.prices.of(subject.type)
        return Quote(low=low, high=high, credits_left=self._workspace.spending.credits())

    def _barred(self, subject: Subject, finding: Finding | None) -> str:
        """Why somebody is not looked up who asked for that; "" for anybody else."""
        from tui.app.enrich.sightings import opted_out

        kept_out = self._workspace.suppression.covers(subject)
        if kept_out is not None or (finding is not None and finding.withheld):
            return opted_out(kept_out, self._clock.now())
        return "Opted out: the service gives no record of them." if subject.key in self._refused else ""

    async def look_up(self, subject: Subject, person: Person | None = None, *, anew: bool = False) -> None:
        """Look ``subject`` up, again when nobody was found before.

        Args:
            subject: Whom.
            person: Who of those a search found it is, where somebody chose.
            anew: Ask although somebody was found.
        """
        await self.attempt(subject.key, self._enrich(subject, person, anew=anew))

    async def _enrich(self, subject: Subject, person: Person | None, *, anew: bool) -> None:
        """Look ``subject`` up; where several have the name, or nobody surely, find out who does."""
        known = self._workspace.lookups.finding(subject)
        again = known is not None and (anew or not known.matched)
        # Whoever asks has read that it may have been charged.
        sure = subject.key in self._lost or self._workspace.lookups.quote(subject).lost_at is not None
        began = self._clock.now()
        try:
            found = await self._workspace.lookups.enrich(subject, again=again, sure=sure, chosen=person)
            if found.fetched_at >= began:
                self._bought.add(subject.key)
            self._fits.pop(subject.key, None)
            self._lost.discard(subject.key)
        except OptedOut:
            self._refused.add(subject.key)
        except Unsettled:
            self._lost.add(subject.key)
            raise
        except Undecided:
            self._fits[subject.key] = (await self._workspace.people.resolve(subject)).candidates
            if not self._fits[subject.key]:
                raise

    async def turn_opt_out(self, subject: Subject) -> None:
        """Keep somebody out who asked not to be looked up, after asking; or let them in again."""
        room, best = self._workspace.suppression, subject.strongest
        if (entry := room.covers(subject)) is not None:
            if await self._page.confirm(
                f"Look up {entry.written} again?",
                detail=f"{entry.text} is on the opt-out list.",
                yes="Take off",
            ):
                await room.remove(entry.kind, entry.value)
                self._page.tell(f"{entry.text} is off the opt-out list")
        elif await self._page.confirm(
            f"Never look up {subject.text} again?",
            detail="What is remembered is forgotten, and nothing of it is shown, put on a card or written to a file. X again takes it back.",
            yes="Opt out",
        ):
            kept = await room.add("", best.value if best is not None else subject.text)
            self._page.tell(f"{kept.text} is on the opt-out list")
            await self._offer_withdrawal()
        self._refused.discard(subject.key)
        self._draw()

    async def _offer_withdrawal(self) -> None:
        """Ask whether what our comments on cards tell of those who opted out is to go too."""
        found = self._workspace.suppression.told()
        if not found:
            return
        many = "1 comment" if len(found) == 1 else f"{len(found)} comments"
        if await self._page.confirm(
            f"Delete {many} on cards that tell of them?",
            detail="What was put on cards stays there for everybody on the board until it is deleted. Undo does not bring it back.",
            yes="Delete",
        ):
            await self._workspace.suppression.withdraw(found)
            self._page.tell(f"{many} withdrawn")

    async def attempt(self, key: str, asking: Coroutine[Any, Any, object]) -> None:
        """Wait for an answer about the subject ``key``; one at a time."""
        if self.busy(key) or self.wait(key):
            asking.close()
            return
        self._looking.add(key)
        self._troubles.pop(key, None)
        self._draw()
        try:
            await asking
        except (RemoteError, UsageError) as error:
            self._troubles[key] = error
            if isinstance(error, RateLimited):
                self._until[key] = self._clock.now() + timedelta(seconds=error.retry_after)
                self._count_pauses()
        finally:
            self._looking.discard(key)
            self._draw()

    # --- pauses -----------------------------------------------------------------------------

    def _count_pauses(self) -> None:
        """While the service makes us wait, and only then, the screen changes by itself."""
        if self._counting is None:
            self._counting = self._page.set_timer(1, self._pause_went_on)

    def _pause_went_on(self) -> None:
        self._counting = None
        if any(map(self.wait, self._until)):
            self._count_pauses()
        else:
            for key in self._until:
                self._troubles.pop(key, None)
            self._until.clear()
        self._draw()

    # --- the balance ------------------------------------------------------------------------

    async def ask_balance(self) -> None:
        """Ask for the balance where none was ever heard; without an answer it is drawn as not known."""
        if await hear_balance(self._workspace):
            self._draw()


async def hear_balance(workspace: Workspace) -> bool:
    """Ask for the balance where none was ever heard; whether one was told now."""
    if workspace.spending.credits() is not None:
        return False
    try:
        return await workspace.spending.refresh_credits() is not None
    except RemoteError:
        return False
