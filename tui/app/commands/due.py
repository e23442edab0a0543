"""Commands that set, complete and clear due dates, from the board and from the open card."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

from tui.app.commands.command import Choice, Command, CommandType, Context
from tui.app.commands.writing import submit_each
from tui.errors import UsageError

if TYPE_CHECKING:
    from tui.model.card import Card, CardFace, PlacedCard
    from tui.model.checklist import CheckItem
    from tui.model.writes.base import Write

T = TypeVar("T")

_WATCH, _MEMBERS = "watch", "members"
"""Who is reminded of a card: this user too, who watches it then, or only its members."""


class DueContext(Context, Protocol):
    """A screen with a clock."""

    def now(self) -> datetime:
        """Return the current time."""


class _Due(Command[DueContext]):
    """A command on the dates of cards."""

    group = "Card"
    needs = "cards"


async def _update(
    context: DueContext,
    cards: Sequence[CardFace],
    items: Sequence[PlacedCard] = (),
    watch: Collection[str] = (),
    **changes: Any,
) -> str:
    """Change the cards, each on its own board; return how many, if several, and which were left out and why.

    The cards with an id in ``watch`` are watched too.
    """
    from tui.model.writes.cards import UpdateCard

    known = {card.id: context.workspace.cards.get(card.id) for card in cards}
    # A deleted card is on no board; it is reported as left out.
    writes: list[Write] = [
        UpdateCard(
            board_id="" if card is None else card.id_board,
            card_id=ident,
            **changes,
            **({"subscribed": True} if ident in watch else {}),
        )
        for ident, card in known.items()
    ]
    writes += update_items(context, items, **changes)
    about = [*cards, *(item.face for item in items)]
    done = await submit_each(context, writes, about)
    return f" · {done.cards}{done.left}" if len(about) > 1 and not items else done.left


def update_items(context: Context, items: Sequence[PlacedCard], **changes: Any) -> list[Write]:
    """Return the writes that change checklist items; those that are gone are left out."""
    # Imported here, so that the first paint need not wait for it.
    from tui.model.writes.checklists import UpdateCheckItem

    return [
        UpdateCheckItem(
            board_id=row.board_id,
            card_id=row.face.id,
            checklist_id=item.id_checklist,
            item_id=item.id,
            **changes,
        )
        for row in items
        if (item := _item(context, row)) is not None
    ]


def _item(context: Context, row: PlacedCard) -> CheckItem | None:
    """Return the checklist item of a row; None if it is gone."""
    checklists = context.workspace.cards.checklists(row.face.id)
    return next((item for one in checklists for item in one.check_items if item.id == row.item), None)


class _Date(_Due):
    """A command that asks for a date."""

    asks = True
    said: ClassVar[str]
    field: ClassVar[str]

    async def run(self, context: DueContext) -> None:
        """Ask for the date, with the current one selected, and set it."""
        await self._ask(context)

    async def _ask(self, context: DueContext, items: Sequence[PlacedCard] = ()) -> None:
        """Ask for the date of the cards, and of checklist ``items``, and set it."""
        # Imported here, so that the first paint need not wait for it.
        from tui.presentation.due import EXAMPLES, read_date, read_due

        cards, now = tuple(context.cards), context.now()
        from tui.presentation.timestamps import day_time

        def said(text: str) -> str:
            found = read_date(text, now)
            date, note = found.moment, f" · {found.note}" if found.note else ""
            if date is None:
                return f"no {self.said} date"
            # A date in the past may have been meant for next year.
            said = f"{_typed(date)}, past" if date < now else day_time(date, now)
            return f"{self.said} {said}{note}"

        left: list[str] = []

        async def set_it(text: str) -> None:
            try:
                changes: dict[str, Any] = {self.field: read_due(text, now)}
            except ValueError as error:
                raise UsageError(str(error)) from error
            if text != current:
                left.append(await _update(context, cards, items, **changes))

        current = self._common_date(context, [card.id for card in cards], items)
        count, of = len(cards) + len(items), "rows" if items else "cards"
        title = self.said.capitalize() if count == 1 else f"{self.said.capitalize()} of {count} {of}"
        text = await context.prompt(
            title,
            date_from=now,
            offer=current,
            placeholder=EXAMPLES,
            reads=said,
            attempt=set_it,
            blank=bool(current),
        )
        if text is not None and text != current:
            context.tell(f"{said(text)}{''.join(left)}", undo=True)

    def _common_date(
        self, context: DueContext, card_ids: Sequence[str], items: Sequence[PlacedCard] = ()
    ) -> str:
        """Return the date that all cards and items share, in the form in which it is typed; "" if they differ."""
        known: list[Card | CheckItem | None] = [context.workspace.cards.get(card_id) for card_id in card_ids]
        known += [_item(context, row) for row in items]
        date = _shared({getattr(card, self.field) for card in known if card is not None})
        return "" if date is None else _typed(date)


def _shared(values: Collection[T]) -> T | None:
    """Return the value that all have; None if they differ."""
    return next(iter(values)) if len(values) == 1 else None


def _typed(date: datetime) -> str:
    """Return a date in the form in which it is typed: ``Sun 1 Feb 2026 17:00``."""
    from tui.model.values.scalars import local_time

    local = local_time(date)
    return f"{local:%a} {local.day} {local:%b %Y %H:%M}"


class Due(_Date):
    """Set when the card is due, as you would say it: fri 17:00, +3d, 24 Nov."""

    keys = ("D",)
    said = field = "due"


class Start(_Date):
    """Set when work on the card starts."""

    keys = ("g d",)
    said = field = "start"
    hint = "start date"


class _Dated(_Due):
    """A command for cards that have a due date."""

    @staticmethod
    def suits(card: CardFace) -> bool:
        """Return whether the command acts on a card."""
        return bool(card.due)

    def refuse(self, context: DueContext) -> str | None:
        """Refuse if none of the cards has a due date."""
        if (reason := super().refuse(context)) is not None:
            return reason
        if any(map(self.suits, context.cards)):
            return None
        if all(card.template for card in context.cards):
            return "a template is never due: what is copied from it is"
        return f"no due date: {context.key_names['due']} sets one"


class Reminder(_Dated):
    """Set how long before its due date the card reminds you."""

    asks = True
    keys = ("g e",)
    hint = "reminder"

    async def run(self, context: DueContext) -> None:
        """Ask how long before, and set the reminder."""
        cards = [card for card in context.cards if card.due]
        stored = _stored(context, cards)
        held, dues = {card.due_reminder for card in stored}, {card.due for card in stored}
        now = None if (shared := _shared(held)) is None else int(shared)

        def typed(text: str) -> list[Choice]:
            return _typed_reminder(text, dues, context.now())

        title = "Remind · type 90 min, fri 9am"
        at = None if now is None else str(now)
        chosen = await context.choose(title, _offered_reminders(now), at=at, more=typed)
        if chosen is None:
            return
        if int(chosen) < 0 and held <= {None, -1}:
            context.tell("no reminder is set")
        else:
            await self._set(context, cards, int(chosen))

    async def _set(self, context: DueContext, cards: Sequence[CardFace], before: int) -> None:
        """Set the reminder so many minutes before; below 0 for none."""
        from tui.model.values.reminder import before_words

        others = [] if before < 0 else _not_mine(context, cards)
        whom = await self._ask_whom(context) if others else _MEMBERS
        if whom is None:
            return
        watch = others if whom == _WATCH else []
        left = await _update(context, cards, watch=watch, due_reminder=before)
        words = "no reminder" if before < 0 else f"reminds {before_words(before)}"
        if others:
            words += " · watched" if watch else " · its members, not you"
        context.tell(f"{words}{left}", undo=True)

    async def _ask_whom(self, context: DueContext) -> str | None:
        """Ask whether to watch the cards, as otherwise the reminder does not reach this user."""
        return await context.choose(
            "Only members and who watches are reminded, you are neither",
            [
                Choice(_WATCH, "watch it, to be reminded too"),
                Choice(_MEMBERS, "remind only its members"),
            ],
        )


def _offered_reminders(now: int | None) -> list[Choice]:
    """Return the usual times before a due date, and the one that is set ``now``."""
    # Imported here, so that the first paint need not wait for it.
    from tui.model.values.reminder import OFFERED, before_words

    offered = {*OFFERED} if now is None else {*OFFERED, now}
    return [
        Choice(str(each), before_words(each), "set now" if each == now else "") for each in sorted(offered)
    ]


def _typed_reminder(text: str, dues: Collection[datetime | None], now: datetime) -> list[Choice]:
    """Return the choice that a text means: a time before the due date, or for cards of one due date a moment.

    Raises:
        ValueError: It is a moment at which the cards cannot remind.
    """
    from tui.model.values.reminder import before_words, read_before, read_until
    from tui.presentation.due import read_due
    from tui.presentation.timestamps import day_time

    if (minutes := read_before(text)) is not None:
        return [Choice(str(minutes), before_words(minutes))]
    try:
        moment = read_due(text, now)
    except ValueError:
        # Perhaps it is not typed to its end.
        return []
    due, *others = dues
    if moment is None or due is None:
        return []
    if others:
        raise ValueError("these cards are due at different times: type how long before, such as 2h")
    if (minutes := read_until(moment, due)) is None:
        raise ValueError(f"{day_time(moment, now)} is after it is due, {day_time(due, now)}")
    return [Choice(str(minutes), day_time(moment, now), before_words(minutes))]


def _not_mine(context: DueContext, cards: Sequence[CardFace]) -> list[str]:
    """Return the ids of cards whose reminders do not reach this user, who is no member and does not watch them."""
    if (me := context.workspace.access.me()) is None:
        return []
    return [
        card.id for card in _stored(context, cards) if me.id not in card.id_members and not card.subscribed
    ]


def _stored(context: DueContext, cards: Sequence[CardFace]) -> list[Card]:
    """Return what the store has of cards; those that are gone are left out."""
    return [card for face in cards if (card := context.workspace.cards.get(face.id)) is not None]


class DueMet(_Dated):
    """Mark the due date as met, or as not met."""

    keys = ("x",)
    quick = True

    @staticmethod
    def suits(card: CardFace) -> bool:
        """Return whether a card has a due date, or is done without one, which other clients may say."""
        return bool(card.due) or card.due_complete

    async def run(self, context: DueContext) -> None:
        """Mark all due dates as met, or as not met if all were met already."""
        cards = [card for card in context.cards if self.suits(card)]
        met = not all(card.due_complete for card in cards)
        left = await _update(context, cards, due_complete=met)
        said = f"due date {'met' if met else 'not met'}" if any(card.due for card in cards) else "not done"
        context.tell(f"{said}{left}", undo=True)


DUE: tuple[CommandType, ...] = (Due, DueMet, Start, Reminder)
