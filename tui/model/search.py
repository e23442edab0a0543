"""Search hits, and the normal form in which texts are compared in a search."""

import re
import unicodedata
from typing import Literal

from tui.model.values.fields import Frozen

_FIGURES = re.compile(r"(\d{1,18})")
_WORD = re.compile(r"\w+")

_UNSPACED = re.compile(
    r"[\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]+"
)
"""Chinese, Japanese and Korean letters, folded or not: names in them are written with a blank or without."""

NUMBER_SIGNS = " -()./\u2010\u2012\u2013\u2014\u2212"
"""What is written between the figures of a telephone number, in the form of ``fold_text``."""

_NUMBER = re.compile(rf"\+?[\d\s\u2011{re.escape(NUMBER_SIGNS)}]{{7,}}")
_DATE = re.compile(r"\d{1,4}/\d{1,2}/\d{1,4}")
_FROM_ABROAD = re.compile(r"(?:\+|00(?:11)?)\s?(?=[1-9])")
"""What comes before the code of a country; 0011 is dialled in Australia."""

_SHORT_CODES = re.compile(r"[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]")
"""The codes of countries that have one or two figures; all others have three."""

_FEWEST, _MOST = 6, 14
"""Figures of a telephone number without the code of its country."""


class Hit(Frozen):
    """A board or a card found by a search.

    Attributes:
        board_id: The board itself, or the card's.
        board_name: That board's name, or "" if it is not known here.
        list_name: The card's list, or "".
        here: Whether the local store has it; otherwise only the service has.
    """

    kind: Literal["board", "card"]
    id: str
    name: str
    board_id: str
    board_name: str = ""
    list_name: str = ""
    starred: bool = False
    closed: bool = False
    here: bool = True


def fold_text(text: str) -> str:
    """Normalise ``text`` for comparison: without case and accents; ``Tūī`` becomes ``tui``.

    The directory of the embedded server has a separate function, because its index must not change with this
    one.
    """
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text).casefold()
    return "".join(char for char in apart if not unicodedata.combining(char))


def name_order(name: str) -> list[str | int]:
    """Return the sort key of a name: without case and accents, and with its numbers as numbers, 2 before 10."""
    parts: list[str | int] = list(_FIGURES.split(fold_text(name)))
    # Every second part is a number, so that texts are compared with texts.
    parts[1::2] = map(int, parts[1::2])
    return parts


def name_words(text: str) -> str:
    """Return the folded words of ``text`` without its punctuation, as names are compared."""
    return " ".join(_WORD.findall(fold_text(text)))


def is_unspaced(words: str) -> bool:
    """Return whether words are in letters between which a blank does not count: ``王 小明`` is ``王小明``."""
    return not words.isascii() and _UNSPACED.fullmatch(words.replace(" ", "")) is not None


def name_key(name: str) -> str:
    """Return the form in which two spellings of one name are equal: its folded words, or its letters without blanks."""
    words = name_words(name)
    return words.replace(" ", "") if is_unspaced(words) else words


def contains(text: str, words: str) -> bool:
    """Return whether a folded text has the folded ``words``, one behind the other."""
    return words in text or (is_unspaced(words) and words.replace(" ", "") in text.replace(" ", ""))


def query_words(text: str) -> list[str]:
    """Split a query into its folded words; a hit must contain all of them."""
    return fold_text(text).split()


def number_sought(text: str) -> str:
    """Return the figures by which a telephone number is found however it is written; "" if ``text`` is none.

    They are without the code of a country and without the 0 in front, one of which is written and the other is not.
    """
    text = text.strip()
    if _NUMBER.fullmatch(text) is None or _DATE.fullmatch(text) is not None:
        return ""
    abroad = _FROM_ABROAD.match(text)
    figures = re.sub(r"\D", "", text[abroad.end() :] if abroad else text)
    if abroad:
        code = _SHORT_CODES.match(figures)
        figures = figures[code.end() if code else 3 :]
    figures = figures.lstrip("0")
    return figures if _FEWEST <= len(figures) <= _MOST else ""


def title_rank(title: str, text: str) -> int:
    """Return how well a title has the words of a query, except operators of the service such as ``@me``.

    Returns:
        0 if all are whole words of it, 1 if they begin some, 2 if they are anywhere in it, 3 if they are not all there.
    """
    wanted = [word for word in query_words(text) if word[0] not in "@#-" and ":" not in word]
    folded = fold_text(title)
    if not all(contains(folded, word) for word in wanted):
        return 3
    parts = _WORD.findall(folded)
    sought = [part for word in wanted for part in _WORD.findall(word)]
    if all(part in parts for part in sought):
        return 0
    return 1 if all(any(one.startswith(part) for one in parts) for part in sought) else 2
