"""A line to type in, laid over the place on the board that it is about."""

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.widgets import Input

from tui.presentation.safe_text import safe_line

HEIGHT = 3
"""Lines it takes."""


class LineInput(Input):
    """The input."""

    class Pasted(Message):
        """Several lines were pasted; the toolkit would keep the first and drop the rest without a word."""

        def __init__(self, lines: tuple[str, ...]) -> None:
            super().__init__()
            self.lines = lines

    def _on_paste(self, event: events.Paste) -> None:
        lines = tuple(stripped for line in event.text.splitlines() if (stripped := line.strip()))
        if len(lines) > 1:
            event.stop()
            event.prevent_default()
            self.post_message(self.Pasted(lines))


class LineEditor(Container):
    """One line, one purpose at a time.

    Attributes:
        purpose: What is typed; "" while it is closed.
    """

    can_focus = False

    class Said(Message):
        """The base of what it says.

        Attributes:
            purpose: What the line is for.
            text: What was typed.
        """

        def __init__(self, purpose: str, text: str = "") -> None:
            super().__init__()
            self.purpose, self.text = purpose, text

    class Entered(Said):
        """Enter was pressed; the line stays open, with its text, until it is closed or cleared."""

    class Typed(Said):
        """The text is different."""

    class Lines(Said):
        """Several lines were pasted.

        Attributes:
            lines: Those that hold anything, stripped. Where enter asks for another line, what was typed before is
                in the first and last of them; it is still in the line, too.
        """

        def __init__(self, purpose: str, lines: tuple[str, ...]) -> None:
            super().__init__(purpose)
            self.lines = lines

    class Left(Said):
        """It was closed without enter.

        Attributes:
            forgotten: The draft that was offered and not taken; "" when there was none, or something was typed.
        """

        def __init__(self, purpose: str, text: str, forgotten: str) -> None:
            super().__init__(purpose, text)
            self.forgotten = forgotten

    class Took(Said):
        """The draft that was offered is what is typed now."""

    def __init__(self) -> None:
        super().__init__()
        self.display = False
        self.purpose = self._offer = self._began = ""
        self._repeats = False

    def compose(self) -> ComposeResult:
        """The line."""
        yield LineInput(select_on_focus=False)

    @property
    def line(self) -> LineInput:
        """The input itself."""
        return self.query_one(LineInput)

    def open(
        self,
        purpose: str,
        region: Region,
        *,
        value: str = "",
        placeholder: str = "",
        repeats: bool = False,
        offer: str = "",
    ) -> None:
        """Be typed in, at ``region`` of the screen.

        Args:
            purpose: What is typed; when it is open for that already it only moves, and keeps its text.
            region: Where; the height is its own.
            value: What stands there already.
            placeholder: What to type, shown while nothing is.
            repeats: Whether enter asks for another line.
            offer: What was left unfinished: it stands below the line, never in it, until it is taken.
        """
        self.styles.offset = region.offset
        self.styles.width = region.width
        if purpose == self.purpose:
            return
        self.purpose = purpose
        self.display = True
        line = self.line
        self._repeats, self._began = repeats, value
        line.placeholder = placeholder
        self._show_offer(offer)
        with self.prevent(Input.Changed):
            # As it is, not as it is shown: what is not touched must not change. The app's net is over what is drawn.
            line.value = value
        line.cursor_position = len(line.value)
        line.focus()

    def clear(self) -> None:
        """Be empty for the next line: what was typed is kept elsewhere now."""
        with self.prevent(Input.Changed):
            self.line.value = self._began = ""

    def close(self) -> None:
        """Be gone."""
        self.purpose = ""
        self.display = False
        self.screen.set_focus(None)

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
        """Close on escape, take on tab. Other keys go on: the toolkit finds the input's own among them at the top."""
        line = self.line
        if event.key == "escape":
            event.stop()
            forgotten = self._offer if line.value == self._began else ""
            left = self.Left(self.purpose, line.value, forgotten)
            self.close()
            self.post_message(left)
        elif event.key == "tab" and self._offer and line.value == self._began:
            event.stop()
            took = self.Took(self.purpose, self._offer)
            with self.prevent(Input.Changed):
                line.value = self._offer
            line.cursor_position = len(line.value)
            self._show_offer("")
            self.post_message(took)

    def _show_offer(self, text: str) -> None:
        """Say below the line what was left unfinished."""
        self._offer = text
        self.line.border_title = Content("tab takes the draft, esc forgets it") if text else ""
        self.line.border_subtitle = Content(f"draft: {safe_line(text)}") if text else ""
