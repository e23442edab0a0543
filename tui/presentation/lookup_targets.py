"""The subjects of a planned lookup, in one line beside the price."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from tui.model.subject import Subject

FEW = 5
"""Subjects that are named; more are counted."""


def whom(subjects: Sequence[Subject]) -> str:
    """Return the subjects with an identifier of each: ``Ana Reid at Acme (ana@acme.example) and 3 others``."""
    named = ", ".join(_named(one) for one in subjects[:FEW])
    more = len(subjects) - FEW
    return f"{named} and {more} other{'s' * (more > 1)}" if more > 0 else named or "nobody"


def _named(subject: Subject) -> str:
    text, best = subject.text, subject.strongest
    return safe_line(text if best is None or best.value == text else f"{text} ({best.value})")
