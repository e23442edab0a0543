"""What the enrich panel asks its screen for. The panel itself is imported when it is first shown; this is light."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from tui.app.widgets.status_bar import Hint
    from tui.model.person import Person
    from tui.model.subject import Subject


class PanelMessage(Message):
    """The base of all of them."""


@dataclass(eq=False, repr=False)
class KeysChanged(PanelMessage):
    """These keys do something now."""

    hints: list[Hint]


@dataclass(eq=False, repr=False)
class AboutSubject(PanelMessage):
    """The base of what is asked for about one subject of a card."""

    card_id: str
    subject: Subject


class LookUpSubject(AboutSubject):
    """The subject should be looked up."""


class LookUpAgain(AboutSubject):
    """The subject should be looked up anew, although it was found before."""


class AttachFinding(AboutSubject):
    """What was found should be put on the card."""


class TurnOptOut(AboutSubject):
    """The subject asked not to be looked up; or that is taken back."""


@dataclass(eq=False, repr=False)
class PickPerson(AboutSubject):
    """The subject is this one of the people of its name."""

    person: Person


@dataclass(eq=False, repr=False)
class TypedSubject(PanelMessage):
    """An identifier was typed in by hand."""

    card_id: str
    text: str


@dataclass(eq=False, repr=False)
class LookUpEmployer(PanelMessage):
    """A company that a person's record names should be looked up."""

    card_id: str
    domain: str


@dataclass(eq=False, repr=False)
class SearchColleagues(PanelMessage):
    """The people of a company should be searched."""

    company: str


@dataclass(eq=False, repr=False)
class CopyValue(PanelMessage):
    """A field should be copied."""

    name: str
    value: str


class PanelLeft(PanelMessage):
    """The panel was left."""
