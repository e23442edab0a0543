"""Guesses of the field of each column in a file, from common column names."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

Kind = Literal["people", "companies"]

PEOPLE: Mapping[str, str] = {
    "id": "id|person id|personid|firmable id|fp id",
    "name": "name|full name|fullname|contact|contact name|person|person name|display name",
    "first_name": "first name|firstname|given name|given names|forename|first",
    "last_name": "last name|lastname|surname|family name|last",
    "title": "title|position|job title|jobtitle|role|job|current title|cleaned position|occupation",
    "seniority": "seniority|seniority level|level|management level|job level",
    "department": "department|job function|function|job department|dept",
    "email": "email|work email|business email|email address|e mail|e mail address|mail|work e mail|emails work value|corporate email|email 1|emails|e mail addr|email addr|e mails",
    "personal_email": "personal email|private email|home email|emails personal value|personal e mail|email 2",
    "mobile": "mobile|mobile phone|mobile number|cell|cell phone|mobile phone number|mobilephone|mob|mob no|mobile no|cellphone",
    "landline": "phone|landline|direct|direct phone|direct dial|telephone|phone number|work phone|business phone|office phone|phone work|ph|ph no|tel|phone no|phones",
    "do_not_call": "do not call|dnc|dnd|is dnd|has dnd phone|do not call register|dncr",
    "network": "linkedin|linkedin url|linkedin profile|linkedin profile url|profile url|network url|network slug|ln url|ln slug|linkedin slug|linkedin handle|person linkedin url|social media linkedin handle",
    "city": "city|town|suburb|locality",
    "state": "state|region|province|state region|state province",
    "country": "country|country code|country name",
    "location": "location|person location|place|area|based in",
    "started": "started|start date|started on|in role since|position start date|joined|job start date",
    "verified_on": "verified on|last verified|verified|last checked|updated|last updated|update date|last refreshed at",
    "skills": "skills|skill",
    "company": "company|company name|organisation|organization|employer|account|account name|current company|current company name|organisation name|organization name|business name|business|firm|firm name|employer name",
    "company_domain": "company domain|domain|company website|website|company url|web site|employer domain|fqdn|current company website|current company fqdn|account domain|web|site|web address|homepage",
    "company_abn": "company abn|abn|employer abn",
    "company_id": "company id|current company id|organisation id|organization id",
    "company_network": "company linkedin|company linkedin url|company network url|current company linkedin|organization linkedin url",
}
COMPANIES: Mapping[str, str] = {
    "id": "id|company id|firmable id",
    "name": "name|company|company name|organisation|organization|organisation name|organization name|account name|business name|entity name|account|business|firm|firm name",
    "legal_name": "legal name|registered name|legal entity|legal entity name|registered entity name",
    "trading_names": "trading names|trading name|trading as|also known as|aka|business names|other names|alternative names",
    "domain": "domain|fqdn|website|web site|url|company domain|company website|web|company url|homepage|website url|primary domain|site|web address",
    "network": "linkedin|linkedin url|company linkedin url|network url|network slug|company linkedin|ln url|ln slug|linkedin company url|linkedin slug|linkedin company",
    "abn": "abn|industry codes abn|australian business number|abn number",
    "acn": "acn|industry codes acn|australian company number|acn number|asic number",
    "nzbn": "nzbn|industry codes nzbn|new zealand business number",
    "abn_status": "abn status|abn operation status|entity status|status",
    "gst_status": "gst status|gst|gst registered",
    "city": "city|town|suburb|hq location|hq city|headquarters|headquarters city|locality",
    "state": "state|region|hq state|province|state region",
    "postcode": "postcode|post code|zip|zip code|postal code",
    "country": "country|country code|hq country",
    "location": "location|address|hq|head office",
    "employees": "employees|employee count|headcount|head count|staff|au employee count|number of employees|no of employees|estimated num employees",
    "size": "size|company size|size band|employee range|company size band|employees range",
    "industry": "industry|industries|sector",
    "anzsic": "anzsic|anzsic code|industry codes anzsic|anzsic division",
    "company_type": "company type|type|entity type|ownership|legal form",
    "founded": "founded|year founded|founding year|founded year|established|year established",
    "revenue": "revenue|annual revenue|turnover|revenue range",
    "description": "description|about|summary|short description|profile",
    "tagline": "tagline|slogan|headline",
    "phone": "phone|telephone|main phone|phone number|phones|company phone",
    "email": "email|e mail|general email|contact email|emails|email address",
    "keywords": "keywords|tags|specialities|specialties",
    "verified_on": "verified on|last verified|verified|updated|last updated|update date|last checked",
}
FIELDS: Mapping[Kind, Mapping[str, str]] = {"people": PEOPLE, "companies": COMPANIES}
"""The fields of each kind, and the usual column names for each, the likeliest first, separated by ``|``."""

_ONLY_PEOPLE = ("first_name", "last_name", "title", "personal_email", "mobile", "seniority", "department")


def fold_column_name(name: str) -> str:
    """Fold a column's name to lower-case words without marks: ``E-mail Address`` gives ``e mail address``."""
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    bare = "".join(each for each in unicodedata.normalize("NFKD", parted) if not unicodedata.combining(each))
    return re.sub(r"[\W_]+", " ", bare.casefold()).strip().replace("linked in", "linkedin")


def guess_kind(columns: Sequence[str]) -> Kind:
    """Guess whether a file with these columns lists people or companies."""
    found = guess_columns(columns, "people")
    somebody = any(field in found for field in _ONLY_PEOPLE) or {"name", "company"} <= found.keys()
    return "people" if somebody else "companies"


def guess_columns(
    columns: Sequence[str], kind: Kind, sample: Mapping[str, str] = MappingProxyType({})
) -> dict[str, str]:
    """Guess the column of each field: field to column, in the order of the fields.

    A field gets the likeliest of its names that is present, and a column is used for one field at most. A
    column with an unknown name is assigned by its first value in ``sample``, if the value has the form of a
    known field.
    """
    mapped = _by_name(columns, kind)
    for column in unused_columns(columns, mapped):
        free = [field for field in _fields_by_value(sample.get(column, ""), kind) if field not in mapped]
        mapped |= dict.fromkeys(free[:1], column)
    return {field: mapped[field] for field in FIELDS[kind] if field in mapped}


def _by_name(columns: Sequence[str], kind: Kind) -> dict[str, str]:
    by_name = {fold_column_name(column): column for column in reversed(columns)}
    candidates = [
        (rank, place, field, name)
        for place, (field, names) in enumerate(FIELDS[kind].items())
        for rank, name in enumerate(names.split("|"))
        if name in by_name
    ]
    mapped: dict[str, str] = {}
    for _, _, field, name in sorted(candidates):
        if field not in mapped and by_name[name] not in mapped.values():
            mapped[field] = by_name[name]
    return mapped


_VALUE_PATTERNS: tuple[tuple[re.Pattern[str], Mapping[Kind, tuple[str, ...]]], ...] = (
    (
        re.compile(r"[^@\s]+@[^@\s]+\.\w{2,}"),
        {"people": ("email", "personal_email"), "companies": ("email",)},
    ),
    (re.compile(r"(https?://)?(\w+\.)?linkedin\.com/(in|pub)/\S+"), {"people": ("network",)}),
    (
        re.compile(r"(https?://)?(\w+\.)?linkedin\.com/company/\S+"),
        {"people": ("company_network",), "companies": ("network",)},
    ),
    (re.compile(r"(\+61 ?4|\+64 ?2|0[24])[\d ]{7,10}"), {"people": ("mobile",), "companies": ("phone",)}),
    (re.compile(r"(https?://|www\.)\S+\.\S+"), {"people": ("company_domain",), "companies": ("domain",)}),
)
"""Patterns of values, and the fields that a value of each pattern can belong to."""


def _fields_by_value(value: str, kind: Kind) -> tuple[str, ...]:
    """Return the fields that ``value`` can belong to, judged by its form alone."""
    found = (fields.get(kind, ()) for look, fields in _VALUE_PATTERNS if look.fullmatch(value.strip()))
    return next(found, ())


def unused_columns(columns: Iterable[str], mapped: Mapping[str, str]) -> list[str]:
    """Return the columns that no field uses."""
    taken = set(mapped.values())
    return [column for column in columns if column not in taken]
