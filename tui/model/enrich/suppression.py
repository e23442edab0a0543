"""Suppression list: people and companies who opted out of lookups, and the keys that identify them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from shlex import quote
from types import MappingProxyType
from typing import Literal, get_args
from urllib.parse import unquote

from tui.errors import UsageError
from tui.model.company import Company
from tui.model.enrich.mailboxes import is_role
from tui.model.person import Person
from tui.model.search import is_unspaced, name_words
from tui.model.subject import STRENGTH, Identifier, Subject
from tui.model.values.record import Value
from tui.model.values.scalars import Instant

Kind = Literal["email", "network_slug", "domain", "phone", "abn", "name"]
"""Kinds of suppression keys: ``name`` is ``Ana Reid``, or ``Ana Reid at Kauri``, also at an address that others share."""

KINDS: tuple[Kind, ...] = get_args(Kind)

_PROFILE = re.compile(r"(?:in|pub|company|school)/([^/?#\s]+)", re.IGNORECASE)
_BARE_SLUG = re.compile(r"(?=.*\d)[a-z][a-z0-9]*(?:-[a-z0-9]+)+")
"""The end of a profile's address, as services build it from a name and digits, which no name contains."""

_HOST = re.compile(r"(?:[\w-]{1,63}\.){1,8}[\w-]{2,63}")
_AT = re.compile(r"\s(?:at|@)\s", re.IGNORECASE)
_NUMBER = re.compile(r"\+?[\d\s().-]{6,30}")
_MOST_LETTERS = 24
"""Letters of a name without blanks that may be written with one; a Korean letter consists of up to three."""

_LOCAL_DIGITS = 9
"""Number of trailing digits by which telephone numbers are compared, however they are written."""


class Suppressed(Value):
    """A suppression entry: somebody who opted out.

    Attributes:
        value: The key in its normal form, as it is compared.
        why: The user's note.
        shown: The key for display, where ``value`` is unsuitable: a telephone number in E.164.
    """

    kind: Kind
    value: str
    why: str = ""
    at: Instant | None = None
    shown: str = ""

    @property
    def text(self) -> str:
        """The entry for display: ``email ana@kauri.example``."""
        return f"{self.kind.replace('_', ' ')} {self.written}"

    @property
    def written(self) -> str:
        """The key as a user writes it: ``Ana Reid at Kauri``, ``+61255501234``; it is parsed to ``value`` again."""
        name, _, company = self.value.partition("|") if self.kind == "name" else (self.value, "", "")
        return self.shown or (f"{name} at {company}" if company else name)

    @property
    def remove(self) -> str:
        """The command that removes the entry from the list."""
        kind = "" if guess_kind(self.written) == (self.kind, self.value) else f"--kind {self.kind} "
        return f"cardscout suppress remove {kind}{quote(self.written)}"


def normalise(kind: str, value: str) -> tuple[Kind, str]:
    """Validate a kind and convert ``value`` to its normal form.

    Raises:
        UsageError: There is no such kind, or the value is not of that kind.
    """
    known = next((one for one in KINDS if one == kind), None)
    if known is None:
        raise UsageError(f"nobody is kept out by {kind!r}", hint=f"use one of {', '.join(KINDS)}")
    read = _READERS[known](value.strip()) if _is_text(value) else ""
    if not read:
        raise UsageError(f"{value!r} is no {kind.replace('_', ' ')}", hint=f"write it as {_EXAMPLES[known]}")
    return known, read


def guess_kind(value: str) -> tuple[Kind, str]:
    """Guess the kind of ``value`` from its form, and convert it to its normal form.

    Raises:
        UsageError: The value fits no kind.
    """
    order: tuple[Kind, ...] = ("email", "abn", "phone") if _is_text(value) else ()
    if _AT.search(value.strip()):
        order = ()  # somebody at a number
    elif _PROFILE.search(value) or _BARE_SLUG.fullmatch(value.strip()):
        order = ("network_slug",)
    elif _HOST.fullmatch(value.strip().casefold()) or "://" in value:
        order = ("domain",)
    for kind in order:
        if read := _READERS[kind](value.strip()):
            return kind, read
    return normalise("name", value)


def read_entry(kind: str, value: str) -> tuple[Kind, str]:
    """Convert a value to its normal form; its kind is guessed if ``kind`` is "".

    Raises:
        UsageError: The value is not of that kind.
    """
    return normalise(kind, value) if kind else guess_kind(value)


def may_be_shared(key: tuple[Kind, str]) -> bool:
    """Return whether a value may belong to several people, whatever is known: a role's mailbox, a telephone number."""
    return key[0] == "phone" or (key[0] == "email" and is_role(key[1]))


def names_of_slugs(known: Iterable[tuple[Kind, str]]) -> Iterator[tuple[Kind, str]]:
    """Yield the name entries that earlier guesses made from profiles: the words of their slugs."""
    for kind, value in known:
        if kind == "network_slug" and _BARE_SLUG.fullmatch(value):
            yield "name", f"{name_words(value)}|"


def possible_keys(text: str) -> Iterator[tuple[Kind, str]]:
    """Yield all suppression keys that a text of unknown kind may be, one for each kind whose form it has."""
    stripped = text.strip()
    if not stripped or not _is_text(stripped):
        return
    for kind, read in _READERS.items():
        if value := read(stripped):
            yield from _email(value) if kind == "email" else [(kind, value)]


def suppression_keys(subject: Subject | Person | Company) -> list[tuple[Kind, str]]:
    """Return all suppression keys, in normal form, that a subject, a person or a company would match."""
    if isinstance(subject, Subject):
        found = _of_subject(subject)
    else:
        found = _of_person(subject) if isinstance(subject, Person) else _of_company(subject)
    return list(dict.fromkeys((kind, value) for kind, value in found if value))


def keys_of(finding_key: str) -> list[tuple[Kind, str]]:
    """Return all suppression keys that the subject with a key such as ``email:ana@…`` would match (Subject.key)."""
    kind, _, value = finding_key.partition(":")
    if (known := next((one for one in STRENGTH if one == kind), None)) is not None:
        subject = Subject(type="person", identifiers=(Identifier(kind=known, value=value),))
    elif kind in {"person", "company"}:
        name, _, company = value.partition("|")
        subject = Subject(type="person" if kind == "person" else "company", name=name, company=company)
    else:
        return []
    return suppression_keys(subject)


def _of_subject(subject: Subject) -> Iterator[tuple[Kind, str]]:
    for one in subject.identifiers:
        if one.kind == "email":
            yield from _email(one.value)
        elif (kind := _KIND_OF.get(one.kind)) is not None:
            yield kind, _READERS[kind](one.value)
    if subject.type == "person":
        yield from _name(subject.name or "", subject.company or "")
        for one in subject.identifiers:
            yield from with_name(subject.name or "", one.kind, one.value)
    else:
        yield from _name(subject.name or subject.company or "", "")


def _of_person(person: Person) -> Iterator[tuple[Kind, str]]:
    name = person.whole_name
    for email in person.emails:
        yield from _email(email.value)
        yield from with_name(name, "email", email.value)
    for phone in person.phones:
        yield "phone", _phone(phone.e164 or phone.raw)
        yield from with_name(name, "phone", phone.e164 or phone.raw)
    yield "network_slug", _slug(person.network_slug or person.network_url)
    yield "domain", _domain(person.company.domain or person.company.website)
    yield from _name(name, person.company.name)


def with_name(name: str, kind: str, value: str) -> Iterator[tuple[Kind, str]]:
    """Yield the key of a named person at an address or a telephone number, which others may share."""
    place = _place(value) if kind in {"email", "phone"} else ""
    if place:
        yield from (("name", f"{bare}|{place}") for bare in _spellings(name))


def _of_company(company: Company) -> Iterator[tuple[Kind, str]]:
    for value in (company.domain, company.website):
        yield "domain", _domain(value)
    yield "network_slug", _slug(company.network_slug or company.network_url)
    yield "abn", _abn(company.abn)
    for name in (company.name, company.legal_name, *company.trading_names):
        yield from _name(name, "")


def _email(value: str) -> Iterator[tuple[Kind, str]]:
    email = _address(value)
    yield "email", email
    yield "domain", email.rpartition("@")[2]


def _name(name: str, company: str) -> Iterator[tuple[Kind, str]]:
    firm = name_words(company)
    for bare in _spellings(name):
        yield "name", f"{bare}|"
        if firm:
            yield "name", f"{bare}|{firm}"


def _spellings(name: str) -> Iterator[str]:
    """Yield the normal form of a name; of one in letters that may be written without blanks, with one anywhere too."""
    bare = name_words(name)
    if bare:
        yield bare
    if is_unspaced(bare):
        solid = bare.replace(" ", "")
        spaced = (f"{solid[:at]} {solid[at:]}" for at in range(1, min(len(solid), _MOST_LETTERS)))
        yield from (one for one in (solid, *spaced) if one != bare)


def _is_text(value: str) -> bool:
    """Return whether ``value`` has no lone surrogates, which come from bytes that are not UTF-8."""
    return not any("\ud800" <= char <= "\udfff" for char in value)


# --- the normal form of each kind; "" for a value that is not of the kind ------------


def _address(value: str) -> str:
    email = value.removeprefix("mailto:").casefold()
    return email if re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", email) else ""


def _slug(value: str) -> str:
    found = _PROFILE.search(value)
    slug = unquote(found[1] if found else value).casefold().strip("/")
    return slug if re.fullmatch(r"[\w.&'-]{1,100}", slug) else ""


def _domain(value: str) -> str:
    host = re.sub(r"^[a-z]+://", "", value.casefold()).split("/")[0].split("?")[0].split(":")[0]
    host = host.removeprefix("www.").removeprefix("@")
    return host if _HOST.fullmatch(host) else ""


def _phone(value: str) -> str:
    digits = re.sub(r"\D", "", value)
    return digits[-_LOCAL_DIGITS:].lstrip("0") if 6 <= len(digits) <= 15 else ""  # E.164


def _abn(value: str) -> str:
    digits = re.sub(r"\s", "", value)
    return digits if re.fullmatch(r"\d{11}", digits) else ""


def _name_and_company(value: str) -> str:
    name, *company = _AT.split(value, maxsplit=1)
    bare = name_words(name)
    return f"{bare}|{_place(company[0]) if company else ''}" if bare else ""


def _place(value: str) -> str:
    """Return the normal form of a company, address or number in a key of the form "somebody at …"."""
    return (_phone(value) if _NUMBER.fullmatch(value.strip()) else "") or name_words(value)


_READERS: Mapping[Kind, Callable[[str], str]] = {
    "email": _address,
    "network_slug": _slug,
    "domain": _domain,
    "phone": _phone,
    "abn": _abn,
    "name": _name_and_company,
}
_EXAMPLES = {
    "email": "ana@kauri.example",
    "network_slug": "ana-reid, or the profile's address",
    "domain": "kauri.example",
    "phone": "+61 2 5550 1234",
    "abn": "51 824 753 556",
    "name": "Ana Reid at Kauri",
}
_KIND_OF: Mapping[str, Kind] = MappingProxyType(
    {
        "network_url": "network_slug",
        "network_slug": "network_slug",
        "domain": "domain",
        "website": "domain",
        "abn": "abn",
        "phone": "phone",
    }
)
"""The suppression kind of each identifier kind; ACN and NZBN have none."""

# An e-mail address on the list may be that of a person known by name and company: a search returns none, so that
# somebody who opted out by one would be known only by the answer, which is paid for. An address made of both names,
# at the person's company, counts as theirs.
_SHORTEST = 4
"""Minimum length of a domain's first label for it to be recognised in a company's name."""

_SEPARATORS = ("", ".", "_", "-")


def likely_locals(one: Subject | Person | Company) -> list[str]:
    """Return the forms that the part before the @ may have, made of a person's first and last name."""
    words = name_words(_person_name(one)).split()
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
    joined = name_words(firm).replace(" ", "")
    by_name = len(label) >= _SHORTEST and joined.startswith(label)
    return by_name or any(_bare(known) == host for known in hosts if known)


def _person_name(one: Subject | Person | Company) -> str:
    if isinstance(one, Subject):
        return (one.name or "") if one.type == "person" else ""
    return one.whole_name if isinstance(one, Person) else ""


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
