"""LabelEditor: the labels of a board, to toggle on cards, create, rename, recolour and delete."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.fuzzy import Matcher
from textual.message import Message
from textual.widgets import Input, OptionList, Static

from tui.app.matching import fold
from tui.app.widgets.assist.key_line import KeyLine
from tui.app.widgets.entry import Entry
from tui.app.widgets.label_tag import color_name, swatch, tag
from tui.app.widgets.part import ScreenPart
from tui.app.widgets.rows import Row, RowList
from tui.model.label import COLORS, Label
from tui.model.values.scalars import is_local, new_local_id
from tui.model.writes.labels import AddCardLabel, CreateLabel, DeleteLabel, RemoveCardLabel, UpdateLabel
from tui.model.writes.toggle import OnCards, is_on_all, toggled
from tui.presentation.safe_text import safe_text

if TYPE_CHECKING:
    from tui.model.writes.base import Write

NUMBERED = 9
"""Number of labels that have a digit key."""

NEW = "+"
"""Row id for a new label of the typed text; no service has such an id."""

NO_COLOR = "none"
"""Row id for no colour."""

Mode = Literal["pick", "rename", "color"]

_NEW_HINT = "type or ↑↓ to find a colour · enter takes it · esc makes the label without one"

_HINTS: dict[Mode, str] = {
    "pick": "1–9, or ↑↓ and enter: on/off · type: find or make (a name like 2026: space first) · {rename-label} rename"
    " · {recolor-label} colour · {remove-label} delete · esc done",
    "rename": "enter saves the name · esc keeps the old one",
    "color": "type or ↑↓ to find a colour · enter takes it · esc back",
}
_SHORT_NEW_HINT = "type or ↑↓ to find a colour · esc makes the label without one"

_SHORT_HINTS: dict[Mode, str] = {
    "pick": "1–9 on/off · type: find or make · {recolor-label} colour · {remove-label} delete",
    "rename": "enter saves · esc keeps the old one",
    "color": "type or ↑↓ to find a colour",
}
"""The hints for a low window; the bottom line of the screen has the other keys."""

_PLACEHOLDERS: dict[Mode, str] = {
    "pick": "Find a label, or name a new one",
    "rename": "No name, only the colour",
    "color": "Find a colour",
}


class _Finder(Entry):
    """Text field that leaves digits to the label rows while it is empty."""

    leaves_digits = True

    def on_key(self, event: events.Key) -> None:
        """Leave a digit to the label rows; Textual's own handler would insert it."""
        if self.leaves_digits and not self.value and (event.character or "").isdecimal():
            event.prevent_default()


class LabelEditor(ScreenPart):
    """The labels of a board below a text field."""

    part = "The labels"

    @dataclass
    class Wrote(Message):
        """Message that the user changed something.

        Attributes:
            writes: Writes to submit, in order.
            seen: Values by field when the user began to edit.
        """

        writes: tuple[Write, ...]
        seen: Mapping[str, object]

    class Done(Message):
        """Message that the user left the labels."""

    @dataclass
    class ModeChanged(Message):
        """Message that the meaning of enter and esc has changed."""

        mode: Mode

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._board_id = ""
        self._labels: tuple[Label, ...] = ()
        self._on_cards: OnCards = {}
        self._mode: Mode = "pick"
        self._target: Label | None = None
        self._new_id = ""
        self._chose_by_digit = False  # whether the last action was a digit
        self._last_try: tuple[Mode, Label | None, str] = ("pick", None, "")
        self._initial: dict[str, object] = {}

    def compose(self) -> ComposeResult:
        """Yield the text field, the labels, and the key hints."""
        yield _Finder(id="label-entry")
        rows = RowList(id="label-rows")
        # The text field keeps the focus; if the rows had it, typed text and esc would be lost.
        rows.can_focus = False
        yield rows
        yield KeyLine(id="label-hint")

    def show(
        self,
        board_id: str,
        labels: Sequence[Label],
        on_cards: OnCards,
        bound: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Draw the labels of a board; the cursor stays where it is.

        Args:
            board_id: The board.
            labels: Its labels, in the order to show them.
            on_cards: Label ids of the cards to change, by card id.
            bound: The service's ids by the local ids they have just replaced.
        """
        self._board_id, self._labels, self._on_cards = board_id, tuple(labels), on_cards
        if self._target is not None:
            ident = bound.get(self._target.id, self._target.id)
            # A label that is being created is not in ``labels`` yet.
            self._target = next((x for x in labels if x.id == ident), self._target)
        self._draw(bound)
        made = bound.get(self._new_id, self._new_id)
        if self._label(made) is not None:
            self._rows.move_cursor_to(made)
            self._new_id = ""

    def focus(self, scroll_visible: bool = True) -> LabelEditor:
        """Focus the text field; arrow keys in it move the rows' cursor."""
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
        """Whether labels are shown, not colours or a name being edited."""
        return self._mode == "pick"

    @property
    def numbered(self) -> bool:
        """Whether a digit chooses a label now, instead of being typed as text."""
        return self.picking and not self._entry.value

    # --- the verbs -----------------------------------------------------------------

    def toggle_nth(self, number: int) -> None:
        """Toggle the label with that digit on the cards."""
        if number <= len(self._labels):
            label = self._labels[number - 1]
            self._rows.move_cursor_to(label.id)
            self._toggle(label)
            self._chose_by_digit = True

    def step(self, by: int) -> None:
        """Move the rows' cursor by so many rows."""
        rows, self._chose_by_digit = self._rows, False
        if rows.option_count:
            rows.highlighted = max(0, min((rows.highlighted or 0) + by, rows.option_count - 1))

    def rename(self) -> None:
        """Edit the name of the label under the cursor."""
        if label := self._label(self._rows.current):
            self._initial = {"name": label.name, "color": label.color}
            self._set_mode("rename", label, label.name)

    def recolor(self) -> None:
        """Show the colours for the label under the cursor."""
        if label := self._label(self._rows.current):
            self._initial = {"name": label.name, "color": label.color}
            self._set_mode("color", label)

    def delete(self) -> None:
        """Delete the label under the cursor, and remove it from every card."""
        if label := self._label(self._rows.current):
            self._write(DeleteLabel(**self._ids(label)))

    def _toggle(self, label: Label) -> None:
        of = self._ids(label)
        writes = toggled(
            self._on_cards,
            label.id,
            put_on=lambda card_id: AddCardLabel(**of, card_id=card_id),
            take_off=lambda card_id: RemoveCardLabel(**of, card_id=card_id),
        )
        self._write(*writes)

    # --- the line ------------------------------------------------------------------

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._chose_by_digit = False
        if self._mode != "rename":
            self._draw()
            self._find_best(_name_of(event.value))

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        if self._mode == "rename" and self._target is not None:
            self._rename_to(self._target, event.value.strip())
        elif self.numbered and self._chose_by_digit:
            # Enter closes the editor; toggling a label would undo what the digit did.
            self.post_message(self.Done())
        else:
            self._act_on(self._rows.current)

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._entry.focus()
        if self._mode != "rename":
            self._act_on(event.option_id)

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
        if self._mode == "color" and self._target is not None and self._is_new(self._target):
            # Enter on its name has confirmed the label; only its colour is missing.
            self._set_color(self._target, None)
        elif self._mode != "pick" or self._entry.value:
            self._set_mode("pick", None)
        else:
            self.post_message(self.Done())

    def _act_on(self, row: str | None) -> None:
        """Act on a row: set the colour, create a label, or toggle one."""
        if self._mode == "color" and self._target is not None and row is not None:
            self._set_color(self._target, None if row == NO_COLOR else row)
        elif row == NEW:
            name = _name_of(self._entry.value)
            self._set_mode("color", Label(id=new_local_id(), id_board=self._board_id, name=name))
        elif label := self._label(row):
            self._toggle(label)
            self._entry.value = ""

    def unsent(self) -> None:
        """Put a name that could not be stored back into the text field."""
        mode, about, name = self._last_try
        if name:
            self._set_mode(mode, about, name)

    def _rename_to(self, label: Label, name: str) -> None:
        if not name and label.color is None:
            self._show_hint("A label without a colour needs a name")
            return
        if name != label.name:
            self._last_try = ("rename", label, name)
            self._write(UpdateLabel(**self._ids(label), name=name, color=label.color))
        self._set_mode("pick", None)

    def _set_color(self, label: Label, color: str | None) -> None:
        if not label.name and color is None:
            self._show_hint("A label without a name needs a colour")
            return
        if self._label(label.id) is None:
            self._last_try, self._new_id = ("pick", None, label.name), label.id
            put_on = (AddCardLabel(**self._ids(label), card_id=card) for card in self._on_cards)
            self._write(CreateLabel(**self._ids(label), name=label.name, color=color), *put_on)
        elif color != label.color:
            self._write(UpdateLabel(**self._ids(label), name=label.name, color=color))
        self._set_mode("pick", None)

    # --- drawing -------------------------------------------------------------------

    def _set_mode(self, mode: Mode, about: Label | None, value: str = "") -> None:
        back = self._target
        self._mode, self._target = mode, about
        self.post_message(self.ModeChanged(mode))
        self._entry.leaves_digits = mode == "pick"
        with self.prevent(Input.Changed):
            self._entry.value = value
            self._entry.cursor_position = len(value)
        self._draw()
        if mode == "pick" and back is not None:
            self._rows.move_cursor_to(back.id)
        elif mode == "color" and about is not None and about.color:
            self._rows.move_cursor_to(about.color)

    def _find_best(self, typed: str) -> None:
        """Put the cursor on the row with the typed name, or else on the first."""
        names = {label.id: label.name or color_name(label.color) for label in self._labels}
        if self._mode == "color":
            names = {color or NO_COLOR: color_name(color) for color in (*COLORS, None)}
        shown = [option.id or "" for option in self._rows.options]
        if typed and shown:
            called = (ident for ident in shown if fold(names.get(ident, "")) == fold(typed))
            self._rows.move_cursor_to(next(called, shown[0]))

    def on_resize(self) -> None:
        """Show the hint for the height of the window."""
        self._show_keys()

    def _draw(self, bound: Mapping[str, str] = MappingProxyType({})) -> None:
        self._rows.show(self._visible_rows(), bound=bound)
        self._entry.example = _PLACEHOLDERS[self._mode]
        self._show_keys()

    def _is_new(self, label: Label) -> bool:
        """Return whether a label is being created, and has a name already."""
        return bool(label.name) and is_local(label.id) and self._label(label.id) is None

    def _visible_rows(self) -> list[Row]:
        if self._mode == "color":
            return _colors(self._entry.value, dark=self.app.current_theme.dark)
        return self._label_rows(_name_of(self._entry.value) if self._mode == "pick" else "")

    def _label_rows(self, typed: str) -> list[Row]:
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
        on_some = any(label.id in (labels or ()) for labels in self._on_cards.values())
        mark = "☐" if not on_some else ("☑" if is_on_all(self._on_cards, label.id) else "▣")
        return Content.assemble(
            (f"{key} ", "$ink-quiet"),
            f"{mark} ",
            tag(label, dark=self.app.current_theme.dark),
            (f"  {color_name(label.color)}" if label.name else "", "$ink-quiet"),
        )

    def _label(self, ident: str | None) -> Label | None:
        return next((label for label in self._labels if label.id == ident), None)

    def _ids(self, label: Label) -> dict[str, str]:
        return {"board_id": self._board_id, "label_id": label.id}

    def _write(self, *writes: Write) -> None:
        if writes:
            changes = any(isinstance(write, UpdateLabel) for write in writes)
            self.post_message(self.Wrote(writes, self._initial if changes else {}))

    def _show_hint(self, words: str) -> None:
        self.query_one("#label-hint", Static).update(Content(words))

    def _show_keys(self) -> None:
        is_new = self._mode == "color" and self._target is not None and self._is_new(self._target)
        if self.screen.has_class("-short"):
            words = _SHORT_NEW_HINT if is_new else _SHORT_HINTS[self._mode]
        else:
            words = _NEW_HINT if is_new else _HINTS[self._mode]
        self._show_hint(self.with_keys(words))


def _name_of(typed: str) -> str:
    """Return the typed name, without the sign that marks a label in other fields."""
    return typed.strip().removeprefix("#").strip()


def _colors(typed: str, *, dark: bool) -> list[Row]:
    matcher = Matcher(typed.strip())
    rows: list[Row] = []
    for color in (*COLORS, None):
        name = color_name(color)
        if not typed.strip() or matcher.match(name) > 0:
            rows.append((color or NO_COLOR, swatch(color, dark=dark) + f" {name}"))
    return rows
