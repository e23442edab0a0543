"""Ten daily jobs and the keys that do them, here and in three other programs.

A word is one key or chord. Text in quotation marks is typed alike everywhere (a name, a date, a title, a comment), so it
is not counted. A program without a job has no keys for it: what only its mouse can do is not counted either.

The keys of the Trello web client are its documented shortcuts, those of kanban-tui 0.21 the ones its bindings name. The
third stands for a convention, that of lazygit: each verb is one key on the selected row, ``v`` begins a range of rows,
``/`` filters the list that has the focus, and a menu takes a digit, or a typed word and ``enter``.
"""

import re
from typing import NamedTuple

_KEY = re.compile(r"“[^”]*”|\S+")


class Job(NamedTuple):
    """A job, with the keys that do it.

    Attributes:
        name: What is done, as a sentence without its full stop.
        how: What is pressed here, in Markdown.
        here: The keys in Cardscout.
        web: The keys in the Trello web client; "" where its documented shortcuts do not suffice.
        kanban_tui: The keys in kanban-tui; "" where it has no such thing.
        lazygit: The keys by lazygit's convention.
    """

    name: str
    how: str
    here: str
    lazygit: str
    web: str = ""
    kanban_tui: str = ""

    @property
    def others(self) -> dict[str, str]:
        """The keys of the other programs that can do the job, by their names."""
        all_of_them = {"Trello web": self.web, "kanban-tui": self.kanban_tui, "lazygit-like": self.lazygit}
        return {name: keys for name, keys in all_of_them.items() if keys}


def words(keys: str) -> list[str]:
    """Return the keys and the quoted texts of ``keys``, in order."""
    return _KEY.findall(keys)


def count(keys: str) -> int:
    """Return how many keys are pressed, without the quoted texts."""
    return sum(not word.startswith("“") for word in words(keys))


INBOX = "label label owner me next archive label owner label archive next me label owner label next archive label owner archive"
"""What becomes of each of the twenty cards of the inbox."""


def _triage(**keys: str) -> str:
    return " ".join(keys[what] for what in INBOX.split())


JOBS = {
    "triage": Job(
        "Triage an inbox of 20 cards: 7 get a label, 4 an owner, 2 are mine, 3 go to the next list, 4 to the archive",
        "`3#` the third label, `m` a name `enter`, `@`, `.`, `a`; `j` where the card stays",
        here=_triage(label="1 # j", owner="m “mere” enter j", me="@ j", next=".", archive="a"),
        web=_triage(label="l 1 esc j", owner="m “mere” enter esc j", me="space j", next=".", archive="c"),
        lazygit=_triage(label="l 1 j", owner="o “mere” enter j", me="@ j", next=">", archive="a"),
    ),
    "plan": Job(
        "Plan a week: due dates on 8 cards",
        "`D` a date `enter`, `j`",
        here="D “mon 9am” enter j " * 8,
        web="d “mon 9am” enter j " * 8,
        # The date is a field of the form, after title, description and category; the walk to the day is left out.
        kanban_tui="e tab tab tab space enter ctrl+j j " * 8,
        lazygit="d “mon 9am” enter j " * 8,
    ),
    "find": Job(
        "Find a person's card on any board, and open it",
        "`S` a name `enter`",
        here="S “callum o'brien” enter",
        web="/ “callum o'brien” enter",
        lazygit="/ “callum o'brien” enter enter",
    ),
    "hand over": Job(
        "Hand a card over: to the next list, another member, a comment that mentions her",
        "`L`, `m` a name `enter`, `C` a comment `ctrl+s`",
        here="L m “mere” enter C “@meretamihana over to you” ctrl+s",
        lazygit="> o “mere” enter c “@meretamihana over to you” enter",
    ),
    "add": Job(
        "Add five cards in a row, each with a label, an owner and a due date",
        "`n`, then a line each: a title, ` #` a label, ` @` a name, ` ` a date `enter`; `esc`",
        here=f"n {'“Ring back” space # “hot” space @ “mere” space “monday” enter ' * 5} esc",
        web="n “Ring back” space # “hot” enter space @ “mere” enter enter esc d “monday” enter " * 5,
        lazygit="n “Ring back” enter l 1 o “mere” enter d “monday” enter " * 5,
    ),
    "checklist": Job(
        "Tick off two items of a checklist, and add two",
        "`c`, `x`, `j`, `x`, `n`, then a line each and `enter`",
        here="c x j x n “Book a room” enter “Send the map” enter",
        lazygit="enter space j space n “Book a room” enter n “Send the map” enter",
    ),
    "move": Job(
        "Move all cards with a label to another list",
        "`/` a label `enter`, `V` `V` all that is shown, `M` a list `enter`",
        here="/ “#NZ” enter V V M “won” enter",
        # Three cards go four lists on, two go three, two go two and two go one; neither moves several at once.
        web=f"f “NZ” esc {'. ' * 24}",
        kanban_tui="L " * 24,
        lazygit="/ “NZ” enter v G m “won” enter " + "l / “NZ” enter v G m “won” enter " * 3,
    ),
    "look up": Job(
        "Look up the person on a card, and attach the result",
        "`e`, `enter`, `a`",
        here="e enter a",
        lazygit="e enter a",
    ),
    "put off": Job(
        "See what is overdue over all boards, and put all three off to Monday",
        "`Q`, `3D` a date `enter`",
        here="Q 3 D “monday” enter",
        lazygit="Q v j j d “monday” enter",
    ),
    "archive": Job(
        "Archive everything done, and take one of it back",
        "`/` is:done `enter`, `V` `V`, `a`; `g a` `enter`",
        here="/ “is:done” enter V V a g a enter",
        web="right right right right c c c z",
        lazygit="5 / “done” enter v G a A r",
    ),
}
"""The jobs, by the name of the test that plays them."""
