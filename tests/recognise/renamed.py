"""Labelled cards with other names: what is learned from them holds for names that no list has.

The lists know most names of the labelled cards, which were written when the lists were; they know fewer of a stranger's card.
A copy of each card has other words in the names it states, in its texts and in its labels: known, rare and made up.
"""

import random
import re
from collections.abc import Callable, Sequence
from functools import cache

from tests.recognise.labelled import Card
from tui.recognise.words.lexicon import (
    COMMON,
    COMPANY_WORDS,
    FAMILY_NAMES,
    GIVEN_NAMES,
    LEGAL_FORMS,
    PARTICLES,
    RARE_FAMILY_NAMES,
    RARE_GIVEN_NAMES,
    SMALL,
    fold,
)
from tui.recognise.words.word_list import Words

KEPT = (
    LEGAL_FORMS
    | PARTICLES
    | SMALL
    | {"co", "trust", "and", "of", "the", "for", "to", "in", "on", "new", "school", "council"}
)
"""Words that stay in a name."""

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]{2,})?")
_ADDRESS = re.compile(r"\S*(?:@|://|www\.|\.(?:com|co|org|net|nz|au|example)\b)\S*")
_SHORTEST = 4


@cache
def _sorted(words: Words) -> Sequence[str]:
    """Return the words of a list from which names are made."""
    return sorted(word for word in words if len(word) >= _SHORTEST and word.isascii() and word.isalpha())


def _pick(chance: random.Random, *lists: tuple[float, Words]) -> str:
    """Return a word of one of some lists, each with its probability, else one made of two halves of the last."""
    at = chance.random()
    for share, words in lists:
        if at < share:
            return chance.choice(_sorted(words))
        at -= share
    one, other = (chance.choice(_sorted(lists[-1][1])) for _ in range(2))
    return one[: len(one) // 2 + 1] + other[len(other) // 2 :]


def _given(chance: random.Random) -> str:
    return _pick(chance, (0.4, GIVEN_NAMES), (0.35, RARE_GIVEN_NAMES))


def _family(chance: random.Random) -> str:
    return _pick(chance, (0.4, FAMILY_NAMES), (0.35, RARE_FAMILY_NAMES))


def _first_of_firm(chance: random.Random) -> str:
    return _pick(chance, (0.2, RARE_FAMILY_NAMES), (0.6, COMMON))


def _last_of_firm(chance: random.Random) -> str:
    return _pick(chance, (0.3, COMPANY_WORDS), (0.4, COMMON))


def renamed(card: Card) -> Card | None:
    """Return a card with other words in its names, the same for the same card; None if it names nobody."""
    others: dict[str, str] = {}
    chance = random.Random(card["id"])
    for subject in card["subjects"]:
        if subject["type"] == "person":
            _rename(others, chance, subject["name"], _given, _family)
            _rename(others, chance, subject["company"], _first_of_firm, _last_of_firm)
        else:
            _rename(others, chance, subject["name"], _first_of_firm, _last_of_firm)
    if not others:
        return None
    inside = {fold(word): fold(other) for word, other in others.items() if len(word) >= _SHORTEST}

    def texts(some: Sequence[str]) -> list[str]:
        return [_exchanged(text, others, inside) for text in some]

    return {
        **card,
        "id": f"{card['id']} renamed",
        "renamed": True,
        "title": texts([card["title"]])[0],
        "desc": texts([card["desc"]])[0],
        "comments": texts(card.get("comments", ())),
        "checklists": texts(card.get("checklists", ())),
        "neutral": texts(card.get("neutral", ())),
        "same": dict(zip(texts([*card.get("same", {})]), texts([*card.get("same", {}).values()]), strict=True)),
        "subjects": [
            {**one, "name": texts([one["name"] or ""])[0], "company": texts([one["company"] or ""])[0]}
            for one in card["subjects"]
        ],
    }  # fmt: skip


def _rename(
    others: dict[str, str],
    chance: random.Random,
    name: str | None,
    first: Callable[[random.Random], str],
    last: Callable[[random.Random], str],
) -> None:
    """Choose other words for some words of a name."""
    words = _WORD.findall(name or "")
    for at, word in enumerate(words):
        if word in others or fold(word) in KEPT or len(word) == 1 or chance.random() < 0.25:
            continue
        made = (last if at and at == len(words) - 1 else first)(chance)
        others[word] = made.upper() if word.isupper() else made if word.islower() else made.capitalize()


def _exchanged(text: str, others: dict[str, str], inside: dict[str, str]) -> str:
    """Return a text with other words, in addresses too."""

    def address(match: re.Match[str]) -> str:
        found = match[0]
        for word, other in inside.items():
            found = found.replace(word, other)
        return found

    pieces: list[str] = []
    done = 0
    for match in _ADDRESS.finditer(text):
        pieces += (
            _WORD.sub(lambda word: others.get(word[0], word[0]), text[done : match.start()]),
            address(match),
        )
        done = match.end()
    return "".join((*pieces, _WORD.sub(lambda word: others.get(word[0], word[0]), text[done:])))
