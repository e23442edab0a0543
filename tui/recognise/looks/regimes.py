"""What a possible firm's name looks like: what stands around a name weighs otherwise for one of another look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.recognise.model import Regime, WholeWeights
from tui.recognise.words.likeness import LIKELY, SURE

if TYPE_CHECKING:
    from tui.recognise.page import Mention

LOOKS = ("one word", "legal form or domain", "like a firm", "like a person", "like neither")
"""The looks: by the words alone, the first that fits."""

_REGIMES = {look: Regime((look,)) for look in LOOKS}


def look_of(one: Mention) -> str:
    """Return what a name looks like by its words alone."""
    if one.trade >= LIKELY:
        return LOOKS[1] if one.trade == SURE else LOOKS[2]
    if len(one.words) == 1:
        return LOOKS[0]
    return LOOKS[3] if one.like >= LIKELY else LOOKS[4]


PERSON_LOOKS = ("known name", "possible name", "odd name")
"""The looks of a possible person's name: by its words alone."""

_PEOPLE = {look: Regime((look,)) for look in PERSON_LOOKS}


def person_look_of(one: Mention) -> str:
    """Return what a name looks like as a person's, by its words alone."""
    if one.famous or one.like < LIKELY:
        return PERSON_LOOKS[2]
    return PERSON_LOOKS[0] if one.like == SURE else PERSON_LOOKS[1]


def person_variants(one: Mention, name: str) -> list[str]:
    """Return the names of a feature of a name as a person's."""
    return _PEOPLE[person_look_of(one)].variants(name)


def person_weights(kind: str) -> dict[str, WholeWeights]:
    """Return the weights of a model of people, by look."""
    return {look: regime.weights(kind) for look, regime in _PEOPLE.items()}


def variants(one: Mention, name: str) -> list[str]:
    """Return the names of a feature of a name as a firm's."""
    return _REGIMES[look_of(one)].variants(name)


def weights(kind: str) -> dict[str, WholeWeights]:
    """Return the weights of a model of firms, by look."""
    return {look: regime.weights(kind) for look, regime in _REGIMES.items()}
