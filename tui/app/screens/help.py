"""The help: every key of a screen and what it does, narrowed by typing."""

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from tui.app.commands.command import Keymap, show_key
from tui.app.screens.boxes.box import Box
from tui.app.widgets.card_face import wrap
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
"""What the signs on a board mean."""

_KEYS = 22  # cells for the keys
_NARROW = 60  # cells below which the words stand under the keys
_EDGES = 6  # cells of the box that are not text
_WIDEST = 84


class HelpScreen(Box[None]):
    """Shows the keys of a screen.

    Args:
        keymap: The screen's.
        aside: A heading, and the keys and words of what has the focus beside it.
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

    def __init__(self, keymap: Keymap, aside: tuple[str, Sequence[tuple[str, str]]] = ("", ())) -> None:
        super().__init__()
        self._keymap, self._aside = keymap, aside

    def compose(self) -> ComposeResult:
        """The line to narrow by, and the keys."""
        with Vertical(classes="box"):
            yield Static(Content("Keys and signs"), classes="title")
            yield Input(placeholder="type to narrow · esc closes")
            with VerticalScroll(can_focus=False):
                yield Static(self.rows(""), id="rows")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show what matches."""
        event.stop()
        self.query_one("#rows", Static).update(self.rows(event.value))

    def on_resize(self) -> None:
        """Fit the rows to the new width."""
        self.query_one("#rows", Static).update(self.rows(self.query_one(Input).value))

    def _row(self, sign: str, words: str) -> list[tuple[str, str]]:
        """A row, its words under one another; in a narrow window they stand under the keys."""
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
        """The commands with all words of ``query`` in key, name or words, under their groups."""
        wanted = query.casefold().split()
        parts: list[tuple[str, str]] = []
        group = ""
        parts += self._beside(wanted)
        # A key of the part that has the focus is not the page's now.
        aside = {key for keys, _ in self._aside[1] for key in keys.split(",")}
        for name, deed in self._keymap.deeds.items():
            keys = "  ".join(show_key(key) for key in self._keymap.keys_of(name) if key not in aside)
            if not all(word in f"{keys} {name} {deed.words()} {deed.group}".casefold() for word in wanted):
                continue
            if deed.group != group:
                group = deed.group
                parts.append((f"{'' if not parts else chr(10)}{group}\n", "bold $cursor"))
            parts += self._row(keys, deed.words())
        for clash in self._keymap.conflicts if not wanted else ():
            parts.append((f"\n! {show_key(clash.key)} is wanted by {clash.kept} and {clash.lost}\n", "$late"))
        signs = [
            (sign, words)
            for sign, words in SIGNS
            if all(w in f"{sign} {words} signs".casefold() for w in wanted)
        ]
        if signs:
            parts.append(("\nSigns\n", "bold $cursor"))
        for sign, words in signs:
            parts += self._row(sign, words)
        return Content.assemble(*parts) if parts else Content("nothing matches")

    def _beside(self, wanted: Sequence[str]) -> list[tuple[str, str]]:
        """The keys of what has the focus, under their heading."""
        heading, keys = self._aside
        fit = [
            (key, words)
            for key, words in keys
            if all(w in f"{key} {words} {heading}".casefold() for w in wanted)
        ]
        parts = [(f"{heading}\n", "bold $cursor")] if fit else []
        for key, words in fit:
            parts += self._row("  ".join(map(show_key, key.split(","))), words)
        return parts

    def action_scroll(self, by: int) -> None:
        """Scroll by so many lines."""
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)
