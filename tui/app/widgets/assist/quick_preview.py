"""QuickPreview: a preview of the new card below the line it is typed into."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import Static

from tui.app.drawing.wrapping import fit
from tui.presentation.safe_text import safe_line, safe_text

if TYPE_CHECKING:
    from textual.geometry import Region

    from tui.presentation.quick_card import QuickCard

_NARROW = 160  # cells; a narrower window needs two rows
_PADDING = 2
LABEL_OF_LIST = "label of the list"
"""The kind of a label that is not in the line, and that new cards of the list get."""

_SIGNS: Mapping[str, str] = {
    "label": "#",
    "new label": "+#",
    LABEL_OF_LIST: "#",
    "member": "@",
    "list": "^",
    "reminder": "!",
    "left in the title": "",
    "due": "",
}
_DATES = frozenset({"due", "reminder", "left in the title"})  # kinds that are never shortened
_NAME_CELLS = (40, 16, 9)  # maximum cells of a name; tried in turn until everything fits
_HELP = "#label @member ^list · a date at the end, or due:date · !reminder"


class QuickPreview(Static):
    """Lines below the input line for a new card, as wide as the window, drawn over the board."""

    can_focus = False

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._place: tuple[int, int, int] | None = None
        self._room = (0, 0)
        self._card: QuickCard | None = None
        self._offered: Sequence[str] = ()
        self._how = ""

    @staticmethod
    def rows(screen_width: int) -> int:
        """Return the height in rows in a window of that width."""
        return 1 if screen_width >= _NARROW else 2

    def put_under(self, line: Region, height: int, screen_width: int) -> None:
        """Show it ``height`` rows below the top of ``line``, a region of the screen, in the window's full width."""
        rows = self.rows(screen_width)
        place = (line.y + height, screen_width, rows)
        if place != self._place:
            self._place = place
            self._room = (screen_width - _PADDING, rows)
            self.styles.offset = (0, line.y + height)
            self.styles.width, self.styles.height = screen_width, rows
            self.show(self._card, self._offered, self._how)

    def show(self, card: QuickCard | None, offered: Sequence[str] = (), how: str = "") -> None:
        """Show how ``card`` was understood, or the names ``offered`` for a sign; None for a literal line.

        ``how`` tells how missing things are created.
        """
        self._card, self._offered, self._how = card, offered, how
        # Its size does not depend on its content, so the board is not laid out again at each key.
        self.update(self._content(card), layout=False)

    def _content(self, card: QuickCard | None) -> Content:
        if card is None:
            return Content.styled("taken as typed · ctrl+l understands it again", "$soon")
        if not card.parts and not card.problems and not self._offered:
            return Content.styled(_HELP, "$ink-quiet")
        width, rows = self._room
        contents = list(_fewer(self._offered) if self._offered else _shorter(card, self._how))
        fitting = (each for each in contents if not width or each.get_height({}, width) <= rows)
        return next(fitting, contents[-1])


def _fewer(names: Sequence[str]) -> Iterator[Content]:
    """Yield the names that tab can complete, then shorter and shorter lists of them."""
    for count in range(len(names), 0, -1):
        more = f" · {len(names) - count} more" if count < len(names) else ""
        shown = " · ".join(safe_line(name) for name in names[:count])
        yield Content.assemble(("tab ", "$ink-quiet"), shown, (more, "$ink-quiet"))


def _shorter(card: QuickCard, how: str) -> Iterator[Content]:
    """Yield the preview, then shorter and shorter forms of it.

    First kinds become signs, then names are shortened, then parts are left out from the end and counted.
    Problems are never left out.
    """
    problems = [Content.styled(safe_text(problem), "$late") for problem in card.problems]
    words = [
        Content.assemble((f"{kind} ", "$ink-quiet"), (safe_text(text), "bold $found"))
        for kind, text in card.parts
    ]
    if problems:
        stays = Content.styled("stays in the title", "$ink-quiet")
        if how:
            yield _joined([*words, *problems, stays, Content.styled(how, "$ink-quiet")])
        yield _joined([*words, *problems, stays])
    yield _joined([*words, *problems])
    signs: list[Content] = []
    for cells in _NAME_CELLS:
        names = [
            (kind, safe_line(text) if kind in _DATES else fit(safe_line(text), cells))
            for kind, text in card.parts
        ]
        signs = [
            Content.assemble((_SIGNS[kind], "$ink-quiet"), (name, "bold $found")) for kind, name in names
        ]
        yield _joined([*problems, *signs])
    for left_out in range(1, len(signs) + 1):
        more = Content.styled(f"{left_out} more", "$ink-quiet")
        yield _joined([*problems, *signs[:-left_out], more])


def _joined(parts: Sequence[Content]) -> Content:
    return Content.styled(" · ", "$ink-quiet").join(parts)
