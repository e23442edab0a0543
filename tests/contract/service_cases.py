"""Lookups at the built-in services: one that is known, one that is not, and what must be read."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from tests.contract.fake_services import KEY, AbnLookup, Apollo, FakeService, Hunter, Nzbn, PeopleDataLabs
from tests.contract.fake_vendors import Cognism, CompaniesHouse, Lusha, ZoomInfo


@dataclass(frozen=True)
class Asked:
    """A lookup that one service knows, one that it does not, and what it must read."""

    service: str
    fake: type[FakeService]
    what: str
    by: dict[str, str]
    nobody: dict[str, str]
    read: dict[str, Any] = field(default_factory=dict)
    cost: int = 1
    requests: int = 1


CASES = [
    Asked(
        "abn-lookup", AbnLookup, "company", {"abn": "51 824 753 556"}, {"abn": "53004085616"},
        {"name": "KAURI HOLDINGS PTY LTD", "abn": "51824753556", "acn": "824753556", "abn_status": "active",
         "trading_names": ("Kauri Timber", "Kauri Homes"), "company_type": "Australian Private Company",
         "states": ("ACT",), "hq.state": "ACT", "hq.country": "AU", "hq.raw": "ACT 2601",
         "registers": {"gst": "2000-07-01"}},
        0,
    ),
    Asked(
        "abn-lookup", AbnLookup, "company", {"acn": "824 753 556"}, {"acn": "004085616"},
        {"abn": "51824753556", "acn": "824753556"}, 0,
    ),
    Asked(
        "nzbn", Nzbn, "company", {"nzbn": "9429000000000"}, {"nzbn": "9429000000017"},
        {"name": "KAURI TIMBER LIMITED", "nzbn": "9429000000000", "trading_names": ("Kauri",),
         "company_type": "NZ Limited Company", "phones": ("+64 9 5550100",), "emails": ("office@kauri.example",),
         "hq.raw": "1 Quay Street, Parnell, Auckland, 1010", "website": "https://kauri.example", "domain": "kauri.example", "hq.city": "Auckland", "hq.country": "NZ",
         "industries": ("Log Sawmilling",), "founded_year": 2010,
         "registers": {"status": "Registered", "companies_office": "1234567", "directors": "Ana Reid, Mere Tane"}},
        0,
    ),
    Asked(
        "people-data-labs", PeopleDataLabs, "person", {"email": "ana@kauri.example"}, {"email": "no@kauri.example"},
        {"full_name": "Ana Reid", "title": "head of procurement", "company.name": "kauri timber",
         "company.domain": "kauri.example", "network_slug": "ana-reid", "location.city": "Sydney",
         "location.state": "NSW", "location.country": "AU", "started": "2021-03", "likelihood": 0.8,
         "gender": "female", "history.0.company": "rimu", "education.0.name": "university of sydney"},
    ),
    Asked("people-data-labs", PeopleDataLabs, "person", {"phone": "+61491570156"}, {"phone": "+61491570157"}),
    Asked("people-data-labs", PeopleDataLabs, "person", {"network_slug": "ana-reid"}, {"network_slug": "bo-lee"}),
    Asked(
        "people-data-labs", PeopleDataLabs, "person", {"name": "Ana Reid", "company": "Kauri Timber"},
        {"name": "Bo Lee", "company": "Kauri Timber"}, {"full_name": "Ana Reid"},
    ),
    Asked(
        "people-data-labs", PeopleDataLabs, "company", {"domain": "kauri.example"}, {"domain": "rimu.example"},
        {"name": "Kauri Timber", "domain": "kauri.example", "employee_count": 34, "founded_year": 1998,
         "hq.country": "NZ", "hq.state": "AUK", "network_slug": "kauri-timber", "likelihood": 0.9,
         "trading_names": ("kauri timber limited",)},
    ),
    Asked(
        "hunter", Hunter, "person", {"email": "ana@kauri.example"}, {"email": "no@kauri.example"},
        {"full_name": "Ana Reid", "title": "Buyer", "company.name": "Kauri Timber", "company.domain": "kauri.example",
         "network_slug": "ana-reid", "location.city": "Auckland", "location.country": "NZ",
         "social": {"twitter": "anareid"}},
    ),
    Asked(
        "hunter", Hunter, "person", {"name": "Ana Reid", "company": "Kauri Timber"},
        {"name": "Bo Lee", "company": "Kauri Timber"},
        {"first_name": "Ana", "title": "Buyer", "likelihood": 0.97, "company.name": "Kauri Timber",
         "emails.0.value": "ana@kauri.example", "emails.0.status": "valid"},
    ),
    Asked(
        "hunter", Hunter, "person", {"name": "Ida Holm", "company": "Kauri Timber"},
        {"name": "Bo Lee", "company": "Kauri Timber"},
        {"emails.0.value": "ida@kauri.example", "emails.0.status": "accept_all", "emails.0.confidence": 0.58,
         "emails.0.verified_on": datetime(2026, 1, 15, tzinfo=UTC)},
    ),
    Asked(
        "hunter", Hunter, "company", {"domain": "kauri.example"}, {"domain": "rimu.example"},
        {"name": "Kauri Timber", "legal_name": "Kauri Timber Limited", "industries": ("Construction Materials",),
         "hq.city": "Auckland", "founded_year": 1998, "phones": ("+64 9 555 0100",), "technologies": ("Xero",)},
    ),
    Asked(
        "apollo", Apollo, "person", {"email": "ana@kauri.example"}, {"email": "no@kauri.example"},
        {"full_name": "Ana Reid", "title": "Head of Procurement", "company.domain": "kauri.example",
         "network_slug": "ana-reid", "location.city": "Sydney", "location.state": "NSW", "location.country": "AU",
         "history.0.company": "Kauri Timber", "started": "2021-03-01", "emails.0.status": "verified",
         "phones.0.e164": "+61491570156", "phones.0.kind": "mobile", "company.name": "Kauri Timber"},
    ),
    Asked("apollo", Apollo, "person", {"network_slug": "ana-reid"}, {"network_slug": "bo-lee"}),
    Asked(
        "apollo", Apollo, "person", {"name": "Ana Reid", "company": "Kauri Timber"},
        {"name": "Bo Lee", "company": "Kauri Timber"},
    ),
    Asked(
        "apollo", Apollo, "company", {"domain": "kauri.example"}, {"domain": "rimu.example"},
        {"name": "Kauri Timber", "employee_count": 34, "founded_year": 1998, "revenue": "5M", "hq.city": "Auckland",
         "hq.country": "NZ", "phones": ("+64 9 555 0100",), "network_slug": "kauri-timber"},
    ),
    Asked(
        "companies-house", CompaniesHouse, "company", {"crn": "sc 123456"}, {"crn": "00000006"},
        {"name": "KAURI TIMBER LIMITED", "crn": "SC123456", "trading_names": (),
         "company_type": "Private limited company", "founded_year": 1998, "hq.city": "Glasgow", "hq.country": "GB",
         "hq.raw": "1 Quay Street, Glasgow, G1 1AA", "industry_codes": {"sic": "16100, 46730"},
         "registers": {"status": "active", "formerly": "KAURI SAWMILLS LIMITED", "confirmed": "2026-05-11"}},
        0,
    ),
    Asked(
        "lusha", Lusha, "person", {"email": "ana@kauri.example"}, {"email": "no@kauri.example"},
        {"full_name": "Ana Reid", "title": "Head of Procurement", "seniority": "vp_director_head",
         "company.name": "Kauri Timber", "company.domain": "kauri.example", "network_slug": "ana-reid",
         "location.state": "NSW", "location.country": "AU", "emails.0.value": "ana@kauri.example", "emails.0.kind": "work",
         "phones.0.e164": "+61491570156", "phones.0.kind": "mobile", "phones.0.do_not_call": True,
         "history.0.company": "Rimu", "history.0.title": "Buyer"},
        7,
    ),
    Asked("lusha", Lusha, "person", {"network_slug": "ana-reid"}, {"network_slug": "bo-lee"}, cost=7),
    Asked(
        "lusha", Lusha, "person", {"name": "Ana Reid", "company": "Kauri Timber"},
        {"name": "Bo Lee", "company": "Kauri Timber"}, cost=7,
    ),
    Asked(
        "lusha", Lusha, "company", {"domain": "kauri.example"}, {"domain": "rimu.example"},
        {"name": "Kauri Timber", "domain": "kauri.example", "employee_count": 34, "size_band.text": "11-50",
         "founded_year": 1998, "hq.city": "Auckland", "hq.country": "NZ", "industries": ("Building Materials",),
         "industry_codes": {"sic": "2421"}, "revenue": "1000000-5000000", "network_slug": "kauri-timber",
         "phones": ("+64 9 555 0100",), "emails": ("office@kauri.example",)},
    ),
    Asked(
        "cognism", Cognism, "person", {"email": "ana@kauri.example"}, {"email": "no@kauri.example"},
        {"full_name": "Ana Reid", "title": "Head of Procurement", "seniority": "vp_director_head",
         "company.name": "Kauri Timber", "company.domain": "kauri.example", "network_slug": "ana-reid",
         "location.city": "Sydney", "location.country": "AU", "emails.0.value": "ana@kauri.example",
         "phones.0.e164": "+61491570156", "phones.0.kind": "mobile", "phones.0.do_not_call": True,
         "started": "March 2021", "history.0.company": "Rimu", "education.0.name": "University of Sydney"},
        requests=2,
    ),
    Asked("cognism", Cognism, "person", {"network_slug": "ana-reid"}, {"network_slug": "bo-lee"}, requests=2),
    Asked(
        "cognism", Cognism, "person", {"name": "Ana Reid", "company": "Kauri Timber"},
        {"name": "Bo Lee", "company": "Kauri Timber"}, requests=2,
    ),
    Asked(
        "cognism", Cognism, "person", {"name": "Ana Reid", "phone": "+61491570156"},
        {"name": "Bo Lee", "phone": "+61491570156"}, requests=2,
    ),
    Asked(
        "cognism", Cognism, "company", {"domain": "kauri.example"}, {"domain": "rimu.example"},
        {"name": "Kauri Timber", "domain": "kauri.example", "size_band.text": "11-50", "founded_year": 1998,
         "hq.city": "Auckland", "hq.country": "NZ", "technologies": ("Xero",), "network_slug": "kauri-timber"},
        0, 2,
    ),
    Asked(
        "zoominfo", ZoomInfo, "person", {"email": "ana@kauri.example"}, {"email": "no@kauri.example"},
        {"full_name": "Ana Reid", "title": "Head of Procurement", "seniority": "vp_director_head",
         "company.name": "Kauri Timber", "company.domain": "kauri.example", "network_slug": "ana-reid",
         "location.city": "Sydney", "location.state": "NSW", "location.country": "AU", "likelihood": 0.96,
         "emails.0.kind": "work", "phones.0.kind": "mobile", "phones.0.do_not_call": True, "phones.1.do_not_call": False,
         "history.0.company": "Rimu", "last_verified": datetime(2026, 1, 5, tzinfo=UTC)},
        requests=2,
    ),
    Asked("zoominfo", ZoomInfo, "person", {"phone": "+61491570156"}, {"phone": "+61491570157"}, requests=2),
    Asked(
        "zoominfo", ZoomInfo, "person", {"name": "Ana Reid", "company": "Kauri Timber"},
        {"name": "Bo Lee", "company": "Kauri Timber"}, requests=2,
    ),
    Asked(
        "zoominfo", ZoomInfo, "company", {"website": "https://www.kauri.example/"}, {"domain": "rimu.example"},
        {"name": "Kauri Timber", "domain": "kauri.example", "employee_count": 34, "founded_year": 1998,
         "hq.city": "Auckland", "hq.country": "NZ", "industries": ("Construction",), "network_slug": "kauri-timber",
         "revenue": "$5 mil. - $10 mil."},
        requests=2,
    ),
]  # fmt: skip

KEYS = {"zoominfo": f"ana@kauri.example:{KEY}"}
"""The keys that have several parts."""
