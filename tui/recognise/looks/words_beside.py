"""The words beside a possible name: each that several cards have has a weight of its own at the second look.

A name of such a feature is the word and a sign of where it stands: ``for <n``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.recognise.page import Mention

BEFORE, BEHIND, LABEL = ("<n", "<<n"), ("n>", "n>>"), "n:"
"""Where a word stands: before the name or behind it, or in its label."""


def words_beside(one: Mention) -> list[str]:
    """Return the names of the words beside a name, and of those of its label."""
    before = zip(one.left[:-3:-1], BEFORE, strict=False)
    behind = zip(one.right, BEHIND, strict=False)
    found = [f"{word} {where}" for word, where in (*before, *behind)]
    return [*found, *_of_label(one.row.label)] if one.role else found


@lru_cache(maxsize=512)
def _of_label(label: str) -> Sequence[str]:
    return [f"{word} {LABEL}" for word in label.split()]
