"""The texts of the pages about scopes and lifetimes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.server.authorize.question import Question

GRANTS = {
    "read": ("See your boards", "Read the boards, lists, cards, comments, files and workspaces you can see."),
    "write": (
        "Change your boards",
        "Create, change, move and delete boards, cards, comments and whatever else you may change.",
    ),
    "account": (
        "See and change your account",
        "Read your email address, change your profile and mark your notifications as read.",
    ),
}
"""The title and the explanation of each scope."""

NOT_GRANTED = {
    "write": "change anything",
    "account": "see your email address or change your account",
}
"""What an application can not do without each scope."""

LASTS = {
    "1hour": "This ends by itself in one hour.",
    "1day": "This ends by itself in one day.",
    "30days": "This ends by itself in 30 days.",
    "never": "This does not end by itself.",
}


def refused_grants(question: Question) -> str:
    """Describe what the application will not be able to do, as the end of a sentence."""
    missing = ["see your password"]
    missing += [words for scope, words in NOT_GRANTED.items() if scope not in question.scopes]
    return ", ".join(missing[:-1]) + (" or " if missing[1:] else "") + missing[-1]
