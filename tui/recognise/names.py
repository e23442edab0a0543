"""People with their employers, and firms by their legal names, as people write them on cards."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tui.recognise.lexicon import (
    COMPANY_WORDS,
    FIRST_NAMES,
    LEGAL_FORMS,
    NOBODY,
    PARTICLES,
    PLACE_ENDINGS,
    PLACES,
    ROLES,
    VERBS,
    fold,
)

_TOKEN = re.compile(
    r"[tT]/(?:[aA]|[aA][sS])\b|[^\W\d_][\w'’ʻ‘ʼ]*(?:[.-][^\W\d_][\w'’ʻ‘ʼ]*)*\.?|\d[\w.,%$-]*|--|\S"
)
_LONGEST_LINE = 600
_MOST_LINES = 2_000
_MOST_NAME = 4
_MOST_COMPANY = 7
_DASHES = frozenset(("-", "–", "—", "--", "|", "/", "·", "•"))
_LABEL = re.compile(
    r"\W{0,6}(?P<name>contact(?: name| person)?|name|full name|person|client|attn|attention|lead|decision maker|prospect)?"
    r"(?P<company>company(?: name)?|organi[sz]ation|employer|business(?: name)?|firm|entity|legal name|trading (?:name|as)|account name)?"
    r"\W{0,3}[:=]\W{0,4}(?P<value>\S.{1,100})",
    re.IGNORECASE,
)


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
    plain = text.translate(_MARKUP)
    lines = plain.split("\n")[:_MOST_LINES]
    for number, line in enumerate(lines):
        if line.strip():
            for piece in _pieces(line):
                found += _in_line(_TOKEN.findall(piece), number)
    found += _labelled(lines)
    found += _signatures(lines)
    return _distinct(found)


_MARKUP = str.maketrans(dict.fromkeys("*_`#>[]{}~\t\u00a0", " "))


def _pieces(line: str) -> Iterator[str]:
    """A long line in parts that end at sentences, each short enough to look through."""
    for start in range(0, len(line), _LONGEST_LINE):
        yield line[start : start + _LONGEST_LINE]


def _in_line(tokens: list[str], number: int) -> list[Named]:
    found: list[Named] = []
    for place, token in enumerate(tokens):
        word = token.casefold()
        if word in {"at", "@", "from", "of", "with"}:
            found += _joined(tokens, place, word, number)
        elif token in {",", "("} or token in _DASHES:
            found += _listed(tokens, place, number)
        elif token == ":":
            found += _headed(tokens, place, number)
        if (fold(token) in LEGAL_FORMS and fold(token) != "limited") or _is_limited(tokens, place):
            if company := company_before(tokens, place):
                found.append(Named("", company, number, 0.7))
    return found


def _is_limited(tokens: Sequence[str], place: int) -> bool:
    """Whether "Limited" ends a firm's name rather than describing what follows."""
    if fold(tokens[place]) != "limited" or not tokens[place][0].isupper():
        return False
    return place + 1 == len(tokens) or not tokens[place + 1][0].isupper()


def _joined(tokens: Sequence[str], place: int, word: str, number: int) -> Iterator[Named]:
    """``Ana Reid at Tūī Ridge``, with or without her title between."""
    company = company_after(tokens, place + 1)
    if not company or (word == "of" and fold(company.split()[0]) in ROLES):
        return
    person, lead, title = _person_before(tokens, place)
    weak = word in {"from", "of", "with"}
    if person and _believable(person, company, lead=lead or title, weak=weak):
        yield Named(person, company, number, 0.6 if weak else 0.75)


def _person_before(tokens: Sequence[str], place: int) -> tuple[str, bool, bool]:
    """The name that ends before ``place``: the name, whether a verb leads to it, whether a title follows it.

    A title between commas, dashes or brackets is stepped over.
    """
    end = place
    titled = False
    if end and tokens[end - 1] == ",":
        end -= 1
    start = _title_start(tokens, end)
    if start is not None:
        end, titled = start, True
    name, lead = name_before(tokens, end)
    return name, lead, titled


def _title_start(tokens: Sequence[str], end: int) -> int | None:
    """Where the separator before a title that ends at ``end`` is, or None when no title is there."""
    if end and tokens[end - 1] == ")":
        end -= 1
    seen = False
    for place in range(end - 1, max(-1, end - 9), -1):
        token = tokens[place]
        if token in {",", "("} or token in _DASHES:
            return place if seen else None
        word = fold(token)
        seen = seen or word in ROLES
        if not (
            word in ROLES or word in {"of", "and", "the", "for"} or token in {"&", ","} or token[0].isupper()
        ):
            return None
    return None


def name_before(tokens: Sequence[str], end: int) -> tuple[str, bool]:
    """The name whose last word is before ``end``, and whether a verb of meeting leads to it."""
    words: list[str] = []
    place = end - 1
    while place >= 0 and len(words) < _MOST_NAME + 2 and _is_name_word(tokens[place]):
        words.insert(0, tokens[place])
        place -= 1
    lead = place >= 0 and fold(tokens[place]) in VERBS
    while words and (fold(words[0]) in VERBS or fold(words[0]) in {"new"}):
        lead = True
        words.pop(0)
    words = [word.rstrip(".") if len(word) > 2 else word for word in words]
    if not _is_name(words):
        return "", lead
    return " ".join(words), lead


def _is_name_word(token: str) -> bool:
    if not token[0].isalpha() or (token.endswith(".") and len(token.rstrip(".")) > 3):
        return False
    return token[0].isupper() or fold(token) in PARTICLES


def _is_name(words: Sequence[str]) -> bool:
    """Whether words could be somebody's name: no role, dish, place or screen among them."""
    if not 1 <= len(words) <= _MOST_NAME or not words[0][0].isupper():
        return False
    if fold(words[-1]) in PARTICLES and len(words) == 1:
        return False
    if not words[-1][0].isupper():
        return False
    folded = [fold(word) for word in words]
    if folded[0] in NOBODY or any(
        word in NOBODY and word not in FIRST_NAMES and word in ROLES for word in folded
    ):
        return False
    strange = [word for word in folded if word in NOBODY or word in LEGAL_FORMS]
    if strange and folded[0] not in FIRST_NAMES:
        return False
    return not any(word.isupper() and len(word) in {2, 3} and "." not in word for word in words) or (
        all(word.isupper() for word in words) and len(words) > 1 and len(words[0]) > 2
    )


def _believable(name: str, company: str, *, lead: bool, weak: bool) -> bool:
    """Whether name and employer together are worth reporting."""
    words = name.split()
    known = fold(words[0]) in FIRST_NAMES
    firm = is_firm(company)
    if len(words) == 1:
        return known and (lead or firm) and not _is_place(company)
    if _is_place(company) and not firm:
        return False
    if weak:
        return known or firm
    return known or firm or not any(fold(word) in NOBODY for word in company.split())


def is_firm(company: str) -> bool:
    """Whether a legal form or a word of trade is in the name."""
    words = [fold(word) for word in company.split()]
    return any(word in LEGAL_FORMS for word in words) or (
        len(words) > 1 and any(word in COMPANY_WORDS for word in words)
    )


def _is_place(company: str) -> bool:
    words = [fold(word) for word in company.split()]
    return all(word in PLACES for word in words) or words[-1] in PLACE_ENDINGS


def company_after(tokens: Sequence[str], start: int) -> str:
    """The firm whose name begins at ``start``, or ""."""
    words: list[str] = []
    place = start
    while place < len(tokens) and len(words) < _MOST_COMPANY + 2:
        token = tokens[place]
        after = tokens[place + 1] if place + 1 < len(tokens) else ""
        if token[0].isupper() or (token[0].isdecimal() and after[:1].isupper() and not words):
            words.append(token)
            if (
                token.endswith(".")
                and fold(token) not in LEGAL_FORMS | {"co", "st", "bros"}
                and len(token) > 2
            ):
                break
        elif (
            words
            and (token in {"&", "+"} or token.casefold() in {"and", "of", "the"})
            and after[:1].isupper()
        ):
            if token.casefold() == "and" and not _same_firm(tokens, place + 1):
                break
            words.append(token)
        elif token.casefold() in {"the"} and not words and after[:1].isupper():
            words.append(token)
        elif words and token == "(" and _legal_follows(tokens, place):
            words += tokens[place : place + 3]
            place += 2
        else:
            break
        place += 1
    return _tidy(words)


def _same_firm(tokens: Sequence[str], start: int) -> bool:
    """Whether what follows "and" still belongs to the firm ("Reid and Sons"), and is no second person."""
    first = fold(tokens[start])
    return first in COMPANY_WORDS or (
        first not in FIRST_NAMES and first not in VERBS and "Ltd" in " ".join(tokens[start : start + 4])
    )


def _legal_follows(tokens: Sequence[str], place: int) -> bool:
    """Whether brackets hold a country and a legal form follows them: ``(NZ) Limited``."""
    part = tokens[place + 2 : place + 4]
    return len(part) == 2 and part[0] == ")" and fold(part[1]) in LEGAL_FORMS


def _tidy(words: list[str]) -> str:
    """A firm's name without what only followed it: days, verbs, T/A."""
    while words and (
        fold(words[-1]) in VERBS
        or words[-1] in {"&", "+", "of", "and", "the"}
        or words[-1].casefold() in {"t/a", "t/as"}
    ):
        words.pop()
    for place, word in enumerate(words):
        if word.casefold() in {"t/a", "t/as"} and place:
            words = words[:place]
            break
    if not words or len(words) > _MOST_COMPANY + 2:
        return ""
    last = words[-1]
    words[-1] = last.removesuffix("’s").removesuffix("'s")
    if fold(words[-1]) not in {"co", "inc", "bros"}:
        words[-1] = words[-1].rstrip(".")
    text = " ".join(words).replace("( ", "(").replace(" )", ")").replace(" .", ".")
    return text if any(letter.isalpha() for letter in text) and len(text) > 1 else ""


def company_before(tokens: Sequence[str], place: int) -> str:
    """The firm whose legal form is at ``place``, or "": ``Tūī Ridge (NZ) Pty Ltd``."""
    start = place - 1
    while start >= 0 and place - start <= _MOST_COMPANY:
        token = tokens[start]
        joins = token in {"&", "+", "(", ")"} or token.casefold() in {"and", "of", "the"}
        if not (token[0].isupper() or joins or (token[0].isdecimal() and start < place - 1)):
            break
        if token.endswith(".") and len(token) > 4 and fold(token) not in LEGAL_FORMS:
            break
        start -= 1
    words = list(tokens[start + 1 : place])
    while words and (
        words[0] in {"&", "+", ")", "and", "of", "the"} or (fold(words[0]) in VERBS and len(words) > 1)
    ):
        words.pop(0)
    if (
        not words
        or fold(words[-1]) in LEGAL_FORMS
        or all(fold(word) in VERBS | LEGAL_FORMS for word in words)
    ):
        return ""
    end = place
    while end < len(tokens) and (fold(tokens[end]) in LEGAL_FORMS or (tokens[end] == "." and end > place)):
        end += 1
    return _tidy(words + [token for token in tokens[place:end] if token != "."])


def _listed(tokens: Sequence[str], place: int, number: int) -> Iterator[Named]:
    """``Ana Reid, Head of Operations, Tūī Ridge``; ``Ana Reid (Tūī Ridge)``; ``Ana Reid – Tūī Ridge Pty Ltd``."""
    person, lead = name_before(tokens, place)
    if not person or len(person.split()) < 2:
        return
    start, titled = _after_title(tokens, place + 1)
    company = company_after(tokens, start)
    if (
        not company
        or fold(company.split()[0]) in VERBS
        or all(fold(word) in ROLES for word in company.split())
    ):
        return
    known = fold(person.split()[0]) in FIRST_NAMES
    if (
        is_firm(company)
        or (titled and known and not _is_place(company))
        or (tokens[place] == "(" and known and not _is_place(company))
    ):
        yield Named(person, company, number, 0.7)
    elif lead and known and tokens[place] in _DASHES and not _is_place(company) and len(company.split()) > 1:
        yield Named(person, company, number, 0.5)


def _after_title(tokens: Sequence[str], start: int) -> tuple[int, bool]:
    """Where what follows a title begins, and whether a title was there."""
    place, seen = start, False
    while place < len(tokens) and place - start < 9:
        token = tokens[place]
        if seen and (token in {",", ")", "@", "("} or token in _DASHES or token.casefold() == "at"):
            follows = place + 1
            # "Head of Operations), Tūī Ridge" and "General Manager, Supply Chain, Tūī Ridge"
            while follows < len(tokens) and tokens[follows] in {",", "@", "("}:
                follows += 1
            rest = [fold(word) for word in tokens[follows : follows + 2]]
            if rest and all(word in ROLES for word in rest if word):
                place = follows
                continue
            return follows, True
        word = fold(token)
        if word in ROLES:
            seen = True
        elif word not in {"of", "and", "the", "for"} and token not in {"&", ","} and not token[0].isupper():
            return start, False
        place += 1
    return start, False


def _headed(tokens: Sequence[str], place: int, number: int) -> Iterator[Named]:
    """``Tūī Ridge Pty Ltd: Ana Reid``."""
    before = _tidy(list(tokens[max(0, place - _MOST_COMPANY) : place]))
    end = place + 1
    while end < len(tokens) and end - place <= _MOST_NAME and _is_name_word(tokens[end]):
        end += 1
    person, _ = name_before(tokens, end)
    if person and len(person.split()) > 1 and is_firm(before) and fold(person.split()[0]) in FIRST_NAMES:
        company = company_after(tokens, max(0, place - _MOST_COMPANY))
        yield Named(person, company or before, number, 0.65)


def _labelled(lines: Sequence[str]) -> Iterator[Named]:
    """``Contact: Ana Reid`` and ``Company: Tūī Ridge`` on lines of their own, near each other."""
    person, company, seen = "", "", 0
    for number, line in enumerate(lines):
        match = _LABEL.fullmatch(line.rstrip()) if ":" in line or "=" in line else None
        if match is None or not (match["name"] or match["company"]):
            continue
        tokens = _TOKEN.findall(match["value"])
        if match["company"]:
            company = company_after(tokens, 0)
        else:
            end = next((place for place, token in enumerate(tokens) if not _is_name_word(token)), len(tokens))
            named, _ = name_before(tokens, end)
            person = named if " " in named else person
        seen = seen or number
        if person and company:
            yield Named(person, company, number, 0.7)
            person, company = "", ""
    if company:
        yield Named("", company, seen, 0.6)


def _signatures(lines: Sequence[str]) -> Iterator[Named]:
    """A name alone on a line, with a title or a firm on the lines under it."""
    tokens = [_TOKEN.findall(line) if len(line) < 100 else [] for line in lines]
    for number, words in enumerate(tokens[:-1]):
        if not 2 <= len(words) <= _MOST_NAME or not all(_is_name_word(word) for word in words):
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
        start, has_title = _after_title(words, 0)
        company = company_after(words, start)
        if company and (has_title or is_firm(company)) and start + len(company.split()) <= len(words):
            return company
        if titled and company and len(_TOKEN.findall(company)) == len(words) and not _is_place(company):
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


def name_runs(text: str, *, most: int = 3) -> Iterator[str]:
    """Every run of two to ``most`` words in a row that begin with a capital, or are a name's particle."""
    for line in text.translate(_MARKUP).split("\n")[:_MOST_LINES]:
        words = _TOKEN.findall(line[:_LONGEST_LINE])
        for start, word in enumerate(words):
            if not word[0].isupper():
                continue
            for end in range(start + 2, min(len(words), start + most) + 1):
                if not _is_name_word(words[end - 1]):
                    break
                yield " ".join(words[start:end]).rstrip(".")
