"""Chunks, the parts of a line, with their signs: patterns match a line as a string of signs."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from tui.recognise.words.lexicon import PLACES, fold


class Kind:
    """The kinds of chunks, each with its sign; a mark is its own sign. Plain strings, as they are compared all the time."""

    NAME: Final = "R"  # words in a row that begin with capitals: they may name somebody
    TITLE: Final = "T"  # a job title
    HONORIFIC: Final = "H"  # a form of address: "Dr"
    VERB: Final = "V"  # a word that leads to a name or follows it, and "contact" before the name of a contact
    FILLER: Final = "."  # a small word that may stand between a person and "at"
    AT: Final = "@"
    FROM: Final = "f"
    OF: Final = "o"
    WITH: Final = "w"
    IS: Final = "i"
    AND: Final = "&"
    TRADING: Final = "t"  # "trading as"
    MARK: Final = "mark"  # punctuation between parts
    OTHER: Final = "x"

    # Signs derived from a chunk's words, or from line breaks, but not used as kinds.
    OWNER: Final = "s"  # the 's behind an owner
    LEFT: Final = "~"  # "formerly": the person no longer works at the firm that follows
    LINE: Final = "n"  # the end of a line


CONTACTS = frozenset(("contact", "attn", "name"))
"""Words that introduce the name of a contact."""

_FORMER = frozenset(
    ("ex", "formerly", "previously", "former", "fmr", "ex-", "not", "left", "leaving", "quit")
)
_SMALL_VERBS = frozenset(
    ("for", "the", "and", "or", "on", "by", "if", "is", "was", "our", "per", "then", "also", "over", "after")
)
_MARKS = {"–": "-", "—": "-", "--": "-", "·": "|", "•": "|", "＠": Kind.AT, "'s": Kind.OWNER}


@dataclass(slots=True)
class Chunk:
    """A part of a line: one or several words, or a punctuation mark.

    Attributes:
        words: As written, without the full stop of a sentence.
        ends: Whether a sentence ends after it.
        sign: The sign of its kind, or a more special sign for certain words.
        lows: The words, casefolded.
        is_small: Whether it begins with a small letter, and is no name.
    """

    kind: str
    words: tuple[str, ...]
    ends: bool = False
    sign: str = field(init=False, compare=False)
    lows: tuple[str, ...] = field(init=False, compare=False, repr=False)
    is_small: bool = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        self.sign = _sign(self.kind, self.words)
        self.lows = tuple([word.casefold() for word in self.words])
        self.is_small = self.kind != Kind.NAME and self.words[0][0].islower()

    @property
    def text(self) -> str:
        """The words as text."""
        return text_of(self.words)

    @property
    def low(self) -> str:
        """The first word, casefolded."""
        return self.words[0].casefold()


@lru_cache(maxsize=1024)
def text_of(words: tuple[str, ...]) -> str:
    """Return words as text, without blanks inside brackets and before commas."""
    return " ".join(words).replace("( ", "(").replace(" )", ")").replace(" ,", ",")


def _sign(kind: str, words: Sequence[str]) -> str:
    """Return the sign of a kind, or a more special sign for certain words."""
    if kind == Kind.MARK:
        return _MARKS.get(words[0], words[0])
    low = words[0].casefold()
    if low in _FORMER:
        return Kind.LEFT
    if low.rstrip(":") in CONTACTS:
        return Kind.VERB
    small = kind == Kind.VERB and low in _SMALL_VERBS
    return Kind.FILLER if small or (kind == Kind.NAME and PLACES.has_all(map(fold, words))) else kind


def signature(parts: Sequence[Chunk]) -> str:
    """Join the signs of chunks: ``,T@`` for ", the CFO at"."""
    return "".join([part.sign for part in parts])
