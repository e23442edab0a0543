"""PanelView: what the panel shows of a card's subjects: rows, the price of the next key, and the keys."""

from dataclasses import dataclass

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import OptionList, Static

from tui.app.enrich.facts import employer, facts
from tui.app.enrich.lines import Line, lines
from tui.app.enrich.sightings import NOTHING, Named, Sighting, cost, price
from tui.app.safe_text import safe_line, safe_text
from tui.app.widgets.entry import Entry
from tui.app.widgets.rows import CarefulRows, Row
from tui.app.widgets.status_bar import Hint

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


class PanelView(Widget):
    """Shows subjects, each with what was found below it; what the keys do is the panel's."""

    @dataclass
    class Offers(Message):
        """These keys do something now."""

        panel: "PanelView"
        hints: list[Hint]

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own name
        super().__init__(id=id)
        self._named = NOTHING
        self._lines: dict[str, Line] = {}
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

    def show(self, named: Named) -> None:
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

    def focus(self, scroll_visible: bool = True) -> "PanelView":
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
        self.post_message(self.Offers(self, hints))

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
        sighting, company = line.sighting, bool(company_of(line.sighting))
        people: list[Hint] = [("s", "people")] if company else []
        if sighting.barred or sighting.busy:
            return [hand, back]
        if sighting.candidates:
            return [("enter", "this one"), hand, back]
        if sighting.found is None:
            again = "try again" if sighting.finding is not None else "look up"
            return [
                *([] if sighting.wait or sighting.quote.refused else [("enter", again)]),
                hand,
                *people,
                back,
            ]
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


def company_of(sighting: Sighting) -> str:
    """What the company of a subject is searched by: as it was found, else as the card has it; "" when none is known."""
    if sighting.found is not None and (found := employer(sighting.found)):
        return found
    subject = sighting.subject
    if subject.type == "person":
        return subject.company or ""
    return subject.value("domain") or subject.name or ""
