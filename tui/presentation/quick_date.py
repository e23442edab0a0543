"""Dates at the end of a title that can be nothing but dates: ``fri 17:00``, ``tomorrow``, ``24 Nov``, not ``12:30``."""

import re

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_LONG = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_SHORT = r"(?:mon|tues?|wed|thur?s?|fri|sat|sun)"
_SURE = r"(?:mon|tues?|thur?s?|fri)"
"""Short weekdays that have no other meaning, so that they need no time beside them."""

_NUMBERED = r"(?:the )?\d{1,2}(?:st|nd|rd|th)"
_NUMBER = rf"(?:{_NUMBERED}|\d{{1,2}})"
_COUNT = r"(?:an?|a couple of|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,3})"
_UNIT = r"(?:minutes?|mins?|hours?|days?|weeks?|fortnights?|months?|years?)"
_TIME = (
    r"(?:at |@ )?(?:\d{1,2}[:.h]\d{2} ?(?:am|pm)?|\d{1,2} ?(?:am|pm)|(?:in the )?(?:morning|afternoon|arvo|evening)|noon|midday"
    r"|night|eod|cob)"
)
_CLOCK = r"(?:at )?(?:\d{1,2}[:.h]\d{2} ?(?:am|pm)?|\d{1,2} ?(?:am|pm)|noon|midday)"
"""A time, which may also stand before the day."""

_AT = r"\d{1,2}(?:[:.h]\d{2})? ?(?:am|pm)?"
_SURE_AT = r"\d{1,2}(?:[:.h]\d{2} ?(?:am|pm)?| ?(?:am|pm))"
_TO = " ?(?:-|–|—|to|until|till) ?"
_TIMES = rf"(?:from )?(?:{_SURE_AT}{_TO}{_AT}|{_AT}{_TO}{_SURE_AT})"
TIMES = re.compile(rf"(?<!\S){_TIMES}(?!\S)")
"""A range of times, of which one says that it is a time: ``2pm-3pm``, ``9:30 to 10:30``, ``2-3pm``."""

TO = re.compile(_TO)
"""What is between its two times."""

_SLASH = r"\d{1,2}/\d{1,2}"
"""A day and a month, which need a time or a word beside them: *Chapter 3/4*, *open 24/7*."""

SLASH = re.compile(_SLASH)

_DAY = "|".join(
    (
        r"today|tonight|tomorrow|tmrw?|(?:the )?day after tomorrow",
        rf"(?:this |next )?{_LONG}(?: week)?",
        rf"(?:this |next ){_SHORT}(?: week)?",
        rf"{_SURE}(?: week)?",
        rf"(?:{_LONG}|{_SHORT}) (?:of )?next week|next week (?:on )?(?:{_LONG}|{_SHORT})",
        r"next (?:week|month|year)|(?:the )?week after next|(?:this |next )weekend|eow|eom|eoy",
        rf"end of (?:(?:the |this |next )?(?:week|month|year)|{_MONTH})|(?:start|beginning) of next (?:week|month|year)",
        rf"in {_COUNT} {_UNIT}|{_COUNT} {_UNIT} from now|in half an hour|in \d{{1,3}} ?(?:min|mins|h|d|w)",
        r"\+\d{1,3} ?(?:min|mins|m|h|hours?|d|days?|w|weeks?|mo|months?)",
        r"\d{4}-\d{1,2}-\d{1,2}(?:t[\d:.+z-]+)?",
        r"\d{1,2}/\d{1,2}/\d{2,4}|\d{1,2}-\d{1,2}-\d{4}|\d{4}/\d{1,2}/\d{1,2}",
        rf"\d{{1,2}}-{_MONTH}-(?:\d{{4}}|\d{{2}})",
        r"(?:1[3-9]|2\d|3[01])/(?:0[1-9]|1[0-2])|0[1-9]/(?:0[1-9]|1[0-2])",
        rf"(?:{_LONG}|{_SHORT}) {_SLASH}",
        rf"(?:(?:{_LONG}|{_SHORT}) )?{_NUMBER} (?:of )?{_MONTH}(?: \d{{4}})?",
        rf"{_MONTH} {_NUMBER}(?: \d{{4}})?",
    )
)
_CLEAR = re.compile(
    rf"(?:{_DAY})(?: {_TIME})?|(?:{_SHORT}|{_SLASH}) {_TIME}|{_CLOCK} (?:on )?(?:{_DAY}|{_SHORT}|{_SLASH})"
    rf"|(?:{_DAY}|{_SHORT}|{_SLASH}) {_TIMES}|{_TIMES} (?:on )?(?:{_DAY}|{_SHORT}|{_SLASH})"
)
_AFTER_JOINING = re.compile(rf"{_SLASH}|{_NUMBERED}(?: (?:{_TIME}|lunch))?|(?:{_DAY}|{_SHORT}) lunch")
"""Dates that are taken for one only after a word that introduces it: *on 3/4*, *by the 15th*, *on mon lunch*."""

LONGEST = 7
"""Words of the longest date."""

JOINING = frozenset({"by", "due", "on"})
"""Words that introduce a date, and are left out of the title with it."""

_BINDING = frozenset(
    [
        "a",
        "after",
        "an",
        "and",
        "before",
        "between",
        "black",
        "each",
        "every",
        "for",
        "from",
        "good",
        "in",
        "is",
        "it's",
        "its",
        "last",
        "no",
        "not",
        "of",
        "or",
        "per",
        "since",
        "than",
        "that",
        "the",
        "this",
        "til",
        "till",
        "to",
        "until",
        "was",
        "with",
    ]
)
"""Words that make a following date part of the title: *Report for Friday*, *every Monday*, *Black Friday*."""


def find_times(words: list[str]) -> tuple[int, int]:
    """Return where in the words of a date a range of times begins and ends; the same place twice if there is none."""
    for start in range(len(words)):
        for end in range(len(words), start, -1):
            if TIMES.fullmatch(" ".join(words[start:end]).lower().replace(",", "")):
                return start, end
    return 0, 0


def find_date(words: list[str]) -> int:
    """Return the index in ``words`` at which a date begins that extends to the end; their number if there is none.

    Args:
        words: The words of a title, or those at its end.
    """
    for start in range(max(0, len(words) - LONGEST), len(words)):
        text = " ".join(words[start:]).lower().replace(",", "")
        before = words[start - 1].lower() if start else ""
        if _CLEAR.fullmatch(text) or (before in JOINING and _AFTER_JOINING.fullmatch(text)):
            return len(words) if before in _BINDING else start
    return len(words)
