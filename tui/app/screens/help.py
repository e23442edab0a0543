"""HelpScreen: a box with every key of a screen and what it does, narrowed by typing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from tui.app.commands.command import Keymap, show_key
from tui.app.screens.boxes.box import Box
from tui.app.widgets.card_face import wrap

if TYPE_CHECKING:
    from tui.app.widgets.status_bar import Hint

SIGNS = (
    ("●", "names a person or a company"),
    ("▲ △ ◷ ✓", "due: late, within a day, later, done"),
    ("☑ 2/5", "checklist items ticked, of how many"),
    ("✎ ▤ ≡", "comments, files, a description"),
    ("▪hot", "a label, in its colour"),
    (
        "12 · 6/8",
        "in the head of a list: its cards; its cards of the most it should have, ▲ when there are more",
    ),
    ("‹ Won ›", "lists that are off the screen on that side"),
    ("⟳ !", "not sent yet, refused by the service"),
    ("▌ █ ◆", "cursor, card in the hand, selected card"),
)
"""The signs on a board, and their meanings."""

_KEYS = 22  # cells for the keys
_NARROW = 60  # width in cells below which the words are put under the keys
_EDGES = 6  # cells of the box that are not text
_WIDEST = 84


class HelpScreen(Box[None]):
    """The help of a screen.

    Args:
        keymap: The key map of the screen.
        first: The key map of the focused part of the screen, if it has its own; it is listed first.
    """

    offers: ClassVar[tuple[Hint, ...]] = (("esc", "close"), ("↑ ↓", "scroll"))
    VERTICAL_BREAKPOINTS = [(0, "-short"), (18, "-tall")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1", "dismiss", show=False),
        Binding("up", "scroll(-1)", show=False, priority=True),
        Binding("down", "scroll(1)", show=False, priority=True),
        Binding("pageup", "scroll(-10)", show=False, priority=True),
        Binding("pagedown", "scroll(10)", show=False, priority=True),
    ]

    def __init__(self, keymap: Keymap, first: Keymap | None = None) -> None:
        super().__init__()
        self._keymap, self._first = keymap, first

    def compose(self) -> ComposeResult:
        """Yield the input to narrow by, and the keys."""
        with Vertical(classes="box"):
            yield Static(Content("Keys and signs"), classes="title")
            yield Input(placeholder="type to narrow · esc closes")
            with VerticalScroll(can_focus=False):
                yield Static(self.rows(""), id="rows")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the rows that match."""
        event.stop()
        self.query_one("#rows", Static).update(self.rows(event.value))

    def on_resize(self) -> None:
        """Fit the rows to the new width."""
        self.query_one("#rows", Static).update(self.rows(self.query_one(Input).value))

    def _row(self, sign: str, words: str) -> list[tuple[str, str]]:
        """Draw a row with its words wrapped beside the keys, or below them in a narrow window."""
        room = min(_WIDEST, self.app.size.width * 96 // 100) - _EDGES
        indent = 4 if room < _NARROW else _KEYS + 2
        lines = wrap(words, room - indent, len(words))
        head = f"  {sign}"
        if cell_len(head) + 1 > indent:
            head += f"\n{' ' * indent}"
        else:
            head += " " * (indent - cell_len(head))
        said = f"\n{' ' * indent}".join(lines)
        return [(head, "bold $foreground"), (f"{said}\n", "$ink-quiet")]

    def rows(self, query: str) -> Content:
        """List the commands that have all words of ``query`` in key, name, words or group, by group."""
        wanted = query.casefold().split()
        parts = self._commands(self._first, wanted) if self._first is not None else []
        # Keys of the focused part are not the page's now.
        taken = frozenset(self._first.keys) if self._first is not None else frozenset[str]()
        parts += self._commands(self._keymap, wanted, taken)
        parts += self._signs(wanted)
        if parts:
            parts[0] = (parts[0][0].lstrip("\n"), parts[0][1])
        return Content.assemble(*parts) if parts else Content("nothing matches")

    def _commands(
        self, keymap: Keymap, wanted: Sequence[str], taken: Collection[str] = ()
    ) -> list[tuple[str, str]]:
        """List the commands of a key map by group, without the keys that are ``taken``."""
        parts: list[tuple[str, str]] = []
        group = ""
        for name, command in keymap.commands.items():
            keys = "  ".join(show_key(key) for key in keymap.keys_of(name) if key not in taken)
            if not all(
                word in f"{keys} {name} {command.label()} {command.group}".casefold() for word in wanted
            ):
                continue
            if command.group != group:
                group = command.group
                parts.append((f"\n{group}\n", "bold $cursor"))
            parts += self._row(keys, command.label())
        for clash in keymap.conflicts if not wanted else ():
            parts.append((f"\n! {show_key(clash.key)} is wanted by {clash.kept} and {clash.lost}\n", "$late"))
        return parts

    def _signs(self, wanted: Sequence[str]) -> list[tuple[str, str]]:
        """List the signs on a board that match, with their meanings."""
        signs = [
            pair for pair in SIGNS if all(word in f"{' '.join(pair)} signs".casefold() for word in wanted)
        ]
        rows = [part for sign, words in signs for part in self._row(sign, words)]
        return [("\nSigns\n", "bold $cursor"), *rows] if signs else []

    def action_scroll(self, by: int) -> None:
        """Scroll by ``by`` lines."""
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)
