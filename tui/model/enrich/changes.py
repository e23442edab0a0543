"""Changes: the previous values of a record's fields, from an earlier lookup."""

from collections.abc import Iterator

from tui.model.company import Company
from tui.model.person import Person
from tui.model.values.record import Value
from tui.model.values.scalars import Instant


class Was(Value):
    """An earlier value of a field.

    Attributes:
        field: The field's name as shown: ``title``, ``company``, ``e-mail`` …
        value: The value; several removed values are joined by commas.
        until: When it was last seen.
    """

    field: str
    value: str
    until: Instant


def changes(
    before: Person | Company | None, after: Person | Company | None, until: Instant
) -> tuple[Was, ...]:
    """Return the fields of ``before``, seen at ``until``, that are not in ``after``; none for another record."""
    if isinstance(before, Person) and isinstance(after, Person):
        pairs = [*zip(_of_person(before), _of_person(after), strict=True)]
    elif isinstance(before, Company) and isinstance(after, Company):
        pairs = [*zip(_of_company(before), _of_company(after), strict=True)]
    else:
        return ()
    return tuple(
        Was(field=name, value=", ".join(gone), until=until)
        for (name, old), (_, new) in pairs
        if (gone := [value for value in old if value and value not in new])
    )


def _of_person(person: Person) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield "title", (person.title,)
    yield "company", (person.company.name,)
    yield "e-mail", tuple(email.value for email in person.emails)
    # A number that must not be called is not repeated.
    yield "phone", tuple(phone.e164 or phone.raw for phone in person.phones if not phone.do_not_call)
    yield "place", (person.location.city,)


def _of_company(company: Company) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield "name", (company.name,)
    yield "domain", (company.domain,)
    yield "people", (str(company.employee_count or ""),)
    yield "place", (company.hq.city,)
