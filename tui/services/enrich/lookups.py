"""Lookups of the people and companies that a card names, and comments with their findings."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING, Literal

from tui.model.search import Hit
from tui.model.writes.comments import AddComment
from tui.services.part import Submit, WritingPart
from tui.sync.enrich.askable import TYPES, answer_to_show, is_askable, is_named
from tui.sync.enrich.attach import attach, is_attached
from tui.sync.enrich.price import quote, step_of
from tui.sync.subjects import subjects_on

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from tui.model.company import Company
    from tui.model.enrich.people import Candidate
    from tui.model.enrich.spending import Wanted
    from tui.model.finding import Finding, Quote, QuoteStep
    from tui.model.person import Person
    from tui.model.subject import Subject
    from tui.store.store import Store
    from tui.sync.engine import Engine

ALSO = 4
"""Maximum other cards that are listed for a subject."""

_IN_TEXTS = frozenset({"email", "network_slug", "domain"})
"""Kinds of identifiers that occur on cards in their normal form; numbers are written in many ways."""

READ_CARDS = 50
"""Number of cards whose subjects are cached; the least recently used ones are dropped."""


class Lookups(WritingPart):
    """Lookups of single subjects: ``workspace.lookups``."""

    def __init__(self, store: Store, engine: Engine, submit: Submit) -> None:
        super().__init__(store, engine, submit)
        self._subjects: OrderedDict[str, tuple[object, list[Subject]]] = OrderedDict()

    def subjects(self, card_id: str) -> list[Subject]:
        """Find the people and companies in a card's title, text, checklists, comments and attachments."""
        store = self._store
        checklists, comments = store.checklists.of_card(card_id), store.actions.comments(card_id)
        sources = (store.cards.get(card_id), tuple(checklists), tuple(comments))
        if (cached := self._subjects.pop(card_id, None)) is None or cached[0] != sources:
            cached = (sources, subjects_on(store, card_id))
        self._subjects[card_id] = cached
        if len(self._subjects) > READ_CARDS:
            self._subjects.popitem(last=False)
        return cached[1]

    def subject(self, text: str) -> Subject | None:
        """Return the person or company for ``text``, a typed identifier, or None."""
        from tui.recognise.subject import recognise

        found = recognise(text, country=self._store.country) or recognise(f"ABN {text}")
        return found[0] if found else None

    def quote(self, subject: Subject, *, again: bool = False) -> Quote:
        """Return the price of looking ``subject`` up; zero if the answer is stored, unless ``again``."""
        return quote(self._store, subject, self._engine.prepare_asking(), again=again)

    def lacks_key(self) -> bool:
        """Return whether nothing can be looked up, because there is no key to any service that is asked."""
        asking = self._engine.prepare_asking()
        return all(step.lacks_key for what in TYPES for step in asking.steps(what))

    def wanted(self) -> frozenset[Wanted]:
        """Return the fields for which services are asked, one after another, until all are found."""
        return self._engine.prepare_asking().wanted

    def finding(self, subject: Subject) -> Finding | None:
        """Return the stored answer for a subject; a miss is an answer too.

        If the current service found nobody, or was not asked, another service's answer is returned.
        """
        return answer_to_show(self._store, subject, self._engine.prepare_asking())

    def findings(self, subject: Subject) -> list[Finding]:
        """Return the match of each service for ``subject``, newest first."""
        return self._store.enrichment.findings.of_all(subject)

    def services(self, subject: Subject) -> list[QuoteStep]:
        """Return the services that can be asked for ``subject`` by name, with their prices."""
        asking = self._engine.prepare_asking()
        able = [
            one for one in asking.others or (asking,) if is_askable(subject, one) or is_named(subject, one)
        ]
        return [step_of(one, subject.type) for one in able]

    async def enrich(
        self,
        subject: Subject,
        *,
        again: bool = False,
        sure: bool = False,
        chosen: Person | Company | None = None,
        provider: str = "",
        run: str = "",
        agreed: Quote | None = None,
    ) -> Finding:
        """Look ``subject`` up once; a stored answer is free, and so is a repeat after a crash.

        The services in the user's order are asked one after another, until one has a match.

        Args:
            subject: The subject.
            again: Ask although an answer is stored, such as a miss of last month.
            sure: Ask although an earlier request was not answered and may have been charged.
            chosen: The person or the company picked from ``candidates``, if only a name is known.
            provider: The name of the only service to ask.
            run: Name under which the cost is recorded in the ledger; the cap of a run holds for all lookups
                of that name.
            agreed: The price that the user was shown; None if none was.

        Raises:
            PriceChanged: It costs more than was agreed to, or another service would be asked; nothing was.
            OptedOut: The subject asked not to be looked up.
            SpendRefused: The lookup could cost more than the caps allow; nothing was asked.
            Undecided: Several people have that name, or nobody surely.
            Unsettled: An earlier request was not answered and may have been charged: ask the user.
            OutOfCredits: The account has no credits left.
            UsageError: The card gives nothing to look up by.
            RemoteError: The service did not answer.
        """
        return await self._at_service(
            lambda session: session.services.enrich(
                subject, again=again, sure=sure, chosen=chosen, run=run, provider=provider, agreed=agreed
            )
        )

    async def candidates(self, subject: Subject) -> tuple[Candidate, ...]:
        """Return the candidates for an uncertain name: people, or companies with the service that has them.

        Raises:
            UsageError: A person's company is not known.
            RemoteError: The service did not answer.
        """
        engine = self._engine
        if subject.type == "company":
            return tuple(
                await asyncio.wrap_future(engine.work(lambda session: session.services.namesakes(subject)))
            )
        found = await asyncio.wrap_future(engine.work(lambda session: session.lookup.finder.resolve(subject)))
        return found.candidates

    def also_on(self, subject: Subject, card_id: str) -> list[Hit]:
        """Find other cards, at most ``ALSO``, that name the subject or have a finding about it; open boards only."""
        hits: dict[str, Hit] = {}
        before = self._store.current_id(card_id)
        for hit in (*self._naming(subject), *self._with_finding(subject)):
            hits.setdefault(hit.id, hit)
        # A new card may get the service's id during the search.
        here = {before, self._store.current_id(card_id)}
        return [hit for hit in hits.values() if hit.id not in here and not hit.closed][:ALSO]

    def _naming(self, subject: Subject) -> Iterator[Hit]:
        """Find cards whose text names the subject."""
        texts = [one.value for one in subject.identifiers if one.kind in _IN_TEXTS]
        if subject.type == "person" and subject.name and len(subject.name.split()) > 1:
            texts.append(subject.name)
        for text in texts:
            yield from (hit for hit in self._store.search.everything(text, ALSO + 1) if hit.kind == "card")

    def _with_finding(self, subject: Subject) -> Iterator[Hit]:
        """Find cards of open boards to which a finding about the subject is attached."""
        for ident in self._store.enrichment.findings.attached_cards(subject.key):
            card = self._store.cards.get(ident)
            board = None if card is None else self._store.boards.get(card.id_board)
            if card is not None and board is not None and not board.closed:
                yield Hit("card", card.id, card.name, board.id, board.name, closed=card.closed)

    def is_attached(self, card_id: str, key: str) -> bool:
        """Return whether the card has a comment with this finding."""
        return is_attached(self._store, card_id, key)

    async def attach(
        self, card_id: str, finding: Finding, expect: Callable[[str], Awaitable[None]] | None = None
    ) -> Literal["attached", "updated", "unchanged"]:
        """Put ``finding`` on the card as one readable comment; a second call updates that comment.

        Args:
            card_id: The card.
            finding: The finding.
            expect: Called with the kind of the write before it is made.

        Raises:
            OptedOut: The finding is about somebody who opted out.
            StoreError: The card is gone, or the comment could not be written.
        """
        write = attach(self._store, card_id, finding)
        if write is None:
            return "unchanged"
        if expect is not None:
            await expect(write.kind)
        await self._submit([write])
        return "attached" if isinstance(write, AddComment) else "updated"
