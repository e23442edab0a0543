"""How a sample board is written down: cards as plans, dates as days from now."""

from dataclasses import dataclass, field
from typing import NamedTuple


class Remark(NamedTuple):
    """A comment: how many days ago, by whom (key of a teammate), and what."""

    days_ago: float
    by: str
    text: str


@dataclass(frozen=True, slots=True)
class CardPlan:
    """A card. Its texts may hold ``{ana.email}``, a part of the cast.

    Attributes:
        due: Days from now to the due date; None for none.
        items: Checklist items; one that begins with ``x `` is ticked.
        members: Keys of teammates.
        links: Attached links: name and URL.
        age: Days since the card was made.
    """

    title: str
    desc: str = ""
    labels: tuple[str, ...] = ()
    due: int | None = None
    done: bool = False
    checklist: str = ""
    items: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    age: float = 9


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """A board: its lists with their cards from top to bottom, and its labels with their colours.

    Attributes:
        limits: Most cards a list should hold, by its name.
    """

    name: str
    desc: str
    labels: tuple[tuple[str, str], ...]
    lists: tuple[tuple[str, tuple[CardPlan, ...]], ...]
    limits: dict[str, int] = field(default_factory=dict)
    starred: bool = False


TEAMMATES = (("mere", "Mere Tamihana", "meretamihana"), ("jack", "Jack Lomax", "jacklomax"))
"""Who works on the boards besides their owner, whose key is ``you``."""
