"""HelpScreen: a box with every key of a screen and its meaning; typing filters it, enter runs a command."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tui.app.commands.keymap import Keymap, show_key, show_keys
from tui.app.drawing.wrapping import wrap
from tui.app.palette.lines import PART
from tui.app.palette.synonyms import SYNONYMS
from tui.app.palette.titles import title_of
from tui.app.screens.boxes.box import Box
from tui.app.widgets.line_editor import FittingInput
from tui.app.widgets.rows import CountedOptions

if TYPE_CHECKING:
    from tui.app.commands.command import Command

SIGNS = (
    ("●", "names a person or a company"),
    ("▲ △ ◷ ✓", "due: late, within a day, later, done"),
    ("☑ 2/5", "checklist items ticked, of how many"),
    ("✎ ▤ ≡", "comments, files, a description"),
    ("▪hot", "a label, in its colour"),
    ("▣ template", "new cards are copied from it"),
    (
        "12 · 6/8",
        "in the head of a list: its cards; its cards of the most it should have, ▲ when there are more",
    ),
    ("«", "a click on it collapses the list"),
    ("‹ Won ›", "lists that are off the screen on that side"),
    ("⟳ !", "not sent yet, refused by the service"),
    ("▌ █ ◆", "cursor, card in the hand, selected card"),
)
"""The signs on a board, and their meanings."""

_KEYS = 22  # cells for the keys
_NO_KEY = "palette"  # stands for the keys of a command that has none
_NARROW = 60  # width in cells below which the words are shown under the keys
_EDGES = 6  # cells of the box's border and padding
_WIDEST = 84


class HelpScreen(Box[str | None]):
    """The help of a screen; its result is the name of the command to run, or None.

    Args:
        first: The key map of the focused part of the screen, if it has its own; it is listed first.
    """

    offers = (("enter", "run"), ("↑ ↓", "walk"), ("esc", "close"))
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1", "dismiss", show=False),
        Binding("up", "step('cursor_up')", show=False, priority=True),
        Binding("down", "step('cursor_down')", show=False, priority=True),
        Binding("pageup", "step('page_up')", show=False, priority=True),
        Binding("pagedown", "step('page_down')", show=False, priority=True),
        Binding("home", "step('first')", show=False, priority=True),
        Binding("end", "step('last')", show=False, priority=True),
    ]

    def __init__(self, keymap: Keymap, first: Keymap | None = None) -> None:
        super().__init__()
        self._keymap, self._first = keymap, first
        self._drawn_width = 0  # of the terminal, when the rows were wrapped

    def compose(self) -> ComposeResult:
        """Yield the filter input and the keys."""
        with Vertical(classes="box"):
            yield Static(Content("Keys and signs"), classes="title")
            yield FittingInput(placeholder="type to narrow")
            # They come with the first paint, which would otherwise be of an empty box.
            rows = CountedOptions(*self.rows(""), markup=False)
            rows.can_focus = False
            rows.highlighted = None  # a list that is given its rows at once begins at the first
            yield rows

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the rows that match."""
        event.stop()
        self._show(event.value)

    def on_resize(self) -> None:
        """Fit the rows to a new width."""
        if self._drawn_width != self.app.size.width:
            self._show(self.query_one(Input).value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Run the command under the cursor."""
        event.stop()
        option = self.query_one(OptionList).highlighted_option
        if option is not None:
            _ = self.dismiss(option.id)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Run the command that was clicked."""
        event.stop()
        _ = self.dismiss(event.option_id)

    def _show(self, query: str) -> None:
        rows = self.query_one(OptionList)
        rows.clear_options()
        rows.add_options(self.rows(query))
        # Without a filter the top is shown; with one, the cursor is put on the first command.
        if query.strip():
            rows.action_first()

    @property
    def _room(self) -> int:
        """The cells for a row."""
        return min(_WIDEST, self.app.size.width * 96 // 100) - _EDGES

    def rows(self, query: str) -> list[Option]:
        """List the commands that have all words of ``query`` in key, name, words, group or synonyms, by group."""
        wanted = query.casefold().split()
        self._drawn_width = self.app.size.width
        rows = self._commands(self._first, wanted, prefix=PART) if self._first is not None else []
        # Keys that the focused part takes do not reach the page now.
        taken = frozenset(self._first.keys) if self._first is not None else frozenset[str]()
        rows += self._commands(self._keymap, wanted, taken)
        rows += self._signs(wanted)
        if rows:
            return rows
        nothing = "nothing matches: try one other word, or empty the line to see all"
        return [Option(Content("\n".join(wrap(nothing, self._room, 2))), disabled=True)]

    def _commands(
        self, keymap: Keymap, wanted: Sequence[str], taken: Collection[str] = (), *, prefix: str = ""
    ) -> list[Option]:
        """List the commands of a key map by group, without the keys that are ``taken``."""
        rows, room = list[Option](), self._room
        group = series = ""
        groups = list(dict.fromkeys(command.group for command in keymap.commands.values()))
        # Tuples of commands share groups: each stands once, where it comes first.
        by_group = sorted(keymap.commands.items(), key=lambda item: groups.index(item[1].group))
        for name, command in by_group:
            keys = show_keys(key for key in keymap.keys_of(name) if key not in taken)
            if wanted and not _has_all(f"{keys} {name}", command, wanted):
                continue
            if command.group != group:
                group = command.group
                rows.append(_heading(group))
            words = command.label()
            if not wanted and _in_span(keymap, command):
                if command.series == series:
                    continue
                series = words = command.series
                keys = _span(keymap, series)
            rows.append(Option(_row(keys or _NO_KEY, words, room), id=f"{prefix}{name}"))
        for clash in keymap.conflicts if not wanted else ():
            words = f"! {show_key(clash.key)} is wanted by {clash.kept} and {clash.lost}"
            rows.append(Option(Content.styled(words, "$late"), disabled=True))
        return rows

    def _signs(self, wanted: Sequence[str]) -> list[Option]:
        """List the signs on a board that match, with their meanings."""
        signs = [
            pair for pair in SIGNS if all(word in f"{' '.join(pair)} signs".casefold() for word in wanted)
        ]
        rows = [Option(_row(sign, words, self._room), disabled=True) for sign, words in signs]
        return [_heading("Signs"), *rows] if signs else []

    async def action_step(self, step: str) -> None:
        """Move the cursor by a step or a page, which begins at the top."""
        rows = self.query_one(OptionList)
        if rows.highlighted is None and step.startswith("page"):
            rows.action_first()  # otherwise the toolkit goes to the end
        await rows.run_action(step)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave home and end to the line while something is typed in it."""
        if action == "step" and parameters[0] in {"first", "last"}:
            return not self.query_one(Input).value
        return super().check_action(action, parameters)


@lru_cache(512)
def _row(sign: str, words: str, room: int) -> Content:
    """Draw a row with its words wrapped beside the keys, or below them in a narrow window."""
    indent = 4 if room < _NARROW else _KEYS + 2
    lines = wrap(words, room - indent, len(words))
    head = f"  {sign}"
    if cell_len(head) + 1 > indent:
        head += f"\n{' ' * indent}"
    else:
        head += " " * (indent - cell_len(head))
    said = f"\n{' ' * indent}".join(lines)
    return Content.assemble((head, "bold $foreground"), (said, "$ink-quiet"))


def _has_all(called: str, command: Command[Any], wanted: Sequence[str]) -> bool:
    """Return whether all words are in the keys and name of a command, in what it does, or in its synonyms."""
    also = SYNONYMS.get(command.name(), "")
    said = f"{called} {title_of(command)} {command.label()} {command.group} {also}".casefold()
    return all(word in said for word in wanted)


def _in_span(keymap: Keymap, command: Command[Any]) -> bool:
    """Return whether a command belongs to a series and has its default key; spans show only those."""
    return bool(command.series) and keymap.keys_of(command.name()) == command.keys


def _span(keymap: Keymap, series: str) -> str:
    """Return the keys of the first and the last command of a series."""
    among = [one for one in keymap.commands.values() if one.series == series and _in_span(keymap, one)]
    return " … ".join(show_key(one.keys[0]) for one in dict.fromkeys((among[0], among[-1])))


def _heading(words: str) -> Option:
    return Option(Content.styled(words, "bold $cursor"), disabled=True)
