"""Guesses of seniority and department from a job title, for files without them.

The rules are those of docs/reference/enrichment.md, 3.1 and 3.2: the longest phrase is tried first, and
titles that only sound senior ("Executive Assistant", "Assistant Manager", "Partner Manager") have separate
rules.
"""

import re
from functools import lru_cache

from tui.server.enrich.fold import fold

NOTHING_KNOWN = (7, 17)

_LEVELS = (
    (6, "executive assistant|personal assistant|assistant to|assistant manager|office of the|chief of staff|coordinator"),
    (5, "partner manager|partnership manager|partnerships manager|product owner|account director|team leader|practice manager"),
    (1, "non executive director|independent director|company director|board member|board director|chairman|chairwoman|chairperson|chair|ned|trustee"),
    (2, "co founder|cofounder|founder|owner|proprietor|sole trader|principal"),
    (3, r"chief( \w+){1,4} officer|managing director|ceo|cfo|coo|cto|cio|cmo|chro|cro|cpo|ciso|md|company secretary|managing partner|partner"),
    (4, "general counsel|vice president|vp|svp|evp|associate director|director|head of|head|general manager|gm|executive manager|country manager|state manager"),
    (3, "president"),
    (5, "manager|lead|supervisor|superintendent|foreman"),
)  # fmt: skip
_DEPARTMENTS = (
    (10, "legal|general counsel|counsel|solicitor|lawyer|compliance|risk|company secretary|governance|paralegal"),
    (6, "hr|human resources|people and culture|people culture|talent|recruitment|recruiter|people officer|learning and development"),
    (14, "finance|financial|accounting|accountant|accounts|treasury|payroll|audit|auditor|tax|bookkeeper|cfo"),
    (7, "customer success|customer service|customer support|customer experience|cx|contact centre|call centre|service desk|support"),
    (8, "medical|nurse|nursing|clinical|clinician|clinic|practice manager|dental|pharmacist|pharmacy|doctor|dentist|physiotherapist|health|healthcare|allied health"),
    (12, "teacher|teaching|lecturer|education|academic|trainer|training|tutor"),
    (11, "marketing|brand|communications|pr|media|content|digital|growth|creative|cmo|designer|graphic"),
    (15, "product|ux"),
    (3, "electrician|plumber|carpenter|fitter|mechanic|welder|boilermaker|foreman|construction|trades"),
    (5, "information officer|technology officer|engineering|engineer|it|information technology|software|developer|devops|security|network|technical|technology|data engineer|systems|cto|cio|ciso"),
    (9, "research|researcher|analyst|data scientist|data science|insights|policy|scientist"),
    (2, "sales|business development|bd|account manager|account executive|revenue|partnerships|commercial"),
    (4, "operations|operating officer|dispatcher|ops|supply chain|logistics|procurement|purchasing|warehouse|manufacturing|production|facilities|project|planner|coo"),
    (13, "consultant|consulting|advisory|adviser|advisor"),
    (1, "ceo|chief executive|chief executive officer|managing director|md|general manager|gm|owner|proprietor|founder|co founder|director|president|chair|chairman|chairperson|board member"),
    (16, "administration|admin|administrator|office|receptionist|assistant|secretary"),
)  # fmt: skip


def _compiled(rules: tuple[tuple[int, str], ...]) -> list[tuple[int, re.Pattern[str]]]:
    return [(number, re.compile(rf"\b(?:{phrases})\b")) for number, phrases in rules]


_LEVEL_RULES, _DEPARTMENT_RULES = _compiled(_LEVELS), _compiled(_DEPARTMENTS)


@lru_cache(maxsize=20_000)
def levels_of_title(title: str) -> tuple[int, int]:
    """Return seniority (1 to 7) and department (1 to 17) of a title; 7 and 17 for an empty title.

    A title that no rule matches gives 6 and 16, which mean "other".
    """
    words = fold(title)
    if not words:
        return NOTHING_KNOWN
    level = next((number for number, rule in _LEVEL_RULES if rule.search(words)), 6)
    return level, next((number for number, rule in _DEPARTMENT_RULES if rule.search(words)), 16)
