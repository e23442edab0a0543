"""Features of a pair: the evidence whether a person belongs to a firm."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING

from tui.recognise.chunk import Kind
from tui.recognise.looks.feature import FeatureOf
from tui.recognise.looks.features import is_closed, is_titled_below
from tui.recognise.page import FIRM, PERSON, Seen
from tui.recognise.pairs import around, between, discourse, layout, matter, words_said, work
from tui.recognise.pairs.apart import (
    OUR,
    THEIR,
    is_blank_between,
    is_cell,
    is_of_party,
    is_under_label,
    share_label,
)
from tui.recognise.pairs.evidence import REGIMES, Evidence
from tui.recognise.pairs.needs import (
    BACKWARD,
    BAR_BETWEEN,
    BLOCK,
    DOMAINS,
    FIRM_BETWEEN,
    FIRM_LABELLED,
    FIRM_UNDER_LABEL,
    FORWARD,
    IN_TITLE,
    ITEM,
    NAMESAKES,
    PERSON_BETWEEN,
    PERSON_LABELLED,
    TITLE_BETWEEN,
    TWO_SENTENCES,
    WORDS_BETWEEN,
    Said,
    needed,
    needs,
    vocabulary,
)
from tui.recognise.pairs.pair import FIRM_FIRST, PERSON_FIRST, REACH, LinkPattern, Pair
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
    from tui.recognise.likely import LikelyNames
    from tui.recognise.page import Mention

_PLACED = (Kind.AT, Kind.FROM, Kind.TRADING)
_TITLED = re.compile(rf"{Kind.TITLE}[{Kind.FILLER}{Kind.HONORIFIC}:,-]{{0,2}}\Z")

_AROUND = frozenset(("", "-", "|", ":", ")", "/"))
_CLOSE = frozenset(("-", "(", "@", ":", "/", Kind.FROM, Kind.OF))
"""Signs that bind two names closer than a comma does."""

_HERS, _THERE = vocabulary(("his", "her", "hers")), vocabulary(("there",))
_NOW = vocabulary(("now", "currently", "joined", "joins", "joining", "moved", "started"))
_ONCE = vocabulary(("left", "old", "was", "former", "formerly", "previously", "until", "ex"))
_NOT_OF_NAMES = ORDINARY | COMPANY_WORDS | LEGAL_FORMS
_PAPERS = vocabulary(
    ("bill", "document", "email", "invoice", "letter", "mail", "quote", "receipt", "report", "statement", "warning")
)  # fmt: skip
"""What somebody gets from a firm."""


PERSON_ALONE, FIRM_ALONE = "person", "firm"
"""The feature depends on one of the two, and on whether it is the first."""

ON_A_LINE, ON_LINES, IN_TEXTS = "line", "lines", "texts"
"""The feature is only seen of names on one line, on several lines of a text, or in two texts."""


PairFeature = FeatureOf[Pair]
"""A feature of a pair."""


def _feature(one: LinkPattern) -> PairFeature:
    """Make a feature of a link."""
    counter = ("Ana Reid. Two new sheds. Kea", "Ana Reid | Kea")
    return PairFeature(one.name, one.example, counter, lambda pair: pair.link == one.name)


def _is_part(name: Mention) -> bool:
    """Whether a name is a part of its line between marks: "Kea Freight" of "Kea Freight - sheds"."""
    return name.before[-1:] in _AROUND and (name.behind[:1] in _AROUND or name.behind[:1] == "(")


def _is_bound_elsewhere(pair: Pair) -> bool:
    """Whether only a comma parts the two, and a closer mark the person from what is on the other side."""
    if pair.lines or not pair.between or pair.between.strip(",;H"):
        return False
    side = pair.person.before[-1:] if pair.forward else pair.person.behind[:1]
    return side in _CLOSE


@needs(NAMESAKES)
def _is_namesake(pair: Pair) -> bool:
    """Whether a firm bears a person's name: Petrie Pumps and Dougal Petrie."""
    own = {word for word in pair.person.folded if word not in _NOT_OF_NAMES}
    return not own.isdisjoint(pair.firm.folded) and pair.person.words != pair.firm.words


def _has_address_at(pair: Pair, firm: Mention) -> bool:
    """Whether an address has the name of the person and a domain that is made of the firm's name."""
    return bool(pair.person.domains) and matches(firm.text, pair.person.domains)


@needs(DOMAINS)
def _has_address_elsewhere(pair: Pair) -> bool:
    """Whether a domain with the person's address is made of the name of another firm near by, and not of this one's."""
    if not pair.person.domains or _has_address_at(pair, pair.firm):
        return False
    near = pair.person.page.names[max(0, pair.person.place - REACH) : pair.person.place + REACH]
    return any(one.firm > 0 and _has_address_at(pair, one) for one in near)


@needs(TWO_SENTENCES)
def _ends(pair: Pair) -> bool:
    """Whether a sentence ends between two names of a line."""
    return not pair.lines and pair.person.sentence != pair.firm.sentence


@lru_cache(maxsize=512)
def _is_of_meeting(words: tuple[str, ...]) -> bool:
    return any(word in MEALS or word.startswith("meet") for word in words)


def _is_rivalled(names: LikelyNames[Mention], mine: Mention, to: Mention) -> bool:
    """Whether another of ``names`` stands nearer to a name, in its text, than mine does."""
    if names.keys <= {mine.firm_key}:
        return False
    line, place, own, passages = to.line, to.place, mine.firm_key, to.page.passages
    apart, steps = abs(mine.line - line), abs(mine.place - place)
    first = max(line - apart, bisect_left(passages, to.passage))
    end = min(line + apart + 1, bisect_right(passages, to.passage))
    for one in names.on_lines(first, end):
        if one.firm_key == own or one is to or one.before.endswith(Kind.LEFT):
            continue
        if abs(one.line - line) < apart or abs(one.place - place) < steps:
            return True
    return False


def _is_another_nearer(pair: Pair) -> bool:
    """Whether another person stands nearer to the firm, who is not listed beside this one, nor on the form of one firm."""
    listed = pair.shared or pair.stacked
    return (
        not listed
        and not _is_only_employer(pair)
        and _is_rivalled(pair.person.page.people, pair.person, pair.firm)
    )


@needs(FIRM_UNDER_LABEL)
def _is_only_employer(pair: Pair) -> bool:
    return pair.firm.page.employers == 1 and is_under_label(pair)


def _is_only(keys: frozenset[tuple[str, ...]], mine: Mention) -> bool:
    return keys <= {mine.firm_key}


def _has_work(pair: Pair) -> bool:
    """Whether a job title stands right before a person or behind, or a label says what they do for a firm."""
    return between.is_titled(pair) or between.is_of_work(pair) or bool(_TITLED.search(pair.person.before))


FEATURES = (
    *map(_feature, (*PERSON_FIRST, *FIRM_FIRST)),
    PairFeature("words between", ("Ana Reid sold two new sheds, Kea", "Ana Reid | Kea"), ("Ana Reid at Kea", "Ana Reid | Kea"), lambda p: not p.link and not p.lines and FIRM not in p.between, ON_A_LINE),
    PairFeature("one line", ("Ana Reid at Kea", "Ana Reid | Kea"), ("Ana Reid\nKea", "Ana Reid | Kea"), lambda p: not p.lines, ON_A_LINE),
    PairFeature("next line", ("x\n\nAna Reid\nKea", "Ana Reid | Kea"), ("Ana Reid\n\nKea", "Ana Reid | Kea"), lambda p: p.lines == 1 and p.is_of_passage, ON_LINES),
    PairFeature("two lines apart", ("Ana Reid\nCFO\nKea", "Ana Reid | Kea"), ("Ana Reid\nKea", "Ana Reid | Kea"), lambda p: p.lines == 2 and p.is_of_passage, ON_LINES),
    PairFeature("more lines apart", ("Ana Reid\nCFO\nx\nKea", "Ana Reid | Kea"), ("Ana Reid\nKea", "Ana Reid | Kea"), lambda p: p.lines > 2 and p.is_of_passage, ON_LINES),
    PairFeature("block of lines", ("x\n\nAna Reid\nKea", "Ana Reid | Kea"), ("x\n\nAna Reid\n\nKea", "Ana Reid | Kea"), needs(BLOCK)(lambda p: bool(p.lines) and p.is_block), ON_LINES),
    PairFeature("both fill lines of a block", ("x\n\nAna Reid\nKea", "Ana Reid | Kea"), ("x\n\nAna Reid\nsee Kea", "Ana Reid | Kea"), needs(BLOCK)(lambda p: bool(p.lines) and p.is_block and p.firm.fills_line and p.person.fills_line), ON_LINES),
    PairFeature("firm fills a line of the block", ("x\n\nCFO Ana Reid\nKea", "Ana Reid | Kea"), ("x\n\nAna Reid\nsee Kea", "Ana Reid | Kea"), needs(BLOCK)(lambda p: bool(p.lines) and p.is_block and p.firm.fills_line), ON_LINES),
    PairFeature("blank line between", ("x\n\nAna Reid\n\nKea", "Ana Reid | Kea"), ("x\n\nAna Reid\nKea", "Ana Reid | Kea"), is_blank_between, ON_LINES),
    PairFeature("only labelled employer", ("Project lead: Ana Reid\na\nb\nCompany: Kea", "Ana Reid | Kea"), ("Ana Reid\nInsurer: Kea", "Ana Reid | Kea"), _is_only_employer),
    PairFeature("person above in the block", ("x\n\nAna Reid\nKea", "Ana Reid | Kea"), ("x\n\nKea\nAna Reid", "Ana Reid | Kea"), needs(BLOCK, FORWARD)(lambda p: bool(p.lines) and p.is_block and p.forward), ON_LINES),
    PairFeature("address or number below the block", ("x\n\nAna Reid\nKea\n0491 570 006", "Ana Reid | Kea"), ("x\n\nAna Reid\nKea", "Ana Reid | Kea"), needs(BLOCK)(lambda p: bool(p.lines) and p.is_block and bool(p.firm.kinds or p.person.kinds or p.person.page.is_above_identifier(max(p.person.line, p.firm.line)))), ON_LINES),
    PairFeature("other passage", ("Kea\n\nAna Reid", "Ana Reid | Kea"), ("x\n\nKea\nAna Reid", "Ana Reid | Kea"), lambda p: p.person.passage != p.firm.passage, IN_TEXTS),
    PairFeature("person is the title", ("Ana Reid\n\nKea", "Ana Reid | Kea"), ("see Ana Reid\n\nKea", "Ana Reid | Kea"), lambda p: p.person.passage == 0 < p.firm.passage and p.person.fills_line, IN_TEXTS),
    PairFeature("firm in the title", ("see Kea\n\nAna Reid", "Ana Reid | Kea"), ("Ana Reid\n\nKea", "Ana Reid | Kea"), needs(IN_TITLE)(lambda p: p.firm.passage == 0 < p.person.passage), IN_TEXTS),
    PairFeature("firm is a part of the title", ("Kea Freight - sheds\n\nAna Reid", "Ana Reid | Kea Freight"), ("see Kea Freight soon\n\nAna Reid", "Ana Reid | Kea Freight"), needs(IN_TITLE)(lambda p: p.firm.passage == 0 < p.person.passage and _is_part(p.firm)), IN_TEXTS),
    PairFeature("firm and person of one part of the title", ("Kea Freight (Ana Reid)\n\nsoon", "Ana Reid | Kea Freight"), ("Kea Freight\n\nAna Reid", "Ana Reid | Kea Freight"), needs(IN_TITLE)(lambda p: p.firm.passage == p.person.passage == 0 and not p.lines), ON_A_LINE),
    PairFeature("there behind the person", ("Kea\n\nAna Reid is the CFO there", "Ana Reid | Kea"), ("Kea\n\nAna Reid is the CFO here", "Ana Reid | Kea"), needs(_THERE)(lambda p: "there" in p.person.right), PERSON_ALONE),
    PairFeature("his or her firm", ("Ana Reid sells sheds. Her business is Kea", "Ana Reid | Kea"), ("Ana Reid sells sheds. The business is Kea", "Ana Reid | Kea"), needs(FORWARD, _HERS)(lambda p: p.forward and not _HERS.isdisjoint(p.firm.left)), FIRM_ALONE),
    PairFeature("his or her colleague", ("Kea (Ana Reid). Her helper is Mei Chow", "Mei Chow | Kea"), ("Kea (Ana Reid). The helper is Mei Chow", "Mei Chow | Kea"), needs(BACKWARD, _HERS)(lambda p: not p.forward and not _HERS.isdisjoint(p.person.left)), PERSON_ALONE),
    PairFeature("now before the firm", ("Ana Reid, now Kea", "Ana Reid | Kea"), ("Ana Reid, not Kea", "Ana Reid | Kea"), needs(FORWARD, _NOW)(lambda p: p.forward and not _NOW.isdisjoint(p.firm.left[-3:])), FIRM_ALONE),
    PairFeature("once before the firm", ("Ana Reid, old hand of Kea", "Ana Reid | Kea"), ("Ana Reid, new hand of Kea", "Ana Reid | Kea"), needs(FORWARD, _ONCE)(lambda p: p.forward and not _ONCE.isdisjoint(p.firm.left[-3:])), FIRM_ALONE),
    PairFeature("for or with right before the firm", ("Ana Reid buys sheds for Kea", "Ana Reid | Kea"), ("Ana Reid buys sheds at Kea", "Ana Reid | Kea"), needs(FORWARD)(lambda p: p.forward and p.firm.left[-1:] in {("for",), ("with",), ("to",), ("by",)}), FIRM_ALONE),
    PairFeature("list between", ("x\n\n- Ana Reid\n- Kea", "Ana Reid | Kea"), ("x\n\nAna Reid\nKea", "Ana Reid | Kea"), needs(ITEM)(lambda p: bool(p.lines) and (p.person.row.item or p.firm.row.item))),
    PairFeature("sentence ends between", ("Ana Reid sold sheds. Kea", "Ana Reid | Kea"), ("Ana Reid at Kea", "Ana Reid | Kea"), _ends, ON_A_LINE),
    PairFeature("firm in a later sentence", ("Ana Reid sold sheds. Kea", "Ana Reid | Kea"), ("Kea sold sheds. Ana Reid", "Ana Reid | Kea"), needs(FORWARD, TWO_SENTENCES)(lambda p: p.forward and _ends(p)), ON_A_LINE),
    PairFeature("possessive behind the person", ("Ana Reid's lawyer, Kea", "Ana Reid | Kea"), ("Ana Reid, lawyer, Kea", "Ana Reid | Kea"), lambda p: p.person.behind[:1] == Kind.OWNER, PERSON_ALONE),
    PairFeature("their firm", ("Ana Reid pays. Their agent: Kea Freight", "Ana Reid | Kea Freight"), ("Ana Reid pays. Insurer: Kea Freight", "Ana Reid | Kea Freight"), needs(THEIR)(lambda p: not THEIR.isdisjoint(p.firm.left[-3:]) or p.firm.row.label.partition(" ")[0] in THEIR), FIRM_ALONE),
    PairFeature("title right before the person", ("Kea pays. Owner Ana Reid", "Ana Reid | Kea"), ("Kea pays. See Ana Reid", "Ana Reid | Kea"), needs(BACKWARD)(lambda p: not p.forward and _TITLED.search(p.person.before) is not None), PERSON_ALONE),
    PairFeature("people on the lines between", ("x\n\nAna Reid\nHemi Parata\nKea", "Ana Reid | Kea"), ("x\n\nAna Reid\nsee Hemi Parata\nKea", "Ana Reid | Kea"), lambda p: p.stacked),
    PairFeature("address at the firm's domain", ("Ana Reid, ana@kea.example, Kea Freight", "Ana Reid | Kea Freight"), ("Ana Reid, info@kea.example, Kea Freight", "Ana Reid | Kea Freight"), needs(DOMAINS)(lambda p: _has_address_at(p, p.firm))),
    PairFeature("address at another firm's domain", ("Ana Reid, ana@tuiplumbing.example, Kea Freight, Tui Plumbing", "Ana Reid | Kea Freight"), ("Ana Reid, ana@kea.example, Kea Freight, Tui Plumbing", "Ana Reid | Kea Freight"), _has_address_elsewhere),
    PairFeature("paper from the firm", ("Ana Reid says no. Invoice from Kea", "Ana Reid | Kea"), ("Ana Reid says no. She is from Kea", "Ana Reid | Kea"), needs(_PAPERS)(lambda p: p.firm.before.endswith(Kind.FROM) and not _PAPERS.isdisjoint(p.firm.left[-2:])), FIRM_ALONE),
    PairFeature("for or about before the person, who is last", ("Kea quoted sheds for Ana Reid", "Ana Reid | Kea"), ("Kea quoted sheds, Ana Reid", "Ana Reid | Kea"), needs(BACKWARD)(lambda p: not p.forward and p.person.left[-1:] in {("for",), ("about",), ("on",), ("of",), ("to",)}), PERSON_ALONE),
    PairFeature("another cell of the row", ("x\n\n| Rose | Name |\n|---|---|\n| Kea Freight | Ana Reid (Tui Plumbing) |", "Ana Reid | Kea Freight"), ("x\n\n| Rose | Name |\n|---|---|\n| Kea Freight | Ana Reid (Tui Plumbing) |", "Ana Reid | Tui Plumbing"), needs(BAR_BETWEEN)(lambda p: not p.lines and is_cell(p.person) and "|" in p.between), ON_A_LINE),
    PairFeature("our person", ("Kea pays. Ask our lawyer Ana Reid", "Ana Reid | Kea"), ("Kea pays. Ask the lawyer Ana Reid", "Ana Reid | Kea"), needs(OUR)(lambda p: not OUR.isdisjoint(p.person.left[-3:])), PERSON_ALONE),
    PairFeature("their person", ("Kea pays. Ask their lawyer Ana Reid", "Ana Reid | Kea"), ("Kea pays. Ask the lawyer Ana Reid", "Ana Reid | Kea"), needs(THEIR)(lambda p: not THEIR.isdisjoint((*p.person.left[-3:], *p.person.right[:2]))), PERSON_ALONE),
    PairFeature("another person nearer to the firm", ("Ana Reid saw Hemi Parata at Kea", "Ana Reid | Kea"), ("Ana Reid at Kea", "Ana Reid | Kea"), _is_another_nearer),
    PairFeature("another firm nearer to the person", ("Ana Reid at Kea Freight Pty Ltd - Tui Plumbing Ltd", "Ana Reid | Tui Plumbing Ltd"), ("Ana Reid at Kea Freight", "Ana Reid | Kea Freight"), lambda p: _is_rivalled(p.firm.page.firms, p.firm, p.person)),
    PairFeature("only firm of the card", ("Ana Reid sells, Kea Freight Pty Ltd", "Ana Reid | Kea Freight Pty Ltd"), ("Ana Reid, Kea Freight Pty Ltd, Tui Plumbing Ltd", "Ana Reid | Kea Freight Pty Ltd"), lambda p: _is_only(p.firm.page.firms.keys, p.firm), FIRM_ALONE),
    PairFeature("only person and firm", ("Ana Reid sells, Kea Freight", "Ana Reid | Kea Freight"), ("Ana Reid, Hemi Parata, Kea Freight", "Ana Reid | Kea Freight"), lambda p: _is_only(p.firm.page.people.keys, p.person) and _is_only(p.firm.page.firms.keys, p.firm)),
    PairFeature("label right before the firm", ("Ana Reid pays. Insurer: Kea", "Ana Reid | Kea"), ("Ana Reid pays at Kea", "Ana Reid | Kea"), needs(FORWARD)(lambda p: p.forward and p.between.endswith(":") and len(p.between) > 1)),
    PairFeature("items of one list", ("x\n\nTui, Ana Reid, Kea, Weka", "Ana Reid | Kea"), ("x\n\nAna Reid, Kea", "Ana Reid | Kea"), lambda p: p.person.line == p.firm.line and p.person.is_enumerated, ON_A_LINE),
    PairFeature("closer mark on the other side", ("Kea, Ana Reid - Tui", "Ana Reid | Kea"), ("Kea, Ana Reid, Tui", "Ana Reid | Kea"), _is_bound_elsewhere, ON_A_LINE),
    PairFeature("nothing behind the firm", ("Ana Reid, Kea", "Ana Reid | Kea"), ("Ana Reid, Kea, soon", "Ana Reid | Kea"), needs(FORWARD)(lambda p: p.forward and not p.firm.behind.strip(")")), FIRM_ALONE),
    PairFeature("nothing before the person", ("Ana Reid, Kea", "Ana Reid | Kea"), ("see Ana Reid, Kea", "Ana Reid | Kea"), needs(FORWARD)(lambda p: p.forward and not p.person.before.strip("-|HT:")), PERSON_ALONE),
    PairFeature("nothing before the firm", ("Kea, Ana Reid", "Ana Reid | Kea"), ("see Kea, Ana Reid", "Ana Reid | Kea"), needs(BACKWARD)(lambda p: not p.forward and not p.firm.before.strip("-|HT:")), FIRM_ALONE),
    PairFeature("person with a label", ("Guest: Ana Reid, Kea", "Ana Reid | Kea"), ("Ana Reid, Kea", "Ana Reid | Kea"), needs(PERSON_LABELLED)(lambda p: p.person.role in {"person", "either", "agent"}), PERSON_ALONE),
    PairFeature("names listed between", ("Ana Reid, Hemi Parata at Kea", "Ana Reid | Kea"), ("Ana Reid at Kea", "Ana Reid | Kea"), lambda p: p.shared),
    PairFeature("person between", ("Ana Reid saw Hemi Parata at Kea", "Ana Reid | Kea"), ("Ana Reid at Kea", "Ana Reid | Kea"), needs(PERSON_BETWEEN)(lambda p: PERSON in p.between)),
    PairFeature("firm between", ("Ana Reid at Kea Freight - Tui Plumbing", "Ana Reid | Tui Plumbing"), ("Ana Reid at Kea Freight", "Ana Reid | Kea Freight"), needs(FIRM_BETWEEN)(lambda p: FIRM in p.between)),
    PairFeature("both labelled", ("Contact: Ana Reid\nCompany: Kea", "Ana Reid | Kea"), ("Contact: Ana Reid\nKea", "Ana Reid | Kea"), needs(PERSON_LABELLED, FIRM_LABELLED)(lambda p: p.person.role in {"person", "either", "agent"} and p.firm.role in {"firm", "either"})),
    PairFeature("labelled as employer", ("Ana Reid\nCompany: Kea", "Ana Reid | Kea"), ("Ana Reid\nKea", "Ana Reid | Kea"), is_under_label),
    PairFeature("labelled as another party", ("Ana Reid\nInsurer: Kea", "Ana Reid | Kea"), ("Ana Reid\nCompany: Kea", "Ana Reid | Kea"), is_of_party, FIRM_ALONE),
    PairFeature("both in a row of a table", ("x\n\n| Name | Company |\n|---|---|\n| Ana Reid | Kea |", "Ana Reid | Kea"), ("x\n\nAna Reid\nKea", "Ana Reid | Kea"), needs(PERSON_LABELLED, FIRM_LABELLED)(lambda p: not p.lines and p.person.role == "person" and p.firm.role in {"firm", "either", "column"}), ON_A_LINE),
    PairFeature("firm bears the person's name", ("Dougal Petrie - Petrie Pumps", "Dougal Petrie | Petrie Pumps"), ("Ana Reid - Petrie Pumps", "Ana Reid | Petrie Pumps"), _is_namesake),
    PairFeature("at or from right before the firm", ("Ana Reid sells sheds at Kea", "Ana Reid | Kea"), ("Ana Reid, Kea", "Ana Reid | Kea"), needs(FORWARD)(lambda p: p.forward and p.firm.before[-1:] in _PLACED), FIRM_ALONE),
    PairFeature("at or from before the firm, which is first", ("Invoice from Kea for Ana Reid", "Ana Reid | Kea"), ("Ana Reid sells sheds at Kea", "Ana Reid | Kea"), needs(BACKWARD)(lambda p: not p.forward and p.firm.before[-1:] in _PLACED), FIRM_ALONE),
    PairFeature("firm with a legal form or domain", ("Ana Reid, Kea Pty Ltd", "Ana Reid | Kea Pty Ltd"), ("Ana Reid, Kea", "Ana Reid | Kea"), lambda p: p.firm.trade == SURE, FIRM_ALONE),
    PairFeature("firm is a place", ("Ana Reid at Bondi Beach", "Ana Reid | Bondi Beach"), ("Ana Reid at Kea Freight", "Ana Reid | Kea Freight"), lambda p: p.firm.trade < LIKELY and (p.firm.folded[-1] in PLACE_ENDINGS or any(word in PLACES for word in p.firm.folded)), FIRM_ALONE),
    PairFeature("meal or meeting before", ("Lunch with Ana Reid at Kea", "Ana Reid | Kea"), ("Call Ana Reid at Kea", "Ana Reid | Kea"), lambda p: _is_of_meeting(p.firm.left) or _is_of_meeting(p.person.left)),
    PairFeature("title between", ("Ana Reid, CFO, Kea", "Ana Reid | Kea"), ("Ana Reid, Kea", "Ana Reid | Kea"), needs(TITLE_BETWEEN)(lambda p: Kind.TITLE in p.between)),
    PairFeature("small words between", ("Ana Reid sells sheds at Kea", "Ana Reid | Kea"), ("Ana Reid at Kea", "Ana Reid | Kea"), needs(WORDS_BETWEEN)(lambda p: p.between.count(Kind.OTHER) > 1)),
    PairFeature("word of employment between", ("Ana Reid still works there, Kea", "Ana Reid | Kea"), ("Ana Reid still sleeps there, Kea", "Ana Reid | Kea"), between.is_employed),
    PairFeature("word of dealing between", ("Ana Reid bought sheds at Kea", "Ana Reid | Kea"), ("Ana Reid builds sheds at Kea", "Ana Reid | Kea"), between.is_dealt),
    PairFeature("he or she between", ("Ana Reid rang. She is at Kea", "Ana Reid | Kea"), ("Ana Reid rang. It is at Kea", "Ana Reid | Kea"), between.is_told),
    PairFeature("he or she before the firm, nobody else between", ("Ana Reid rang. She runs sheds at Kea", "Ana Reid | Kea"), ("Ana Reid saw Hemi Parata. She runs sheds at Kea", "Ana Reid | Kea"), discourse.is_of_her),
    PairFeature("all before the firm", ("x\n\nAna Reid\nHemi Parata\nall from Kea", "Ana Reid | Kea"), ("x\n\nAna Reid\nHemi Parata\none from Kea", "Ana Reid | Kea"), between.are_all),
    PairFeature("party before the person", ("Tenant Ana Reid, sheds at Kea", "Ana Reid | Kea"), ("Plumber Ana Reid, sheds at Kea", "Ana Reid | Kea"), between.is_party, PERSON_ALONE),
    PairFeature("asked before the person", ("Kea. Ask for Ana Reid", "Ana Reid | Kea"), ("Kea. Sheds for Ana Reid", "Ana Reid | Kea"), between.is_asked, PERSON_ALONE),
    PairFeature("title behind the person", ("Kea pays. Ana Reid (CFO)", "Ana Reid | Kea"), ("Kea pays. Ana Reid (soon)", "Ana Reid | Kea"), between.is_titled, PERSON_ALONE),
    PairFeature("he or she behind the person", ("Ana Reid, who is at Kea", "Ana Reid | Kea"), ("Ana Reid, soon at Kea", "Ana Reid | Kea"), between.is_told_of, PERSON_ALONE),
    PairFeature("label of work", ("Kea Freight\n\nPlumber: Ana Reid", "Ana Reid | Kea Freight"), ("Kea Freight\n\nTenant: Ana Reid", "Ana Reid | Kea Freight"), between.is_of_work, PERSON_ALONE),
    PairFeature("under another person of the firm", ("Ana Reid reports to Hemi Parata at Kea", "Ana Reid | Kea"), ("Ana Reid spoke to Hemi Parata at Kea", "Ana Reid | Kea"), between.is_under_another),
    PairFeature("signed by a team", ("x\n\nRing Ana Reid\nThe team at Kea Freight", "Ana Reid | Kea Freight"), ("x\n\nRing Ana Reid\nThe shed at Kea Freight", "Ana Reid | Kea Freight"), between.is_signed_by_team, FIRM_ALONE),
    PairFeature("first person of the text", ("Ana Reid saw Hemi Parata at Kea", "Ana Reid | Kea"), ("Ana Reid saw Hemi Parata at Kea", "Hemi Parata | Kea"), between.is_first_person, PERSON_ALONE),
    PairFeature("first person of a form of one firm", ("Guest: Ana Reid\nDriver: Hemi Parata\nCompany: Kea", "Ana Reid | Kea"), ("Guest: Ana Reid\nDriver: Hemi Parata\nCompany: Kea", "Hemi Parata | Kea"), needs(FIRM_UNDER_LABEL)(lambda p: _is_only_employer(p) and between.is_first_person(p))),
    PairFeature("firm ends the title", ("Visit to Kea Freight\n\nAna Reid", "Ana Reid | Kea Freight"), ("Kea Freight visit\n\nAna Reid", "Ana Reid | Kea Freight"), between.is_end_of_title, IN_TEXTS),
    PairFeature("labels of one party", ("Lessee: Kea\nContact for lessee: Ana Reid", "Ana Reid | Kea"), ("Lessee: Kea\nContact for lessor: Ana Reid", "Ana Reid | Kea"), share_label),
    PairFeature("works for nobody", ("Kea pays. Ana Reid is a freelancer", "Ana Reid | Kea"), ("Kea pays. Ana Reid is a plumber", "Ana Reid | Kea"), around.is_alone, PERSON_ALONE),
    PairFeature("label of a private matter", ("Company: Kea\nEmergency contact: Ana Reid", "Ana Reid | Kea"), ("Company: Kea\nContact: Ana Reid", "Ana Reid | Kea"), around.is_private, PERSON_ALONE),
    PairFeature("label of our side", ("Kea\n\nFrom us: Ana Reid", "Ana Reid | Kea"), ("Kea\n\nFrom them: Ana Reid", "Ana Reid | Kea"), around.is_of_ours, PERSON_ALONE),
    PairFeature("label of their side", ("Kea\n\nFrom them: Ana Reid", "Ana Reid | Kea"), ("Kea\n\nFrom us: Ana Reid", "Ana Reid | Kea"), around.is_of_theirs, PERSON_ALONE),
    PairFeature("party behind the person", ("Kea pays. Ana Reid, a customer", "Ana Reid | Kea"), ("Kea pays. Ana Reid, a plumber", "Ana Reid | Kea"), around.is_outsider, PERSON_ALONE),
    PairFeature("third party before the firm", ("Ana Reid pays. Carrier: Kea", "Ana Reid | Kea"), ("Ana Reid pays. Sheds: Kea", "Ana Reid | Kea"), around.is_third, FIRM_ALONE),
    PairFeature("not between or behind", ("Ana Reid is not at Kea", "Ana Reid | Kea"), ("Ana Reid is at Kea", "Ana Reid | Kea"), around.is_denied),
    PairFeature("words in brackets behind the person", ("Kea Freight: Ana Reid (sheds)", "Ana Reid | Kea Freight"), ("Kea Freight: Ana Reid (CFO)", "Ana Reid | Kea Freight"), around.has_bracket, PERSON_ALONE),
    PairFeature("firm in the brackets of another", ("Ana Reid, Hemi Parata (Kea)", "Ana Reid | Kea"), ("Ana Reid (Kea), Hemi Parata", "Ana Reid | Kea"), around.is_anothers),
    PairFeature("many words between", ("Ana Reid sells two new sheds soon at Kea", "Ana Reid | Kea"), ("Ana Reid sells at Kea", "Ana Reid | Kea"), needs(WORDS_BETWEEN)(lambda p: p.between.count(Kind.OTHER) > 3)),
    PairFeature("firm is an event", ("Saw Ana Reid at Kea Expo", "Ana Reid | Kea Expo"), ("Saw Ana Reid at Kea Freight", "Ana Reid | Kea Freight"), matter.is_event, FIRM_ALONE),
    PairFeature("firm is a place to eat", ("Ana Reid, Kea Brewhouse", "Ana Reid | Kea Brewhouse"), ("Ana Reid, Kea Freight", "Ana Reid | Kea Freight"), matter.is_venue, FIRM_ALONE),
    PairFeature("met at the firm", ("Met Ana Reid at Kea", "Ana Reid | Kea"), ("Call Ana Reid at Kea", "Ana Reid | Kea"), matter.is_met_at),
    PairFeature("consent of the person", ("Kea needs approval by Ana Reid", "Ana Reid | Kea"), ("Kea needs sheds by Ana Reid", "Ana Reid | Kea"), matter.is_asked_for_consent, PERSON_ALONE),
    PairFeature("once at the firm", ("Ana Reid came over from Kea", "Ana Reid | Kea"), ("Ana Reid rang from Kea", "Ana Reid | Kea"), matter.is_left, FIRM_ALONE),
    PairFeature("client of the firm", ("Ana Reid is a tenant of Kea", "Ana Reid | Kea"), ("Ana Reid is a plumber of Kea", "Ana Reid | Kea"), matter.is_clients),
    PairFeature("firm of the subject line only", ("Re: Kea Freight sheds\n\nAna Reid", "Ana Reid | Kea Freight"), ("Re: Kea Freight sheds\n\nAna Reid at Kea Freight", "Ana Reid | Kea Freight"), matter.is_of_subject_line, FIRM_ALONE),
    PairFeature("quoted mail begins between", ("x\n\nAna Reid\n> thanks from Kea", "Ana Reid | Kea"), ("x\n\nAna Reid\nthanks from Kea", "Ana Reid | Kea"), matter.is_across_thread, ON_LINES),
    PairFeature("two firms and one person on the line", ("Kea Freight pays Tui Plumbing, says Ana Reid", "Ana Reid | Kea Freight"), ("Ana Reid rang Kea Freight", "Ana Reid | Kea Freight"), matter.is_of_two_firms, FIRM_ALONE),
    PairFeature("done by the firm", ("Ana Reid. Sheds by Kea", "Ana Reid | Kea"), ("Ana Reid. Sheds at Kea", "Ana Reid | Kea"), matter.is_through, FIRM_ALONE),
    PairFeature("firm named several times", ("Kea Freight\n\nAna Reid rang. Kea Freight pays", "Ana Reid | Kea Freight"), ("Kea Freight\n\nAna Reid rang. Tui Plumbing pays", "Ana Reid | Kea Freight"), matter.is_named_often, FIRM_ALONE),
    PairFeature("work within a firm", ("Kea\n\nBuyer Ana Reid", "Ana Reid | Kea"), ("Kea\n\nLawyer Ana Reid", "Ana Reid | Kea"), work.is_in_house, PERSON_ALONE),
    PairFeature("work for many", ("Kea\n\nLawyer Ana Reid", "Ana Reid | Kea"), ("Kea\n\nBuyer Ana Reid", "Ana Reid | Kea"), work.is_professional, PERSON_ALONE),
    PairFeature("work of the firm's trade", ("Kea School\n\nTeacher Ana Reid", "Ana Reid | Kea School"), ("Kea School\n\nPlumber Ana Reid", "Ana Reid | Kea School"), work.is_of_trade),
    PairFeature("work of another firm's trade", ("Kea Electrical Ltd, Tui Plumbing Ltd\n\nElectrician Ana Reid", "Ana Reid | Tui Plumbing Ltd"), ("Kea Electrical Ltd, Tui Plumbing Ltd\n\nElectrician Ana Reid", "Ana Reid | Kea Electrical Ltd"), work.is_of_other_trade),
    PairFeature("firm is a paper, a department or a time", ("Ana Reid, Kea Policy", "Ana Reid | Kea Policy"), ("Ana Reid, Kea Freight", "Ana Reid | Kea Freight"), work.is_thing, FIRM_ALONE),
    PairFeature("title about a client", ("Kea Freight renewal\n\nAna Reid", "Ana Reid | Kea Freight"), ("Kea Freight sheds\n\nAna Reid", "Ana Reid | Kea Freight"), matter.is_account, FIRM_ALONE),
    PairFeature("title about what is had from a firm", ("Kea Freight invoice\n\nAna Reid", "Ana Reid | Kea Freight"), ("Kea Freight sheds\n\nAna Reid", "Ana Reid | Kea Freight"), matter.is_incident, FIRM_ALONE),
    PairFeature("to, for or with before the firm, which is first", ("Sheds for Kea\n\nAna Reid", "Ana Reid | Kea"), ("Sheds from Kea\n\nAna Reid", "Ana Reid | Kea"), matter.is_addressed, FIRM_ALONE),
    PairFeature("their behind the person", ("Kea pays. Ana Reid runs all their sheds", "Ana Reid | Kea"), ("Kea pays. Ana Reid runs all the sheds", "Ana Reid | Kea"), around.is_theirs_behind, PERSON_ALONE),
    PairFeature("person acts", ("Kea pays. Ana Reid wants sheds", "Ana Reid | Kea"), ("Kea pays. Ana Reid and sheds", "Ana Reid | Kea"), around.is_acting, PERSON_ALONE),
    PairFeature("person begins a sentence", ("Kea pays. Ana Reid sells", "Ana Reid | Kea"), ("Kea pays. See Ana Reid", "Ana Reid | Kea"), around.begins_sentence, PERSON_ALONE),
    PairFeature("firm begins a sentence", ("Ana Reid sells. Kea pays", "Ana Reid | Kea"), ("Ana Reid sells. See Kea", "Ana Reid | Kea"), around.is_firm_first, FIRM_ALONE),
    PairFeature("several sentences between", ("Kea pays. It rains. Ana Reid sells", "Ana Reid | Kea"), ("Kea pays. Ana Reid sells", "Ana Reid | Kea"), needs(TWO_SENTENCES)(lambda p: not p.lines and abs(p.person.sentence - p.firm.sentence) > 1), ON_A_LINE),
    PairFeature("another firm in the person's sentence", ("Kea pays. Ana Reid saw Tui Plumbing Ltd", "Ana Reid | Kea"), ("Kea pays. Ana Reid saw a plumber", "Ana Reid | Kea"), around.has_other_firm),
    PairFeature("semicolon between", ("Kea Freight pays; Ana Reid sells", "Ana Reid | Kea Freight"), ("Kea Freight pays, Ana Reid sells", "Ana Reid | Kea Freight"), lambda p: ";" in p.between, ON_A_LINE),
    PairFeature("only firm of the card is in the title", ("Visit to Kea Freight Pty Ltd\n\nAna Reid", "Ana Reid | Kea Freight Pty Ltd"), ("Visit to Kea Freight Pty Ltd\n\nAna Reid, Tui Plumbing Ltd", "Ana Reid | Kea Freight Pty Ltd"), needs(IN_TITLE)(lambda p: p.firm.passage == 0 < p.person.passage and _is_only(p.firm.page.firms.keys, p.firm)), IN_TEXTS),
    PairFeature("only firm of the card is first", ("Kea Freight Pty Ltd pays, Ana Reid sells", "Ana Reid | Kea Freight Pty Ltd"), ("Ana Reid sells, Kea Freight Pty Ltd pays", "Ana Reid | Kea Freight Pty Ltd"), needs(BACKWARD)(lambda p: not p.forward and _is_only(p.firm.page.firms.keys, p.firm)), FIRM_ALONE),
    PairFeature("work at the only firm of the card", ("Kea Freight Pty Ltd pays. Ana Reid (CFO)", "Ana Reid | Kea Freight Pty Ltd"), ("Kea Freight Pty Ltd pays. Ana Reid (soon)", "Ana Reid | Kea Freight Pty Ltd"), lambda p: _is_only(p.firm.page.firms.keys, p.firm) and _has_work(p)),
    PairFeature("closing above the person", ("x\n\nKind regards\nAna Reid\nKea Freight", "Ana Reid | Kea Freight"), ("x\n\nKind words\nAna Reid\nKea Freight", "Ana Reid | Kea Freight"), lambda p: is_closed(p.person), PERSON_ALONE),
    PairFeature("job title below the person", ("x\n\nAna Reid\nPlumber\nKea Freight", "Ana Reid | Kea Freight"), ("x\n\nAna Reid\nShed\nKea Freight", "Ana Reid | Kea Freight"), lambda p: is_titled_below(p.person), PERSON_ALONE),
    PairFeature("firm heads the list of the person", ("x\n\nKea Freight\n- Ana Reid", "Ana Reid | Kea Freight"), ("x\n\nsee Kea Freight\n- Ana Reid", "Ana Reid | Kea Freight"), layout.heads_list, ON_LINES),
    PairFeature("field of the firm next", ("x\n\nSpeaker: Ana Reid\nCompany: Kea", "Ana Reid | Kea"), ("x\n\nSpeaker: Ana Reid\nSpeaker: Hemi Parata\nCompany: Kea", "Ana Reid | Kea"), layout.is_next_field, ON_LINES),
    PairFeature("firm of who writes", ("x\n\nI am done with Kea\nAna Reid", "Ana Reid | Kea"), ("x\n\nHe is done with Kea\nAna Reid", "Ana Reid | Kea"), layout.is_of_writer, ON_LINES),
    PairFeature("gone to the firm", ("Ana Reid is off to Kea", "Ana Reid | Kea"), ("Ana Reid is new to Kea", "Ana Reid | Kea"), layout.is_gone_to, FIRM_ALONE),
    PairFeature("starts at the firm", ("Ana Reid starts at Kea", "Ana Reid | Kea"), ("Ana Reid sleeps at Kea", "Ana Reid | Kea"), layout.is_begun_at, FIRM_ALONE),
    PairFeature("firm named last before the person", ("Tui Plumbing Ltd and Kea Freight Ltd pay, says Ana Reid", "Ana Reid | Kea Freight Ltd"), ("Kea Freight Ltd and Tui Plumbing Ltd pay, says Ana Reid", "Ana Reid | Kea Freight Ltd"), discourse.is_named_last),
    PairFeature("their person, of the firm named last", ("Kea Freight Ltd pays. Ask their lawyer Ana Reid", "Ana Reid | Kea Freight Ltd"), ("Kea Freight Ltd pays. Ask the lawyer Ana Reid", "Ana Reid | Kea Freight Ltd"), discourse.is_theirs),
    PairFeature("their person, another firm named since", ("Kea Freight Ltd pays Tui Plumbing Ltd. Ask their lawyer Ana Reid", "Ana Reid | Kea Freight Ltd"), ("Kea Freight Ltd pays. Ask their lawyer Ana Reid", "Ana Reid | Kea Freight Ltd"), discourse.is_of_others),
    PairFeature("there beside the person, of the firm named last", ("Kea Freight Ltd pays. My contact there is Ana Reid", "Ana Reid | Kea Freight Ltd"), ("Kea Freight Ltd pays. My contact here is Ana Reid", "Ana Reid | Kea Freight Ltd"), discourse.is_there),
    PairFeature("another person in brackets behind the firm", ("Ana Reid, Kea Freight Ltd (Hemi Parata)", "Ana Reid | Kea Freight Ltd"), ("Ana Reid, Kea Freight Ltd (soon)", "Ana Reid | Kea Freight Ltd"), discourse.has_other_in_brackets),
    PairFeature("in brackets behind another firm", ("Kea Freight Ltd pays Tui Plumbing Ltd (Ana Reid)", "Ana Reid | Kea Freight Ltd"), ("Tui Plumbing Ltd pays Kea Freight Ltd (Ana Reid)", "Ana Reid | Kea Freight Ltd"), discourse.is_in_brackets_of_other),
)  # fmt: skip

_UNLINKED = FEATURES[len(PERSON_FIRST) + len(FIRM_FIRST) :]
"""The features that are no links, of which a pair has at most one."""


_MOST_KNOWN = 1024
"""Greatest number of combinations of facts for which a group's features are remembered."""


class _Group(dict[int, tuple[tuple[str, Callable[[Pair], bool]], ...]]):
    """The features of some pairs, by the facts that they need: those that may be seen where there are these facts."""

    def __init__(self, *where: str) -> None:
        super().__init__()
        self._features = [((one.name, one.seen), needed(one.seen)) for one in _UNLINKED if one.where in where]
        self._mask = reduce(or_, [need for _, need in self._features])

    def __missing__(self, bits: int) -> tuple[tuple[str, Callable[[Pair], bool]], ...]:
        if len(self) >= _MOST_KNOWN:
            self.clear()
        found = self[bits] = tuple([feature for feature, need in self._features if bits & need == need])
        return found

    def seen(self, one: Pair, bits: int) -> list[str]:
        """Return the names of the features that are seen of a pair that has some facts."""
        return [name for name, is_seen in self[bits & self._mask] if is_seen(one)]


_OF_PERSON, _OF_FIRM = _Group(PERSON_ALONE), _Group(FIRM_ALONE)
_OF_BOTH = {where: _Group("", where) for where in (ON_A_LINE, ON_LINES, IN_TEXTS)}

_LEVELS = (-5.0, -3.5, -2.0, -1.0, 0.0, 1.5, 3.0)
"""Points of a firm that are told apart."""

_WEAK = 4
"""Highest level of a firm for which little speaks: what links it to a person weighs otherwise."""


_FAR = {ON_A_LINE: "", ON_LINES: "on two lines", IN_TEXTS: "in two texts"}
"""How far apart the two stand, "" in one sentence or in two."""


def seen(one: Pair) -> list[str]:
    """Return the names of the features that are seen of a pair, with their variants."""
    return looked_at(one).names()


def looked_at(one: Pair) -> Evidence:
    """Return what is seen of a pair."""
    where = IN_TEXTS if not one.is_of_passage else ON_LINES if one.lines else ON_A_LINE
    page = one.person.page
    said = page.said if isinstance(page.said, Said) else Said(page)
    page.said = said
    person, firm, bits = _seen_of_person(one, said), _seen_of_firm(one, said), said.of_pair(one)
    found = _OF_BOTH[where].seen(one, bits)
    if one.link:
        found.append(one.link)
    apart = _FAR[where] or ("in two sentences" if _ends(one) else "")
    levels = [
        apart or "in one sentence",
        *layout.labels(one),
        *between.counts(one.between, forward=one.forward),
    ]
    regime = REGIMES[_level(one.firm.firm) <= _WEAK, apart]
    return Evidence(found, levels, regime, words_said.of_pair(one), (person, firm))


def _level(points: float) -> int:
    return bisect_left(_LEVELS, points)


def _over(name: str, points: float) -> list[str]:
    """Return the names of the levels that points are over: what speaks for less speaks for more too."""
    return _OVER[name][: _level(points)]


_OVER = {
    name: [f"{name} over {border:g}" for border in _LEVELS] for name in (PERSON_ALONE, FIRM_ALONE, "rival")
}


def _seen_of_person(one: Pair, said: Said) -> Seen:
    """Return what is seen of the person of a pair, which is the same in every pair before its firm, or behind."""
    known, key = one.person.page.told, (PERSON_ALONE, one.person.place, one.forward)
    if key not in known:
        bits = said.of_person(one.person, forward=one.forward)
        beside = _OF_PERSON.seen(one, bits)
        beside += between.signs_of_person(one.person.before[-1:], one.person.behind[:1], forward=one.forward)
        words = words_said.of_person(one.person, forward=one.forward)
        known[key] = Seen(beside, _over(PERSON_ALONE, one.person.person), words)
    return known[key]


def _seen_of_firm(one: Pair, said: Said) -> Seen:
    """Return what is seen of the firm of a pair, which is the same in every pair before its person, or behind."""
    known, key = one.person.page.told, (FIRM_ALONE, one.firm.place, one.forward)
    if key not in known:
        bits = said.of_firm(one.firm, forward=one.forward)
        beside = _OF_FIRM.seen(one, bits)
        beside += between.signs_of_firm(one.firm.before[-2:], one.firm.behind[:1], forward=one.forward)
        levels = [*_over(FIRM_ALONE, one.firm.firm), *_over("rival", one.firm.person)]
        known[key] = Seen(beside, levels, words_said.of_firm(one.firm, forward=one.forward))
    return known[key]
