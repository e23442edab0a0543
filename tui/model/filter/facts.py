"""Facts of a card: everything that a filter can ask about it."""

from datetime import datetime

from tui.model.fields import Frozen


class NamedThing(Frozen):
    """Something that has a name, and perhaps another one: a label with its colour, a member with a username.

    Attributes:
        id: Its id.
        name: The name that is shown.
        other: The colour of a label, the username of a member; "" for none.
    """

    id: str
    name: str = ""
    other: str = ""


class FilterFacts(Frozen):
    """A card, as filters see it.

    Attributes:
        list_name: The name of the card's list.
        mine: Whether this account's member is on the card.
        due: When it is due, or None.
        created: When it was made, or None where its id does not say.
        edited: When something about it last changed, or None where that is unknown.
        closed: Whether it is archived.
        items: Items on its checklists.
        items_done: Those that are ticked.
        has_subject: Whether it names a person or a company, as far as anybody has looked.
    """

    name: str
    desc: str = ""
    list_name: str = ""
    labels: tuple[NamedThing, ...] = ()
    members: tuple[NamedThing, ...] = ()
    mine: bool = False
    due: datetime | None = None
    due_complete: bool = False
    created: datetime | None = None
    edited: datetime | None = None
    closed: bool = False
    items: int = 0
    items_done: int = 0
    comments: int = 0
    attachments: int = 0
    has_subject: bool = False
