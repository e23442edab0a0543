"""Search hits, and the normal form in which texts are compared in a search."""

import unicodedata
from typing import Literal

from tui.model.values.fields import Frozen


class Hit(Frozen):
    """A board or a card found by a search.

    Attributes:
        board_id: The board itself, or the card's.
        board_name: That board's name, or "" if it is not known here.
        list_name: The card's list, or "".
        here: Whether the local store has it; otherwise only the service has.
    """

    kind: Literal["board", "card"]
    id: str
    name: str
    board_id: str
    board_name: str = ""
    list_name: str = ""
    starred: bool = False
    closed: bool = False
    here: bool = True


def fold_text(text: str) -> str:
    """Normalise ``text`` for comparison: without case and accents; ``Tūī`` becomes ``tui``.

    The directory of the embedded server has a separate function, because its index must not change with this
    one.
    """
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text).casefold()
    return "".join(char for char in apart if not unicodedata.combining(char))


def query_words(text: str) -> list[str]:
    """Split a query into its folded words; a hit must contain all of them."""
    return fold_text(text).split()


def title_has(title: str, text: str) -> bool:
    """Return whether a title contains all words of a query, except operators of the service such as ``@me``."""
    folded = fold_text(title)
    return all(word in folded for word in query_words(text) if word[0] not in "@#-" and ":" not in word)
