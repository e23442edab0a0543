"""People with their employers, and firms by their legal names, as people write them on cards."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tui.recognise.lexicon import FIRST_NAMES, NOBODY, ROLES, VERBS, fold
from tui.recognise.phrases import (
    DASHES,
    LONGEST_LINE,
    MARKUP,
    MOST_COMPANY,
    MOST_LINES,
    MOST_NAME,
    TOKEN,
    after_title,
    company_after,
    company_before,
    ends_firm,
    is_firm,
    is_name_word,
    is_place,
    name_before,
    tidy,
    title_start,
)

_LABEL = re.compile(
    r"\W{0,6}(?P<name>contact(?: name| person)?|name|full name|person|client|attn|attention|lead|decision maker|prospect)?"
    r"(?P<company>company(?: name)?|organi[sz]ation|employer|business(?: name)?|firm|entity|legal name|trading (?:name|as)|account name)?"
    r"\W{0,3}[:=]\W{0,4}(?P<value>\S.{1,100})",
    re.IGNORECASE,
)


HINT = 0.4
"""How sure a reading is that counts only on a card that also identifies somebody: an address, a number."""


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody or some firm, as written.

    Attributes:
        name: The person, or "" for a firm alone.
        company: The employer, or the firm; "" when it is not said.
        line: Which line of the passage it is on, from 0.
        sure: 0 to 1.
    """

    name: str
    company: str
    line: int
    sure: float


def names(text: str) -> list[Named]:
    """Everybody a passage names together with an employer, and every firm it names by a legal form.

    Args:
        text: The passage, links and addresses blanked.
    """
    found: list[Named] = []
    plain = text.translate(MARKUP)
    lines = plain.split("\n")[:MOST_LINES]
    for number, line in enumerate(lines):
        if line.strip():
            for piece in _pieces(line):
                found += _in_line(TOKEN.findall(piece), number)
    found += _tabled(lines)
    found += _labelled(lines)
    found += _signatures(lines)
    return _distinct(found)


def _pieces(line: str) -> Iterator[str]:
    """A long line in parts that end at sentences, each short enough to look through."""
    for start in range(0, len(line), LONGEST_LINE):
        yield line[start : start + LONGEST_LINE]


def _in_line(tokens: list[str], number: int) -> list[Named]:
    found: list[Named] = []
    for place, part in enumerate(tokens):
        word = part.casefold()
        if word in {"at", "@", "from", "of", "with"}:
            found += _joined(tokens, place, word, number)
        elif part in {",", "("} or part in DASHES:
            found += _listed(tokens, place, number)
        elif part == ":":
            found += _headed(tokens, place, number)
        elif word in {"t/a", "t/as"}:
            found += _trading(tokens, place, number)
        if ends_firm(tokens, place) and (company := company_before(tokens, place)):
            found.append(Named("", company, number, 0.7))
    return found


def _joined(tokens: Sequence[str], place: int, word: str, number: int) -> Iterator[Named]:
    """``Ana Reid at Tūī Ridge``, with or without her title between."""
    company = company_after(tokens, place + 1)
    if not company or (word == "of" and fold(company.split()[0]) in ROLES):
        return
    person, lead, title = _person_before(tokens, place)
    if not person and (found := _who_is(tokens, place, company)):
        yield Named(found, company, number, 0.7)
    weak = word in {"from", "of", "with"}
    if person and _believable(person, company, lead=lead or title, weak=weak):
        yield Named(person, company, number, 0.6 if weak else 0.75)


def _who_is(tokens: Sequence[str], place: int, company: str) -> str:
    """``… at Tūī Ridge is Ana Reid``: the name, or ""."""
    verb = place + 1 + len(TOKEN.findall(company))
    if [part.casefold() for part in tokens[verb : verb + 1]] not in (["is"], ["="]):
        return ""
    end = verb + 1
    while end < len(tokens) and is_name_word(tokens[end]):
        end += 1
    person, _ = name_before(tokens, end)
    return person if " " in person and _is_known(person) else ""


def _trading(tokens: Sequence[str], place: int, number: int) -> Iterator[Named]:
    """``Hamish Drummond T/A Rimu Grove Joinery``: a sole trader and the firm."""
    company = company_after(tokens, place + 1)
    person, _ = name_before(tokens, place)
    if company and " " in person and fold(person.split()[0]) in FIRST_NAMES:
        yield Named(person, company, number, 0.75)
    elif company:
        yield Named("", company, number, 0.6)


def _person_before(tokens: Sequence[str], place: int) -> tuple[str, bool, bool]:
    """The name that ends before ``place``: the name, whether a verb leads to it, whether a title follows it.

    A title between commas, dashes or brackets is stepped over.
    """
    end = place
    titled = False
    if end and tokens[end - 1] == ",":
        end -= 1
    start = title_start(tokens, end)
    if start is not None:
        end, titled = start, True
    name, lead = name_before(tokens, end)
    return name, lead, titled


def _believable(name: str, company: str, *, lead: bool, weak: bool) -> bool:
    """Whether name and employer together are worth reporting."""
    words = name.split()
    known = fold(words[0]) in FIRST_NAMES
    firm = is_firm(company)
    if len(words) == 1:
        return known and (lead or firm or not weak) and _could_employ(company)
    if is_place(company) and not firm:
        return False
    if weak:
        return known or firm
    return known or firm or not any(fold(word) in NOBODY for word in company.split())


def _listed(tokens: Sequence[str], place: int, number: int) -> Iterator[Named]:
    """``Ana Reid, Head of Operations, Tūī Ridge``; ``Ana Reid (Tūī Ridge)``; ``Tūī Ridge – Ana Reid``."""
    person, lead = name_before(tokens, place)
    start, titled = after_title(tokens, place + 1)
    company = company_after(tokens, start)
    if " " not in person or not company or not _could_employ(company):
        return
    if not _is_known(person):
        # The other way round: the firm first.
        if _is_known(company) and " " in company and tokens[place] != "," and not is_firm(company):
            yield Named(company, person, number, HINT if tokens[place] != "(" else 0.6)
        elif is_firm(company):
            yield Named(person, company, number, 0.7)
    elif is_firm(company) or titled or tokens[place] == "(":
        yield Named(person, company, number, 0.7)
    elif not _is_known(company) and " " in company:
        yield Named(person, company, number, 0.5 if lead and tokens[place] in DASHES else HINT)


def _is_known(name: str) -> bool:
    """Whether it begins with a first name."""
    return fold(name.split(maxsplit=1)[0]) in FIRST_NAMES


def _could_employ(company: str) -> bool:
    """Whether words could be a firm: no place, no title, nothing of a screen or a menu."""
    words = [fold(word) for word in company.split()]
    if words[0] in VERBS or all(word in ROLES for word in words):
        return False
    if is_firm(company):
        return True
    return not is_place(company) and not any(word in NOBODY and word not in FIRST_NAMES for word in words)


def _headed(tokens: Sequence[str], place: int, number: int) -> Iterator[Named]:
    """``Tūī Ridge Pty Ltd: Ana Reid``."""
    before = tidy(list(tokens[max(0, place - MOST_COMPANY) : place]))
    end = place + 1
    while end < len(tokens) and end - place <= MOST_NAME and is_name_word(tokens[end]):
        end += 1
    person, _ = name_before(tokens, end)
    if person and len(person.split()) > 1 and is_firm(before) and fold(person.split()[0]) in FIRST_NAMES:
        company = company_after(tokens, max(0, place - MOST_COMPANY))
        yield Named(person, company or before, number, 0.65)


def _labelled(lines: Sequence[str]) -> Iterator[Named]:
    """``Contact: Ana Reid`` and ``Company: Tūī Ridge`` on lines of their own, near each other."""
    person, company, seen = "", "", 0
    for number, line in enumerate(lines):
        match = _LABEL.fullmatch(line.rstrip()) if ":" in line or "=" in line else None
        if match is None or not (match["name"] or match["company"]):
            continue
        tokens = TOKEN.findall(match["value"])
        if match["company"]:
            company = company_after(tokens, 0)
        else:
            end = next((place for place, part in enumerate(tokens) if not is_name_word(part)), len(tokens))
            named, _ = name_before(tokens, end)
            person = named if " " in named else person
        seen = seen or number
        if person and company:
            yield Named(person, company, number, 0.7)
            person, company = "", ""
    if company:
        yield Named("", company, seen, 0.6)


_NAME_HEADER = re.compile(
    r"\W*(?:contact(?: name| person)?|name|full name|person|client|who|lead)\W*", re.IGNORECASE
)
_FIRM_HEADER = re.compile(
    r"\W*(?:company(?: name)?|organi[sz]ation|employer|business(?: name)?|firm|account|supplier|customer)\W*",
    re.IGNORECASE,
)


def _tabled(lines: Sequence[str]) -> Iterator[Named]:
    """Rows under the headers ``Name`` and ``Company``."""
    columns: tuple[int | None, int | None] | None = None
    for number, line in enumerate(lines):
        cells = line.split("|")
        if len(cells) < _FEWEST_CELLS:
            columns = None
        elif columns is None:
            columns = _column(cells, _NAME_HEADER), _column(cells, _FIRM_HEADER)
        elif columns[0] is not None and columns[1] is not None and max(columns[0], columns[1]) < len(cells):
            person = TOKEN.findall(cells[columns[0]])
            company = company_after(TOKEN.findall(cells[columns[1]]), 0)
            name, _ = name_before(person, len(person))
            if " " in name and company:
                yield Named(name, company, number, 0.7)


_FEWEST_CELLS = 2
_LONGEST_SIGNATURE = 100


def _column(cells: Sequence[str], header: re.Pattern[str]) -> int | None:
    return next((place for place, cell in enumerate(cells) if cell.strip() and header.fullmatch(cell)), None)


def _signatures(lines: Sequence[str]) -> Iterator[Named]:
    """A name alone on a line, with a title or a firm on the lines under it."""
    tokens = [TOKEN.findall(line) if len(line) < _LONGEST_SIGNATURE else [] for line in lines]
    for number, words in enumerate(tokens[:-1]):
        if not 1 < len(words) <= MOST_NAME or not all(is_name_word(word) for word in words):
            continue
        name, _ = name_before(words, len(words))
        if len(name.split()) != len(words) or fold(words[0]) not in FIRST_NAMES:
            continue
        if company := _firm_below(tokens[number + 1 : number + 4]):
            yield Named(name, company, number, 0.75)


def _firm_below(lines: Sequence[list[str]]) -> str:
    """The firm on the lines under a name: after a title, or by its legal form."""
    titled = False
    for words in lines:
        if not words:
            continue
        start, has_title = after_title(words, 0)
        company = company_after(words, start)
        if company and (has_title or is_firm(company)) and start + len(company.split()) <= len(words):
            return company
        if titled and company and len(TOKEN.findall(company)) == len(words) and not is_place(company):
            return company
        if not any(fold(word) in ROLES for word in words):
            return ""
        titled = True
    return ""


def _distinct(found: Sequence[Named]) -> list[Named]:
    """Each person once, with the longest employer; firms that are nobody's employer once."""
    people: dict[str, Named] = {}
    for one in found:
        if one.name and (one.name not in people or len(one.company) > len(people[one.name].company)):
            people[one.name] = one
    taken = {fold(one.company) for one in people.values()}
    firms: dict[str, Named] = {}
    for one in found:
        if not one.name and fold(one.company) not in taken:
            firms.setdefault(fold(one.company), one)
    return [*people.values(), *firms.values()]
