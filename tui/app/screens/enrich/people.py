"""PeopleScreen: people searched by company, position, level, department, place and size, and what is done with them."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual import on
from textual.widgets import OptionList

from tui.app.commands.app import APP
from tui.app.commands.command import Choice, Deed
from tui.app.commands.enrich.people import PEOPLE
from tui.app.enrich.facts import employer
from tui.app.enrich.filters import ANY, Name, kept, value
from tui.app.enrich.hits import full_name
from tui.app.enrich.pages import Found, ident, search_price
from tui.app.screens.boxes.choose import ChooseScreen
from tui.app.screens.enrich.people_view import PeopleView, search_key
from tui.app.widgets.enrich.people_form import PeopleForm
from tui.model.enrich.people import PeopleQuery
from tui.model.person import Person
from tui.model.subject import Subject

PAGE = 25
"""People on a page, as the room gives them."""


class PeopleScreen(PeopleView):
    """Searches people, a page at a time, and does what is asked for with who was found."""

    deeds: ClassVar[tuple[Deed, ...]] = (*PEOPLE, *APP)

    def on_mount(self) -> None:
        """Begin in the form, or search at once what costs nothing. The toolkit calls the base class's handlers too."""
        self.draw()
        self.form.begin()
        if self._at_once and not self.workspace.people.quote(self._given).high:
            self._search(self._given, 0)
        elif not self._given.empty:
            self.tell("kept from your last search · ctrl+u empties the fields")
        self.work(self.ask_balance(), "balance")

    # --- searching ------------------------------------------------------------------------

    @on(PeopleForm.Changed)
    def _keep(self, event: PeopleForm.Changed) -> None:
        event.stop()
        self.workspace.drafts.keep(self._draft, kept(event.query))
        self.say_price()

    @on(PeopleForm.Submitted)
    def _submitted(self, event: PeopleForm.Submitted) -> None:
        event.stop()
        if event.query.empty:
            self.tell("nothing narrows the search: fill in one of the fields")
        else:
            self._search(event.query, 0)

    @on(PeopleForm.Left)
    def _left(self, event: PeopleForm.Left) -> None:
        event.stop()
        if self._found is not None and self._found.page.people:
            self.set_focus(self.rows)
        else:
            self.go("back")

    @on(PeopleForm.Asked)
    def _choose(self, event: PeopleForm.Asked) -> None:
        event.stop()
        field = event.field
        choices = [
            Choice("", f"{ANY} {field.label.lower()}"),
            *(Choice(pick.value, pick.text, pick.note) for pick in field.picks),
        ]
        box = ChooseScreen(field.label, choices, at=value(event.form.asked, field.name), typed=event.typed)
        self.open_box(box, partial(self._chosen, field.name))

    def _chosen(self, name: Name, to: str | None) -> None:
        if to is not None:
            self.form.put(name, to)

    def _search(self, query: PeopleQuery, offset: int) -> None:
        """Ask for a page; an older question that is under way is not waited for any more."""
        self._asked = (query, offset)
        self.work(self._attempt(search_key(query, offset), self._fetch(query, offset)), "search")

    async def _fetch(self, query: PeopleQuery, offset: int) -> None:
        page = await self.workspace.people.search(query, offset)
        if self._asked != (query, offset) or not self.is_attached:
            return
        if self._found is None or self._found.query != query:
            self._marked.clear()
        self._found = Found(query, page)
        if page.people:
            self.set_focus(self.rows)
        self.draw(top=True)

    def turn(self, by: int) -> str:
        """Show the next page or the one before; why not, or ""."""
        if self._found is None:
            return "nothing was searched yet: / searches"
        page = self._found.page
        after = page.next if by > 0 else (max(0, page.offset - PAGE) if page.offset else None)
        if after is None:
            return "this is the last page" if by > 0 else "this is the first page"
        quote, wanted = self.workspace.people.quote(self._found.query), (self._found.query, after)
        if quote.high and self._agreed != wanted:
            self._agreed = wanted
            return f"another page takes {search_price(quote)}: press again"
        self._search(*wanted)
        return ""

    # --- what the commands ask for ----------------------------------------------------------

    @property
    def on_hit(self) -> bool:
        """Whether somebody is under the cursor."""
        return self._here is not None

    @property
    def meant(self) -> Sequence[Person]:
        """The marked people, else the one under the cursor."""
        if self._marked:
            return [self._known(person) for person in self._marked.values()]
        return [] if self._hit is None else [self._known(self._hit)]

    @property
    def everybody(self) -> Sequence[Person]:
        """The marked people, else all on the page."""
        people = self._marked.values() or (self._found.page.people if self._found is not None else ())
        return [self._known(person) for person in people]

    @property
    def home(self) -> str | None:
        """The list that was under the cursor on the board."""
        return self._home

    def mark(self) -> None:
        """Mark who is under the cursor or take the mark away, and go on to the next."""
        if (person := self._hit) is None:
            return
        if self._marked.pop(ident(person), None) is None:
            self._marked[ident(person)] = person
        self.draw()
        self._point_after()

    def mark_all(self) -> None:
        """Mark everybody on this page, or nobody on it any more; marks on other pages stay."""
        page = {ident(person): person for person in self._found.page.people} if self._found else {}
        if page.keys() <= self._marked.keys():
            self._marked = {key: one for key, one in self._marked.items() if key not in page}
        else:
            self._marked |= page
        self.draw()

    def unmark(self) -> None:
        """Take all marks away."""
        self._marked.clear()
        self.draw()

    def enter(self) -> None:
        """Look up who is under the cursor, or search the company."""
        if (line := self._here) is None:
            return
        if line.fact is not None and line.fact.opens:
            self.colleagues()
        elif line.sighting.barred:
            self.tell("nobody who opted out is looked up")
        elif line.fact is None and line.sighting.found is None and self._hit is not None:
            self.work(self._look_up(line.sighting.subject, self._hit, line.ident), "enrich")

    async def _look_up(self, subject: Subject, person: Person, row: str) -> None:
        await self.look_up(subject, person)
        if self._lines.get(row) is not None and self._hit == person:
            self.rows.lead(row)

    def narrow(self) -> None:
        """Give the keys to the form."""
        self.form.begin()

    def phones(self) -> None:
        """Show the numbers on a do-not-call register, or hide them."""
        self._phones = not self._phones
        self.draw()
        self.tell(f"do-not-call numbers are {'shown' if self._phones else 'hidden'}")

    def colleagues(self) -> None:
        """Search the company of who is under the cursor."""
        if (person := self._hit) is None:
            return
        company = person.company.domain or person.company.name
        if (line := self._here) is not None and line.sighting.found is not None:
            company = employer(line.sighting.found) or company
        if company:
            self.form.put("company", company)
            self.form.begin()
            self.tell(f"the company is {company} now: enter searches")
        else:
            self.tell("no company is known of this one")

    def copy_here(self) -> None:
        """Copy the field under the cursor, else the name."""
        line = self._here
        if line is None or self._hit is None:
            return
        if line.fact is None:
            self.copy(full_name(self._hit), "the name")
        elif line.fact.do_not_call and not self._phones:
            self.tell("this number is on a do-not-call register: p shows it first")
        else:
            self.copy(line.fact.value, line.fact.name)

    @on(OptionList.OptionSelected)
    async def _entered(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        await self.press("enter")

    async def action_key(self, key: str) -> None:
        """Take a key that the list would have used itself."""
        await self.press(key)
