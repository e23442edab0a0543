"""Names of people after an ``@`` in comments, whom the service notifies. Pure functions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tui.model.search import fold_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.model.filter.facts import NamedThing

_NAMED = re.compile(r"(?<![\w@./])@(\w+)")

_EVERYBODY = frozenset({"card", "board"})
"""Names after an ``@`` that mean everybody on the card, or on the board."""


def by_username(one: NamedThing, people: Sequence[NamedThing]) -> NamedThing:
    """Return a person from ``people`` with their username, which ``me`` lacks."""
    return next((other for other in people if other.id == one.id and other.other), one)


def with_usernames(text: str, people: Sequence[NamedThing]) -> str:
    """Replace each ``@me``, and each first name that only one person has, by the username: services know no other.

    Args:
        text: The text of a comment.
        people: The members of the board, this account's also as ``me``.
    """
    usernames = _EVERYBODY | {one.other.casefold() for one in people}

    def replaced(found: re.Match[str]) -> str:
        name = fold_text(found[1])
        if name in usernames or found[1].casefold() in usernames:
            return found[0]
        meant = [one for one in people if fold_text(one.name).partition(" ")[0] == name]
        username = by_username(meant[0], people).other if len(meant) == 1 else ""
        return f"@{username}" if username else found[0]

    return _NAMED.sub(replaced, text)


def untold_words(text: str, people: Sequence[NamedThing]) -> str:
    """Return the message about the names in ``text`` that nobody has; "" if there are none."""
    if not (unknown := unknown_names(text, people)):
        return ""
    one = len(unknown) == 1
    why = f"nobody on this board has {'that username' if one else 'these usernames'}"
    return f"{', '.join(unknown)} {'is' if one else 'are'} not told: {why}"


def unknown_names(text: str, people: Sequence[NamedThing]) -> list[str]:
    """Return the ``@names`` in ``text`` that none of ``people`` has; none if ``people`` is empty."""
    known = _EVERYBODY | {one.other.casefold() for one in people}
    named = dict.fromkeys(_NAMED.findall(text)) if people else ()
    return [f"@{name}" for name in named if name.casefold() not in known]
