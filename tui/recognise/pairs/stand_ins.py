"""People who are meant by their first name alone, once they have been named in full: "Ana" of Ana Reid."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.recognise.page import CardLines, Mention


def stand_ins(page: CardLines) -> list[Mention]:
    """Return the people of a card as if named in full where a line has their first name alone, and a likely firm."""
    if not page.singles or not page.people:
        return []
    whole: dict[str, Mention | None] = {}
    for one in page.people:
        first = whole.setdefault(one.folded[0], one)
        if first is not None and first.folded != one.folded:
            whole[one.folded[0]] = None  # "Ana" may be Ana Reid or Ana Tran
    return [
        _as_whole(one, person)
        for one in page.names
        if len(one.words) == 1
        and (person := whole.get(one.folded[0])) is not None
        and not one.is_like_firm
        and page.firms.on_lines(one.line, one.line + 1)
    ]


def _as_whole(one: Mention, person: Mention) -> Mention:
    """Return a person, standing where the first name does."""
    return replace(
        person, line=one.line, row=one.row, passage=one.passage, kinds=one.kinds, role=one.role, at=one.at, before=one.before, behind=one.behind,
        left=one.left, right=one.right, sentence=one.sentence, place=one.place, stands_for=person,
    )  # fmt: skip
