"""Word sets that distinguish names, firms and titles from other words, and the normal form of words.

Every set is read from a file of ``lists``, whose words are in the form that ``fold`` returns.
"""

from functools import lru_cache

from tui.model.enrich.mailboxes import ROLES as ROLE_MAILBOXES
from tui.model.search import fold_text
from tui.recognise.words.word_list import word_list, words

_UNMARKED = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "AE", "œ": "oe", "ı": "i"}
)
"""Letters whose mark is part of the letter, so that decomposition does not remove it."""

_PLAIN = str.maketrans(
    dict.fromkeys(chr(sign) for sign in range(128) if not chr(sign).isalnum() and sign != ord(" "))
)
"""The signs of ASCII that are no letters, digits or blanks: left out."""


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Normalise ``text`` for comparison: without case, marks and apostrophes."""
    if text.isascii():
        return text.lower() if text.isalnum() else text.lower().translate(_PLAIN)
    bare = fold_text(text.translate(_UNMARKED))
    return "".join([letter for letter in bare if letter.isalnum() or letter == " "])


GIVEN_NAMES = words("given_names")
"""Given names common in Australia and New Zealand, from any language."""

FAMILY_NAMES = words("family_names")
"""Family names common in Australia and New Zealand; some are common words as well."""

RARE_GIVEN_NAMES = words("rare_given_names")
"""Given names of other countries, and rare ones."""

RARE_FAMILY_NAMES = words("rare_family_names")
"""Family names of other countries, and rare ones."""

WELL_KNOWN = words("well_known")
"""Names of well-known people, characters, works, brands and breeds, their words without blanks."""

COMMON = words("common")
"""Common words, which help to find names in lines without capitals."""

VERBS = words("verbs")
"""Words that stand before a name without being part of it: "Ring", "Email", "Re"."""

TITLE_HEADS = words("title_heads")
"""Words that make a job title by themselves: "director", "plumber"."""

WEAK_HEADS = words("weak_heads")
"""Title heads that need another title word to make a title."""

TRADE_HEADS = words("trade_heads")
"""Title heads that a firm's name may end with as well: "Dockside Physio"."""

SURNAME_HEADS = words("surname_heads")
"""Title heads that are family names as well: "Ana Baker"."""

TITLE_WORDS = words("title_words")
"""Words that may accompany the head of a title: "sales", "regional"."""

ROLES = TITLE_HEADS | words("roles")
"""Every word that describes somebody's work."""

LEGAL_FORMS = words("legal_forms")
"""Legal forms at the end of firms' names: "pty", "limited"."""

COMPANY_WORDS = words("trades")
"""Words of trade and of firms, with which firms' names end."""

ORGANISATIONS = word_list("organisations")
"""Well-known employers of Australia and New Zealand, their words without blanks; joined words are in no other list."""

PLACES = words("places")
"""Towns, suburbs, regions and countries, and other words for meeting places."""

PLACE_ENDINGS = words("place_endings")
"""Words that end the name of a place: "street", "beach"."""

PARTICLES = words("particles")
"""Small words inside family names: "van", "bin"."""

ORDINARY = COMMON | ROLES | VERBS | words("ordinary")
"""Words that are no family name, and no given name unless they are in GIVEN_NAMES too."""

MAILBOXES = ROLE_MAILBOXES
"""Names of shared mailboxes: "accounts"."""

FILLERS = words("fillers")
"""Small words that may stand between a person and "at"."""

HONORIFICS = word_list("honorifics")
"""Honorifics, which stand before a name: "Dr", "Ms"."""

SMALL = words("small")
"""Small words that do not belong to names in a line without capitals."""

TRAILERS = words("trailers")
"""Words after a name that do not belong to it: days, months, labels of numbers."""

MEALS = word_list("meals")
"""Words for meals. The place of a meal is not the employer of those who meet."""

VENUES = words("venues")
"""Words for places where people eat and drink."""

MEDIA = word_list("media")
"""Words for books, films and the like, whose authors are named without an employer."""

LABELS_OF_NUMBERS = word_list("labels_of_numbers")
"""Short words before a number or an address, or for a role."""

BODIES = words("bodies")
"""Words for institutions, which may be an employer or only a meeting place: "school", "hotel"."""

FIRM_LABELS = words("firm_labels")
"""Labels of firms: "Account: Tūī Ridge". Some of them are labels of people as well."""

PERSON_LABELS = words("person_labels")
"""Labels of people: "Primary contact: Ana Reid"."""

HEADERS = words("headers")
"""Headers of table columns that hold no names."""

PASTIMES = words("pastimes")
"""Words of lists of products, plants, dishes, films and games, whose names are nobody to deal with."""

ACTS = words("acts")
"""Words that say after a name what somebody does: "says", "wants", "starts"."""

OPENERS = words("openers")
"""Small words that begin a sentence with a capital, and hardly ever a name: "She", "Until"."""
