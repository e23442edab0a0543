"""The two dialects of sales-intelligence services, as one table.

``platform`` is the integration platform's contract, which our own server follows; ``direct`` is the hosted
service's own API (docs/reference/enrichment.md, 1.7). ``parse`` reads the responses of both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from tui.api.message import Method

Name = Literal["platform", "direct"]
Where = Literal["json", "query"]


@dataclass(frozen=True, slots=True)
class Operation:
    """The HTTP request of one operation.

    Attributes:
        fields: Map of our parameter names to the service's; other parameters cannot be sent.
        where: Whether the parameters go into the JSON body or the query.
    """

    method: Method
    path: str
    fields: Mapping[str, str] = field(default_factory=dict)
    where: Where = "json"


@dataclass(frozen=True, slots=True)
class Dialect:
    """The operations of a dialect.

    Attributes:
        credits: Reads the balance, or None where that is impossible.
        splits_emails: Whether work and personal addresses are different parameters.
        numbers: Whether seniority and department are sent as numbers, and a company as its id.
    """

    person: Operation
    company: Operation
    people: Operation
    credits: Operation | None = None
    splits_emails: bool = False
    numbers: bool = False


_PLATFORM_PERSON = {"email": "email", "network_url": "network_url", "network_slug": "network_slug"}
_PLATFORM_COMPANY = {"domain": "domain", "network_url": "network_url", "abn": "abn", "website": "website"}
_PLATFORM_SEARCH = {
    "company": "company",
    "position": "position",
    "seniority": "seniority",
    "department": "department",
    "location": "location",
    "size_band": "company_size",
    "country": "country",
    "offset": "from",
    "limit": "size",
}

DIALECTS: Mapping[Name, Dialect] = {
    "platform": Dialect(
        person=Operation("POST", "/enrich/person", _PLATFORM_PERSON),
        company=Operation("POST", "/enrich/company", _PLATFORM_COMPANY),
        people=Operation("POST", "/search/people", _PLATFORM_SEARCH),
        credits=Operation("GET", "/credits", where="query"),
    ),
    "direct": Dialect(
        person=Operation(
            "GET",
            "/people",
            {
                "work_email": "work_email",
                "personal_email": "personal_email",
                "network_url": "ln_url",
                "network_slug": "ln_slug",
            },
            where="query",
        ),
        company=Operation(
            "GET",
            "/company",
            {"domain": "fqdn", "network_url": "ln_url", "abn": "abn", "website": "website"},
            where="query",
        ),
        people=Operation(
            "POST",
            "/people/search",
            {
                "company_id": "companyId",
                "position": "position",
                "seniority": "seniority",
                "department": "department",
                "country": "selectedCountry",
                "offset": "from",
                "limit": "size",
            },
        ),
        splits_emails=True,
        numbers=True,
    ),
}
"""All supported dialects by name."""

FREE_MAIL = frozenset(
    """
    gmail.com googlemail.com outlook.com outlook.com.au hotmail.com hotmail.com.au live.com live.com.au msn.com
    yahoo.com yahoo.com.au yahoo.co.nz ymail.com icloud.com me.com mac.com aol.com proton.me protonmail.com
    fastmail.com fastmail.com.au hey.com zoho.com gmx.com mail.com bigpond.com bigpond.com.au bigpond.net.au
    optusnet.com.au iinet.net.au tpg.com.au internode.on.net westnet.com.au dodo.com.au xtra.co.nz
    slingshot.co.nz orcon.net.nz
    """.split()  # noqa: SIM905 - a list of words reads better as words
)
"""Mail hosts of private addresses, which say nothing of an employer."""
