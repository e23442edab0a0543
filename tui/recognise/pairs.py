"""Who works where, from the chunks of a line: by the word between them, or by their place in a list."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from tui.recognise.chunks import Chunk
from tui.recognise.lexicon import LEGAL_FORMS, MEALS, PRONOUNS, fold
from tui.recognise.likeness import LIKELY, NOT, SURE, WEAK, firm, is_acronym, person

HINT = 0.4
"""How sure a reading is that counts only on a card that also identifies somebody: an address, a number."""

TITLED, LONE, MENTION = 0.3, 0.2, 0.1
"""A person with a title or a label, a person, a firm: each named alone, to go with what else the card says."""

NEWLINE = Chunk("mark", ("\n",))
_FARTHEST = 8
_OPEN = frozenset("-–—|/·•:(＠")


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody or some firm, as written.

    Attributes:
        name: The person, or "" for a firm alone.
        company: The employer, or the firm; "" when it is not said.
        line: Which line of the passage it is on, from 0.
        sure: 0 to 1.
    """

    name: str
    company: str
    line: int
    sure: float


@dataclass(frozen=True)
class Line:
    """The chunks of a line, and how much each looks like a person and like a firm."""

    parts: Sequence[Chunk]
    labels: Sequence[str] = ()

    @cached_property
    def people(self) -> list[int]:
        """How much each chunk is a person; an honorific before it makes it sure."""
        return [self._person(place) for place in range(len(self.parts))]

    @cached_property
    def firms(self) -> list[int]:
        """How much each chunk is a firm; what surely is a person is none."""
        return [self._firm(place) for place in range(len(self.parts))]

    def _person(self, place: int) -> int:
        part = self.parts[place]
        if part.kind != "run":
            return NOT
        like = person(part.words)
        if firm(part.words) >= LIKELY and like < SURE:
            return NOT
        polite = place > 0 and self.parts[place - 1].kind == "honorific"
        return SURE if polite and like >= WEAK and len(part.words) > 1 else like

    def _firm(self, place: int) -> int:
        part = self.parts[place]
        if part.kind != "run":
            return NOT
        like = firm(part.words, self.labels)
        return NOT if like < LIKELY and self.people[place] == SURE else like

    def kind(self, place: int) -> str:
        """What the chunk at ``place`` is, "" outside the line."""
        return self.parts[place].kind if 0 <= place < len(self.parts) else ""

    def led(self, place: int) -> bool:
        """Whether a verb of meeting leads to the person at ``place``."""
        before = [
            part for part in self.parts[max(0, place - 6) : place] if part.kind not in {"mark", "other"}
        ]
        return any(part.kind in {"verb", "honorific"} for part in before)

    def meal(self, place: int) -> bool:
        """Whether people eat or drink together before ``place``: then "at" says where."""
        return any(fold(word) in MEALS for part in self.parts[:place] for word in part.words)


def pairs(line: Line, number: int) -> list[Named]:
    """Everybody on a line with an employer, firms by their legal form, and people and firms named alone.

    Args:
        line: The chunks.
        number: Which line of the passage it is.
    """
    employers: dict[int, tuple[int, float]] = {}
    for place, part in enumerate(line.parts):
        if part.kind in {"at", "from", "of", "with", "trading"}:
            _join(line, place, employers)
    for place, like in enumerate(line.people):
        if (
            (like >= LIKELY or _nicknamed(line, place))
            and place not in employers
            and (found := _in_list(line, place))
        ):
            employers[place] = found
    _share(line, employers)
    _bracketed(line, employers)
    return [*_named(line, number, employers), *_alone(line, number, employers)]


def _named(line: Line, number: int, employers: dict[int, tuple[int, float]]) -> Iterator[Named]:
    for who, (where, sure) in employers.items():
        yield Named(line.parts[who].text, line.parts[where].text, number, sure)


def _join(line: Line, place: int, employers: dict[int, tuple[int, float]]) -> None:
    """``Ana Reid at Tūī Ridge``, with or without her title between; ``… at Tūī Ridge is Ana Reid``."""
    where = place + 1
    while line.kind(where) == "filler":
        where += 1
    if line.kind(where) != "run":
        return
    who, titled = _before(line, place)
    owned = (
        titled
        and line.parts[place].kind == "of"
        and len(line.parts[where].words) > 1
        and not line.people[where]
    )
    if line.firms[where] == NOT and not owned:
        return
    if who is not None and who not in employers and _believable(line, who, where, place, titled=titled):
        weak = line.parts[place].kind in {"from", "of", "with"}
        employers[who] = where, 0.6 if weak else 0.75
    elif line.kind(where + 1) in {"is", "mark"} and line.kind(place - 1) == "title":
        after = where + 2
        if after < len(line.parts) and line.people[after] >= LIKELY:
            employers[after] = where, 0.7


def _before(line: Line, place: int) -> tuple[int | None, bool]:
    """The person before ``place``, titles and small words stepped over, and whether a title was there."""
    titled = again = False
    for who in range(place - 1, max(-1, place - _FARTHEST), -1):
        part = line.parts[who]
        if part.low in PRONOUNS:
            again = True
            continue
        if part.kind == "run" and _former(line, who):
            continue
        if part.kind == "run":
            return (who, titled) if line.people[who] and (again or not part.ends) else (None, titled)
        titled = titled or part.kind == "title"
        if again and part.words == (".",):
            continue
        if part.kind not in {"title", "filler", "mark", "from", "of", "and", "is"} or part.words[0] in {
            ":",
            ";",
        }:
            return None, titled
        if part.kind in {"from", "of"} and not titled and line.kind(who + 1) not in {"filler", "title"}:
            return None, titled
    return None, titled


def _believable(line: Line, who: int, where: int, place: int, *, titled: bool) -> bool:
    """Whether person and employer together are worth reporting."""
    like, trade, join = line.people[who], line.firms[where], line.parts[place].kind
    led = line.led(who) or titled
    one_word = len(line.parts[where].words) == 1
    if trade == WEAK and one_word and line.meal(who):
        return False
    if len(line.parts[who].words) == 1:
        named = join in {"at", "from", "trading"}
        return like >= WEAK and named and (trade >= LIKELY or (led and join == "at"))
    if join in {"of", "with", "trading"}:
        return _bound(like, trade, owner=join == "trading" or (join == "of" and titled), titled=titled)
    if like == WEAK:
        return trade >= LIKELY and led
    return like == SURE or trade >= LIKELY or led or (join == "at" and not one_word)


def _bound(like: int, trade: int, *, owner: bool, titled: bool) -> bool:
    """Whether "of" and "with" bind a person to a firm: they say many other things as well."""
    return like >= LIKELY if owner or titled else like == SURE and trade >= LIKELY


def _in_list(line: Line, who: int) -> tuple[int, float] | None:
    """The employer of a person in a list: ``Ana Reid, Head of Operations, Tūī Ridge``; ``Tūī Ridge – Ana Reid``."""
    follows = 1 + (line.kind(who + 1) == "mark")
    behind, ahead = _scan(line, who, 1), _scan(line, who, -1, titled=line.kind(who + follows) == "title")
    return max((found for found in (behind, ahead) if found), key=lambda found: found[1], default=None)


def _nicknamed(line: Line, place: int) -> bool:
    """``Zac (Honeyeater Homes)``: a given name alone, and a firm in brackets right behind it."""
    opened = place + 1 < len(line.parts) and line.parts[place + 1].words == ("(",)
    return (
        line.people[place] == WEAK
        and opened
        and line.kind(place + 2) == "run"
        and line.firms[place + 2] >= LIKELY
    )


def _scan(line: Line, who: int, step: int, *, titled: bool = False) -> tuple[int, float] | None:
    """The firm on one side of a person, over marks and titles, and how sure the two belong together."""
    marks: list[str] = []
    place = who
    for _ in range(_FARTHEST):
        if step > 0 and line.parts[place].ends:
            return None
        place += step
        kind = line.kind(place)
        if kind == "run" and not _passed(line, place, step, marks):
            if step < 0 and line.parts[place].ends:
                return None
            return _listed(line, who, place, marks[::step], titled=titled)
        titled = titled or kind == "title"
        if kind == "mark" and line.parts[place].low != ";":
            marks.append(line.parts[place].low)
        elif kind not in _BETWEEN and not (step < 0 and kind in _BEFORE):
            return None
    return None


_LONGEST_TITLE = 3
_UP_TO_FIRM = frozenset(("mark", "title", "filler", "other"))
_BETWEEN = frozenset(("run", "title", "filler"))
_BEFORE = frozenset(("verb", "honorific", "is"))


def _passed(line: Line, place: int, step: int, marks: Sequence[str]) -> bool:
    """Whether a run is no employer: a firm somebody has left, or the first words of "Cellar Door Manager"."""
    title = step > 0 and marks and line.kind(place + 1) == "title" and line.kind(place + 2) != "run"
    return (
        bool(title) or _former(line, place) or (step > 0 and bool(marks) and _is_unknown_title(line, place))
    )


def _is_unknown_title(line: Line, place: int) -> bool:
    """Whether a run is a title nobody listed: ``Ana Reid | Pou Matua | Kea Holdings``, with a sure firm behind it."""
    if (
        line.firms[place] >= LIKELY
        or line.people[place] == SURE
        or len(line.parts[place].words) > _LONGEST_TITLE
    ):
        return False
    behind = range(place + 1, min(place + _FARTHEST, len(line.parts)))
    runs = [one for one in behind if line.kind(one) == "run"]
    return (
        bool(runs)
        and line.firms[runs[0]] >= LIKELY
        and all(line.kind(one) in _UP_TO_FIRM for one in range(place + 1, runs[0]))
    )


def _listed(
    line: Line, who: int, where: int, marks: Sequence[str], *, titled: bool
) -> tuple[int, float] | None:
    """Whether the firm at ``where`` is the person's, with ``marks`` and perhaps a title between, and how surely."""
    like, trade = line.people[who], line.firms[where]
    if trade == NOT or not (marks or titled) or _far(line, who, where, marks, titled=titled):
        return None
    bracket = marks[:1] == ["("]
    if trade >= LIKELY or titled or (bracket and (where > who or like == SURE)):
        return where, 0.5 + 0.05 * trade + 0.1 * bracket + 0.05 * titled + 0.01 * (where > who)
    word = line.parts[where].words[0]
    if like == SURE and "\n" not in marks and is_acronym(word) and len(line.parts[where].words) == 1:
        return where, 0.5
    if like == SURE and list(marks) == ["\n"] and where > who and len(line.parts[where].words) > 1:
        return where, HINT
    wordy = len(line.parts[where].words) > 1 and "\n" not in marks
    if like == SURE and wordy and (not marks or marks[0] in _OPEN | {","}):
        lead = line.led(who) and marks[:1] != [","]
        return where, HINT + 0.1 * lead
    return None


def _far(line: Line, who: int, where: int, marks: Sequence[str], *, titled: bool) -> bool:
    """Whether a list says too little to put the two together."""
    like, trade = line.people[who], line.firms[where]
    if where > who:
        return marks[:1] == [","] and not titled and not line.led(who) and like == LIKELY == trade
    loose = marks[:1] in ([","], [")"], ["\n"])
    return (loose and (trade < LIKELY or _taken(line, where))) or (titled and trade == WEAK and like < SURE)


def _former(line: Line, place: int) -> bool:
    """Whether the firm is one somebody has left: "(ex Telstra)"."""
    return place > 0 and line.parts[place - 1].low in {"ex", "formerly", "previously", "former", "ex-"}


def _taken(line: Line, where: int) -> bool:
    """Whether the firm at ``where`` is in brackets behind somebody else."""
    return where > 0 and line.parts[where - 1].words[0] == "("


def _share(line: Line, employers: dict[int, tuple[int, float]]) -> None:
    """``Ana Reid and Hemi Parata at Tūī Ridge``: both."""
    runs = [place for place, part in enumerate(line.parts) if part.kind == "run"]
    for first, second in [*pairwise(runs)][::-1]:
        between = [part.words[0].casefold() for part in line.parts[first + 1 : second]]
        if not between or any(word not in {"and", "&", "+", ",", "/"} for word in between):
            continue
        if (
            second in employers
            and first not in employers
            and line.people[first] == SURE
            and "and" in [*between, "and"][:2]
        ):
            employers[first] = employers[second]
        elif (
            first in employers
            and second not in employers
            and line.people[second] == SURE
            and employers[first][0] < first
        ):
            employers[second] = employers[first]


def _bracketed(line: Line, employers: dict[int, tuple[int, float]]) -> None:
    """``Send Ana Reid the quote (Tūī Ridge Freight)``: somebody to be met, and a firm in brackets."""
    free = [
        who for who, like in enumerate(line.people) if like == SURE and who not in employers and line.led(who)
    ]
    firms = [
        where
        for where, trade in enumerate(line.firms)
        if trade >= LIKELY and line.parts[where - 1].words[0] == "("
    ]
    if len(free) == 1 and len(firms) == 1 and free[0] < firms[0]:
        employers[free[0]] = firms[0], 0.5


def _alone(line: Line, number: int, employers: dict[int, tuple[int, float]]) -> Iterator[Named]:
    """Firms that are nobody's here, by their legal form or the words of a trade; people without a firm."""
    used = {where for where, _ in employers.values()}
    for place, part in enumerate(line.parts):
        if part.kind != "run" or place in employers:
            continue
        if line.firms[place] >= LIKELY and place not in used:
            yield Named("", part.text, number, 0.7 if _has_form(part.words) else _trading(line, place))
        elif line.people[place] >= LIKELY and len(part.words) > 1:
            titled = "title" in {
                line.kind(place - 1),
                line.kind(place + 1),
                line.kind(place + 2),
                line.kind(place - 2),
            }
            if titled or line.led(place) or line.people[place] == SURE or len(line.parts) == 1:
                yield Named(
                    part.text, "", number, TITLED if titled or line.kind(place - 1) == "honorific" else LONE
                )


def _trading(line: Line, place: int) -> float:
    return 0.6 if line.kind(place - 1) == "trading" else MENTION


def _has_form(words: Sequence[str]) -> bool:
    """Whether a legal form ends the name; "Limited" before other words only describes them."""
    return fold(words[-1]) in LEGAL_FORMS and (words[-1][0].isupper() or fold(words[-1]) != "limited")
