"""The words by which names, firms and titles are told from other words, and how words are compared.

Every list is a file of ``lists``, written as ``fold`` writes words.
"""

from functools import lru_cache

from tui.model.search import folded
from tui.recognise.words.word_list import word_list

_UNMARKED = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "AE", "œ": "oe", "ı": "i"}
)
"""Letters whose mark is part of the letter, so that decomposing them does not take it off."""


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """``text`` without case, marks and apostrophes, as names are compared."""
    bare = folded(text.translate(_UNMARKED))
    return "".join(letter for letter in bare if letter.isalnum() or letter == " ")


GIVEN_NAMES = word_list("given_names")
"""Given names heard in Australia and New Zealand, whatever language they come from."""

FAMILY_NAMES = word_list("family_names")
"""Family names heard there, among them some that are common words as well."""

COMMON = word_list("common")
"""Common words, which tell a name in small letters from the sentence around it."""

VERBS = word_list("verbs")
"""Words that stand before a name without being part of it: "Ring", "Email", "Re"."""

TITLE_HEADS = word_list("title_heads")
"""Words that make a job title by themselves: "director", "plumber"."""

WEAK_HEADS = word_list("weak_heads")
"""Title heads that make a title only together with another word of a title."""

TRADE_HEADS = word_list("trade_heads")
"""Title heads that a firm's name may end with as well: "Dockside Physio"."""

SURNAME_HEADS = word_list("surname_heads")
"""Title heads that are family names as well: "Ana Baker"."""

TITLE_WORDS = word_list("title_words")
"""Words that a title may have beside its head: "sales", "regional"."""

ROLES = TITLE_HEADS | word_list("roles")
"""Every word that describes somebody's work."""

LEGAL_FORMS = word_list("legal_forms")
"""Legal forms of firms, as they end a name: "pty", "limited"."""

COMPANY_WORDS = word_list("trades")
"""Words of trades and of firms, with which the names of firms end."""

PLACES = word_list("places")
"""Towns, suburbs, regions and countries, and other words for where people meet."""

PLACE_ENDINGS = word_list("place_endings")
"""Words that end the name of a place: "street", "beach"."""

PARTICLES = word_list("particles")
"""Small words inside family names: "van", "bin"."""

ORDINARY = COMMON | ROLES | VERBS | word_list("ordinary")
"""Words that are no family name, and no name at all unless they are a given name as well."""

MAILBOXES = word_list("mailboxes")
"""Mailboxes that belong to a firm and not to a person: "accounts"."""

FILLERS = word_list("fillers")
"""Small words that may stand between a person and "at"."""

HONORIFICS = word_list("honorifics")
"""Forms of address that stand before a name: "Dr", "Ms"."""

SMALL = word_list("small")
"""Small words that belong to no name in a line without capitals."""

TRAILERS = word_list("trailers")
"""Words behind a name that are not part of it: days, months, labels of numbers."""

MEALS = word_list("meals")
"""What people meet for. The place where they meet is not where they work."""

VENUES = word_list("venues")
"""Where people eat and drink."""

MEDIA = word_list("media")
"""What people read, watch and hear. Who made it is named without an employer."""

LABELS_OF_NUMBERS = word_list("labels_of_numbers")
"""Short words that stand before a number or an address, or for a role."""

BODIES = word_list("bodies")
"""Institutions that somebody may be from, and at which others may meet: "school", "hotel"."""

FIRM_LABELS = word_list("firm_labels")
"""Labels of firms: "Account: Tūī Ridge". Some of them are labels of people as well."""

PERSON_LABELS = word_list("person_labels")
"""Labels of people: "Primary contact: Ana Reid"."""

HEADERS = word_list("headers")
"""Headers of table columns that hold no names."""
