"""LineEditor: a text field laid over the place on the board that it edits."""

import unicodedata
from collections.abc import Callable, Sequence

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import Reactive
from textual.suggester import Suggester
from textual.widgets import Input

from tui.app.drawing.wrapping import fit
from tui.presentation.safe_text import safe_line

HEIGHT = 3
"""Height in lines."""


_CONTROLS = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Categories of characters that are no text of one line."""


def unprintable_text(event: events.Key) -> str:
    """Return the text of a key that Python calls unprintable, and that Textual would drop; "" for other keys.

    It is the wide or the narrow blank of a keyboard, a joiner of Persian, Hindi or an emoji, and any emoji that is
    newer than this Python.
    """
    typed = event.character or ""
    if len(typed) != 1 or typed.isprintable() or unicodedata.category(typed) in _CONTROLS:
        return ""
    return typed


class FittingInput(Input):
    """A text field that shows its cursor and as much of its placeholder as fits, whatever its width."""

    # Its size does not depend on its text, or Textual would lay the screen out at each letter.
    virtual_size = Reactive(Size(0, 0), layout=False)

    def __init__(
        self,
        value: str | None = None,
        *,
        placeholder: str = "",
        select_on_focus: bool = False,
        password: bool = False,
        id: str | None = None,
    ) -> None:
        super().__init__(
            value, placeholder=placeholder, select_on_focus=select_on_focus, password=password, id=id
        )
        self._example = placeholder

    def on_mount(self) -> None:
        """Turn the blinking cursor off, because it repaints an idle screen."""
        self.cursor_blink = False

    @property
    def example(self) -> str:
        """The whole placeholder."""
        return self._example

    @example.setter
    def example(self, text: str) -> None:
        self._example = text
        self.placeholder = fit(text, self.content_size.width or len(text))

    def on_resize(self) -> None:
        """Scroll to the cursor, which Textual leaves outside of a narrower field, and fit the placeholder."""
        self.example = self._example
        self.scroll_to_region(Region(self._cursor_offset, 0, 1, 1), force=True, animate=False)

    async def _on_key(self, event: events.Key) -> None:
        if typed := unprintable_text(event):
            event.stop()
            event.prevent_default()
            self.replace(typed, *self.selection)


def taken_lines(event: events.Paste) -> tuple[str, ...]:
    """Take a paste of several lines, of which Textual would silently drop all but the first; () for any other.

    Between the cells of a spreadsheet's row, which are pasted with tabs, a comma is put.
    Textual's own handler, which runs next, pastes a single line.
    """
    rows = (filter(None, map(str.strip, line.split("\t"))) for line in event.text.splitlines())
    lines = tuple(filter(None, map(", ".join, rows)))
    if "\t" in event.text:
        event.text = "\n".join(lines)
    if len(lines) < 2:
        return ()
    event.stop()
    event.prevent_default()
    return lines


class LineInput(FittingInput):
    """The text field itself, which reports a paste of several lines."""

    class Pasted(Message):
        """Message that several lines were pasted."""

        def __init__(self, lines: tuple[str, ...]) -> None:
            super().__init__()
            self.lines = lines

    def _on_paste(self, event: events.Paste) -> None:
        if lines := taken_lines(event):
            self.post_message(self.Pasted(lines))


class LineSuggester(Suggester):
    """Completes the text by a function, which returns it unchanged if nothing fits."""

    def __init__(self, complete: Callable[[str], str]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._complete = complete

    async def get_suggestion(self, value: str) -> str | None:
        """Return the completed text, or None."""
        completed = self._complete(value)
        return completed if completed != value and completed.startswith(value) else None


class LineEditor(Container):
    """Text field for one line, used for one purpose at a time.

    Attributes:
        purpose: What the text is for; "" while the field is closed.
    """

    can_focus = False

    class Said(Message):
        """Base of its messages."""

        def __init__(self, purpose: str, text: str = "") -> None:
            super().__init__()
            self.purpose, self.text = purpose, text

    class Entered(Said):
        """Message that enter was pressed; the field stays open, with its text, until closed or cleared."""

    class Typed(Said):
        """Message that the text changed."""

    class Lines(Said):
        """Message that several lines were pasted.

        Attributes:
            lines: The lines that are not blank, stripped. In a field that repeats, the text around the cursor
                is added to the first and the last; it also stays in the field.
        """

        def __init__(self, purpose: str, lines: tuple[str, ...]) -> None:
            super().__init__(purpose)
            self.lines = lines

    class Left(Said):
        """Message that the field was closed without enter.

        Attributes:
            offered: Whether a draft was offered, and neither taken nor replaced by other text.
        """

        def __init__(self, purpose: str, text: str, *, offered: bool) -> None:
            super().__init__(purpose, text)
            self.offered = offered

    class Took(Said):
        """Message that the user took the offered draft as the text."""

    class Literal(Said):
        """Message that ctrl+l was pressed, which toggles whether the text is taken literally."""

    class MakesLabels(Said):
        """Message that ctrl+n was pressed, which toggles whether missing labels are made."""

    def __init__(self) -> None:
        super().__init__()
        self.display = False
        self.purpose = self._offer = self._initial_text = ""
        self._repeats = False
        self._complete: Callable[[str], str] | None = None

    def compose(self) -> ComposeResult:
        """Yield the text field."""
        yield LineInput()

    @property
    def line(self) -> LineInput:
        """The text field."""
        return self.query_one(LineInput)

    def open(
        self,
        purpose: str,
        region: Region | None,
        *,
        value: str = "",
        placeholder: str = "",
        repeats: bool = False,
        offers: Sequence[str] = (),
        complete: Callable[[str], str] | None = None,
    ) -> None:
        """Open the field and focus it.

        Args:
            purpose: What the text is for; if the field is already open for it, it only moves and keeps its
                text.
            region: Region of the screen to cover, of which offset and width are used; None for the line above
                the status bar, whatever the size of the screen.
            value: Initial text.
            placeholder: Hint shown while the field is empty.
            repeats: Whether the field takes one line after another.
            offers: Unfinished drafts: the first is shown below the field until it is taken, with the number
                of others.
            complete: Completes the text, for tab.
        """
        self.set_class(region is None, "-bottom")
        self.styles.offset = None if region is None else region.offset
        self.styles.width = None if region is None else region.width
        if purpose == self.purpose:
            return
        self.purpose = purpose
        self.display = True
        line = self.line
        self._repeats, self._initial_text, self._complete = repeats, value, complete
        line.suggester = None if complete is None else LineSuggester(complete)
        line.example = placeholder
        self._show_offers(offers)
        with self.prevent(Input.Changed):
            # The value is not made safe: an unedited text must not change, and the app makes all drawn text
            # safe.
            line.value = value
        line.cursor_position = len(line.value)
        line.focus()

    def clear(self) -> None:
        """Empty the field for the next line, after the text was stored elsewhere."""
        with self.prevent(Input.Changed):
            self.line.value = self._initial_text = ""

    def close(self) -> None:
        """Hide the field."""
        self.purpose = ""
        self.display = False
        self.screen.set_focus(None)

    def on_descendant_blur(self) -> None:
        """Take the focus back from another widget: while the line is open, its page reads no keys."""
        if self.purpose and self.screen.focused is not None:
            self.line.focus()

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        event.stop()
        if self.purpose:
            self.post_message(self.Typed(self.purpose, event.value))

    @on(LineInput.Pasted)
    def _pasted(self, event: LineInput.Pasted) -> None:
        event.stop()
        lines, line = list(event.lines), self.line
        if self._repeats:
            lines[0] = line.value[: line.cursor_position] + lines[0]
            lines[-1] += line.value[line.cursor_position :]
        self.post_message(self.Lines(self.purpose, tuple(lines)))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Entered(self.purpose, event.value))

    def on_key(self, event: events.Key) -> None:
        """Close on escape, take the draft or complete on tab; other keys bubble to the input's own bindings."""
        line = self.line
        if event.key == "escape":
            event.stop()
            offered = bool(self._offer) and line.value == self._initial_text
            left = self.Left(self.purpose, line.value, offered=offered)
            self.close()
            self.post_message(left)
        elif event.key == "ctrl+l":
            event.stop()
            self.post_message(self.Literal(self.purpose, line.value))
        elif event.key == "ctrl+n":
            event.stop()
            self.post_message(self.MakesLabels(self.purpose, line.value))
        elif event.key == "tab" and self._offer and line.value == self._initial_text:
            event.stop()
            took = self.Took(self.purpose, self._offer)
            with self.prevent(Input.Changed):
                line.value = self._offer
            line.cursor_position = len(line.value)
            self._show_offers(())
            self.post_message(took)
        elif event.key == "tab" and self._complete is not None:
            event.stop()
            line.value = self._complete(line.value)
            line.cursor_position = len(line.value)

    def offer_next(self, texts: Sequence[str]) -> None:
        """Offer further drafts while the field has the taken draft, unchanged."""
        self._initial_text = self.line.value
        self._show_offers(texts, nth="next ")

    def _show_offers(self, texts: Sequence[str], nth: str = "") -> None:
        """Show the first of the offered drafts below the field, and the number of others."""
        self._offer = next(iter(texts), "")
        more = f" · {len(texts) - 1} more" if len(texts) > 1 else ""
        self.line.border_title = Content(f"tab takes the {nth}draft, esc keeps it") if texts else ""
        self.line.border_subtitle = Content(f"draft: {safe_line(self._offer)}{more}") if texts else ""
