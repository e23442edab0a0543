"""EnrichPanel: whom a card names, what looking them up costs, and what was found."""

from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from tui.app.enrich.facts import employer, facts
from tui.app.enrich.lines import Line, lines
from tui.app.enrich.sightings import NOTHING, Named, Sighting, cost, price
from tui.app.safe_text import safe_line, safe_text
from tui.app.widgets.entry import Entry
from tui.app.widgets.rows import CarefulRows, Row
from tui.app.widgets.status_bar import Hint
from tui.model.person import Person
from tui.model.subject import Subject

TEACH = """\
This card names nobody yet.

In its title, text, checklists and comments I look for
  an e-mail      ana.reid@firm.example
  a web address  firm.example
  a profile      linkedin.com/in/ana-reid
  an ABN         51 824 753 556
  a phone        +64 21 555 0123
  a name         Ana Reid at Firm Pty Ltd

tab to type one in yourself."""

ASK = "E-mail, web address, profile, ABN or Name at Company"


class EnrichPanel(Widget):
    """A list of subjects, each with what was found below it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "attach", "attach", show=False),
        Binding("y", "copy", "copy", show=False),
        Binding("p", "phones", "phones", show=False),
        Binding("s", "people", "people", show=False),
        Binding("tab", "type_in", "type one in", show=False, priority=True),
        Binding("escape,backspace", "back", "back", show=False),
    ]

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

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own name
        super().__init__(id=id)
        self._named = NOTHING
        self._lines: dict[str, Line] = {}
        self._phones = False
        self._note = ""
        self._expected = ""
        self._trail: list[str] = []

    def compose(self) -> ComposeResult:
        """Whom the card names, the line to type in, the price and the keys."""
        yield Static(id="enrich-teach")
        yield CarefulRows(id="enrich-rows")
        yield Entry(id="enrich-entry", placeholder=ASK)
        yield Static(id="enrich-price")
        yield Static(id="enrich-keys")

    def show(self, named: Named) -> None:
        """Draw what a card names; the cursor stays, unless it is another card."""
        other = named.card_id != self._named.card_id
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
        self._say()

    @property
    def rows(self) -> CarefulRows:
        """The list itself."""
        return self.query_one("#enrich-rows", CarefulRows)

    def focus(self, scroll_visible: bool = True) -> "EnrichPanel":
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

    def accepted(self) -> None:
        """What was typed in is a subject now: the line closes."""
        self.query_one("#enrich-entry", Entry).value = ""
        self._leave()

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
        company = _company(line.sighting) if line is not None else ""
        if company:
            self.post_message(self.People(self, company))
        else:
            self.tell("No company is known here: look it up first, or P searches everybody")

    def action_type_in(self) -> None:
        """Type an identifier in by hand."""
        if self.has_class("-typing"):
            self._leave()
        elif self._named.card_id:
            self.add_class("-typing")
            entry = self.query_one("#enrich-entry", Entry)
            entry.focus()
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

    @on(OptionList.OptionHighlighted)
    def _walked(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._note = ""
        self._say()

    @on(Input.Submitted)
    def _typed(self, event: Input.Submitted) -> None:
        event.stop()
        if text := event.value.strip():
            self.post_message(self.TypedIn(self, self._named.card_id, text))
        else:
            self._leave()

    @on(Entry.Lines)
    def _pasted(self, event: Entry.Lines) -> None:
        event.stop()
        event.entry.value = event.lines[0]

    @on(Entry.Left)
    def _left(self, event: Entry.Left) -> None:
        event.stop()
        self._leave()

    def _leave(self) -> None:
        self.remove_class("-typing")
        self.rows.focus()
        self._say()

    # --- drawing -------------------------------------------------------------------

    @property
    def _here(self) -> Line | None:
        """The row under the cursor."""
        return self._lines.get(self.rows.current or "")

    def _draw(self) -> None:
        drawn = list(lines(self._named.sightings, self._named.now, phones=self._phones))
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
            words = self._price(line)
        self.query_one("#enrich-price", Static).update(Content(words))
        hints = [("enter", "adds it"), ("esc", "back")] if typing else self._hints(line)
        self.query_one("#enrich-keys", Static).update(offer(hints, self.content_size.width))

    def _price(self, line: Line) -> str:
        fact, named = line.fact, self._named
        if fact is not None and (quote := named.quotes.get(fact.opens)) is not None:
            words = f"{safe_text(fact.value)}: {cost(quote, named.now)}"
        else:
            words = price(line.sighting, named.now)
        return f"{words}\n{named.budget}" if named.budget else words

    def _hints(self, line: Line | None) -> list[Hint]:
        hand, back = ("tab", "by hand"), ("esc", "back")
        if line is None:
            return [("tab", "type one in"), back]
        sighting, company = line.sighting, bool(_company(line.sighting))
        people: list[Hint] = [("s", "people")] if company else []
        if sighting.barred or sighting.busy:
            return [hand, back]
        if sighting.candidates:
            return [("enter", "this one"), hand, back]
        if sighting.found is None:
            again = "try again" if sighting.finding is not None else "look up"
            return [*([] if sighting.wait else [("enter", again)]), hand, *people, back]
        phones: list[Hint] = (
            [("p", "phones")] if any(fact.do_not_call for fact in facts(sighting.found)) else []
        )
        return [("a", "attach"), ("y", "copy"), *phones, *people, hand, back]


def offer(hints: list[Hint], width: int) -> Content:
    """Keys and their words on one line, as many as fit; the way back always does."""
    drawn = list(hints)
    while len(drawn) > 1 and sum(len(key) + len(word) + 3 for key, word in drawn) - 2 > width:
        del drawn[-2]
    parts = [part for key, word in drawn for part in ((key, "bold $cursor"), (f" {word}  ", "$ink-quiet"))]
    return Content.assemble(*parts).rstrip()


def _company(sighting: Sighting) -> str:
    """What the company of a subject is searched by: as it was found, else as the card has it; "" when none is known."""
    if sighting.found is not None and (found := employer(sighting.found)):
        return found
    subject = sighting.subject
    if subject.type == "person":
        return subject.company or ""
    return subject.value("domain") or subject.name or ""
