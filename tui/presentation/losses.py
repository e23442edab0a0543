"""The words about cards and texts that the service has lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.model.sync import LostThing

_NAMED = 3
"""Maximum number of cards that are named."""


def lost_words(losses: Sequence[LostThing], place: str) -> tuple[str, str]:
    """Return a title and a sentence about what the service has lost, which is kept at ``place``."""
    cards = [one.card for one in losses if one.whole]
    texts = [*dict.fromkeys(one.card for one in losses if not one.whole)]
    lost = [_count(cards)] if cards else []
    lost += [f"texts of {_count(texts)}"] if texts else []
    one = len(losses) == 1
    said = [f"{_named(cards)} {'is' if len(cards) == 1 else 'are'} not there any more"] if cards else []
    said += [f"what was written on {_named(texts)} is older again, or gone"] if texts else []
    words = ", and ".join(said)
    return f"The service has lost {' and '.join(lost)}", (
        f"{words[0].upper()}{words[1:]}, and nobody {'deleted' if cards else 'changed'} {'it' if one else 'them'}:"
        f" it seems to be put back to an older state. {'It is' if one else 'They are'} kept on this machine,"
        f" to be made again: {place}."
    )


def _count(names: Sequence[str]) -> str:
    return "a card" if len(names) == 1 else f"{len(names):,} cards"


def _named(names: Sequence[str]) -> str:
    named = ", ".join(f"“{safe_line(name)}”" for name in names[:_NAMED])
    return f"{named} and {len(names) - _NAMED:,} more" if len(names) > _NAMED else named
