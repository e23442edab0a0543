"""Texts of a bulk lookup: its price, its progress, and the outcome of each card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING

from textual.content import Content

from tui.app.enrich.lines import shorten
from tui.app.enrich.lookup_errors import error_words
from tui.app.enrich.sightings import ASKABLE, BARRED, FOUND, MISSED, TROUBLE, UNSURE, WORKING, Sign
from tui.app.markdown import Prose, hanging
from tui.presentation.facts import price_range, spent
from tui.presentation.lookup_targets import whom
from tui.presentation.safe_text import safe_line, safe_text
from tui.presentation.timestamps import day_time

if TYPE_CHECKING:
    from tui.errors import CardscoutError
    from tui.model.enrich.bulk import BulkItem, BulkRun, ItemState, Scope
    from tui.model.enrich.spending import Caps
    from tui.model.subject import Subject

NOBODY = Sign("·", "names nobody", "$ink-faint")
KNOWN = Sign("●", "known already", "$found")

SIGNS: dict[ItemState, Sign] = {
    "waiting": Sign(ASKABLE.mark, "waiting", ASKABLE.token),
    "working": WORKING,
    "hit": FOUND,
    "remembered": KNOWN,
    "miss": MISSED,
    "ambiguous": UNSURE,
    "error": TROUBLE,
    "suppressed": BARRED,
    "nothing": NOBODY,
}
"""The sign of an item by its state."""

SHOWN: tuple[tuple[str, frozenset[ItemState]], ...] = (
    ("all", frozenset(SIGNS)),
    ("found", frozenset({"hit", "remembered"})),
    ("for you to settle", frozenset({"ambiguous", "error"})),
    ("without a result", frozenset({"miss", "suppressed", "nothing"})),
)
"""The filters of a run's items, in the order they are cycled through."""

ENDING = "ending … what is under way is paid for, and still comes"
"""The status of a cancelled run until its last lookup has returned; only then its total is final."""

_SCOPES: Mapping[Scope, str] = MappingProxyType(
    {
        "first": "the first a card names",
        "all": "everybody a card names",
        "comments": "everybody a card or its comments name",
    }
)

_BAR = 40
_PLURAL_WORDS: dict[ItemState, str] = {"ambiguous": "for you to settle", "nothing": "with nobody named"}
"""Words for several items, if the word for one does not fit."""


def cards(count: int) -> str:
    """Return the count with its noun: ``1 card``, ``12 cards``."""
    return f"{count:,} card{'s' * (count != 1)}"


def preview(run: BulkRun, caps: Caps, month: int, known: int = 0) -> Content:
    """Draw what a planned run will do and cost, before any request.

    Args:
        run: The planned run.
        caps: The spending caps.
        month: Credits spent this month.
        known: Number of waiting items whose answers are stored already.
    """
    counts = run.counts
    rows = [
        (SIGNS["waiting"], counts.get("waiting", 0) - known, "to look up", price(run)),
        (KNOWN, counts.get("remembered", 0) + known, "known already", "free"),
        (UNSURE, counts.get("ambiguous", 0), "to be settled by you", "free"),
        (MISSED, counts.get("miss", 0), "nobody, asked before", "not asked again"),
        (BARRED, counts.get("suppressed", 0), "opted out", "not asked"),
        (NOBODY, counts.get("nothing", 0), "name nobody", "not asked"),
    ]
    lines = [
        Content.assemble(
            (f"{sign.mark} ", sign.token), (f"{count:>5,}", "bold"), f"  {what:<22}", (then, "$ink-quiet")
        )
        for sign, count, what, then in rows
        if count
    ]
    return Content("\n").join(
        [*lines, Content(""), Content.styled(_balance(run, caps, month), "bold $cursor")]
    )


def price(run: BulkRun) -> str:
    """Return the lowest and highest price of a run if everybody is found."""
    return price_range(run.low, run.high)


def _balance(run: BulkRun, caps: Caps, month: int) -> str:
    parts = ["nothing to pay" if not run.high else price(run)]
    parts.append("balance not known yet" if run.credits_left is None else f"{run.credits_left:,} left")
    if caps.run is not None:
        parts.append(f"cap of a run {caps.run:,}")
    if caps.month is not None:
        parts.append(f"this month {month:,} of {caps.month:,}")
    return " · ".join(parts)


def progress(run: BulkRun, width: int) -> Content:
    """Draw a run's progress: a bar, and the outcome so far."""
    room = max(8, min(_BAR, width - 24))
    done = room if not run.total else run.settled * room // run.total
    bar = Content.assemble(
        ("━" * done, "$found"), ("─" * (room - done), "$ink-faint"), f"  {run.settled:,} of {run.total:,}"
    )
    return Content("\n").join([bar, Content(outcome(run))])


def outcome(run: BulkRun) -> str:
    """Return the outcome of a run: ``8 found · 3 no match · 14 credits spent``."""
    counts = run.counts
    parts = [
        f"{counts[state]:,} {_PLURAL_WORDS.get(state, SIGNS[state].word)}"
        for state in ("hit", "remembered", "miss", "ambiguous", "error", "suppressed", "nothing")
        if counts.get(state)
    ]
    left = [] if run.credits_left is None else [f"{run.credits_left:,} left"]
    return " · ".join([*parts, f"{'no credits' if not run.spent else spent(run.spent)} spent", *left])


def status_words(run: BulkRun) -> str:
    """Return the status of a run in a few words, with the reason if it stopped."""
    why = f": {safe_text(run.why).rstrip('.')}" if run.why else ""
    words = {
        "planned": "not begun: nothing was asked yet",
        "running": "under way; it goes on when you leave this page",
        "paused": f"stopped{why}",
        "cancelled": "cancelled; what was found is kept",
        "done": "done",
    }
    return words[run.state]


def summary_line(run: BulkRun, now: datetime) -> str:
    """Describe a run in one line of a list: ``Sat 21 Nov 09:00 · 40 cards · 12 of 40 · stopped``."""
    state = status_words(run).partition(";")[0].partition(":")[0]
    return f"{day_time(run.made_at, now)} · {cards(run.cards)} · {run.settled:,} of {run.total:,} · {state}"


def _is_named_in(name: str, whom: str) -> bool:
    """Return whether a title names the subject already: ``Ana Reid @ Firm`` for ``Ana Reid at Firm``."""
    said = name.casefold()
    return all(word in said for word in whom.casefold().split() if word != "at")


def row(item: BulkItem, card: str) -> Prose:
    """Draw an item's outcome: sign, price, card, and the subject if the card's title does not name it."""
    sign, name = SIGNS[item.state], safe_line(card)
    whom = safe_line(item.subject.text) if item.subject is not None else ""
    quiet = [shorten(whom)] if not _is_named_in(name, whom) else []
    drawn = Content.assemble(
        shorten(name),
        (f"  {' · '.join(quiet)}" if quiet else "", "$ink-quiet"),
        (
            f"  {shorten(safe_text(item.why))}" if item.why else "",
            "$late" if item.state == "error" else "$soon",
        ),
    )
    price_ = f"{item.cost}" if item.cost else ""
    head = Content.assemble((f"{sign.mark} {sign.word:<13}", sign.token), (f"{price_:>2}  ", "$ink-quiet"))
    return hanging(head, drawn)


def choices(
    run: BulkRun, keys: Mapping[str, str], scope: Scope, asked: Sequence[Subject], *, over_cap: bool = False
) -> str:
    """Return whom a planned run looks up, and its options, with the keys that change them."""
    kept = "put on the cards as comments" if run.attach else "kept here, not put on the cards"
    named = f"\nWhom: {whom(asked)}" if asked else ""
    begins = f"{keys['begin-run'].capitalize()} starts it; nothing was asked yet."
    if over_cap:
        begins = "It cannot start: the cap does not allow it."
    if not run.left:
        begins = "There is nothing to look up."
    return f"{named}\n\nLooked up: {_SCOPES[scope]} ({keys['everybody']} changes it)\nFound: {kept} ({keys['attach-run']} changes it){_missed(run, keys)}\n{begins}"


def _missed(run: BulkRun, keys: Mapping[str, str]) -> str:
    """Return whether a planned run looks up people without an earlier result again, with the key that changes it."""
    if not run.again and not run.counts.get("miss"):
        return ""
    asked = "asked for again" if run.again else "not asked for again"
    return f"\nWhom no service had: {asked} ({keys['try-failed']} changes it)"


def continue_hint(run: BulkRun, keys: Mapping[str, str]) -> str:
    """Return the hint for the key that continues or retries a run; "" if there is nothing to do."""
    if run.state in {"paused", "cancelled"} and run.left:
        return f" · {keys['begin-run']} goes on with the rest"
    if run.counts.get("error"):
        return f" · {keys['try-failed']} tries again what failed"
    return ""


def trouble_words(trouble: CardscoutError | None) -> Content:
    """Draw the error of a run, to go above its status; empty without one."""
    return Content.styled(f"! {error_words(trouble)}\n\n", "$late") if trouble is not None else Content("")


def progress_lines(run: BulkRun, keys: Mapping[str, str], width: int, *, ending: bool) -> Content:
    """Draw a run's progress and status, with the key that continues it."""
    words = ENDING if ending else f"{status_words(run)}{continue_hint(run, keys)}"
    return Content("\n").join([progress(run, width), Content.styled(words, "$ink-quiet")])
