"""Texts for a person found by a search: name, place, and the data that a lookup would return."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from tui.model.enrich.people import Namesake
from tui.model.subject import Identifier, Kind, Subject
from tui.presentation.facts import firm_words
from tui.presentation.safe_text import safe_line, safe_text

if TYPE_CHECKING:
    from tui.model.enrich.people import Candidate
    from tui.model.person import Person

LONGEST = 400
"""Maximum number of characters of a value that are drawn."""


def full_name(person: Person) -> str:
    """Return the full name, or the parts of it that are known, or the profile's slug."""
    return person.full_name or f"{person.first_name} {person.last_name}".strip() or person.network_slug


def where(person: Person) -> str:
    """Return the company and the place."""
    place = person.location
    spot = ", ".join(filter(None, (place.city, place.state, place.country))) or place.raw
    return " · ".join(
        safe_text(part) for part in (person.company.name or person.company.domain, spot) if part
    )


def lookup_contents(person: Person) -> str:
    """Return the data that a lookup would return, such as ``e-mail, mobile``; "" if unknown."""
    has = person.contactable
    phone = "mobile" if has.has_mobile else ("phone" if has.has_phone else "")
    barred = " (do not call)" if has.has_do_not_call_phone and phone else ""
    email = "e-mail" if has.has_email or has.has_personal_email else ""
    return ", ".join(filter(None, (email, f"{phone}{barred}")))


def subject_of(person: Person) -> Subject:
    """Convert a hit to a subject that can be looked up."""
    profiles: tuple[tuple[Kind, str], ...] = (
        ("network_slug", person.network_slug),
        ("network_url", person.network_url),
    )
    known = [(kind, value) for kind, value in profiles if value][:1]
    return Subject(
        type="person",
        name=full_name(person) or None,
        company=person.company.name or person.company.domain or None,
        confidence=1.0,
        identifiers=tuple(Identifier(kind=kind, value=value) for kind, value in known),
    )


def face(hit: Candidate) -> Content:
    """Draw a hit in two lines: name and title, then place and available data; for a company its number."""
    return _firm_face(hit) if isinstance(hit, Namesake) else _person_face(hit)


def _firm_face(hit: Namesake) -> Content:
    firm = hit.company
    second = f"{safe_text(firm_words(firm))} · {safe_line(hit.step.service)}"
    name = shorten(safe_line(firm.name or firm.legal_name))
    return Content.assemble((name, "bold"), "\n", (shorten(second), "$ink-quiet"))


def _person_face(person: Person) -> Content:
    first = Content.assemble(
        (shorten(safe_line(full_name(person))), "bold"), f"  {shorten(safe_text(person.title))}"
    )
    if second := " · ".join(filter(None, (where(person), lookup_contents(person)))):
        return Content.assemble(first, "\n", (shorten(second), "$ink-quiet"))
    return first


def shorten(text: str) -> str:
    """Shorten a long value for drawing; copying still takes all of it."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()}…"
