"""Patterns of the text between a person and a firm, each with the points by which it links them.

A pattern is a regular expression over the signs of chunks. It names signs by their kinds, and blanks in it
are ignored.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from tui.recognise.chunk import Kind
from tui.recognise.features import Feature


@dataclass(frozen=True, slots=True)
class LinkPattern(Feature):
    """A pattern as a weighted feature of a card.

    Attributes:
        pattern: Matches the signs between the two names.
    """

    pattern: str
    signs: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        """Compile the pattern to a regular expression over signs."""
        signs = re.sub(r"[A-Z]{2,}", lambda kind: re.escape(Kind[kind[0]]), self.pattern)
        object.__setattr__(self, "signs", re.compile(signs.replace(" ", "")))


_PERSON_FIRST = (
    LinkPattern("person trading as firm", 4.0, ("Ana Reid trading as Kea", "Ana Reid | Kea"), ("Ana Reid trading with Kea", ""), "[FILLER , ;]* TRADING"),
    LinkPattern("person at firm", 4.0, ("Ana Reid, the new CFO (acting), at Kea", "Ana Reid | Kea"), ("Ana Reid at Bondi Beach", ""), "[FILLER , () | VERB HONORIFIC IS TITLE -]* AT [FILLER HONORIFIC]*"),
    LinkPattern("person and firm in brackets", 4.0, ("Ana Reid (CFO, Kea)", "Ana Reid | Kea"), ("Ana Reid (mobile)", ""), r"\( [FILLER TITLE VERB]* [, AT FROM OF | -]? [FILLER]*"),
    LinkPattern("person, brackets, firm", 3.0, ("Ana Reid (CFO) Kea", "Ana Reid | Kea"), ("Ana Reid (CFO)", ""), r"\( [^) NAME LINE]* \) [FILLER , | -]*"),
    LinkPattern("person from firm", 3.0, ("Ana from Kea", "Ana | Kea"), ("Ana from Sydney", ""), r"\)? [FILLER ,]* FROM [FILLER]*"),
    LinkPattern("person, title, firm", 3.0, ("Ana Reid, CFO of Kea", "Ana Reid | Kea"), ("Ana Reid, CFO", ""), "[, (| IS FILLER -]* TITLE [FILLER , |]* [OF FROM AT WITH]? [FILLER]*"),
    LinkPattern("person - firm", 2.0, ("Ana Reid - Kea", "Ana Reid | Kea"), ("Ana Reid - Sydney", ""), "[, (| -]* NAME? [, | -]+ TITLE? [, | (-]* [FILLER]*"),
    LinkPattern("person runs firm", 2.0, ("Ana Reid runs Kea", "Ana Reid | Kea"), ("Ana Reid runs", ""), "[FILLER]+"),
    LinkPattern("person of firm", 2.5, ("Dr Reid of Kea", "Reid | Kea"), ("Dr Reid of Sydney", ""), "OF [FILLER]*"),
    LinkPattern("person: firm", 2.0, ("Ana Reid / Kea", "Ana Reid | Kea"), ("Ana Reid / Monday", ""), r"\)? [: /] TITLE? [FILLER]*"),
    LinkPattern("person in brackets, firm", 2.0, ("(Ana Reid) Kea", "Ana Reid | Kea"), ("(Ana Reid) Monday", ""), r"\) [FILLER , | -]*"),
    LinkPattern("person, a word, firm", 1.5, ("Ana Reid x Kea", "Ana Reid | Kea"), ("Ana Reid xx xxx xx Kea", ""), "OTHER"),
    LinkPattern("person with firm", 1.0, ("CFO at Ana Reid with Kea Pty Ltd", "Ana Reid | Kea Pty Ltd"), ("Ana Reid with Hemi Parata", ""), "[FILLER ,]* WITH [FILLER]*"),
    LinkPattern("person above firm", 2.5, ("Ana Reid\nCFO\nKea", "Ana Reid | Kea"), ("Ana Reid\nCFO\nSydney", ""), "[^NAME LINE]* LINE (?: [^NAME LINE]* LINE ){0,2} [LINE TITLE , | () FILLER / : -]* [AT FROM OF]? [FILLER]*"),
    LinkPattern("person right before firm", 1.0, ("Ana Reid Kea Freight\n\nPetrie Pumps", "Ana Reid | Kea Freight"), ("Ana Reid Sydney", ""), ""),
    LinkPattern("person ... at firm", 2.5, ("Dr Reid wrote at Kea", "Reid | Kea"), ("Dr Reid wrote at noon", ""), "[^NAME LINE]* AT [FILLER]*"),
    LinkPattern("person ... (firm", 2.5, ("Dr Reid wants the quote (Kea)", "Reid | Kea"), ("Dr Reid wants the quote (soon)", ""), r"[^NAME LINE ;]* \( [FILLER]*"),
)  # fmt: skip


_FIRM_FIRST = (
    LinkPattern("firm's person", 3.5, ("Kea's CFO Ana Reid", "Ana Reid | Kea"), ("Sydney's CFO Ana Reid", ""), "OWNER [FILLER HONORIFIC TITLE VERB]* IS? HONORIFIC?"),
    LinkPattern("firm (person", 3.5, ("Kea (Ana Reid)", "Ana Reid | Kea"), ("Kea (Ana Reid) Tui Freight", "Ana Reid | Tui Freight"), r",? \( [FILLER HONORIFIC TITLE VERB]* [: ,]? HONORIFIC?"),
    LinkPattern("firm, title, person", 3.0, ("Kea, CFO Ana Reid", "Ana Reid | Kea"), ("Sydney, CFO Ana Reid", ""), "[FILLER , | -]* TITLE [FILLER]* [IS : , | -]? [FILLER HONORIFIC]*"),
    LinkPattern("firm, contact person", 3.0, ("Kea, contact Ana", "Ana | Kea"), ("Sydney, contact Ana", ""), "[FILLER , ; | / (-]* VERB [FILLER VERB]* [IS : , -]? [FILLER HONORIFIC]*"),
    LinkPattern("firm - person", 2.5, ("Kea - Ana Reid", "Ana Reid | Kea"), ("Sydney - Ana Reid", ""), "[| / -]+ [FILLER HONORIFIC]*"),
    LinkPattern("title at firm is person", 3.0, ("CFO at Kea is Ana Reid", "Ana Reid | Kea"), ("CFO in Sydney is Ana Reid", ""), "IS [FILLER HONORIFIC]*"),
    LinkPattern("firm ... contact person", 2.5, ("Kea Freight quoted. Contact: Ana\nPetrie Pumps", "Ana | Kea Freight"), ("It was quoted. Contact: Ana", ""), "[^NAME LINE]* VERB [FILLER VERB]* [IS : , -]? [FILLER HONORIFIC]*"),
    LinkPattern("firm ... title is person", 2.0, ("Kea Freight sent it, owner: Ana", "Ana | Kea Freight"), ("They sent it, owner: Ana", ""), "[^NAME LINE]* TITLE [IS : , -] [FILLER HONORIFIC]*"),
    LinkPattern("firm: person", 2.0, ("Kea Freight: Ana", "Ana | Kea Freight"), ("Sydney: Ana", ""), ": [FILLER VERB TITLE HONORIFIC]*"),
    LinkPattern("firm, person", 1.0, ("Kea Freight, Ana Reid\nPetrie Pumps", "Ana Reid | Kea Freight"), ("Sydney, Ana Reid", ""), ", [FILLER HONORIFIC]*"),
    LinkPattern("firm with person", 1.0, ("Kea Pty Ltd & Ana Reid\nPetrie Pumps", "Ana Reid | Kea Pty Ltd"), ("Hemi Parata & Ana Reid", ""), "[WITH AND] [FILLER HONORIFIC]*"),
    LinkPattern("firm above person", 2.0, ("Kea Ridge\nAna Reid", "Ana Reid | Kea Ridge"), ("Sydney\nAna Reid", ""), "[| , TITLE () / -]* LINE [LINE HONORIFIC TITLE VERB : FILLER | -]*"),
    LinkPattern("firm right before person", 1.0, ("Kea Pty Ltd Dr Ana\n\nPetrie Pumps", "Ana | Kea Pty Ltd"), ("Sydney Dr Ana", ""), "HONORIFIC?"),
)  # fmt: skip


LOOSE = LinkPattern(
    "words between",
    1.0,
    ("Ana Reid sold two new sheds, Kea Freight\n\nPetrie Pumps", "Ana Reid | Kea Freight"),
    ("Ana Reid. Two new sheds. Kea", ""),
    "",
)
"""The link of two names in a sentence where no other pattern fits, which is weak evidence."""

PATTERNS = (*_PERSON_FIRST, *_FIRM_FIRST, LOOSE)

_ASIDE = re.compile(rf"{Kind.LEFT}\.*{Kind.NAME}?[,)]?|\({Kind.OTHER}*\)(?!\Z)")
"""A firm that somebody left, and words in brackets: ignored when patterns are matched."""


def link_points(between: str, *, person_first: bool) -> float:
    """Return the points by which the text between a person and a firm links them; 0 for no link.

    Args:
        between: The signature of the text between them.
        person_first: Whether the person stands before the firm.
    """
    pattern = _pattern(between, person_first=person_first)
    return pattern.weight if pattern else 0.0


@lru_cache(maxsize=4096)
def _pattern(between: str, *, person_first: bool) -> LinkPattern | None:
    if not person_first and between.startswith(")"):
        return None
    between = _ASIDE.sub("", between)
    for pattern in _PERSON_FIRST if person_first else _FIRM_FIRST:
        if pattern.signs.fullmatch(between):
            return pattern
    return None if Kind.NAME in between or Kind.LINE in between else LOOSE
