"""Rows of checklists: the head with the progress, and the items."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from textual.content import Content

from tui.app.markdown import hanging
from tui.presentation.safe_text import safe_text
from tui.presentation.timestamps import day_time

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime

    from textual.visual import Visual

    from tui.app.widgets.rows import Row
    from tui.model.checklist import Checklist

BAR = 10
"""Width of a progress bar in cells."""


_KEYS = (
    "{tick-item} tick · {add-item} add item · {new-checklist} new checklist · {rename-item} rename"
    " · {move-item-down} {move-item-up} move · {date-item} due · {assign-item} who · {item-to-card} make a card · {remove-item} removes"
)
_EMPTY = "No checklist yet. {new-checklist} adds one."


def hint_under(*, checklists: bool, reads_only: bool) -> str:
    """Return the text under the rows, with command names as placeholders for their keys."""
    if reads_only:
        return "" if checklists else "No checklist."
    return _KEYS if checklists else _EMPTY


def not_read_yet(
    made: Iterable[Checklist], read: Iterable[Checklist], bound: Mapping[str, str]
) -> tuple[Checklist, ...]:
    """Return those of the just created checklists that the store's state, which may be older, lacks.

    Args:
        made: The created checklists, with their local ids.
        read: The checklists in the store.
        bound: The service's ids by the local ids they have just replaced.
    """
    there = {one.id for one in read}
    return tuple(one for one in made if there.isdisjoint({one.id, bound.get(one.id, one.id)}))


def checklist_rows(checklist: Checklist, people: Mapping[str, str], now: datetime | None) -> Iterator[Row]:
    """Yield the row of a checklist and those of its items.

    Args:
        checklist: The checklist.
        people: The initials of the board's members, by their ids.
        now: The current time, for late dates.
    """
    yield checklist.id, _head(checklist)
    for item in checklist.check_items:
        due = "" if item.due is None else day_time(item.due, now or item.due)
        late = item.due is not None and now is not None and item.due < now and not item.done
        who = people.get(item.id_member or "", "")
        yield item.id, _line(item.name, done=item.done, due=due, late=late, who=who)


def _head(checklist: Checklist) -> Content:
    done, count = checklist.done, len(checklist.check_items)
    full = BAR * done // count if count else 0
    return Content.assemble(
        (safe_text(checklist.name), "bold"),
        f"  {done}/{count} ",
        ("━" * full, "$done"),
        ("─" * (BAR - full), "$ink-quiet"),
    )


@lru_cache(maxsize=2048)
def _line(name: str, *, done: bool, due: str, late: bool, who: str) -> Visual:
    """Draw an item; cached, because wrapping a long checklist again at each change is slow."""
    sign, text = (" ☑ ", (safe_text(name), "$ink-quiet strike")) if done else (" ☐ ", safe_text(name))
    when = (f"  {'▲ late, ' if late else 'due '}{due}", "$late" if late else "$ink-quiet") if due else ""
    by = (f"  {safe_text(who)}", "$ink-quiet") if who else ""
    return hanging(Content(sign), Content.assemble(text, when, by))
