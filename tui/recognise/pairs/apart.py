"""Evidence that separates a person and a firm, whatever else is found: tables, labels, possessives, places."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from tui.recognise.chunk import Kind
from tui.recognise.pairs.needs import FIRM_UNDER_LABEL, needs, vocabulary
from tui.recognise.words.lexicon import FIRM_LABELS, MEALS, PERSON_LABELS, PLACE_ENDINGS, PLACES, ROLES, fold
from tui.recognise.words.likeness import LIKELY, is_given, matches
from tui.recognise.words.word_list import word_list

if TYPE_CHECKING:
    from tui.recognise.page import Mention
    from tui.recognise.pairs.pair import Pair

_EMPLOYERS = word_list("employer_labels")
"""Labels of a person's own firm; the firm behind another label may be somebody else's."""

_OTHERS = frozenset(FIRM_LABELS - PERSON_LABELS) - _EMPLOYERS
_PARTIES = word_list("party_labels")
"""Labels of a party of its own, which does not speak for a firm that has another label."""

_GENERAL = frozenset(("contact", "for", "full", "name", "of", "person", "the"))
"""Words of labels that name no party."""

_DIRECTIONS = frozenset(
    (
        "north",
        "south",
        "east",
        "west",
        "upper",
        "lower",
        "central",
        "inner",
        "outer",
        "te",
        "mt",
        "mount",
        "port",
    )
)
"""Words before the name of a town."""

_STREETS = frozenset(
    ("ave", "avenue", "cres", "crescent", "highway", "hwy", "pde", "rd", "road", "street", "tce", "terrace")
)
"""Last words of a street's name that hardly any firm's name has."""

OUR, THEIR = vocabulary(("our", "my", "your")), vocabulary(("their", "there", "its", "theirs"))
"""Words before somebody who belongs to the writer, and before what belongs to somebody named before."""

_HIS = frozenset(("her", "his", "their"))
_FORMER = frozenset(("former", "formerly", "past", "previous", "previously", "prior"))
"""Words of labels of a firm that somebody has left."""

_NO_EMPLOYERS = ROLES | word_list("professions") | {
    "freelance", "freelancer", "independent", "none", "retired", "self", "selfemployed", "unemployed",
}  # fmt: skip
"""What stands where an employer would."""

_LENDING = frozenset(("finance", "loan", "mortgage", "preapproved", "pre-approved"))
"""Words between a person and a firm that lends to them."""

_MET = frozenset(("bumped", "caught", "heard", "introduced", "into", "meet", "meeting", "met", "ran", "saw", "seen"))  # fmt: skip
"""Words before somebody who was met at an occasion, which is then no employer of whom has an address elsewhere."""

_MET_NEAR = 3

_ASKED = 6
"""Number of words before somebody that say whose they are: "ask her boss? Boss is Mei Chow"."""

_PLACED = (Kind.AT, Kind.FROM, Kind.OF)
"""Signs before the firm of somebody who is called by what they do there."""

_SOMEBODYS = re.compile(rf"{Kind.OWNER}[{Kind.FILLER}{Kind.TITLE}{Kind.OTHER}{Kind.HONORIFIC}]{{0,3}}\Z")
_BRACKETED = re.compile(rf"{Kind.NAME}\([{Kind.TITLE}{Kind.FILLER},@{Kind.OF}{Kind.FROM}]*\Z")
_AGENT_OF = re.compile(rf"{Kind.OWNER}[{Kind.FILLER}]*{Kind.TITLE}[,:|-]")


def are_apart(pair: Pair) -> bool:
    """Whether something keeps a person and a firm apart."""
    if _is_barred(pair.firm):
        return True
    for kept in _KEPT_APART:
        if kept(pair):
            return True
    return _is_of_their_agent(pair) if pair.forward else _is_of_another_person(pair)


@needs(FIRM_UNDER_LABEL)
def is_under_label(pair: Pair) -> bool:
    """Whether a firm has a label that makes it the employer of whom the card is about."""
    return not _EMPLOYERS.isdisjoint(_label(pair.firm)) and not _is_employer_of_another(pair)


@needs(FIRM_UNDER_LABEL)
def is_of_party(pair: Pair) -> bool:
    """Whether a firm has a label of another party: "Insurer"."""
    words = _label(pair.firm)
    return not _OTHERS.isdisjoint(words) and _EMPLOYERS.isdisjoint(words)


@needs(FIRM_UNDER_LABEL)
def share_label(pair: Pair) -> bool:
    """Whether two labels name one party: "Lessee: Kea", "Contact for lessee: Ana"."""
    if pair.firm.row is pair.person.row or not (pair.firm.row.label and pair.person.row.label):
        return False
    own = {word.removesuffix("s") for word in _label(pair.person) - _GENERAL}
    return any(word.removesuffix("s") in own for word in _label(pair.firm))


def is_blank_between(pair: Pair) -> bool:
    """Whether an empty line stands between a person and a firm of one passage."""
    apart = abs(pair.person.row.number - pair.firm.row.number)
    return bool(pair.lines) and pair.person.passage == pair.firm.passage and apart > pair.lines


def is_cell(name: Mention) -> bool:
    """Whether a name stands in a cell of a table."""
    return name.row.item and not name.row.fills and not name.row.label


@lru_cache(maxsize=512)
def _folded(label: str) -> frozenset[str]:
    return frozenset(map(fold, label.split()))


def _label(name: Mention) -> frozenset[str]:
    """Return the words of the label before a name."""
    return _folded(name.row.label)


def _is_employer_of_another(pair: Pair) -> bool:
    """Whether the label says whose employer a firm is, and it is another's: "Employer of injured person"."""
    label, of, whose = pair.firm.row.label.partition(" of ")
    if not of or _EMPLOYERS.isdisjoint(map(fold, label.split())):
        return False
    return _label(pair.person).isdisjoint(map(fold, whose.split()))


def _are_parties(pair: Pair) -> bool:
    """Whether person and firm have labels as two parties of one matter: "Guarantor: Ana", "Lessee: Kea"."""
    if not pair.firm.role or pair.firm.row is pair.person.row or is_under_label(pair):
        return False
    if share_label(pair):
        return False
    own = {*_label(pair.person), *pair.person.left[-1:]}
    return _is_employer_of_another(pair) or not _PARTIES.isdisjoint(own)


def _is_venue(pair: Pair) -> bool:
    """Whether a firm is only the place where a person is met."""
    if pair.firm.trade >= LIKELY or pair.firm.folded[-1] not in PLACE_ENDINGS:
        return False
    return any(word in MEALS or word.startswith("meet") for word in (*pair.firm.left, *pair.person.left))


def _is_barred(firm: Mention) -> bool:
    """Whether a firm is nobody's employer, by its own words or its label: a street, a town, a profession."""
    barred = firm.page.barred
    if firm.place not in barred:
        barred[firm.place] = any(barring(firm) for barring in _BARRING)
    return barred[firm.place]


def _is_street(firm: Mention) -> bool:
    """Whether a firm is the name of a street: "31 Quarry Lane", "Quarry Rd"."""
    if firm.folded[-1] in _STREETS and firm.trade < LIKELY:
        return True
    numbered = bool(firm.left) and firm.left[-1][:1].isdecimal()
    return numbered and firm.folded[-1] in PLACE_ENDINGS


def _is_town(firm: Mention) -> bool:
    """Whether a firm is nothing but a town: "Lower Hutt"."""
    words = firm.folded
    if firm.trade >= LIKELY or words[-1] not in PLACES:
        return False
    return all(word in PLACES or word in _DIRECTIONS for word in words)


def _is_fellow(firm: Mention) -> bool:
    """Whether a firm is a letter, or the first name of another person: "Hemi" on a card that names Hemi Parata."""
    words = firm.folded
    if len(words) > 1 or firm.role or firm.whole:
        return False
    others = (one for one in firm.page.people if one.folded[0] == words[0])
    return len(words[0]) == 1 or (is_given(words[0]) and any(others))


def _is_occasion(pair: Pair) -> bool:
    """Whether a person was met at what is no firm for all that its name says, and has an address at another's domain."""
    person, firm = pair.person, pair.firm
    placed = pair.forward and firm.before.endswith(Kind.AT) and person.sentence == firm.sentence
    if not (placed and person.domains and firm.trade < LIKELY):
        return False
    near = (*person.left[-_MET_NEAR:], *pair.words)
    return not (_MET.isdisjoint(near) and MEALS.isdisjoint(near)) and not matches(firm.text, person.domains)


def _is_elsewhere(pair: Pair) -> bool:
    """Whether a firm is named in a sentence of another paragraph, in another row, or in another cell if one is in the own."""
    if is_cell(pair.person) and is_cell(pair.firm):
        own = (
            name for name in pair.firm.page.firms if name is not pair.firm and _share_cell(pair.person, name)
        )
        return bool(pair.lines) or (not _share_cell(pair.person, pair.firm) and any(own))
    if not is_blank_between(pair):
        return False
    if is_of_party(pair) and not share_label(pair):
        return True  # "Ring Ana Reid", and below "Insurer: Kea"
    return not (pair.firm.fills_line or pair.person.fills_line or pair.firm.role)


def _share_cell(one: Mention, other: Mention) -> bool:
    """Whether two names stand in one cell of a table."""
    first, last = sorted((one.at, other.at))
    return one.row is other.row and "|" not in one.page.signs[one.line][first:last]


def _is_of_their_agent(pair: Pair) -> bool:
    """Whether a firm works for the person before it: "Ana's lawyer, Kea", "Ana. Their agent: Kea"."""
    label = _label(pair.firm)
    apart = pair.person.row is not pair.firm.row
    labelled = apart and not THEIR.isdisjoint(label) and _EMPLOYERS.isdisjoint(label)
    near, introduced = (
        pair.firm.left[-4:],
        pair.firm.before.endswith(":") or Kind.TITLE in pair.firm.before[-3:],
    )
    named = pair.firm.before[-1:] not in _PLACED  # not so "Ana, their agent at Kea"
    theirs = named and introduced and not THEIR.isdisjoint(near) and _EMPLOYERS.isdisjoint(near)
    return labelled or theirs or _AGENT_OF.match(pair.between) is not None


def _is_of_another_person(pair: Pair) -> bool:
    """Whether a person behind a firm is ours or somebody else's, or the firm is of the person before it."""
    near = pair.person.left[-3:]
    if not OUR.isdisjoint(near) and "colleague" not in near:
        return True
    if _is_in_brackets(pair) and _HIS.isdisjoint((*near, *pair.words[-_ASKED:])):
        return True
    before = pair.person.before
    return pair.link != "firm's person" and Kind.OWNER in before and _SOMEBODYS.search(before) is not None


def _is_in_brackets(pair: Pair) -> bool:
    """Whether a firm stands in brackets behind another person: Kea for Hemi in "Ana Reid (Kea), Hemi Parata"."""
    before = pair.firm.page.names[pair.firm.place - 1] if pair.firm.place else None
    if before is None or before.row is not pair.firm.row or not pair.between.startswith(")"):
        return False
    return before.person > max(0.0, before.firm) and _BRACKETED.search(pair.firm.before) is not None


def _is_former(firm: Mention) -> bool:
    """Whether a firm has a label of former employers: "Previous: Kea Freight"."""
    return not _FORMER.isdisjoint(_label(firm))


def _is_no_firm(firm: Mention) -> bool:
    """Whether a firm is nothing but what somebody does: "Freelance", "Celebrant"."""
    return len(firm.words) == 1 and firm.folded[0] in _NO_EMPLOYERS


_BARRING = (_is_street, _is_town, _is_fellow, _is_former, _is_no_firm)
"""What makes a firm nobody's employer."""


def _is_own_name(pair: Pair) -> bool:
    """Whether a firm is nothing but a word of the person's name: "the Hendricks farm" of Marieke Hendricks."""
    firm = pair.firm
    return len(firm.words) == 1 and not firm.role and firm.folded[0] in pair.person.folded


def _lends(pair: Pair) -> bool:
    """Whether a firm only lends money to a person: "Ana Reid, subject to finance (Kea Bank)"."""
    return Kind.TITLE not in pair.between and not _LENDING.isdisjoint(pair.words)


_KEPT_APART = (
    _is_venue, _is_occasion, _is_elsewhere, _are_parties, _is_own_name, _lends,
)  # fmt: skip
