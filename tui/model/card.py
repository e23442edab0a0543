"""Cards: the full card, and the reduced form that a list shows."""

import re
from typing import NamedTuple

from tui.model.attachment import Attachment
from tui.model.filter.finished import is_finished
from tui.model.values.fields import Frozen, field
from tui.model.values.record import Value
from tui.model.values.scalars import Instant

CARD_LINK = re.compile(r"(?:.*/c/)?([0-9A-Za-z]{8})(?:[/?#].*)?")
"""A card's short link, alone or in its URL."""


class Badges(Value):
    """Counts shown on a card front, kept up to date by the service."""

    check_items: int = 0
    check_items_checked: int = 0
    comments: int = 0
    attachments: int = 0
    votes: int = 0
    description: bool = False


class Card(Value):
    """A card with all its fields.

    Attributes:
        id_short: Number within its board, from 1; changes when the card moves to another board.
        short_link: Eight letters and digits, stable for the card's life.
        pos: Sort key within its list.
        due_reminder: Minutes before ``due``; -1 or None for none.
        subscribed: Whether this account is notified of its changes.
        is_template: Whether new cards are copied from it.
    """

    id: str
    id_board: str = ""
    id_list: str = ""
    name: str = ""
    desc: str = ""
    closed: bool = False
    pos: float = 0.0
    id_short: int = 0
    short_link: str = ""
    short_url: str = ""
    url: str = ""
    due: Instant | None = None
    start: Instant | None = None
    due_complete: bool = False
    due_reminder: float | None = None
    subscribed: bool = False
    is_template: bool = False
    date_last_activity: Instant | None = None
    id_members: tuple[str, ...] = ()
    id_labels: tuple[str, ...] = ()
    id_checklists: tuple[str, ...] = ()
    badges: Badges = field(default_factory=Badges)
    attachments: tuple[Attachment, ...] = ()


class CardFace(Frozen):
    """The fields of a card that a list shows, and no more: ten thousand of these take 10 ms and 5 MB.

    Attributes:
        version: Counts the changes of the card's row; a face with another one is drawn anew.
        pending: Number of its writes that the service has not confirmed (drawn as ⟳).
        refused: Whether one of its writes was refused (drawn as !).
        due: ISO 8601 text as received, or None; parsed only when it is drawn.
        closed: Whether it is archived; a list never shows an archived card.
        subject: Whether the recogniser found a person or a company on it; None until it has run.
        template: Whether new cards are copied from it.
        item_dues: The due dates of its open checklist items, in the format of ``due``, earliest first.
    """

    id: str
    list_id: str
    name: str
    pos: float
    version: int = 0
    label_ids: tuple[str, ...] = ()
    member_ids: tuple[str, ...] = ()
    due: str | None = None
    due_complete: bool = False
    has_desc: bool = False
    items: int = 0
    items_done: int = 0
    comments: int = 0
    attachments: int = 0
    pending: int = 0
    refused: bool = False
    closed: bool = False
    subject: bool | None = None
    template: bool = False
    item_dues: tuple[str, ...] = ()


class PlacedCard(NamedTuple):
    """A card of any board, with its place.

    Attributes:
        item: Id of the checklist item that this is about; the face then has the item's name, date and
            members. "" for the card itself.
    """

    face: CardFace
    board_id: str
    board_name: str
    list_name: str
    item: str = ""

    @property
    def title(self) -> str:
        """Its title; an item's title begins with a sign."""
        return f"☐ {self.face.name}" if self.item else self.face.name

    @property
    def place(self) -> str:
        """The place that opens it: the card's id, and the id of the checklist item."""
        return f"{self.face.id}/checklists/{self.item}" if self.item else self.face.id

    @property
    def finished(self) -> bool:
        """Whether it is finished."""
        return is_finished(self.list_name, due_met=self.face.due_complete)
