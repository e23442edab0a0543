"""PeopleScreen: a search for people by company, position and other filters, and actions on the hits."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static

from tui.app.commands.command import Choice
from tui.app.commands.enrich.people import PEOPLE
from tui.app.commands.writing import read_only_reason, visible_hints
from tui.app.enrich.filters import ANY, Name, from_draft, summary, to_draft, typed_place, value
from tui.app.enrich.lines import full_name
from tui.app.enrich.pages import FoundPeople, place_words, search_price
from tui.app.enrich.sightings import price
from tui.app.screens.boxes.choose import ChooseScreen
from tui.app.screens.enrich.lookups import PanelLookups
from tui.app.screens.enrich.people_hits import PeopleHits
from tui.app.screens.enrich.people_search import PeopleSearch
from tui.app.screens.screen import WorkspaceScreen
from tui.app.widgets.assist.scrolled_text import ScrolledText
from tui.app.widgets.enrich.people_form import Chosen, PeopleForm
from tui.app.widgets.rows import ClickTwiceRows
from tui.app.widgets.status_bar import StatusBar
from tui.model.enrich.people import PeopleQuery
from tui.presentation.facts import employer

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.board import Board
    from tui.model.change import Change
    from tui.model.person import Person
    from tui.model.subject import Subject
    from tui.workspace import Workspace

WIDE = 100
"""Minimum width in cells at which the form is shown beside the results."""

DRAFT = "people"
"""Key of the draft in which the filters are saved, so that they survive a crash."""


def _city_choices(typed: str) -> list[Choice]:
    city = typed_place(typed)
    return [] if city is None else [Choice(city.value, city.text, city.note)]


class Hits(ClickTwiceRows):
    """The list of people found; it passes keys that would scroll it to the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, f"screen.key('{key}')", show=False) for key in ("left", "right", "pageup", "pagedown")
    ]


class PeopleScreen(WorkspaceScreen):
    """The page of a people search.

    Args:
        company: A company whose people are searched at once; "" to restore the last search.
        board: The open board, whose lists are offered first.
        home: Id of the list under the cursor on that board.
        kept: What was found for this company, or by the last search, which is shown again.

    Attributes:
        home: Id of the list that was under the cursor on the board.
    """

    AUTO_FOCUS = ""
    about = frozenset({"findings"})
    commands = PEOPLE

    def __init__(
        self,
        workspace: Workspace,
        *,
        clock: Clock,
        company: str = "",
        board: Board | None = None,
        home: str | None = None,
        kept: FoundPeople | None = None,
        keys: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(workspace, keys=keys)
        self._clock, self._board, self.home = clock, board, home
        # The filters for a given company are a separate draft, and do not replace those of the last search.
        self.shown_id = company
        self._draft = f"{DRAFT}:{company}" if company else DRAFT
        kept = kept or FoundPeople()
        kept.leave_out(workspace.people.allowed)
        self._searches_at_once = bool(company) and kept.page is None
        drafted = from_draft(workspace.drafts.get(self._draft) or workspace.drafts.unfinished(self._draft))
        self._first_query = PeopleQuery(company=company) if company and drafted.empty else drafted
        self.lookups = PanelLookups(self, clock, self.reload)
        self.search = PeopleSearch(self, self.lookups, self._show_page, kept.page)
        self.hits = PeopleHits(lambda: self.rows, self.lookups, workspace, clock, self._say, kept)

    def compose(self) -> ComposeResult:
        """Yield the heading, the form, the results with their price, and the status bar."""
        yield Static(id="people-heading")
        with Horizontal(id="people-body"):
            yield PeopleForm(self._first_query)
            with Vertical(id="people-found"):
                yield Hits(id="people-rows")
                with ScrolledText(id="people-told"):
                    yield Static(id="people-words")
                yield Static(id="people-price")
        yield StatusBar()

    def on_mount(self) -> None:
        """Focus the form, or search at once if that is free. Textual calls the base class's handlers too."""
        self.hits.draw()
        self.form.begin()
        if self._searches_at_once and not self.workspace.people.quote(self._first_query).high:
            self.search.ask(self._first_query)
        elif not self._first_query.empty:
            self.tell(f"kept from your last search · {self.key_names['empty-form']} empties the fields")
        self.work(self.lookups.ask_balance, "balance")

    @property
    def form(self) -> PeopleForm:
        """The form with the filters."""
        return self.query_one(PeopleForm)

    @property
    def rows(self) -> Hits:
        """The list of people found."""
        return self.query_one(Hits)

    @property
    def board(self) -> Board | None:
        """The board from which the page was opened."""
        return self._board

    # --- the form ---------------------------------------------------------------------------

    @on(PeopleForm.Changed)
    def _keep(self, event: PeopleForm.Changed) -> None:
        event.stop()
        self.workspace.drafts.keep(self._draft, to_draft(event.query))
        self._say_price()

    @on(PeopleForm.Submitted)
    def _submitted(self, event: PeopleForm.Submitted) -> None:
        event.stop()
        if event.query.empty:
            self.tell("nothing narrows the search: fill in one of the fields")
        else:
            self.tell("")  # that the fields are of the last search would stand under what this one finds
            self.search.ask(event.query)

    @on(PeopleForm.Left)
    def _left(self, event: PeopleForm.Left) -> None:
        event.stop()
        if self.hits.found is not None and self.hits.found.page.people:
            self.set_focus(self.rows)
        else:
            self.go("back")

    @on(PeopleForm.Asked)
    def _choose(self, event: PeopleForm.Asked) -> None:
        event.stop()
        if not self.is_active:
            return  # a double click, whose first has opened the choices
        field = event.field
        choices = [
            Choice("", f"{ANY} {field.label.lower()}"),
            *(Choice(pick.value, pick.text, pick.note) for pick in field.picks),
        ]
        # A city is no choice of a list, but may be typed.
        more = _city_choices if field.name == "location" else None
        box = ChooseScreen(
            field.label, choices, at=value(event.form.asked, field.name), typed=event.typed, more=more
        )
        self.boxes.open(box, partial(self._chosen, field.name))

    def _chosen(self, name: Name, to: str | None) -> None:
        if to is not None:
            self.form.put(name, to)

    # --- what the commands ask for ----------------------------------------------------------

    def enter(self) -> None:
        """Look up the person under the cursor, or search the company of that field."""
        if (line := self.hits.line) is None:
            return
        if line.fact is not None and line.fact.opens:
            self.colleagues()
        elif line.sighting.barred:
            self.tell("nobody who opted out is looked up")
        elif line.fact is None and line.sighting.found is None and (person := self.hits.person) is not None:
            self.work(partial(self._look_up, line.sighting.subject, person, line.ident), "enrich")

    async def _look_up(self, subject: Subject, person: Person, row: str) -> None:
        await self.lookups.look_up(subject, person)
        self.hits.lead(row, person)

    def narrow(self) -> None:
        """Focus the form."""
        self.form.begin()

    def phones(self) -> None:
        """Toggle the display of numbers on a do-not-call register."""
        self.hits.phones = not self.hits.phones
        self.hits.draw()
        self.tell(f"do-not-call numbers are {'shown' if self.hits.phones else 'hidden'}")

    def colleagues(self) -> None:
        """Put the company of the person under the cursor into the form."""
        if (person := self.hits.person) is None:
            return
        company = person.company.domain or person.company.name
        if (line := self.hits.line) is not None and line.sighting.found is not None:
            company = employer(line.sighting.found) or company
        if company:
            self.form.put("company", company)
            self.form.begin()
            self.tell(f"the company is {company} now: enter searches")
        else:
            self.tell("no company is known of this one")

    def copy_here(self) -> None:
        """Copy the field under the cursor, or the person's name."""
        line, person = self.hits.line, self.hits.person
        if line is None or person is None:
            return
        if line.fact is None:
            self.copy(full_name(person), "the name")
        elif line.fact.do_not_call and not self.hits.phones:
            self.tell(f"this number is on a do-not-call register: {self.key_names['phones']} shows it first")
        else:
            self.copy(line.fact.copied, line.fact.name)

    @on(OptionList.OptionSelected)
    async def _entered(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        await self.press("enter")

    async def action_key(self, key: str) -> None:
        """Handle a key that the list would otherwise use itself."""
        await self.press(key)

    # --- showing ----------------------------------------------------------------------------

    def reload(self, _change: Change | None = None) -> None:
        """Redraw the people after findings or opt-outs changed."""
        self.hits.draw()

    def _show_page(self) -> None:
        """Show the new page of results, and focus it."""
        if (found := self.search.found) is not None:
            if found.page.people:
                self.set_focus(self.rows)
            self.hits.show(found)

    def _say(self) -> None:
        words = self.search.words()
        self.query_one("#people-words", Static).update(Content(words))
        self.query_one("#people-words", Static).display = bool(words)
        self.set_class(not len(self.hits), "-nobody")
        found = self.query_one("#people-found", Vertical)
        # While a search is pending or has failed, "Nobody" would be about the search before.
        answered = self.hits.found if len(self.hits) or not self.search.pending else None
        found.border_title = Content(place_words(answered, self.hits.marked) if answered else "Found")
        self.query_one("#people-heading", Static).update(
            Content.assemble((" People", "bold $cursor"), (f"  {summary(self.form.asked)}", "$ink-quiet"))
        )
        self._say_price()

    def _say_price(self) -> None:
        """Show the price of a search, and of a lookup of the person under the cursor."""
        self.form.say(search_price(self.search.price(self.form.asked)))
        line = self.hits.line
        self.query_one("#people-price", Static).update(
            Content(price(line.sighting, self._clock.now()) if line is not None else "")
        )

    @on(OptionList.OptionHighlighted)
    def _walked(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._say_price()

    def on_resize(self, event: events.Resize) -> None:
        """Put the form beside the results if the terminal is wide enough."""
        self.set_class(event.size.width >= WIDE, "-wide")
        self._show_keys()

    def on_descendant_focus(self) -> None:
        """Update the key hints; in a narrow terminal, collapse the form unless it is focused."""
        self.set_class(self._in_form, "-asking")
        self._show_keys()

    @property
    def _in_form(self) -> bool:
        return isinstance(self.keys_read.part, PeopleForm)

    def _show_keys(self) -> None:
        hints = visible_hints(self.keymap, read_only_reason(self))
        if self._in_form:
            keys = self.key_names
            hints = [("enter", "search"), ("↑ ↓", "field"), (keys["leave-form"], "back")]
            if isinstance(self.focused, Chosen):
                hints = [("enter", "choose"), ("⌫", "any"), (keys["search-people"], "search"), *hints[1:]]
        self.query_one(StatusBar).hint(hints)
