"""ListTabs: the strip of list names above a board that has room for one column only."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content
from textual.widgets import Static

from tui.app.drawing.wrapping import fit
from tui.presentation.safe_text import safe_line

_MIN_NAME = 4  # minimum cells for which a shortened name is still useful


class ListTabs(Static):
    """Names of the lists around the shown one, as many as fit."""

    ALLOW_SELECT = False
    can_focus = False

    def show(self, names: Sequence[str], at: int, width: int) -> None:
        """Show as many ``names`` around the index ``at`` of the open list as fit into ``width`` cells."""
        if not self.display or not names:
            return
        count = f"{at + 1}/{len(names)} {'›' if at < len(names) - 1 else ' '}"
        room = width - len(count) - 3
        shown = {at: fit(safe_line(names[at]), max(room - 2, 1))}
        room -= cell_len(shown[at]) + 2
        for index in _outwards(at, len(names)):
            if room - 2 < min(_MIN_NAME, cell_len(names[index])):
                break
            shown[index] = fit(safe_line(names[index]), room - 2)
            room -= cell_len(shown[index]) + 2
        parts = [("‹ " if at else "  ", "$ink-faint")]
        for index in sorted(shown):
            here = index == at
            parts.append((f"[{shown[index]}]" if here else f" {shown[index]} ", _STYLES[here]))
        parts.append((f"{' ' * max(room, 0)} {count}", "$ink-faint"))
        self.update(Content.assemble(*parts))


_STYLES = {True: "bold $cursor", False: "$ink-quiet"}


def _outwards(at: int, count: int) -> list[int]:
    """Return the indices other than ``at``, nearest first; of two equally near ones the right one first."""
    return sorted((i for i in range(count) if i != at), key=lambda i: (abs(i - at), i < at))
