"""Pairs of a person and a firm, and the features that say whether one belongs to the other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from tui.recognise.apart import OUR, THEIR, are_apart, is_blank_between, is_cell, is_of_party, is_under_label
from tui.recognise.chunk import Kind
from tui.recognise.model import points
from tui.recognise.page import Pair
from tui.recognise.words.lexicon import (
    COMPANY_WORDS,
    LEGAL_FORMS,
    MEALS,
    ORDINARY,
    PLACE_ENDINGS,
    PLACES,
)
from tui.recognise.words.likeness import LIKELY, SURE, matches

if TYPE_CHECKING:
    from tui.recognise.page import CardLines, Mention

NEVER = -9.0
"""Points of a pair that never counts."""

REACH, _LINES, _LONGEST = 8, 6, 400
"""Number of names on each side, and of lines, within which a firm is looked for; most chunks between the two."""

_PLACED = (Kind.AT, Kind.FROM, Kind.TRADING)
_TITLED = re.compile(rf"{Kind.TITLE}[{Kind.FILLER}{Kind.HONORIFIC}:,-]{{0,2}}\Z")

_PERSON, _FIRM, _NONE = "P", "F", "N"
"""Signs of the names between two others: a person, a firm, and neither, which may be a title no list has."""

_SIGNS = {"NAME": "PF"}
"""The signs of a word of a pattern that is no kind of chunk."""

_NOT_OF_NAMES = ORDINARY | COMPANY_WORDS | LEGAL_FORMS
_PAPERS = frozenset(
    ("bill", "document", "email", "invoice", "letter", "mail", "quote", "receipt", "report", "statement", "warning")
)  # fmt: skip
"""What somebody gets from a firm."""


@dataclass(frozen=True, slots=True)
class PairFeature:
    """Something that is or is not seen of a pair.

    Attributes:
        name: What is seen.
        example: A card and a pair on it of which it is seen.
        counter: A similar card and a pair of which it is not seen.
        seen: Whether it is seen of a pair.
        signs: For a link: the pattern of the signs between the two names.
    """

    name: str
    example: tuple[str, str]
    counter: tuple[str, str]
    seen: Callable[[Pair], bool]
    signs: re.Pattern[str] = re.compile("")


def _link(name: str, example: tuple[str, str], pattern: str) -> PairFeature:
    """Make a feature of a pattern: signs by their kinds, in which blanks are ignored."""
    signs = re.sub(
        r"[A-Z]{2,}", lambda kind: re.escape(_SIGNS.get(kind[0]) or Kind[kind[0]]), pattern
    ).replace(" ", "")
    counter = ("Ana Reid. Two new sheds. Kea", "Ana Reid | Kea")
    return PairFeature(name, example, counter, lambda pair: pair.link == name, re.compile(signs))


_PERSON_FIRST: tuple[PairFeature, ...] = (
    _link("person trading as firm", ("Ana Reid trading as Kea", "Ana Reid | Kea"), "[FILLER , ;]* TRADING"),
    _link("person at firm", ("Ana Reid, the new CFO (acting), at Kea", "Ana Reid | Kea"), "[FILLER , () | VERB HONORIFIC IS TITLE -]* AT [FILLER HONORIFIC]*"),
    _link("person and firm in brackets", ("Ana Reid (CFO, Kea)", "Ana Reid | Kea"), r"\( [FILLER TITLE VERB]* [, AT FROM OF | -]? [FILLER]*"),
    _link("person, brackets, firm", ("Ana Reid (CFO) Kea", "Ana Reid | Kea"), r"\( [^) NAME LINE]* \) [FILLER , | -]*"),
    _link("person from firm", ("Ana Reid from Kea", "Ana Reid | Kea"), r"\)? [FILLER ,]* FROM [FILLER]*"),
    _link("person, title, firm", ("Ana Reid, CFO of Kea", "Ana Reid | Kea"), "[, (| IS FILLER -]* TITLE [FILLER , |]* [OF FROM AT WITH]? [FILLER]*"),
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


_FIRM_FIRST: tuple[PairFeature, ...] = (
    _link("firm's person", ("Kea's CFO Ana Reid", "Ana Reid | Kea"), "OWNER [FILLER HONORIFIC TITLE VERB]* IS? HONORIFIC?"),
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


def _is_namesake(pair: Pair) -> bool:
    """Whether a firm bears a person's name: Petrie Pumps and Dougal Petrie."""
    own = {word for word in pair.person.folded if word not in _NOT_OF_NAMES}
    return not own.isdisjoint(pair.firm.folded) and pair.person.words != pair.firm.words


def _has_address_at(pair: Pair, firm: Mention) -> bool:
    """Whether an address has the name of the person and a domain that is made of the firm's name."""
    return bool(pair.person.domains) and matches(firm.text, pair.person.domains)


def _has_address_elsewhere(pair: Pair) -> bool:
    """Whether a domain with the person's address is made of the name of another firm near by, and not of this one's."""
    if not pair.person.domains or _has_address_at(pair, pair.firm):
        return False
    near = pair.person.page.names[max(0, pair.person.place - REACH) : pair.person.place + REACH]
    return any(one.firm > 0 and _has_address_at(pair, one) for one in near)


def _ends(pair: Pair) -> bool:
    """Whether a sentence ends between two names of a line."""
    if pair.lines:
        return False
    first, last = sorted((pair.person.at, pair.firm.at))
    return any(
        part.ends and part.kind not in {Kind.HONORIFIC, Kind.TITLE}
        for part in pair.person.row.parts[first:last]
    )


def _is_rivalled(names: list[Mention], mine: Mention, to: Mention) -> bool:
    """Whether another of ``names`` stands nearer to a name than mine does."""
    apart = (abs(mine.line - to.line), abs(mine.place - to.place))
    return any(
        (abs(one.line - to.line), abs(one.place - to.place)) < apart
        for one in names
        if one is not to
        and one.words != mine.words
        and one.passage == to.passage
        and not one.before.endswith(Kind.LEFT)
    )


def _is_another_nearer(pair: Pair) -> bool:
    """Whether another person stands nearer to the firm, who is not listed beside this one, nor on the form of one firm."""
    listed = pair.shared or pair.stacked
    return (
        not listed
        and not _is_only_employer(pair)
        and _is_rivalled(pair.person.page.people, pair.person, pair.firm)
    )


def _is_only_employer(pair: Pair) -> bool:
    return pair.firm.page.employers == 1 and is_under_label(pair)


def _is_only(names: list[Mention], mine: Mention) -> bool:
    return all(one.words == mine.words for one in names)


FEATURES = (
    *_PERSON_FIRST,
    *_FIRM_FIRST,
    PairFeature("words between", ("Ana Reid sold two new sheds, Kea", "Ana Reid | Kea"), ("Ana Reid at Kea", "Ana Reid | Kea"), lambda p: not p.link and not p.lines and _FIRM not in p.between),
    PairFeature("one line", ("Ana Reid at Kea", "Ana Reid | Kea"), ("Ana Reid\nKea", "Ana Reid | Kea"), lambda p: not p.lines),
    PairFeature("next line", ("Ana Reid\nKea", "Ana Reid | Kea"), ("Ana Reid at Kea", "Ana Reid | Kea"), lambda p: p.lines == 1),
    PairFeature("two lines apart", ("Ana Reid\nCFO\nKea", "Ana Reid | Kea"), ("Ana Reid\nKea", "Ana Reid | Kea"), lambda p: p.lines == 2),
    PairFeature("more lines apart", ("Ana Reid\nCFO\nx\nKea", "Ana Reid | Kea"), ("Ana Reid\nKea", "Ana Reid | Kea"), lambda p: p.lines > 2),
    PairFeature("block of lines", ("x\n\nAna Reid\nKea", "Ana Reid | Kea"), ("x\n\nAna Reid\n\nKea", "Ana Reid | Kea"), lambda p: bool(p.lines) and p.is_block),
    PairFeature("both fill lines of a block", ("x\n\nAna Reid\nKea", "Ana Reid | Kea"), ("x\n\nAna Reid\nsee Kea", "Ana Reid | Kea"), lambda p: bool(p.lines) and p.is_block and p.firm.fills_line and p.person.fills_line),
    PairFeature("firm fills a line of the block", ("x\n\nCFO Ana Reid\nKea", "Ana Reid | Kea"), ("x\n\nAna Reid\nsee Kea", "Ana Reid | Kea"), lambda p: bool(p.lines) and p.is_block and p.firm.fills_line),
    PairFeature("blank line between", ("x\n\nAna Reid\n\nKea", "Ana Reid | Kea"), ("x\n\nAna Reid\nKea", "Ana Reid | Kea"), is_blank_between),
    PairFeature("only labelled employer", ("Project lead: Ana Reid\na\nb\nCompany: Kea", "Ana Reid | Kea"), ("Ana Reid\nInsurer: Kea", "Ana Reid | Kea"), _is_only_employer),
    PairFeature("person above in the block", ("x\n\nAna Reid\nKea", "Ana Reid | Kea"), ("x\n\nKea\nAna Reid", "Ana Reid | Kea"), lambda p: bool(p.lines) and p.is_block and p.forward),
    PairFeature("address or number below the block", ("x\n\nAna Reid\nKea\n0491 570 006", "Ana Reid | Kea"), ("x\n\nAna Reid\nKea", "Ana Reid | Kea"), lambda p: bool(p.lines) and p.is_block and bool(p.person.page.kinds_below(max(p.person.line, p.firm.line)) | p.firm.kinds | p.person.kinds)),
    PairFeature("other passage", ("Kea\n\nAna Reid", "Ana Reid | Kea"), ("x\n\nKea\nAna Reid", "Ana Reid | Kea"), lambda p: p.person.passage != p.firm.passage),
    PairFeature("person is the title", ("Ana Reid\n\nKea", "Ana Reid | Kea"), ("see Ana Reid\n\nKea", "Ana Reid | Kea"), lambda p: p.person.passage == 0 < p.firm.passage and p.person.fills_line),
    PairFeature("list between", ("x\n\n- Ana Reid\n- Kea", "Ana Reid | Kea"), ("x\n\nAna Reid\nKea", "Ana Reid | Kea"), lambda p: bool(p.lines) and (p.person.row.item or p.firm.row.item)),
    PairFeature("sentence ends between", ("Ana Reid sold sheds. Kea", "Ana Reid | Kea"), ("Ana Reid at Kea", "Ana Reid | Kea"), _ends),
    PairFeature("firm in a later sentence", ("Ana Reid sold sheds. Kea", "Ana Reid | Kea"), ("Kea sold sheds. Ana Reid", "Ana Reid | Kea"), lambda p: p.forward and _ends(p)),
    PairFeature("possessive behind the person", ("Ana Reid's lawyer, Kea", "Ana Reid | Kea"), ("Ana Reid, lawyer, Kea", "Ana Reid | Kea"), lambda p: p.person.behind[:1] == Kind.OWNER),
    PairFeature("their firm", ("Ana Reid pays. Their agent: Kea Freight", "Ana Reid | Kea Freight"), ("Ana Reid pays. Insurer: Kea Freight", "Ana Reid | Kea Freight"), lambda p: not THEIR.isdisjoint(p.firm.left[-3:]) or p.firm.row.label.partition(" ")[0] in THEIR),
    PairFeature("title right before the person", ("Kea pays. Owner Ana Reid", "Ana Reid | Kea"), ("Kea pays. See Ana Reid", "Ana Reid | Kea"), lambda p: not p.forward and _TITLED.search(p.person.before) is not None),
    PairFeature("people on the lines between", ("x\n\nAna Reid\nHemi Parata\nKea", "Ana Reid | Kea"), ("x\n\nAna Reid\nsee Hemi Parata\nKea", "Ana Reid | Kea"), lambda p: p.stacked),
    PairFeature("address at the firm's domain", ("Ana Reid, ana@kea.example, Kea Freight", "Ana Reid | Kea Freight"), ("Ana Reid, info@kea.example, Kea Freight", "Ana Reid | Kea Freight"), lambda p: _has_address_at(p, p.firm)),
    PairFeature("address at another firm's domain", ("Ana Reid, ana@tuiplumbing.example, Kea Freight, Tui Plumbing", "Ana Reid | Kea Freight"), ("Ana Reid, ana@kea.example, Kea Freight, Tui Plumbing", "Ana Reid | Kea Freight"), _has_address_elsewhere),
    PairFeature("paper from the firm", ("Ana Reid says no. Invoice from Kea", "Ana Reid | Kea"), ("Ana Reid says no. She is from Kea", "Ana Reid | Kea"), lambda p: p.firm.before.endswith(Kind.FROM) and not _PAPERS.isdisjoint(p.firm.left[-2:])),
    PairFeature("for or about before the person, who is last", ("Kea quoted sheds for Ana Reid", "Ana Reid | Kea"), ("Kea quoted sheds, Ana Reid", "Ana Reid | Kea"), lambda p: not p.forward and p.person.left[-1:] in {("for",), ("about",), ("on",), ("of",), ("to",)}),
    PairFeature("another cell of the row", ("x\n\n| Rose | Name |\n|---|---|\n| Kea Freight | Ana Reid (Tui Plumbing) |", "Ana Reid | Kea Freight"), ("x\n\n| Rose | Name |\n|---|---|\n| Kea Freight | Ana Reid (Tui Plumbing) |", "Ana Reid | Tui Plumbing"), lambda p: not p.lines and is_cell(p.person) and "|" in p.between),
    PairFeature("our person", ("Kea pays. Ask our lawyer Ana Reid", "Ana Reid | Kea"), ("Kea pays. Ask the lawyer Ana Reid", "Ana Reid | Kea"), lambda p: not OUR.isdisjoint(p.person.left[-3:])),
    PairFeature("their person", ("Kea pays. Ask their lawyer Ana Reid", "Ana Reid | Kea"), ("Kea pays. Ask the lawyer Ana Reid", "Ana Reid | Kea"), lambda p: not THEIR.isdisjoint((*p.person.left[-3:], *p.person.right[:2]))),
    PairFeature("another person nearer to the firm", ("Ana Reid saw Hemi Parata at Kea", "Ana Reid | Kea"), ("Ana Reid at Kea", "Ana Reid | Kea"), _is_another_nearer),
    PairFeature("another firm nearer to the person", ("Ana Reid at Kea Freight Pty Ltd - Tui Plumbing Ltd", "Ana Reid | Tui Plumbing Ltd"), ("Ana Reid at Kea Freight", "Ana Reid | Kea Freight"), lambda p: _is_rivalled(p.firm.page.firms, p.firm, p.person)),
    PairFeature("only firm of the card", ("Ana Reid sells, Kea Freight Pty Ltd", "Ana Reid | Kea Freight Pty Ltd"), ("Ana Reid, Kea Freight Pty Ltd, Tui Plumbing Ltd", "Ana Reid | Kea Freight Pty Ltd"), lambda p: _is_only(p.firm.page.firms, p.firm)),
    PairFeature("only person and firm", ("Ana Reid sells, Kea Freight", "Ana Reid | Kea Freight"), ("Ana Reid, Hemi Parata, Kea Freight", "Ana Reid | Kea Freight"), lambda p: _is_only(p.firm.page.people, p.person) and _is_only(p.firm.page.firms, p.firm)),
    PairFeature("label right before the firm", ("Ana Reid pays. Insurer: Kea", "Ana Reid | Kea"), ("Ana Reid pays at Kea", "Ana Reid | Kea"), lambda p: p.forward and p.between.endswith(":") and len(p.between) > 1),
    PairFeature("names listed between", ("Ana Reid, Hemi Parata at Kea", "Ana Reid | Kea"), ("Ana Reid at Kea", "Ana Reid | Kea"), lambda p: p.shared),
    PairFeature("person between", ("Ana Reid saw Hemi Parata at Kea", "Ana Reid | Kea"), ("Ana Reid at Kea", "Ana Reid | Kea"), lambda p: _PERSON in p.between),
    PairFeature("firm between", ("Ana Reid at Kea Freight - Tui Plumbing", "Ana Reid | Tui Plumbing"), ("Ana Reid at Kea Freight", "Ana Reid | Kea Freight"), lambda p: _FIRM in p.between),
    PairFeature("both labelled", ("Contact: Ana Reid\nCompany: Kea", "Ana Reid | Kea"), ("Contact: Ana Reid\nKea", "Ana Reid | Kea"), lambda p: p.person.role in {"person", "either", "agent"} and p.firm.role in {"firm", "either"}),
    PairFeature("labelled as employer", ("Ana Reid\nCompany: Kea", "Ana Reid | Kea"), ("Ana Reid\nKea", "Ana Reid | Kea"), is_under_label),
    PairFeature("labelled as another party", ("Ana Reid\nInsurer: Kea", "Ana Reid | Kea"), ("Ana Reid\nCompany: Kea", "Ana Reid | Kea"), is_of_party),
    PairFeature("both in a row of a table", ("x\n\n| Name | Company |\n|---|---|\n| Ana Reid | Kea |", "Ana Reid | Kea"), ("x\n\nAna Reid\nKea", "Ana Reid | Kea"), lambda p: not p.lines and p.person.role == "person" and p.firm.role in {"firm", "either", "column"}),
    PairFeature("firm bears the person's name", ("Dougal Petrie - Petrie Pumps", "Dougal Petrie | Petrie Pumps"), ("Ana Reid - Petrie Pumps", "Ana Reid | Petrie Pumps"), _is_namesake),
    PairFeature("at or from right before the firm", ("Ana Reid sells sheds at Kea", "Ana Reid | Kea"), ("Ana Reid, Kea", "Ana Reid | Kea"), lambda p: p.forward and p.firm.before[-1:] in _PLACED),
    PairFeature("at or from before the firm, which is first", ("Invoice from Kea for Ana Reid", "Ana Reid | Kea"), ("Ana Reid sells sheds at Kea", "Ana Reid | Kea"), lambda p: not p.forward and p.firm.before[-1:] in _PLACED),
    PairFeature("firm with a legal form or domain", ("Ana Reid, Kea Pty Ltd", "Ana Reid | Kea Pty Ltd"), ("Ana Reid, Kea", "Ana Reid | Kea"), lambda p: p.firm.trade == SURE),
    PairFeature("firm is a place", ("Ana Reid at Bondi Beach", "Ana Reid | Bondi Beach"), ("Ana Reid at Kea Freight", "Ana Reid | Kea Freight"), lambda p: p.firm.trade < LIKELY and (p.firm.folded[-1] in PLACE_ENDINGS or any(word in PLACES for word in p.firm.folded))),
    PairFeature("meal or meeting before", ("Lunch with Ana Reid at Kea", "Ana Reid | Kea"), ("Call Ana Reid at Kea", "Ana Reid | Kea"), lambda p: any(word in MEALS or word.startswith("meet") for word in (*p.firm.left, *p.person.left))),
    PairFeature("title between", ("Ana Reid, CFO, Kea", "Ana Reid | Kea"), ("Ana Reid, Kea", "Ana Reid | Kea"), lambda p: Kind.TITLE in p.between),
    PairFeature("small words between", ("Ana Reid sells sheds at Kea", "Ana Reid | Kea"), ("Ana Reid at Kea", "Ana Reid | Kea"), lambda p: p.between.count(Kind.OTHER) > 1),
    PairFeature("many words between", ("Ana Reid sells two new sheds soon at Kea", "Ana Reid | Kea"), ("Ana Reid sells at Kea", "Ana Reid | Kea"), lambda p: p.between.count(Kind.OTHER) > 3),
)  # fmt: skip

_UNLINKED = FEATURES[len(_PERSON_FIRST) + len(_FIRM_FIRST) :]
"""The features that are no links, of which a pair has at most one."""

_LEVELS = (-5.0, -3.5, -2.0, -1.0, 0.0, 1.5, 3.0)
"""Points of a firm that are told apart."""

_WEAK = 4
"""Highest level of a firm for which little speaks: what links it to a person weighs otherwise."""

_LISTED = (
    re.compile(r"\A(?:[,;&/]\.*H?P(?:\([^()PF]*\))?)+"),
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
    between = _ASIDE.sub("", between).replace(_NONE, Kind.TITLE)
    return next(
        (one.name for one in (_PERSON_FIRST if forward else _FIRM_FIRST) if one.signs.fullmatch(between)), ""
    )


def pair(person: Mention, firm: Mention) -> Pair:
    """Return a person and a firm with what stands between them."""
    page, forward = person.page, (person.line, person.at) < (firm.line, firm.at)
    first, last = (person, firm) if forward else (firm, person)
    between = _between(page, first, last)
    short = _LISTED[not forward].sub("", between)
    if forward and short.startswith("(") and "," in between.removesuffix(short):
        short = between  # a list of people, each with a firm or a role in brackets
    lines = last.line - first.line
    alone = _STACKED.sub("", short) if forward and lines > 1 else short
    found = link(alone, forward=forward)
    return Pair(person, firm, alone, short != between, forward, lines, alone != short, found)


def _between(page: CardLines, first: Mention, last: Mention) -> str:
    """Return the signs between two names of near lines, with a sign of its own for each kind of name."""
    if last.line - first.line > _LINES:
        return Kind.LINE * _LINES
    starts = [first.at + 1, *[0] * (last.line - first.line)]
    signs = [
        list(page.signs[first.line + step][start : start + _LONGEST]) for step, start in enumerate(starts)
    ]
    del signs[-1][last.at - starts[-1] :]
    for name in page.names[first.place + 1 : last.place]:
        step = name.line - first.line
        if name.at - starts[step] < len(signs[step]) and page.signs[name.line][name.at] == Kind.NAME:
            side = max(name.person, name.firm)
            sign = _NONE if side <= 0 else _PERSON if side == name.person else _FIRM
            signs[step][name.at - starts[step]] = sign
    return Kind.LINE.join(map("".join, signs))


def pairs(page: CardLines, place: int) -> Iterator[Pair]:
    """Yield the pairs of the name at an index of the page's names, as a person, with each name it may belong to."""
    person, names = page.names[place], page.names
    near = range(max(0, place - REACH), min(len(names), place + REACH + 1))
    for at in sorted({*near, *page.titled}):
        firm = names[at]
        if firm.words == person.words or firm.firm < _LEVELS[0] or firm.before.endswith(Kind.LEFT):
            continue
        if firm.passage and person.passage and firm.passage != person.passage:
            continue
        if firm.passage == person.passage and abs(firm.line - person.line) > _LINES and not firm.role:
            continue
        yield pair(person, firm)


def seen(one: Pair) -> list[str]:
    """Return the names of the features that are seen of a pair."""
    level = sum(one.firm.firm > border for border in _LEVELS)
    rival = sum(one.firm.person > border for border in _LEVELS)
    found = [one.link] if one.link else []
    found += [feature.name for feature in _UNLINKED if feature.seen(one)]
    weak = [f"{name}, weak firm" for name in found] if level <= _WEAK else []
    return [*found, *weak, f"firm {level}", f"rival {rival}"]


def pair_points(one: Pair) -> float:
    """Return the points for a person's belonging to a firm."""
    return NEVER if are_apart(one) else points("pair", seen(one))
