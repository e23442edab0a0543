"""The filter language: ``label:hot -@ana due:week "call back" or list:Leads has:comment sort:due``.

Words next to each other must all match; of the sides of an ``or`` one is enough. A minus negates a word. A
word without a key is searched in the title and the names of labels and members; quotation marks keep words
together. A key takes several values separated by commas, of which one is enough. ``sort:`` only changes what is
shown first, and never moves a card.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from operator import itemgetter
from types import MappingProxyType
from typing import Any, NamedTuple, Self, TypeVar
from unicodedata import east_asian_width

from tui.errors import UsageError
from tui.model.filter.facts import CardFacts, FilterTerm
from tui.model.filter.terms import HAS, IS, DateTerm, NameTerm, NotTerm, TraitTerm, WordTerm
from tui.model.filter.when import DUE_WORDS, PAST_WORDS, Test, due_test, past_test
from tui.model.search import fold_text, name_order
from tui.model.values.fields import Frozen

SORTS: Mapping[str, str] = MappingProxyType(
    {"due": "due date", "name": "title", "created": "creation", "edited": "last change"}
    | {"label": "label", "position": "position"}
)
"""The fields of ``sort:`` with their names for the user; a minus in front of a field reverses the order."""

KEYS = ("created", "desc", "due", "edited", "has", "is", "label", "list", "member", "name", "sort")
"""The keys; a word with any other is a word like any other: ``12:30``, ``https://…``."""

LONGEST = 1000
"""Characters of the longest filter."""

_TOKEN = re.compile(r'-?(?:[\w*]+:)?(?:"[^"]*"?|[^\s"])(?:"[^"]*"?|[^\s"])*')
_KEY = re.compile(r"(\w+):(.*)", re.DOTALL)
_VALUE = re.compile(r'"([^"]*)"?|([^,"]+)')


class Sort(Frozen):
    """An order of cards.

    Attributes:
        field: One of SORTS.
        descending: Whether the order is reversed.
    """

    field: str
    descending: bool = False

    @property
    def words(self) -> str:
        """The order in words."""
        return f"sorted by {SORTS[self.field]}{', last first' if self.descending else ''}"


class ParsedFilter(Frozen):
    """A parsed filter.

    Attributes:
        text: The typed text.
        clauses: Terms: all terms of a clause must match, and one clause is enough. Without clauses every card
            matches.
        sort: The order, or None.
    """

    text: str = ""
    clauses: tuple[tuple[FilterTerm, ...], ...] = ()
    sort: Sort | None = None

    def passes(self, card: CardFacts, now: datetime) -> bool:
        """Return whether ``card`` matches at the time ``now``."""
        for clause in self.clauses:
            for term in clause:
                if not term.passes(card, now):
                    break
            else:
                return True
        return not self.clauses

    def narrows(self, other: Self) -> bool:
        """Return whether every match certainly matches ``other``, for example after letters were added to it."""
        if not other.clauses:
            return True
        *before, last = self.clauses or ((),)
        *others, old = other.clauses
        size = len(old) - 1
        return (
            before == others
            and len(last) > size
            and last[:size] == old[:size]
            and last[size].narrows(old[size])
        )

    @property
    def due_terms(self) -> tuple[tuple[DateTerm, ...], ...]:
        """The words that ask when a card is due, of each clause that has some."""
        found = (
            tuple(term for term in clause if isinstance(term, DateTerm) and term.field == "due")
            for clause in self.clauses
        )
        return tuple(filter(None, found))

    @property
    def asks_when_due(self) -> bool:
        """Whether it tests or sorts by due dates."""
        return bool(self.due_terms) or self._sorts_by_due

    @property
    def asks_when(self) -> bool:
        """Whether it tests dates, which pass or fail with the time, though the card stays the same."""
        return any(isinstance(term, DateTerm) for term in self._terms())

    @property
    def asks_beyond_face(self) -> bool:
        """Whether it tests or sorts by what no card on a board shows: a description, or the last change."""
        terms = (term for term in self._terms() if isinstance(term, WordTerm | DateTerm))
        by_change = self.sort is not None and self.sort.field == "edited"
        return by_change or any(term.field in {"desc", "edited"} for term in terms)

    def _terms(self) -> Iterator[FilterTerm]:
        """Yield the terms of all clauses, those that are negated without their negation."""
        for term in chain.from_iterable(self.clauses):
            yield term.term if isinstance(term, NotTerm) else term

    @property
    def _sorts_by_due(self) -> bool:
        return self.sort is not None and self.sort.field == "due"

    def item_due(self, card: CardFacts, now: datetime) -> datetime | None:
        """Return the due date of an open item if the card matches or sorts by that and not by its own; else None."""
        clauses = self.due_terms
        found = (term.item_due(card, now) for terms in clauses for term in terms)
        item = min(filter(None, found), default=None) if clauses else next(iter(card.item_dues), None)
        itself = not clauses or any(all(term.passes_itself(card, now) for term in terms) for terms in clauses)
        if item is None or card.due is None or not itself:
            return item
        return item if self._sorts_by_due and item < card.due else None

    @property
    def sort_words(self) -> str:
        """The order in words if the filter only sorts; "" otherwise."""
        return "" if self.sort is None or self.clauses else self.sort.words

    @property
    def clauses_by_words(self) -> Iterator[tuple[tuple[str, ...], tuple[FilterTerm, ...]]]:
        """The folded words that ``text`` of a card must contain, and the other terms, clause by clause."""
        for clause in self.clauses:
            words, others = list[str](), list[FilterTerm]()
            for term in clause:
                if isinstance(term, WordTerm) and term.in_one_line:
                    words.append(term.words)
                else:
                    others.append(term)
            yield tuple(words), tuple(others)

    @property
    def title_words(self) -> tuple[str, ...]:
        """The folded words that are searched in titles, to highlight them there.

        A single sign is in most titles, unless it is a wide one, which may be a whole word: 猫.
        """
        terms = (term for clause in self.clauses for term in clause if isinstance(term, WordTerm))
        words = (term.words for term in terms if term.field != "desc")
        return tuple(dict.fromkeys(word for word in words if len(word) > 1 or _is_wide(word)))


def _is_wide(sign: str) -> bool:
    return sign != "" and east_asian_width(sign) in {"W", "F"}


class FilterError(UsageError):
    """A filter cannot be parsed.

    Attributes:
        start: Start index of the invalid word.
    """

    def __init__(self, message: str, *, hint: str, start: int, end: int) -> None:
        super().__init__(message, hint=hint)
        self.start, self.end = start, end


class _Token(NamedTuple):
    text: str
    start: int
    end: int


def parse_filter(text: str) -> ParsedFilter:
    """Parse a filter.

    Raises:
        FilterError: A word has a key with an invalid value, or the filter is too long.
    """
    parsed, error = parse_typed(text)
    if error is not None:
        raise error
    return parsed


def parse_typed(text: str) -> tuple[ParsedFilter, FilterError | None]:
    """Parse a filter that is still being typed: the words that can be understood, and the first error."""
    if len(text) > LONGEST:
        message = f"a filter has at most {LONGEST} characters"
        return ParsedFilter(text=text), FilterError(message, hint="shorten it", start=LONGEST, end=len(text))
    clauses: list[list[FilterTerm]] = [[]]
    sort: Sort | None = None
    problem: FilterError | None = None
    for token in _tokens(text):
        try:
            if token.text.lower() in {"or", "|"}:
                clauses.append([])
            elif token.text.lower().startswith("sort:"):
                sort = _sort(token)
            else:
                clauses[-1].append(_term(token))
        except FilterError as error:
            problem = problem or error
    # A filter that is still being typed may end in "or"; the missing side is ignored.
    found = tuple(tuple(_with_finished(clause)) for clause in clauses if clause)
    return ParsedFilter(text=text, clauses=found, sort=sort), problem


def _with_finished(clause: Sequence[FilterTerm]) -> Iterator[FilterTerm]:
    """Yield the terms of a clause; if it asks for finished cards, their due dates count too."""
    asked = any(isinstance(term, TraitTerm) and IS["done"] in term.tests for term in clause)
    for term in clause:
        if asked and isinstance(term, DateTerm):
            yield term.replace(tests=(*term.tests, *term.open_tests), open_tests=())
        else:
            yield term


def _tokens(text: str) -> Iterator[_Token]:
    for found in _TOKEN.finditer(text):
        yield _Token(found[0], found.start(), found.end())


def with_sort(text: str, sort: str) -> str:
    """Return a filter with another order: one of ``SORTS``, perhaps with a minus; "" for none."""
    kept = [token.text for token in _tokens(text) if not token.text.lower().startswith("sort:")]
    return " ".join([*kept, *([f"sort:{sort}"] if sort else [])])


def to_continue(text: str) -> str:
    """Return a filter as it is put into a field: a word that is typed behind a sort, which a command put there, is another one."""
    last = text.rpartition(" ")[2].lower()
    return f"{text} " if last.startswith("sort:") else text


def _sort(token: _Token) -> Sort:
    field = token.text.partition(":")[2].lower()
    name = field.removeprefix("-")
    if name not in SORTS:
        raise _unknown(token, "sort", name, tuple(SORTS))
    return Sort(field=name, descending=field.startswith("-"))


def _term(token: _Token) -> FilterTerm:
    """Parse one word.

    Raises:
        FilterError: The word has a key with an invalid value.
    """
    text = token.text
    if text.startswith("-") and len(text) > 1:
        inner = _term(_Token(text[1:], token.start + 1, token.end))
        return NotTerm(term=inner, start=token.start, end=token.end)
    if text[0] in "@#" and len(text) > 1:
        kind = "member" if text[0] == "@" else "label"
        return NameTerm(kind=kind, names=tuple(_values(text[1:])), start=token.start, end=token.end)
    if (keyed := _KEY.fullmatch(text)) is not None and (read := _READERS.get(keyed[1].lower())) is not None:
        return read(token, keyed[1].lower(), tuple(_values(keyed[2])))
    return WordTerm(words=fold_text(text.replace('"', "")), start=token.start, end=token.end)


def _values(text: str) -> Iterator[str]:
    """Yield the values of a key, folded."""
    for found in _VALUE.finditer(text):
        if value := fold_text((found[1] if found[1] is not None else found[2]).strip()):
            yield value


def _names(token: _Token, kind: str, values: tuple[str, ...]) -> FilterTerm:
    if not values:
        raise _empty(token, kind, f"write {kind}:NAME, or {kind}:* for any")
    return NameTerm(kind=kind, names=values, start=token.start, end=token.end)


def _words(token: _Token, field: str, values: tuple[str, ...]) -> FilterTerm:
    if not values:
        raise _empty(token, field, f"write {field}:WORD")
    return WordTerm(words=" ".join(values), field=field, start=token.start, end=token.end)


def _traits(token: _Token, key: str, values: tuple[str, ...]) -> FilterTerm:
    known = HAS if key == "has" else IS
    tests = []
    for value in values:
        test = known.get(value) or known.get(value.removesuffix("s"))
        if test is None:
            raise _unknown(token, key, value, tuple(known))
        tests.append(test)
    if not tests:
        raise _empty(token, key, f"write one of {', '.join(f'{key}:{name}' for name in known)}")
    return TraitTerm(tests=tuple(tests), start=token.start, end=token.end)


def _due(token: _Token, key: str, values: tuple[str, ...]) -> FilterTerm:
    tests = _tests(token, key, values, due_test, (*DUE_WORDS, "fri", "31/12", "<7d", ">2031-02-03"))
    # Whether there is a date at all is no question of when.
    whenever = tuple(test for value, test in zip(values, tests, strict=True) if value in {"any", "none"})
    when = tuple(test for test in tests if test not in whenever)
    return DateTerm(field="due", tests=whenever, open_tests=when, start=token.start, end=token.end)


def _past(token: _Token, key: str, values: tuple[str, ...]) -> FilterTerm:
    tests = _tests(token, key, values, past_test, (*PAST_WORDS, "<2h", ">7d", "2031-02-03"))
    return DateTerm(field=key, tests=tests, start=token.start, end=token.end)


def _tests(
    token: _Token,
    key: str,
    values: tuple[str, ...],
    read: Callable[[str], Test | None],
    examples: tuple[str, ...],
) -> tuple[Test, ...]:
    tests = []
    for value in values:
        test = read(value)
        if test is None:
            raise _unknown(token, key, value, examples)
        tests.append(test)
    if not tests:
        raise _empty(token, key, f"write one of {', '.join(f'{key}:{each}' for each in examples)}")
    return tuple(tests)


def _unknown(token: _Token, key: str, value: str, known: tuple[str, ...]) -> FilterError:
    hint = f"there are {', '.join(f'{key}:{each}' for each in known)}"
    return FilterError(f"{key}: takes no {value!r}", hint=hint, start=token.start, end=token.end)


def _empty(token: _Token, key: str, hint: str) -> FilterError:
    return FilterError(f"{key}: of what?", hint=hint, start=token.start, end=token.end)


_READERS: dict[str, Callable[[_Token, str, tuple[str, ...]], FilterTerm]] = {
    "created": _past,
    "desc": _words,
    "due": _due,
    "edited": _past,
    "has": _traits,
    "is": _traits,
    "label": _names,
    "list": _names,
    "member": _names,
    "name": _words,
}
"""How the values of a key are read."""


T = TypeVar("T")


def in_order(cards: Iterable[T], facts_of: Callable[[T], CardFacts], sort: Sort) -> list[T]:
    """Return ``cards`` sorted; those without the sorted field come last in either direction.

    Args:
        cards: The cards, in the order of their lists, which decides between equals.
        facts_of: Returns the facts of a card, which are used immediately.
        sort: The order.
    """
    given = list(cards)
    if sort.field == "position":
        return given[::-1] if sort.descending else given
    keyed = [(_key(facts_of(card), sort.field), card) for card in given]
    sorted_ones = sorted(
        ((key, card) for key, card in keyed if key is not None), key=itemgetter(0), reverse=sort.descending
    )
    return [card for _, card in sorted_ones] + [card for key, card in keyed if key is None]


def _key(card: CardFacts, field: str) -> Any:
    """Return the sort key of a card, or None if it lacks the field."""
    match field:
        case "name":
            return name_order(card.name)
        case "due":
            return min(filter(None, (card.due, *card.item_dues[:1])), default=None)
        case "created":
            return card.created
        case "edited":
            return card.edited
        case _:
            return sorted(name_order(label.name or label.other) for label in card.labels) or None
