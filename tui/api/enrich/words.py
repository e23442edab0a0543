"""Words that services use for seniority and department, mapped to ours (docs/reference/enrichment.md, 3)."""

from collections.abc import Iterable
from types import MappingProxyType
from typing import Any

from tui.api.fault import fold
from tui.model.enrich.vocabulary import DEPARTMENTS, SENIORITIES, SENIORITY_LABELS

UNKNOWN = "unknown"

_SENIORITY_WORDS = {
    1: "board boardmember chair chairman chairwoman chairperson companydirector trustee",
    2: "owner founder cofounder proprietor soletrader",
    3: "cxo csuite clevel partner executive executivelevel chiefofficer managingdirector president",
    4: "vp svp evp vplevel vicepresident director directorlevel head headof generalmanager",
    5: "manager managerlevel lead teamlead teamleader supervisor",
    6: "senior entry entrylevel junior training unpaid intern nonmanager individualcontributor staff",
}
_DEPARTMENT_WORDS = {
    1: "management executive general",
    2: "sales businessdevelopment accountmanagement partnerships commercial revenue",
    3: "trade trades construction",
    4: "operations ops supplychain logistics procurement fulfillment manufacturing production projectmanagement",
    5: "engineering it informationtechnology software technical devops security salesengineering masterengineering",
    6: "hr humanresources peopleandculture talent recruitment masterhumanresources",
    7: "support customerservice customersuccess customersupport",
    8: "health medical nursing clinical healthcare medicalhealth",
    9: "research analyst datascience insights",
    10: "legal counsel compliance risk",
    11: "marketing brand communication communications publicrelations media creative design mastermarketing",
    12: "education teaching academic",
    13: "consulting advisory professionalservice professionalservices",
    14: "finance accounting treasury payroll audit tax masterfinance",
    15: "product productmanagement ux",
    16: "other hospitality publicservice realestate administration admin",
}


def _by_word(words: dict[int, str]) -> MappingProxyType[str, int]:
    return MappingProxyType({word: number for number, text in words.items() for word in text.split()})


SENIORITY_NUMBERS = MappingProxyType(
    {
        **_by_word(_SENIORITY_WORDS),
        **{fold(word): number for number, word in SENIORITIES.items()},
        **{fold(SENIORITY_LABELS[word]): number for number, word in SENIORITIES.items()},
        **{str(number): number for number in SENIORITIES},
    }
)
"""The hosted service's number for each seniority word, normalised by ``fold``."""

DEPARTMENT_NUMBERS = MappingProxyType(
    {
        **_by_word(_DEPARTMENT_WORDS),
        **{fold(label): number for number, label in DEPARTMENTS.items()},
        **{str(number): number for number in DEPARTMENTS},
    }
)
"""The hosted service's number for each department word, normalised by ``fold``."""


def seniority(words: Iterable[Any]) -> str:
    """Return the highest canonical seniority named in ``words``, or ``unknown``."""
    known = sorted(SENIORITY_NUMBERS[key] for word in words if (key := _key(word)) in SENIORITY_NUMBERS)
    return SENIORITIES[known[0]] if known else UNKNOWN


def department(words: Iterable[Any]) -> str:
    """Return the label of the department named by the first known word, or ``unknown``."""
    for word in words:
        number = DEPARTMENT_NUMBERS.get(_key(word), max(DEPARTMENTS))
        if number != max(DEPARTMENTS):
            return DEPARTMENTS[number]
    return UNKNOWN


def _key(word: Any) -> str:
    if isinstance(word, float) and word.is_integer():
        word = int(word)
    return fold(str(word))
