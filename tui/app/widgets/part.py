"""ScreenPart: a part of a screen whose keys are commands of its own while it has the focus; and the line of its keys."""

from collections.abc import Mapping
from typing import ClassVar, Protocol, runtime_checkable

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static


@runtime_checkable
class NamesKeys(Protocol):
    """Interface of a screen that knows the user's keys."""

    @property
    def key_names(self) -> Mapping[str, str]:
        """The key of each command as a person reads it."""
        ...


class ScreenPart(Widget):
    """Base of parts: the screen reads their keys, and the commands call their methods.

    Attributes:
        part: Name of the part in a sentence; its commands are listed under this name.
        reads_only: Whether the content is read-only: then no command that changes it is offered.
    """

    part: ClassVar[str] = ""
    reads_only: bool = False

    def with_keys(self, words: str) -> str:
        """Format ``words``, replacing names of commands by the user's keys: ``{save-text} saves``."""
        return words.format_map(key_names(self))


class KeyLine(Static):
    """Keys and what they do, with dots between them; it begins a new line before a key, not between one and its words."""

    def render(self) -> Content:
        """Return the text in lines as long as there is room."""
        return self._divided(self.content_size.width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - the toolkit's
        """Return the number of lines at that width."""
        return self._divided(width).get_height({}, width)

    def _divided(self, width: int) -> Content:
        lines = str(self.content).split("\n")
        return Content("\n".join(part for line in lines for part in divide(line, width)))


_DOT = " · "


def divide(words: str, width: int) -> list[str]:
    """Divide ``words`` into lines of at most ``width`` cells, where their parts have dots between them."""
    first, *rest = words.split(_DOT)
    lines = [first]
    for part in rest:
        joined = f"{lines[-1]}{_DOT}{part}"
        if cell_len(joined) <= width:
            lines[-1] = joined
        else:
            lines.append(part)
    return lines


def key_names(widget: Widget) -> Mapping[str, str]:
    """Return the user's key of each command; on a screen without key names, the command's own name."""
    screen = widget.screen
    return screen.key_names if isinstance(screen, NamesKeys) else _CommandNames()


class _CommandNames(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return name


def offer_to_change(page: Widget, offers: bool) -> None:
    """Set whether the parts of a page offer commands that change it."""
    for part in page.query(ScreenPart):
        part.reads_only = not offers
