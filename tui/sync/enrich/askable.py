"""By what a subject can be looked up, and what is remembered of it already."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from tui.errors import UsageError
from tui.model.subject import Identifier, Kind, Subject

if TYPE_CHECKING:
    from tui.model.finding import Finding
    from tui.model.person import Person
    from tui.store.store import Store

ASKED: Mapping[str, frozenset[Kind]] = MappingProxyType(
    {
        "person": frozenset({"email", "network_url", "network_slug"}),
        "company": frozenset({"domain", "network_url", "abn", "website"}),
    }
)
"""Kinds of identifiers that a service is asked by, by what is looked up."""

_CALLED: Mapping[Kind, str] = MappingProxyType({"phone": "telephone number", "nzbn": "NZBN", "acn": "ACN"})


def known_of(store: Store, subject: Subject) -> Finding | None:
    """What the service that is asked now has answered for ``subject``, by any of its identifiers."""
    return store.findings.of(subject, ASKED[subject.type])


def shown_of(store: Store, subject: Subject) -> Finding | None:
    """What is remembered of ``subject``: where this service found nobody, whom another one found."""
    return store.findings.shown(subject, ASKED[subject.type])


def is_askable(subject: Subject) -> bool:
    """Whether a service can be asked for ``subject`` as it is."""
    return any(one.kind in ASKED[subject.type] for one in subject.identifiers)


def is_named(subject: Subject) -> bool:
    """Whether ``subject`` can be searched for by its name."""
    if subject.type == "company":
        return bool(subject.name or subject.company)
    return bool(subject.name and (subject.company or subject.value("domain")))


def with_profile(subject: Subject, person: Person) -> Subject:
    """``subject`` with the profile of ``person``, a hit of a search, by which it can be looked up.

    Raises:
        UsageError: The hit has none.
    """
    if not person.network_slug:
        raise UsageError(
            f"{person.full_name or 'That hit'} has no profile to be looked up by.",
            hint="Write an e-mail address or a profile on the card.",
        )
    found = Identifier(kind="network_slug", value=person.network_slug)
    return subject.but(identifiers=(*subject.identifiers, found))


def asked_by(subject: Subject) -> dict[str, str]:
    """What of ``subject`` the service is asked by; all that it takes, because several make it surer.

    Raises:
        UsageError: There is nothing that it takes.
    """
    asked: dict[str, str] = {
        identifier.kind: identifier.value
        for identifier in reversed(subject.identifiers)
        if identifier.kind in ASKED[subject.type]
    }
    if not asked:
        raise _not_by_that(subject)
    return asked


def refusal(subject: Subject) -> str:
    """Why no service can be asked for ``subject`` at all, in a sentence with what would do; "" when one can."""
    if is_askable(subject) or is_named(subject):
        return ""
    error = _not_by_that(subject)
    return f"{error} {error.hint}"


def _not_by_that(subject: Subject) -> UsageError:
    best = subject.strongest
    by = "name" if best is None else _CALLED.get(best.kind, "that")
    wanted = "an e-mail address or a profile" if subject.type == "person" else "a domain, an ABN or a profile"
    return UsageError(
        f"{subject.text or 'This'} cannot be looked up by {by} alone.", hint=f"Write {wanted} on the card."
    )
