"""Conversion of a service's records to people and companies, according to its adapter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tui.adapters.fields import our_record
from tui.adapters.paths import find
from tui.api.enrich import parse
from tui.api.enrich.companies import company_of
from tui.api.enrich.people import person_of
from tui.api.enrich.record import records

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tui.adapters.adapter import Adapter
    from tui.adapters.call import ServiceCall
    from tui.adapters.fields import FieldSource
    from tui.model.company import Company
    from tui.model.person import Person


class RecordReader:
    """A reader of the records of one service.

    Args:
        adapter: The service; if it names no fields, the usual names are tried.
    """

    def __init__(self, adapter: Adapter) -> None:
        self._adapter = adapter

    def person(self, answered: Any, call: ServiceCall | None = None) -> Person | None:
        """Return the person in an answer, or in a record if there is no ``call``; None if there is none."""
        if not self._adapter.person:
            return person_of(_record(answered, call))
        ours, rest = self._ours(answered, call, self._adapter.person)
        found = person_of(ours) if ours else None
        return None if found is None else found.replace(extra=rest)

    def company(self, answered: Any, call: ServiceCall | None = None) -> Company | None:
        """Return the company in an answer, or in a record if there is no ``call``; None if there is none."""
        if not self._adapter.company:
            return company_of(_record(answered, call))
        ours, rest = self._ours(answered, call, self._adapter.company)
        found = company_of(ours) if ours else None
        return None if found is None else found.replace(extra=rest)

    def hits(self, call: ServiceCall, answered: Any) -> tuple[list[Any], int | None]:
        """Return the hits of a search, and their total number or None if the service does not say."""
        if not call.hits:
            return records(answered)
        total = parse.whole(find(answered, call.total)) if call.total else None
        return parse.listed(find(answered, call.hits)), total

    @staticmethod
    def balance(call: ServiceCall, answered: Any) -> int | None:
        """Return the credits left, or None if they are not where the call says."""
        return parse.whole(find(answered, call.left)) if call.left else None

    def _ours(
        self, answered: Any, call: ServiceCall | None, fields: Mapping[str, FieldSource]
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        ours, rest = our_record(_record(answered, call), fields)
        if ours and call is not None and (path := self._adapter.answer.likelihood):
            ours.setdefault("likelihood", find(answered, path))
        return ours, rest


def _record(answered: Any, call: ServiceCall | None) -> Any:
    if call is None:
        return answered
    path = (call.then or call).record
    return find(answered, path) if path else answered
