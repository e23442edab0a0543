"""Names of people after an ``@`` in comments, whom the service notifies. Pure functions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tui.model.filter.terms import ME

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.model.filter.facts import NamedThing

_NAMED = re.compile(r"(?<![\w@./])@(\w+)")

_EVERYBODY = frozenset({"card", "board"})
"""Names after an ``@`` that mean everybody on the card, or on the board."""


def by_username(one: NamedThing, people: Sequence[NamedThing]) -> NamedThing:
    """Return a person from ``people`` with their username, which ``me`` lacks."""
    return next((other for other in people if other.id == one.id and other.other), one)


def with_own_name(text: str, people: Sequence[NamedThing]) -> str:
    """Replace each ``@me`` by the user's own username, because services do not know it, unless ``me`` is a username.

    Args:
        text: The text of a comment.
        people: The members of the board, this account's also as ``me``.
    """
    me = next((one for one in people if one.name == ME and not one.other), None)
    own = "" if me is None else by_username(me, people).other
    if not own or any(one.other.casefold() == ME for one in people):
        return text
    return _NAMED.sub(lambda found: f"@{own}" if found[1].casefold() == ME else found[0], text)


def unknown_names(text: str, people: Sequence[NamedThing]) -> list[str]:
    """Return the ``@names`` in ``text`` that none of ``people`` has; none if ``people`` is empty."""
    known = _EVERYBODY | {one.other.casefold() for one in people}
    named = dict.fromkeys(_NAMED.findall(text)) if people else ()
    return [f"@{name}" for name in named if name.casefold() not in known]
