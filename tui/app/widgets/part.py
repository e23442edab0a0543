"""Part: a part of a screen whose keys are commands of its own while it has the focus."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from textual.widget import Widget


class ScreenPart(Widget):
    """The base of such parts. The screen reads their keys, and the commands call their methods.

    Attributes:
        part: What the part is called in a sentence; its commands are listed under this name.
        shown_keys: The key of each command as a person reads it, for hints; the screen tells them.
    """

    part: ClassVar[str] = ""
    shown_keys: Mapping[str, str] = MappingProxyType({})
