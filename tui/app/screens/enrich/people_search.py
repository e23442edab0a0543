"""PeopleSearch: people asked for a page at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tui.app.enrich.pages import TEACH, FoundPage, nobody, search_price
from tui.app.enrich.troubles import said

if TYPE_CHECKING:
    from tui.app.screens.enrich.lookups import PanelLookups
    from tui.app.screens.screen import WorkspaceScreen
    from tui.model.enrich.people import PeopleQuery

PAGE = 25
"""People on a page, as the service gives them."""


class PeopleSearch:
    """Asks for pages of people. The last question counts; an older one is not waited for.

    Args:
        page: The screen that asks.
        lookups: How questions are doing.
        show: Shows the page that came.

    Attributes:
        found: The page that came last, or None.
    """

    def __init__(self, page: WorkspaceScreen, lookups: PanelLookups, show: Callable[[], None]) -> None:
        self._page, self._lookups, self._show = page, lookups, show
        self._asked: tuple[PeopleQuery, int] | None = None
        self._agreed: tuple[PeopleQuery, int] | None = None
        self.found: FoundPage | None = None

    def ask(self, query: PeopleQuery, offset: int = 0) -> None:
        """Ask for a page."""
        self._asked = (query, offset)
        self._page.work(self._lookups.attempt(_key(query, offset), self._fetch(query, offset)), "search")

    async def _fetch(self, query: PeopleQuery, offset: int) -> None:
        page = await self._page.workspace.people.search(query, offset)
        if self._asked == (query, offset) and self._page.is_attached:
            self.found = FoundPage(query, page)
            self._show()

    def turn(self, by: int) -> str:
        """Show the next page or the one before; why not, or ""."""
        if self.found is None:
            return f"nothing was searched yet: {self._page.key_names['narrow']} searches"
        page = self.found.page
        after = page.next if by > 0 else (max(0, page.offset - PAGE) if page.offset else None)
        if after is None:
            return "this is the last page" if by > 0 else "this is the first page"
        quote, wanted = self._page.workspace.people.quote(self.found.query), (self.found.query, after)
        if quote.high and self._agreed != wanted:
            self._agreed = wanted
            return f"another page takes {search_price(quote)}: press again"
        self.ask(*wanted)
        return ""

    @property
    def pending(self) -> bool:
        """Whether what was asked last was not answered."""
        found = self.found
        return found is None or self._asked != (found.query, found.page.offset)

    def words(self) -> str:
        """What is to be said about the search itself; "" when the list says it all."""
        key = "" if self._asked is None else _key(*self._asked)
        if self._lookups.busy(key):
            return "⟳ Searching …"
        if (trouble := self._lookups.trouble(key)) is not None:
            wait = self._lookups.wait(key)
            return f"! {said(trouble)}" + (f"\n\nEnter searches again in {wait} s." if wait else "")
        if self.found is None:
            return TEACH
        return "" if self.found.page.people else nobody(self.found, self._page.key_names)


def _key(query: PeopleQuery, offset: int) -> str:
    """What a page of a search is known by among the lookups."""
    return f"search:{query.key}@{offset}"
