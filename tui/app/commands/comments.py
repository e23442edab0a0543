"""Comments: written from the board and from the open card."""

from tui.app.commands.command import Deed
from tui.app.commands.open_card import PartDeed


class WriteComment(PartDeed):
    """Write a comment, going on with the draft when there is one."""

    keys = ("C",)
    shown = True
    hint = "comment"
    goes = "comment"


COMMENTS: tuple[Deed, ...] = (WriteComment,)
