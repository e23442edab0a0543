"""Who works where on a card: every person matched with the firm that most speaks for, in one go."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from tui.recognise.lines import Line
from tui.recognise.mentions import NOBODY, Mention, mentions
from tui.recognise.ways import LOOSE, bond, gap
from tui.recognise.words.lexicon import COMPANY_WORDS, LEGAL_FORMS, ORDINARY, fold

ENOUGH = 7.5
"""Points that person, firm and what binds them must have together to be believed."""

FULL_NAME, TRADE = 3.5, 4.0
"""Points of somebody, and of a firm, that can be believed across lines."""

_PLAIN = 3.0
"""Points of somebody who can be believed above or below a firm."""

MOST = 60
"""People, and firms, of one card that are compared with each other."""

CALLED, _LOOSE_BOND, _FIRM_BOND = 2.0, 1.5, 3.0
"""Points of a first name alone; what must bind one to a firm, and a word that may be a name: "at", "from", a bracket."""

MOST_NAMES = 400
"""Names of one card that are looked at: a card is a note, not a mailing list."""

_REACH = 4
_STACK = 4
_HEADLINE, _COINED, _NEAR = 2.0, 3.0, 4
_KIN, _HEADED, _BELOW, _FIELDS, _AROUND = 4.0, 2.0, 2.0, 3.0, 0.5
_FAR = 0.1
_OTHERS = 4.0


@dataclass(frozen=True, slots=True)
class Pair:
    """Somebody with the employer, and the points for it."""

    who: Mention
    where: Mention
    points: float


@dataclass(frozen=True, slots=True)
class Read:
    """The lines of a card, the names on them, and who works where."""

    lines: Sequence[Line]
    starts: Sequence[int]
    names: Sequence[Mention]
    pairs: Sequence[Pair]


def who_works_where(passages: Sequence[Sequence[Line]], labels: Sequence[str]) -> Read:
    """Match the people of a card with its firms.

    Args:
        passages: The lines of the title, and of every other text.
        labels: What the card's domains are called.
    """
    lines = [line for passage in passages for line in passage]
    starts = [number for number, passage in enumerate(passages) for _ in passage]
    letters = [gap(line.parts) for line in lines]
    found_names = (
        one
        for number, line in enumerate(lines)
        if "R" in letters[number]
        for one in mentions(line, letters[number], number, labels)
    )
    names = list(islice(found_names, MOST_NAMES))
    found = [*_beside(lines, letters, names)]
    pairs = _chosen(found)
    found += _below(lines, letters, starts, names, pairs)
    pairs = _chosen(found)
    pairs = _chosen([*found, *_across(lines, starts, names, pairs)])
    pairs += _shared(letters, names, pairs)
    return Read(lines, starts, names, pairs)


def _pair(who: Mention, where: Mention, bound: float) -> Iterator[Pair]:
    points = who.person + where.firm + bound
    if points < ENOUGH or bound <= 0 or where.firm < 1 or (where.firm < TRADE and bound <= LOOSE):
        return
    if len(who.words) == 1 and not who.titled:
        called = who.person >= CALLED
        if not called and (where.firm < _COINED or where.at < who.at):
            return
        least = _LOOSE_BOND if called else _FIRM_BOND
        if who.line != where.line or bound < least:
            return
    yield Pair(who, where, points)


def _beside(lines: Sequence[Line], letters: Sequence[str], names: Sequence[Mention]) -> Iterator[Pair]:
    """People and firms on one line."""
    owned: set[int] = set()
    for place, one in enumerate(names):
        for step, other in enumerate(names[place + 1 : place + 1 + _REACH], 1):
            if other.line != one.line:
                break
            between = letters[one.line][one.at + 1 : other.at]
            if _is_loose(lines, one, other, between):
                continue
            if ")" not in between and all(_is_weak(name) for name in names[place + 1 : place + step]):
                between = between.replace("R", "T")
            if one.person > 0 < other.firm:
                bound = bond(between, person_first=True)
                owned |= {id(other)} if bound > LOOSE else set()
                yield from _pair(one, other, bound)
            if one.firm > 0 < other.person:
                yield from _behind(one, other, bond(between, person_first=False), owned)


def _behind(firm: Mention, who: Mention, bound: float, owned: Container[int]) -> Iterator[Pair]:
    """Somebody behind a firm; less so where the firm is another's: the next of a list has one of their own."""
    less = _OTHERS if bound <= LOOSE and id(firm) in owned else 0.0
    yield from (replace(pair, points=pair.points - less) for pair in _pair(who, firm, bound))


def _is_loose(lines: Sequence[Line], one: Mention, other: Mention, between: str) -> bool:
    """Whether too much stands between two names for a firm no word says to be one."""
    firm = max(one.firm, other.firm)
    far = len(between) > _NEAR and "@" not in between[-2:]
    if (far or _ends(lines, one, other)) and firm < TRADE:
        return True
    return between.startswith(":") and firm < _HEADLINE


def _ends(lines: Sequence[Line], one: Mention, other: Mention) -> bool:
    """Whether a sentence ends between two names."""
    parts = lines[one.line].parts[one.at : other.at]
    return any(part.ends and part.kind not in {"honorific", "title"} for part in parts)


def _below(
    lines: Sequence[Line],
    letters: Sequence[str],
    starts: Sequence[int],
    names: Sequence[Mention],
    done: Sequence[Pair],
) -> Iterator[Pair]:
    """People and firms under each other: signatures, blocks of details; not who has a firm on the line already."""
    employed = {id(pair.who) for pair in done if pair.where.firm >= _HEADLINE}
    names = [one for one in names if id(one) not in employed]
    for place, one in enumerate(names):
        for step, other in enumerate(names[place + 1 : place + 1 + _REACH], 1):
            apart = other.line - one.line
            if apart > _STACK or starts[other.line] != starts[one.line]:
                break
            if not apart or any(lines[at].item for at in range(one.line, other.line + 1)):
                continue
            between = _block_gap(letters, one, other, names[place + 1 : place + step])
            if _stands(lines, one, other, between):
                yield from _pair(one, other, bond(between, person_first=True))
            if _stands(lines, other, one, between):
                yield from _pair(other, one, bond(between, person_first=False))


def _stands(lines: Sequence[Line], who: Mention, where: Mention, between: str) -> bool:
    """Whether a person and a firm are plain enough to be put together over line breaks."""
    if who.person < _PLAIN and not (who.person > 0 and "nT" in between):
        return False
    return where.firm >= TRADE or (
        where.firm > 0
        and len(lines[where.line].parts) == 1
        and (len(where.words) > 1 or (between == "nTn" and who.line < where.line))
    )


def _block_gap(letters: Sequence[str], one: Mention, other: Mention, names: Sequence[Mention]) -> str:
    """The gap over line breaks; a name between that is nobody's and no firm's is a title nobody listed."""
    parts = [letters[one.line][one.at + 1 :]]
    parts += [letters[at] for at in range(one.line + 1, other.line)]
    parts.append(letters[other.line][: other.at])
    between = "n".join(parts)
    return between.replace("R", "T") if all(_is_weak(name) for name in names) else between


def _is_weak(name: Mention) -> bool:
    """Whether a name may be a title nobody listed: "Pou Matua"."""
    return name.firm < TRADE and name.person < FULL_NAME


def _across(
    lines: Sequence[Line], starts: Sequence[int], names: Sequence[Mention], done: Sequence[Pair]
) -> Iterator[Pair]:
    """People and firms anywhere on the card, where both are plain: the firm of the title, the only firm there is."""
    people = [one for one in names if one.person >= CALLED and (len(one.words) > 1 or one.titled)][:MOST]
    firms = [one for one in names if one.firm >= TRADE or _is_headed(starts, one)][:MOST]
    taken = {id(pair.where): pair for pair in done}
    employed = {id(pair.who) for pair in done}
    for who in people:
        for where in firms:
            if who is where or id(who) in employed or not (who.person >= FULL_NAME or _kin(who, where)):
                continue
            if who.line == where.line and id(where) in taken and not _kin(who, where):
                continue
            bound = _nearness(lines, starts, who, where)
            if id(where) in taken and _is_listed(lines, taken[id(where)]):
                bound -= _OTHERS
            yield from _pair(who, where, bound)


def _is_headed(starts: Sequence[int], one: Mention) -> bool:
    """Whether a name of several words in the title may be a firm's, though no word says so."""
    return starts[one.line] == 0 and one.firm >= _HEADLINE and len(one.words) > 1


def _is_listed(lines: Sequence[Line], pair: Pair) -> bool:
    """Whether a firm is one of a list, with its own people beside it."""
    line = lines[pair.where.line]
    return line.item or (
        pair.who.line == pair.where.line and line.roles.get(pair.where.at) is None and line.number > 0
    )


def _nearness(lines: Sequence[Line], starts: Sequence[int], who: Mention, where: Mention) -> float:
    """How much the places of a person and a firm on the card bind them."""
    bound = _AROUND
    if _kin(who, where):
        bound += _KIN
    if starts[where.line] == 0 and starts[who.line] > 0:
        bound += _HEADED
    elif starts[who.line] == 0 and starts[where.line] > 0:
        bound += _BELOW
    if lines[where.line].roles.get(where.at) in {"firm", "either"}:
        bound += _FIELDS
    if where.line > who.line and starts[where.line] == starts[who.line]:
        bound -= LOOSE
    return bound - _FAR * abs(where.line - who.line)


def _kin(who: Mention, where: Mention) -> bool:
    """Whether a firm bears the name of a person: Petrie Pumps and Dougal Petrie."""
    own = {fold(word) for word in who.words} - ORDINARY - COMPANY_WORDS - LEGAL_FORMS
    return bool(own & {fold(word) for word in where.words})


def _chosen(found: Sequence[Pair]) -> list[Pair]:
    """The surest pairs first; nobody is employed twice, and no name is a person here and a firm there."""
    employed: set[int] = set()
    people: set[tuple[str, ...]] = set()
    firms: set[tuple[str, ...]] = set()
    kept: list[Pair] = []
    for pair in sorted(found, key=lambda pair: -pair.points):
        who, where = pair.who.words, pair.where.words
        if id(pair.who) in employed or who in firms or where in people or who == where:
            continue
        employed.add(id(pair.who))
        people.add(who)
        firms.add(where)
        kept.append(pair)
    return kept


def _shared(letters: Sequence[str], names: Sequence[Mention], pairs: Sequence[Pair]) -> Iterator[Pair]:
    """``Ana Reid and Hemi Parata at Tūī Ridge``: both."""
    by = {id(pair.who): pair for pair in pairs}
    firms = {id(pair.where) for pair in pairs}
    employed = {pair.who.text for pair in pairs}
    for one, other in [*pairwise(names)][::-1]:
        if one.line != other.line or id(one) in firms or id(other) in firms:
            continue
        between = letters[one.line][one.at + 1 : other.at]
        if not between or set(between) - set("&,/"):
            continue
        for known, free in ((one, other), (other, one)):
            if id(known) in by and id(free) not in by and free.person > LOOSE and free.text not in employed:
                pair = Pair(free, by[id(known)].where, by[id(known)].points - 1)
                by[id(free)] = pair
                yield pair


def unemployed(read: Read) -> list[Mention]:
    """People nobody says the firm of."""
    used = {id(one) for pair in read.pairs for one in (pair.who, pair.where)}
    return [one for one in read.names if one.person > NOBODY and id(one) not in used]
