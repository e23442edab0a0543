"""Conversion of directory rows to response JSON, with the hosted service's field names.

Both dialects send these objects. Fields the hosted service does not have (likelihood, matched_on, conflicts,
last_verified, fictional) are additions a tolerant client may use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tui.model.enrich.vocabulary import DEPARTMENTS, SENIORITIES, SENIORITY_LABELS

if TYPE_CHECKING:
    from tui.server.enrich.directory import RecordMatch
    from tui.server.enrich.rows import CompanyRow, PersonRow

Json = dict[str, Any]

NETWORK = "https://www.linkedin.com"


def company(match: RecordMatch[CompanyRow]) -> Json:
    """Return a company's full record."""
    row = match.row
    return {
        "id": row.id,
        "name": row.name,
        "legal_name": _known(row.legal_name),
        "trading_names": row.trading_names,
        "website": _website(row.domain),
        "fqdn": _known(row.domain),
        "description": row.description,
        "tagline": row.tagline,
        "linkedin": _known(row.network_slug),
        "linkedin_url": _profile("company", row.network_slug),
        "employee_count": row.employees,
        "year_founded": row.founded,
        "hq_location": _known(row.city),
        "hq_state": _known(row.state),
        "hq_postcode": _known(row.postcode),
        "hq_country": _known(row.country),
        "company_size": size_band(row.size_low, row.size_high),
        "company_type": _known(row.company_type),
        "abn_operation_status": _known(row.abn_status),
        "gst_status": _known(row.gst_status),
        "locations": [", ".join(_place(row))],
        "industries": _as_list(row.industry),
        "phones": _as_list(row.phone),
        "emails": _as_list(row.email),
        "keywords": row.keywords,
        "states": row.states,
        "revenue": row.revenue,
        "social_media": {"twitter": None, "youtube": None, "facebook": None, "linkedin": _known(row.network_slug), "instagram": None},
        "industry_codes": {key: _known(getattr(row, key)) for key in ("abn", "acn", "nzbn", "anzsic")}
        | dict.fromkeys(("uen", "sic", "naics", "duns")),
        "org_registers": {},
        "nextGen": {"technographics": row.technologies, "id": row.id, "website": _known(row.domain)},
        **_trust(match),
    }  # fmt: skip


def person(match: RecordMatch[PersonRow]) -> Json:
    """Return a person's full record, with contact values."""
    row = match.row
    return {
        "id": row.id,
        "name": row.name,
        "first_name": row.first_name,
        "last_name": row.last_name,
        "middle_name": None,
        "description": None,
        "headline": f"{row.title} at {row.company_name}" if row.title else row.company_name,
        "position": _known(row.title),
        "current_company": _employer(row),
        **_tenure(row.started),
        "emails": _emails(row),
        "phones": _phones(row),
        "linkedin": _known(row.network_slug),
        "linkedin_url": _profile("in", row.network_slug),
        "social_media": {
            "linkedin": {"handle": row.network_slug} if row.network_slug else None,
            **dict.fromkeys(("github", "twitter", "facebook", "youtube", "pintrest")),
        },
        "location": _place(row),
        **_place_and_level(row),
        "gender": None,
        "skills": row.skills,
        "keywords": [],
        "education": None,
        "secondary_position": [],
        **_trust(match),
    }


def search_hit(row: PersonRow) -> Json:
    """Return a person as a search hit: everything but contact values."""
    return {
        "person_id": row.id,
        "name": row.name,
        "position": _known(row.title),
        "company_id": row.company_id,
        "company_name": row.company_name,
        "company_domain": _known(row.company_domain),
        "company_size": size_band(row.company_size_low, row.company_size_high),
        "linkedin": _known(row.network_slug),
        "location": _place(row),
        **_place_and_level(row),
        "has_email": bool(row.email),
        "has_personal_email": bool(row.personal_email),
        "has_phone": bool(row.mobile or row.landline),
        "has_mobile": bool(row.mobile),
        "has_dnd_phone": bool(row.mobile and row.do_not_call),
        "last_verified": _known(row.verified_on),
        "fictional": bool(row.fictional),
    }


def has_contact_values(row: PersonRow) -> bool:
    """Return whether a person's record holds an e-mail address or a telephone number."""
    return bool(row.email or row.personal_email or row.mobile or row.landline)


def size_band(low: int, high: int | None) -> str | None:
    """Return a head-count band as ``51-200`` or ``10001+``, or None if it is unknown."""
    if high is not None and high < low:
        return None
    return f"{low}+" if high is None else f"{low}-{high}"


def _trust(match: RecordMatch[CompanyRow] | RecordMatch[PersonRow]) -> Json:
    return {
        "likelihood": match.likelihood,
        "matched_on": list(match.matched_on),
        "conflicts": list(match.conflicts),
        **(
            {"candidates": [{"id": ident, "score": score} for ident, score in match.others]}
            if match.others
            else {}
        ),
        "last_verified": _known(match.row.verified_on),
        "fictional": bool(match.row.fictional),
    }


def _known(text: str) -> str | None:
    """Return ``text``, or None for "": the hosted service sends null for an unknown value."""
    return text or None


def _as_list(text: str) -> list[str]:
    return [text] if text else []


def _website(host: str) -> str | None:
    return f"https://{host}" if host else None


def _profile(kind: str, slug: str) -> str | None:
    return f"{NETWORK}/{kind}/{slug}" if slug else None


def _place(row: CompanyRow | PersonRow) -> list[str]:
    return [part for part in (row.city, row.state, row.country) if part]


def _place_and_level(row: PersonRow) -> Json:
    return {
        "city": _known(row.city),
        "state": _known(row.state),
        "country": _known(row.country),
        "department": DEPARTMENTS[row.department],
        "seniority": SENIORITY_LABELS[SENIORITIES[row.seniority]],
    }


def _employer(row: PersonRow) -> Json:
    return {
        "id": row.company_id,
        "name": row.company_name,
        "size": size_band(row.company_size_low, row.company_size_high),
        "website": _website(row.company_domain),
        "fqdn": _known(row.company_domain),
        "industry": _as_list(row.company_industry),
        "linkedin": _known(row.company_network_slug),
        "main_phones": _as_list(row.company_phone),
        "other_phones": [],
        "mobile_phones": [],
    }


def _tenure(started: str) -> Json:
    """Return when somebody began their position: ``Jan '23 - Present`` as text, and in numbers."""
    year, _, month = started.partition("-")
    if not month:
        return {"time_in_current_role": None, "month_joined": None, "year_joined": None}
    words = f"{_MONTHS[int(month) - 1]} '{year[2:]} - Present"
    return {"time_in_current_role": words, "month_joined": int(month), "year_joined": int(year)}


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def _emails(row: PersonRow) -> Json:
    def point(value: str, status: str) -> list[Json]:
        dated = {"verified_on": _known(row.verified_on)}
        return [{"value": value, "deliverability": status.capitalize(), **dated}] if value else []

    return {"work": point(row.email, row.email_status), "personal": point(row.personal_email, "unknown")}


def _phones(row: PersonRow) -> list[Json]:
    mobile = {"value": row.mobile, "is_dnd": bool(row.do_not_call), "is_mobile": True, "type": "mobile"}
    direct = {"value": row.landline, "is_dnd": False, "is_mobile": False, "type": "direct"}
    return [{**phone, "verified_on": _known(row.verified_on)} for phone in (mobile, direct) if phone["value"]]
