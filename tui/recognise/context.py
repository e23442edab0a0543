"""Context of a name that shows it is no person or firm here: a label, a suburb, a greeting, a past job."""

from collections.abc import Sequence

from tui.recognise import features
from tui.recognise.chunk import CONTACTS, Chunk, Kind
from tui.recognise.features import score
from tui.recognise.words.lexicon import MEALS, MEDIA, ORDINARY, PLACE_ENDINGS, fold

_ADDRESS = 3
"""Number of chunks of a street with its number and the following comma."""


def is_label(parts: Sequence[Chunk], at: int) -> bool:
    """Whether a word is the label of its line: "Presenters: …"."""
    labelled = at == 0 and len(parts) > 1 and parts[1].low == ":" and len(parts[0].words) == 1
    word = fold(parts[0].words[0])
    return labelled and (word in ORDINARY or word.endswith(("er", "ers", "or", "ors", "ist", "ant", "man")))


def is_greeted(parts: Sequence[Chunk], at: int) -> bool:
    """Whether a name is part of a greeting: "Dear Ms Nakagawa"."""
    return len(parts[at].words) == 1 and any(part.low == "dear" for part in parts[max(0, at - 2) : at])


def is_suburb(parts: Sequence[Chunk], at: int) -> bool:
    """Whether a street and number stand right before a name: "5 Mica St, Carole Park"."""
    if at < _ADDRESS or parts[at - 1].low != "," or fold(parts[at - 2].words[-1]) not in PLACE_ENDINGS:
        return False
    return parts[at - 3].words[0][0].isdecimal()


def is_past(behind: Sequence[Chunk]) -> bool:
    """Whether years in brackets follow a firm: "(2016-2021)"."""
    words = [part.words[0] for part in behind]
    return len(words) > 1 and words[0] == "(" and words[1][:2] in {"19", "20"} and words[1][:4].isdecimal()


def contact_role(before: Sequence[Chunk]) -> str:
    """Return ``person`` for a name introduced as a contact, "contact is Ana", otherwise ""."""
    return "person" if any(part.low.rstrip(":") in CONTACTS for part in before) else ""


def meeting_points(parts: Sequence[Chunk], *, venue: bool) -> float:
    """Return the points a firm loses after words of a meal, a book or a film.

    Args:
        parts: The chunks before the firm.
        venue: Whether the firm is a place where people eat.
    """
    words = {fold(word) for part in parts for word in part.words}
    if _is_booked(parts):
        words.discard("book")
    eaten = bool(words & MEALS)
    return score(
        (features.MEAL_AT_VENUE, eaten and venue),
        (features.MEAL, eaten and not venue),
        (features.MEDIA, bool(words & MEDIA)),
    )


def _is_booked(parts: Sequence[Chunk]) -> bool:
    """Whether "book" is a verb at the beginning of a line: "Book Ana Reid"."""
    if len(parts) == 1 or not parts or parts[0].low != "book":
        return False
    return parts[1].kind is not Kind.MARK and parts[1].low != "club"
