"""The strip of list names over a board that has room for one column only."""

from collections.abc import Sequence

from textual.content import Content
from textual.widgets import Static

from tui.app.safe_text import safe_line
from tui.app.widgets.card_face import wrap

_LONGEST = 14  # cells of a name


class ListTabs(Static):
    """Names of the lists around the one that is shown."""

    ALLOW_SELECT = False
    can_focus = False

    def show(self, names: Sequence[str], at: int) -> None:
        """Show ``names`` from a little before ``at`` on; ``at`` is the one that is open."""
        if not self.display or not names:
            return
        first = max(0, at - 1)
        parts: list[Content | tuple[str, str]] = [("‹ " if first else "  ", "$ink-faint")]
        for index, name in enumerate(names[first : first + 6], first):
            short = wrap(safe_line(name), _LONGEST, 1)[0]
            parts.append((f"[{short}] ", "bold $cursor") if index == at else (f" {short}  ", "$ink-quiet"))
        if at < len(names) - 1:
            parts.append((f"{at + 1}/{len(names)} ›", "$ink-faint"))
        self.update(Content.assemble(*parts))
