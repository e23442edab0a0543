"""Employment: matches the people of a card with its firms, the surest match first."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from tui.recognise import features as seen
from tui.recognise.chunk import Kind
from tui.recognise.features import score
from tui.recognise.link_patterns import LOOSE, link_points
from tui.recognise.mentions import NOBODY, Mention
from tui.recognise.words.lexicon import COMPANY_WORDS, LEGAL_FORMS, ORDINARY, fold

if TYPE_CHECKING:
    from tui.recognise.page import CardLines

ENOUGH = 7.5
"""Minimum points of person, firm and link together for a match."""

FULL_NAME, TRADE = 3.5, 4.0
"""Minimum points for a person, and for a firm, to be accepted anywhere on the card."""

FIRST_NAME, _PLAIN_PERSON = 2.0, 3.0
"""Minimum points for a first name alone, and for a person above or below a firm."""

_HEADLINE, _KNOWN_WORD = 2.0, 3.0
"""Minimum points for a firm in a title or after a colon, and for one beside an unknown word."""

_LINK_OF_FIRST_NAME, _LINK_OF_WORD = 1.5, 3.0
"""Minimum points of the link to a firm from a first name alone, and from a word that may be a name."""

MOST = 60
"""Maximum number of people, and of firms, that are compared with each other on one card."""

_REACH = 4
"""Number of following names with which a name is compared."""

_NEAR, _STACK = 4, 4
"""Maximum number of chunks, and of lines, between a person and a firm whose name has no word of trade."""

_LESS_SURE = 1.0
"""Points deducted for the second of two people named together, who is less surely employed there."""

_NOT_OF_NAMES = ORDINARY | COMPANY_WORDS | LEGAL_FORMS


@dataclass(frozen=True, slots=True)
class Employment:
    """A person with an employer, and the points for the match."""

    person: Mention
    firm: Mention
    points: float


def employments(page: CardLines) -> list[Employment]:
    """Match the people of a card with its firms: on a line, then on adjacent lines, then anywhere."""
    found = list(_on_a_line(page))
    found += _on_near_lines(page, _keep_best(found))
    chosen = _keep_best(found)
    chosen = _keep_best([*found, *_anywhere(page, chosen)])
    return [*chosen, *_named_together(page, chosen)]


def unemployed(page: CardLines, employed: Sequence[Employment]) -> list[Mention]:
    """Return the people without an employer."""
    used = {id(name) for one in employed for name in (one.person, one.firm)}
    return [one for one in page.names if one.person > NOBODY and id(one) not in used]


def _keep_best(found: Sequence[Employment]) -> list[Employment]:
    """Keep the surest matches: one employer per person, and no name as a person here and a firm there."""
    employed: set[int] = set()
    people: set[tuple[str, ...]] = set()
    firms: set[tuple[str, ...]] = set()
    kept: list[Employment] = []
    for one in sorted(found, key=lambda one: -one.points):
        person, firm = one.person.words, one.firm.words
        if id(one.person) in employed or person in firms or firm in people or person == firm:
            continue
        employed.add(id(one.person))
        people.add(person)
        firms.add(firm)
        kept.append(one)
    return kept


def _employment(person: Mention, firm: Mention, link: float) -> Iterator[Employment]:
    """Yield the match of a person and a firm if its points suffice and the link is strong enough."""
    points = person.person + firm.firm + link
    if points < ENOUGH or not _is_linked(firm, link):
        return
    if len(person.words) > 1 or person.titled or _is_one_word_linked(person, firm, link):
        yield Employment(person, firm, points)


def _is_linked(firm: Mention, link: float) -> bool:
    """Whether a link is strong enough for the firm: a firm with a word of trade may have a loose one."""
    return link > 0 and firm.firm >= 1 and (firm.firm >= TRADE or link > LOOSE.weight)


def _is_one_word_linked(person: Mention, firm: Mention, link: float) -> bool:
    """Whether a single word stands so close to a firm that it is a person there."""
    if person.line != firm.line:
        return False
    if person.person >= FIRST_NAME:
        return link >= _LINK_OF_FIRST_NAME
    return link >= _LINK_OF_WORD and firm.firm >= _KNOWN_WORD and firm.at > person.at


def _neighbours(names: Sequence[Mention]) -> Iterator[tuple[Mention, Mention, Sequence[Mention]]]:
    """Yield every name with each of the next ones, and the names between the two."""
    for place, one in enumerate(names):
        for step, other in enumerate(names[place + 1 : place + 1 + _REACH], place + 1):
            yield one, other, names[place + 1 : step]


def _on_a_line(page: CardLines) -> Iterator[Employment]:
    """Yield the matches of people and firms on one line."""
    owned: set[int] = set()
    for one, other, inner in _neighbours(page.names):
        if other.line != one.line or _is_loose(page, one, other):
            continue
        between = page.between(one, other)
        if ")" not in between:
            between = _with_titles(between, inner)
        if one.person > 0 < other.firm:
            link = link_points(between, person_first=True)
            owned |= {id(other)} if link > LOOSE.weight else set()
            yield from _employment(one, other, link)
        if one.firm > 0 < other.person:
            yield from _after_firm(one, other, link_points(between, person_first=False), owned)


def _after_firm(firm: Mention, person: Mention, link: float, owned: Container[int]) -> Iterator[Employment]:
    """Yield the match of a firm and a person after it; fewer points if the firm has a person already."""
    taken = link <= LOOSE.weight and id(firm) in owned
    for one in _employment(person, firm, link):
        yield replace(one, points=one.points + score((seen.TAKEN, taken)))


def _is_loose(page: CardLines, one: Mention, other: Mention) -> bool:
    """Whether too much stands between two names for a firm without a word of trade."""
    between, firm = page.between(one, other), max(one.firm, other.firm)
    far = len(between) > _NEAR and Kind.AT not in between[-2:]
    if firm < TRADE and (far or page.is_parted(one, other)):
        return True
    return firm < _HEADLINE and between.startswith(":")


def _with_titles(between: str, inner: Sequence[Mention]) -> str:
    """Treat doubtful names between two names as titles: "Pou Matua" is a title that no list has."""
    unsure = all(name.firm < TRADE and name.person < FULL_NAME for name in inner)
    return between.replace(Kind.NAME, Kind.TITLE) if unsure else between


def _on_near_lines(page: CardLines, done: Sequence[Employment]) -> Iterator[Employment]:
    """Yield matches on adjacent lines, as in signatures, for people without an employer on their own line."""
    employed = {id(one.person) for one in done if one.firm.firm >= _HEADLINE}
    names = [one for one in page.names if id(one) not in employed]
    for one, other, inner in _neighbours(names):
        if _is_stack(page, one, other):
            between = _with_titles(page.between(one, other), inner)
            for person, firm in ((one, other), (other, one)):
                if _is_plain(page, person, firm, between):
                    yield from _employment(person, firm, link_points(between, person_first=person is one))


def _is_stack(page: CardLines, one: Mention, other: Mention) -> bool:
    """Whether two names stand on near lines of one text, but not in a list."""
    if not 0 < other.line - one.line <= _STACK or page.passage(one) != page.passage(other):
        return False
    return not page.is_listed(one, other)


def _is_plain(page: CardLines, person: Mention, firm: Mention, between: str) -> bool:
    """Whether a person and a firm are certain enough to be matched across line breaks."""
    titled = Kind.LINE + Kind.TITLE in between
    if person.person < _PLAIN_PERSON and not (person.person > 0 and titled):
        return False
    return firm.firm >= TRADE or (firm.firm > 0 and _is_line_of_firm(page, person, firm, between))


def _is_line_of_firm(page: CardLines, person: Mention, firm: Mention, between: str) -> bool:
    """Whether a firm fills a line: with several words, or below a person's title."""
    under_title = between == Kind.LINE + Kind.TITLE + Kind.LINE and person.line < firm.line
    return len(page.lines[firm.line].parts) == 1 and (len(firm.words) > 1 or under_title)


def _anywhere(page: CardLines, done: Sequence[Employment]) -> Iterator[Employment]:
    """Yield matches anywhere on the card between certain names: the firm of the title, the only firm."""
    employed = {id(one.person) for one in done}
    taken = {id(one.firm): one for one in done}
    firms = [one for one in page.names if one.firm >= TRADE or _is_headline(page, one)][:MOST]
    people = (one for one in page.names if _is_introduced(one))
    for person in islice(people, MOST):
        for firm in firms if id(person) not in employed else ():
            holder = taken.get(id(firm))
            if _may_work_at(person, firm, holder):
                yield from _employment(person, firm, _place_points(page, person, firm, holder))


def _is_introduced(name: Mention) -> bool:
    """Whether a name is a person's by more than a single word."""
    return name.person >= FIRST_NAME and (len(name.words) > 1 or name.titled)


def _is_headline(page: CardLines, name: Mention) -> bool:
    """Whether a name of several words in the title may be a firm's, though it has no word of trade."""
    return page.passage(name) == 0 and name.firm >= _HEADLINE and len(name.words) > 1


def _may_work_at(person: Mention, firm: Mention, holder: Employment | None) -> bool:
    """Whether a person may belong to a firm elsewhere on the card; always with the firm's own name."""
    if person is firm:
        return False
    held = person.line == firm.line and holder is not None
    return _is_namesake(person, firm) or (person.person >= FULL_NAME and not held)


def _place_points(page: CardLines, person: Mention, firm: Mention, holder: Employment | None) -> float:
    """Return the points by which the places of a person and a firm on the card link them."""
    lines = firm.line - person.line
    in_title = [page.passage(one) == 0 for one in (person, firm)]
    return score(
        (seen.ANYWHERE, True),
        (seen.NAMESAKE, _is_namesake(person, firm)),
        (seen.FIRM_IN_TITLE, in_title == [False, True]),
        (seen.PERSON_IN_TITLE, in_title == [True, False]),
        (seen.LABELLED_EMPLOYER, page.role(firm) in {"firm", "either"}),
        (seen.BELOW_PERSON, lines > 0 and page.passage(person) == page.passage(firm)),
        (seen.FAR, abs(lines)),
        (seen.TAKEN, holder is not None and _is_of_list(page, holder)),
    )


def _is_of_list(page: CardLines, holder: Employment) -> bool:
    """Whether a firm is in a list in which each firm has its own people beside it."""
    line = page.lines[holder.firm.line]
    beside = holder.person.line == holder.firm.line and line.number > 0
    return line.item or (beside and not page.role(holder.firm))


def _is_namesake(person: Mention, firm: Mention) -> bool:
    """Whether a firm contains a person's name: Petrie Pumps and Dougal Petrie."""
    own = {fold(word) for word in person.words} - _NOT_OF_NAMES
    return not own.isdisjoint(map(fold, firm.words))


def _named_together(page: CardLines, done: Sequence[Employment]) -> Iterator[Employment]:
    """Yield matches for people named together: in "Ana Reid and Hemi Parata at Tūī Ridge" both work there."""
    by_person = {id(one.person): one for one in done}
    firms = {id(one.firm) for one in done}
    employed = {one.person.text for one in done}
    for one, other in [*pairwise(page.names)][::-1]:
        if not _is_one_breath(page, one, other) or {id(one), id(other)} & firms:
            continue
        for known, free in ((one, other), (other, one)):
            holder = by_person.get(id(known))
            if holder and id(free) not in by_person and _may_share(free, employed):
                by_person[id(free)] = Employment(free, holder.firm, holder.points - _LESS_SURE)
                yield by_person[id(free)]


def _may_share(name: Mention, employed: Container[str]) -> bool:
    return name.person > LOOSE.weight and name.text not in employed


def _is_one_breath(page: CardLines, one: Mention, other: Mention) -> bool:
    """Whether only "and", a comma or a slash stands between two names."""
    if one.line != other.line:
        return False
    between = page.between(one, other)
    return bool(between) and set(between) <= {Kind.AND, ",", "/"}
