"""Quick add: labels, members, list, due date and reminder in the line of a new card.

``Call Ana #hot @me ^Leads fri 17:00 !tomorrow``. Words without a meaning stay in the title, and so do words
that only look like these: ``#12``, ``C#``, ``a@b.co``, ``12:30``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from tui.model.filter.facts import NamedThing
from tui.model.search import fold_text
from tui.model.values.fields import Frozen
from tui.model.values.reminder import read_before, read_until
from tui.model.writes.cards import CreateCard, UpdateCard
from tui.presentation.due import read_due
from tui.presentation.mentions import by_username
from tui.presentation.quick_date import JOINING, LONGEST, SLASH, find_date, find_times
from tui.presentation.quick_names import matching, nearly
from tui.presentation.timestamps import day_time, due_time

if TYPE_CHECKING:
    from tui.model.writes.base import Write

KINDS: Mapping[str, str] = {"#": "label", "@": "member", "^": "list"}
"""The kind of the name after each of these signs."""

DUE, REMINDER, NEW_LABEL, LEFT = "due:", "!", "new label", "left in the title"
_WORD = re.compile(r'(?<!\S)(?:[#@^]|due:)"[^"]*"(?!\S)|(?<!\S)"[^"]*"\S*|\S+')
_EARLIEST = 1970  # a due date before that year is a slip of the finger

Known = Mapping[str, Sequence[NamedThing]]
"""The labels, members and lists of a board, by the sign in front of their names."""


class QuickCard(Frozen):
    """A parsed line for a new card.

    Attributes:
        list_id: The list it goes to; None for the one it is added in.
        due: The due date, or None.
        reminder: Minutes before ``due``, or None.
        parts: The understood parts, as kind and text, in the order of the line.
        problems: Why a word with such a sign stays in the title.
        new_labels: Names of labels that are to be made with the card.
        lacking: Kinds of things that the board lacks and has nothing similar to, which may be created.
        done: Whether it is done already, as a pasted line says with its ticked box.
    """

    title: str
    label_ids: tuple[str, ...] = ()
    new_labels: tuple[str, ...] = ()
    member_ids: tuple[str, ...] = ()
    list_id: str | None = None
    due: datetime | None = None
    reminder: int | None = None
    parts: tuple[tuple[str, str], ...] = ()
    problems: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    done: bool = False

    def writes(self, *, board_id: str, card_id: str, list_id: str, pos: float, me: str = "") -> list[Write]:
        """Return the writes that create the card, at ``pos``; with a reminder, ``me`` watches it or is a member."""
        at = {"board_id": board_id, "card_id": card_id}
        made = CreateCard(
            **at,
            list_id=list_id,
            name=self.title,
            pos=pos,
            due=self.due,
            due_complete=self.done,
            label_ids=self.label_ids,
            member_ids=self.member_ids,
        )
        if self.reminder is None:
            return [made]
        watched = {"subscribed": True} if me and me not in self.member_ids else {}
        return [made, UpdateCard(**at, due_reminder=self.reminder, **watched)]


class _Word(NamedTuple):
    text: str
    start: int
    end: int


def read_quick(text: str, known: Known, now: datetime, *, makes_labels: bool = False) -> QuickCard:
    """Parse the line of a new card, for ``known`` names on the board and the time ``now``, with a time zone.

    With ``makes_labels``, labels that the board lacks are to be made.
    """
    reading = _Reading(text, known, now, makes_labels=makes_labels)
    card = reading.card()
    if card.parts and not card.title:
        return QuickCard(title=text.strip(), problems=("there is no title besides",))
    return card


def read_item(text: str, members: Sequence[NamedThing], now: datetime) -> QuickCard:
    """Parse the line of a new checklist item, which may have a due date and one member.

    Args:
        text: The line.
        members: The possible members.
        now: The current time, with a time zone.
    """
    item = _Reading(text, {"@": members}, now, of_card=False).card()
    return item if item.title else QuickCard(title=text.strip())


class _Reading:
    """One parse of a line.

    Args:
        known: The names on the board, by the supported signs.
        of_card: Whether it is the line of a card, which may have several members, and a reminder.
    """

    def __init__(
        self, text: str, known: Known, now: datetime, *, of_card: bool = True, makes_labels: bool = False
    ) -> None:
        self._text, self._known, self._now, self._of_card = text, known, now, of_card
        self._makes_labels = makes_labels
        self._words = [_Word(found[0], found.start(), found.end()) for found in _WORD.finditer(text)]
        self._taken: set[int] = set()
        self._unknown: set[int] = set()  # words without a meaning
        self._bare: set[int] = set()  # words that lose the backslash in front of them
        self._ids: dict[str, list[str]] = {kind: [] for kind in KINDS.values()}
        self._parts: list[tuple[int, str, str]] = []
        self._problems: list[str] = []
        self._lacking: list[str] = []

    def card(self) -> QuickCard:
        """Return the parsed line."""
        due, reminders = self._read_signs()
        taken = {at + n for at, count in reminders for n in range(count)}
        if due is None:
            due = self._read_end(taken)
        minutes = None
        for at, count in reminders:
            minutes = self._read_reminder(at, count, due)
        self._parts.sort()
        return QuickCard(
            title=self._title(),
            label_ids=tuple(dict.fromkeys(self._ids["label"])),
            new_labels=tuple(
                {fold_text(text): text for _, kind, text in self._parts if kind == NEW_LABEL}.values()
            ),
            member_ids=tuple(dict.fromkeys(self._ids["member"])),
            list_id=next(iter(self._ids["list"]), None),
            due=due,
            reminder=minutes,
            parts=tuple((kind, text) for _, kind, text in self._parts),
            problems=tuple(self._problems),
            lacking=tuple(dict.fromkeys(self._lacking)),
        )

    def _read_signs(self) -> tuple[datetime | None, list[tuple[int, int]]]:
        """Read the words that begin with a sign.

        Returns:
            The date with a sign, and the position and number of words of the reminder, of which there is at
            most one.
        """
        due: datetime | None = None
        reminders: list[tuple[int, int]] = []
        at = 0
        while at < len(self._words):
            word, count = self._words[at].text, 1
            if word[0] == "\\" and word[1:].startswith((*KINDS, REMINDER, DUE)):
                self._bare.add(at)
            elif word[0] in self._known:
                self._read_name(at)
            elif word.startswith(DUE) and due is None:
                due, count = self._read_due(at)
            elif self._of_card and word[0] == REMINDER and word[1:2].isalnum() and not reminders:
                count = self._reminder_length(at)
                reminders.append((at, count))
            at += count
        return due, reminders

    def _take(self, at: int, kind: str, text: str, count: int = 1) -> None:
        self._taken |= set(range(at, at + count))
        self._parts.append((at, kind, text))

    def _takes_one(self, kind: str) -> str:
        """Return why another of a kind is too many, or ""."""
        if not self._ids[kind]:
            return ""
        if kind == "list":
            return "a card goes into one list"
        return "an item has one member" if kind == "member" and not self._of_card else ""

    def _read_name(self, at: int) -> None:
        """Read a label, a member or a list."""
        word = self._words[at].text
        kind, name = KINDS[word[0]], word[1:].strip('"').strip()
        if not name or (kind == "label" and name.isdecimal()):
            return
        if one_alone := self._takes_one(kind):
            self._problems.append(f"{word}: {one_alone}")
            return
        found = matching(name, self._known.get(word[0], ()))
        if len(found) == 1:
            self._ids[kind].append(found[0].id)
            self._take(at, kind, shown_name(word[0], found[0]))
            return
        if self._makes_labels and kind == "label" and not found and any(map(str.isalnum, name)):
            self._take(at, NEW_LABEL, name)
            return
        self._unknown.add(at)
        if found:
            self._problems.append(f"{word}: {' or '.join(shown_name(word[0], one) for one in found[:3])}?")
        else:
            self._report_missing(word[0], name)

    def _report_missing(self, sign: str, name: str) -> None:
        """Tell that there is no label, member or list of that name, or which was meant."""
        kind = KINDS[sign]
        if near := nearly(name, self._known.get(sign, ())):
            meant = " or ".join(f"{sign}{shown_name(sign, one)}" for one in near)
            self._problems.append(f"no {kind} {name}: {meant}?")
        else:
            self._problems.append(f"no {kind} {name} on this board")
            self._lacking.append(kind)

    def _read_due(self, at: int) -> tuple[datetime | None, int]:
        """Read a date that is marked as one, and return it with the number of its words."""
        words = [self._words[at].text.removeprefix(DUE).strip('"'), *self._following(at)]
        for count in range(len(words), 0, -1):
            if (date := self._date(" ".join(words[:count]))) is not None:
                self._take_due(at, words[:count], date)
                return date, count
        if words[0]:
            dated = [count for count in range(1, len(words) + 1) if find_date(words[:count]) == 0]
            said = " ".join(words[: max(dated, default=1)])
            self._problems.append(f"{DUE}{said}: no {'such ' if dated else ''}date")
        return None, 1

    def _read_end(self, reminders: set[int]) -> datetime | None:
        """Read a date at the end of the title."""
        signs = self._taken | self._unknown | reminders
        last = max((at for at in range(len(self._words)) if at not in signs), default=-1)
        first = max((at for at in signs if at < last), default=-1) + 1
        words = [self._words[at].text for at in range(first, last + 1)]
        at = find_date(words)
        if at == len(words):
            self._bare |= {
                first + at
                for at, word in enumerate(words)
                if word[0] == "\\" and find_date([word[1:], *words[at + 1 :]]) == 0
            }
            if last > 0 and SLASH.fullmatch(words[-1]) and self._date(words[-1]):
                self._parts.append((last, LEFT, f"{words[-1]}: {DUE}{words[-1]} sets it"))
            return None
        said = " ".join(words[at:])
        date = self._date(said)
        if date is None:
            self._problems.append(f"{said}: no such date")
        else:
            while at and words[at - 1].lower() in JOINING:
                at -= 1
            self._take_due(first + at, words[at:], date)
        return date

    def _take_due(self, at: int, words: list[str], date: datetime) -> None:
        """Take the words of a due date, which begin at ``at``; a range of times stays in the title, as a date has no end."""
        self._take(at, "due", due_time(date, self._now), len(words))
        start, end = find_times(words)
        if start < end:
            self._taken -= set(range(at + start, at + end))
            self._parts.append((at + start, LEFT, f"{' '.join(words[start:end])}: a date has no end"))

    def _reminder_length(self, at: int) -> int:
        """Return the number of words of the reminder at ``at``: a time before the due date, or else a date."""
        words = [self._words[at].text.removeprefix(REMINDER), *self._following(at)]
        said = {count: " ".join(words[:count]) for count in range(len(words), 0, -1)}
        before = (count for count, text in said.items() if read_before(text) is not None)
        dates = (count for count, text in said.items() if self._date(text) is not None)
        return next(before, 0) or next(dates, 1)  # of "!1h tomorrow" the due date is not a part

    def _read_reminder(self, at: int, count: int, due: datetime | None) -> int | None:
        """Return the minutes before ``due`` of the reminder at ``at``; None if it has no meaning."""
        said = " ".join(word.text for word in self._words[at : at + count]).removeprefix(REMINDER)
        before = read_before(said)
        if before is not None and due is not None:
            moment: datetime | None = due - timedelta(minutes=before)
        else:
            moment = self._date(said)
        if moment is None and before is None:
            self._problems.append(f"{REMINDER}{said}: no date")
        elif moment is None or due is None:
            self._problems.append(f"{REMINDER}{said}: a reminder needs a due date")
        elif (minutes := read_until(moment, due)) is None:
            self._problems.append(f"{REMINDER}{said}: after the due date")
        else:
            self._take(at, "reminder", day_time(moment, self._now), count)
            return minutes
        return None

    def _following(self, at: int) -> Iterator[str]:
        """Yield the words after ``at`` that may belong to a date which begins there."""
        for word in self._words[at + 1 : at + LONGEST]:
            if word.text[0] in {*KINDS, REMINDER, "\\", '"'} or word.text.startswith(DUE):
                return
            yield word.text

    def _date(self, text: str) -> datetime | None:
        try:
            date = read_due(text, self._now)
        except ValueError:
            return None
        return date if date is not None and date.year >= _EARLIEST else None

    def _title(self) -> str:
        """Return the unused words, with the original blanks before them."""
        title, end = "", 0
        for at, word in enumerate(self._words):
            if at not in self._taken:
                text = word.text[1:] if at in self._bare else word.text
                title += (self._text[end : word.start] if title else "") + text
            end = word.end
        return title


def shown_name(sign: str, one: NamedThing) -> str:
    """Return the name of a label, a member or a list for the user: of a member the username."""
    return (one.other or one.name) if sign == "@" else (one.name or one.other)


def offered_names(text: str, known: Known) -> list[str]:
    """Return the possible names for the sign at the end of ``text``, each with its sign; none without a sign."""
    begun = re.search(r"(?<!\S)[#@^]$", text)
    return (
        [] if begun is None else [f"{begun[0]}{shown_name(begun[0], one)}" for one in known.get(begun[0], ())]
    )


def complete_quick(text: str, known: Known) -> str:
    """Return ``text`` with the name at its end completed; unchanged if there is none, or nothing fits."""
    begun = re.search(r'(?<!\S)([#@^])("[^"]*|[^\s"]*)$', text)
    if begun is None:
        return text
    sign, typed = begun[1], begun[2].removeprefix('"')
    among = known.get(sign, ())
    found = next(iter((matching(typed, among) or nearly(typed, among)) if typed else among), None)
    if found is None:
        return text
    if sign == "@":
        found = by_username(found, among)
    name = shown_name(sign, found)
    first = next(iter(name.split()), "")
    # The beginning of a name is enough if only one begins so.
    bare = not begun[2].startswith('"') and (first == name or matching(first, among) == [found])
    written = first if bare else f'"{name}"'
    return f"{text[: begun.start()]}{sign}{written}"
