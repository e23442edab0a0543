"""Messages from the enrich panel to its screen; importing them does not import the panel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tui.app.enrich.panel_message import PanelMessage

if TYPE_CHECKING:
    from tui.app.widgets.status_bar import Hint
    from tui.model.enrich.people import Candidate
    from tui.model.person import Person
    from tui.model.subject import Subject


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


@dataclass(eq=False, repr=False)
class LookUpAgain(AboutSubject):
    """A request to look the subject up anew, although it was found before.

    Attributes:
        told_at: When the panel told the price.
    """

    told_at: float


class AskElsewhere(AboutSubject):
    """A request to choose the service that looks the subject up."""


class AttachFinding(AboutSubject):
    """A request to attach the finding to the card, as a comment."""


class ToggleOptOut(AboutSubject):
    """A request to set or remove the subject's opt-out from lookups."""


class ShowHeld(AboutSubject):
    """A request to list all that is held of the person."""


@dataclass(eq=False, repr=False)
class PickCandidate(AboutSubject):
    """The user's choice among several people or companies that fit the subject's name."""

    candidate: Candidate


@dataclass(eq=False, repr=False)
class TypedSubject(PanelMessage):
    """Posted when an identifier was typed in by hand."""

    card_id: str
    text: str


class FollowUp(PanelMessage):
    """The base of requests that lead from the finding to a company, its people, and cards."""


@dataclass(eq=False, repr=False)
class LookUpEmployer(FollowUp):
    """A request to look up a company that a person's record names."""

    card_id: str
    domain: str


@dataclass(eq=False, repr=False)
class SearchColleagues(FollowUp):
    """A request to list the people of a company below the subject, or all of them on a separate page.

    Attributes:
        company: The company's domain or name.
    """

    subject: Subject
    company: str
    page: bool = False


@dataclass(eq=False, repr=False)
class PickColleague(FollowUp):
    """A request to look up one of the people of a company."""

    card_id: str
    person: Person


@dataclass(eq=False, repr=False)
class MakePersonCard(FollowUp):
    """A request to create a card for a person, in the list of the panel's card."""

    card_id: str
    person: Person


@dataclass(eq=False, repr=False)
class ShowCard(FollowUp):
    """A request to open another card that names the subject."""

    card_id: str


class ToggleWidth(PanelMessage):
    """A request to toggle the width of the panel."""


@dataclass(eq=False, repr=False)
class CopyValue(PanelMessage):
    """A request to copy a field."""

    name: str
    value: str


class PanelLeft(PanelMessage):
    """Posted when the user leaves the panel."""
