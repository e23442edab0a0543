"""Word sets that distinguish names, firms and titles from other words, and the normal form of words.

Every set is read from a file of ``lists``, whose words are in the form that ``fold`` returns.
"""

from functools import lru_cache

from tui.model.search import fold_text
from tui.recognise.words.word_list import word_list

_UNMARKED = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "AE", "œ": "oe", "ı": "i"}
)
"""Letters whose mark is part of the letter, so that decomposition does not remove it."""


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """Normalise ``text`` for comparison: without case, marks and apostrophes."""
    bare = fold_text(text.translate(_UNMARKED))
    return "".join(letter for letter in bare if letter.isalnum() or letter == " ")


GIVEN_NAMES = word_list("given_names")
"""Given names common in Australia and New Zealand, from any language."""

FAMILY_NAMES = word_list("family_names")
"""Family names common in Australia and New Zealand; some are common words as well."""

COMMON = word_list("common")
"""Common words, which help to find names in lines without capitals."""

VERBS = word_list("verbs")
"""Words that stand before a name without being part of it: "Ring", "Email", "Re"."""

TITLE_HEADS = word_list("title_heads")
"""Words that make a job title by themselves: "director", "plumber"."""

WEAK_HEADS = word_list("weak_heads")
"""Title heads that need another title word to make a title."""

TRADE_HEADS = word_list("trade_heads")
"""Title heads that a firm's name may end with as well: "Dockside Physio"."""

SURNAME_HEADS = word_list("surname_heads")
"""Title heads that are family names as well: "Ana Baker"."""

TITLE_WORDS = word_list("title_words")
"""Words that may accompany the head of a title: "sales", "regional"."""

ROLES = TITLE_HEADS | word_list("roles")
"""Every word that describes somebody's work."""

LEGAL_FORMS = word_list("legal_forms")
"""Legal forms at the end of firms' names: "pty", "limited"."""

COMPANY_WORDS = word_list("trades")
"""Words of trade and of firms, with which firms' names end."""

PLACES = word_list("places")
"""Towns, suburbs, regions and countries, and other words for meeting places."""

PLACE_ENDINGS = word_list("place_endings")
"""Words that end the name of a place: "street", "beach"."""

PARTICLES = word_list("particles")
"""Small words inside family names: "van", "bin"."""

ORDINARY = COMMON | ROLES | VERBS | word_list("ordinary")
"""Words that are no family name, and no given name unless they are in GIVEN_NAMES too."""

MAILBOXES = word_list("mailboxes")
"""Names of shared mailboxes: "accounts"."""

FILLERS = word_list("fillers")
"""Small words that may stand between a person and "at"."""

HONORIFICS = word_list("honorifics")
"""Honorifics, which stand before a name: "Dr", "Ms"."""

SMALL = word_list("small")
"""Small words that do not belong to names in a line without capitals."""

TRAILERS = word_list("trailers")
"""Words after a name that do not belong to it: days, months, labels of numbers."""

MEALS = word_list("meals")
"""Words for meals. The place of a meal is not the employer of those who meet."""

VENUES = word_list("venues")
"""Words for places where people eat and drink."""

MEDIA = word_list("media")
"""Words for books, films and the like, whose authors are named without an employer."""

LABELS_OF_NUMBERS = word_list("labels_of_numbers")
"""Short words before a number or an address, or for a role."""

BODIES = word_list("bodies")
"""Words for institutions, which may be an employer or only a meeting place: "school", "hotel"."""

FIRM_LABELS = word_list("firm_labels")
"""Labels of firms: "Account: Tūī Ridge". Some of them are labels of people as well."""

PERSON_LABELS = word_list("person_labels")
"""Labels of people: "Primary contact: Ana Reid"."""

HEADERS = word_list("headers")
"""Headers of table columns that hold no names."""

PASTIMES = word_list("pastimes")
"""Words of lists of products, plants, dishes, films and games, whose names are nobody to deal with."""

ACTS = word_list("acts")
"""Words that say after a name what somebody does: "says", "wants", "starts"."""
