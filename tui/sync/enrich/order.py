"""OrderedLookup: asks several services in turn, skipping unusable ones, within the price shown to the user."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import TYPE_CHECKING

from tui.errors import (
    Ambiguous,
    CardscoutError,
    CredentialError,
    Forbidden,
    Garbled,
    NoKey,
    OutOfCredits,
    ServerFault,
    Unauthorized,
    Undecided,
    Unreachable,
    Unsettled,
    VaultClosed,
)
from tui.model.enrich.wanted import combined, lacking
from tui.store.db import until_written
from tui.sync.enrich.payments import surely_free
from tui.sync.enrich.price import price_of

if TYPE_CHECKING:
    from tui.model.enrich.spending import Wanted
    from tui.model.finding import Finding
    from tui.model.subject import Subject
    from tui.store.db import Transaction
    from tui.store.store import Store
    from tui.sync.enrich.askable import Asking
    from tui.sync.enrich.lookup import Keep

Ask = Callable[[str, "Keep | None"], Awaitable["Finding"]]

KEYLESS = (NoKey, CredentialError)
"""Errors of a service that there is no key to, or none that can be read."""

REFUSED = (Unauthorized, Forbidden)
"""Errors of a service that refused the key, or the request."""

_DOWN = (Unreachable, ServerFault, Ambiguous, Garbled, OutOfCredits, *KEYLESS, *REFUSED)
"""Errors of a service that cannot be used now; the next service in the order is asked instead."""


class OrderedLookup:
    """A lookup at several services in turn, until one finds the subject and all wanted fields are found.

    Args:
        steps: The services, in order.
        wanted: The fields that must be found before no other service is asked; empty for any match.
        left_out: The names of the services that are not asked, because there is no key to them.
        keep: Called in the transaction that stores the last answer, with the total cost.
    """

    def __init__(
        self,
        store: Store,
        subject: Subject,
        steps: Sequence[Asking],
        wanted: Collection[Wanted],
        before: Sequence[Finding],
        keep: Keep | None,
        left_out: tuple[str, ...] = (),
    ) -> None:
        self._store, self._type, self._steps, self._wanted = store, subject.type, steps, wanted
        self._before, self._keep = list(before), keep
        self._agreed = price_of([*steps], subject, every=bool(wanted))[1]
        self._paid = self._maybe = 0
        self._skipped: dict[str, tuple[str, ...]] = dict.fromkeys(
            ("unreached", "out_of_credits", "without_key", "refused"), ()
        )
        self._skipped["without_key"] = left_out
        self._down: CardscoutError | None = None
        self._unsure: Undecided | None = None

    async def ask(self, ask: Ask) -> Finding:
        """Return the answer of the services.

        Args:
            ask: Asks the service of that name; its callback argument is called in the transaction that stores
                the answer.

        Raises:
            Undecided: Several people have the name, or nobody surely.
            RemoteError: No service could be asked within the price shown to the user.
            CredentialError: No service could be asked, and the key to the last one cannot be read.
        """
        last = self._steps[-1]
        for step in self._steps:
            found = await self._try(step, ask, is_last=step is last)
            if found is None:
                continue
            if step is last or self._is_enough(found):
                return self._final_answer(found)
            self._paid += found.cost
            if found.matched:
                self._before.append(found)
        if self._down is not None and not self._before:
            raise self._down
        whole = self._naming_skipped(combined(self._before, self._wanted))
        if (keep := self._keep) is not None:
            await until_written(self._store.write(lambda tx: keep(tx, whole.replace(cost=self._paid))))
        return whole

    async def _try(self, step: Asking, ask: Ask, *, is_last: bool) -> Finding | None:
        """Return the answer of one service; None if the name is ambiguous there, or it cannot be reached."""
        self._check_price(step)
        try:
            return await ask(step.name, self._at_the_end(ends=is_last))
        except Undecided as error:
            if is_last and not self._before:
                raise
            self._unsure = error
        except VaultClosed:
            raise  # the user opens it, and it is asked then
        except _DOWN as error:
            # Only the user may decide to pay a second time.
            if isinstance(error, Unsettled) and self._price(step):
                raise
            self._down = error
            self._maybe += 0 if surely_free(error) else self._price(step)
            self._skipped[_why_skipped(error)] += (step.provider or step.title,)
        return None

    def _price(self, step: Asking) -> int:
        return step.prices.of(self._type)[1]

    def _check_price(self, step: Asking) -> None:
        """Check that asking ``step`` stays within the shown price, after an earlier service failed.

        Raises:
            RemoteError: The failed request may have been charged, so the price could be exceeded.
        """
        down = self._down
        if down is None or self._paid + self._maybe + self._price(step) <= self._agreed:
            return
        name = step.provider or step.title
        down.args = (
            f"{down} It may have been charged; {name} was not asked: both are more than the {self._agreed} agreed to.",
        )
        down.hint = f"cardscout credits may tell; --provider {step.name} asks {name} alone."
        raise down

    def _final_answer(self, found: Finding) -> Finding:
        """Return the answer of all services.

        Raises:
            Undecided: None found the subject, and one knows several people, or nobody surely, of that name.
        """
        whole = self._combined(found)
        if self._unsure is not None and not whole.matched and not whole.withheld:
            raise self._unsure
        return whole

    def _combined(self, found: Finding) -> Finding:
        """Combine the latest answer with the earlier ones; only the latest if the subject opted out."""
        matched = [*self._before, found] if found.matched else self._before
        whole = found if found.withheld or not matched else combined(matched, self._wanted)
        return self._naming_skipped(whole)

    def _naming_skipped(self, whole: Finding) -> Finding:
        """Add the names of the skipped services to an answer."""
        return whole.replace(**self._skipped)

    def _is_enough(self, found: Finding) -> bool:
        """Return whether no other service has to be asked after the latest answer."""
        return found.withheld or (found.matched and not lacking([self._combined(found)], self._wanted))

    def _at_the_end(self, *, ends: bool) -> Keep | None:
        """Return ``keep`` for the answer of one service; it is called only if no other service follows."""
        if (keep := self._keep) is None:
            return None

        def kept(tx: Transaction, found: Finding) -> None:
            if ends or self._is_enough(found):
                keep(tx, self._combined(found).replace(cost=self._paid + found.cost))

        return kept


def _why_skipped(error: CardscoutError) -> str:
    """Return the field of a finding that names the services which were skipped for such an error."""
    if isinstance(error, OutOfCredits):
        return "out_of_credits"
    if isinstance(error, KEYLESS):
        return "without_key"
    return "refused" if isinstance(error, REFUSED) else "unreached"
