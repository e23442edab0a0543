"""Detection of a miss in its twelve forms (docs/reference/enrichment.md, 2.1); a miss is no error."""

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from tui.api.fault import Fault, fold, folded

ENVELOPES = (
    "data", "person", "people", "contact", "contacts", "company", "companies", "organization",
    "organizations", "account", "accounts", "result", "results", "record", "records", "matches", "response",
    "payload", "profile", "attributes",
)  # fmt: skip
"""Keys under which services wrap records, in the order in which they are opened; normalised by ``fold``."""

_WHO = (
    r"(?:person|people|profile|contact|compan(?:y|ies)|organi[sz]ation|record|match(?:es)?|result|data|account"
    r"|individual|lead|domain|e-?mail|identifier|abn)s?"
)
_NOBODY = re.compile(
    rf"\b{_WHO}\b[^.]{{0,60}}\b(?:not[ _]?(?:be )?found|not exist|unavailable)|\bno (?:matching )?{_WHO}\b"
    rf"|\b(?:not (?:be )?(?:find|found)|unable to find|unknown)\b[^.]{{0,60}}\b{_WHO}\b",
    re.IGNORECASE,
)
"""Messages that mean "no such person or company", not "no such address"."""

_AN_ADDRESS = re.compile(r"\S*/\S*|\S+\.\S+")
_NO_SERVICE = re.compile(
    r"\b(?:route|url|uri|endpoint|path|page|resource|handler|method|cannot (?:get|post))\b", re.IGNORECASE
)
"""Messages from something other than the service: a proxy, a framework, a web page."""

NAMES = frozenset(
    {"name", "fullname", "firstname", "lastname", "companyname", "jobtitle", "title", "position", "personid"}
)
"""Keys that only a record has: an envelope may repeat the request, but not these; normalised by ``fold``."""

_MAY_MISS = frozenset({400, 404, 410, 500})
_EMPTY_MEANS_NOBODY = frozenset(ENVELOPES) - {
    "contact", "contacts", "organization", "account", "accounts", "profile",
}  # fmt: skip
_MATCHED = {
    "match", "matched", "fullmatch", "full_match", "exact", "found", "contactonly", "companyonly", "ok",
}  # fmt: skip


def is_miss(status: int, body: Any, fault: Fault) -> bool:
    """Return whether a response means that there is no such person or company.

    Args:
        status: The actual HTTP status.
        body: The response's JSON, or None.
        fault: The body parsed as an error.
    """
    if status >= 400:  # the errors
        # The hosted service sends a miss as 500 with such a message, though its documentation says 400. A
        # bare 404 is no miss, because a mistyped address causes one too.
        return status in _MAY_MISS and _says_nobody(fault)
    return status in {HTTPStatus.OK, HTTPStatus.NO_CONTENT} and _holds_nobody(body)


def _says_nobody(fault: Fault) -> bool:
    # The message may repeat the request's values or address, which must not be searched.
    message = _AN_ADDRESS.sub(" ", f"{fault.code.replace('_', ' ')} {fault.message}")
    return bool(_NOBODY.search(message)) and not _NO_SERVICE.search(message)


def _holds_nobody(body: Any, depth: int = 5) -> bool:
    if body in (None, {}, []):
        return True
    if isinstance(body, Mapping):
        record = folded(body)
        if _says_no(record):
            return True
        body = _envelope_contents(record)
    return (
        isinstance(body, list) and body != [] and depth > 0 and all(_holds_nobody(x, depth - 1) for x in body)
    )


def _envelope_contents(record: Mapping[str, Any]) -> list[Any]:
    """Return the contents of an object's envelopes; nothing if the object is a record itself."""
    if any(record.get(name) for name in NAMES):
        return []
    return [record[name] for name in _EMPTY_MEANS_NOBODY & record.keys()]


def _says_no(record: Mapping[str, Any]) -> bool:
    if record.get("found") is False or str(record.get("status")) == "404":
        return True
    error = record.get("error")
    code = error.get("code") if isinstance(error, Mapping) else None
    if isinstance(code, str) and fold(code) == "notfound":
        return True
    match = record.get("matchstatus")
    return isinstance(match, str) and fold(match) not in _MATCHED
