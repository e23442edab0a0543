"""First reading of a card: its identifiers, and its texts without them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tui.recognise.drafts import Notes
from tui.recognise.identifiers.links import links
from tui.recognise.identifiers.phones import country_hints, may_have_phones, phone_numbers
from tui.recognise.identifiers.registers import register_numbers, topics
from tui.recognise.markup import replace_markup
from tui.recognise.text import CardText, Passage, blanked, line_of

if TYPE_CHECKING:
    from collections.abc import Callable

MOST = 200
"""Maximum number of identifiers, and of names, taken from one card."""


def read_identifiers(card: CardText) -> Notes:
    """Find the addresses, links and numbers of a card, and blank them in its passages."""
    notes = Notes()
    passages = card.passages()
    notes.fields = [passage.field for passage in passages]
    numbered = any(may_have_phones(passage.text) for passage in passages)
    hints = [country_hints(passage.text) if numbered else [] for passage in passages]
    tally = Counter(country for found in hints for _, country in found)
    common = tally.most_common(1)[0][0] if tally else ""
    spoken_of = topics(passage.text for passage in passages)
    for index, passage in enumerate(passages):
        found, spans = links(passage)
        rest = replace_markup(blanked(passage.text, spans))
        numbers = list(register_numbers(passage, rest, spoken_of))
        rest = blanked(rest, [(one.start, one.end) for one in numbers])
        found += [
            *numbers,
            *phone_numbers(passage, rest, _country(passage, hints[index], common), card.country),
        ]
        notes.identifiers += [((index, one.start), one) for one in found]
        notes.plain.append(rest)
    # A card is a note, not a mailing list: the rest is ignored, or the assembly would take minutes.
    notes.identifiers.sort(key=lambda one: one[0])
    del notes.identifiers[MOST:]
    return notes


def _country(passage: Passage, hints: list[tuple[int, str]], common: str) -> Callable[[int], str]:
    """Make a function from offset to the country hinted nearest on its line, passage or card; "" for none."""

    def where(offset: int) -> str:
        start, end = line_of(passage.text, offset)
        near = [hint for hint in hints if start <= hint[0] < end] or hints
        return min(near, key=lambda hint: abs(hint[0] - offset))[1] if near else common

    return where
