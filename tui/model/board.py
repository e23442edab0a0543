"""Boards and their lists."""

from tui.model.filter.finished import is_finished_list
from tui.model.values.record import Value
from tui.model.values.scalars import Instant

FIRST_LISTS = ("To Do", "Doing", "Done")
"""Names of a new board's lists, unless the caller gives others."""

TABLE_COLUMNS = (
    "list", "title", "labels", "members", "start", "due", "reminder", "done", "description", "address", "checklists",
    "checklist items",
)  # fmt: skip
"""The columns of a board that is exported as a table."""


class Organization(Value):
    """A workspace that owns boards."""

    id: str
    name: str = ""
    display_name: str = ""


class BoardList(Value):
    """A list of a board; the widget that shows one is called a column.

    Attributes:
        pos: Sort key among the board's lists.
        soft_limit: Maximum number of cards that the team wants in it (WIP limit), or None.
    """

    id: str
    id_board: str = ""
    name: str
    closed: bool = False
    pos: float = 0.0
    soft_limit: int | None = None

    @property
    def ends_cards(self) -> bool:
        """Whether its cards count as done."""
        return is_finished_list(self.name)


class Board(Value):
    """A board, without its lists and cards.

    Attributes:
        short_link: Eight letters and digits, unique at the service and usable in a URL.
        id_organization: The owning workspace; None on very old personal boards.
    """

    id: str
    name: str
    desc: str = ""
    closed: bool = False
    short_link: str = ""
    short_url: str = ""
    url: str = ""
    id_organization: str | None = None
    starred: bool = False
    date_last_activity: Instant | None = None

    @property
    def source_id(self) -> str:
        """Id of the board that it was copied from, or ""."""
        return str(self.unknown_fields.get("idBoardSource") or "")
