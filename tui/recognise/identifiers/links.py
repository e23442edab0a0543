"""Extraction of e-mail addresses, URLs, profiles of the business network and bare hosts from a passage."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

from tui.model.subject import Identifier, Kind
from tui.recognise.identifiers.hosts import is_carrier, is_free_mail, is_network, registrable
from tui.recognise.text import LONGEST, Passage, Span, blanked, line_of
from tui.recognise.words.word_list import word_list

# Every repetition is bounded and begins where the previous one cannot continue: matching is linear.
_URL = re.compile(r"(?<![\w+.-])([A-Za-z][A-Za-z0-9+.\-]{1,15})://([^\s<>\"`{}|\\^]{1,2000})")
_EMAIL = re.compile(
    r"(?<![\w.+%\\@-])(?<!\d=)(?:mailto:)?([\w][\w.+%'\\-]{0,63})@((?:\w(?:[\w-]{0,61}\w)?\.){1,8}[^\W\d_]{2,24})(?![\w@])",
)
_SPELT_OUT = re.compile(
    r"(?<![\w.+%'/@=-])(\w[\w.+-]{0,63})[ ]?[\[({]at[\])}][ ]?((?:\w[\w-]{0,61}(?:[ ]?[\[({]dot[\])}][ ]?|\.)){1,6}[^\W\d_]{2,24})(?!\w)",
    re.IGNORECASE,
)
_DOT = re.compile(r"[ ]?[\[({]dot[\])}][ ]?", re.IGNORECASE)
_HOST = re.compile(
    r"(?<![\w@./:\\$=-])((?:\w(?:[\w-]{0,61}\w)?\.){1,6}[^\W\d_]{2,24})(?![\w@(-])(?!\.\w)(:\d{1,5}(?!\d))?(/[^\s<>\"`{}|\\^\[\]]{0,500})?"
)
_SLUG_LABEL = re.compile(
    r"linked[ ]?in\b[ ]?(?:profile)?[ ]?[:–-]?[ ]{0,2}(/?in/)?([\w%][\w%-]{2,99})(?![\w@./])", re.IGNORECASE
)

_MACHINE_HEADER = re.compile(
    r"\s{0,4}(?:>\s{0,2}){0,4}(?:message-id|in-reply-to|references|x-[\w-]{1,40})\s?:", re.IGNORECASE
)
_NO_REPLY = re.compile(
    r"(?:no|do-?not|donot)[._-]?reply|mailer-daemon|bounces?[+-].{0,60}|postmaster", re.IGNORECASE
)

_BARE_SUFFIXES = word_list("bare_suffixes")
"""Top-level domains that make a dotted word a host. ``notes.md``, ``user.info`` and ``call.me`` are none."""

_CODE = word_list("code")
"""Words before a dot that mark program code: ``config.app``."""

_CLOSERS = {")": "(", "]": "["}


def links(passage: Passage) -> tuple[list[Identifier], list[Span]]:
    """Find the identifiers in a passage's addresses, URLs and hosts.

    Returns:
        The identifiers, and the spans to blank, which include links without an identifier.
    """
    found: list[Identifier] = []
    spans: list[Span] = []
    for reader in (_urls, _emails, _hosts, _slugs):
        for span, identifiers in list(reader(passage, spans)):
            spans.append(span)
            found += identifiers
        spans.sort()
    return found, spans


Reading = Iterator[tuple[Span, list[Identifier]]]


def _identifier(passage: Passage, kind: Kind, value: str, span: Span) -> Identifier:
    return Identifier(kind=kind, value=value, field=passage.field, start=span[0], end=span[1])


def _urls(passage: Passage, _taken: list[Span]) -> Reading:
    text = passage.text
    if "://" not in text:
        return
    for match in _URL.finditer(text):
        url = _trim(match[0])
        span = match.start(), match.start() + len(url)
        scheme = match[1].casefold()
        yield span, _web(passage, url, span) if scheme in {"http", "https"} else []


def _trim(url: str) -> str:
    """Trim what belongs to the sentence: closing punctuation, and a bracket opened before the URL."""
    cut = url.find("](")
    url = url if cut < 0 else url[:cut]
    while url:
        last = url[-1]
        if last in ".,;:!?'’”*_~…»" or (last in _CLOSERS and url.count(last) > url.count(_CLOSERS[last])):
            url = url[:-1]
        else:
            break
    return url


def _web(passage: Passage, url: str, span: Span) -> list[Identifier]:
    """Return the identifiers of a URL with a scheme: a profile, or a domain and a website."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").rstrip(".")
    except ValueError:
        return []
    if is_network(host):
        return _profile(passage, parts.path, span)
    domain = _site_domain(host)
    if domain is None:
        return []
    website = f"{parts.scheme}://{host}{parts.path}".rstrip("/")
    return [_identifier(passage, "domain", domain, span), _identifier(passage, "website", website, span)]


def _site_domain(host: str) -> str | None:
    domain = registrable(host) if "." in host else None
    if domain is None or is_carrier(host) or is_free_mail(domain):
        return None
    return domain


def _profile(passage: Passage, path: str, span: Span) -> list[Identifier]:
    """Return the canonical profile of a person or a company; [] for posts, jobs and searches."""
    steps = [step for step in re.split(r"[?#]", path)[0].split("/") if step]
    if len(steps) > 1 and steps[0] == "mwlite":
        steps = steps[1:]
    if len(steps) <= 1 or steps[0].casefold() not in {"in", "company"}:
        return []
    kind = steps[0].casefold()
    slug = unicodedata.normalize("NFC", unquote(steps[1])).casefold().strip(" .,;:!?'*_~)")
    if not slug or "�" in slug or not re.fullmatch(r"[\w.&'’·ʻ-]{1,120}", slug):
        return []
    url = _identifier(passage, "network_url", f"https://www.linkedin.com/{kind}/{slug}", span)
    return [url, _identifier(passage, "network_slug", slug, span)] if kind == "in" else [url]


def _emails(passage: Passage, taken: list[Span]) -> Reading:
    text = passage.text
    if "@" in text:
        for match in _EMAIL.finditer(text):
            if not _inside(match.start(1), taken):
                yield match.span(), _address(passage, match[1], match[2], match.span(1), match.span(2))
    folded = text.casefold()
    if any(mark in folded for mark in ("(at)", "[at]", "{at}")):
        for match in _SPELT_OUT.finditer(text):
            host = _DOT.sub(".", match[2])
            yield match.span(), _address(passage, match[1], host, match.span(1), match.span(2))


def _inside(offset: int, spans: list[Span]) -> bool:
    """Whether ``offset`` is in one of the spans, which are sorted and do not overlap."""
    place = bisect_right(spans, (offset, LONGEST)) - 1
    return place >= 0 and offset < spans[place][1]


def _address(passage: Passage, mailbox: str, host: str, start: Span, end: Span) -> list[Identifier]:
    """Return the identifiers of an address that a person could write to: itself and its company's domain."""
    local = mailbox.replace("\\", "").strip("'.-").casefold()
    host = host.casefold()
    domain = registrable(host)
    if not local or ".." in local or domain is None or _is_machine(passage.text, local, start[0], end[1]):
        return []
    reach = [] if _NO_REPLY.fullmatch(local) else [
        _identifier(passage, "email", f"{local}@{host}", (start[0], end[1]))
    ]  # fmt: skip
    if is_free_mail(domain) or is_network(host):
        return reach
    return [*reach, _identifier(passage, "domain", domain, end)]


def _is_machine(text: str, local: str, start: int, end: int) -> bool:
    """Whether an address is a technical id: a message id, an embedded image, a clone URL."""
    before = text[max(0, start - 4) : start].casefold()
    if before == "cid:" or (local == "git" and text[end : end + 1] in {":", "/"}):
        return True
    if text[end : end + 1] == ":" and re.match(r":[~\w./-]{0,80}/", text[end : end + 90]):
        return True
    line = text[line_of(text, start)[0] : start]
    if _MACHINE_HEADER.match(line[-200:] if len(line) > 200 else line):  # a header's room
        return True
    digits = sum(letter.isdecimal() for letter in local)
    return len(local) > 24 and (digits > 7 or digits * 3 > len(local))  # ids are long and numerous


def _hosts(passage: Passage, taken: list[Span]) -> Reading:
    """Yield hosts without a scheme: their domain, or the profile after them."""
    text = passage.text
    if "." not in text:
        return
    for match in _HOST.finditer(blanked(text, taken)):
        host = match[1].casefold()
        path = _trim(match[3] or "")
        span = match.start(), match.end(1) + len(path)
        if is_network(host):
            yield span, _profile(passage, path, match.span(1) if not path else span)
        elif _is_host(match[1]) and (domain := _site_domain(host)):
            yield span, [_identifier(passage, "domain", domain, match.span(1))]


def _is_host(written: str) -> bool:
    """Whether a dotted word is a host, and not a file, a method call or the end of a sentence."""
    labels = written.split(".")
    host = written.casefold()
    if host.startswith("www.") and len(labels) > 2:  # www, name, suffix
        return True
    if labels[-1].casefold() not in _BARE_SUFFIXES or labels[-2].casefold() in _CODE:
        return False
    # "done.Com" ends a sentence; "ASP.NET" is a product; "0.5.dev" is a version.
    if labels[-1] != labels[-1].casefold() and written != written.upper():
        return False
    return any(letter.isalpha() for letter in labels[-2])


def _slugs(passage: Passage, taken: list[Span]) -> Reading:
    """Yield profile slugs that stand alone after a label."""
    if "inked" not in passage.text and "INKED" not in passage.text:
        return
    for match in _SLUG_LABEL.finditer(passage.text):
        named, slug = match[1], match[2]
        sure = named or ("-" in slug and any(letter.isdecimal() for letter in slug))
        if sure and not _inside(match.start(2), taken):
            yield match.span(), _profile(passage, f"/in/{slug}", match.span(2))
