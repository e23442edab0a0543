"""Part: a part of a screen whose keys are commands of its own while it has the focus."""

from collections.abc import Mapping
from typing import ClassVar, Protocol, runtime_checkable

from textual.widget import Widget


@runtime_checkable
class NamesKeys(Protocol):
    """A screen that knows the user's keys."""

    @property
    def key_names(self) -> Mapping[str, str]:
        """The key of each command as a person reads it."""
        ...


class ScreenPart(Widget):
    """The base of such parts. The screen reads their keys, and the commands call their methods.

    Attributes:
        part: What the part is called in a sentence; its commands are listed under this name.
        reads_only: Whether what is shown may only be read: then nothing is offered that would change it.
    """

    part: ClassVar[str] = ""
    reads_only: bool = False

    def spelled(self, words: str) -> str:
        """``words``, with the user's keys where commands are named: ``{save-text} saves``."""
        return words.format_map(key_names(self))


def key_names(widget: Widget) -> Mapping[str, str]:
    """The user's key of each command; where the screen is none of ours, a command is called by its name."""
    screen = widget.screen
    return screen.key_names if isinstance(screen, NamesKeys) else _Plain()


class _Plain(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return name


def offer_to_change(page: Widget, offers: bool) -> None:
    """Have the parts of a page say how what they show is changed, or not."""
    for part in page.query(ScreenPart):
        part.reads_only = not offers
