"""Messages from the enrich panel to its screen; importing them does not import the panel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from tui.app.widgets.status_bar import Hint
    from tui.model.person import Person
    from tui.model.subject import Subject


class PanelMessage(Message):
    """The base of all messages from the panel."""


@dataclass(eq=False, repr=False)
class KeysChanged(PanelMessage):
    """Posted when the keys that work in the panel changed."""

    hints: list[Hint]


@dataclass(eq=False, repr=False)
class AboutSubject(PanelMessage):
    """The base of requests about one subject of a card."""

    card_id: str
    subject: Subject


class LookUpSubject(AboutSubject):
    """A request to look the subject up."""


class LookUpAgain(AboutSubject):
    """A request to look the subject up anew, although it was found before."""


class AttachFinding(AboutSubject):
    """A request to attach what was found to the card, as a comment."""


class ToggleOptOut(AboutSubject):
    """A request to set or remove the subject's opt-out from lookups."""


@dataclass(eq=False, repr=False)
class PickPerson(AboutSubject):
    """The user's choice among several people who fit the subject's name."""

    person: Person


@dataclass(eq=False, repr=False)
class TypedSubject(PanelMessage):
    """Posted when an identifier was typed in by hand."""

    card_id: str
    text: str


@dataclass(eq=False, repr=False)
class LookUpEmployer(PanelMessage):
    """A request to look up a company that a person's record names."""

    card_id: str
    domain: str


@dataclass(eq=False, repr=False)
class SearchColleagues(PanelMessage):
    """A request to search for the people of a company."""

    company: str


@dataclass(eq=False, repr=False)
class CopyValue(PanelMessage):
    """A request to copy a field."""

    name: str
    value: str


class PanelLeft(PanelMessage):
    """Posted when the user leaves the panel."""
