"""Building of requests from an adapter's calls and the known identifiers or criteria."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import quote
from uuid import uuid4

from tui.adapters.call import fill, fill_json
from tui.api.enrich import parse
from tui.api.enrich.answers import AdapterAnswers
from tui.api.enrich.people import profile
from tui.api.fault import fold
from tui.api.message import Request
from tui.errors import UsageError

if TYPE_CHECKING:
    from tui.adapters.adapter import Adapter
    from tui.adapters.call import RequestForm, ServiceCall

FREE_MAIL = frozenset(
    """
    gmail.com googlemail.com outlook.com outlook.com.au hotmail.com hotmail.com.au live.com live.com.au msn.com
    yahoo.com yahoo.com.au yahoo.co.nz ymail.com icloud.com me.com mac.com aol.com proton.me protonmail.com
    fastmail.com fastmail.com.au hey.com zoho.com gmx.com mail.com bigpond.com bigpond.com.au bigpond.net.au
    optusnet.com.au iinet.net.au tpg.com.au internode.on.net westnet.com.au dodo.com.au xtra.co.nz
    slingshot.co.nz orcon.net.nz
    """.split()  # noqa: SIM905 - a list of words reads better as words
)
"""Mail hosts of private addresses, which say nothing about an employer."""

_DIGITS = ("abn", "acn", "nzbn")
_NUMBERS = {"seniority": parse.SENIORITY_NUMBERS, "department": parse.DEPARTMENT_NUMBERS}


def normalised(given: Mapping[str, str | None]) -> dict[str, str]:
    """Return the given values in normal form, without empty ones."""
    kept = {name: value.strip() for name, value in given.items() if value is not None and value.strip()}
    for name in _DIGITS:
        if name in kept:
            kept[name] = "".join(filter(str.isdigit, kept[name]))
    if "crn" in kept:
        kept["crn"] = kept["crn"].replace(" ", "").upper()
    if "email" in kept:
        kept["email"] = kept["email"].lower()
    if "domain" in kept:
        kept["domain"] = parse.host(kept["domain"]) or kept["domain"]
    return kept


def build_request(
    adapter: Adapter, call: ServiceCall, given: Mapping[str, str], key: str | None = None, taken: str = ""
) -> Request:
    """Return the request of a call.

    Args:
        adapter: The service.
        call: The call.
        given: Identifiers or criteria, ``normalised``.
        key: The idempotency key, for a call that takes one; None for a new one.
        taken: The value that the second step of the call asks by; "" for the first.

    Raises:
        UsageError: The service does not know one of the criteria.
    """
    form: RequestForm = call.then if taken and call.then is not None else call
    values = {**_values(given, "company" if call.kind == "company" else "in"), "taken": taken or None}

    def value_of(name: str, how: str) -> str | None:
        value = values.get(name)
        return value if value is None or how != "id" else _number(name, value)

    def quoted(name: str, how: str) -> str | None:
        value = value_of(name, how)
        return None if value is None else quote(value, safe="")

    path = fill(form.path, quoted)
    if path is None:
        raise UsageError(f"The path {form.path} cannot be filled from {', '.join(given)}.")
    return Request(
        form.method,
        path,
        params=fill(form.query, value_of),
        json=None if form.body is None else fill_json(form.body, value_of),
        headers=form.headers,
        idempotency_key=(key or uuid4().hex) if call.repeat == "key" else None,
        repeatable={"always": True, "key": None, "never": False}[call.repeat],
        answers=AdapterAnswers(adapter, form),
    )


def _values(given: Mapping[str, str], kind: str) -> dict[str, str]:
    """Return the values of all placeholders that can be derived from ``given``."""
    url, slug = given.get("network_url"), given.get("network_slug")
    handle = parse.slug(slug or url) or ""
    email, name = given.get("email", ""), given.get("name", "")
    private = email.rpartition("@")[2] in FREE_MAIL
    made = {
        "network_slug": handle,
        "profile_url": url or profile(kind, handle),
        "personal_email" if private else "work_email": email,
        "first_name": name.rpartition(" ")[0],
        "last_name": name.rpartition(" ")[2] if " " in name else "",
        "host": given.get("domain") or parse.host(given.get("website")) or "",
        "page": _page(given),
    }
    return {**given, **{name: value for name, value in made.items() if value}}


def _page(given: Mapping[str, str]) -> str:
    """Return the number of a page, from 1, for services that count pages."""
    offset, limit = given.get("offset", ""), given.get("limit", "")
    return str(int(offset) // int(limit) + 1) if offset and limit else ""


def _number(name: str, word: str) -> str:
    """Return the hosted service's number of a seniority or a department."""
    number = _NUMBERS[name].get(fold(word)) if name in _NUMBERS else None
    if number is None:
        raise UsageError(f"The {name} {word!r} is none this service knows.")
    return str(number)
