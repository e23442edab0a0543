"""EnrichPanel: whom a card names, what looking them up costs, and what was found."""

from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input, OptionList

from tui.app.enrich.sightings import credits_of, left
from tui.app.widgets.enrich.panel_view import PanelView, company_of
from tui.app.widgets.entry import Entry
from tui.model.person import Person
from tui.model.subject import Subject


class EnrichPanel(PanelView):
    """A list of subjects, each with what was found below it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "a", "attach", "Put what was found on the card as one comment, or bring it up to date", show=False
        ),
        Binding("y", "copy", "Copy the field under the cursor", show=False),
        Binding("p", "phones", "Show the numbers on a do-not-call register, or hide them", show=False),
        Binding("s", "people", "Search the people of the company", show=False),
        Binding("r", "again", "Ask anew for what was found before; the price is said first", show=False),
        Binding("X", "opt_out", "Never look this one up again, or take that back", show=False),
        Binding(
            "tab",
            "type_in",
            "Type an e-mail, a web address, a profile, an ABN or a name in",
            show=False,
            priority=True,
        ),
        Binding("escape,backspace", "back", "Go back to the person, or leave the panel", show=False),
    ]
    help_heading: ClassVar[str] = "The panel"

    @dataclass
    class About(Message):
        """The base of what it asks for, about one subject."""

        panel: "EnrichPanel"
        card_id: str
        subject: Subject

        @property
        def control(self) -> "EnrichPanel":
            """The panel that asks."""
            return self.panel

    class Enrich(About):
        """Look the subject up."""

    class Attach(About):
        """Put what was found on the card."""

    class Again(About):
        """Look the subject up anew, although it was found before."""

    class OptOut(About):
        """The subject asked not to be looked up; or that is taken back."""

    @dataclass
    class Picked(About):
        """The subject is this one of the people of its name."""

        person: Person

    @dataclass
    class TypedIn(Message):
        """An identifier was typed in by hand."""

        panel: "EnrichPanel"
        card_id: str
        text: str

        @property
        def control(self) -> "EnrichPanel":
            """The panel it was typed into."""
            return self.panel

    @dataclass
    class LookUp(Message):
        """A company that a person's record names should be looked up."""

        panel: "EnrichPanel"
        card_id: str
        domain: str

    @dataclass
    class People(Message):
        """The people of a company should be searched."""

        panel: "EnrichPanel"
        company: str

    @dataclass
    class Copy(Message):
        """A field should be copied."""

        panel: "EnrichPanel"
        name: str
        value: str

    @dataclass
    class Closed(Message):
        """The panel was left."""

        panel: "EnrichPanel"

    def accepted(self) -> None:
        """What was typed in is a subject now: the line closes."""
        self.query_one("#enrich-entry", Entry).value = ""
        self.leave()

    # --- the verbs -----------------------------------------------------------------

    def action_attach(self) -> None:
        """Attach what was found as a comment."""
        line = self._here
        if line is None:
            return
        if line.sighting.found is None:
            self.tell("Nothing to attach yet: enter looks it up first")
        else:
            self.post_message(self.Attach(self, self._named.card_id, line.sighting.subject))

    def action_copy(self) -> None:
        """Copy the field under the cursor."""
        line = self._here
        if line is None:
            return
        if line.fact is None:
            best = line.sighting.subject.strongest
            self.post_message(self.Copy(self, "it", best.value if best else line.sighting.subject.text))
        elif line.fact.do_not_call and not self._phones:
            self.tell("This number is on a do-not-call register: p shows it first")
        else:
            self.post_message(self.Copy(self, line.fact.name, line.fact.value))

    def action_phones(self) -> None:
        """Show the numbers on a do-not-call register, or hide them again."""
        self._phones = not self._phones
        self._draw()
        self.tell(f"Do-not-call numbers are {'shown; p hides them' if self._phones else 'hidden'}")

    def action_people(self) -> None:
        """Search the people of the company under the cursor, or of the person's."""
        line = self._here
        company = company_of(line.sighting) if line is not None else ""
        if company:
            self.post_message(self.People(self, company))
        else:
            self.tell("No company is known here: look it up first, or P searches everybody")

    def action_again(self) -> None:
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
            self.post_message(self.Again(self, self._named.card_id, line.sighting.subject))

    def action_opt_out(self) -> None:
        """Ask for the subject to be kept out, or let in again."""
        if (line := self._here) is not None:
            self.post_message(self.OptOut(self, self._named.card_id, line.sighting.subject))

    def action_type_in(self) -> None:
        """Type an identifier in by hand."""
        if self.has_class("-typing"):
            self.leave()
        elif self._named.card_id:
            self.add_class("-typing")
            entry = self.query_one("#enrich-entry", Entry)
            # At once, not with the next message: a key that follows in the same breath is the first letter.
            self.screen.set_focus(entry)
            self._say()

    def action_back(self) -> None:
        """Go back to where a company was looked up from, else say that the panel was left."""
        while self._trail:
            if (ident := self._trail.pop()) in self._lines:
                self.rows.point(ident)
                return
        self.post_message(self.Closed(self))

    @on(OptionList.OptionSelected)
    def _entered(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        line, card_id = self._here, self._named.card_id
        if line is None or line.sighting.busy:
            return
        sighting = line.sighting
        if sighting.barred:
            self.tell("Nobody who opted out is looked up")
        elif line.candidate is not None:
            self.post_message(self.Picked(self, card_id, sighting.subject, line.candidate))
        elif line.fact is not None and line.fact.opens:
            self._trail.append(line.ident)
            self.post_message(self.LookUp(self, card_id, line.fact.opens))
        elif line.fact is None and not sighting.wait:
            self.post_message(self.Enrich(self, card_id, sighting.subject))

    @on(Input.Submitted)
    def _typed(self, event: Input.Submitted) -> None:
        event.stop()
        if text := event.value.strip():
            self.post_message(self.TypedIn(self, self._named.card_id, text))
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
