"""What the words around a name say it is not: a label, a suburb, a greeting, a job of long ago."""

from collections.abc import Sequence

from tui.recognise import features
from tui.recognise.chunk import CONTACTS, Chunk, Kind
from tui.recognise.features import score
from tui.recognise.words.lexicon import MEALS, MEDIA, ORDINARY, PLACE_ENDINGS, fold

_ADDRESS = 3
"""Chunks of a street with its number and the comma behind it."""


def is_label(parts: Sequence[Chunk], at: int) -> bool:
    """Whether a word is the label of its line: "Presenters: …"."""
    labelled = at == 0 and len(parts) > 1 and parts[1].low == ":" and len(parts[0].words) == 1
    word = fold(parts[0].words[0])
    return labelled and (word in ORDINARY or word.endswith(("er", "ers", "or", "ors", "ist", "ant", "man")))


def is_greeted(parts: Sequence[Chunk], at: int) -> bool:
    """Whether a letter greets somebody by the name: "Dear Ms Nakagawa"."""
    return len(parts[at].words) == 1 and any(part.low == "dear" for part in parts[max(0, at - 2) : at])


def is_suburb(parts: Sequence[Chunk], at: int) -> bool:
    """Whether a street with its number stands right before a name: "5 Mica St, Carole Park"."""
    if at < _ADDRESS or parts[at - 1].low != "," or fold(parts[at - 2].words[-1]) not in PLACE_ENDINGS:
        return False
    return parts[at - 3].words[0][0].isdecimal()


def is_past(behind: Sequence[Chunk]) -> bool:
    """Whether years in brackets stand behind a firm: "(2016-2021)"."""
    words = [part.words[0] for part in behind]
    return len(words) > 1 and words[0] == "(" and words[1][:2] in {"19", "20"} and words[1][:4].isdecimal()


def called(before: Sequence[Chunk]) -> str:
    """The role of a name before which stands that it is somebody to talk to: "contact is Ana"."""
    return "person" if any(part.low.rstrip(":") in CONTACTS for part in before) else ""


def meeting_points(parts: Sequence[Chunk], *, venue: bool) -> float:
    """Points a firm loses behind words of eating, of meeting, of a book or a film.

    Args:
        parts: The chunks before the firm.
        venue: Whether the firm is one where people eat.
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
    """Whether "book" begins a line as a verb: "Book Ana Reid"."""
    if len(parts) == 1 or not parts or parts[0].low != "book":
        return False
    return parts[1].kind is not Kind.MARK and parts[1].low != "club"
