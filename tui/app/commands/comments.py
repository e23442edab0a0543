"""Command to write a comment, from the board and from the open card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.app.commands.open_card import CardPartCommand

if TYPE_CHECKING:
    from tui.app.commands.command import CommandType


class WriteComment(CardPartCommand):
    """Write a comment, going on with the draft when there is one."""

    keys = ("C",)
    shown = True
    hint = "comment"
    goes = "comment"


COMMENTS: tuple[CommandType, ...] = (WriteComment,)
