"""Pairs of a person and a firm on a card, and the link in the text between them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from tui.recognise.chunk import Kind
from tui.recognise.page import NEITHER, PERSON

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tui.recognise.page import CardLines, Mention

REACH, _LINES, LONGEST = 8, 6, 400
"""Number of names on each side, and of lines, within which a firm is looked for; most chunks between the two."""

_MOST_READ = 16
"""Most chunks between two names whose words are read, the nearest to the second name."""

_FAR_APART = Kind.LINE * _LINES
"""The signs between two names of lines that are farther apart."""

_LEAST = -4.0
"""Fewest points of a name that may be the firm of a pair."""

_PERSON = 2.0
"""Fewest points for a person of a name that is nobody's firm, if as many speak against a firm."""

_SIGNS = {"NAME": "PF"}
"""The signs of a word of a pattern that is no kind of chunk."""


@dataclass(slots=True, eq=False)
class Pair:
    """A person and a firm on one card.

    Attributes:
        between: The signature of the text between them, without names listed beside the person.
        shared: Whether other names are listed between them.
        lines: Number of line breaks between them.
        stacked: Whether other people stand on lines of their own between them.
        link: The name of the pattern of the text between them, or "".
    """

    person: Mention
    firm: Mention
    between: str
    shared: bool
    forward: bool
    lines: int
    stacked: bool = False
    link: str = field(init=False)
    _words: list[str] | None = field(default=None, init=False, repr=False)
    _is_block: bool | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        self.link = link(self.between, forward=self.forward)

    @property
    def words(self) -> list[str]:
        """The words between them, in small letters; of two texts only those before the second on its line."""
        if self._words is None:
            self._words = self._words_between()
        return self._words

    @property
    def is_of_passage(self) -> bool:
        """Whether both stand in one text of the card."""
        return self.person.passage == self.firm.passage

    @property
    def is_block(self) -> bool:
        """Whether no blank line or list item stands between them."""
        if self._is_block is None:
            self._is_block = self._stand_in_block()
        return self._is_block

    def _words_between(self) -> list[str]:
        first, last = (self.person, self.firm) if self.forward else (self.firm, self.person)
        if first.passage != last.passage:
            return [*last.left]
        if first.row is last.row:
            parts = first.row.parts[first.at + 1 : last.at]
        else:
            rows = (row.parts for row in first.page.lines[first.line + 1 : last.line])
            parts = [*chain(first.row.parts[first.at + 1 :], *rows, last.row.parts[: last.at])]
        return [word for part in parts[-_MOST_READ:] if part.kind != Kind.NAME for word in part.lows]

    def _stand_in_block(self) -> bool:
        rows = self.person.page.lines[
            min(self.person.line, self.firm.line) : max(self.person.line, self.firm.line) + 1
        ]
        apart = abs(self.person.row.number - self.firm.row.number)
        return (
            self.person.passage == self.firm.passage
            and apart < len(rows)
            and not any(row.item for row in rows)
        )


@dataclass(frozen=True, slots=True)
class LinkPattern:
    """A pattern of the signs between two names.

    Attributes:
        example: A card and a pair on it that is linked so.
    """

    name: str
    example: tuple[str, str]
    signs: re.Pattern[str]


def _link(name: str, example: tuple[str, str], pattern: str) -> LinkPattern:
    """Make a link of a pattern: signs by their kinds, in which blanks are ignored."""
    signs = re.sub(
        r"[A-Z]{2,}", lambda kind: re.escape(_SIGNS.get(kind[0]) or getattr(Kind, kind[0])), pattern
    ).replace(" ", "")
    return LinkPattern(name, example, re.compile(signs))


PERSON_FIRST = (
    _link("person trading as firm", ("Ana Reid trading as Kea", "Ana Reid | Kea"), "[FILLER , ;]* TRADING"),
    _link("person at firm", ("Ana Reid, the new CFO (acting), at Kea", "Ana Reid | Kea"), "[FILLER , () | VERB HONORIFIC IS TITLE -]* AT [FILLER HONORIFIC]*"),
    _link("person and firm in brackets", ("Ana Reid (CFO, Kea)", "Ana Reid | Kea"), r"\( [FILLER TITLE VERB]* [, AT FROM OF | -]? [FILLER]*"),
    _link("person, brackets, firm", ("Ana Reid (CFO) Kea", "Ana Reid | Kea"), r"\( [^) NAME LINE]* \) [FILLER , | -]*"),
    _link("person from firm", ("Ana Reid from Kea", "Ana Reid | Kea"), r"\)? [FILLER ,]* FROM [FILLER]*"),
    _link("person, title, firm", ("Ana Reid, CFO of Kea", "Ana Reid | Kea"), "[, (| IS FILLER -]* TITLE [FILLER , |]* [OF FROM AT WITH]? [FILLER]*"),
    _link("person, firm", ("Ana Reid, Kea", "Ana Reid | Kea"), ",+"),
    _link("person - firm", ("Ana Reid - Kea", "Ana Reid | Kea"), "[, (| -]* TITLE? [, | -]+ TITLE? [, | (-]* [FILLER]*"),
    _link("person runs firm", ("Ana Reid runs Kea", "Ana Reid | Kea"), "[FILLER]+"),
    _link("person of firm", ("Dr Reid of Kea", "Reid | Kea"), "OF [FILLER]*"),
    _link("person: firm", ("Ana Reid / Kea", "Ana Reid | Kea"), r"\)? [: /] TITLE? [FILLER]*"),
    _link("person in brackets, firm", ("(Ana Reid) Kea", "Ana Reid | Kea"), r"\) [FILLER , | -]*"),
    _link("person, a word, firm", ("Ana Reid x Kea", "Ana Reid | Kea"), "OTHER"),
    _link("person with firm", ("CFO at Ana Reid with Kea Pty Ltd", "Ana Reid | Kea Pty Ltd"), "[FILLER ,]* WITH [FILLER]*"),
    _link("person above firm", ("Ana Reid\nCFO\nKea", "Ana Reid | Kea"), "[^NAME LINE]* LINE (?: [^NAME LINE]* LINE ){0,2} [LINE TITLE VERB OTHER , | () FILLER / : -]* [AT FROM OF]? [FILLER]*"),
    _link("person right before firm", ("Ana Reid Kea Freight\n\nPetrie Pumps", "Ana Reid | Kea Freight"), ""),
    _link("person ... at firm", ("Dr Reid wrote at Kea", "Reid | Kea"), "[^NAME LINE]* AT [FILLER]*"),
    _link("person ... (firm", ("Dr Reid wants the quote (Kea)", "Reid | Kea"), r"[^NAME LINE ;]* \( [FILLER]*"),
)  # fmt: skip


FIRM_FIRST = (
    _link("firm's person", ("Kea's CFO Ana Reid", "Ana Reid | Kea"), "OWNER [FILLER HONORIFIC TITLE VERB]* (?: OTHER{1,2} TITLE)? IS? HONORIFIC?"),
    _link("firm (person", ("Kea (Ana Reid)", "Ana Reid | Kea"), r",? \( [FILLER HONORIFIC TITLE VERB]* [: ,]? HONORIFIC?"),
    _link("firm, title, person", ("Kea, CFO Ana Reid", "Ana Reid | Kea"), "[FILLER , | -]* TITLE [FILLER]* [IS : , | -]? [FILLER HONORIFIC]*"),
    _link("firm, contact person", ("Kea, contact Ana", "Ana | Kea"), "[FILLER , ; | / (-]* VERB [FILLER VERB]* [IS : , -]? [FILLER HONORIFIC]*"),
    _link("firm - person", ("Kea - Ana Reid", "Ana Reid | Kea"), "[| / -]+ [FILLER HONORIFIC]*"),
    _link("title at firm is person", ("CFO at Kea is Ana Reid", "Ana Reid | Kea"), "IS [FILLER HONORIFIC]*"),
    _link("firm ... contact person", ("Kea Freight quoted. Contact: Ana\nPetrie Pumps", "Ana | Kea Freight"), "[^NAME LINE]* VERB [FILLER VERB]* [IS : , -]? [FILLER HONORIFIC]*"),
    _link("firm ... title is person", ("Kea Freight sent it, owner: Ana", "Ana | Kea Freight"), "[^NAME LINE]* TITLE [IS : , -] [FILLER HONORIFIC]*"),
    _link("firm: person", ("Kea Freight: Ana", "Ana | Kea Freight"), ": [FILLER VERB TITLE HONORIFIC]*"),
    _link("firm, person", ("Kea Freight, Ana Reid\nPetrie Pumps", "Ana Reid | Kea Freight"), ", [FILLER HONORIFIC]*"),
    _link("firm with person", ("Kea Pty Ltd & Ana Reid\nPetrie Pumps", "Ana Reid | Kea Pty Ltd"), "[WITH AND] [FILLER HONORIFIC]*"),
    _link("firm above person", ("Kea Ridge\nAna Reid", "Ana Reid | Kea Ridge"), "[| , TITLE () / -]* LINE [LINE HONORIFIC TITLE VERB : FILLER | -]*"),
    _link("firm right before person", ("Kea Pty Ltd Dr Ana\n\nPetrie Pumps", "Ana | Kea Pty Ltd"), "HONORIFIC?"),
)  # fmt: skip


_LINKS = tuple(
    re.compile("|".join(f"({one.signs.pattern})" for one in links)) for links in (FIRM_FIRST, PERSON_FIRST)
)
"""The patterns of each table as one, each in a group of its own: the first that fits is found at once."""

_LISTED = (
    re.compile(r"\A(?:\([^()PF]*\)(?=[,;&/]))?(?:(?:[,;&/]\.*H?|&T)P(?:\([^()PF]*\))?)+"),
    re.compile(r"(?:P(?:\([^()PF]*\))?[,;&/]+\.*H?)+\Z"),
)
_STACKED = re.compile(r"\A(?:[-,.|/()T]*n[.H]*P)+(?=[-,.|/()T]*n)")
_ASIDE = re.compile(rf"{Kind.LEFT}\.*[PFN]?[,)]?|\({Kind.OTHER}*\)(?!\Z)")
"""A firm that somebody left, and words in brackets: ignored when patterns are matched."""


@lru_cache(maxsize=1024)
def link(between: str, *, forward: bool) -> str:
    """Return the name of the pattern that the signs between a person and a firm have, or "".

    Args:
        between: The signature of the text between them.
        forward: Whether the person stands first.
    """
    if not forward and between.startswith(")"):
        return ""
    between = _ASIDE.sub("", between).replace(NEITHER, Kind.TITLE)
    found = _LINKS[forward].fullmatch(between)
    if found is None or found.lastindex is None:
        return ""
    return (PERSON_FIRST if forward else FIRM_FIRST)[found.lastindex - 1].name


def pair(person: Mention, firm: Mention) -> Pair:
    """Return a person and a firm with what stands between them."""
    forward = person.place < firm.place
    between, short, alone = _signs_between(person, firm, forward=forward)
    lines = firm.line - person.line if forward else person.line - firm.line
    return Pair(person, firm, alone, short != between, forward, lines, alone != short)


def link_of(person: Mention, firm: Mention) -> str:
    """Return the name of the pattern of the text between a person and a firm, or ""."""
    forward = person.place < firm.place
    return link(_signs_between(person, firm, forward=forward)[2], forward=forward)


def _signs_between(person: Mention, firm: Mention, *, forward: bool) -> tuple[str, str, str]:
    """Return the signs between two names: all, without names listed beside the person, and without people on own lines."""
    first, last = (person, firm) if forward else (firm, person)
    between = _between(person.page, first, last)
    if PERSON not in between:
        return between, between, between
    short = _LISTED[not forward].sub("", between)
    if forward and short.startswith("(") and "," in between.removesuffix(short):
        short = between  # a list of people, each with a firm or a role in brackets
    alone = _STACKED.sub("", short) if forward and last.line - first.line > 1 else short
    return between, short, alone


def _between(page: CardLines, first: Mention, last: Mention) -> str:
    """Return the signs between two names of near lines, with a sign of its own for each kind of name."""
    marked, line, end = page.marked, first.line, last.line
    if line == end:
        return marked[line][first.at + 1 : last.at][:LONGEST]
    if end - line > _LINES:
        return _FAR_APART
    parts = (marked[line][first.at + 1 :], *marked[line + 1 : end], marked[end][: last.at])
    return Kind.LINE.join([part[:LONGEST] for part in parts])


def pairs(person: Mention) -> Iterator[Pair]:
    """Yield the pairs of a name, as a person, with each name it may belong to: only on its line for a first name alone."""
    names, place = person.page.names, person.place
    near = range(max(0, place - REACH), min(len(names), place + REACH + 1))
    for at in sorted({*near, *person.page.titled}):
        firm = names[at]
        if firm.firm < _LEAST or (firm.firm < -_PERSON and firm.person > _PERSON):
            continue
        if _may_belong(person, firm) and not (at > place and firm.before.endswith(Kind.LEFT)):
            yield pair(person, firm)


def _may_belong(person: Mention, firm: Mention) -> bool:
    """Whether a person and a firm stand where the one may be of the other, and are not the same name."""
    if firm.words == person.words:
        return False
    if person.stands_for and (firm.line != person.line or firm.place == person.place):
        return False
    if firm.passage != person.passage:
        return not (firm.passage and person.passage)
    return -_LINES <= firm.line - person.line <= _LINES or bool(firm.role)
