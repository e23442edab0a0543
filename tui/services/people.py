"""People searched for at the enrichment service, names resolved, and cards made of who was found."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tui.errors import StoreError
from tui.model.base import new_local_id
from tui.model.finding import Quote
from tui.model.position import STEP
from tui.model.writes.cards import CreateCard
from tui.services.export import people_csv
from tui.services.part import WritingPart

if TYPE_CHECKING:
    from tui.model.board import BoardList
    from tui.model.enrich.people import PeoplePage, PeopleQuery, Resolved
    from tui.model.person import Person
    from tui.model.subject import Subject


class People(WritingPart):
    """``workspace.people``."""

    async def search(
        self, query: PeopleQuery, offset: int = 0, *, limit: int = 25, again: bool = False
    ) -> PeoplePage:
        """One page of the people that fit, without those who opted out; the same page again costs nothing.

        Raises:
            UsageError: Nothing narrows the search, or the service cannot search by that.
            SpendRefused: It could cost more than the caps allow; nothing was asked.
            RemoteError: The service did not answer.
        """
        return await asyncio.wrap_future(
            self._engine.work(
                lambda session: session.lookup.finder.search(query, offset, limit=limit, again=again)
            )
        )

    def quote(self, query: PeopleQuery, *, limit: int = 25) -> Quote:
        """What a page of ``query`` would cost, with the company's id where the service has to be asked for that."""
        if query.empty:
            return Quote(low=0, high=0, credits_left=self._store.ledger.balance())
        low, high = self._engine.prices.search
        high *= -(-limit // 25)
        if self._engine.searches_by_id and query.company and not query.company_id:
            known = self._store.findings.get(f"domain:{query.company}", "company")
            high += 0 if known is not None else self._engine.prices.company[1]
        return Quote(low=low, high=high, credits_left=self._store.ledger.balance())

    async def resolve(self, subject: Subject) -> Resolved:
        """Whom a name and a company stand for: one clear winner, or those to choose from.

        Raises:
            UsageError: The subject has no name or no company.
            RemoteError: The service did not answer.
        """
        return await asyncio.wrap_future(
            self._engine.work(lambda session: session.lookup.finder.resolve(subject))
        )

    async def make_cards(self, list_id: str, people: Sequence[Person]) -> list[str]:
        """Make a card of each person at the foot of a list, in one write of several; ids of the cards, in their order.

        Who opted out gets none, and neither does whose profile or e-mail is on a card of that list already.

        Raises:
            StoreError: The list is gone, or they could not be written.
        """
        home = self._store.lists.get(list_id)
        if home is None:
            raise StoreError("That list is not there any more.", hint="Choose another one.")
        ops = list(self._cards(home, people))
        if ops:
            await self._submit(ops)
        return [op.card_id for op in ops]

    def csv(self, people: Sequence[Person], *, do_not_call: bool = False) -> str:
        """``people`` as a table for a spreadsheet, without those who opted out.

        Args:
            people: In the order of the rows.
            do_not_call: Write the numbers out that must not be called; otherwise it only says that there are some.
        """
        return people_csv(self._allowed(people), do_not_call=do_not_call)

    def _allowed(self, people: Sequence[Person]) -> list[Person]:
        return [one for one in people if self._store.suppression.covers(one) is None]

    def _cards(self, home: BoardList, people: Sequence[Person]) -> Iterator[CreateCard]:
        faces = self._store.cards.faces(home.id)
        named: dict[str, list[str]] = {}
        for face in faces:
            named.setdefault(face.name, []).append(face.id)
        pos = faces[-1].pos if faces else 0.0
        for person in self._allowed(people):
            name, desc = title(person), text(person)
            if any(self._says(card_id, person) for card_id in named.get(name, [])):
                continue
            pos += STEP
            made = CreateCard(
                board_id=home.id_board, card_id=new_local_id(), list_id=home.id, name=name, pos=pos, desc=desc
            )
            named.setdefault(name, []).append("")
            yield made

    def _says(self, card_id: str, person: Person) -> bool:
        """Whether a card of that name is about the same person; "" is one that is being made just now."""
        card = self._store.cards.get(card_id) if card_id else None
        return not person.network_slug or card is None or person.network_slug in card.desc


def title(person: Person) -> str:
    """What a person's card is called: as the recogniser reads it."""
    name = " ".join(person.full_name.split()) or "Somebody"
    company = " ".join(person.company.name.split())
    return f"{name} at {company}"[:500] if company else name[:500]


def text(person: Person) -> str:
    """What a person's card says: by what they can be looked up, and no contact value."""
    place = person.location
    where = ", ".join(part for part in (place.city, place.state, place.country) if part) or place.raw
    domain = person.company.domain or str(person.extra.get("company_domain") or "")
    return "\n".join(line for line in (person.title, where, person.network_url, domain) if line)
