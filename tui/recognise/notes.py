"""First reading of a card: its identifiers, and its texts without them."""

from __future__ import annotations

from collections import Counter
from functools import cached_property, partial
from typing import TYPE_CHECKING

from tui.recognise.drafts import Notes
from tui.recognise.identifiers.links import links
from tui.recognise.identifiers.phones import country_hints, phone_numbers
from tui.recognise.identifiers.registers import may_have_numbers, register_numbers, topics
from tui.recognise.language import spelt_otherwise
from tui.recognise.markup import replace_markup
from tui.recognise.text import CardText, Passage, blanked, line_of

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST = 200
"""Maximum number of identifiers, and of names, taken from one card."""


def read_identifiers(card: CardText) -> Notes:
    """Find the addresses, links and numbers of a card, and blank them in its passages."""
    notes = Notes()
    passages = card.passages()
    notes.fields = [passage.field for passage in passages]
    countries = _Countries(passages)
    registered = any(may_have_numbers(passage.text) for passage in passages)
    spoken_of = topics(passage.text for passage in passages) if registered else frozenset()
    for index, passage in enumerate(passages):
        found, spans = links(passage)
        rest = replace_markup(blanked(passage.text, spans))
        if registered:
            numbers = list(register_numbers(passage, rest, spoken_of))
            rest = blanked(rest, [(one.start, one.end) for one in numbers])
            found += numbers
        found += phone_numbers(passage, rest, partial(countries.near, index), card.country)
        rest = blanked(rest, spelt_otherwise(rest))
        notes.identifiers += [((index, one.start), one) for one in found]
        notes.plain.append(rest)
    # A card is a note, not a mailing list: the rest is ignored, or the assembly would take minutes.
    notes.identifiers.sort(key=lambda one: one[0])
    del notes.identifiers[MOST:]
    return notes


class _Countries:
    """The countries that the passages of a card hint at, looked for when a number is found that needs one."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self._passages = passages

    @cached_property
    def _hints(self) -> list[list[tuple[int, str]]]:
        return [country_hints(passage.text) for passage in self._passages]

    @cached_property
    def _common(self) -> str:
        tally = Counter(country for found in self._hints for _, country in found)
        return tally.most_common(1)[0][0] if tally else ""

    def near(self, index: int, offset: int) -> str:
        """Return the country hinted nearest to an offset on its line, in its passage or card; "" for none."""
        start, end = line_of(self._passages[index].text, offset)
        hints = self._hints[index]
        near = [hint for hint in hints if start <= hint[0] < end] or hints
        return min(near, key=lambda hint: abs(hint[0] - offset))[1] if near else self._common
