"""ScreenPart: a part of a screen that has its own key commands while it has the focus."""

from collections.abc import Mapping
from typing import ClassVar, Protocol, runtime_checkable

from textual.widget import Widget


@runtime_checkable
class KeyNaming(Protocol):
    """Interface of a screen that knows the user's keys."""

    @property
    def key_names(self) -> Mapping[str, str]:
        """The key of each command, as shown to the user."""


class ScreenPart(Widget):
    """Base of parts: the screen reads their keys, and the commands call their methods.

    Attributes:
        part: Name of the part in a sentence; its commands are listed under this name.
        reads_only: Whether the content is read-only, so that commands that change it are hidden.
    """

    part: ClassVar[str] = ""
    reads_only: bool = False

    def with_keys(self, words: str) -> str:
        """Format ``words``, replacing names of commands by the user's keys: ``{save-text} saves``."""
        return words.format_map(key_names(self))


def key_names(widget: Widget) -> Mapping[str, str]:
    """Return the user's key of each command; on a screen without key names, the command's own name."""
    screen = widget.screen
    return screen.key_names if isinstance(screen, KeyNaming) else _CommandNames()


class _CommandNames(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return name


def offer_to_change(page: Widget, offers: bool) -> None:
    """Set whether the parts of a page offer commands that change their content."""
    for part in page.query(ScreenPart):
        part.reads_only = not offers


def hide(widget: Widget, hidden: bool) -> None:
    """Hide a widget, or show it as the style sheets say.

    It is done by the widget's own style, because a class would have the rules of all around it found again.
    """
    widget.styles.display = "none" if hidden else None
