"""PeopleSearch: fetches people page by page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from textual._time import get_time

from tui.app.enrich.lookup_errors import error_words
from tui.app.enrich.pages import TEACH, FoundPage, no_results_text, search_price

if TYPE_CHECKING:
    from tui.app.screens.enrich.lookups import PanelLookups
    from tui.app.screens.screen import WorkspaceScreen
    from tui.model.enrich.people import PeopleQuery
    from tui.model.finding import Quote

PAGE = 25
"""Number of people on a page, as the service returns them."""


class PeopleSearch:
    """The paged search for people; only the answer to the last request is used.

    Args:
        found: The page of results to begin with.

    Attributes:
        found: The last page of results, or None.
    """

    def __init__(
        self,
        page: WorkspaceScreen,
        lookups: PanelLookups,
        show: Callable[[], None],
        found: FoundPage | None = None,
    ) -> None:
        self._page, self._lookups, self._show, self.found = page, lookups, show, found
        self._last_request = None if found is None else (found.query, found.page.offset)
        self._prices: dict[str, Quote] = {}
        self._told: dict[int, Quote] = {}
        self._shown_at = float("-inf")

    def ask(self, query: PeopleQuery, offset: int = 0) -> None:
        """Request the page at ``offset``, at the price that is shown."""
        agreed = self._prices.get(query.key) or self.price(query)
        if not self._lookups.may_ask(agreed, self._shown_at):
            return
        self._last_request, self._told = (query, offset), {}
        fetch = partial(self._fetch, query, offset, agreed)
        self._page.work(partial(self._lookups.attempt, _key(query, offset), fetch), "search")

    async def _fetch(self, query: PeopleQuery, offset: int, agreed: Quote) -> None:
        page = await self._page.workspace.people.search(query, offset, agreed=agreed)
        if self._last_request == (query, offset) and self._page.is_attached:
            self.found = FoundPage(query, page)
            self._show()

    def turn(self, by: int) -> str:
        """Request the next or previous page; return why that is impossible, or ""."""
        if self.found is None:
            return f"nothing was searched yet: {self._page.key_names['narrow']} searches"
        page = self.found.page
        after = page.next if by > 0 else (max(0, page.offset - PAGE) if page.offset else None)
        if after is None:
            return "this is the last page" if by > 0 else "this is the first page"
        quote, told = self.price(self.found.query), self._told.get(after)
        if quote.high and (told is None or not told.covers(quote)):
            self._told, self._shown_at = {after: quote}, get_time()
            return f"another page takes {search_price(quote)}: press again"
        self.ask(self.found.query, after)
        return ""

    def price(self, query: PeopleQuery) -> Quote:
        """Return the price of a page of ``query``, which is shown from now on, and is then what a key agrees to."""
        quote = self._page.workspace.people.quote(query)
        # The price of another query has been read if it is the same, so that it is not told anew at each letter.
        if not any(shown.covers(quote) for shown in self._prices.values()):
            self._shown_at = get_time()
        self._prices = {query.key: quote}
        return quote

    @property
    def pending(self) -> bool:
        """Whether the last request has no answer yet."""
        found = self.found
        return found is None or self._last_request != (found.query, found.page.offset)

    def words(self) -> str:
        """Return the message about the search itself; "" if the list of people is enough."""
        key = "" if self._last_request is None else _key(*self._last_request)
        if self._lookups.busy(key):
            return "⟳ Searching …"
        if (trouble := self._lookups.trouble(key)) is not None:
            wait = self._lookups.wait(key)
            return f"! {error_words(trouble)}" + (f"\n\nEnter searches again in {wait} s." if wait else "")
        if self.found is None:
            return TEACH
        return "" if self.found.page.people else no_results_text(self.found, self._page.key_names)


def _key(query: PeopleQuery, offset: int) -> str:
    """Return the key of a results page among the lookups."""
    return f"search:{query.key}@{offset}"
