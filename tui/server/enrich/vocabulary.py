"""The words a search accepts for seniority, department, place and size, with the directory's codes."""

import re
from functools import lru_cache
from types import MappingProxyType

from tui.model.enrich.vocabulary import AU_STATES, DEPARTMENTS, NZ_REGIONS, SENIORITIES, SENIORITY_LABELS
from tui.server.enrich.fold import fold
from tui.server.enrich.problems import bad_field

_SENIORITY_WORDS = {
    1: "board|board member|chair|chairman|chairwoman|chairperson|non executive director|ned|company director|trustee",
    2: "owner|founder|co founder|cofounder|proprietor|principal|sole trader",
    3: "c suite|c_suite|c level|cxo|executive|partner|ceo|cfo|coo|cto|cio|cmo|md|managing director|president",
    4: "vp|svp|evp|vice president|director|head|head of|general manager|gm|executive manager|country manager|state manager",
    5: "manager|lead|team leader|supervisor|superintendent|foreman",
    6: "other|senior|entry|junior|non manager|staff|intern|graduate|apprentice|training|unpaid",
    7: "unknown|no data",
}
_DEPARTMENT_WORDS = {
    1: "management|executive|general",
    2: "sales|business development|bd|account management|revenue|partnerships|commercial",
    3: "trades|trade|construction",
    4: "operations|ops|supply chain|logistics|procurement|warehouse|fulfillment|manufacturing|production|facilities|project management",
    5: "engineering|it|information technology|software|data engineering|devops|security|network|technical|technology",
    6: "hr|human resources|people and culture|p c|talent|recruitment|l d",
    7: "support|customer success|cx|contact centre|service desk|customer service",
    8: "health|medical|nursing|clinical|allied health|pharmacy|healthcare",
    9: "research|analyst|data science|insights|policy",
    10: "legal|counsel|compliance|risk|company secretary|governance",
    11: "marketing|brand|communications|pr|media|content|digital|growth|creative|design",
    12: "education|teaching|academic|training",
    13: "consulting|advisory|professional services",
    14: "finance|accounting|treasury|payroll|audit|tax",
    15: "product|ux|product design",
    16: "other|admin|administration|hospitality|public service|real estate",
    17: "unknown|no data",
}


def _index(words: dict[int, str], *labels: dict[int, str]) -> MappingProxyType[str, int]:
    pairs = [(fold(word), number) for number, line in words.items() for word in line.split("|")]
    pairs += [(fold(label), number) for table in labels for number, label in table.items()]
    pairs += [(str(number), number) for number in words]
    return MappingProxyType(dict(pairs))


SENIORITY_BY_WORD = _index(
    _SENIORITY_WORDS,
    dict(SENIORITIES),
    {number: SENIORITY_LABELS[name] for number, name in SENIORITIES.items()},
)
DEPARTMENT_BY_WORD = _index(_DEPARTMENT_WORDS, dict(DEPARTMENTS))

_COUNTRIES = MappingProxyType(
    {"au": "AU", "australia": "AU", "nz": "NZ", "new zealand": "NZ", "aotearoa": "NZ"}
)
_CAPITALS = MappingProxyType(
    {
        "sydney": "NSW", "melbourne": "VIC", "brisbane": "QLD", "perth": "WA",
        "adelaide": "SA", "hobart": "TAS", "canberra": "ACT", "darwin": "NT",
    }
)  # fmt: skip
_STATES = {
    **{fold(name): (code, "AU") for code, name in AU_STATES.items()},
    **{fold(name): (code, "NZ") for code, name in NZ_REGIONS.items()},
    "hawkes bay": ("HKB", "NZ"),
    "manawatu": ("MWT", "NZ"),
}


def seniority(text: str) -> int:
    """Return the number of a seniority given as number, label or common word."""
    return _number("seniority", text, SENIORITY_BY_WORD, "owner, c-suite, director, manager, other or 1 to 7")


def department(text: str) -> int:
    """Return the number of a department given as number, label or common word."""
    return _number("department", text, DEPARTMENT_BY_WORD, "sales, operations, finance, IT … or 1 to 17")


def _number(field: str, text: str, words: MappingProxyType[str, int], hint: str) -> int:
    found = words.get(fold(text))
    if found is None:
        raise bad_field(field, f"does not know {text[:60]!r}; try {hint}")
    return found


def country(text: str) -> str:
    """Return the code of a country: ``AU`` or ``NZ``."""
    found = _COUNTRIES.get(fold(text))
    if found is None:
        raise bad_field("country", f"does not know {text[:60]!r}; AU or NZ")
    return found


@lru_cache(maxsize=1 << 14)
def place(text: str) -> tuple[str, str, str]:
    """Return state code, country and folded city of a place, each "" if it is unknown.

    ``TAS`` alone is Tasmania and Tasman, so its country stays open. A city may be followed by its state and its
    country, as in an answer: ``Newcastle, NSW, AU``.
    """
    known, city = _known_and_rest([part for part in map(fold, text.split(",")) if part])
    return (*known, city)


def state_of(city: str) -> str:
    """Return the code of the state whose capital a city is; "" for every other city."""
    return _CAPITALS.get(fold(city), "")


def _known_and_rest(parts: list[str]) -> tuple[tuple[str, str], str]:
    """Return the state code and the country that ``parts`` end with, and what is before them."""
    state = land = ""
    while parts and (found := _state_or_country(parts[-1])) is not None:
        state, land = state or found[0], land or found[1]
        parts = parts[:-1]
    return (state, land), " ".join(parts)


def _state_or_country(word: str) -> tuple[str, str] | None:
    if word in _COUNTRIES:
        return "", _COUNTRIES[word]
    if word in _STATES:
        return _STATES[word]
    code = word.upper()
    return (code, "") if code in AU_STATES or code in NZ_REGIONS else None


_RANGE = re.compile(r"\D{0,20}(\d[\d,]{0,9})\s?(?:-|–|to|,)\s?(\d[\d,]{0,9})\D{0,20}")
_LEAST = re.compile(r"\D{0,20}(\d[\d,]{0,9})\s?\+\D{0,20}|>\s?(\d[\d,]{0,9})")
_MOST = re.compile(r"<\s?(\d[\d,]{0,9})")


def size(text: str) -> tuple[int, int | None]:
    """Parse a head-count range: ``11-50``, ``11 to 50``, ``11,50``, ``1,000+``, ``> 200``, ``<20`` or ``50``."""
    bare = text.strip()
    # Before a range: the comma in "10,001+" is no separator.
    if found := _LEAST.fullmatch(bare):
        return _count(found[1] or found[2]), None
    if found := _MOST.fullmatch(bare):
        return 0, _count(found[1])
    if found := _RANGE.fullmatch(bare):
        low, high = sorted(_count(end) for end in found.groups())
        return low, high
    if re.fullmatch("[0-9]{1,9}", bare):
        return int(bare), int(bare)
    raise bad_field("company_size", f"does not read {text[:60]!r}; write 11-50, 1000+ or <20")


def _count(text: str) -> int:
    return int(text.replace(",", ""))
