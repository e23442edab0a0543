"""First reading of a card: its identifiers, and the names in the rest of its texts."""

import re
from collections import Counter
from collections.abc import Callable
from itertools import islice

from tui.recognise.drafts import Notes, PersonDraft, Place, label_of
from tui.recognise.identifiers.links import links
from tui.recognise.identifiers.mailboxes import SHORTEST
from tui.recognise.identifiers.phones import country_hints, phone_numbers
from tui.recognise.identifiers.registers import register_numbers
from tui.recognise.names import LABELLED, Named, name_runs, names
from tui.recognise.text import CardText, Passage, blanked, line_of
from tui.recognise.words.lexicon import fold

MOST = 200
"""Maximum number of identifiers, and of names, taken from one card."""

_TAG = re.compile(r"</?[a-z]{1,10}>")
_CELL_END, _ROW_END = re.compile(r"</t[dh]>"), re.compile(r"</tr>")


def read_identifiers(card: CardText) -> Notes:
    """Find the addresses, links and numbers of a card, and blank them in its passages."""
    notes = Notes()
    passages = card.passages()
    notes.fields = [passage.field for passage in passages]
    hints = [country_hints(passage.text) for passage in passages]
    tally = Counter(country for found in hints for _, country in found)
    common = tally.most_common(1)[0][0] if tally else ""
    for index, passage in enumerate(passages):
        found, spans = links(passage)
        rest = _replace_markup(blanked(passage.text, spans))
        numbers = list(register_numbers(passage, rest))
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


def read_names(notes: Notes) -> Notes:
    """Find the names in the passages, using the card's domains."""
    starts = [_line_starts(plain) for plain in notes.plain]
    found = [
        ((one.passage, starts[one.passage][one.line]), notes.fields[one.passage], one)
        for one in names(notes.plain, _labels(notes))[:MOST]
    ]
    if notes.identifiers:
        runs = (run for text in notes.plain for run in name_runs(text))
        notes.runs = list(dict.fromkeys(islice(runs, 4 * MOST)))
    notes.firms = [(place, one.company) for place, _, one in found if one.company]
    notes.named = [one for one in found if _stands_alone(one[2])]
    notes.lone = _lone_people(notes, found)
    return notes


def _lone_people(notes: Notes, found: list[tuple[Place, str, Named]]) -> list[PersonDraft]:
    """Return the people without a firm whose name is not also that of a firm."""
    firms = {fold(name) for _, name in notes.firms}
    return [
        PersonDraft(place, field, one.name, one.sure)
        for place, field, one in found
        if one.name and not one.company and fold(one.name) not in firms
    ]


def _labels(notes: Notes) -> list[str]:
    """Return the labels of the card's domains, without very short ones."""
    hosts = {one.value for _, one in notes.of_kind("domain")}
    return sorted({label for label in map(label_of, hosts) if len(label) > SHORTEST})


def _replace_markup(text: str) -> str:
    """Replace the markup of HTML tables by bars and line breaks without changing any length."""
    if "</td>" not in text and "</th>" not in text:
        return text
    ruled = _ROW_END.sub(lambda match: "\n".ljust(len(match[0])), _CELL_END.sub("|    ", text))
    return _TAG.sub(lambda match: " " * len(match[0]), ruled)


def _stands_alone(one: Named) -> bool:
    """Whether a name stands by itself: a person with employer, or a firm with legal form or label."""
    return bool(one.company) and (bool(one.name) or one.sure >= LABELLED)


def _country(passage: Passage, hints: list[tuple[int, str]], common: str) -> Callable[[int], str]:
    """Make a function from offset to the country hinted nearest on its line, passage or card; "" for none."""

    def where(offset: int) -> str:
        start, end = line_of(passage.text, offset)
        near = [hint for hint in hints if start <= hint[0] < end] or hints
        return min(near, key=lambda hint: abs(hint[0] - offset))[1] if near else common

    return where


def _line_starts(text: str) -> list[int]:
    return [0, *(match.end() for match in re.finditer("\n", text))]
