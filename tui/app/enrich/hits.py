"""A person whom a search found, in words: where they are, and what a lookup promises to hold."""

from tui.app.safe_text import safe_text
from tui.model.person import Person


def full_name(person: Person) -> str:
    """The name in full, or what there is of it."""
    return person.full_name or f"{person.first_name} {person.last_name}".strip() or person.network_slug


def where(person: Person) -> str:
    """The company and the place."""
    place = person.location
    spot = ", ".join(filter(None, (place.city, place.state, place.country))) or place.raw
    return " · ".join(
        safe_text(part) for part in (person.company.name or person.company.domain, spot) if part
    )


def promises(person: Person) -> str:
    """What the service has of them and a lookup would bring: ``e-mail, mobile``; "" when it does not say."""
    has = person.contactable
    phone = "mobile" if has.has_mobile else ("phone" if has.has_phone else "")
    barred = " (do not call)" if has.has_do_not_call_phone and phone else ""
    email = "e-mail" if has.has_email or has.has_personal_email else ""
    return ", ".join(filter(None, (email, f"{phone}{barred}")))
