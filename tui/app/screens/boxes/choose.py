"""ChooseScreen: a box to choose one of several lines, narrowed by typing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tui.app.drawing.hanging_lines import HangingLines
from tui.app.matching import Match, fold, match
from tui.app.screens.boxes.box import TextBox
from tui.app.widgets.line_editor import FittingInput
from tui.app.widgets.rows import CountedOptions
from tui.presentation.safe_text import safe_line, safe_text

if TYPE_CHECKING:
    from tui.app.commands.command import Attempt, Choice
    from tui.app.widgets.status_bar import Hint

_MOST = 200
"""Maximum number of lines drawn; typing more filters them."""

_LONG = 24
"""Characters of a word that may be longer than a line in a narrow terminal."""

_FAR = 1_000
"""Virtual position, for the rank, of the hidden text of a choice: after all visible text."""


class ChooseScreen(TextBox):
    """A box to choose one of ``choices``; its result is the value of the choice, or None on cancel.

    Args:
        title: The title, which tells what is chosen.
        choices: The choices, in the order shown while nothing is typed.
        at: Value of the choice that has the cursor first; the first choice if there is none with that value.
        typed: Text that was typed before the box opened.
        more: Returns further choices for the typed text; they are listed first. A ValueError tells why there is none.
        attempt: Called with the chosen value; if it fails, the error is shown and the box stays open.
        make: Called with the typed name, for ctrl+n, unless a choice has that name: it makes what is then chosen;
            without it ctrl+n moves the cursor.
        complete: Completes the typed text, for tab; if there is nothing to add, tab moves the cursor.
        verbs: What ctrl+r and ctrl+d do to the line under the cursor, in a word each; the result is then the key, ``BY``
            and the value.
        step: Whether it is one of several questions; esc then goes back to the previous one.
    """

    VERTICAL_BREAKPOINTS = [(0, "-short"), (18, "-tall"), (23, "-taller"), (30, "-roomy")]
    offers: tuple[Hint, ...] = (("enter", "choose"), ("↑ ↓", "walk"), ("esc", "give up"))
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "give_up", show=False),
        Binding("up,ctrl+p,shift+tab", "step(-1)", show=False, priority=True),
        Binding("down", "step(1)", show=False, priority=True),
        Binding("ctrl+n", "make", show=False, priority=True),
        Binding("tab", "complete", show=False, priority=True),
        Binding("ctrl+r", "verb('ctrl+r')", show=False, priority=True),
        Binding("ctrl+d", "verb('ctrl+d')", show=False, priority=True),
        Binding("pageup", "step(-10)", show=False, priority=True),
        Binding("pagedown", "step(10)", show=False, priority=True),
    ]

    def __init__(
        self,
        title: str,
        choices: Sequence[Choice],
        *,
        at: str | None = None,
        typed: str = "",
        more: Callable[[str], Sequence[Choice]] | None = None,
        attempt: Attempt | None = None,
        make: Attempt | None = None,
        complete: Callable[[str], str] | None = None,
        verbs: Mapping[str, str] = MappingProxyType({}),
        step: bool = False,
    ) -> None:
        super().__init__()
        if step:
            self.offers = (*self.offers[:-1], ("esc", "back"))
        if make is not None:
            self.offers = (*self.offers[:1], ("ctrl+n", "make it"), *self.offers[1:])
        self._verbs = verbs
        if verbs:
            choose, walk, leave = self.offers
            self.offers = (choose, leave, *verbs.items(), walk)
        self._attempt, self._make = attempt, make
        self._typed = typed
        self._at = at
        self._title = safe_text(title)
        self._choices = choices
        self._more, self._complete = more, complete
        self._nothing = "nothing matches" if make is None else "nothing matches · ctrl+n makes it"
        self._shown: list[Choice] = []

    def compose(self) -> ComposeResult:
        """Yield the input and the matching choices."""
        with Vertical(classes="box"):
            yield Static(Content(self._title), classes="title")
            yield FittingInput(self._typed, placeholder="type to narrow")
            options = CountedOptions(markup=False)
            options.can_focus = False
            yield options
            yield Static(Content(self._nothing), classes="nothing")
            yield Static(classes="failure")

    def on_mount(self) -> None:
        """Show all choices, or those that match the initial text."""
        self._narrow(self._typed)
        begin = next((n for n, each in enumerate(self._shown) if each.value == self._at), 0)
        if self._shown:
            self.query_one(OptionList).highlighted = begin

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the choices that match."""
        event.stop()
        self.fail("")
        self._narrow(event.value)

    def matches(self, query: str) -> list[tuple[Match, Choice]]:
        """Return the choices that match, best first; all of them while nothing is typed."""
        found = [
            (matched, choice)
            for choice in self._choices
            if (matched := _match_choice(query, choice)) is not None
        ]
        # Sorting is stable: choices of equal rank stay in the given order.
        return sorted(found, key=lambda pair: best_first(query, *pair)) if query.strip() else found

    def _narrow(self, query: str, *, keep: bool = False) -> None:
        """Show the choices that match; with ``keep``, the cursor stays on a choice it was moved to."""
        options = self.query_one(OptionList)
        at = options.highlighted or 0
        chosen = self._shown[at].value if keep and at else None
        made, nothing = self._made(query)
        found = [*((Match((0, False, 0), ()), choice) for choice in made), *self.matches(query)[:_MOST]]
        self._shown = [choice for _, choice in found]
        options.clear_options()
        options.add_options([Option(self._line(choice, matched)) for matched, choice in found])
        options.highlighted = self._first_at(query, chosen) if self._shown else None
        self.query_one(".nothing", Static).update(Content(safe_text(nothing)))
        self.set_class(not self._shown, "-nothing")

    def _made(self, query: str) -> tuple[Sequence[Choice], str]:
        """Return the choices that typing makes, and what is shown if there is no choice at all."""
        try:
            return (self._more(query) if self._more is not None and query.strip() else ()), self._nothing
        except ValueError as error:
            return (), str(error)

    def _first_at(self, query: str, chosen: object) -> int:
        """Return the cursor's first position: on the ``chosen`` value, or else on the choice with exactly that name."""
        named = next((n for n, each in enumerate(self._shown) if _is_called(each, query)), 0)
        return next((n for n, each in enumerate(self._shown) if each.value == chosen), named)

    @staticmethod
    def _line(choice: Choice, matched: Match) -> Content | HangingLines:
        shown = Content(safe_line(choice.text))
        for start, end in matched.spans:
            if end <= len(shown):
                shown = shown.stylize("bold underline", start, end)
        line = Content.assemble(shown, (f"  {safe_text(choice.note)}" if choice.note else "", "$ink-quiet"))
        # Addresses are broken behind their signs.
        return HangingLines(line) if any(len(word) > _LONG for word in line.plain.split()) else line

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Choose the line under the cursor."""
        event.stop()
        index = self.query_one(OptionList).highlighted
        if index is not None:
            self.answer(self._shown[index].value, self._attempt)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose the line that was clicked."""
        event.stop()
        self.answer(self._shown[event.option_index].value, self._attempt)

    def fail(self, why: str) -> None:
        """Show the error ``why`` under the choices; "" clears it, as each typed letter does."""
        if not why and not self.has_class("-failed"):
            return
        self.query_one(".failure", Static).update(Content(safe_text(why, multiline=True)))
        self.set_class(bool(why), "-failed")
        # The list is lower below an error.
        self.call_after_refresh(self.query_one(OptionList).scroll_to_highlight)

    def action_step(self, by: int) -> None:
        """Move the cursor by ``by`` lines; steps of one wrap around at the ends."""
        options = self.query_one(OptionList)
        if not self._shown:
            return
        to = (options.highlighted or 0) + by
        last = len(self._shown) - 1
        options.highlighted = to % (last + 1) if abs(by) == 1 else max(0, min(to, last))

    def action_make(self) -> None:
        """Make what is typed and choose it; if that is not possible here, or there is such a choice, go to the next line."""
        name = " ".join(self.query_one(Input).value.split())
        if self._make is None or not name or any(_is_called(one, name) for one in self._shown):
            self.action_step(1)
        else:
            self.answer(name, self._make)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the keys without a verb to the text field."""
        return action != "verb" or parameters[0] in self._verbs

    def action_verb(self, key: str) -> None:
        """Close with the key and the line under the cursor."""
        from tui.app.commands.command import BY

        index = self.query_one(OptionList).highlighted
        if index is not None:
            self.answer(f"{key}{BY}{self._shown[index].value}", None)

    def action_complete(self) -> None:
        """Complete the typed text by what all matches have in common, or else go to the next line."""
        line = self.query_one(Input)
        text = line.value if self._complete is None else self._complete(line.value)
        if text == line.value:
            self.action_step(1)
            return
        line.value = text
        line.cursor_position = len(text)

    def action_give_up(self) -> None:
        """Close without a choice."""
        _ = self.dismiss(None)


def best_first(query: str, matched: Match, choice: Choice) -> tuple[bool, tuple[int, bool, int]]:
    """Return a sort key for matches; a choice with exactly the typed name is the best, whatever its rank."""
    return not _is_called(choice, query), matched.rank


def _is_called(choice: Choice, query: str) -> bool:
    return fold(safe_line(choice.text)) == fold(query.strip())


def _match_choice(query: str, choice: Choice) -> Match | None:
    """Match a choice; in its hidden text only beginnings of words count, because nobody sees the rest."""
    drawn = safe_line(choice.text)
    whole = f"{drawn} {safe_text(choice.also)}"
    matched = match(query, whole)
    if matched is None or any(at > len(drawn) and whole[at - 1].isalnum() for at, _ in matched.spans):
        return None
    place, *_ = matched.rank
    seen = [span for span in matched.spans if span[0] <= len(drawn)]
    if matched.spans and (behind := matched.spans[0][0] - len(drawn)) > 0:
        # The lists of a board match by its name and stay in its order, whatever the lengths of their own
        # names. Hidden words are in no order.
        hidden = len(matched.spans) - len(seen)
        return Match((place, seen != sorted(seen), _FAR * hidden + behind), matched.spans)
    return matched
