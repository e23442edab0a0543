"""What the directory holds of a company and of a person: one row each."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class CompanyRecord:
    """A company of the directory.

    Attributes:
        id: ``f`` and twelve digits.
        rank: Static order of quality; search pages follow it.
        domain: Bare registrable host.
        abn: Eleven digits, or "" for a firm that has none.
        state: Australian state or New Zealand region of the head office, upper case.
        size_high: Upper end of the head-count band; None for the open one.
        verified_on: ISO date of the last check.
        fictional: Whether the record is invented.
    """

    id: str
    rank: int
    name: str
    legal_name: str
    domain: str
    network_slug: str
    country: str
    state: str
    city: str
    employees: int
    size_low: int
    size_high: int | None
    industry: str
    anzsic: str
    verified_on: str
    abn: str = ""
    acn: str = ""
    nzbn: str = ""
    company_type: str = ""
    founded: int | None = None
    revenue: str = ""
    description: str = ""
    tagline: str = ""
    phone: str = ""
    email: str = ""
    states: list[str] = field(default_factory=list)
    keywords: list[str] = field(default_factory=list)
    technologies: dict[str, list[str]] = field(default_factory=dict)
    fictional: bool = False
    trading_names: list[str] = field(default_factory=list)
    postcode: str = ""


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """A person of the directory.

    Attributes:
        id: ``fp`` and twelve digits.
        rank: Static order of quality; search pages follow it.
        seniority: 1 to 7 (model/vocabulary.py).
        department: 1 to 17 (model/vocabulary.py).
        email: Work address, lower case, or "".
        mobile: E.164, or "".
        do_not_call: Whether the mobile is on a do-not-call register.
        started: ``YYYY-MM`` of the present position, or "".
        verified_on: ISO date of the last check.
        fictional: Whether the record is invented.
    """

    id: str
    rank: int
    name: str
    first_name: str
    last_name: str
    company_id: str
    title: str
    seniority: int
    department: int
    network_slug: str
    country: str
    state: str
    city: str
    verified_on: str
    email: str = ""
    email_status: str = ""
    personal_email: str = ""
    mobile: str = ""
    do_not_call: bool = False
    landline: str = ""
    started: str = ""
    skills: list[str] = field(default_factory=list)
    fictional: bool = False
