"""Lookup: a subject to the enrichment service, once, and its answer into the store.

What is known is not asked again, a miss included. What is asked carries a key that is on disk before the
request leaves: a repeat after a crash, or after an answer that was lost, is the same request and costs once.
"""

import asyncio
from uuid import uuid4

from tui.api.enrich.client import Answer, EnrichClient
from tui.clock import Clock
from tui.errors import Ambiguous, CardscoutError, RemoteError, UsageError
from tui.model.finding import Finding
from tui.model.subject import Subject
from tui.store.db import written
from tui.store.store import Store

_PERSON = ("email", "network_url", "network_slug")
_COMPANY = ("domain", "network_url", "abn", "website")


class Lookup:
    """Looks people and companies up.

    Args:
        store: Remembers the answers, and what they cost.
        client: The enrichment service.
        clock: Dates the answers.
        provider: What a finding calls its source where the answer names none.
    """

    def __init__(self, store: Store, client: EnrichClient, clock: Clock, provider: str = "") -> None:
        self._store, self._client, self._clock = store, client, clock
        self._provider = provider
        self._running: dict[tuple[str, str], asyncio.Task[Finding]] = {}

    async def enrich(self, subject: Subject, *, again: bool = False) -> Finding:
        """The answer for ``subject``: remembered, or asked for now and remembered.

        Two callers who ask for the same at once share one request.

        Args:
            subject: Whom to look up.
            again: Ask although an answer is remembered.

        Raises:
            UsageError: Nothing of the subject can be looked up by.
            OutOfCredits: The account has none left.
            RemoteError: The service did not answer; asking again later costs no more.
        """
        known = self._store.findings.get(subject.key, subject.type)
        if known is not None and not again:
            return known
        name = (subject.type, subject.key)
        if (task := self._running.get(name)) is None:
            task = self._running[name] = asyncio.create_task(self._look(subject))
            task.add_done_callback(lambda _: self._running.pop(name, None))
        # One caller's change of mind does not cost the others, or the credit, their answer.
        return await asyncio.shield(task)

    async def credits(self) -> int | None:
        """The balance, asked for now; None where the service does not tell it.

        Raises:
            RemoteError: The service did not answer.
        """
        left = await self._client.credits()
        if left is not None:
            await written(self._store.heard_balance(left))
        return left

    async def _look(self, subject: Subject) -> Finding:
        asked = asked_by(subject)
        note = f"lookup:{subject.type}:{subject.key}"
        try:
            answer = await self._ask(subject, asked, await self._key(note))
        except CardscoutError as error:
            if _answered(error):
                # It said no: another try is another request.
                await written(self._store.meta.set(note, None))
            raise
        finding = self._finding(subject, answer)
        names = [f"{kind}:{value}" for kind, value in asked.items()]
        await written(self._store.remember(finding, names))
        await written(self._store.meta.set(note, None))
        return finding

    async def _key(self, note: str) -> str:
        """The name of this request in front of the service, on disk before it is used.

        A second Cardscout that asks for the same at the same moment uses the same: only one is charged.
        """
        return await written(self._store.meta.first(note, uuid4().hex))

    async def _ask(self, subject: Subject, asked: dict[str, str], key: str) -> Answer:
        if subject.type == "person":
            return await self._client.person(**asked, idempotency_key=key)
        return await self._client.company(**asked, idempotency_key=key)

    def _finding(self, subject: Subject, answer: Answer) -> Finding:
        return Finding(
            key=subject.key,
            type=subject.type,
            person=answer.person,
            company=answer.company,
            provider=answer.provider or self._provider,
            fetched_at=self._clock.now(),
            cost=answer.cost,
            credits_left=answer.credits_left,
            request_id=answer.request_id,
        )


def asked_by(subject: Subject) -> dict[str, str]:
    """What of ``subject`` the service is asked by; all that it takes, because several make it surer.

    Raises:
        UsageError: There is nothing that it takes.
    """
    kinds = _PERSON if subject.type == "person" else _COMPANY
    asked: dict[str, str] = {
        identifier.kind: identifier.value
        for identifier in reversed(subject.identifiers)
        if identifier.kind in kinds
    }
    if not asked:
        wanted = (
            "an e-mail address or a profile" if subject.type == "person" else "a domain, an ABN or a profile"
        )
        raise UsageError(
            f"{subject.text or 'This'} cannot be looked up by name alone.",
            hint=f"Write {wanted} on the card.",
        )
    return asked


def _answered(error: CardscoutError) -> bool:
    """Whether the service surely did not charge for the request."""
    return isinstance(error, RemoteError) and not error.retryable and not isinstance(error, Ambiguous)
