"""Reading a name, a firm or a title where it begins or ends among the words of a line."""

import re
from collections.abc import Iterator, Sequence

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

TOKEN = re.compile(
    r"[tT]/(?:[aA]|[aA][sS])\b|[^\W\d_][\w'’ʻ‘ʼ]*(?:[.-][^\W\d_][\w'’ʻ‘ʼ]*)*\.?|\d[\w.,%$-]*|--|\S"
)
LONGEST_LINE = 600
MOST_LINES = 2_000
MOST_NAME = 4
MOST_COMPANY = 7
DASHES = frozenset(("-", "–", "—", "--", "|", "/", "·", "•"))
MARKUP = str.maketrans(dict.fromkeys("*_`#>[]{}~\t\u00a0", " "))
_LONGEST_TITLE = 9
_INITIAL, _ACRONYM = 2, 3
"""Longest initial with its stop, and longest acronym."""

_JOINTS = frozenset(("&", "+", "(", ")", "and", "of", "the"))
_ABBREVIATED = LEGAL_FORMS | {"co", "st", "bros"}
_CONNECTORS = frozenset(("at", "from", "with", "re", "for", "to", "by", "via"))


def name_before(parts: Sequence[str], end: int) -> tuple[str, bool]:
    """The name whose last word is before ``end``, and whether a verb of meeting leads to it."""
    words: list[str] = []
    place = end - 1
    while place >= 0 and len(words) < MOST_NAME + 2 and is_name_word(parts[place]):
        words.insert(0, parts[place])
        place -= 1
    lead = place >= 0 and fold(parts[place]) in VERBS
    while words and fold(words[0]) in VERBS:
        lead = True
        words.pop(0)
    words = [word.rstrip(".") if len(word) > _INITIAL else word for word in words]
    return (" ".join(words) if _is_name(words) else ""), lead


def is_name_word(word: str) -> bool:
    """Whether a word may be one of a name's: a capital, or a particle such as "van"."""
    if not word[0].isalpha() or (word.endswith(".") and len(word) > _ACRONYM + 1):
        return False
    return word[0].isupper() or fold(word) in PARTICLES


def _is_name(words: Sequence[str]) -> bool:
    """Whether words could be somebody's name: no role, dish, place or screen among them."""
    if not 1 <= len(words) <= MOST_NAME or not words[0][0].isupper() or not words[-1][0].isupper():
        return False
    folded = [fold(word) for word in words]
    if folded[0] in NOBODY or (len(words) == 1 and folded[0] in PARTICLES):
        return False
    if any(word in ROLES and word not in FIRST_NAMES for word in folded):
        return False
    if folded[0] not in FIRST_NAMES and any(word in NOBODY or word in LEGAL_FORMS for word in folded):
        return False
    return not any(_is_acronym(word) for word in words) or _is_shouted(words)


def _is_acronym(word: str) -> bool:
    return word.isupper() and _INITIAL <= len(word) <= _ACRONYM and "." not in word


def _is_shouted(words: Sequence[str]) -> bool:
    """Whether a name of several words is all in capitals."""
    return len(words) > 1 and len(words[0]) > _INITIAL and all(word.isupper() for word in words)


def is_firm(company: str) -> bool:
    """Whether a legal form or a word of trade is in the name."""
    words = [fold(word) for word in company.split()]
    return any(word in LEGAL_FORMS for word in words) or (
        len(words) > 1 and any(word in COMPANY_WORDS for word in words)
    )


def is_place(company: str) -> bool:
    """Whether a name is a town's, or ends as a street, a hall or a screen does."""
    words = [fold(word) for word in company.split()]
    return all(word in PLACES for word in words) or words[-1] in PLACE_ENDINGS


def company_after(parts: Sequence[str], start: int) -> str:
    """The firm whose name begins at ``start``, or ""."""
    words: list[str] = []
    place = start
    while place < len(parts) and len(words) < MOST_COMPANY + 2:
        if words and parts[place] == "(" and _legal_follows(parts, place):
            words += parts[place : place + 3]
            place += 3
            continue
        if not _goes_on(parts, place, begun=bool(words)):
            break
        words.append(parts[place])
        if _ends_sentence(parts[place]):
            break
        place += 1
    return tidy(words)


def _goes_on(parts: Sequence[str], place: int, *, begun: bool) -> bool:
    """Whether the word at ``place`` belongs to a firm's name: a capital, or a small word before one."""
    word = parts[place]
    if word[0].isupper():
        return True
    if not parts[place + 1 : place + 2] or not parts[place + 1][0].isupper():
        return False
    if not begun:
        return word[0].isdecimal() or word.casefold() == "the"
    if word.casefold() == "and":
        return _same_firm(parts, place + 1)
    return word in {"&", "+"} or word.casefold() in {"of", "the"}


def _ends_sentence(word: str) -> bool:
    return word.endswith(".") and fold(word) not in _ABBREVIATED and len(word) > _INITIAL


def _same_firm(tokens: Sequence[str], start: int) -> bool:
    """Whether what follows "and" still belongs to the firm ("Reid and Sons"), and is no second person."""
    first = fold(tokens[start])
    return first in COMPANY_WORDS or (
        first not in FIRST_NAMES and first not in VERBS and "Ltd" in " ".join(tokens[start : start + 4])
    )


def _legal_follows(tokens: Sequence[str], place: int) -> bool:
    """Whether brackets hold a country and a legal form follows them: ``(NZ) Limited``."""
    close, form = [*tokens[place + 2 : place + 4], "", ""][:2]
    return close == ")" and fold(form) in LEGAL_FORMS


def tidy(words: list[str]) -> str:
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
    if not words or len(words) > MOST_COMPANY + 2:
        return ""
    last = words[-1]
    words[-1] = last.removesuffix("’s").removesuffix("'s")
    if fold(words[-1]) not in {"co", "inc", "bros"}:
        words[-1] = words[-1].rstrip(".")
    text = " ".join(words).replace("( ", "(").replace(" )", ")").replace(" .", ".")
    return text if any(letter.isalpha() for letter in text) and len(text) > 1 else ""


def company_before(parts: Sequence[str], place: int) -> str:
    """The firm whose legal form is at ``place``, or "": ``Tūī Ridge (NZ) Pty Ltd``."""
    start = place
    while start > 0 and place - start < MOST_COMPANY and _came_before(parts, start - 1, place):
        start -= 1
    words = list(parts[start:place])
    while words and (words[0] in _JOINTS or (fold(words[0]) in VERBS and len(words) > 1)):
        words.pop(0)
    if (
        not words
        or all(fold(word) in VERBS | LEGAL_FORMS for word in words)
        or fold(words[-1]) in LEGAL_FORMS
    ):
        return ""
    end = place
    while end < len(parts) and fold(parts[end]) in LEGAL_FORMS:
        end += 1
    return tidy(words + list(parts[place:end]))


def _came_before(parts: Sequence[str], at: int, end: int) -> bool:
    """Whether the word at ``at`` belongs to the firm whose legal form is at ``end``."""
    word = parts[at]
    if word.casefold() in _CONNECTORS or (word == "(" and ")" not in parts[at:end]):
        return False
    if word.endswith(".") and len(word) > _ACRONYM + 1 and fold(word) not in LEGAL_FORMS:
        return False
    return word[0].isupper() or word.casefold() in _JOINTS or (word[0].isdecimal() and at < end - 1)


def after_title(tokens: Sequence[str], start: int) -> tuple[int, bool]:
    """Where what follows a title begins, and whether a title was there."""
    place, seen = start, False
    while place < len(tokens) and place - start < _LONGEST_TITLE:
        part = tokens[place]
        if seen and (part in {",", ")", "@", "("} or part in DASHES or part.casefold() == "at"):
            follows = place + 1
            # A title may have commas in it (General Manager, Supply Chain) and end with a bracket.
            while follows < len(tokens) and tokens[follows] in {",", "@", "("}:
                follows += 1
            rest = [fold(word) for word in tokens[follows : follows + 2]]
            if rest and all(word in ROLES for word in rest if word):
                place = follows
                continue
            return follows, True
        word = fold(part)
        if word in ROLES:
            seen = True
        elif word not in {"of", "and", "the", "for"} and part not in {"&", ","} and not part[0].isupper():
            return start, False
        place += 1
    return start, False


def title_start(tokens: Sequence[str], end: int) -> int | None:
    """Where the separator before a title that ends at ``end`` is, or None when no title is there."""
    if end and tokens[end - 1] == ")":
        end -= 1
    seen = False
    for place in range(end - 1, max(-1, end - 9), -1):
        part = tokens[place]
        if part in {",", "("} or part in DASHES:
            return place if seen else None
        word = fold(part)
        seen = seen or word in ROLES
        if not (
            word in ROLES or word in {"of", "and", "the", "for"} or part in {"&", ","} or part[0].isupper()
        ):
            return None
    return None


def ends_firm(parts: Sequence[str], place: int) -> bool:
    """Whether a firm's name ends here: with a legal form, but not with "Limited" that describes what follows."""
    form = fold(parts[place])
    if form != "limited":
        return form in LEGAL_FORMS
    return parts[place][0].isupper() and (place + 1 == len(parts) or not parts[place + 1][0].isupper())


def name_runs(text: str, *, most: int = 3) -> Iterator[str]:
    """Every run of two to ``most`` words in a row that begin with a capital, or are a name's particle."""
    for line in text.translate(MARKUP).split("\n")[:MOST_LINES]:
        words = TOKEN.findall(line[:LONGEST_LINE])
        for start, word in enumerate(words):
            if not word[0].isupper():
                continue
            for end in range(start + 2, min(len(words), start + most) + 1):
                if not is_name_word(words[end - 1]):
                    break
                yield " ".join(words[start:end]).rstrip(".")
