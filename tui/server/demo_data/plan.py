"""The sample boards as plans read from TOML files, with dates as days from now."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Self


class Remark(NamedTuple):
    """A comment: its age in days, its author (key of a teammate), and its text."""

    days_ago: float
    by: str
    text: str


@dataclass(frozen=True, slots=True)
class CardPlan:
    """A planned card, whose texts may contain placeholders such as ``{ana.email}`` for the cast.

    Attributes:
        due: Days from now to the due date; None for none.
        hour: The local hour at which it is due; 17, the end of a day, for a day without a time.
        items: Checklist items; one that begins with ``x `` is ticked.
        links: Attached links: name and URL.
        age: Days since the card was created.
    """

    title: str
    desc: str = ""
    labels: tuple[str, ...] = ()
    due: int | None = None
    hour: int = 17
    done: bool = False
    checklist: str = ""
    items: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    age: float = 9

    @classmethod
    def read(cls, written: dict[str, Any]) -> Self:
        """Create a card from its table in a board's file."""
        lists: dict[str, Any] = {
            name: tuple(written[name]) for name in ("labels", "items", "members") if name in written
        }
        remarks = tuple(Remark(**each) for each in written.get("remarks", ()))
        links = tuple((name, url) for name, url in written.get("links", ()))
        return cls(**{**written, **lists, "remarks": remarks, "links": links})


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """A planned board: its lists with their cards from top to bottom, and its labels with their colours.

    Attributes:
        limits: The soft limit of cards of a list, by the list's name.
    """

    name: str
    desc: str
    labels: tuple[tuple[str, str], ...]
    lists: tuple[tuple[str, tuple[CardPlan, ...]], ...]
    limits: dict[str, int] = field(default_factory=dict)
    starred: bool = False

    @classmethod
    def read(cls, file: str) -> Self:
        """Read the board from a file in this folder."""
        written = tomllib.loads(Path(__file__).with_name(file).read_text("utf-8"))
        lists = tuple((each["name"], tuple(map(CardPlan.read, each["cards"]))) for each in written["lists"])
        return cls(**{**written, "labels": tuple(written["labels"].items()), "lists": lists})


TEAMMATES = (("mere", "Mere Tamihana", "meretamihana"), ("jack", "Jack Lomax", "jacklomax"))
"""The members of the boards besides their owner, whose key is ``you``: key, full name, user name."""

BOARDS = ("pipeline.toml", "team.toml")
"""The files of the sample boards."""
