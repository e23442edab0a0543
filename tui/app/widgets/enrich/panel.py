"""EnrichPanel: the people and companies that a card names, with lookup prices and results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import on
from textual._time import get_time
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from tui.app.enrich import panel_messages
from tui.app.enrich.lines import PanelLine, candidate_row, lines
from tui.app.enrich.panel_words import ASK, TEACH, company_of, price_words
from tui.app.enrich.panel_words import hints as hints_of
from tui.app.enrich.sightings import NOTHING, Sightings, balance_words, credits_of
from tui.app.widgets.entry import Entry
from tui.app.widgets.part import ScreenPart, key_names
from tui.app.widgets.rows import ClickTwiceRows, Row
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from tui.model.finding import Finding, Quote


@dataclass(frozen=True, slots=True)
class ToldPrice:
    """The price of another lookup of what the cursor is on, as it was told.

    Attributes:
        known: What was found before.
        at: When it was told.
    """

    known: Finding | None
    price: Quote
    at: float

    def holds(self, known: Finding | None, price: Quote) -> bool:
        """Return whether this price covers ``price``, and nothing else than ``known`` was found since it was told."""
        return known == self.known and self.price.covers(price)


def _attached(named: Sightings) -> set[str]:
    return {each.subject.key for each in named.sightings if each.attached}


class EnrichPanel(ScreenPart):
    """A list of subjects, each followed by its results; requests are posted as messages of ``asks``."""

    part = "The panel"

    def __init__(self) -> None:
        super().__init__()
        self._shown = NOTHING
        self._lines: dict[str, PanelLine] = {}
        self._phones = False
        self._note = ""
        self._expected = ""
        self._trail: list[str] = []
        self._told: ToldPrice | None = None

    def compose(self) -> ComposeResult:
        """Yield the rows, the text field and the price."""
        yield Static(id="enrich-teach")
        yield ClickTwiceRows(id="enrich-rows")
        yield Entry(id="enrich-entry", placeholder=ASK)
        yield Static(id="enrich-price")

    def name_card(self, card: str) -> None:
        """Show the title of a card; "" for none."""
        self.border_title = Content(f"Enrich · {safe_line(card)}" if card else "Enrich")

    def show_known(self, card: str, about: Content) -> None:
        """Show what is known of a card whose text is still read, instead of the subjects of another one."""
        self._shown = NOTHING
        self.name_card(card)
        self.query_one("#enrich-teach", Static).update(about)
        self.add_class("-nobody")
        self._draw()
        self._show_footer()

    def shows(self, card_id: str) -> bool:
        """Return whether the panel shows this card."""
        return self._shown.card_id == card_id

    def show(self, named: Sightings) -> None:
        """Draw a card's subjects; the cursor stays, unless the card is another one."""
        other = named.card_id != self._shown.card_id
        pending = {each.subject.key for each in self._shown.sightings if each.busy or each.finding is None}
        asked = {each.subject.key for each in self._shown.sightings if each.candidates}
        attached, here = _attached(self._shown), self._line
        self._shown = named
        if not attached <= _attached(named):
            self._note = ""  # it told of a comment that is gone
        if other:
            self._phones, self._note, self._trail = False, "", []
        self.name_card(named.card if named.card_id else "")
        self.query_one("#enrich-teach", Static).update(Content(TEACH if named.card_id else "Choose a card."))
        self.set_class(not named.sightings, "-nobody")
        self._draw()
        if other and named.sightings:
            self.rows.move_cursor_to(named.sightings[0].subject.key)
        if self._expected in self._lines:
            self.rows.move_cursor_to(self._expected)
            self._expected = ""
        if not other:
            self._scroll_to_result(pending)
            if here is not None and here.candidate is None and here.sighting.subject.key not in asked:
                self.rows.move_cursor_to(candidate_row(here.sighting.subject.key, 0))
        self._show_footer()

    def _scroll_to_result(self, pending: set[str]) -> None:
        """Scroll to the subject with the cursor if its result, a miss or an error has arrived: its key was in ``pending``."""
        line = self._line
        here = line.sighting if line is not None and line.colleague is None else None
        if here is not None and here.is_answered and here.subject.key in pending:
            # The result is below its subject, which in a low terminal may be below the last line.
            self.rows.scroll_to_top(here.subject.key)

    @property
    def rows(self) -> ClickTwiceRows:
        """The rows of subjects and results."""
        return self.query_one("#enrich-rows", ClickTwiceRows)

    def focus(self, scroll_visible: bool = True) -> EnrichPanel:
        """Focus the rows."""
        self.rows.focus(scroll_visible)
        return self

    def expect(self, key: str) -> None:
        """Put the cursor on a subject once it is shown."""
        self._expected = key

    def tell(self, note: str) -> None:
        """Show a message until the cursor moves."""
        self._note = note
        self._show_footer()

    def leave(self) -> None:
        """Close the text field."""
        self.remove_class("-typing")
        self.screen.set_focus(self.rows)
        self._show_footer()

    @on(OptionList.OptionHighlighted)
    def _walked(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._note, self._told = "", None
        self._show_footer()

    # --- drawing -------------------------------------------------------------------

    @property
    def _line(self) -> PanelLine | None:
        """The line under the cursor."""
        return self._lines.get(self.rows.current or "")

    def _draw(self) -> None:
        drawn = list(
            lines(
                self._shown.sightings,
                self._shown.now,
                phones=self._phones,
                shows=key_names(self)["found-phones"],
            )
        )
        self._lines = {line.ident: line for line in drawn}
        rows: list[Row | None] = []
        for line in drawn:
            if rows and line.ident == line.sighting.subject.key:
                rows.append(None)
            rows.append((line.ident, line.drawn))
        self.rows.show(rows)

    def _show_footer(self) -> None:
        line, typing = self._line, self.has_class("-typing")
        words = self._note
        if not words and line is not None and not typing:
            words = price_words(line, self._shown)
        self.query_one("#enrich-price", Static).update(Content(words))
        hints = [("enter", "add it"), ("esc", "back")] if typing else hints_of(line, key_names(self))
        self.post_message(panel_messages.KeysChanged(hints))

    def accepted(self) -> None:
        """Close and empty the text field, after its text became a subject."""
        self.query_one("#enrich-entry", Entry).value = ""
        self.leave()

    # --- the verbs -----------------------------------------------------------------

    def attach_found(self) -> None:
        """Request that the result is attached as a comment."""
        line = self._line
        if line is None:
            return
        if line.sighting.candidates:
            self.tell(self.with_keys("Nothing to attach yet: {enter-subject} picks who is meant"))
        elif line.sighting.found is None:
            self.tell(self.with_keys("Nothing to attach yet: {enter-subject} looks it up first"))
        else:
            self.post_message(panel_messages.AttachFinding(self._shown.card_id, line.sighting.subject))

    def copy_here(self) -> None:
        """Copy the field under the cursor, or the subject's identifier."""
        line = self._line
        if line is None:
            return
        if line.fact is None:
            best = line.sighting.subject.strongest
            self.post_message(
                panel_messages.CopyValue("it", best.value if best else line.sighting.subject.text)
            )
        elif line.fact.do_not_call and not self._phones:
            self.tell(
                self.with_keys("This number is on a do-not-call register: {found-phones} shows it first")
            )
        else:
            self.post_message(panel_messages.CopyValue(line.fact.name, line.fact.copied))

    def toggle_phones(self) -> None:
        """Show or hide the numbers on a do-not-call register."""
        self._phones = not self._phones
        self._draw()
        self.tell(f"Do-not-call numbers are {'shown; p hides them' if self._phones else 'hidden'}")

    def search_people(self) -> None:
        """List the people of the company, or of the person's company; if listed already, request the full page."""
        line = self._line
        company = company_of(line.sighting) if line is not None else ""
        if line is None or not company:
            self.tell("No company is known here: look it up first, or P searches everybody")
            return
        if line.sighting.no_staff:
            self.tell(line.sighting.no_staff)
            return
        page, subject = line.sighting.staff is not None, line.sighting.subject
        if not page:
            self._trail.append(line.ident)
        self.post_message(panel_messages.SearchColleagues(subject, company, page))

    def make_card(self) -> None:
        """Request a card of the person under the cursor."""
        line = self._line
        found = line.sighting.found if line is not None else None
        person = line.colleague if line is not None else None
        person = person or (found.person if found is not None else None)
        if person is None:
            self.tell("A card is made of a person who was found")
        else:
            self.post_message(panel_messages.MakePersonCard(self._shown.card_id, person))

    def widen(self) -> None:
        """Request another width of the panel."""
        self.post_message(panel_messages.ToggleWidth())

    def ask_again(self) -> None:
        """Show the price of repeating the lookup; once that is told, request it."""
        line = self._line
        again = line.sighting.again if line is not None else None
        if line is None or again is None or line.sighting.busy or line.sighting.barred:
            self.tell(
                self.with_keys("Nothing was found yet to be asked for anew: {enter-subject} looks it up")
            )
        elif self._told is None or not self._told.holds(line.sighting.finding, again):
            self._told = ToldPrice(line.sighting.finding, again, get_time())
            asking = "Asking" if line.sighting.quote.cached_at is None else "Asking anew"
            self.tell(f"{asking} takes {credits_of(again)}, {balance_words(again)}: r again does it")
        else:
            # It holds until something else is found: a key that comes before it was read asks for nothing.
            subject, told_at = line.sighting.subject, self._told.at
            self.tell("")
            self.post_message(panel_messages.LookUpAgain(self._shown.card_id, subject, told_at))

    def choose_service(self) -> None:
        """Request the choice of the service to ask."""
        line = self._line
        if line is not None and not line.sighting.busy and not line.sighting.barred:
            self.post_message(panel_messages.AskElsewhere(self._shown.card_id, line.sighting.subject))

    def toggle_opt_out(self) -> None:
        """Request that the subject's opt-out is toggled."""
        if (line := self._line) is not None:
            self.post_message(panel_messages.ToggleOptOut(self._shown.card_id, line.sighting.subject))

    def show_held(self) -> None:
        """Request the list of all that is held of the person under the cursor."""
        line = self._line
        if line is None:
            return
        if line.sighting.subject.type == "company":
            self.tell("What is held of people is listed: this is a company")
        else:
            self.post_message(panel_messages.ShowHeld(self._shown.card_id, line.sighting.subject))

    def type_in(self) -> None:
        """Open the text field for typing a subject, or close it."""
        if self.has_class("-typing"):
            self.leave()
        elif self._shown.card_id:
            self.add_class("-typing")
            entry = self.query_one("#enrich-entry", Entry)
            # The focus moves at once, so that a key typed right after goes into the field.
            self.screen.set_focus(entry)
            self._show_footer()

    def back(self) -> None:
        """Go back to the line from which a company was looked up, or else post that the panel was left."""
        while self._trail:
            if (ident := self._trail.pop()) in self._lines and ident != self.rows.current:
                self.rows.move_cursor_to(ident)
                return
        self.post_message(panel_messages.PanelLeft())

    def go_to_first(self) -> None:
        """Put the cursor on the first subject."""
        self.rows.action_first()

    def enter_row(self) -> None:
        """Look up the subject, the person or the company of the line, choose this candidate, or open the card."""
        line, card_id = self._line, self._shown.card_id
        if line is None or line.sighting.busy:
            return
        sighting = line.sighting
        if sighting.barred:
            self.tell("Nobody who opted out is looked up")
        elif line.elsewhere is not None:
            self.post_message(panel_messages.ShowCard(line.elsewhere.id))
        elif line.colleague is not None:
            self._trail.append(line.ident)
            self.post_message(panel_messages.PickColleague(card_id, line.colleague))
        elif line.candidate is not None:
            self.post_message(panel_messages.PickCandidate(card_id, sighting.subject, line.candidate))
        elif line.fact is not None and line.fact.opens:
            self._trail.append(line.ident)
            self.post_message(panel_messages.LookUpEmployer(card_id, line.fact.opens))
        elif line.fact is None and not sighting.wait:
            self.post_message(panel_messages.LookUpSubject(card_id, sighting.subject))

    @on(OptionList.OptionSelected)
    def _entered(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.enter_row()

    @on(Input.Submitted)
    def _typed(self, event: Input.Submitted) -> None:
        event.stop()
        if text := event.value.strip():
            self.post_message(panel_messages.TypedSubject(self._shown.card_id, text))
        else:
            self.leave()

    @on(Entry.Lines)
    def _pasted(self, event: Entry.Lines) -> None:
        event.stop()
        event.entry.value = event.lines[0]

    @on(Entry.Left)
    def _left(self, event: Entry.Left) -> None:
        event.stop()
        self.leave()
