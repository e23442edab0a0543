"""Fixed vocabularies of sales intelligence: seniorities, departments, size bands, states and regions.

The hosted service numbers seniorities (1-7) and departments (1-17), and sends the numbers.
"""

from types import MappingProxyType

SENIORITIES = MappingProxyType(
    {
        1: "board",
        2: "owner_founder",
        3: "c_suite_partner",
        4: "vp_director_head",
        5: "manager",
        6: "other",
        7: "unknown",
    }
)
"""Canonical seniority by the hosted service's number."""

SENIORITY_LABELS = MappingProxyType(
    {
        "board": "Board Member / Company Director",
        "owner_founder": "Owner / Founder",
        "c_suite_partner": "C-Suite / Partner",
        "vp_director_head": "VP/Director / Head of",
        "manager": "Manager",
        "other": "Other",
        "unknown": "No Data Available",
    }
)
"""The hosted service's label for each canonical seniority."""

DEPARTMENTS = MappingProxyType(
    {
        1: "General Management",
        2: "Sales",
        3: "Trades",
        4: "Operations",
        5: "Engineering & Technical",
        6: "Human Resources",
        7: "Customer Service",
        8: "Medicine & Healthcare",
        9: "Research & Analysis",
        10: "Legal",
        11: "Marketing",
        12: "Education & Training",
        13: "Consulting",
        14: "Finance",
        15: "Product",
        16: "Other",
        17: "No Data Available",
    }
)
"""Department label by the hosted service's number."""

SIZE_BANDS = ("1-10", "11-50", "51-200", "201-500", "501-1000", "1001-5000", "5001-10000", "10001+")
"""Head-count bands that most services use."""

AU_STATES = MappingProxyType(
    {
        "NSW": "New South Wales",
        "VIC": "Victoria",
        "QLD": "Queensland",
        "WA": "Western Australia",
        "SA": "South Australia",
        "TAS": "Tasmania",
        "ACT": "Australian Capital Territory",
        "NT": "Northern Territory",
    }
)
"""Australian states and territories by code (ISO 3166-2:AU without its prefix)."""

NZ_REGIONS = MappingProxyType(
    {
        "NTL": "Northland",
        "AUK": "Auckland",
        "WKO": "Waikato",
        "BOP": "Bay of Plenty",
        "GIS": "Gisborne",
        "HKB": "Hawke's Bay",
        "TKI": "Taranaki",
        "MWT": "Manawatū-Whanganui",
        "WGN": "Wellington",
        "TAS": "Tasman",
        "NSN": "Nelson",
        "MBH": "Marlborough",
        "WTC": "West Coast",
        "CAN": "Canterbury",
        "OTA": "Otago",
        "STL": "Southland",
        "CIT": "Chatham Islands Territory",
    }
)
"""New Zealand regions by code (ISO 3166-2:NZ). ``TAS`` is Tasmania too: the country tells them apart."""


def seniority_label(seniority: str) -> str:
    """Return the label of a canonical seniority; "" if it is unknown."""
    return "" if seniority == "unknown" else SENIORITY_LABELS.get(seniority, "")


def department_label(department: str) -> str:
    """Return a department; "" if it is unknown."""
    return "" if department in {"unknown", DEPARTMENTS[17]} else department
