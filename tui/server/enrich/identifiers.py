"""Parsers of the identifiers a lookup accepts, into the form in which the directory stores them."""

import re
from collections.abc import Callable
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from tui.server.enrich.problems import bad_field
from tui.server.enrich.registers import is_abn

_EMAIL = re.compile(r"[^@\s]{1,64}@[^@\s]{1,253}\.[^@\s.]{2,63}")
_HOST = re.compile(r"[^\s/@:?#]{1,253}")
_SLUG = re.compile(r"[\w%~.\-]{1,120}")
_USUAL_URL = re.compile(
    r"(?:https?://)?(?:www\.)?(?:[a-z]{2,3}\.)?linkedin\.com/(in|company)/([\w%~.\-]{1,120})/?"
)
_NETWORK = re.compile(r"(?:[a-z]{2,3}\.)?linkedin\.com")


def email(field: str, text: str) -> str:
    """Return an e-mail address in lower case."""
    address = text.removeprefix("mailto:").casefold()
    if not _EMAIL.fullmatch(address):
        raise bad_field(field, "is not an e-mail address, such as ana.reid@tuiridge.example")
    return address


def abn(field: str, text: str) -> str:
    """Return the eleven digits of a valid ABN."""
    digits = re.sub(r"[\s.\-]", "", text)
    if not is_abn(digits):
        raise bad_field(field, "is not a valid ABN: eleven digits whose first two check the other nine")
    return digits


@lru_cache(maxsize=1 << 14)
def host(field: str, text: str) -> str:
    """Return the host of a domain or a URL, in lower case and without ``www.``."""
    place = text.strip()
    try:
        name = urlsplit(place if "://" in place else f"//{place}").hostname or ""
    except ValueError:
        name = ""
    name = name.removeprefix("www.").rstrip(".")
    if "." not in name or not _HOST.fullmatch(name):
        raise bad_field(field, "is not a host or a URL, such as tuiridge.example")
    return name


def slug(field: str, text: str) -> str:
    """Return a profile's slug (the last part of its URL), decoded and in lower case."""
    bare = text.strip().strip("/")
    if not _SLUG.fullmatch(bare):
        raise bad_field(field, "is not a profile slug, such as ana-reid-4f2a1")
    return unquote(bare).casefold()


def profile(kind: str) -> Callable[[str, str], str]:
    """Return a reader that turns a profile URL of one ``kind``, ``in`` or ``company``, into its slug."""

    def slug_of(field: str, text: str) -> str:
        place = text.strip()
        # Splitting takes ten times as long, and an import has a million of these.
        if (usual := _USUAL_URL.fullmatch(place)) and usual[1] == kind:
            return unquote(usual[2]).casefold()
        try:
            parts = urlsplit(place if "://" in place else f"https://{place}")
            name = (parts.hostname or "").removeprefix("www.")
        except ValueError:
            raise bad_field(field, "is not a URL") from None
        first, _, rest = parts.path.strip("/").partition("/")
        if not _NETWORK.fullmatch(name) or first.casefold() != kind or not rest:
            raise bad_field(
                field, f"is not a profile URL, such as https://www.linkedin.com/{kind}/ana-reid-4f2a1"
            )
        return slug(field, rest.partition("/")[0])

    return slug_of


def company_id(field: str, text: str) -> str:
    """Return a company id, which is ``f`` and twelve digits."""
    if not re.fullmatch(r"f\d{12}", text):
        raise bad_field(field, "is not a company id: f and twelve digits")
    return text


def person_id(field: str, text: str) -> str:
    """Return a person id, which is ``fp`` and twelve digits."""
    if not re.fullmatch(r"fp\d{12}", text):
        raise bad_field(field, "is not a person id: fp and twelve digits")
    return text
