"""Person: a sales-intelligence service's record of a person, in one canonical shape."""

from tui.model.values.fields import field
from tui.model.values.record import Value
from tui.model.values.scalars import Instant, Json


class EmailPoint(Value):
    """An e-mail address.

    Attributes:
        kind: ``work``, ``personal`` or ``unknown``.
        status: The service's word for deliverability, lower case (``deliverable``, ``guessed`` …), or "".
        confidence: 0 to 1, or None if the service does not send it.
    """

    value: str
    kind: str = "unknown"
    status: str = ""
    confidence: float | None = None
    verified_on: Instant | None = None


class PhonePoint(Value):
    """A telephone number.

    Attributes:
        e164: ``+61255501234``, or "" if the number cannot be parsed.
        raw: As the service wrote it.
        kind: ``mobile``, ``direct``, ``landline``, ``switchboard`` or ``unknown``.
        do_not_call: On a do-not-call register: marked, and hidden until requested.
    """

    e164: str = ""
    raw: str = ""
    kind: str = "unknown"
    do_not_call: bool = False
    confidence: float | None = None
    verified_on: Instant | None = None


class CompanyRef(Value):
    """A person's employer, as the person's record describes it."""

    id: str = ""
    name: str = ""
    domain: str = ""
    website: str = ""
    industry: str = ""
    size: str = ""
    network_slug: str = ""


class Location(Value):
    """The location of a person or a company.

    Attributes:
        state: Australian state code or New Zealand region code, upper case (``NSW``, ``AUK``), or "".
        country: ISO 3166 alpha-2, or "".
        raw: As the service wrote it.
    """

    city: str = ""
    state: str = ""
    country: str = ""
    raw: str = ""


class Role(Value):
    """A job somebody has or had.

    Attributes:
        started: ``2023-01``, ``2023``, or the service's own words; "" if unknown.
        ended: As ``started``; "" for a current job.
        current: Whether the service says that the job is current.
    """

    title: str = ""
    company: str = ""
    company_domain: str = ""
    started: str = ""
    ended: str = ""
    current: bool = False


class School(Value):
    """A school somebody attended, and the degree."""

    name: str = ""
    degree: str = ""
    field: str = ""
    dates: str = ""


class Contactable(Value):
    """The kinds of contact data that a search hit promises, before they are paid for."""

    has_email: bool = False
    has_personal_email: bool = False
    has_phone: bool = False
    has_mobile: bool = False
    has_do_not_call_phone: bool = False


class Person(Value):
    """A person in canonical form; other fields of the service stay in ``extra``.

    Attributes:
        seniority: One of vocabulary.SENIORITIES, or "unknown".
        seniority_text: As the service wrote it.
        department: One of vocabulary.DEPARTMENTS, or "unknown".
        department_texts: As the service wrote them.
        history: Jobs, in the service's order.
        social: Handle or address by network, except the business network.
        likelihood: Probability, 0 to 1, that this is the requested person, or None.
        matched_on: Kinds of identifiers that agreed.
        conflicts: Kinds of identifiers that belong to somebody else.
        last_verified: When the service last checked the record.
    """

    id: str = ""
    full_name: str = ""
    first_name: str = ""
    middle_name: str = ""
    last_name: str = ""
    title: str = ""
    headline: str = ""
    bio: str = ""
    seniority: str = "unknown"
    seniority_text: str = ""
    department: str = "unknown"
    department_texts: tuple[str, ...] = ()
    company: CompanyRef = field(default_factory=CompanyRef)
    emails: tuple[EmailPoint, ...] = ()
    phones: tuple[PhonePoint, ...] = ()
    contactable: Contactable = field(default_factory=Contactable)
    network_slug: str = ""
    network_url: str = ""
    location: Location = field(default_factory=Location)
    started: str = ""
    history: tuple[Role, ...] = ()
    education: tuple[School, ...] = ()
    skills: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    gender: str = ""
    photo_url: str = ""
    social: dict[str, str] = field(default_factory=dict)
    likelihood: float | None = None
    matched_on: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    last_verified: Instant | None = None
    extra: Json = field(default_factory=dict)

    @property
    def whole_name(self) -> str:
        """The full name, or the parts of it that are known; "" for neither."""
        return self.full_name or f"{self.first_name} {self.last_name}".strip()

    def has_other_profile(self, other: "Person") -> bool:
        """Return whether both have a profile, and not the same one: they are namesakes."""
        profiles = {one.network_slug.casefold() for one in (self, other)} - {""}
        return len(profiles) > 1
