"""Cards as the recogniser sees them, for tests."""

from tui.recognise.names import weigh
from tui.recognise.notes import read_identifiers
from tui.recognise.page import CardLines, Mention
from tui.recognise.reading import read_page_of
from tui.recognise.text import CardText


def page(card: str) -> CardLines:
    """Return the lines of a card, whose title ends at the first blank line, with the points of its names."""
    title, _, desc = card.partition("\n\n")
    read = read_page_of(read_identifiers(CardText(title, desc)))
    weigh(read)
    return read


def mention(read: CardLines, name: str) -> Mention:
    """Return the first possible name that is written so."""
    return next(one for one in read.names if one.text == name)
