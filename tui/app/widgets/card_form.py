"""CardForm: the head of an open card, with title, place, labels, members and due date."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Input, Static

from tui.app.drawing.due_state import DONE, FAR, due_standing
from tui.app.drawing.hanging_lines import HangingLines
from tui.app.drawing.wrapping import fit
from tui.app.widgets.entry import Entry
from tui.app.widgets.label_tag import tag
from tui.app.widgets.part import key_names
from tui.model.writes.cards import UpdateCard
from tui.presentation.safe_text import safe_line, safe_text
from tui.presentation.timestamps import day_time

if TYPE_CHECKING:
    from tui.model.attachment import Attachment
    from tui.model.card import Card
    from tui.model.label import Label
    from tui.model.member import Member

_MAX_FILES = 3
_MAX_NAME, _MAX_ONLY_NAME = 24, 48  # cells of a file's name, and of the name of the only file

_ON_CLICK = "on click"
"""The style of text with a click action; Textual's own style would remove the text's colours."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The data that the form shows.

    Attributes:
        place: Names of list and board.
        mark: ``⟳``, ``!`` or ``≠`` and words with keys in braces, if a write waits, was refused or is in conflict; else "".
        done: Whether the card is finished, by its date or its list.
        reads_only: Whether the card is read-only, so that commands that change it are hidden.
    """

    card: Card
    place: str
    labels: Sequence[Label]
    members: Sequence[Member]
    now: datetime
    done: bool = False
    mark: str = ""
    reads_only: bool = False


class CardForm(Widget):
    """Head of the card screen, with a title edited in place."""

    @dataclass
    class Wrote(Message):
        """Message that the user changed a field.

        Attributes:
            seen: Values by field when the user began to edit.
        """

        form: CardForm
        writes: tuple[UpdateCard, ...]
        seen: Mapping[str, object]

    class Left(Message):
        """Message that the title field was left; the screen decides what gets the focus."""

    def __init__(self, facts: Facts | None = None, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._at_first = facts
        self._card: Card | None = None
        self._initial = ""
        self._field: Entry | None = None

    def compose(self) -> ComposeResult:
        """Yield the title and the facts, as far as they are known; the text field is mounted at the first edit."""
        title, facts = (Content(), Content()) if self._at_first is None else self._drawn(self._at_first)
        yield Static(HangingLines(title), id="card-title")
        yield Static(HangingLines(facts), id="card-facts")

    def show(self, facts: Facts) -> None:
        """Draw the fields; a title being edited stays as it is."""
        self._card = facts.card
        for ident, drawn in zip(("#card-title", "#card-facts"), self._drawn(facts), strict=True):
            line = self.query_one(ident, Static)
            if not (isinstance(line.content, HangingLines) and drawn.is_same(line.content.content)):
                lines, room = HangingLines(drawn), line.content_size
                # The mark of a change comes and goes; what is as high as before moves nothing.
                is_as_high = room.width > 0 and lines.get_height({}, room.width) == room.height
                line.update(lines, layout=not is_as_high)

    def _drawn(self, facts: Facts) -> tuple[Content, Content]:
        dark = self.app.current_theme.dark
        return Content(safe_line(facts.card.name)), _facts(facts, key_names(self), dark=dark)

    def _ensure_entry(self) -> Entry:
        """Mount the text field if necessary, and return it."""
        if self._field is None:
            self._field = Entry(id="title-entry", placeholder="Title of the card")
            _ = self.mount(self._field, after="#card-title")
        return self._field

    def edit_title(self) -> None:
        """Open the text field for the title."""
        if self._card is None or self.has_class("-typing"):
            return
        self.add_class("-typing")
        self._ensure_entry().value = self._initial = self._card.name
        self._ensure_entry().cursor_position = len(self._card.name)
        self._ensure_entry().focus()

    async def on_click(self, event: events.Click) -> None:
        """Run the action of the field or the file that was clicked: once for a double click, and never behind a box."""
        if (action := event.style.meta.get(_ON_CLICK)) is not None:
            event.stop()
            if event.chain == 1 and self.screen.is_active:
                await self.run_action(action)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        name = event.value.strip()
        if self._card is not None and name and name != self._card.name:
            write = UpdateCard(board_id=self._card.id_board, card_id=self._card.id, name=name)
            self.post_message(self.Wrote(self, (write,), {"name": self._initial}))
        self._leave()

    @on(Entry.Lines)
    def _pasted(self, event: Entry.Lines) -> None:
        event.stop()
        self._ensure_entry().insert_text_at_cursor(" ".join(event.lines))

    @on(Entry.Left)
    def _left(self, event: Entry.Left) -> None:
        event.stop()
        self._leave()

    def unsent(self, writes: Sequence[UpdateCard]) -> None:
        """Put a title that could not be stored back into the text field."""
        name = next((write.name for write in writes if write.name), "")
        if name and not self.has_class("-typing"):
            self.edit_title()
            self._ensure_entry().value = name
            self._ensure_entry().cursor_position = len(name)

    def _leave(self) -> None:
        self.remove_class("-typing")
        self.post_message(self.Left())


def _facts(facts: Facts, keys: Mapping[str, str], *, dark: bool) -> Content:
    def offer(words: str) -> str:
        return "" if facts.reads_only else words.format_map(keys)

    # The mark comes and goes with each change: a line of its own would move what is below under the mouse.
    mark = (f" · {facts.mark.format_map(keys)}", "$soon") if facts.mark else ""
    lines = [Content.assemble((f"in {safe_text(facts.place)}", "$ink-quiet"), mark)]
    labels = Content("  ").join([tag(label, dark=dark) for label in facts.labels])
    lines.append(_fact("Labels", labels, offer("{open-card-labels} adds one"), asks="open-card-labels"))
    members = ", ".join(safe_text(m.display_name or m.short) for m in facts.members)
    lines.append(_fact("Members", Content(members), offer("{members} puts somebody on"), asks="members"))
    due = Content.assemble(due_words(facts.card, facts.now, done=facts.done), _reminder(facts.card))
    lines.append(_fact("Due", due, offer("no date: {due} sets one"), asks="due"))
    if facts.card.start is not None:
        lines.append(_fact("Start", Content(day_time(facts.card.start, facts.now)), "", asks="start"))
    if facts.card.attachments:
        lines.append(_fact("Files", _files(facts.card.attachments, keys), ""))
    return Content("\n").join(lines)


def _reminder(card: Card) -> tuple[str, str]:
    """Return when the card reminds, with the style of the words; "" if it never does."""
    if card.due is None or card.due_reminder is None or card.due_reminder < 0:
        return "", ""
    # Imported here, because few cards remind.
    from tui.model.values.reminder import before_words

    return f" · reminds {before_words(int(card.due_reminder))}", "$ink-quiet"


def _files(held: Sequence[Attachment], keys: Mapping[str, str]) -> Content:
    """List the first files and links by name, with the keys that open them."""
    room = _MAX_NAME if len(held) > 1 else _MAX_ONLY_NAME
    shown = [_file(each, room) for each in held[:_MAX_FILES]]
    more = f" · +{len(held) - _MAX_FILES}" if len(held) > _MAX_FILES else ""
    opens = "{files}" if all(each.is_upload for each in held) else "{files} · {open-link} opens a link"
    return Content.assemble(Content(" · ").join(shown), (f"{more}  {opens.format_map(keys)}", "$ink-quiet"))


def _file(held: Attachment, room: int) -> Content:
    """Draw a file or a link, its name cut to ``room`` cells; a click opens a link in the browser, or the menu of a file."""
    words = f"{'▤' if held.is_upload else '↗'} {fit(safe_line(held.name or held.url), room)}"
    action = ("screen", "ask", ("files",)) if held.is_upload else ("screen", "open_link", (held.url,))
    return Content.styled(words, Style.from_meta({_ON_CLICK: action}))


def _fact(name: str, value: Content, otherwise: str, asks: str = "") -> Content:
    """Draw a field; a click runs the command ``asks``, which changes it."""
    fact = Content.assemble((f"{name:<9}", "$ink-quiet"), value or Content.styled(otherwise, "$ink-quiet"))
    return fact.stylize(Style.from_meta({_ON_CLICK: ("screen", "ask", (asks,))})) if asks else fact


def due_words(card: Card, now: datetime, *, done: bool = False) -> Content:
    """Format the due date, with a sign and a word beside the colour; without a date, only whether the card is done."""
    if card.due is None:
        return Content.styled(DONE.signed_word, f"${DONE.token}") if card.due_complete else Content("")
    how = FAR if card.is_template else due_standing(card.due, now, done=done)  # a template is never due
    words = f"{how.sign} {day_time(card.due, now)}"
    return Content.styled(f"{words} · {how.word}", f"${how.token}") if how.word else Content(words)
