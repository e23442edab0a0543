"""Marks the cases of long tests that the plain command leaves out; ``make exhaustive`` tries them too."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import pytest

T = TypeVar("T")


def exhaustive(cases: Iterable[Any]) -> list[Any]:
    """Return the cases as parameters that the plain command leaves out; a tuple is the values of several."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.exhaustive)
        for case in cases
    ]


def thinned(cases: Sequence[Any], step: int, first: int = 0) -> list[Any]:
    """Return the cases as parameters; the plain command tries every ``step``-th of them, from number ``first`` on."""
    return [case if number % step == first else exhaustive([case])[0] for number, case in enumerate(cases)]


def part_of(values: Sequence[T], number: int, count: int) -> Sequence[T]:
    """Return part ``number`` of ``count`` parts of the values: tests that are numbered try all values between them."""
    return values[number % count :: count]
