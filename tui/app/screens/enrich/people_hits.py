"""PeopleHits: the people found, as rows with a cursor and marks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tui.app.enrich.lines import subject_of
from tui.app.enrich.pages import FoundPage, FoundPeople, hits, mark_key

if TYPE_CHECKING:
    from tui.app.enrich.lines import PanelLine
    from tui.app.screens.enrich.lookups import PanelLookups
    from tui.app.widgets.rows import RowList
    from tui.clock import Clock
    from tui.model.person import Person
    from tui.workspace import Workspace


class PeopleHits:
    """The people found, with the marked ones.

    Args:
        rows: Returns the list widget, once it exists.
        drawn: Called after the people were drawn.
        kept: The shown page and the marks, which outlast this page.

    Attributes:
        phones: Whether numbers on a do-not-call register are shown.
    """

    def __init__(
        self,
        rows: Callable[[], RowList],
        lookups: PanelLookups,
        workspace: Workspace,
        clock: Clock,
        drawn: Callable[[], None],
        kept: FoundPeople,
    ) -> None:
        self._rows, self._lookups, self._workspace = rows, lookups, workspace
        self._clock, self._on_drawn = clock, drawn
        self._kept = kept
        self._lines: dict[str, PanelLine] = {}
        self.phones = False

    def __len__(self) -> int:
        return len(self._lines)

    # --- cursor and selection ---------------------------------------------------------------

    @property
    def found(self) -> FoundPage | None:
        """The shown page, or None."""
        return self._kept.page

    @property
    def line(self) -> PanelLine | None:
        """The row under the cursor."""
        return self._lines.get(self._rows().current or "")

    @property
    def person(self) -> Person | None:
        """The person under the cursor."""
        number = (self._rows().current or "").partition("\n")[0]
        found = self.found.page.people if self.found is not None else ()
        return found[int(number)] if number and int(number) < len(found) else None

    @property
    def marked(self) -> int:
        """The number of marked people, including those on other pages."""
        return len(self._kept.marked)

    @property
    def targets(self) -> Sequence[Person]:
        """The marked people, or else the one under the cursor, with the data of their lookups."""
        if self._kept.marked:
            return [self._with_lookup(person) for person in self._kept.marked.values()]
        return [] if self.person is None else [self._with_lookup(self.person)]

    @property
    def marked_or_page(self) -> Sequence[Person]:
        """The marked people, or else all on the page, with the data of their lookups."""
        people = self._kept.marked.values() or (self.found.page.people if self.found is not None else ())
        return [self._with_lookup(person) for person in people]

    def _with_lookup(self, person: Person) -> Person:
        """Return the person from the stored lookup, if there is one, else ``person``."""
        finding = self._workspace.lookups.finding(subject_of(person))
        return finding.person if finding is not None and finding.person is not None else person

    # --- marks ------------------------------------------------------------------------------

    def mark(self) -> None:
        """Toggle the mark of the person under the cursor, and go to the next."""
        if (person := self.person) is None:
            return
        if self._kept.marked.pop(mark_key(person), None) is None:
            self._kept.marked[mark_key(person)] = person
        self.draw()
        self._go_to_next()

    def mark_all(self) -> None:
        """Mark everybody on this page, or unmark them if all are marked; marks on other pages stay."""
        page = {mark_key(person): person for person in self.found.page.people} if self.found else {}
        if page.keys() <= self._kept.marked.keys():
            self._kept.marked = {key: one for key, one in self._kept.marked.items() if key not in page}
        else:
            self._kept.marked |= page
        self.draw()

    def unmark(self) -> None:
        """Remove all marks."""
        self._kept.marked.clear()
        self.draw()

    def _go_to_next(self) -> None:
        """Move the cursor to the next person, past the rows below this one."""
        below = [key for key in self._lines if "\n" not in key]
        at = below.index((self._rows().current or "0").partition("\n")[0])
        self._rows().move_cursor_to(below[min(at + 1, len(below) - 1)])

    # --- drawing ----------------------------------------------------------------------------

    def show(self, found: FoundPage) -> None:
        """Show another page from its top; marks are kept if the search is the same."""
        if self.found is None or self.found.query != found.query:
            self._kept.marked.clear()
        self._kept.page = found
        self.draw()
        if self._lines:
            self._rows().highlighted = 0
            self._rows().scroll_home(animate=False)

    def draw(self) -> None:
        """Draw everybody with their current state."""
        people = self.found.page.people if self.found is not None else ()
        sightings = [(person, self._lookups.sighting(subject_of(person))) for person in people]
        drawn = list(hits(sightings, self._kept.marked, self._clock.now(), phones=self.phones))
        self._lines = {line.ident: line for line in drawn}
        self._rows().show([(line.ident, line.drawn) for line in drawn])
        self._on_drawn()

    def lead(self, row: str, person: Person) -> None:
        """Scroll ``person`` and the findings below into view, if the cursor is still on that person."""
        if row in self._lines and self.person == person:
            self._rows().scroll_to_top(row)
