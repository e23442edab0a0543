"""The words about cards that the service has lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from collections.abc import Sequence

_NAMED = 3
"""Maximum number of cards that are named."""


def lost_words(names: Sequence[str], place: str) -> tuple[str, str]:
    """Return a title and a sentence about lost cards of these names, which are kept at ``place``."""
    count = len(names)
    title = f"The service has lost {'a card' if count == 1 else f'{count:,} cards'}"
    named = ", ".join(f"“{safe_line(name)}”" for name in names[:_NAMED])
    more = f" and {count - _NAMED:,} more" if count > _NAMED else ""
    verb, kept = ("is", "It is kept") if count == 1 else ("are", "They are kept")
    return title, (
        f"{named}{more} {verb} not there any more, and nobody deleted {'it' if count == 1 else 'them'}: it seems to be"
        f" put back to an older state. {kept} on this machine, to be made again: {place}."
    )
