"""Mentions: opted-out people and companies in requests, answers and receipts of unknown form. Pure."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import product
from typing import Any
from urllib.parse import unquote_plus

from tui.model.enrich.suppression import Kind, keys_of, possible_keys

Key = tuple[Kind, str]

_EMAIL = re.compile(r"[^\s@,;:<>\"'()=&/?]{1,200}@[\w.-]{1,200}\.\w{2,63}")
_DIVIDERS = re.compile(r"[/?&=;#:|,\"{}\[\]]+")
_FIRST, _LAST = {"firstname", "givenname", "forename"}, {"lastname", "familyname", "surname"}
_DECODED = 3
"""How many layers of percent-encoding are read."""


def mentioned(texts: Iterable[str], listed: Collection[Key]) -> Key | None:
    """Return one of the ``listed`` suppression keys that ``texts`` contain together, or None.

    The name of a person and that of their company may be two of the texts.
    """
    if not listed:
        return None
    told = {key for text in texts for key in _keys_in(text)}
    for key in listed:
        if key in told:
            return key
        name, bar, firm = key[1].partition("|")
        if key[0] == "name" and bar and firm and {("name", f"{name}|"), ("name", f"{firm}|")} <= told:
            return key
    return None


def receipt_mentions(key: str, listed: Collection[Key]) -> bool:
    """Return whether the key of a receipt is about somebody among ``listed``."""
    subject = keys_of(key)
    if subject:
        return any(one in listed for one in subject)
    return mentioned(texts_of_path(key), listed) is not None


def texts_of_path(path: str) -> Iterator[str]:
    """Yield a path or a query as a whole, and its parts, with percent-encoding removed."""
    for text in _decodings(path):
        yield text
        yield from _DIVIDERS.split(text)
        yield from (word for part in text.split() for word in _DIVIDERS.split(part))


def texts_in(value: Any) -> Iterator[str]:
    """Yield all texts and numbers in a JSON value, however deep; a first and a last name also as one text."""
    if isinstance(value, Mapping):
        named = {re.sub(r"[^a-z]", "", str(name).casefold()): one for name, one in value.items()}
        firsts, lasts = ([named[name] for name in names if name in named] for names in (_FIRST, _LAST))
        yield from (f"{first} {last}" for first, last in product(firsts, lasts))
        for name, one in value.items():
            if "@" in str(name):
                yield str(name)
            yield from texts_in(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts_in(one)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


def _keys_in(text: str) -> Iterator[Key]:
    for one in _decodings(text):
        yield from possible_keys(one)
        for email in _EMAIL.findall(one):
            yield from possible_keys(email)


def _decodings(text: str) -> Iterator[str]:
    yield text
    for _ in range(_DECODED):
        if "%" not in text and "+" not in text:
            return
        # A plus may be a space or itself.
        yield text.replace("%2B", "+").replace("%40", "@")
        decoded = unquote_plus(text)
        if decoded == text:
            return
        text = decoded
        yield text
