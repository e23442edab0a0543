"""The rows of checklists: how far one is, and its items."""

from datetime import UTC, datetime

from textual.content import Content

from tui.app.drawing.checklist_rows import BAR, checklist_rows
from tui.model.checklist import COMPLETE, INCOMPLETE, CheckItem, Checklist

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


def items(*done: bool) -> tuple[CheckItem, ...]:
    return tuple(
        CheckItem(id=f"i{n}", name=f"Step {n}", pos=n, state=COMPLETE if each else INCOMPLETE)
        for n, each in enumerate(done)
    )


def head(*done: bool) -> str:
    (_, drawn), *_ = checklist_rows(Checklist(id="c", name="Call [b]", check_items=items(*done)), {}, NOW)
    assert isinstance(drawn, Content)
    return drawn.plain


def test_the_bar_is_as_full_as_the_checklist_is_done():
    assert head() == f"Call [b]  0/0 {'─' * BAR}"
    assert head(True, False) == f"Call [b]  1/2 {'━' * 5}{'─' * 5}"
    assert head(True, True) == f"Call [b]  2/2 {'━' * BAR}"


def test_each_item_has_a_row_under_its_checklist():
    checklist = Checklist(id="c", name="Call", check_items=items(True, False))
    assert [ident for ident, _ in checklist_rows(checklist, {}, None)] == ["c", "i0", "i1"]
