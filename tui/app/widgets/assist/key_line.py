"""A line of keys and their meanings, which is broken only before a key."""

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Size
from textual.visual import VisualType
from textual.widgets import Static

_DOT = " · "


class KeyLine(Static):
    """Keys and their effects, separated by dots; lines break before a key, never between a key and its words."""

    def update(self, content: VisualType = "", *, layout: bool = True) -> None:
        """Show other keys; the same ones are not laid out again."""
        if str(content) != str(self.content):
            super().update(content, layout=layout)

    def render(self) -> Content:
        """Return the text, broken to the available width."""
        return self._divided(self.content_size.width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's
        """Return the number of lines at that width."""
        # A terminal of a few cells leaves no width, with which Textual counts no lines but raises.
        return self._divided(width).get_height({}, max(width, 1))

    def _divided(self, width: int) -> Content:
        lines = str(self.content).split("\n")
        return Content("\n".join(part for line in lines for part in divide(line, width)))


def divide(words: str, width: int) -> list[str]:
    """Split ``words`` at their dots into lines of at most ``width`` cells."""
    first, *rest = words.split(_DOT)
    lines = [first]
    for part in rest:
        joined = f"{lines[-1]}{_DOT}{part}"
        if cell_len(joined) <= width:
            lines[-1] = joined
        else:
            lines.append(part)
    return lines
