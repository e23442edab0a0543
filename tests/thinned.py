"""Marks the cases of long tests that the plain command leaves out; ``make exhaustive`` tries them too."""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, TypeVar

import pytest

T = TypeVar("T")


def exhaustive(cases: Iterable[Any], *, whole: bool = False) -> list[Any]:
    """Return the cases as parameters that the plain command leaves out; a tuple that is not ``whole`` is the values of several."""
    return [
        pytest.param(
            *(case if isinstance(case, tuple) and not whole else (case,)), marks=pytest.mark.exhaustive
        )
        for case in cases
    ]


def thinned(cases: Sequence[Any], step: int, first: int = 0, *, whole: bool = False) -> list[Any]:
    """Return the cases as parameters; the plain command tries every ``step``-th of them, from number ``first`` on."""
    return [
        case if number % step == first else exhaustive([case], whole=whole)[0]
        for number, case in enumerate(cases)
    ]


def rotated(*axes: Sequence[Any]) -> list[Any]:
    """Return all combinations as parameters; the plain command tries each value of each axis, and not each with each."""
    tried = {tuple(n % len(axis) for axis in axes) for n in range(max(map(len, axes)))}
    every = list(product(*(range(len(axis)) for axis in axes)))
    cases = [(at, tuple(axis[n] for axis, n in zip(axes, at, strict=True))) for at in every]
    return [case if at in tried else exhaustive([case])[0] for at, case in cases]


def part_of(values: Sequence[T], number: int, count: int) -> Sequence[T]:
    """Return part ``number`` of ``count`` parts of the values: tests that are numbered try all values between them."""
    return values[number % count :: count]
