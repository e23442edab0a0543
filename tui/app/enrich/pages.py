"""The texts and rows of a page of people-search results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from textual.content import Content

from tui.app.enrich.filters import summary
from tui.app.enrich.lines import PanelLine, face, result_rows
from tui.app.enrich.sightings import Sighting, balance_words, credits_of
from tui.app.markdown import hanging
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from tui.model.enrich.people import PeoplePage, PeopleQuery
    from tui.model.finding import Quote
    from tui.model.person import Person

TEACH = """\
Who works there, and who of them is the right one?

Type a company or a position and press enter. ↑↓ or tab go from field to field; enter on one of the others lets you choose.

A search shows who there is and what is known of them. Only looking one up brings addresses and numbers, and its price is said before you pay it."""

_EXTRA_INDENT = 1
"""Additional indent of results compared to the panel, because marks take one cell."""


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page of results with the query it answers."""

    query: PeopleQuery
    page: PeoplePage

    @property
    def first(self) -> int:
        """Number of the first person on the page, from 1."""
        return self.page.offset + 1


@dataclass(slots=True)
class FoundPeople:
    """The people found by a search, which stay when their page is left: they may have been paid for.

    Attributes:
        page: The last page of results, or None.
        marked: The marked people, including those on other pages, by ``mark_key``.
    """

    page: FoundPage | None = None
    marked: dict[str, Person] = field(default_factory=dict)

    def leave_out(self, allowed: Callable[[Iterable[Person]], Sequence[Person]]) -> None:
        """Leave out who is not ``allowed`` any more, such as somebody who opted out since."""
        self.marked = {mark_key(person): person for person in allowed(self.marked.values())}
        if self.page is not None:
            page = self.page.page
            people = tuple(allowed(page.people))
            hidden = page.hidden + len(page.people) - len(people)
            self.page = replace(self.page, page=page.replace(people=people, hidden=hidden))


def place_words(found: FoundPage, marked: int) -> str:
    """Return the page's place among all results: ``1–25 of 1,204 · 2 marked``."""
    page = found.page
    count = len(page.people)
    shown = f"{found.first:,}–{page.offset + count:,}" if count > 1 else f"{found.first:,}"
    total = f" of {page.total:,}" if page.total is not None else (" of more" if page.next is not None else "")
    parts = [f"{shown}{total}" if count else "nobody"]
    parts += [f"{marked:,} marked"] if marked else []
    parts += [f"{page.hidden:,} opted out"] if page.hidden else []
    return " · ".join(parts)


def no_results_text(found: FoundPage, keys: Mapping[str, str]) -> str:
    """Return what the user can do if the page has no people."""
    page, asked = found.page, summary(found.query)
    if page.hidden:
        return f"Everybody found for {asked} opted out, so nobody is shown.\n\n{keys['narrow']} searches for others."
    if page.offset:
        return f"There is nobody on this page any more.\n\n{keys['page-before']} goes back."
    return f"Nobody fits {asked}.\n\nA miss like this is free. Fewer or shorter filters find more; {keys['empty-form']} in a field empties all."


def search_price(quote: Quote) -> str:
    """Return what a page of search results costs, and the balance."""
    if quote.refused:
        return safe_line(quote.refused)
    price = "free" if not quote.high else f"{credits_of(quote)} a page"
    return f"{price} · {balance_words(quote)}"


def hits(
    sightings: Sequence[tuple[Person, Sighting]],
    marked: Mapping[str, Person],
    now: datetime,
    *,
    phones: bool = False,
) -> Iterator[PanelLine]:
    """Yield the row of each person found, followed by the rows of the lookup's result."""
    for number, (person, sighting) in enumerate(sightings):
        sign = sighting.sign
        head = Content.assemble(
            ("✓", "bold $cursor") if mark_key(person) in marked else " ", (f"{sign.mark} ", sign.token)
        )
        yield PanelLine(str(number), hanging(head, face(person)), sighting, candidate=person)
        for line in result_rows(sighting, now, phones=phones, under=str(number)):
            yield replace(line, drawn=line.drawn.indented(_EXTRA_INDENT))


def mark_key(person: Person) -> str:
    """Return the key by which a person is marked across pages."""
    return person.id or person.network_slug or f"{person.full_name}|{person.company.name}|{person.title}"
