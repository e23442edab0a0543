"""A card's face: pure functions from a card to the lines a column draws.

``height`` and ``draw`` agree by construction: both ask ``_title`` and ``_details`` for the same rows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntFlag
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size, split_graphemes
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tui.app.standing import standing
from tui.app.theme import label_style
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from tui.model.card import CardFace
    from tui.model.label import Label
    from tui.model.member import Member
    from tui.settings.config import Density

DENSITIES: tuple[Density, ...] = ("compact", "normal", "full")
"""From the least to the most on a card."""

TITLE_ROWS: Mapping[Density, int] = {"compact": 1, "normal": 3, "full": 3}
DETAIL_ROWS: Mapping[Density, int] = {"compact": 0, "normal": 2, "full": 5}
GAP: Mapping[Density, int] = {"compact": 0, "normal": 1, "full": 1}
"""Blank lines under a card: what makes it a card, and where a drop mark is drawn."""

MARGIN = 2
"""Cells before the text: the cursor's bar, and a blank."""

_INITIALS = 3  # labels a compact card has room for

Piece = tuple[str, str]
"""A text without blanks around it, and the name of its style in ``CardStyle.styles`` or ``label:<id>``."""


class State(IntFlag):
    """What is happening to a card on the screen."""

    PLAIN = 0
    CURSOR = 1
    LIFTED = 2
    PICKED = 4


@dataclass(frozen=True)
class CardStyle:
    """Everything that decides how cards are drawn, but the card.

    Attributes:
        width: Cells of the whole face, its margins included.
        now: For due dates.
        variables: The theme's colours by token.
        dark: Whether the theme is.
        labels: The board's, by id.
        members: The board's, by id.
    """

    width: int
    density: Density
    now: datetime
    variables: Mapping[str, str] = field(repr=False)
    dark: bool = True
    labels: Mapping[str, Label] = field(default_factory=dict, repr=False)
    members: Mapping[str, Member] = field(default_factory=dict, repr=False)
    rows: dict[Hashable, int] = field(default_factory=dict, init=False, repr=False, compare=False)
    """How many rows labels and badges take, for all that were measured so far."""
    _styles: dict[tuple[str, int], Style] = field(default_factory=dict, repr=False, compare=False)

    @property
    def room(self) -> int:
        """Cells of a row of text."""
        return max(self.width - MARGIN - 1, 1)

    def style(self, name: str, state: State = State.PLAIN) -> Style:
        """The style called ``name`` on a card in ``state``: its background is the card's."""
        if (found := self._styles.get((name, state))) is None:
            found = self._styles[name, state] = self._make(name, state)
        return found

    def _make(self, name: str, state: State) -> Style:
        under = Style(
            bgcolor=self.variables[_background(state)], bold=bool(state & (State.CURSOR | State.LIFTED))
        )
        if name.startswith("label:"):
            label = self.labels.get(name[len("label:") :])
            return under + label_style(label.color if label else None, dark=self.dark)
        return under + Style(color=self.variables[name])


def _background(state: State) -> str:
    if state & State.LIFTED:
        return "card-lifted"
    if state & State.CURSOR:
        return "card-cursor"
    return "card-picked" if state & State.PICKED else "card"


def height(face: CardFace, card_style: CardStyle) -> int:
    """Lines the card takes, the gap under it included."""
    if card_style.density == "compact":
        return 1
    name = face.name
    # Most names are a line, and most cards have the same things under it as others.
    plain = name.isascii() and name.isprintable() and bool(name.strip())
    title = 1 if plain and len(name) <= card_style.room else len(_title(face, card_style))
    under = (
        face.label_ids,
        face.member_ids,
        face.due,
        face.due_complete,
        face.items,
        face.items_done,
        face.comments,
        face.attachments,
        face.pending,
        face.refused,
        face.has_desc,
        face.subject,
    )
    if (rows := card_style.rows.get(under)) is None:
        rows = card_style.rows[under] = len(_details(face, card_style))
    return title + rows + GAP[card_style.density]


def draw(face: CardFace, card_style: CardStyle, state: State = State.PLAIN) -> list[Strip]:
    """The card's lines, the gap not included; each is exactly ``card_style.width`` cells."""
    if card_style.density == "compact":
        return [_compact(face, card_style, state)]
    rows: list[list[Piece]] = [[(line, "ink")] for line in _title(face, card_style)]
    return [_row(pieces, card_style, state) for pieces in rows + _details(face, card_style)]


# --- rows ------------------------------------------------------------------------------


def _title(face: CardFace, card_style: CardStyle) -> list[str]:
    return wrap(safe_line(face.name), card_style.room, TITLE_ROWS[card_style.density])


def _details(face: CardFace, card_style: CardStyle) -> list[list[Piece]]:
    """Labels and badges, flowing over as many rows as the density allows; the last says how many are missing."""
    pieces = [*_urgent(face, card_style), *_labels(face, card_style), *_badges(face, card_style)]
    if not pieces:
        return []
    rows: list[list[Piece]] = [[]]
    used = 0
    most = DETAIL_ROWS[card_style.density]
    for at, (text, style) in enumerate(pieces):
        width = cell_len(text)
        if used and used + 2 + width > card_style.room:
            if len(rows) == most:
                return _with_missing(rows, len(pieces) - at, card_style.room)
            rows.append([])
            used = 0
        used += min(width, card_style.room) + (2 if used else 0)
        rows[-1].append((fit(text, card_style.room), style))
    return rows


def _with_missing(rows: list[list[Piece]], missing: int, room: int) -> list[list[Piece]]:
    """``rows`` with ``+n`` at the end, pieces taken away until it fits."""
    last = rows[-1]
    while len(last) > 1 and sum(cell_len(text) + 2 for text, _ in last) + len(f"+{missing}") > room:
        last.pop()
        missing += 1
    if cell_len(last[0][0]) + 2 + len(f"+{missing}") > room:
        last[0] = (fit(last[0][0], max(room - 2 - len(f"+{missing}"), 1)), last[0][1])
    last.append((f"+{missing}", "ink-quiet"))
    return rows


def _compact(face: CardFace, card_style: CardStyle, state: State) -> Strip:
    """The title, and at the right the signs there is room for."""
    initials = [(label_name(card_style.labels.get(i))[:1], f"label:{i}") for i in face.label_ids[:_INITIALS]]
    signs = [(text.partition(" ")[0], style) for text, style in _urgent(face, card_style)]
    signs += [*initials, *((text.partition(" ")[0], style) for text, style in _badges(face, card_style))]
    room = max(card_style.room // 3, 0)
    while signs and sum(cell_len(text) + 1 for text, _ in signs) > room:
        signs.pop()
    taken = sum(cell_len(text) + 1 for text, _ in signs)
    title = set_cell_size(wrap(safe_line(face.name), card_style.room - taken, 1)[0], card_style.room - taken)
    return _row([(title, "ink"), *signs], card_style, state, between=" ")


_BARS = {State.PLAIN: " ", State.CURSOR: "▌", State.LIFTED: "█", State.PICKED: "◆"}


def _row(pieces: Sequence[Piece], card_style: CardStyle, state: State, between: str = "  ") -> Strip:
    """One line of a card: the bar, the pieces, and blanks to the width."""
    bar = next(
        _BARS[s] for s in (State.LIFTED, State.PICKED, State.CURSOR, State.PLAIN) if s & state or not s
    )
    runs: list[tuple[str, Style]] = [(bar, card_style.style("cursor" if state else "ink", state))]
    used = 1
    for at, (text, style) in enumerate(pieces):
        runs.append((f"{between if at else ' '}{text}", card_style.style(style, state)))
        used += cell_len(text) + (len(between) if at else 1)
    if used > card_style.width:
        # Only where a column is narrower than any sign: a window of a few cells.
        return Strip(merge(runs)).adjust_cell_length(card_style.width, runs[-1][1])
    runs.append((" " * (card_style.width - used), runs[-1][1]))
    return Strip(merge(runs), card_style.width)


def merge(runs: Sequence[tuple[str, Style]]) -> list[Segment]:
    """Segments of ``runs``, neighbours of one style made one: each segment costs some 45 bytes of escapes."""
    out: list[Segment] = []
    text, style = "", Style.null()
    for run, new in runs:
        if text and new is not style and new != style:
            out.append(Segment(text, style))
            text = ""
        text, style = text + run, new
    return [*out, Segment(text, style)] if text else out


# --- pieces ----------------------------------------------------------------------------


def label_name(label: Label | None) -> str:
    """What a label is called where there must be a text: its name, else its colour's."""
    if label is None:
        return "?"
    return safe_line(label.name or (label.color or "label").replace("_", " "))


def _labels(face: CardFace, card_style: CardStyle) -> Iterator[Piece]:
    for ident in face.label_ids:
        yield f"▪{label_name(card_style.labels.get(ident))}", f"label:{ident}"


def _urgent(face: CardFace, card_style: CardStyle) -> Iterator[Piece]:
    """What must not be hidden behind labels: a write that failed or waits, and when the card is due."""
    if face.refused:
        yield "! refused", "late"
    if face.pending:
        yield "⟳", "ink-quiet"
    if face.due:
        yield due_badge(face.due, done=face.due_complete, now=card_style.now)


def _badges(face: CardFace, card_style: CardStyle) -> Iterator[Piece]:
    """Signs before words: none of these is told by colour alone."""
    if face.subject:
        yield "●", "found"
    if face.items:
        yield f"☑ {face.items_done}/{face.items}", "done" if face.items_done == face.items else "ink-quiet"
    yield from _counts(face, card_style)


def _counts(face: CardFace, card_style: CardStyle) -> Iterator[Piece]:
    if face.comments:
        yield f"✎ {face.comments}", "ink-quiet"
    if face.attachments:
        yield f"▤ {face.attachments}", "ink-quiet"
    if face.has_desc and card_style.density == "full":
        yield "≡", "ink-quiet"
    if face.member_ids:
        known = (card_style.members.get(ident) for ident in face.member_ids)
        yield " ".join(safe_line(member.short) if member else "?" for member in known), "ink-quiet"


def due_badge(due: str, *, done: bool, now: datetime) -> Piece:
    """A due date in local time, with the sign that tells late, soon, later and done apart.

    Args:
        due: ISO 8601 text as the wire has it; unreadable text is shown as it is.
        done: Whether the card is marked complete.
        now: The moment it is looked at, in UTC.
    """
    try:
        moment = datetime.fromisoformat(due)
    except ValueError:
        return f"◷ {safe_line(due)}", "ink-quiet"
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=now.tzinfo)
    how = standing(moment, now, done=done)
    return f"{how.sign} {_day(moment.astimezone(), now.astimezone())}", how.token


def _day(moment: datetime, now: datetime) -> str:
    days = (moment.date() - now.date()).days
    if days == 0:
        return f"{moment:%H:%M}"
    if days == 1:
        return "tomorrow"
    words = f"{moment.day} {moment:%b}"
    return words if moment.year == now.year else f"{words} {moment.year}"


# --- lines -----------------------------------------------------------------------------


def wrap(text: str, width: int, most: int) -> list[str]:
    """``text`` in at most ``most`` lines of at most ``width`` cells; ``…`` tells that there was more.

    Args:
        text: Safe, without line ends.
        width: In cells; at least 1.
        most: At least 1.
    """
    cells: Callable[[str], int] = len if text.isascii() else cell_len
    if cells(text) <= width:
        return [text]
    lines: list[str] = []
    line = ""
    for between, word in _words(text, width, cells):
        joined = f"{line}{between}{word}" if line else word
        if cells(joined) <= width:
            line = joined
            continue
        if len(lines) == most - 1:
            return [*lines, fit(joined, width)]
        lines.append(line)
        line = word
    return [*lines, line] if line else lines or [""]


_SEAMS = "@./:-_&?=#"
"""Where a long word is cut rather than anywhere: addresses and paths."""


def _words(text: str, width: int, cells: Callable[[str], int]) -> Iterator[tuple[str, str]]:
    """The words of ``text`` and what stands before each: a blank, or nothing where a word too wide for a line was cut.

    It is cut at a seam in the second half of the line if there is one.
    """
    for word in text.split():
        between = " "
        while cells(word) > width:
            cut = _cut(word, width) or word[:1]
            seam = max(cut.rfind(sign) for sign in _SEAMS)
            if seam > len(cut) // 2:
                # The sign begins the next line: an address goes on with its dot, and is seen not to have ended.
                cut = cut[:seam]
            yield between, cut
            word, between = word[len(cut) :], ""  # noqa: PLW2901 - what is left of it
        if word:
            yield between, word


def _cut(text: str, width: int) -> str:
    """As much of ``text`` as fits into ``width`` cells."""
    if text.isascii():
        return text[:width]
    used = 0
    # By what is drawn as one: a joined emoji has two cells, its parts have two each.
    for start, _, cells in split_graphemes(text)[0]:
        used += cells
        if used > width:
            return text[:start]
    return text


def fit(text: str, width: int) -> str:
    """``text``, cut to ``width`` cells with ``…`` in the last when it is wider."""
    return text if cell_len(text) <= width else f"{_cut(text, width - 1)}…"
