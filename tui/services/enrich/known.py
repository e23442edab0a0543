"""The facts of an account about those who opt out, and the texts that still name them after a withdrawal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.model.enrich.namings import Who
from tui.model.enrich.suppression import suppression_keys
from tui.model.enrich.withdrawal import Known
from tui.services.enrich.namings import namings
from tui.sync.note import is_unaltered

if TYPE_CHECKING:
    from tui.model.enrich.identities import Identities
    from tui.model.enrich.namings import Naming
    from tui.model.enrich.withdrawal import Key, WithdrawnNote
    from tui.model.person import Person
    from tui.store.store import Store


def known_about(store: Store, given: Sequence[Key]) -> Known:
    """Return the facts in the answers about those who opt out with the keys ``given``, or about the whole list."""
    identities, listed = store.enrichment.suppression.identities(), store.enrichment.suppression.all()
    more: dict[Key, frozenset[Key]] = {}
    people: list[Person] = []
    for entry in given or [(one.kind, one.value) for one in listed]:
        keys, findings = identities.of({entry, *store.enrichment.suppression.keys_listed_with(entry)})
        more[entry] = frozenset(keys - {entry})
        if not identities.is_shared(entry):
            people += [one.person for one in findings if one.person is not None]
    return Known(
        tuple(listed),
        more,
        unshared_phones(people, identities),
        frozenset(filter(None, (one.whole_name for one in people))),
    )


def unshared_phones(people: Sequence[Person], identities: Identities) -> frozenset[Key]:
    """Return the telephone numbers of people that nobody else is known to have."""
    keys = {key for one in people for key in suppression_keys(one) if key[0] == "phone"}
    return frozenset(key for key in keys if not identities.is_shared(key))


def what_stays(store: Store, known: Known, notes: Sequence[WithdrawnNote]) -> tuple[Naming, ...]:
    """Return the typed texts that name those who opted out, without withdrawn ones and findings about namesakes."""
    withdrawn = {one.comment_id for one in notes}
    found = namings(store, Who(known.keys, known.names, known.phones))
    return tuple(
        one
        for one in found
        if one.ident not in withdrawn and not (one.part == "comment" and is_unaltered(one.text))
    )
