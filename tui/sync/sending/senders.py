"""The senders of all nouns, to be imported from here."""

from tui.sync.sending import (
    attachments,
    boards,
    cards,
    checklists,
    comments,
    labels,
    lists,
    members,
    notifications,
)
from tui.sync.sending.base import candidates, current, send

__all__ = ["NOUNS", "candidates", "current", "send"]

NOUNS = (attachments, boards, cards, checklists, comments, labels, lists, members, notifications)
"""The modules that register the senders."""
