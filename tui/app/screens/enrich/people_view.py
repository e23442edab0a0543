"""What the people page shows: the form, a page of who was found, what it costs, and the keys."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static

from tui.app.commands.command import show_key
from tui.app.enrich.filters import read, summary
from tui.app.enrich.hits import subject_of
from tui.app.enrich.lines import Line
from tui.app.enrich.pages import TEACH, Found, hits, nobody, place_words, search_price
from tui.app.enrich.sightings import price
from tui.app.enrich.troubles import said
from tui.app.screens.enrich.lookups import Lookups
from tui.app.widgets.enrich.people_form import Chosen, PeopleForm
from tui.app.widgets.rows import CarefulRows
from tui.app.widgets.status_bar import StatusBar
from tui.clock import Clock
from tui.model.board import Board
from tui.model.change import Change
from tui.model.enrich.people import PeopleQuery
from tui.model.person import Person

if TYPE_CHECKING:
    from tui.workspace import Workspace

WIDE = 100
"""Columns from which the form stands beside what was found."""

DRAFT = "people"
"""The filters are kept under this key, also over a crash."""


class Hits(CarefulRows):
    """The people found. The keys that would scroll sideways are the screen's."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, f"screen.key('{key}')", show=False) for key in ("left", "right", "pageup", "pagedown")
    ]


class PeopleView(Lookups):
    """Shows a form and the people it finds; what is done there is the people screen's.

    Args:
        workspace: The one door.
        clock: For dates and pauses.
        company: Whose people are searched at once; "" takes up the last search.
        board: The open board, whose lists are offered first.
        home: The list under the cursor there.
        keys: The user's keys by command name.
    """

    AUTO_FOCUS = ""

    def __init__(
        self,
        workspace: "Workspace",
        *,
        clock: Clock,
        company: str = "",
        board: Board | None = None,
        home: str | None = None,
        keys: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(workspace, clock=clock, keys=keys)
        self._board, self._home = board, home
        # Of a company that was come from the filters are not those of the last search, and do not take their place.
        self._draft = f"{DRAFT}:{company}" if company else DRAFT
        self._at_once = bool(company)
        drafted = read(workspace.drafts.get(self._draft) or workspace.drafts.left(self._draft))
        self._given = PeopleQuery(company=company) if company and drafted.empty else drafted
        self._asked: tuple[PeopleQuery, int] | None = None
        self._found: Found | None = None
        self._marked: dict[str, Person] = {}
        self._lines: dict[str, Line] = {}
        self._phones = False
        self._agreed: tuple[PeopleQuery, int] | None = None

    def compose(self) -> ComposeResult:
        """What is searched, the form, what was found and what it costs, the keys."""
        yield Static(id="people-heading")
        with Horizontal(id="people-body"):
            yield PeopleForm(self._given)
            with Vertical(id="people-found"):
                yield Hits(id="people-rows")
                yield Static(id="people-words")
                yield Static(id="people-price")
        yield StatusBar()

    @property
    def form(self) -> PeopleForm:
        """The fields."""
        return self.query_one(PeopleForm)

    @property
    def rows(self) -> Hits:
        """The list of who was found."""
        return self.query_one(Hits)

    @property
    def board(self) -> Board | None:
        """The board this was come from."""
        return self._board

    # --- showing ----------------------------------------------------------------------------

    def stands_otherwise(self) -> None:
        """Draw everybody as they stand now."""
        self.draw()

    def reload(self, change: Change | None = None) -> None:
        """Draw again what was found, or who opted out."""
        if change is not None and "findings" in change.nouns:
            self.draw()

    @property
    def _here(self) -> Line | None:
        """The row under the cursor."""
        return self._lines.get(self.rows.current or "")

    @property
    def _hit(self) -> Person | None:
        """Who is under the cursor."""
        number = (self.rows.current or "").partition("\n")[0]
        found = self._found.page.people if self._found is not None else ()
        return found[int(number)] if number and int(number) < len(found) else None

    def _known(self, person: Person) -> Person:
        """Somebody with all that a lookup brought."""
        finding = self.workspace.finding(subject_of(person))
        return finding.person if finding is not None and finding.person is not None else person

    def _point_after(self) -> None:
        """Go on to the next person, past what stands below this one."""
        below = [key for key in self._lines if "\n" not in key]
        at = below.index((self.rows.current or "0").partition("\n")[0])
        self.rows.point(below[min(at + 1, len(below) - 1)])

    def draw(self, *, top: bool = False) -> None:
        """Draw who was found; ``top`` goes to the first of them."""
        people = self._found.page.people if self._found is not None else ()
        sightings = [(person, self.sighting(subject_of(person))) for person in people]
        drawn = list(hits(sightings, self._marked, self._clock.now(), phones=self._phones))
        self._lines = {line.ident: line for line in drawn}
        self.rows.show([(line.ident, line.drawn) for line in drawn])
        if top and drawn:
            self.rows.highlighted = 0
            self.rows.scroll_home(animate=False)
        self._say()

    def _say(self) -> None:
        words = self._words()
        self.query_one("#people-words", Static).update(Content(words))
        self.query_one("#people-words", Static).display = bool(words)
        self.set_class(not self._lines, "-nobody")
        found = self.query_one("#people-found", Vertical)
        # While another search is asked, or has failed, "nobody" would be the answer to the one before.
        answered = self._found if self._lines or not self._pending else None
        found.border_title = Content(place_words(answered, len(self._marked)) if answered else "Found")
        self.query_one("#people-heading", Static).update(
            Content.assemble((" People", "bold $cursor"), (f"  {summary(self.form.asked)}", "$ink-quiet"))
        )
        self.say_price()

    @property
    def _pending(self) -> bool:
        """Whether what was asked last was not answered."""
        found = self._found
        return found is None or self._asked != (found.query, found.page.offset)

    def _words(self) -> str:
        """What is to be said about the search itself; "" when the list says it all."""
        key = "" if self._asked is None else search_key(*self._asked)
        if key in self._looking:
            return "⟳ Searching …"
        if (trouble := self._troubles.get(key)) is not None:
            wait = self._wait(key)
            return f"! {said(trouble)}" + (f"\n\nEnter searches again in {wait} s." if wait else "")
        if self._found is None:
            return TEACH
        return "" if self._found.page.people else nobody(self._found)

    def say_price(self) -> None:
        """Say what a search costs, and what looking up who is under the cursor does."""
        self.form.say(search_price(self.workspace.people.quote(self.form.asked)))
        line = self._here
        self.query_one("#people-price", Static).update(
            Content(price(line.sighting, self._clock.now()) if line is not None else "")
        )

    @on(OptionList.OptionHighlighted)
    def _walked(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.say_price()

    def on_resize(self, event: events.Resize) -> None:
        """The form beside what was found where there is room."""
        self.set_class(event.size.width >= WIDE, "-wide")
        self._show_keys()

    def on_descendant_focus(self) -> None:
        """Keys are others in the form; in a narrow terminal it is folded up outside it."""
        self.set_class(self._in_form, "-asking")
        self._show_keys()

    @property
    def _in_form(self) -> bool:
        return self.focused is not None and self.form in self.focused.ancestors_with_self

    def _show_keys(self) -> None:
        offered = [deed for deed in self.keymap.deeds.values() if deed.shown]
        keys = [(self.keymap.keys_of(deed.name()), deed.hint) for deed in offered]
        hints = [(show_key(key[0]), hint) for key, hint in keys if key]
        if self._in_form:
            hints = [("enter", "search"), ("↑↓", "field"), ("esc", "back")]
            if isinstance(self.focused, Chosen):
                hints = [("enter", "choose"), ("⌫", "any"), ("ctrl+s", "search"), *hints[1:]]
        self.query_one(StatusBar).hint(hints)

    def show_typed(self, text: str) -> None:
        """Show a count in the status bar."""
        self.query_one(StatusBar).typed = text

    def tell(self, text: str, *, undo: bool = False) -> None:
        """Say something in the status bar."""
        self.query_one(StatusBar).tell(text, undo=undo)


def search_key(query: PeopleQuery, offset: int) -> str:
    """What a page of a search is known by among the lookups."""
    return f"search:{query.key}@{offset}"
