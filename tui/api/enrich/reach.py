"""E-mail addresses and telephone numbers of a person, as services send them."""

import re
from collections.abc import Iterator
from typing import Any

from tui.api.enrich import parse
from tui.api.enrich.record import ServiceRecord
from tui.model.person import EmailPoint, PhonePoint

_EMAIL = re.compile(r"[^@\s<>\"',;()]{1,64}@[^@\s<>\"',;()]{1,255}")
_EMAIL_KINDS = {
    "work": "work",
    "professional": "work",
    "business": "work",
    "personal": "personal",
    "private": "personal",
}
_PHONE_KINDS = {
    "mobile": "mobile",
    "cell": "mobile",
    "direct": "direct",
    "work": "direct",
    "landline": "landline",
    "home": "landline",
    "hq": "switchboard",
    "switchboard": "switchboard",
    "office": "switchboard",
}
_DNC = ("isdnd", "dnd", "isdnc", "dnc", "donotcall", "isdonotcall", "dncstatuscd", "dncstatus")
_BARRED = {
    "mobile": ("mobilephonedonotcall", "mobiledonotcall", "mobilednc"),
    "direct": ("directphonedonotcall", "directdonotcall", "directdnc"),
    "unknown": ("phonedonotcall", "donotcall", "phonednc"),
}
"""Fields beside the numbers by which one service marks all numbers of a kind as do-not-call."""

_VERIFIED = ("verifiedon", "verifiedat", "lastverified", "updatedate", "lastconfirmed")
_TRUNK = {"AU": ("61", re.compile(r"0[2-478]\d{8}")), "NZ": ("64", re.compile(r"0[2-9]\d{7,9}"))}


_INNER_TRUNK = re.compile(r"^(6[14])0")
"""The 0 of a local number, written after the country code of Australia or New Zealand, where none is dialled."""

_EXTENSION = re.compile(r"(?:ext\.?|extension|x|#|;ext=)\s*\d{1,6}\s*$", re.IGNORECASE)


def emails(record: ServiceRecord) -> Iterator[EmailPoint]:
    """Yield the addresses in a person's record without duplicates; their group or field gives the kind."""
    seen: set[str] = set()
    for item, kind in _email_items(record):
        point = _email(item, kind, record.text("emailstatus"))
        if point is not None and point.value not in seen:
            seen.add(point.value)
            yield point


def _email_items(record: ServiceRecord) -> Iterator[tuple[Any, str]]:
    grouped = record.inner("emails")
    for kind in ("work", "personal", "professional"):
        for item in grouped.items(kind):
            yield item, _EMAIL_KINDS[kind]
    for item in record.items("emails", "email"):
        yield item, "unknown"
    for item in record.items("workemail", "workemails", "businessemail"):
        yield item, "work"
    for item in record.items("personalemail", "personalemails", "recommendedpersonalemail"):
        yield item, "personal"


def _email(item: Any, kind: str, status: str) -> EmailPoint | None:
    if isinstance(item, str):
        item = {"value": item, "status": status}
    point = ServiceRecord(item)
    value = point.text("value", "email", "address", "emailaddress").removeprefix("mailto:").lower()
    if not _EMAIL.fullmatch(value):
        return None
    label = point.text("type", "kind", "label").lower()
    return EmailPoint(
        value=value,
        kind=_EMAIL_KINDS.get(label, kind),
        status=point.text("deliverability", "status", "quality", "emailstatus").lower(),
        confidence=point.first(parse.share, "confidence", "score"),
        verified_on=point.when(*_VERIFIED),
    )


def phones(record: ServiceRecord, country: str) -> Iterator[PhonePoint]:
    """Yield the numbers in a person's record without duplicates; ``country`` is that of local numbers."""
    seen: set[str] = set()
    barred = {kind for kind, names in _BARRED.items() if record.flag(*names)}
    for item, kind in _phone_items(record):
        point = _phone(item, kind, country)
        if point is not None and point.kind in barred:
            point = point.replace(do_not_call=True)
        if point is not None and (point.e164 or point.raw) not in seen:
            seen.add(point.e164 or point.raw)
            yield point


def _phone_items(record: ServiceRecord) -> Iterator[tuple[Any, str]]:
    by_kind = {
        "mobile": ("mobilephone", "mobilephones", "mobilephonenumbers", "mobile"),
        "direct": ("directphone", "directphones", "directphonenumbers", "directdial"),
        "unknown": ("phones", "phonenumbers", "phone", "phonenumber", "personalnumbers", "sanitizedphone"),
    }
    for kind, names in by_kind.items():
        for item in record.items(*names):
            yield item, kind


def _phone(item: Any, kind: str, country: str) -> PhonePoint | None:
    if not isinstance(item, dict):
        item = {"value": item}
    point = ServiceRecord(item)
    raw = point.text("value", "e164", "number", "sanitizednumber", "rawnumber", "phonenumber", "phone")
    digits = re.sub(r"\D", "", _without_extension(raw))
    if not 6 <= len(digits) <= 15:  # the shortest local number and the longest number
        return None
    return PhonePoint(
        e164=e164(raw, country),
        raw=raw[:40],
        kind=_phone_kind(point, kind),
        do_not_call=any(point.flag(name) for name in _DNC),
        confidence=point.first(parse.share, "confidence", "score", "confidencecd"),
        verified_on=point.when(*_VERIFIED),
    )


def _phone_kind(point: ServiceRecord, kind: str) -> str:
    label = point.text("type", "typecd", "numbertype", "label", "kind").lower()
    for word in re.findall(r"[a-z]+", label):
        if word in _PHONE_KINDS:
            return _PHONE_KINDS[word]
    return "mobile" if point.flag("ismobile") else kind


def _without_extension(raw: str) -> str:
    """Return a number without an extension behind it, which is no part of what is dialled."""
    return _EXTENSION.sub("", raw)


def e164(raw: str, country: str) -> str:
    """Format ``raw`` in E.164, or return "" if neither it nor ``country`` gives the country code."""
    digits = re.sub(r"\D", "", _without_extension(raw))
    if raw.strip().startswith("+"):
        digits = _INNER_TRUNK.sub(r"\1", digits)
        return f"+{digits}" if 8 <= len(digits) <= 15 else ""  # E.164
    code, national = _TRUNK.get(country, ("", re.compile("$^")))
    return f"+{code}{digits[1:]}" if national.fullmatch(digits) else ""
