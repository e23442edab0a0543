"""Evidence from the lines of a card: a firm above a list of its people, and the field of an employer behind that of a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.recognise.pairs.needs import BACKWARD, FIRM_LABELLED, FORWARD, ITEM, needs, vocabulary
from tui.recognise.words.lexicon import TITLE_HEADS, fold
from tui.recognise.words.word_list import groups

if TYPE_CHECKING:
    from tui.recognise.page import Mention
    from tui.recognise.pairs.pair import Pair

_PEOPLE, _FIRMS = frozenset(("person", "agent", "either")), frozenset(("firm",))
"""The roles that labels of people, and of firms alone, give."""

_ROLES = _PEOPLE | _FIRMS

_GOING = vocabulary(
    ("back", "go", "goes", "going", "gone", "heading", "jumped", "left", "moved", "moves", "moving", "off", "switched", "switching", "went")
)  # fmt: skip
"""Words before "to" and a firm where somebody goes."""

_STARTING = vocabulary(("join", "joined", "joining", "joins", "start", "started", "starting", "starts"))
"""Words before a firm where somebody starts."""

_FIRM_KINDS = {word: kind for kinds, some in groups("firm_kinds") for kind in kinds for word in some}
_PERSON_KINDS = {word: kind for kinds, some in groups("person_kinds") for kind in kinds for word in some}
"""What labels of firms, and of people, make of them: a supplier, somebody to contact."""

_MINE = vocabulary(("i", "i'm", "i've", "im", "ive", "my", "we", "we're"))
"""Words of who writes."""

_APPLYING = frozenset(("apply", "applying", "applied", "bought", "ordered", "order", "complaint", "refund", "interest", "interested"))  # fmt: skip
"""Words of a writer who is not of the firm that is named."""

_TO, _NEAR = frozenset(("to", "for", "at", "with")), 3


@needs(BACKWARD, ITEM)
def heads_list(pair: Pair) -> bool:
    """Whether a firm fills the line above a list, and the person stands in that list."""
    firm, person = pair.firm, pair.person
    if pair.forward or not pair.lines or not pair.is_of_passage or firm.row.item or not firm.fills_line:
        return False
    return all(line.item for line in firm.page.lines[firm.line + 1 : person.line + 1])


@needs(FORWARD, FIRM_LABELLED)
def is_next_field(pair: Pair) -> bool:
    """Whether the field of a firm comes behind that of a person, with no other person's or firm's between."""
    firm, person = pair.firm, pair.person
    if firm.row is person.row or firm.role not in _FIRMS or person.role not in _PEOPLE:
        return False
    between = firm.page.lines[person.line + 1 : firm.line]
    return not any(role in _ROLES for line in between for role in line.roles.values())


@needs(_GOING)
def is_gone_to(pair: Pair) -> bool:
    """Whether somebody is said to go to a firm: "Ana is off to Kea"."""
    left = pair.firm.left
    return left[-1:] != () and left[-1] in _TO and not _GOING.isdisjoint(left[-_NEAR:-1])


@needs(_STARTING)
def is_begun_at(pair: Pair) -> bool:
    """Whether somebody is said to start at a firm: "Ana starts at Kea"."""
    return not _STARTING.isdisjoint(_before(pair.firm))


@needs(BACKWARD, _MINE)
def is_of_writer(pair: Pair) -> bool:
    """Whether a firm is that of who writes, and the person signs: "my last day at Kea", and below "Ana Reid"."""
    firm, person = pair.firm, pair.person
    if pair.forward or not pair.lines or not pair.is_of_passage or _MINE.isdisjoint(firm.left):
        return False
    if not _APPLYING.isdisjoint(firm.left):
        return False
    return not any(one.line > person.line and one.passage == person.passage for one in person.page.people)


def _before(firm: Mention) -> tuple[str, ...]:
    left = firm.left
    return left[-2:] if left[-1:] and left[-1] in _TO else left[-1:]


def labels(pair: Pair) -> list[str]:
    """Return the name of what the two labels make of a person and a firm together: "labels: supplier, contact"."""
    firm, person = pair.firm, pair.person
    if firm.row is person.row or not person.row.label or not (firm.row.label or not firm.passage):
        return []
    kind = _kind(firm.row.label, _FIRM_KINDS) if firm.row.label else "title"
    other = _kind(person.row.label, _PERSON_KINDS)
    return [f"labels: {kind}, {other}"] if kind and other else []


def _kind(label: str, kinds: dict[str, str]) -> str:
    words = [fold(word) for word in label.split()]
    if "our" in words or "internal" in words:
        return "ours" if kinds is _PERSON_KINDS else ""
    found = [kinds[word] for word in words if word in kinds]
    if found:
        return found[-1]
    return "staff" if kinds is _PERSON_KINDS and words[-1:] and words[-1] in TITLE_HEADS else ""
