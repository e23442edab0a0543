"""Arrive: take in what the service said, pending writes staying visible on top of it."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tui.model.board import Board, BoardList
from tui.model.card import Card
from tui.model.fields import Frozen, field
from tui.model.writes.base import INBOX, Key
from tui.store.outbox import rebase
from tui.store.tables import rows
from tui.store.tables.catalogue import TABLES
from tui.store.tables.members import know_me, take_members

if TYPE_CHECKING:
    from tui.model.action import Comment
    from tui.model.change import Noun
    from tui.model.checklist import Checklist
    from tui.model.label import Label
    from tui.model.member import Member, Membership
    from tui.model.notification import Notification
    from tui.store.db import Transaction

SOME = 20
"""As many may vanish at once without a second look …"""

SHARE = 0.3
"""… or this share of what was there, whichever is more."""


class Complete(Frozen):
    """Ids of everything there is on a board, read to the end: what is not named has vanished.

    Attributes:
        lists: Every list, the archived ones too; None when they were not read to the end. So for the others.
        cards: The cards: all of them, or the open ones when ``closed_too`` is False.
        comments: By card id, all its comments.
        closed_too: Whether ``cards`` names the archived ones.
        confirmed: Set when a second reading said the same: then even a mass vanishing is believed.
    """

    board_id: str
    lists: frozenset[str] | None = None
    cards: frozenset[str] | None = None
    labels: frozenset[str] | None = None
    checklists: frozenset[str] | None = None
    comments: Mapping[str, frozenset[str]] = field(default_factory=lambda: MappingProxyType({}))
    closed_too: bool = False
    confirmed: bool = False


class Arrived(Frozen):
    """What the service said.

    Attributes:
        members_of: Board whose members and roles ``members`` and ``memberships`` are, all of them; "" when
            none were read.
        me: Who this account is.
        complete: What is known to be all there is.
        gone: (noun, id) of things the service says are not there any more.
        gone_from: Board that ``gone`` says this of; what is known to be on another by now stays. "" for any.
        since: ``Store.mark()`` from before the service was asked. What was heard later than that is newer
            than this, and is left alone. None takes everything in.
    """

    boards: tuple[Board, ...] = ()
    lists: tuple[BoardList, ...] = ()
    labels: tuple[Label, ...] = ()
    cards: tuple[Card, ...] = ()
    checklists: tuple[Checklist, ...] = ()
    comments: tuple[Comment, ...] = ()
    notifications: tuple[Notification, ...] = ()
    members_of: str = ""
    members: tuple[Member, ...] = ()
    memberships: tuple[Membership, ...] = ()
    me: Member | None = None
    complete: Complete | None = None
    gone: tuple[tuple[Noun, str], ...] = ()
    gone_from: str = ""
    since: int | None = None


class Arrival(Frozen):
    """What came of it.

    Attributes:
        changed: Things that are different now.
        outdone: Cards that were left alone, because something newer was heard of them: what came is not all
            of either, so they are worth another reading.
        removed: Things that vanished.
        held_back: Things that would have vanished, too many to believe at once: read again, and say
            ``confirmed`` if they are still missing.
    """

    changed: int = 0
    removed: int = 0
    held_back: int = 0
    outdone: frozenset[str] = frozenset()


def take_in(tx: Transaction, arrived: Arrived, *, but: Collection[Key] = ()) -> Arrival:
    """Take it in, ``but`` these; one transaction is the caller's."""
    pending = _pending(tx)
    if arrived.me is not None:
        know_me(tx, arrived.me)
    if arrived.members_of:
        take_members(tx, arrived.members_of, arrived.members, arrived.memberships)
    changed, counted, outdone = 0, set[str](), set[str]()
    for noun, value in _things(tx, arrived):
        if (noun, value.id) in but:
            continue
        old = _known_of(tx, noun, value)
        if _outdone(tx, old, arrived.since):
            outdone |= _card_of(noun, value)
        elif _take(tx, noun, value, pending, old):
            changed += 1
            counted |= {TABLES[noun].home(value)[1]} if noun == "checklists" else set()
    removed = sum(_remove(tx, noun, ident, arrived.gone_from) for noun, ident in arrived.gone)
    held_back = 0
    if arrived.complete is not None:
        vanished, held_back = _vanished(tx, arrived.complete, arrived.since, pending)
        removed += sum(_remove(tx, noun, ident) for noun, ident in vanished)
    _count_again(tx, counted)
    return Arrival(changed, removed, held_back, frozenset(outdone))


def _things(tx: Transaction, arrived: Arrived) -> Iterator[tuple[Noun, Any]]:
    """Everything that arrived, parts before the cards that count them, but what was deleted since."""
    parts: tuple[tuple[Noun, Iterable[Any]], ...] = (
        ("boards", arrived.boards),
        ("lists", arrived.lists),
        ("labels", arrived.labels),
        ("checklists", arrived.checklists),
        ("comments", arrived.comments),
        ("notifications", arrived.notifications),
        ("cards", arrived.cards),
    )
    buried = rows.buried(tx, arrived.since)
    for noun, values in parts:
        for value in values:
            if (noun, value.id) not in buried:
                yield noun, value


def _card_of(noun: Noun, value: Any) -> set[str]:
    """The card to be read again for the sake of ``value``; lists and labels are read at every look."""
    return {"cards": {value.id}, "checklists": {getattr(value, "id_card", "")}}.get(noun, set())


def _known_of(tx: Transaction, noun: Noun, value: Any) -> Any:
    """(the service's word so far, when it was heard) of a thing, or None."""
    return tx.one("SELECT base, heard FROM docs WHERE noun = ? AND id = ?", noun, value.id)


def _outdone(tx: Transaction, old: Any, since: int | None) -> bool:
    """Whether a thing was heard of after ``since``, and not in this very transaction."""
    return old is not None and since is not None and since < old[1] != tx.version


def _pending(tx: Transaction) -> frozenset[str]:
    """Entities with pending writes; "*" among them when a label is being deleted (it is on any card)."""
    found = tx.rows(f"SELECT DISTINCT entity, kind FROM outbox WHERE {rows.IS_PENDING}")
    anywhere = {"*"} if any(kind in rebase.UNNAMED["cards"] for _, kind in found) else set[str]()
    return frozenset(anywhere | {ident for ident, _ in found})


def _take(tx: Transaction, noun: Noun, value: Any, pending: frozenset[str], old: Any) -> bool:
    table = TABLES[noun]
    value = _completed(value, None if old is None else old[0])
    if old is not None and old[0] == rows.text_of(value):
        return False
    rows.set_base(tx, table, value.id, value)
    owner = _owner(table, value)
    if owner in pending or ("*" in pending and noun == "cards"):
        rebase.refresh(tx, (noun, value.id), owner)
    else:
        rows.show(tx, table, value.id, value, value)
        rebase.tell(tx, noun, value, value.id, owner if owner != value.id else "")
    return True


def _completed(value: Any, heard: str | None) -> Any:
    """``value`` with what the answer to a write leaves out: whether a board is starred, a card's attachments."""
    if heard is None:
        return value
    match value:
        case Board():
            said = value.said()
            return rows.read(Board, json.dumps({**json.loads(heard), **said}))
        case Card() if "attachments" not in value.given_fields:
            return value.but(attachments=rows.read(Card, heard).attachments)
        case _:
            return value


def _owner(table: rows.Table[Any], value: Any) -> str:
    """The entity whose pending writes change ``value``."""
    if table.noun == "notifications":
        return INBOX
    return table.home(value)[1] if table.noun in {"checklists", "comments"} else str(value.id)


def _count_again(tx: Transaction, card_ids: set[str]) -> None:
    """Cards whose checklists arrived, or went, show how many items they have."""
    for ident in card_ids:
        if tx.one("SELECT 1 FROM cards WHERE id = ?", ident) is not None:
            rebase.refresh(tx, ("cards", ident))


def _remove(tx: Transaction, noun: Noun, ident: str, board_id: str = "") -> int:
    """The service has no such thing (any more), or not on that board."""
    row = tx.one(
        "SELECT parent_id, base FROM docs WHERE noun = ? AND id = ? AND base IS NOT NULL", noun, ident
    )
    table = TABLES[noun]
    if row is None or (board_id and table.home(rows.read(table.model, row[1]))[0] != board_id):
        return 0
    rows.set_base(tx, table, ident, None)
    part = noun in {"checklists", "comments"}
    rebase.refresh(tx, (noun, ident), row[0] if part else "")
    if noun == "cards":
        rebase.forget_parts(tx, ident)
    if noun == "checklists":
        _count_again(tx, {row[0]})
    return 1


def _vanished(
    tx: Transaction, complete: Complete, since: int | None, pending: frozenset[str]
) -> tuple[list[tuple[Noun, str]], int]:
    """(what has vanished, how many things more would have but are too many to believe)."""
    gone: list[tuple[Noun, str]] = []
    held_back = 0
    named: tuple[tuple[Noun, frozenset[str] | None], ...] = (
        ("checklists", complete.checklists),
        ("labels", complete.labels),
        ("cards", complete.cards),
        ("lists", complete.lists),
    )
    for noun, there in named:
        if there is None:
            continue
        known = _known(tx, noun, complete, since, pending)
        missing = [ident for ident in known if ident not in there]
        if len(missing) > max(SOME, SHARE * len(known)) and not complete.confirmed:
            held_back += len(missing)
        else:
            gone += [(noun, ident) for ident in missing]
    for card_id, there in complete.comments.items():
        found = tx.rows(
            "SELECT id FROM docs WHERE noun = 'comments' AND parent_id = ? AND base IS NOT NULL AND heard <= ?",
            card_id,
            since if since is not None else tx.version,
        )
        gone += [("comments", ident) for (ident,) in found if ident not in there]
    return gone, held_back


def _known(
    tx: Transaction, noun: Noun, complete: Complete, since: int | None, pending: frozenset[str]
) -> list[str]:
    """Things of the service on a board that were there when it was asked."""
    open_cards = noun == "cards" and not complete.closed_too
    found = tx.rows(
        f"SELECT d.id FROM docs AS d LEFT JOIN {noun} AS v ON v.id = d.id WHERE d.noun = ? AND d.board_id = ?"
        f" AND d.base IS NOT NULL AND d.heard <= ?{' AND coalesce(v.closed, 0) = 0' if open_cards else ''}",
        noun,
        complete.board_id,
        since if since is not None else tx.version,
    )
    # A card whose archiving or restoring is still to be sent is shown as the service has it not.
    return [ident for (ident,) in found if not (open_cards and ident in pending)]
