"""LabelEditor: the labels of a board, put on cards and taken off, made, named, coloured and deleted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.fuzzy import Matcher
from textual.message import Message
from textual.widgets import Input, OptionList, Static

from tui.app.widgets.entry import Entry
from tui.app.widgets.label_tag import color_name, swatch, tag
from tui.app.widgets.part import ScreenPart
from tui.app.widgets.rows import Row, RowList
from tui.model.base import new_local_id
from tui.model.label import COLORS, Label
from tui.model.writes.labels import AddCardLabel, CreateLabel, DeleteLabel, RemoveCardLabel, UpdateLabel
from tui.presentation.safe_text import safe_text

if TYPE_CHECKING:
    from tui.model.writes.base import Write

NUMBERED = 9
"""Labels that have a digit for a key."""

NEW = "+"
"""Row that makes a label of what was typed. No id of a service looks like it."""

NO_COLOR = "none"
"""Row that stands for no colour."""

Mode = Literal["pick", "rename", "color"]
Worn = Mapping[str, frozenset[str]]
"""Card id to the ids of the labels it wears."""

_HINTS: dict[Mode, str] = {
    "pick": "1–9 or enter: on/off · type: find or make (a name like 2026: space first) · {rename-label} rename"
    " · {recolor-label} colour · {remove-label} delete · esc done",
    "rename": "enter saves the name · esc keeps the old one",
    "color": "type or ↑↓ to find a colour · enter takes it · esc back",
}
_PLACEHOLDERS: dict[Mode, str] = {
    "pick": "Find a label, or name a new one",
    "rename": "No name, only the colour",
    "color": "Find a colour",
}


class _Finder(Entry):
    """The line. Digits are left to the labels while it is empty.

    Attributes:
        leaves_digits: Whether labels are shown that have digits for keys.
    """

    leaves_digits = True

    def on_key(self, event: events.Key) -> None:
        """Leave a digit to the labels. The toolkit's own handler would take it as text."""
        if self.leaves_digits and not self.value and (event.character or "").isdecimal():
            event.prevent_default()


class LabelEditor(ScreenPart):
    """A line to type in above the labels of the board."""

    part = "The labels"

    @dataclass
    class Wrote(Message):
        """The user changed something.

        Attributes:
            ops: What to submit, in order.
            seen: By field, what it said when the user began to change it.
        """

        editor: LabelEditor
        ops: tuple[Write, ...]
        seen: Mapping[str, object]

        @property
        def control(self) -> LabelEditor:
            """The editor that was used."""
            return self.editor

    @dataclass
    class Done(Message):
        """The user is done with labels."""

        editor: LabelEditor

        @property
        def control(self) -> LabelEditor:
            """The editor that was left."""
            return self.editor

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own name
        super().__init__(id=id)
        self._board_id = ""
        self._labels: tuple[Label, ...] = ()
        self._worn: Worn = {}
        self._mode: Mode = "pick"
        self._about: Label | None = None
        self._made = ""
        self._tried: tuple[Mode, Label | None, str] = ("pick", None, "")
        self._was: dict[str, object] = {}

    def compose(self) -> ComposeResult:
        """The line, the labels, and what the keys do."""
        yield _Finder(id="label-entry")
        rows = RowList(id="label-rows")
        # The line has the keys at all times: with tab in the list, nothing would hear what is typed, nor esc.
        rows.can_focus = False
        yield rows
        yield Static(id="label-hint")

    def show(
        self, board_id: str, labels: Sequence[Label], worn: Worn, bound: Mapping[str, str] | None = None
    ) -> None:
        """Draw the labels of a board, the cursor staying where it is.

        Args:
            board_id: The board.
            labels: Its labels, in the order to show them.
            worn: The cards they go on, and what those wear now.
            bound: Local ids that have just become the service's.
        """
        self._board_id, self._labels, self._worn = board_id, tuple(labels), worn
        if self._about is not None:
            ident = (bound or {}).get(self._about.id, self._about.id)
            # A label that is being made is not among them yet.
            self._about = next((x for x in labels if x.id == ident), self._about)
        self._draw(bound)
        made = (bound or {}).get(self._made, self._made)
        if self._label(made) is not None:
            self._rows.point(made)
            self._made = ""

    def focus(self, scroll_visible: bool = True) -> LabelEditor:
        """Give the keys to the line; it hands the arrows on to the list."""
        self._entry.focus(scroll_visible)
        return self

    @property
    def _entry(self) -> _Finder:
        return self.query_one("#label-entry", _Finder)

    @property
    def _rows(self) -> RowList:
        return self.query_one("#label-rows", RowList)

    @property
    def picking(self) -> bool:
        """Whether labels are shown, and not colours or a name that is changed."""
        return self._mode == "pick"

    @property
    def numbered(self) -> bool:
        """Whether a digit stands for a label now, and is not text."""
        return self.picking and not self._entry.value

    # --- the verbs -----------------------------------------------------------------

    def turn_nth(self, number: int) -> None:
        """Put the label with that digit on, or take it off."""
        if number <= len(self._labels):
            label = self._labels[number - 1]
            self._rows.point(label.id)
            self._toggle(label)

    def step(self, by: int) -> None:
        """Move the list's cursor from the line."""
        rows = self._rows
        if rows.option_count:
            rows.highlighted = max(0, min((rows.highlighted or 0) + by, rows.option_count - 1))

    def rename(self) -> None:
        """Rename the label under the cursor."""
        if label := self._label(self._rows.current):
            self._was = {"name": label.name, "color": label.color}
            self._turn("rename", label, label.name)

    def recolor(self) -> None:
        """Give the label under the cursor another colour."""
        if label := self._label(self._rows.current):
            self._was = {"name": label.name, "color": label.color}
            self._turn("color", label)

    def delete(self) -> None:
        """Delete the label under the cursor, and take it off every card."""
        if label := self._label(self._rows.current):
            self._write(DeleteLabel(**self._of(label)))

    def _toggle(self, label: Label) -> None:
        wearing = {card for card, labels in self._worn.items() if label.id in labels}
        if len(wearing) == len(self._worn):
            self._write(*(RemoveCardLabel(**self._of(label), card_id=card) for card in self._worn))
        else:
            cards = (card for card in self._worn if card not in wearing)
            self._write(*(AddCardLabel(**self._of(label), card_id=card) for card in cards))

    # --- the line ------------------------------------------------------------------

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        if self._mode != "rename":
            self._draw()

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        if self._mode == "rename" and self._about is not None:
            self._renamed(self._about, event.value.strip())
        else:
            self._take(self._rows.current)

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._entry.focus()
        if self._mode != "rename":
            self._take(event.option_id)

    @on(OptionList.OptionHighlighted)
    def _walked(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()

    @on(Entry.Lines)
    def _pasted(self, event: Entry.Lines) -> None:
        event.stop()
        self._entry.insert_text_at_cursor(" ".join(event.lines))

    @on(Entry.Left)
    def _left(self, event: Entry.Left) -> None:
        event.stop()
        if self._mode != "pick" or self._entry.value:
            self._turn("pick", None)
        else:
            self.post_message(self.Done(self))

    def _take(self, row: str | None) -> None:
        """Do what the row under the cursor stands for."""
        if self._mode == "color" and self._about is not None and row is not None:
            self._colored(self._about, None if row == NO_COLOR else row)
        elif row == NEW:
            name = self._entry.value.strip()
            self._turn("color", Label(id=new_local_id(), id_board=self._board_id, name=name))
        elif label := self._label(row):
            self._toggle(label)
            self._entry.value = ""

    def unsent(self) -> None:
        """Take back a name that could not be kept: it is in the line again."""
        mode, about, name = self._tried
        if name:
            self._turn(mode, about, name)

    def _renamed(self, label: Label, name: str) -> None:
        if not name and label.color is None:
            self._say("A label without a colour needs a name")
            return
        if name != label.name:
            self._tried = ("rename", label, name)
            self._write(UpdateLabel(**self._of(label), name=name, color=label.color))
        self._turn("pick", None)

    def _colored(self, label: Label, color: str | None) -> None:
        if not label.name and color is None:
            self._say("A label without a name needs a colour")
            return
        if self._label(label.id) is None:
            self._tried, self._made = ("pick", None, label.name), label.id
            wear = (AddCardLabel(**self._of(label), card_id=card) for card in self._worn)
            self._write(CreateLabel(**self._of(label), name=label.name, color=color), *wear)
        elif color != label.color:
            self._write(UpdateLabel(**self._of(label), name=label.name, color=color))
        self._turn("pick", None)

    # --- drawing -------------------------------------------------------------------

    def _turn(self, mode: Mode, about: Label | None, value: str = "") -> None:
        back = self._about
        self._mode, self._about = mode, about
        self._entry.leaves_digits = mode == "pick"
        with self.prevent(Input.Changed):
            self._entry.value = value
            self._entry.cursor_position = len(value)
        self._draw()
        if mode == "pick" and back is not None:
            self._rows.point(back.id)
        elif mode == "color" and about is not None and about.color:
            self._rows.point(about.color)

    def _draw(self, bound: Mapping[str, str] | None = None) -> None:
        self._rows.show(self._shown(), bound=bound)
        self._entry.placeholder = _PLACEHOLDERS[self._mode]
        self._say(self.spelled(_HINTS[self._mode]).replace("ctrl+", "^"))

    def _shown(self) -> list[Row]:
        if self._mode == "color":
            return _colors(self._entry.value, dark=self.app.current_theme.dark)
        return self._found(self._entry.value.strip() if self._mode == "pick" else "")

    def _found(self, typed: str) -> list[Row]:
        matcher = Matcher(typed)
        rows: list[Row] = []
        for number, label in enumerate(self._labels, 1):
            key = str(number) if number <= NUMBERED and not typed else " "
            if not typed or matcher.match(f"{label.name} {color_name(label.color)}") > 0:
                rows.append((label.id, self._line(key, label)))
        if typed:
            rows.append((NEW, Content(f"  + Make the label “{safe_text(typed)}”")))
        elif not rows:
            rows.append((NEW, Content("  + No label on this board yet: type a name to make one")))
        return rows

    def _line(self, key: str, label: Label) -> Content:
        wearing = sum(label.id in labels for labels in self._worn.values())
        mark = "☐" if not wearing else ("☑" if wearing == len(self._worn) else "▣")
        return Content.assemble(
            (f"{key} ", "$ink-quiet"),
            f"{mark} ",
            tag(label, dark=self.app.current_theme.dark),
            (f"  {color_name(label.color)}" if label.name else "", "$ink-quiet"),
        )

    def _label(self, ident: str | None) -> Label | None:
        return next((label for label in self._labels if label.id == ident), None)

    def _of(self, label: Label) -> dict[str, str]:
        return {"board_id": self._board_id, "label_id": label.id}

    def _write(self, *ops: Write) -> None:
        if ops:
            changes = any(isinstance(op, UpdateLabel) for op in ops)
            self.post_message(self.Wrote(self, ops, self._was if changes else {}))

    def _say(self, words: str) -> None:
        self.query_one("#label-hint", Static).update(Content(words))


def _said(label: Label) -> str:
    return f"“{safe_text(label.name)}”" if label.name else f"the {color_name(label.color)} label"


def _colors(typed: str, *, dark: bool) -> list[Row]:
    matcher = Matcher(typed.strip())
    rows: list[Row] = []
    for color in (*COLORS, None):
        name = color_name(color)
        if not typed.strip() or matcher.match(name) > 0:
            rows.append((color or NO_COLOR, swatch(color, dark=dark) + f" {name}"))
    return rows
