"""The identifiers by which a subject can be looked up, and its remembered findings."""

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
"""Kinds of identifiers that a service can be asked by, by type of subject."""

_NAMES: Mapping[Kind, str] = MappingProxyType({"phone": "telephone number", "nzbn": "NZBN", "acn": "ACN"})


def known_of(store: Store, subject: Subject) -> Finding | None:
    """Return the current service's answer for ``subject``, by any of its identifiers."""
    return store.findings.find_for(subject, ASKED[subject.type])


def shown_of(store: Store, subject: Subject) -> Finding | None:
    """Return the finding for ``subject``; where this service found nobody, one of another service."""
    return store.findings.shown(subject, ASKED[subject.type])


def is_askable(subject: Subject) -> bool:
    """Return whether ``subject`` has an identifier that a service can be asked by."""
    return any(one.kind in ASKED[subject.type] for one in subject.identifiers)


def is_named(subject: Subject) -> bool:
    """Return whether ``subject`` can be searched for by its name."""
    if subject.type == "company":
        return bool(subject.name or subject.company)
    return bool(subject.name and (subject.company or subject.value("domain")))


def with_profile(subject: Subject, person: Person) -> Subject:
    """Return ``subject`` with the profile of ``person``, a search hit, by which it can be looked up.

    Raises:
        UsageError: The hit has no profile.
    """
    if not person.network_slug:
        raise UsageError(
            f"{person.full_name or 'That hit'} has no profile to be looked up by.",
            hint="Write an e-mail address or a profile on the card.",
        )
    found = Identifier(kind="network_slug", value=person.network_slug)
    return subject.replace(identifiers=(*subject.identifiers, found))


def asked_by(subject: Subject) -> dict[str, str]:
    """Return the identifiers to ask the service by: all it accepts, since several make a match surer.

    Raises:
        UsageError: The subject has no identifier that the service accepts.
    """
    asked: dict[str, str] = {
        identifier.kind: identifier.value
        for identifier in reversed(subject.identifiers)
        if identifier.kind in ASKED[subject.type]
    }
    if not asked:
        raise _unusable_identifier(subject)
    return asked


def refusal(subject: Subject) -> str:
    """Return why no service can be asked for ``subject``, and what to add, as a sentence; "" when one can."""
    if is_askable(subject) or is_named(subject):
        return ""
    error = _unusable_identifier(subject)
    return f"{error} {error.hint}"


def _unusable_identifier(subject: Subject) -> UsageError:
    best = subject.strongest
    by = "name" if best is None else _NAMES.get(best.kind, "that")
    wanted = "an e-mail address or a profile" if subject.type == "person" else "a domain, an ABN or a profile"
    return UsageError(
        f"{subject.text or 'This'} cannot be looked up by {by} alone.", hint=f"Write {wanted} on the card."
    )
