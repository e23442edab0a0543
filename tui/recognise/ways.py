"""The ways people write who works where: what stands between a person and a firm, and how much it binds them."""

import re
from collections.abc import Sequence
from functools import lru_cache

from tui.recognise.chunks import Chunk
from tui.recognise.words.lexicon import PLACES, fold

_LETTERS = {
    "title": "T", "honorific": "H", "verb": "V", "filler": ".", "at": "@", "from": "f", "of": "o", "with": "w",
    "is": "i", "and": "&", "trading": "t", "run": "R", "other": "x",
}  # fmt: skip
"""A letter for each kind of chunk; marks stand for themselves."""

_MARKS = {"–": "-", "—": "-", "--": "-", "·": "|", "•": "|", "＠": "@", "'s": "s", "\n": "n"}
_FORMER = frozenset(
    ("ex", "formerly", "previously", "former", "fmr", "ex-", "not", "left", "leaving", "quit")
)

CONTACTS = frozenset(("contact", "attn", "name"))
"""Words right before somebody to talk to."""

_SMALL = frozenset(
    ("for", "the", "and", "or", "on", "by", "if", "is", "was", "our", "per", "then", "also", "over", "after")
)

LOOSE = 1.0
"""Points of words nobody listed between the two: the sentence names both, and says little of how."""

_PERSON_FIRST = (
    (r"[.,;]*t", 4.0),  # Ana Reid trading as Kea
    (r"[.,()|VHiT-]*@[.H]*", 4.0),  # Ana Reid, the new CFO (acting), at Kea
    (r"\([.TV]*[,@fo|-]?[.]*", 4.0),  # Ana Reid (CFO, Kea)
    (r"\([^)Rn]*\)[.,|-]*", 3.0),  # Ana Reid (CFO) Kea
    (r"\)?[.,]*f[.]*", 3.0),  # Ana Reid from Kea
    (r"[,(|i.-]*T[.,|]*[of@w]?[.]*", 3.0),  # Ana Reid, CFO of Kea; Ana Reid CFO Kea
    (r"[,(|-]*R?[,|-]+T?[,|(-]*[.]*", 2.0),  # Ana Reid - Kea; Ana Reid | Pou Matua | Kea
    (r"[.]+", 2.0),  # Ana Reid runs Kea
    (r"o[.]*", 2.5),  # Ana Reid of Kea
    (r"\)?[:/]T?[.]*", 2.0),  # Ana Reid: Kea; Ana Reid / Kea
    (r"\)[.,|-]*", 2.0),  # Ana Reid (CFO) Kea
    (r"x", 1.5),  # Ana Reid x Kea
    (r"[.,]*w[.]*", 1.0),  # Ana Reid with Kea
    (r"[^Rn]*n(?:[^Rn]*n){0,2}[nT,|()./:-]*[@fo]?[.]*", 2.5),  # under each other
    (r"", 1.0),
    (r"[^Rn]*[@][.]*", 2.5),  # Ana Reid rang about the shed at Kea
    (r"[^Rn;]*[\(][.]*", 2.5),  # Send Ana Reid the quote (Kea)
)
_FIRM_FIRST = (
    (r"s[.HTV]*i?H?", 3.5),  # Kea's CFO Ana Reid
    (r"[,]?\([.HTV]*[:,]?H?", 3.5),  # Kea (Ana Reid)
    (r"[.,|-]*T[.]*[i:,|-]?[.H]*", 3.0),  # Kea CFO Ana Reid; Kea - CFO: Ana Reid
    (r"[.,;|/(-]*V[.V]*[i:,-]?[.H]*", 3.0),  # Kea, contact Ana Reid
    (r"[|/-]+[.H]*", 2.5),  # Kea - Ana Reid
    (r"i[.H]*", 3.0),  # the CFO at Kea is Ana Reid
    (r"[^Rn]*V[.V]*[i:,-]?[.H]*", 2.5),  # Kea quoted. Contact: Ana Reid
    (r"[^Rn]*T[i:,-][.H]*", 2.0),  # Kea will fix it. Owner is Ana Reid
    (r":[.VTH]*", 2.0),  # Kea: Ana Reid
    (r",[.H]*", 1.0),  # Kea, Ana Reid
    (r"[w&][.H]*", 1.0),  # Kea with Ana Reid
    (r"[|,T()/-]*n[nHTV:.|-]*", 2.0),  # under each other
    (r"H?", 1.0),
)


def _compiled(ways: Sequence[tuple[str, float]]) -> list[tuple[re.Pattern[str], float]]:
    return [(re.compile(way), points) for way, points in ways]


_WAYS = {True: _compiled(_PERSON_FIRST), False: _compiled(_FIRM_FIRST)}


def gap(parts: Sequence[Chunk]) -> str:
    """What stands between two names, a letter a chunk: ``,T@`` for ", the CFO at"; "~" is a name somebody has left."""
    return "".join(_letter(part) for part in parts)


def _letter(part: Chunk) -> str:
    if part.low in _FORMER:
        return "~"
    if part.low.rstrip(":") in CONTACTS:
        return "V"
    if part.kind == "verb" and part.low in _SMALL:
        return "."
    if part.kind == "run" and all(fold(word) in PLACES for word in part.words):
        return "."
    if part.kind != "mark":
        return _LETTERS[part.kind]
    return _MARKS.get(part.words[0], part.words[0])


@lru_cache(maxsize=4096)
def bond(between: str, *, person_first: bool) -> float:
    """How much a gap binds a person and a firm, in points; 0 when it says nothing.

    Args:
        between: The gap, as ``gap`` writes it.
        person_first: Whether the person stands before the firm.
    """
    if not person_first and between.startswith(")"):
        return 0.0
    between = re.sub(r"~\.*R?[,)]?|\(x*\)(?!\Z)", "", between)
    found = next((points for way, points in _WAYS[person_first] if way.fullmatch(between)), None)
    if found is None:
        found = 0.0 if set(between) & set("Rn") else LOOSE
    return found
