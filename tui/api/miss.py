"""The twelve ways to say "nobody found" (docs/reference/enrichment.md, 2.1). A miss is an answer, not an error."""

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
"""Keys under which services wrap what was found, in the order they are opened; folded."""

_WHO = (
    r"(?:person|people|profile|contact|compan(?:y|ies)|organi[sz]ation|record|match(?:es)?|result|data|account"
    r"|individual|lead|domain|e-?mail|identifier|abn)s?"
)
_NOBODY = re.compile(
    rf"\b{_WHO}\b[^.]{{0,60}}\b(?:not[ _]?(?:be )?found|not exist|unavailable)|\bno (?:matching )?{_WHO}\b"
    rf"|\b(?:not (?:be )?(?:find|found)|unable to find|unknown)\b[^.]{{0,60}}\b{_WHO}\b",
    re.IGNORECASE,
)
"""Words that say that there is no such person or company, and not that there is no such address."""

_AN_ADDRESS = re.compile(r"\S*/\S*|\S+\.\S+")
_NO_SERVICE = re.compile(
    r"\b(?:route|url|uri|endpoint|path|page|resource|handler|method|cannot (?:get|post))\b", re.IGNORECASE
)
"""Words of whatever stands where the service does not: a proxy, a framework, a web page."""

NAMES = frozenset(
    {"name", "fullname", "firstname", "lastname", "companyname", "jobtitle", "title", "position", "personid"}
)
"""Keys that only a record has: an envelope may repeat what was asked for, but not these; folded."""

_MAY_MISS = frozenset({400, 404, 410, 500})
_EMPTY_MEANS_NOBODY = frozenset(ENVELOPES) - {
    "contact", "contacts", "organization", "account", "accounts", "profile",
}  # fmt: skip
_MATCHED = {
    "match", "matched", "fullmatch", "full_match", "exact", "found", "contactonly", "companyonly", "ok",
}  # fmt: skip


def is_miss(status: int, body: Any, fault: Fault) -> bool:
    """Whether an answer says that there is no such person or company.

    Args:
        status: The HTTP status that is meant.
        body: The answer's JSON, or None.
        fault: The same as an error body.
    """
    if status >= 400:  # the errors
        # The hosted service answers a miss with 500 and these words; its own document says 400. A bare 404
        # is none: a mistyped address gives one too.
        return status in _MAY_MISS and _says_nobody(fault)
    return status in {HTTPStatus.OK, HTTPStatus.NO_CONTENT} and _holds_nobody(body)


def _says_nobody(fault: Fault) -> bool:
    # What was asked for stands in the words at times, and so does the address.
    said = _AN_ADDRESS.sub(" ", f"{fault.code.replace('_', ' ')} {fault.message}")
    return bool(_NOBODY.search(said)) and not _NO_SERVICE.search(said)


def _holds_nobody(body: Any, depth: int = 5) -> bool:
    if body in (None, {}, []):
        return True
    if isinstance(body, Mapping):
        record = folded(body)
        if _says_no(record):
            return True
        body = _wrapped(record)
    return (
        isinstance(body, list) and body != [] and depth > 0 and all(_holds_nobody(x, depth - 1) for x in body)
    )


def _wrapped(record: Mapping[str, Any]) -> list[Any]:
    """What the envelopes of an object hold; nothing where it is a record itself."""
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
