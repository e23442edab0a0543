"""Likely addresses: whether an e-mail address on the suppression list is that of a person known by name and company.

A search returns no e-mail address, so that somebody who opted out by one would be known only by the answer, which
is paid for. An address made of both names, at the person's company, counts as theirs.
"""

from __future__ import annotations

import re

from tui.model.company import Company
from tui.model.enrich.suppression import full_name
from tui.model.person import Person
from tui.model.search import fold_text
from tui.model.subject import Subject

_SHORTEST = 4
"""Minimum length of a domain's first label for it to be recognised in a company's name."""

_SEPARATORS = ("", ".", "_", "-")


def likely_locals(one: Subject | Person | Company) -> list[str]:
    """Return the forms that the part before the @ may have, made of a person's first and last name."""
    words = re.findall(r"\w+", fold_text(_name(one)))
    if len(words) < 2:
        return []
    lasts = dict.fromkeys(("".join(words[1:]), words[-1]))
    pairs = [pair for last in lasts for pair in ((words[0], last), (last, words[0]))]
    return [separator.join(pair) for pair in pairs for separator in _SEPARATORS]


def is_at_company(address: str, one: Subject | Person | Company) -> bool:
    """Return whether an address is at a person's company, by its domain or by the company's name."""
    host = address.rpartition("@")[2]
    hosts, firm = _company(one)
    label = host.partition(".")[0].replace("-", "")
    joined = "".join(re.findall(r"\w+", fold_text(firm)))
    by_name = len(label) >= _SHORTEST and joined.startswith(label)
    return by_name or any(_bare(known) == host for known in hosts if known)


def _name(one: Subject | Person | Company) -> str:
    if isinstance(one, Subject):
        return (one.name or "") if one.type == "person" else ""
    return full_name(one) if isinstance(one, Person) else ""


def _company(one: Subject | Person | Company) -> tuple[list[str], str]:
    """Return the domains and the name of a person's company."""
    if isinstance(one, Subject):
        firm = one.company or ""
        return [one.value("domain") or "", one.value("website") or "", firm], firm
    return (
        ([one.company.domain, one.company.website], one.company.name) if isinstance(one, Person) else ([], "")
    )


def _bare(host: str) -> str:
    found = re.sub(r"^[a-z]+://", "", host.casefold()).split("/")[0]
    return found.removeprefix("www.")
