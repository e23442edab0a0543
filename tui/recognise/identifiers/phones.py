"""Extraction of Australian and New Zealand telephone numbers from text, in E.164."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from tui.model.subject import Identifier
from tui.recognise.text import line_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tui.model.person import Person
    from tui.recognise.text import Passage

_G = r"(?:[ \u00a0.\-]{0,2}|[ ][–-][ ])"
_SHAPES = (
    rf"(?:\+|\(\+|00(?:11)?[ ]?)6[14]\)?(?:{_G}\(0\))?(?:{_G}\(?\d\)?){{8,10}}",
    rf"\(?04\d?\d?\)?(?:{_G}\d){{6,8}}",
    rf"\(?0[2378]\)?(?:{_G}\d){{8}}",
    rf"\(?02\d?\d?\)?(?:{_G}\d){{6,9}}",
    rf"\(?0[34679]\)?(?:{_G}\d){{7}}",
    rf"0(?:800|508)(?:{_G}\d){{6,7}}",
    rf"1[38][ ]?00(?:{_G}\d){{6}}",
    r"13[ ]\d\d[ ]\d\d",
    rf"6[14](?:{_G}\(0\))?(?:{_G}\d){{8,10}}",
)
_CANDIDATE = re.compile(rf"(?<![\w$+#.-])(?<!\d[,/=])(?:{'|'.join(_SHAPES)})(?![\w%])(?![.,:-]\d|/\d{3})")
_LIKE_REGISTER = re.compile(r"0[34679]\d[ ]\d{3}[ ]\d{3}")
"""Nine digits in groups of three, as register numbers are written; a landline has its area code apart."""

_DATE = re.compile(r"\d{1,2}[ ./-]\d{1,2}[ ./-](?:19|20)\d\d")
_PHONE_WORD = re.compile(
    r"(?:\b(?:(?:contact|phone|mobile|telephone|direct|after.hours|best|her|his) (?:number|no|nr)|ph|phone|tel|telephone|mob|mobile|cell|call|ring|rang|text|sms|fax|direct|landline|switch|dial|freecall|office|whatsapp|[mtpdfwo])\b|☎|📞|📱)[ .:|)\-–]{0,4}(?:\w{1,12}[ .:]{1,3})?[(]?\Z",
    re.IGNORECASE,
)
_OTHER_WORD = re.compile(
    r"\b(?:order|invoice|inv|po|purchase|policy|tracking|track|con|tag|toll|account|acct|acc|a/c|bsb|meeting|workspace|terminal|device|extension|passcode|ref|reference|quote|job|ticket|case|serial|part|sku|ird|gst|tfn|medicare|card|licence|license|vin|rego|claim|booking|confirmation|consignment|connote|model|version|id|no|number|nr|pin|code|barcode|ean|isbn|imei|lot|batch|docket|receipt|member|customer|client|student|employee|abn|acn|nzbn|crn|nhi|iban|swift|biller|bpay|usi|dob)\b[ .:#\-–]{0,4}(?:id|no|nr|num|number|code|terminal|au|nz)?[ .:#\-–]{0,4}\Z",
    re.IGNORECASE,
)
_PLACES = {
    "AU": r"Australia|Sydney|Melbourne|Brisbane|Perth|Adelaide|Hobart|Canberra|Darwin|Gold Coast|Newcastle|Geelong|Cairns|Townsville|Ballarat|Dubbo|Wollongong|Parramatta|NSW|VIC|Vic|QLD|Qld|TAS|Tas|ACT|Pty|P/L|ABN|ACN|AU|AUS|Aussie|Australian|Victoria|Queensland|Tasmania|Fremantle|Joondalup|Marrickville|Toowoomba|Bendigo|Mackay|Launceston|Mildura|Albury|Wagga|Tamworth|Bundaberg|Rockhampton|Sunshine Coast|Byron Bay|Dandenong|Footscray|St Kilda|Fitzroy|Surry Hills|Bondi|Manly|Chatswood|Penrith|Blacktown|(?:WA|SA|NT) [0-9]{4}",
    "NZ": r"New Zealand|Aotearoa|Auckland|Wellington|Christchurch|Hamilton|Tauranga|Dunedin|Napier|Nelson|Rotorua|Queenstown|Invercargill|Whang[aā]rei|Palmerston North|New Plymouth|Gisborne|Blenheim|Taup[oō]|Hastings|T[aā]maki|Ōtautahi|P[oō]neke|NZ|NZBN|Kiwi|Waikato|Otago|Canterbury|Taranaki|Manukau|Bay of Plenty|Hawke[’']?s Bay|Porirua|(?:Lower|Upper) Hutt|Petone|Timaru|Oamaru|W[aā]naka|Whakat[aā]ne|Masterton|Levin|Whanganui|Ashburton|Takapuna|Ponsonby|Parnell|Papakura|Pukekohe|Rangiora|Picton|M[aā]ngere|Albany|IRD|Kia ora|M[oō]rena|T[eē]n[aā] koe|Ng[aā] mihi|Te Whatu Ora|Wh[aā]nau|Iwi|iwi|marae|Marae",
}
_HINTS = re.compile(
    rf"(?=[A-Z.+0-9imĀĒĪŌŪāēīōū])(?:(?P<AU>\b(?:{_PLACES['AU']})\b|\.au\b|\+61|\b04\d\d[ -]?\d{3}[ -]?\d{3}\b|\b1[38]00[ ]\d{3}\b)|(?P<NZ>\b(?:{_PLACES['NZ']})\b|\.nz\b|\+64|\b0[3469][ -]\d{3}[ -]\d{4}\b|\b0(?:800|508)[ -]?\d{3}|[āēīōūĀĒĪŌŪ]|(?<!Pty )(?<!Pty\. )(?<!PTY )(?<!Proprietary )\b(?:Ltd|Limited|LTD|LIMITED)\b))"
)
_SIX_DIGITS = re.compile(r"(?:\d[^\w\n]{0,6}){6}")
_SENTENCE = re.compile(r"(?<=[a-z]{5})\.\s+")
_MOST_CANDIDATES = 200
_NEAR = 40


def phone_numbers(
    passage: Passage, text: str, where: Callable[[int], str], home: str
) -> Iterator[Identifier]:
    """Yield the valid telephone numbers of a passage.

    Args:
        passage: The passage.
        text: Its text with links and register numbers blanked.
        where: Returns the country that the card suggests at an offset, ``AU`` or ``NZ``, or "".
        home: The country assumed where neither the card nor the grouping suggests one.
    """
    for count, match in enumerate(_CANDIDATE.finditer(text) if may_have_phones(text) else ()):
        if count >= _MOST_CANDIDATES:
            return
        if not _may_be_phone(text, match):
            continue
        abroad = match[0].startswith(("+", "(+", "00", "6"))
        if number := e164(match[0], home if abroad else where(match.start()) or _grouped(match[0]) or home):
            yield Identifier(
                kind="phone", value=number, field=passage.field, start=match.start(), end=match.end()
            )


def _may_be_phone(text: str, match: re.Match[str]) -> bool:
    """Whether the preceding words do not make it another kind of number."""
    before = text[max(line_of(text, match.start())[0], match.start() - _NEAR) : match.start()]
    before = _SENTENCE.split(before)[-1]
    if _PHONE_WORD.search(before):
        return True
    # Six digits in pairs may be a date, and 61… without a plus anything: they need a phone word before.
    if _LIKE_REGISTER.fullmatch(match[0]):
        return False
    needs_word = match[0].startswith(("13 ", "61", "64"))
    return not (needs_word or _OTHER_WORD.search(before) or _DATE.match(match[0]))


def _grouped(written: str) -> str:
    """Return ``NZ`` for a mobile's grouping, ``021 555 0123``, or "" (``02 1555 0123`` is a landline)."""
    return "NZ" if re.match(r"\(?02\d\)?[ .-]\d{3}[ .-]?\d{3,4}\Z", written) else ""


@lru_cache(maxsize=512)
def e164(written: str, country: str) -> str | None:
    """Format a number in E.164; None if it is no number of Australia or New Zealand.

    ``country`` decides where it could be a number of both.
    """
    import phonenumbers

    text = re.sub(r"\A\(?(?:\+|00(?:11)?[ ]?)(6[14])\)?", r"+\1", written)
    if re.match(r"6[14]", text):
        text = f"+{text}"
    text = text.replace("(0)", "") if text.startswith("+") else text
    if re.match(r"13|180", text):
        country = "AU"
    for region in (country, "NZ" if country == "AU" else "AU"):
        try:
            number = phonenumbers.parse(text, region)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_valid_number(number) and number.country_code in {61, 64}:
            return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
    return None


@lru_cache(maxsize=512)
def abroad(written: str) -> str | None:
    """Format a number that begins with ``+`` and its country's prefix in E.164; None if it is none."""
    import phonenumbers

    try:
        parsed = phonenumbers.parse(written, None)
    except phonenumbers.NumberParseException:
        return None
    if not phonenumbers.is_possible_number(parsed):
        return None
    return phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164)


@lru_cache(maxsize=512)
def grouped(number: str) -> str:
    """Return a number in E.164 as ``+61 2 9000 1234``; any other text as it is."""
    import phonenumbers

    try:
        parsed = phonenumbers.parse(number, None)
    except phonenumbers.NumberParseException:
        return number
    return phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.INTERNATIONAL)


def with_dialled_numbers(person: Person, home: str) -> Person:
    """Return a person with the country's prefix in numbers that a service wrote without, if the record names no country.

    A place, a company or an address in the record may suggest one, as on a card; else it is ``home``.
    """
    if person.location.country or all(phone.e164 for phone in person.phones):
        return person
    place = f"{person.location.city} {person.location.state} {person.location.raw} {person.company.name}"
    told = {region for _, region in country_hints(" ".join([place, *(one.value for one in person.emails)]))}
    suggested = told.pop() if len(told) == 1 else ""
    return person.replace(
        phones=tuple(
            # What has not the shape of a local number may be one of any other country.
            phone
            if phone.e164 or _CANDIDATE.fullmatch(phone.raw) is None
            else phone.replace(e164=e164(phone.raw, suggested or _grouped(phone.raw) or home) or "")
            for phone in person.phones
        )
    )


def may_have_phones(text: str) -> bool:
    """Whether a text has as many digits in a row as the shortest number, ``13 11 14``."""
    return _SIX_DIGITS.search(text) is not None


def country_hints(text: str) -> list[tuple[int, str]]:
    """Find hints to the country in a text: offset and ``AU`` or ``NZ``."""
    return [(match.start(), str(match.lastgroup)) for match in _HINTS.finditer(text)]
