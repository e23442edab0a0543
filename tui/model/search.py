"""What a search over the boards found, and the form of a text in which it is looked for."""

import unicodedata
from typing import Literal

from tui.model.fields import Frozen


class Hit(Frozen):
    """A board or a card that was found.

    Attributes:
        kind: Which of the two.
        name: Its title.
        board_id: The board itself, or the card's.
        board_name: That board's name, or "" when it is not known here.
        list_name: The card's list, or "".
        starred: Whether the board is starred.
        closed: Whether it is archived.
        here: Whether the local store has it; otherwise only the service does.
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


def folded(text: str) -> str:
    """``text`` as it is compared: without case and without accents; ``Tūī`` is ``tui``.

    The directory of the embedded server folds by itself: what its index holds must not change with this.
    """
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text).casefold()
    return "".join(char for char in apart if not unicodedata.combining(char))


def words_of(text: str) -> list[str]:
    """The folded words of a query, all of which must be found."""
    return folded(text).split()
