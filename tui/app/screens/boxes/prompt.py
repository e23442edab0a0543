"""PromptScreen: a question that is answered with a line of text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, takewhile
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from tui.app.screens.boxes.box import TextBox
from tui.app.widgets.assist.key_line import KeyLine
from tui.app.widgets.line_editor import FittingInput
from tui.presentation.safe_text import safe_line, safe_text

if TYPE_CHECKING:
    from tui.app.commands.command import Attempt, SecondLine
    from tui.app.widgets.status_bar import Hint
    from tui.errors import CardscoutError

_ROWS, _MORE = 2, 14
"""Lines for possible completions, and cells for the number of further ones."""

_SIBILANTS = ("s", "x", "z", "ch", "sh")
"""Ends of verbs that get "es" in the third person."""

_STEP = "enter goes on · esc goes back"
_STEP_KEYS: tuple[Hint, ...] = (("enter", "go on"), ("esc", "back"))


def third_person(action: str) -> str:
    """Return an imperative in the third person: ``attach`` → ``attaches``, ``keep it`` → ``keeps it``."""
    verb, *rest = action.split(" ")
    return " ".join((f"{verb}{'es' if verb.endswith(_SIBILANTS) else 's'}", *rest))


class PromptScreen(TextBox):
    """A box that asks for a line; its result is the line, or None if it was blank or the user cancelled.

    Args:
        title: The title, which tells what is asked for.
        value: Initial text, to be edited.
        offer: Initial text, selected, so that typing replaces it.
        placeholder: What to type, shown while the line is empty.
        reads: Returns the meaning of the line, shown under it during typing; raises ValueError for nonsense.
        attempt: Called with the line. If it fails, the error is shown under the line, which stays to be
            corrected: if the box closed, the text would be lost, and further typing would run commands of the
            board. A secret cannot be corrected unseen, so it is cleared.
        note: Help under the question.
        hidden: Whether the line is a secret: it is drawn as dots, and the screen cannot be captured.
        needed: Message for an empty line, on which the box stays open; if "", an empty line cancels.
        action: What enter does with the line, such as "export"; "" for the usual one.
        step: Whether it is one of several questions; esc then goes back to the previous one.
        blank: Whether an empty line is a valid answer, "".
        left: Called with the text of the line on cancel, so that it can be offered again.
        candidates: Returns the possible completions, shown if there are several.
        second: A second line, to which tab goes; enter in either answers.
    """

    default_action: ClassVar[str] = "keep it"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "give_up", show=False),
        Binding("tab", "complete", show=False, priority=True),
    ]

    def __init__(
        self,
        title: str,
        *,
        value: str = "",
        offer: str = "",
        placeholder: str = "",
        reads: Callable[[str], str] | None = None,
        attempt: Attempt | None = None,
        note: str = "",
        hidden: bool = False,
        needed: str = "",
        action: str = "",
        step: bool = False,
        blank: bool = False,
        left: Callable[[str], object] = bool,
        complete: Callable[[str], str] | None = None,
        candidates: Callable[[str], Sequence[str]] | None = None,
        second: SecondLine | None = None,
    ) -> None:
        super().__init__()
        self.secret, self._note = hidden, safe_text(note)
        self._title = safe_text(title)
        self._value, self._offered = offer or value, bool(offer)
        self._placeholder = safe_text(placeholder)
        self._attempt = attempt
        self._reads = reads
        # An extra Enter after a refusal does not mean that the user cancels.
        self._needed = needed or ("Nothing was typed" if hidden and attempt is not None else "")
        self._blank, self._left = blank, left
        self._complete, self._candidates = complete, candidates
        action = action or self.default_action
        self._keys = _STEP if step else f"enter {third_person(action)} · esc gives up"
        self.offers = _STEP_KEYS if step else (("enter", action), ("esc", "give up"))
        self._second = second
        if second is not None:
            self._offer_tab(second.title)

    def _offer_tab(self, words: str) -> None:
        """Add where tab goes to the keys."""
        self._keys = self._keys.replace(" · ", f" · tab {words} · ", 1)
        self.offers = (self.offers[0], ("tab", words), *self.offers[1:])

    def compose(self) -> ComposeResult:
        """Yield the question and the line."""
        with Vertical(classes="box"):
            yield Static(Content(self._title), classes="title")
            if self._note:
                yield Static(Content(self._note), classes="note")
            yield FittingInput(
                self._value,
                placeholder=self._placeholder,
                select_on_focus=self._offered,
                password=self.secret,
            )
            if self._second is not None:
                second = FittingInput(self._second.text, id="second", select_on_focus=True)
                second.border_title = Content(self._second.title)
                yield second
            yield KeyLine(Content(self._keys), classes="hint")

    def change_note(self, note: str) -> None:
        """Show another help under the question, in place of the one that was given."""
        self._note = safe_text(note)
        for shown in self.query(".note").results(Static):
            shown.update(Content(self._note))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Submit the answer."""
        event.stop()
        # A secret may begin or end with a space.
        line = self.query_one(Input).value
        answer = line if self.secret else line.strip()
        if self._needed and not answer.strip():
            self._say(self._with_keys(self._needed))
        elif not answer.strip() and not self._blank:
            _ = self.dismiss(None)
        elif self._attempt is None:
            _ = self.dismiss(answer if answer.strip() else "")
        else:
            self._say("working…")
            self.answer(answer, self._attempt)

    def refuse(self, error: CardscoutError) -> None:
        """Show why the line was not accepted; a secret is typed again."""
        if self.secret:
            field = self.query_one(Input)
            with field.prevent(Input.Changed):
                field.clear()
        super().refuse(error)

    @on(Input.Changed)
    def _line_changed(self, event: Input.Changed) -> None:
        if self._second is not None and event.input.id == "second":
            self._second.text = event.value
            return
        if self._reads is None or not event.value.strip():
            self._say(self._keys)
            return
        try:
            self._say(self._with_keys(self._reads(event.value)))
        except ValueError as error:
            self._say(str(error))

    def _with_keys(self, text: str) -> str:
        """Return ``text`` and the keys, on one line if they fit, else on two."""
        line = f"{text} · {self._keys}" if text else self._keys
        return line if cell_len(line) <= self.query_one(".hint").size.width else f"{text}\n{self._keys}"

    def fail(self, why: str) -> None:
        """Show the error ``why`` under the line."""
        self._say(why, wrong=True)

    def _say(self, text: str, *, wrong: bool = False) -> None:
        line = self.query_one(".hint", Static)
        line.update(Content(safe_text(text, multiline=True)))
        line.set_class(wrong, "-wrong")

    def action_complete(self) -> None:
        """Complete the end of the line."""
        if self._second is not None:
            self.focus_next(Input)
            return
        line = self.query_one(Input)
        if self._complete is not None:
            line.value = self._complete(line.value)
            line.cursor_position = len(line.value)
        if self._candidates is not None:
            # After the message about the change of the line.
            self.call_after_refresh(self._show_candidates, self._candidates(line.value))

    def _show_candidates(self, names: Sequence[str]) -> None:
        """Show the possible completions, as many as fit into one or two lines."""
        if len(names) == 1:
            return
        room = _ROWS * self.query_one(".hint").size.width - _MORE
        shown = list(
            takewhile(lambda name: cell_len(name) < room, accumulate(map(safe_line, names), "{} · {}".format))
        )
        more = len(names) - len(shown)
        said = f"{shown[-1] if shown else ''}{f' · {more} more' if more else ''}"
        self._say(said if names else "nothing here begins so")

    def action_give_up(self) -> None:
        """Close without an answer."""
        self._left(self.query_one(Input).value)
        _ = self.dismiss(None)
