"""The strip of list names over a board that has room for one column only."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content
from textual.widgets import Static

from tui.app.widgets.card_face import fit
from tui.presentation.safe_text import safe_line

_LEAST = 4  # cells of a name that still tell something


class ListTabs(Static):
    """Names of the lists around the one that is shown, as many as there is room for."""

    ALLOW_SELECT = False
    can_focus = False

    def show(self, names: Sequence[str], at: int, width: int) -> None:
        """Show as many ``names`` around ``at``, the one that is open, as go into ``width`` cells."""
        if not self.display or not names:
            return
        count = f"{at + 1}/{len(names)} {'›' if at < len(names) - 1 else ' '}"
        room = width - len(count) - 3
        shown = {at: fit(safe_line(names[at]), max(room - 2, 1))}
        room -= cell_len(shown[at]) + 2
        for index in _outwards(at, len(names)):
            if room - 2 < min(_LEAST, cell_len(names[index])):
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
    """The places around ``at``, the nearest first, and of two as near the one to the right."""
    return sorted((i for i in range(count) if i != at), key=lambda i: (abs(i - at), i < at))
