"""Title bar and status bar: the lines above and below a board.

They are rewritten only when their content changes, never by a step of the cursor. Both are always one line
high, so that they never cause a new layout.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from itertools import accumulate
from math import ceil
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.cells import cell_len, set_cell_size
from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.timer import Timer
from textual.widgets import Static

from tui.app.widgets.part import key_names
from tui.presentation.safe_text import safe_line, safe_text

if TYPE_CHECKING:
    from tui.model.sync import SyncState, SyncStatus

_SHORT, _LEAST, _ENOUGH = 8, 8, 20
"""Minimum cells of a board's name and of a filter, and the filter's cells that are worth more than the
account's name."""

_AROUND = 3
"""Cells around the right part of a title: two before it, and one after it."""

Hint = tuple[str, str]
"""A key as shown to the user, and a word for its effect."""


def sync_words(status: SyncStatus, now: datetime) -> tuple[str, str]:
    """Describe the sync state; return the words and the colour token to draw them in.

    Args:
        status: Status from the workspace.
        now: Current time, for the seconds until sending resumes.
    """
    words, token = _state_words(status, now)
    if status.conflicts:
        words, token = f"{words} · ≠ {status.conflicts} in conflict", "soon"
    if status.refused:
        return f"{words} · ! {status.refused} refused", "late"
    return words, token


def _state_words(status: SyncStatus, now: datetime) -> tuple[str, str]:
    words: dict[SyncState, tuple[str, str]] = {
        "starting": ("opening", "ink-quiet"),
        "synced": ("synced", "done"),
        "sending": ("⟳ sending", "ink-quiet"),
        "loading": ("loading", "found"),
        "held": ("! not sent", "late"),
        "offline": ("○ offline", "late"),
        "rate_limited": (f"rate limited {seconds_left(status, now)} s", "soon"),
        "unauthorized": (no_token_words(status), "late"),
        "read_only": ("! read only: nothing can be saved", "late"),
    }
    # While writes wait the state is not synced, whatever was reported last.
    state: SyncState = (
        "sending" if status.state in {"synced", "starting"} and status.waiting else status.state
    )
    text, token = words[state]
    if status.state == "loading":
        text += f" {status.loading_done:,}" + (
            f" of {status.loading_total:,}" if status.loading_total else ""
        )
    return f"{text} · {status.waiting} waiting" if status.waiting else text, token


def _shorter(words: str) -> str:
    """Return the words of a sync state with signs in place of some: ``○ offline · ⟳ 77 · ! 2``."""
    signs = re.sub(r"([!≠] \d+) (?:refused|in conflict)", r"\1", words).replace("⟳ sending", "sending")
    return re.sub(r"(\d+) waiting", r"⟳ \1", signs)


def no_token_words(status: SyncStatus) -> str:
    """Describe why there is no usable token."""
    return "! vault closed" if status.trouble == "locked" else "! signed out"


def seconds_left(status: SyncStatus, now: datetime) -> int:
    """Return the whole seconds until sending resumes; 0 if it does not wait."""
    return max(0, ceil((status.resume_at - now).total_seconds())) if status.resume_at else 0


class Filtered(NamedTuple):
    """A filter or an order as a line shows it.

    Attributes:
        words: The filter as it was typed, or the order in words.
        counts: The number of matches in words, in several lengths, longest first.
    """

    words: str
    counts: tuple[str, ...] = ("",)

    @property
    def least(self) -> int:
        """The minimum width in cells."""
        return self._width(_LEAST)

    @property
    def enough(self) -> int:
        """The width for which other parts of the line are left out."""
        return self._width(_ENOUGH)

    def _width(self, most: int) -> int:
        """Return the width with at most so many cells of the filter."""
        words = set_cell_size(self.words, min(cell_len(self.words), most))
        return cell_len(self._with(words, self.counts[-1]))

    def within(self, room: int) -> str:
        """Return filter and count in at most ``room`` cells; the filter may be shortened, the count never is."""
        words = safe_line(self.words)
        for count in self.counts:
            if cell_len(whole := self._with(words, count)) <= room:
                return whole
        cut = room - cell_len(self._with("…", self.counts[-1]))
        return self._with(f"{set_cell_size(words, max(cut, 1)).rstrip()}…", self.counts[-1])

    @staticmethod
    def _with(words: str, count: str) -> str:
        return " · ".join(filter(None, (words, count)))


class Title(NamedTuple):
    """The title of a board: its name, account and sync state, and at the right the filter, or ``right``.

    If not everything fits, the sync state has signs for words, then ``right`` and the account are left out. A filter
    stays: first the account goes, then the filter, the board's name and the sync state are shortened, in this order.
    """

    board: str
    account: str
    sync: tuple[str, str]
    right: str = ""
    filtered: Filtered | None = None

    @property
    def name(self) -> str:
        """The board's name, or the program's if there is none."""
        return f" {safe_line(self.board)} ▾" if self.board else " Cardscout"

    def within(self, width: int) -> Content:
        """Return the title in at most ``width`` cells."""
        left, right, least = self._left(width), self.right, 0
        if self.filtered is not None:
            least = self.filtered.least
            right = self.filtered.within(max(width - left.cell_length - _AROUND, least))
            left = left.truncate(max(width - cell_len(right) - _AROUND, 1), ellipsis=True)
        room = width - left.cell_length - cell_len(right) - _AROUND
        if not right or (room < 0 and not least):
            return left
        return Content.assemble(left, " " * (room + _AROUND - 1), (f"{right} ", "$ink-quiet"))

    def _left(self, width: int) -> Content:
        """Return the texts of the left half, as many as leave room for the filter."""
        words, token = self.sync
        enough, least = (0, 0)
        if self.filtered is not None:
            enough, least = self.filtered.enough + _AROUND, self.filtered.least + _AROUND
        account = f"  {safe_line(self.account)} · "
        for place, state in ((account, words), (account, _shorter(words)), ("  ", words)):
            left = Content.assemble((self.name, "bold $cursor"), (place, "$ink-quiet"), (state, f"${token}"))
            if left.cell_length + enough <= width:
                return left
        name, room = self.name, max(width - least - cell_len(words) - 2, _SHORT)
        if cell_len(name) > room:
            name = f"{set_cell_size(name, room - 3).rstrip()}… ▾"
        return Content.assemble((name, "bold $cursor"), "  ", (words, f"${token}"))


class TitleBar(Static):
    """Line at the top, with board, account and sync state, and counts at the right."""

    ALLOW_SELECT = False
    can_focus = False

    class Clicked(Message):
        """Message that the board's name was clicked."""

    def __init__(self) -> None:
        super().__init__()
        self._clickable = 0  # cells of the board's name
        self._title = Title("", "", ("", ""))

    def say(self, title: Title) -> None:
        """Show this title."""
        self._title = title
        self._fit()

    def on_resize(self) -> None:
        """Fit the title to the new width."""
        self._fit()

    def _fit(self) -> None:
        shown = self._title.within(self.size.width)
        self._clickable = min(cell_len(self._title.name), self.size.width)
        if shown.markup != getattr(self.content, "markup", None):
            self.update(shown, layout=False)

    def on_click(self, event: events.Click) -> None:
        """Post that the board's name was clicked."""
        event.stop()
        if event.x < self._clickable:
            self.post_message(self.Clicked())


class StatusBar(Static):
    """Line at the bottom, with the last message and key hints.

    Attributes:
        said: The last message; "" if there is none. It is shown for some seconds, or until ``clear_message``.
        typed: The count or key sequence typed so far.
        place: Name of the place, if nothing else on the screen shows it.
        selected: How many cards are selected, in words.
        in_field: Whether a field has the focus, in which ``u`` is a letter.
    """

    ALLOW_SELECT = False
    can_focus = False

    STANDS: ClassVar[float] = 8.0
    """Seconds for which a message is shown."""

    said: reactive[str] = reactive("", layout=False)
    typed: reactive[str] = reactive("", layout=False)
    place: reactive[str] = reactive("", layout=False)
    selected: reactive[str] = reactive("", layout=False)
    in_field: reactive[bool] = reactive(default=False, layout=False)

    class Pressed(Message):
        """Message that a key hint was clicked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self) -> None:
        super().__init__()
        self._hints: tuple[Hint, ...] = ()
        self._mode: tuple[Hint, ...] = ()
        self._part: tuple[Hint, ...] = ()
        self._box: tuple[Hint, ...] = ()
        self._undo = False
        self._said_at = 0  # the depth at which the message was said
        self._spans: list[tuple[int, int, str]] = []
        self._message_timer: Timer | None = None

    def hint(self, hints: Sequence[Hint]) -> None:
        """Set the default key hints."""
        if tuple(hints) != self._hints:
            self._hints = tuple(hints)
            self._show()

    def mode(self, hints: Sequence[Hint] = ()) -> None:
        """Replace the default key hints during a special mode; without ``hints`` restore them.

        An earlier message is shown beside them only if they all fit; it comes back when the mode ends.
        """
        if tuple(hints) != self._mode:
            self._mode = tuple(hints)
            self._said_at = min(self._said_at, self._depth)
            self._show()

    def set_part_hints(self, hints: Sequence[Hint] = ()) -> None:
        """Show the key hints of the focused part instead of the page's; without ``hints`` end that."""
        if tuple(hints) != self._part:
            self._part = tuple(hints)
            self._show()

    def set_box_hints(self, hints: Sequence[Hint] = ()) -> None:
        """Show the key hints of a box over the page, as those of a mode; without ``hints`` end that."""
        if tuple(hints) != self._box:
            self._box = tuple(hints)
            self._said_at = min(self._said_at, self._depth)
            self._show()

    @property
    def _offered(self) -> tuple[Hint, ...]:
        return self._box or self._part or self._mode or self._hints

    @property
    def _depth(self) -> int:
        """2 in a box, 1 in a mode, 0 otherwise."""
        return 2 if self._box else 1 if self._mode else 0

    def tell(self, text: str, *, undo: bool = False) -> None:
        """Show ``text`` for some seconds; ``undo`` adds that ``u`` undoes it, where ``u`` is no letter that is typed."""
        if self._message_timer is not None:
            self._message_timer.stop()
        self._message_timer = self.set_timer(self.STANDS, self.clear_message) if text else None
        if (safe_text(text), undo, self._depth) == (self.said, self._undo, self._said_at):
            return
        self._undo, self._said_at = undo, self._depth
        self.said = safe_text(text)
        self._show()

    @property
    def offers_undo(self) -> bool:
        """Whether the message tells of a change that can be undone."""
        return self._undo and bool(self.said)

    def clear_message(self) -> bool:
        """Remove the message, which leaves the line to the key hints; return whether there was one."""
        if was_there := bool(self.said):
            self.tell("")
        return was_there

    def on_resize(self) -> None:
        """Fit the hints to the new width."""
        self._show()

    def on_click(self, event: events.Click) -> None:
        """Post which key hint was clicked."""
        event.stop()
        for start, end, key in self._spans:
            if start <= event.x < end:
                self.post_message(self.Pressed(key))

    def _show(self) -> None:
        parts = self._message_parts()
        used = sum(cell_len(text) for text, _ in parts)
        self._spans = []
        for key, word in self._fitting(self.size.width - used):
            end = used + _width_of((key, word))
            parts += [(f" {key} ", "bold $cursor"), (f"{word} ", "$ink-quiet")]
            self._spans.append((used, end, key))
            used = end
        self.update(Content.assemble(*parts), layout=False)

    watch_typed = watch_selected = watch_place = watch_in_field = _show

    def _fitting(self, room: int) -> list[Hint]:
        """Return the hints that fit into ``room`` cells: the first ones, and the one of the help, which tells all."""
        fitting = _first_of(self._offered, room)
        left_out = self._offered[len(fitting) :]
        told = next((hint for hint in left_out if hint[0] == key_names(self).get("help")), None)
        if told is None:
            return fitting
        others = _first_of(fitting, room - _width_of(told))
        return [*others, told] if others else fitting

    def _message_parts(self) -> list[tuple[str, str]]:
        """Return the styled texts before the hints."""
        parts: list[tuple[str, str]] = []
        if self.typed:
            parts.append((f" {self.typed} ", "bold reverse $cursor"))
        undoes = self._undo and self._said_at == self._depth and not self.in_field
        undo = f"  {key_names(self)['undo']} undoes" if undoes else ""
        said, left = self.said, self.size.width - sum(cell_len(text) for text, _ in parts) - 4
        if self._gives_way(left - len(undo)):
            said = undo = ""
        words = said or self.place
        selected, room = self._room_beside(said, left - len(undo))
        if selected:
            parts += [(f" {selected} ", "bold $cursor"), (" │", "$ink-faint")]
        if words:
            parts.append((f" {cut(words, room)}", "bold $foreground" if said else "$ink-quiet"))
            parts += [(undo, "$cursor")] if undo else []
            parts.append(("  │", "$ink-faint"))
        return parts

    def _gives_way(self, left: int) -> bool:
        """Return whether a message from before the mode or the box would not leave its keys enough of ``left`` cells."""
        left -= cell_len(self.said) + _cells_of(self.selected)
        return self._said_at < self._depth and sum(map(_width_of, self._offered)) > left

    def _room_beside(self, said: str, left: int) -> tuple[str, int]:
        """Return the words about selected cards, and the cells that are left for a message beside them and the first hint.

        A message that is whole only without the first hint, or that would have less than half of the line, gets its
        room, and that of the word beside the number of selected cards, or of most of it: it is gone in some seconds,
        while the hints come back.
        """
        first = _width_of(self._offered[0]) if self._offered else 0
        needed, room = cell_len(said), left - first - _cells_of(self.selected)
        if not said or needed <= room:
            return self.selected, room
        number = self.selected.partition(" ")[0]
        short = f"{number} sel."
        if number and needed <= left - _cells_of(short):
            return short, left - _cells_of(short)
        whole = left - _cells_of(number)
        gets_all = self.selected or needed <= whole or room < self.size.width // 2
        return (number, whole) if gets_all else (self.selected, room)


def _width_of(hint: Hint) -> int:
    return sum(map(len, hint)) + 3


def _first_of(hints: Sequence[Hint], room: int) -> list[Hint]:
    """Return as many of ``hints`` as fit beside each other into ``room`` cells."""
    ends = accumulate(map(_width_of, hints))
    return [hint for hint, end in zip(hints, ends, strict=True) if end <= room]


def _cells_of(selected: str) -> int:
    return cell_len(selected) + 4 if selected else 0


def cut(words: str, room: int) -> str:
    """Shorten ``words`` to ``room`` cells; keep the part after the last ``·``, which is advice, if possible."""
    if cell_len(words) <= room:
        return words
    head, dot, tail = words.rpartition(" · ")
    if not dot or cell_len(kept := f"{dot}{tail}") > room // 2:
        head, kept = words, ""
    return f"{set_cell_size(head, max(room - cell_len(kept) - 1, 0)).rstrip()}…{kept}"
