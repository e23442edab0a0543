"""Searches for people at the enrichment service, and cards created from the hits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from tui.errors import StoreError
from tui.model.finding import FREE, Quote
from tui.model.position import STEP
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard
from tui.services.enrich.people_on_cards import people_on_cards
from tui.services.export import people_csv
from tui.services.part import CardMakingPart
from tui.sync.enrich.price import search_quote

if TYPE_CHECKING:
    from tui.model.board import BoardList
    from tui.model.card import Card
    from tui.model.enrich.people import PeoplePage, PeopleQuery
    from tui.model.person import Person


class People(CardMakingPart):
    """Searches for people: ``workspace.people``."""

    async def search(
        self,
        query: PeopleQuery,
        offset: int = 0,
        *,
        limit: int = 25,
        again: bool = False,
        run: str = "",
        agreed: Quote | None = None,
    ) -> PeoplePage:
        """Return one page of matching people, without those who opted out; a repeated page is free.

        Its cost is recorded in the ledger under ``run``. ``agreed`` is the price that the user was shown, if any.

        Raises:
            PriceChanged: It costs more than was agreed to, or another service would be asked; nothing was.
            UsageError: The query has no condition, or one that the service cannot search by.
            SpendRefused: The search could cost more than the caps allow; nothing was asked.
            RemoteError: The service did not answer.
        """
        return await self._at_service(
            lambda session: session.services.search(
                query, offset, limit=limit, again=again, run=run, agreed=agreed
            )
        )

    def quote(self, query: PeopleQuery, *, limit: int = 25) -> Quote:
        """Return the cost of a page of ``query``, including a lookup of the company's id if necessary."""
        price = (
            FREE if query.empty else search_quote(self._store, query, self._engine.prepare_asking(), limit)
        )
        return price.replace(credits_left=self._store.enrichment.ledger.balance())

    def refusal(self, criteria: Iterable[str] = ()) -> str:
        """Return why the service cannot be searched for people by ``criteria``, as a sentence; "" if it can."""
        return self._engine.prepare_asking().search_refusal(criteria)

    async def make_cards(
        self,
        list_id: str,
        people: Sequence[Person],
        expect: Callable[[Sequence[str]], Awaitable[None]] | None = None,
        *,
        again: bool = False,
    ) -> list[str]:
        """Create a card for each person at the end of a list, in one batch; return the cards' ids in order.

        The cards have the labels that the settings give to new cards of the list. People who opted out are
        skipped, and those who have a card in the list already.

        Args:
            list_id: The list.
            people: The people.
            expect: Called with the cards' ids before they are created.
            again: Make a second card of somebody who has one.

        Raises:
            StoreError: The list is gone, or the cards could not be written.
        """
        home = self._store.lists.get(list_id)
        if home is None:
            raise StoreError("That list is not there any more.", hint="Choose another one.")
        there = set() if again else {id(person) for person, _ in await self.on_cards(list_id, people)}
        writes = list(self._cards(home, [person for person in people if id(person) not in there]))
        made = [write.card_id for write in writes]
        if writes:
            if expect is not None:
                await expect(made)
            await self._submit(writes)
        return made

    async def on_cards(self, list_id: str, people: Sequence[Person]) -> list[tuple[Person, Card]]:
        """Return the people who have a card in a list already, each with that card."""
        return await asyncio.to_thread(people_on_cards, self._store, list_id, self.allowed(people))

    def csv(self, people: Sequence[Person], *, do_not_call: bool = False) -> str:
        """Return ``people`` as a CSV table, without those who opted out.

        Args:
            people: The people, in the order of the rows.
            do_not_call: Write out do-not-call numbers; otherwise only show that there are some.
        """
        return people_csv(self.allowed(people), do_not_call=do_not_call)

    def allowed(self, people: Iterable[Person]) -> list[Person]:
        """Return ``people`` without those who opted out."""
        return [one for one in people if self._store.enrichment.suppression.covers(one) is None]

    def _cards(self, home: BoardList, people: Sequence[Person]) -> Iterator[CreateCard]:
        last = self._store.cards.ends(home.id)[-1:]
        pos, labels = last[0].pos if last else 0.0, self._default_labels(home.id)
        unlike = {(title(person), person.network_slug): person for person in self.allowed(people)}
        for person in unlike.values():
            pos += STEP
            yield CreateCard(
                board_id=home.id_board,
                card_id=new_local_id(),
                list_id=home.id,
                name=title(person),
                pos=pos,
                desc=text(person),
                label_ids=labels,
            )


def title(person: Person) -> str:
    """Return the title of a person's card, in the form that the recogniser reads."""
    name = " ".join(person.full_name.split()) or "Somebody"
    company = " ".join(person.company.name.split())
    return f"{name} at {company}"[:500] if company else name[:500]


def text(person: Person) -> str:
    """Return the text of a person's card: the identifiers for a lookup, without contact values."""
    place = person.location
    where = ", ".join(part for part in (place.city, place.state, place.country) if part) or place.raw
    domain = person.company.domain or str(person.extra.get("company_domain") or "")
    return "\n".join(line for line in (person.title, where, person.network_url, domain) if line)
