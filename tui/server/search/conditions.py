"""Conversion of a query to an SQL condition on cards: modifiers by rules, terms by the text index."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, and_, func, not_, or_, select

from tui.model.action import COMMENT
from tui.model.search import NUMBER_SIGNS, fold_text, number_sought
from tui.model.values.scalars import OBJECT_ID, format_instant
from tui.server.search.query import KINDS, MOST_PARTS, Modifier, Query, Term, words_of
from tui.server.search.words import ALL_KINDS, cards_with, cards_with_number
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.server.pipeline.call import Call

_MOST_IDS = 10_000

_NUMBER_SIGNS = f"{NUMBER_SIGNS}\u00a0\u2011"
"""What is written between the figures of a telephone number."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The caller of a search and the boards that it covers."""

    call: Call
    boards: ColumnElement[bool]

    def board_ids(self) -> Any:
        """Return the ids of the boards, as a subquery."""
        return select(db.boards.c.id).where(self.boards)


def cards_matching(scope: Scope, query: Query) -> ColumnElement[bool]:
    """Return the condition for cards that match ``query``."""
    chosen = [_negated(holds(scope, one), negated=one.negated) for one in query.modifiers]
    chosen += [not_(_has_text(scope, query, term, ALL_KINDS)) for term in query.terms if term.negated]
    found = [_has_text(scope, query, term, ALL_KINDS) for term in query.wanted]
    if number := number_sought(" ".join(term.text for term in query.wanted)):
        found = [or_(and_(*found), cards_with_number(number, _NUMBER_SIGNS))]
    return and_(db.cards.c.id_board.in_(scope.board_ids()), *chosen, *found)


def terms_in_name(scope: Scope, query: Query) -> ColumnElement[bool]:
    """Return the condition for cards whose names have every wanted term."""
    return and_(*[_has_text(scope, query, term, ("name",)) for term in query.wanted])


def holds(scope: Scope, modifier: Modifier) -> ColumnElement[bool]:
    """Return the condition for cards that match ``modifier``, ignoring its negation."""
    if modifier.name in KINDS:
        words = words_of(modifier.value)[:MOST_PARTS]
        return cards_with(scope.call.connection, words, KINDS[modifier.name], prefix=False)
    return _RULES[modifier.name](scope, modifier)


def _has_text(scope: Scope, query: Query, term: Term, kinds: tuple[str, ...]) -> ColumnElement[bool]:
    return cards_with(scope.call.connection, term.words, kinds, prefix=query.is_prefix(term))


def _negated(condition: ColumnElement[bool], *, negated: bool) -> ColumnElement[bool]:
    return not_(condition) if negated else condition


def _board(scope: Scope, modifier: Modifier) -> ColumnElement[bool]:
    table = db.boards.c
    rows = scope.call.connection.execute(select(table.id, table.name, table.short_link).where(scope.boards))
    value = modifier.value
    idents = [row.id for row in rows if value in {row.id, row.short_link} or _named(row.name, value)]
    return db.cards.c.id_board.in_(idents)


def _list(scope: Scope, modifier: Modifier) -> ColumnElement[bool]:
    table = db.lists.c
    if OBJECT_ID.fullmatch(modifier.value.lower()):
        return db.cards.c.id_list == modifier.value.lower()
    names = select(table.name).where(table.id_board.in_(scope.board_ids())).distinct()
    meant = [name for name in scope.call.connection.scalars(names) if _named(name, modifier.value)]
    inside = select(table.id).where(table.name.in_(meant[:_MOST_IDS]), table.id_board.in_(scope.board_ids()))
    return db.cards.c.id_list.in_(inside)


def _label(scope: Scope, modifier: Modifier) -> ColumnElement[bool]:
    """Match labels by name or colour: ``label:red`` matches red labels, and labels whose name is red."""
    table, on_cards = db.labels.c, db.card_labels.c
    kinds = select(table.name, table.color).where(table.id_board.in_(scope.board_ids())).distinct()
    names = {row.name for row in scope.call.connection.execute(kinds) if _named(row.name, modifier.value)}
    same = or_(
        table.name.in_(sorted(names)[:_MOST_IDS]),
        table.color == modifier.value.lower().replace(" ", "_"),
        table.id == modifier.value,
    )
    labelled = select(on_cards.id_card).join(db.labels).where(same, table.id_board.in_(scope.board_ids()))
    return db.cards.c.id.in_(labelled)


def _member(scope: Scope, modifier: Modifier) -> ColumnElement[bool]:
    table, on = db.members.c, db.card_members.c
    name = modifier.value
    if name.lower() == "me":
        who = table.id == scope.call.me
    elif OBJECT_ID.fullmatch(name.lower()):
        who = table.id == name.lower()
    else:
        who = or_(func.lower(table.username) == name.lower(), table.full_name.in_(_names_like(scope, name)))
    return db.cards.c.id.in_(select(on.id_card).join(db.members).where(who))


def _names_like(scope: Scope, name: str) -> list[str]:
    """Return full names of people on the boards in which the words of ``name`` follow each other."""
    mine = db.memberships.c
    names = select(db.members.c.full_name).join(db.memberships).where(mine.id_board.in_(scope.board_ids()))
    wanted = words_of(name)
    found = set(scope.call.connection.scalars(names.distinct()))
    return sorted(one for one in found if _contains(words_of(one), wanted))[:_MOST_IDS]


def _due(scope: Scope, modifier: Modifier) -> ColumnElement[bool]:
    due, now = db.cards.c.due, scope.call.stamp
    match modifier.value:
        case "complete" | "incomplete":
            return and_(due.is_not(None), db.cards.c.due_complete.is_(modifier.value == "complete"))
        case "overdue":
            return and_(due.is_not(None), due < now, db.cards.c.due_complete.is_(False))
        case _:
            end = format_instant(scope.call.now + timedelta(days=modifier.days or 0))
            return and_(due.is_not(None), due >= now, due <= end)


def _created(scope: Scope, modifier: Modifier) -> ColumnElement[bool]:
    since = scope.call.now - timedelta(days=modifier.days or 0)
    return db.cards.c.id >= f"{max(0, int(since.timestamp())):08x}{'0' * 16}"


def _edited(scope: Scope, modifier: Modifier) -> ColumnElement[bool]:
    since = format_instant(scope.call.now - timedelta(days=modifier.days or 0))
    last = db.cards.c.date_last_activity
    return and_(last.is_not(None), last >= since)


def _is(scope: Scope, modifier: Modifier) -> ColumnElement[bool]:
    card = db.cards.c
    match modifier.value:
        case "open":
            return and_(card.closed.is_(False), card.id_list.in_(_lists(closed=False)))
        case "archived":
            return or_(card.closed.is_(True), card.id_list.in_(_lists(closed=True)))
        case "starred":
            star = db.board_stars.c
            return card.id_board.in_(select(star.id_board).where(star.id_member == scope.call.me))
        case "template":
            return card.is_template.is_(True)
        case _:
            return _due(scope, Modifier("due", "overdue", modifier.text))


def _lists(*, closed: bool) -> Any:
    return select(db.lists.c.id).where(db.lists.c.closed.is_(closed))


_COMMENTED = select(db.actions.c.id_card).where(
    db.actions.c.type == COMMENT, db.actions.c.id_card.is_not(None)
)
_HAVING: dict[str, ColumnElement[bool]] = {
    "attachments": db.cards.c.id.in_(select(db.attachments.c.id_card)),
    "checklists": db.cards.c.id.in_(select(db.checklists.c.id_card)),
    "comments": db.cards.c.id.in_(_COMMENTED),
    "cover": or_(
        db.cards.c.id_attachment_cover.is_not(None), db.cards.c.cover["color"].as_string().is_not(None)
    ),
    "description": db.cards.c.desc != "",
    "due": db.cards.c.due.is_not(None),
    "members": db.cards.c.id.in_(select(db.card_members.c.id_card)),
    "stickers": db.cards.c.id.in_(select(db.stickers.c.id_card)),
}


def _has(_scope: Scope, modifier: Modifier) -> ColumnElement[bool]:
    return _HAVING[modifier.value]


_RULES: dict[str, Callable[[Scope, Modifier], ColumnElement[bool]]] = {
    "board": _board,
    "list": _list,
    "label": _label,
    "member": _member,
    "due": _due,
    "created": _created,
    "edited": _edited,
    "is": _is,
    "has": _has,
}


def _named(name: str, value: str) -> bool:
    """Return whether ``name`` equals ``value``, or has its words in sequence, the last perhaps as a beginning."""
    wanted = words_of(value)
    return fold_text(name) == fold_text(value) or _contains(words_of(name), wanted)


def _contains(words: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Return whether ``wanted`` is not empty and a contiguous part of ``words``, the last perhaps as a beginning."""
    count = len(wanted)
    return count > 0 and any(
        _matches_phrase(words[start : start + count], wanted) for start in range(len(words) - count + 1)
    )


def _matches_phrase(words: Iterable[str], wanted: tuple[str, ...]) -> bool:
    *first, last = words
    return tuple(first) == wanted[:-1] and last.startswith(wanted[-1])
