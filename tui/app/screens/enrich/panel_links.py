"""PanelLinks: opens the company, its people, their cards and other cards from a finding in the panel."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from textual._time import get_time

from tui.app.enrich import panel_messages
from tui.app.enrich.lines import colleague_row, subject_of
from tui.app.enrich.person_cards import make_person_cards
from tui.app.enrich.sightings import balance_words, credits_of
from tui.model.enrich.people import PeopleQuery

if TYPE_CHECKING:
    from tui.app.screens.enrich.lookups import PanelLookups
    from tui.app.screens.screen import WorkspaceScreen
    from tui.model.finding import Quote
    from tui.model.person import Person
    from tui.model.subject import Subject


class PanelLinks:
    """The controller of requests that lead from a subject to others, without leaving the panel.

    Args:
        add: Adds a subject to those of a card, by the card's id, and puts the cursor on it.
        expect: Puts the cursor on a row of the panel once it is shown.
    """

    def __init__(
        self,
        page: WorkspaceScreen,
        lookups: PanelLookups,
        add: Callable[[str, Subject], None],
        expect: Callable[[str], None],
        tell: Callable[[str], None],
    ) -> None:
        self._page, self._lookups = page, lookups
        self._add, self._expect, self._tell = add, expect, tell
        self._workspace = page.workspace
        self._priced: dict[str, Quote] = {}
        self._told_at = float("-inf")

    def take(self, message: panel_messages.FollowUp) -> None:
        """Handle a request."""
        match message:
            case panel_messages.SearchColleagues(subject, company, page):
                if page:
                    self._page.go(f"people:{company}")
                else:
                    self._list_people(subject, company)
            case panel_messages.PickColleague(card_id, person):
                self._add(card_id, subject_of(person))
            case panel_messages.LookUpEmployer(card_id, domain):
                self._look_up_employer(card_id, domain)
            case panel_messages.MakePersonCard(card_id, person):
                self._page.work(partial(self._make_card, card_id, person), "make card", asks=True)
            case panel_messages.ShowCard(card_id):
                self._page.go(f"card:{card_id}")
            case _:
                pass

    def _list_people(self, subject: Subject, company: str) -> None:
        """List the people of a company below the subject; if it costs something, show the price first."""
        query = PeopleQuery(company=company)
        quote, told = self._workspace.people.quote(query), self._priced.get(subject.key)
        if quote.refused:
            self._tell(quote.refused)
        elif quote.high and (told is None or not told.covers(quote)):
            self._priced, self._told_at = {subject.key: quote}, get_time()
            price = f"{credits_of(quote)}, {balance_words(quote)}"
            again = self._page.key_names["company-people"]
            self._tell(f"The people of {company}: {price}: {again} again lists them")
        elif self._lookups.may_ask(quote, self._told_at):
            self._priced = {}
            self._page.work(partial(self._list_staff, subject, query, quote), "people")

    async def _list_staff(self, subject: Subject, query: PeopleQuery, agreed: Quote) -> None:
        """Search for the people, list them below the subject, and put the cursor on the first."""
        self._expect(colleague_row(subject.key, 0))
        await self._lookups.list_staff(subject, query, agreed)

    def _look_up_employer(self, card_id: str, domain: str) -> None:
        """Add a person's employer to the subjects, and look it up."""
        if (company := self._workspace.lookups.subject(domain)) is not None:
            self._add(card_id, company)
            self._page.work(partial(self._lookups.look_up, company), "enrich")

    async def _make_card(self, card_id: str, person: Person) -> None:
        """Create a card for a person at the end of the card's list."""
        card = self._workspace.cards.get(self._page.feed.current_id(card_id))
        if card is None:
            return
        made = await make_person_cards(self._page, card.id_list, [person], "this list")
        if made is not None:
            undo = f" · {self._page.key_names['undo']} undoes" * bool(made.card_ids)
            self._tell(f"{made.words}{undo}")
