"""EnrichPanel: whom a card names, what looking them up costs, and what was found."""

from __future__ import annotations

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from tui.app.enrich import asks
from tui.app.enrich.lines import PanelLine, lines
from tui.app.enrich.panel_words import ASK, TEACH, company_of, offer, price_words
from tui.app.enrich.panel_words import hints as hints_of
from tui.app.enrich.sightings import NOTHING, Sightings, credits_of, left
from tui.app.widgets.entry import Entry
from tui.app.widgets.part import ScreenPart, key_names
from tui.app.widgets.rows import CarefulRows, Row
from tui.presentation.safe_text import safe_line


class EnrichPanel(ScreenPart):
    """A list of subjects, each with what was found below it. What it asks for are the messages of ``asks``."""

    part = "The panel"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own name
        super().__init__(id=id)
        self._named = NOTHING
        self._lines: dict[str, PanelLine] = {}
        self._phones = False
        self._note = ""
        self._expected = ""
        self._trail: list[str] = []
        self._agreed = ""

    def compose(self) -> ComposeResult:
        """Whom the card names, the line to type in, the price and the keys."""
        yield Static(id="enrich-teach")
        yield CarefulRows(id="enrich-rows")
        yield Entry(id="enrich-entry", placeholder=ASK)
        yield Static(id="enrich-price")
        yield Static(id="enrich-keys")

    def show(self, named: Sightings) -> None:
        """Draw what a card names; the cursor stays, unless it is another card."""
        other = named.card_id != self._named.card_id
        waited = {each.subject.key for each in self._named.sightings if each.busy or each.finding is None}
        self._named = named
        if other:
            self._phones, self._note, self._trail = False, "", []
        self.border_title = Content(f"Enrich · {safe_line(named.card)}" if named.card_id else "Enrich")
        self.query_one("#enrich-teach", Static).update(Content(TEACH if named.card_id else "Choose a card."))
        self.set_class(not named.sightings, "-nobody")
        self._draw()
        if other and named.sightings:
            self.rows.point(named.sightings[0].subject.key)
        if self._expected in self._lines:
            self.rows.point(self._expected)
            self._expected = ""
        here = self._here.sighting if self._here is not None else None
        came = here is not None and here.found is not None and not here.busy
        if not other and came and here is not None and here.subject.key in waited:
            # What came stands below its subject, and in a low terminal below the last line.
            self.rows.lead(here.subject.key)
        self._say()

    @property
    def rows(self) -> CarefulRows:
        """The list itself."""
        return self.query_one("#enrich-rows", CarefulRows)

    def focus(self, scroll_visible: bool = True) -> EnrichPanel:
        """Give the keys to the list."""
        self.rows.focus(scroll_visible)
        return self

    def expect(self, key: str) -> None:
        """Put the cursor on a subject as soon as it is shown."""
        self._expected = key

    def tell(self, note: str) -> None:
        """Say how something went, until the cursor moves."""
        self._note = note
        self._say()

    def leave(self) -> None:
        """Close the line that is typed in."""
        self.remove_class("-typing")
        self.screen.set_focus(self.rows)
        self._say()

    @on(OptionList.OptionHighlighted)
    def _walked(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._note = self._agreed = ""
        self._say()

    # --- drawing -------------------------------------------------------------------

    @property
    def _here(self) -> PanelLine | None:
        """The row under the cursor."""
        return self._lines.get(self.rows.current or "")

    def _draw(self) -> None:
        drawn = list(
            lines(
                self._named.sightings,
                self._named.now,
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

    def on_resize(self, _event: events.Resize) -> None:
        """Fit the keys to the new width."""
        self._say()

    def _say(self) -> None:
        line, typing = self._here, self.has_class("-typing")
        words = self._note
        if not words and line is not None and not typing:
            words = price_words(line, self._named)
        self.query_one("#enrich-price", Static).update(Content(words))
        hints = [("enter", "adds it"), ("esc", "back")] if typing else hints_of(line, key_names(self))
        self.query_one("#enrich-keys", Static).update(offer(hints, self.content_size.width))
        self.post_message(asks.KeysChanged(hints))

    def accepted(self) -> None:
        """Close the line: what was typed in is a subject now."""
        self.query_one("#enrich-entry", Entry).value = ""
        self.leave()

    # --- the verbs -----------------------------------------------------------------

    def attach_found(self) -> None:
        """Attach what was found as a comment."""
        line = self._here
        if line is None:
            return
        if line.sighting.found is None:
            self.tell("Nothing to attach yet: enter looks it up first")
        else:
            self.post_message(asks.AttachFinding(self._named.card_id, line.sighting.subject))

    def copy_here(self) -> None:
        """Copy the field under the cursor."""
        line = self._here
        if line is None:
            return
        if line.fact is None:
            best = line.sighting.subject.strongest
            self.post_message(asks.CopyValue("it", best.value if best else line.sighting.subject.text))
        elif line.fact.do_not_call and not self._phones:
            self.tell(self.spelled("This number is on a do-not-call register: {found-phones} shows it first"))
        else:
            self.post_message(asks.CopyValue(line.fact.name, line.fact.value))

    def turn_phones(self) -> None:
        """Show the numbers on a do-not-call register, or hide them again."""
        self._phones = not self._phones
        self._draw()
        self.tell(f"Do-not-call numbers are {'shown; p hides them' if self._phones else 'hidden'}")

    def search_people(self) -> None:
        """Search the people of the company under the cursor, or of the person's."""
        line = self._here
        company = company_of(line.sighting) if line is not None else ""
        if company:
            self.post_message(asks.SearchColleagues(company))
        else:
            self.tell("No company is known here: look it up first, or P searches everybody")

    def ask_again(self) -> None:
        """Say what asking anew costs; a second time, ask."""
        line = self._here
        again = line.sighting.again if line is not None else None
        if line is None or again is None or line.sighting.busy or line.sighting.barred:
            self.tell("Nothing was found yet that could be asked for anew: enter looks it up")
        elif self._agreed != line.sighting.subject.key:
            self._agreed = line.sighting.subject.key
            self.tell(f"Asking anew takes {credits_of(again)}, {left(again)}: r again does it")
        else:
            self._agreed = ""
            self.post_message(asks.LookUpAgain(self._named.card_id, line.sighting.subject))

    def turn_opt_out(self) -> None:
        """Ask for the subject to be kept out, or let in again."""
        if (line := self._here) is not None:
            self.post_message(asks.TurnOptOut(self._named.card_id, line.sighting.subject))

    def type_in(self) -> None:
        """Type an identifier in by hand."""
        if self.has_class("-typing"):
            self.leave()
        elif self._named.card_id:
            self.add_class("-typing")
            entry = self.query_one("#enrich-entry", Entry)
            # At once, not with the next message: a key that follows in the same breath is the first letter.
            self.screen.set_focus(entry)
            self._say()

    def back(self) -> None:
        """Go back to where a company was looked up from, else say that the panel was left."""
        while self._trail:
            if (ident := self._trail.pop()) in self._lines:
                self.rows.point(ident)
                return
        self.post_message(asks.PanelLeft())

    def enter_row(self) -> None:
        """Look the subject up, take this one of several, or look up the company of the line."""
        line, card_id = self._here, self._named.card_id
        if line is None or line.sighting.busy:
            return
        sighting = line.sighting
        if sighting.barred:
            self.tell("Nobody who opted out is looked up")
        elif line.candidate is not None:
            self.post_message(asks.PickPerson(card_id, sighting.subject, line.candidate))
        elif line.fact is not None and line.fact.opens:
            self._trail.append(line.ident)
            self.post_message(asks.LookUpEmployer(card_id, line.fact.opens))
        elif line.fact is None and not sighting.wait:
            self.post_message(asks.LookUpSubject(card_id, sighting.subject))

    @on(OptionList.OptionSelected)
    def _entered(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.enter_row()

    @on(Input.Submitted)
    def _typed(self, event: Input.Submitted) -> None:
        event.stop()
        if text := event.value.strip():
            self.post_message(asks.TypedSubject(self._named.card_id, text))
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
