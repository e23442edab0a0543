"""Drawing of a card in a list: pure functions from a card to the lines that a column shows.

``height`` and ``draw`` always agree, because both take the rows from ``_title`` and ``_details``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntFlag
from functools import cached_property
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tui.app.drawing.due_badge import DONE_BADGE, due_badge, item_badge
from tui.app.drawing.wrapping import fit, wrap
from tui.app.theme import label_style
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from datetime import datetime

    from tui.model.card import CardFace
    from tui.model.label import Label
    from tui.model.member import Member
    from tui.settings.known import Density

DENSITIES: tuple[Density, ...] = ("compact", "normal", "full")
"""Densities, from the least to the most shown on a card."""

TITLE_ROWS: Mapping[Density, int] = {"compact": 1, "normal": 3, "full": 3}
DETAIL_ROWS: Mapping[Density, int] = {"compact": 0, "normal": 2, "full": 5}
GAP: Mapping[Density, int] = {"compact": 0, "normal": 1, "full": 1}
"""Blank lines under a card, which separate cards and hold the drop mark."""

WIDE = 36
"""Minimum width of a card for drawing its labels as chips."""

MARGIN = 2
"""Cells before the text: the cursor bar and a blank."""

_INITIALS = 3  # number of labels that fit on a compact card

Piece = tuple[str, str]
"""Text without surrounding blanks, and its style: a name in ``CardStyle.variables`` or ``label:<id>``."""


class State(IntFlag):
    """Flags for a card's state on the screen."""

    PLAIN = 0
    CURSOR = 1
    LIFTED = 2
    PICKED = 4
    NEWS = 8


@dataclass(frozen=True)
class CardStyle:
    """Everything that decides how cards are drawn, apart from the card.

    Attributes:
        width: Cells of the whole face, including its margins.
        marked: Words to highlight in titles, folded.
        chips: Whether labels may be drawn as chips with a background, if they fit.
        ended: Ids of the lists whose cards count as done.
        item_due: Returns the due date of the checklist item by which a filter found the card, or ""; None
            without such a filter.
        age: Returns how old the last change of a card is, from 0 to 1, by which it is dimmed; None dims none.
    """

    width: int
    density: Density
    now: datetime
    variables: Mapping[str, str] = field(repr=False)
    dark: bool = True
    labels: Mapping[str, Label] = field(default_factory=dict, repr=False)
    members: Mapping[str, Member] = field(default_factory=dict, repr=False)
    marked: tuple[str, ...] = ()
    chips: bool = True
    ended: frozenset[str] = frozenset()
    item_due: Callable[[CardFace], str] | None = field(default=None, repr=False)
    age: Callable[[str], float] | None = field(default=None, repr=False, compare=False)
    rows: dict[Hashable, int] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Cache of how many rows labels and badges take."""
    _styles: dict[tuple[str, int], Style] = field(default_factory=dict, repr=False, compare=False)

    @property
    def room(self) -> int:
        """Cells available for text in a row."""
        return max(self.width - MARGIN - 1, 1)

    def style(self, name: str, state: int = 0) -> Style:
        """Return the style called ``name``, with the background of a card in ``state``."""
        if (found := self._styles.get((name, state))) is None:
            found = self._styles[name, state] = self._make(name, state)
        return found

    @cached_property
    def _ranks(self) -> Mapping[str, int]:
        return {ident: rank for rank, ident in enumerate(self.labels)}

    def label_pieces(self, face: CardFace) -> list[Piece]:
        """Return the labels of a card in the order of the board's, whichever was put on last."""
        idents = sorted(face.label_ids, key=lambda ident: self._ranks.get(ident, len(self._ranks)))
        return [(f"▪{label_name(self.labels.get(ident))}", f"label:{ident}") for ident in idents]

    def between(self, name: str, *, bold: bool = False) -> Style:
        """Return the style called ``name`` for text between the cards."""
        key = name, -2 if bold else -1
        if (found := self._styles.get(key)) is None:
            under = self.variables["background"]
            found = self._styles[key] = Style(color=self.variables[name], bgcolor=under, bold=bold)
        return found

    def _make(self, name: str, state: int) -> Style:
        under = Style(
            bgcolor=self.variables[_background(state)], bold=bool(state & (State.CURSOR | State.LIFTED))
        )
        kind, _, ident = name.partition(":")
        if kind in {"label", "chip"}:
            label = self.labels.get(ident)
            style = under + label_style(label.color if label else None, dark=self.dark)
            return style if kind == "label" else style + Style(color=under.bgcolor, bgcolor=style.color)
        if name == "match":
            return under + Style(color=self.variables["cursor"], underline=True)
        return under + Style(color=self.variables[name])


def _background(state: int) -> str:
    if state & State.LIFTED:
        return "card-lifted"
    if state & State.CURSOR:
        return "card-cursor"
    return "card-picked" if state & State.PICKED else "card"


def height(face: CardFace, card_style: CardStyle) -> int:
    """Return the number of lines the card takes, including the gap under it."""
    if card_style.density == "compact":
        return 1
    name = face.name
    # Shortcuts: most names take one line, and many cards have the same details.
    plain = name.isascii() and name.isprintable() and bool(name.strip())
    title = 1 if plain and len(name) <= card_style.room else len(_title(face, card_style))
    under = (
        face.label_ids,
        face.member_ids,
        face.due,
        _is_done(face, card_style),
        face.items,
        face.items_done,
        face.comments,
        face.attachments,
        face.refused,
        face.has_desc,
        face.subject,
        face.template,
        _item_due(face, card_style),
    )
    if (rows := card_style.rows.get(under)) is None:
        rows = card_style.rows[under] = len(_details(face, card_style))
    return title + rows + GAP[card_style.density]


def draw(face: CardFace, card_style: CardStyle, state: int = 0) -> list[Strip]:
    """Draw the card's lines, without the gap; each is exactly ``card_style.width`` cells wide."""
    if card_style.density == "compact":
        return [_compact(face, card_style, state)]
    first, *more = _title(face, card_style)
    rows = [_row([(first, "ink")], card_style, state, titled=True, end=_end(face))]
    rows += [_row([(line, "ink")], card_style, state, titled=True) for line in more]
    wide = card_style.chips and card_style.width >= WIDE
    for pieces in _details(face, card_style):
        shown = _with_chips(pieces, card_style.room) if wide else pieces
        rows += [_row(shown, card_style, state, _between(shown, card_style.room))]
    return rows if card_style.age is None or state else _dimmed(rows, card_style.age(face.id))


def _dimmed(rows: list[Strip], age: float) -> list[Strip]:
    if not age:
        return rows
    from tui.app.drawing.dimming import dimmed

    return [dimmed(row, age) for row in rows]


# --- rows ------------------------------------------------------------------------------


def _title(face: CardFace, card_style: CardStyle) -> list[str]:
    return wrap(safe_line(face.name), card_style.room, TITLE_ROWS[card_style.density])


def _details(face: CardFace, card_style: CardStyle) -> list[list[Piece]]:
    """Lay out labels and badges in as many rows as the density allows; the last gives the number of missing ones.

    They are two blanks apart, or one if that saves a row or shows more of them.
    """
    pieces = [*_urgent(face, card_style), *card_style.label_pieces(face), *_badges(face, card_style)]
    if not pieces:
        return []
    most = DETAIL_ROWS[card_style.density]
    rows = _filled(pieces, "  ", card_style.room, most)
    if len(rows) == 1:
        return rows
    return min(
        rows, _filled(pieces, " ", card_style.room, most), key=lambda each: (len(each), -sum(map(len, each)))
    )


def _filled(pieces: Sequence[Piece], between: str, room: int, most: int) -> list[list[Piece]]:
    """Fill at most ``most`` rows with ``pieces``."""
    rows: list[list[Piece]] = [[]]
    used = 0
    for at, (text, style) in enumerate(pieces):
        width = cell_len(text)
        if used and used + len(between) + width > room:
            if len(rows) == most:
                return _with_missing(rows, len(pieces) - at, room, len(between))
            rows.append([])
            used = 0
        used += min(width, room) + (len(between) if used else 0)
        rows[-1].append((fit(text, room), style))
    return rows


def _between(pieces: Sequence[Piece], room: int) -> str:
    """Return the blanks between the pieces of a row: one where it has no room for two."""
    return "  " if sum(cell_len(text) for text, _ in pieces) + 2 * (len(pieces) - 1) <= room else " "


def _with_chips(pieces: list[Piece], room: int) -> list[Piece]:
    """Draw the labels of a row as chips, each a cell wider, if all of them fit."""
    labels = sum(style.startswith("label:") for _, style in pieces)
    used = sum(cell_len(text) for text, _ in pieces) + 2 * (len(pieces) - 1)
    if used + labels > room:
        return pieces
    return [
        (f" {text[1:]} ", f"chip:{style[len('label:') :]}") if style.startswith("label:") else (text, style)
        for text, style in pieces
    ]


def _with_missing(rows: list[list[Piece]], missing: int, room: int, blanks: int) -> list[list[Piece]]:
    """Append ``+n`` to the last of ``rows``, dropping pieces until it fits with so many ``blanks`` between them."""
    last = rows[-1]
    while len(last) > 1 and sum(cell_len(text) + blanks for text, _ in last) + len(f"+{missing}") > room:
        last.pop()
        missing += 1
    if cell_len(last[0][0]) + blanks + len(f"+{missing}") > room:
        last[0] = (fit(last[0][0], max(room - blanks - len(f"+{missing}"), 1)), last[0][1])
    last.append((f"+{missing}", "ink-quiet"))
    return rows


def _compact(face: CardFace, card_style: CardStyle, state: int) -> Strip:
    """Draw the title and, at the right, as many signs as fit."""
    initials = [(text[1:2], style) for text, style in card_style.label_pieces(face)[:_INITIALS]]
    signs = [(text.partition(" ")[0], style) for text, style in _urgent(face, card_style)]
    signs += [*initials, *((text.partition(" ")[0], style) for text, style in _badges(face, card_style))]
    room = max(card_style.room // 3, 0)
    while signs and sum(cell_len(text) + 1 for text, _ in signs) > room:
        signs.pop()
    taken = sum(cell_len(text) + 1 for text, _ in signs)
    title = set_cell_size(wrap(safe_line(face.name), card_style.room - taken, 1)[0], card_style.room - taken)
    return _row([(title, "ink"), *signs], card_style, state, between=" ", titled=True, end=_end(face))


def _end(face: CardFace) -> str:
    """Return the sign in the margin of the first line: it comes and goes with each change, and so takes no room."""
    return "⟳" if face.pending else " "


_SIGNS = {State.LIFTED: "█", State.PICKED: "◆", State.CURSOR: "▌", State.NEWS: "✱"}
"""The bar of a card by its state; earlier entries take precedence."""

_BARS = tuple(next((bar for flag, bar in _SIGNS.items() if flag & state), " ") for state in range(16))
"""The bar for every set of flags, as testing a flag takes longer than drawing the row."""


def _row(
    pieces: Sequence[Piece],
    card_style: CardStyle,
    state: int,
    between: str = "  ",
    *,
    titled: bool = False,
    end: str = " ",
) -> Strip:
    """Draw one line of a card: the bar, the pieces, and blanks up to the width.

    With ``titled``, the first piece is from the title, in which words are highlighted. ``end`` is in the last cell.
    """
    runs: list[tuple[str, Style]] = [(_BARS[state], card_style.style("cursor" if state else "ink", state))]
    used = 1
    for at, piece in enumerate(pieces):
        blank, marked = between if at else " ", card_style.marked if titled and not at else ()
        runs += [(run, card_style.style(how, state)) for run, how in _spaced(blank, piece, marked)]
        used += len(blank) + cell_len(piece[0])
    if used > card_style.width:
        # This happens only if a column is narrower than any sign.
        return Strip(merge(runs)).adjust_cell_length(card_style.width, runs[-1][1])
    # The rest is blank in the preceding style, which saves an escape sequence, unless that is underlined.
    plain = (titled and card_style.marked) or (pieces and pieces[-1][1].startswith("chip:"))
    last = card_style.style("ink", state) if plain else runs[-1][1]
    if end == " " or used == card_style.width:
        runs.append((" " * (card_style.width - used), last))
    else:
        runs += [(" " * (card_style.width - used - 1), last), (end, card_style.style("ink-quiet", state))]
    return Strip(merge(runs), card_style.width)


def _spaced(blank: str, piece: Piece, marked: Sequence[str]) -> Iterator[Piece]:
    """Yield a piece with the ``blank`` before it, in runs of one style."""
    text, style = piece
    if marked:
        yield blank, style
        yield from _marked(text, style, marked)
    elif style.startswith("chip:"):
        yield blank, "ink"
        yield piece
    else:
        yield f"{blank}{text}", style


def _marked(text: str, style: str, words: Sequence[str]) -> Iterator[Piece]:
    """Yield ``text`` in pieces; the folded ``words`` in it have the style ``match``."""
    from tui.app.matching import fold

    plain, at = fold(text), 0
    pattern = "|".join(map(re.escape, sorted(filter(None, words), key=len, reverse=True)))
    for found in re.finditer(pattern, plain) if pattern else ():
        if found.start() > at:
            yield text[at : found.start()], style
        yield text[found.start() : found.end()], "match"
        at = found.end()
    if at < len(text):
        yield text[at:], style


def merge(runs: Sequence[tuple[str, Style]]) -> list[Segment]:
    """Convert ``runs`` to segments and join neighbours of one style, each of which costs about 45 bytes of escapes."""
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
    """Return a label's name, or its colour if it has none."""
    if label is None:
        return "?"
    return safe_line(label.name or (label.color or "label").replace("_", " "))


def _urgent(face: CardFace, card_style: CardStyle) -> Iterator[Piece]:
    """Yield badges that labels must not hide: a refused write, a template, and the due date."""
    if face.refused:
        yield "! refused", "late"
    if face.template:
        yield "▣ template", "ink-quiet"
    if item := _item_due(face, card_style):
        yield item_badge(item, now=card_style.now)
    if face.due:
        yield due_badge(face.due, done=_is_done(face, card_style), now=card_style.now)
    elif face.due_complete:
        yield DONE_BADGE


def _is_done(face: CardFace, card_style: CardStyle) -> bool:
    return face.due_complete or face.list_id in card_style.ended


def _item_due(face: CardFace, card_style: CardStyle) -> str:
    asked = face.item_dues and card_style.item_due
    return asked(face) if asked else ""


def _badges(face: CardFace, card_style: CardStyle) -> Iterator[Piece]:
    """Yield badges; each has a sign, so that colour is never the only difference."""
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
