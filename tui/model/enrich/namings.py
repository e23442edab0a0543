"""Namings: texts on cards that name a person, and how surely it is that person. Pure."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Literal
from urllib.parse import unquote

from tui.model.enrich.suppression import Kind
from tui.model.search import contains, fold_text, is_unspaced, name_key, name_words
from tui.model.values.fields import Frozen

Key = tuple[Kind, str]

Part = Literal["title", "description", "checklist", "checklist item", "attachment", "comment"]
"""The part of a card that a text belongs to."""

_WORD = re.compile(r"\w+")
_MORE = 2
"""Words that a text may have between the words of a name: a middle name, or two of a Vietnamese one."""

_DIVIDER = re.compile(r"[,;:!?|\n]")
_PARTICLES = frozenset(
    [
        "al",
        "ben",
        "bin",
        "da",
        "de",
        "den",
        "der",
        "di",
        "dos",
        "du",
        "el",
        "ibn",
        "la",
        "le",
        "te",
        "ter",
        "van",
        "von",
    ]
)

_APART = r"[\s().\-/]*"
"""Characters that may separate the digits of a number."""


class Naming(Frozen):
    """A text on a card that names somebody.

    Attributes:
        sure: Whether it has an identifier; otherwise it only has the name or a number, which others may share.
        holds_finding: Whether it is a comment with a finding that somebody has edited.
        ident: Id of the comment; "" for any other text.
    """

    card_id: str
    board_id: str
    board: str
    card: str
    part: Part
    text: str
    by: str = ""
    sure: bool = True
    holds_finding: bool = False
    ident: str = ""


class Who:
    """Somebody who may be named in texts.

    Args:
        keys: Suppression keys; those of a name only give the name.
        names: Their names.
        numbers: Keys of telephone numbers, which colleagues may share unknown to us.
    """

    def __init__(self, keys: Iterable[Key], names: Iterable[str] = (), numbers: Iterable[Key] = ()) -> None:
        self.keys = frozenset(keys)
        self.numbers = frozenset(numbers) - self.keys
        bare = {value.partition("|")[0] for kind, value in self.keys if kind == "name"}
        self.names = frozenset(filter(None, (*bare, *map(name_words, names))))
        values = [(kind, value) for kind, value in self.keys if kind != "name"]
        self._patterns = [re.compile(_pattern(kind, value)) for kind, value in values]
        self._shared = [re.compile(_pattern(kind, value)) for kind, value in self.numbers]
        self._hints = [value for kind, value in values if kind not in {"phone", "abn"}]
        # Words between the first and the last may be missing in a text.
        self._hints += [
            max(name_key(name).split()[:: max(1, len(name.split()) - 1)], key=len) for name in self.names
        ]
        self._numbers = [
            re.compile(_APART.join(value))
            for kind, value in (*values, *self.numbers)
            if kind in {"phone", "abn"}
        ]

    def may_be_in(self, stored: str) -> bool:
        """Return whether a stored text in JSON may name them: a quick test with false positives."""
        text = fold_text(stored)
        if any(contains(text, hint) for hint in self._hints) or any(
            one.search(text) for one in self._numbers
        ):
            return True
        return "%" in text and any(contains(fold_text(unquote(stored)), hint) for hint in self._hints)

    def is_identified_in(self, text: str) -> bool:
        """Return whether a text has one of their identifiers."""
        return any(one.search(each) for each in _readings(text) for one in self._patterns)

    def has_number_in(self, text: str) -> bool:
        """Return whether a text has a number that is theirs, and perhaps also that of others."""
        return any(one.search(each) for each in _readings(text) for one in self._shared)

    def is_named_in(self, text: str) -> bool:
        """Return whether a text has their name, the first name before or behind the family name.

        Words between these, such as a middle name, may be in the text only or in the name only: somebody else may be meant.
        """
        folded, words = fold_text(text), f" {name_words(text)} "
        return any(_has_name(name, folded, words) or _may_have(name, text, folded) for name in self.names)


def _has_name(name: str, folded: str, words: str) -> bool:
    if is_unspaced(name) and len(name) > 1:
        return contains(folded, name)  # there may be no blanks around it either
    return any(f" {way} " in words for way in (name, " ".join(_turned(name.split()))))


def _may_have(name: str, text: str, folded: str) -> bool:
    """Return whether a text has the first and the last word of a name near each other, in any order."""
    words = set(parts := name.split())
    ends = {parts[0], parts[-1]}
    if len(ends) < 2 or not all(end in folded for end in ends):
        return False
    text = unicodedata.normalize("NFC", text)
    found = [(name_words(match[0]), match) for match in _WORD.finditer(text)]
    for at, (word, start) in enumerate(found):
        if word not in words:
            continue
        run = {word}
        for each, end in found[at + 1 : at + len(parts) + _MORE]:
            if not (each in words or each in _PARTICLES or end[0][0].isupper() or start[0][0].islower()):
                break  # a word of the sentence, in which the name ended
            run.add(each)
            between = text[start.end() : end.start()]
            if (
                each in words
                and ends <= run
                and (run <= words or (words <= run and not _DIVIDER.search(between)))
            ):
                return True
    return False


def _readings(text: str) -> list[str]:
    folded = fold_text(text)
    return [folded, fold_text(unquote(text))] if "%" in text else [folded]


def _turned(words: list[str]) -> list[str]:
    return [words[-1], *words[:-1]]


def _pattern(kind: Kind, value: str) -> str:
    """Return the pattern of an identifier in a folded text, which must not be a part of a longer one."""
    text = re.escape(value)
    match kind:
        case "email":
            return rf"(?<![\w.+-]){text}(?![\w-]|\.\w)"
        case "domain":
            return rf"(?<![\w-]){text}(?![\w-]|\.\w)"
        case "phone":
            return rf"(?<!\d)(?:\+?\d{{1,4}}{_APART})?0?{_APART.join(value)}(?!\d)"
        case "abn":
            return rf"(?<!\d){_APART.join(value)}(?!\d)"
        case _:
            # A profile's name alone may be an ordinary word, unless it has several parts.
            alone = rf"|(?<![\w./@-]){text}" if "-" in value else ""
            return rf"(?:(?:in|pub|company|school)/{text}{alone})(?![\w-])"
