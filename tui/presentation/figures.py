"""Statistics of a board: its cards by list, label and age, and finished cards by week. Pure functions."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from tui.model.filter.when import monday
from tui.model.values.scalars import created_at
from tui.presentation.timestamps import day

if TYPE_CHECKING:
    from tui.model.board import BoardList
    from tui.model.card import CardFace
    from tui.model.label import Label

WEEKS = 12
"""Weeks of the throughput."""

_AGES = (("a week", 7), ("a month", 30), ("3 months", 91), ("a year", 365))


class Bar(NamedTuple):
    """A number with its name.

    Attributes:
        label_id: Id of the counted label, whose colour is used; "" for none.
    """

    name: str
    number: int
    label_id: str = ""


class BoardFigures(NamedTuple):
    """The figures of the cards that are on a board now."""

    lists: Sequence[Bar] = ()
    labels: Sequence[Bar] = ()
    ages: Sequence[Bar] = ()


def by_list(lists: Sequence[BoardList], faces: Iterable[CardFace]) -> list[Bar]:
    """Count the cards of each list, in the order of the lists."""
    counts = Counter(face.list_id for face in faces)
    return [Bar(each.name, counts[each.id]) for each in lists]


def by_label(labels: Sequence[Label], faces: Sequence[CardFace]) -> list[Bar]:
    """Count the cards with each label that is used, the most used first, then those without any."""
    names: Mapping[str, str] = {label.id: label.name or label.color or "" for label in labels}
    counts = Counter(ident for face in faces for ident in face.label_ids)
    used = [Bar(names.get(ident, "?"), count, ident) for ident, count in counts.items()]
    bare = sum(not face.label_ids for face in faces)
    return [
        *sorted(used, key=lambda bar: (-bar.number, bar.name)),
        *([Bar("no label", bare)] if bare else []),
    ]


def by_age(faces: Iterable[CardFace], now: datetime) -> list[Bar]:
    """Count the cards by age; cards whose ids contain no time are left out."""
    made = sorted(at for face in faces if (at := created_at(face.id)) is not None)
    bars, known = [], 0
    for name, days in _AGES:
        younger = len(made) - bisect_right(made, now - timedelta(days=days))
        bars.append(Bar(f"under {name}", younger - known))
        known = younger
    return [*bars, Bar("older", len(made) - known)]


def by_week(finished: Iterable[tuple[datetime, str]], now: datetime) -> list[Bar]:
    """Count the cards finished in each of the last weeks, this week last; a card counts when it was last finished."""
    last = {card: at for at, card in sorted(finished)}
    bars = []
    for ago in range(WEEKS - 1, -1, -1):
        begin, end = monday(now, -ago), monday(now, 1 - ago)
        bars.append(Bar(day(begin, now), sum(begin <= at < end for at in last.values())))
    return bars


def first_week(now: datetime) -> datetime:
    """Return when the first week of the throughput began."""
    return monday(now, 1 - WEEKS)
