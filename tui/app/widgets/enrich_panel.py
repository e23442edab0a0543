"""EnrichPanel: whom a card names, what looking them up costs, and what was found."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.visual import Visual
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from tui.app.finding_facts import Fact, facts, source
from tui.app.markdown import hanging
from tui.app.safe_text import safe_line, safe_text
from tui.app.sightings import NOTHING, Named, Sighting, cost, price, said
from tui.app.when import day
from tui.app.widgets.entry import Entry
from tui.app.widgets.rows import Row, Rows
from tui.model.finding import Finding
from tui.model.subject import Kind, Subject

HIDDEN = "••••••••"

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

_KINDS: dict[Kind, str] = {
    "email": "e-mail",
    "network_url": "profile",
    "network_slug": "profile",
    "domain": "domain",
    "website": "website",
    "abn": "ABN",
    "acn": "ACN",
    "nzbn": "NZBN",
    "phone": "phone",
}
_FIELDS = {"desc": "description"}
_SURE, _LIKELY = 0.85, 0.6


class EnrichPanel(Widget):
    """A list of subjects, each with what was found below it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "attach", "attach", show=False),
        Binding("y", "copy", "copy", show=False),
        Binding("p", "phones", "phones", show=False),
        Binding("tab", "type_in", "type one in", show=False, priority=True),
        Binding("escape", "close", "close", show=False),
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
        self._phones = False
        self._note = ""
        self._expected = ""

    def compose(self) -> ComposeResult:
        """Whom the card names, the line to type in, the price and the keys."""
        yield Static(id="enrich-teach")
        yield Rows(id="enrich-rows")
        yield Entry(id="enrich-entry", placeholder=ASK)
        yield Static(id="enrich-price")
        yield Static(id="enrich-keys")

    def show(self, named: Named) -> None:
        """Draw what a card names; the cursor stays, unless it is another card."""
        other = named.card_id != self._named.card_id
        self._named = named
        if other:
            self._phones, self._note = False, ""
        self.border_title = Content(f"Enrich · {safe_line(named.card)}" if named.card_id else "Enrich")
        self.query_one("#enrich-teach", Static).update(Content(TEACH if named.card_id else "Choose a card."))
        self.set_class(not named.sightings, "-nobody")
        self.rows.show(self._rows())
        if other and named.sightings:
            self.rows.point(named.sightings[0].subject.key)
        if self._expected in {sighting.subject.key for sighting in named.sightings}:
            self.rows.point(self._expected)
            self._expected = ""
        self._say()

    @property
    def rows(self) -> Rows:
        """The list itself."""
        return self.query_one("#enrich-rows", Rows)

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

    # --- the verbs -----------------------------------------------------------------

    def action_attach(self) -> None:
        """Attach what was found as a comment."""
        sighting, _ = self._here()
        if sighting is None:
            return
        if sighting.finding is None or not sighting.finding.matched:
            self.tell("Nothing to attach yet: enter looks it up first")
        else:
            self.post_message(self.Attach(self, self._named.card_id, sighting.subject))

    def action_copy(self) -> None:
        """Copy the field under the cursor."""
        sighting, fact = self._here()
        if fact is not None and fact.do_not_call and not self._phones:
            self.tell("This number is on a do-not-call register: p shows it first")
        elif fact is not None:
            self.post_message(self.Copy(self, fact.name, fact.value))
        elif sighting is not None:
            best = sighting.subject.strongest
            self.post_message(self.Copy(self, "it", best.value if best else sighting.subject.text))

    def action_phones(self) -> None:
        """Show the numbers on a do-not-call register, or hide them again."""
        self._phones = not self._phones
        self.rows.show(self._rows())
        self.tell(
            "Do-not-call numbers are shown; p hides them"
            if self._phones
            else "Do-not-call numbers are hidden"
        )

    def action_type_in(self) -> None:
        """Type an identifier in by hand."""
        if self.has_class("-typing"):
            self._leave()
        elif self._named.card_id:
            self.add_class("-typing")
            entry = self.query_one("#enrich-entry", Entry)
            entry.focus()
            self._say()

    def action_close(self) -> None:
        """Say that the panel was left."""
        self.post_message(self.Closed(self))

    @on(OptionList.OptionSelected)
    def _entered(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        sighting, fact = self._here()
        if sighting is None or sighting.subject.key in self._named.busy:
            return
        if fact is not None and fact.opens:
            self.post_message(self.LookUp(self, self._named.card_id, fact.opens))
        elif fact is None:
            self.post_message(self.Enrich(self, self._named.card_id, sighting.subject))

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

    def accepted(self) -> None:
        """What was typed in is a subject now: the line closes."""
        self.query_one("#enrich-entry", Entry).value = ""
        self._leave()

    def _leave(self) -> None:
        self.remove_class("-typing")
        self.rows.focus()
        self._say()

    # --- drawing -------------------------------------------------------------------

    def _here(self) -> tuple[Sighting | None, Fact | None]:
        """The subject under the cursor, and the field when it is on one."""
        current = self.rows.current or ""
        for sighting in self._named.sightings:
            if current == sighting.subject.key:
                return sighting, None
            for ident, fact in _fact_ids(sighting):
                if current == ident:
                    return sighting, fact
            if current in {f"{sighting.subject.key}\n{tail}" for tail in ("source", "state")}:
                return sighting, None
        return None, None

    def _rows(self) -> list[Row]:
        rows: list[Row] = []
        for sighting in self._named.sightings:
            key = sighting.subject.key
            rows.append((key, _subject(sighting)))
            if key in self._named.busy:
                rows.append((f"{key}\nstate", hanging(Content("  "), Content("Looking it up …"))))
            elif (trouble := self._named.troubles.get(key)) is not None:
                rows.append(
                    (f"{key}\nstate", hanging(Content.styled("  ! ", "$late"), Content(said(trouble))))
                )
            if sighting.finding is not None:
                rows += self._found(sighting, sighting.finding)
        return rows

    def _found(self, sighting: Sighting, finding: Finding) -> list[Row]:
        key, now = sighting.subject.key, self._named.now
        if not finding.matched:
            missed = f"No match on {day(finding.fetched_at, now)} in {safe_text(finding.provider)}; enter tries again"
            return [(f"{key}\nstate", hanging(Content("  "), Content.styled(missed, "$ink-quiet")))]
        known = _fact_ids(sighting)
        width = max((len(fact.name) for _, fact in known), default=0)
        rows: list[Row] = [(ident, self._fact(fact, width)) for ident, fact in known]
        where = source(finding, now) + (" · attached" if sighting.attached else "")
        rows.append(
            (f"{key}\nsource", hanging(Content("  "), Content.styled(safe_text(where), "$ink-quiet")))
        )
        return rows

    def _fact(self, fact: Fact, width: int) -> Visual:
        hidden = fact.do_not_call and not self._phones
        value = HIDDEN if hidden else safe_text(fact.value)
        note = f"  {safe_text(fact.note)}" if fact.note else ""
        more = " ▸" if fact.opens else ("  p shows it" if hidden else "")
        return hanging(
            Content.styled(f"  {fact.name:<{width}}  ", "$ink-quiet"),
            Content.assemble(value, (note, "$soon"), (more, "$ink-quiet")),
        )

    def _say(self) -> None:
        typing = self.has_class("-typing")
        sighting, fact = self._here()
        words = self._note
        if not words and sighting is not None and not typing:
            words = price(sighting, self._named)
            if fact is not None and (quote := self._named.quotes.get(fact.opens)) is not None:
                words = f"{safe_text(fact.value)}: {cost(quote, self._named)}"
        self.query_one("#enrich-price", Static).update(Content(words))
        keys = "enter adds it · esc back" if typing else _keys(sighting)
        self.query_one("#enrich-keys", Static).update(Content(keys))


def _subject(sighting: Sighting) -> Visual:
    subject, best = sighting.subject, sighting.subject.strongest
    mark = "●" if sighting.finding is not None and sighting.finding.matched else "○"
    where = "typed in" if sighting.typed else (_FIELDS.get(best.field, best.field) if best else "by name")
    kind = _KINDS[best.kind] if best else "name"
    parts = [subject.type, kind, where, _sure(subject.confidence)]
    lines = [Content.styled(safe_line(subject.text), "bold")]
    if best is not None and best.value != subject.text:
        lines.append(Content(safe_text(best.value)))
    lines.append(Content.styled(" · ".join(parts), "$ink-quiet"))
    return hanging(Content(f"{mark} "), Content("\n").join(lines))


def _sure(confidence: float) -> str:
    if confidence >= _SURE:
        return "sure"
    return "likely" if confidence >= _LIKELY else "a guess"


def _fact_ids(sighting: Sighting) -> Sequence[tuple[str, Fact]]:
    if sighting.finding is None:
        return ()
    return [(f"{sighting.subject.key}\n{n}", fact) for n, fact in enumerate(facts(sighting.finding))]


def _keys(sighting: Sighting | None) -> str:
    found = sighting.finding if sighting is not None else None
    if found is None or not found.matched:
        return "tab type one in · esc back" if sighting is None else "enter look up · tab type one in · esc"
    phones = " · p phones" if any(fact.do_not_call for fact in facts(found)) else ""
    return f"a attach · y copy{phones} · tab by hand · esc"
