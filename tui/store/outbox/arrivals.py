"""Arrivals: data from the service merged into the store, with pending writes still shown on top."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tui.model.board import Board, BoardList
from tui.model.card import Card
from tui.model.values.fields import Frozen, field
from tui.model.writes.base import INBOX, Key
from tui.store.outbox import rebase
from tui.store.tables import rows
from tui.store.tables.card_rows import add_unknown, rightly_counted, unknown
from tui.store.tables.catalogue import TABLES
from tui.store.tables.forget import forget_parts
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
"""Things that may vanish at once without a second reading; see SHARE."""

SHARE = 0.3
"""Share of the known things that may vanish at once without a second reading; the larger of both counts."""


class Complete(Frozen):
    """The ids of everything on a board, read to the end; unlisted things have vanished.

    Attributes:
        lists: Every list, including archived ones; None if not read to the end. The same holds for the other
            fields.
        cards: All cards, or only the open ones if ``closed_too`` is False.
        closed_too: Whether ``cards`` includes archived ones.
        confirmed: True if a second read agreed; then even a mass vanishing is accepted.
    """

    board_id: str
    lists: frozenset[str] | None = None
    cards: frozenset[str] | None = None
    labels: frozenset[str] | None = None
    checklists: frozenset[str] | None = None
    comments: Mapping[str, frozenset[str]] = field(default_factory=lambda: MappingProxyType({}))
    closed_too: bool = False
    confirmed: bool = False


class Told(Frozen):
    """What a service tells of the changes on a board.

    Attributes:
        replaced: (id, text) of each text that somebody replaced.
        named: Ids of the cards, checklists, items and comments that it tells of; one that is missing was deleted or
            moved away.
        away: Lists that were archived or moved to another board, with their cards.
    """

    replaced: frozenset[tuple[str, str]] = frozenset()
    named: frozenset[str] = frozenset()
    away: frozenset[str] = frozenset()

    def explains_absence(self, doc: Mapping[str, Any]) -> bool:
        """Return whether this tells why a thing, given as stored, is gone."""
        return doc["id"] in self.named or doc.get("idList") in self.away

    def explains(self, key: tuple[str, str], text: str, left: Collection[tuple[str, str]]) -> bool:
        """Return whether this tells why a text is not there any more: it was replaced, or its thing deleted.

        Args:
            key: The thing's id, and the name of its field.
            text: The text.
            left: The keys of what is still there.
        """
        ident, field = key
        gone = field == "name" and key not in left and ident in self.named
        return gone or (ident, text) in self.replaced


class Arrived(Frozen):
    """Data that the service sent.

    Attributes:
        members_of: Board whose members and roles ``members`` and ``memberships`` list in full; "" if none
            were read.
        me: The account's own member.
        complete: The ids of everything on a board, if read to the end.
        gone: (noun, id) of things that the service reports as gone.
        told: What the service told of changes, if nothing else may take away what users typed; None if it may.
        older: By board that was put back to an older state, what the service tells of changes since. What they do not
            explain is lost, and is kept as conflicts.
        gone_from: Board that ``gone`` is about; things now known to be on another board stay. "" for any.
        since: ``Store.mark()`` from before the request. Things received later are newer than this data, and
            are not changed. None accepts everything.
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
    told: Told | None = None
    older: Mapping[str, Told] = field(default_factory=lambda: MappingProxyType({}))
    since: int | None = None


class Unexplained(Exception):
    """The store was not changed: whether the service was put back has to be found out first.

    Attributes:
        boards: The boards of what would be taken away.
    """

    def __init__(self, boards: Iterable[str]) -> None:
        super().__init__(*boards)
        self.boards = frozenset(boards)


class Arrival(Frozen):
    """The result of storing received data.

    Attributes:
        changed: Number of things that changed.
        outdone: Cards that were not changed, because newer data was received. Neither read is complete, so
            they should be reread.
        held_back: Number of missing things that are too many to accept at once; reread, and set ``confirmed``
            if they are still missing.
    """

    changed: int = 0
    removed: int = 0
    held_back: int = 0
    outdone: frozenset[str] = frozenset()


Compare = Callable[["Noun", str, Any], None]
"""Called with a thing's noun, its state at the service as stored, and what that becomes; None if it is gone."""


def take_in(
    tx: Transaction, arrived: Arrived, *, but: Collection[Key] = (), compare: Compare | None = None
) -> Arrival:
    """Merge arrived data into the store, except the keys in ``but``, inside the caller's transaction.

    ``compare`` is called before each change of what the service had.
    """
    pending = _pending(tx, arrived)
    if arrived.me is not None:
        know_me(tx, arrived.me)
    if arrived.members_of:
        take_members(tx, arrived.members_of, arrived.members, arrived.memberships)
    skipped = rows.deleted_since(tx, arrived.since) | frozenset(but)
    new = frozenset[Key]() if "*" in pending else _add_new_cards(tx, arrived, skipped)
    skipped |= new
    changed, counted, outdone = len(new), set[str](), set[str]()
    for noun, value in _things(arrived):
        if (noun, value.id) in skipped:
            continue
        old = _base_of(tx, noun, value)
        if _is_outdated(tx, old, arrived.since):
            outdone |= _card_of(noun, value)
        elif _take(tx, noun, value, pending, old, compare):
            changed += 1
            counted |= {TABLES[noun].home(value)[1]} if noun == "checklists" else set()
    removed = sum(_remove(tx, noun, ident, arrived.gone_from, compare) for noun, ident in arrived.gone)
    held_back = 0
    if arrived.complete is not None:
        vanished, held_back = _vanished(tx, arrived.complete, arrived.since)
        removed += sum(_remove(tx, noun, ident, "", compare) for noun, ident in vanished)
    _refresh_counts(tx, counted)
    return Arrival(changed, removed, held_back, frozenset(outdone))


def _add_new_cards(tx: Transaction, arrived: Arrived, skipped: frozenset[Key]) -> frozenset[Key]:
    """Store the cards of which nothing is here, nor arrived with them; return their keys."""
    if not arrived.cards:
        return frozenset()
    parts = {each.id_card for each in arrived.checklists}
    new = unknown(
        tx, (card for card in arrived.cards if ("cards", card.id) not in skipped and card.id not in parts)
    )
    if new:
        add_unknown(tx, new.values())
    return frozenset(("cards", ident) for ident in new)


def _things(arrived: Arrived) -> Iterator[tuple[Noun, Any]]:
    """Yield every received thing; parts come before the cards that count them."""
    parts: tuple[tuple[Noun, Iterable[Any]], ...] = (
        ("boards", arrived.boards),
        ("lists", arrived.lists),
        ("labels", arrived.labels),
        ("checklists", arrived.checklists),
        ("comments", arrived.comments),
        ("notifications", arrived.notifications),
        ("cards", arrived.cards),
    )
    for noun, values in parts:
        for value in values:
            yield noun, value


def _card_of(noun: Noun, value: Any) -> set[str]:
    """Return the card to reread because of ``value``; lists and labels are read in every pull."""
    return {"cards": {value.id}, "checklists": {getattr(value, "id_card", "")}}.get(noun, set())


def _base_of(tx: Transaction, noun: Noun, value: Any) -> Any:
    """Return a thing's (base, version in which it was received), or None."""
    return tx.one("SELECT base, heard FROM docs WHERE noun = ? AND id = ?", noun, value.id)


def _is_outdated(tx: Transaction, old: Any, since: int | None) -> bool:
    """Return whether a thing was received after ``since``, but not in this very transaction."""
    return old is not None and since is not None and since < old[1] != tx.draw_version()


def _pending(tx: Transaction, arrived: Arrived) -> frozenset[str]:
    """Return the entities of what arrived that have pending writes, and "*" while a label, possibly on any card, is being deleted.

    Not all that waits is read: each answer to one of ten thousand waiting writes arrives here.
    """
    owners = {_owner(TABLES[noun], value) for noun, value in _things(arrived)}
    found = tx.rows(
        f"SELECT DISTINCT entity FROM outbox WHERE entity IN (SELECT value FROM json_each(?)) AND {rows.IS_PENDING}",
        json.dumps(list(owners)),
    )
    kinds = json.dumps(rebase.UNNAMED["cards"])
    deletes_label = tx.one(
        f"SELECT 1 FROM outbox WHERE kind IN (SELECT value FROM json_each(?)) AND {rows.IS_PENDING} LIMIT 1",
        kinds,
    )
    return frozenset({ident for (ident,) in found} | ({"*"} if deletes_label else set()))


def _take(
    tx: Transaction, noun: Noun, value: Any, pending: frozenset[str], old: Any, compare: Compare | None
) -> bool:
    table = TABLES[noun]
    before = None if old is None else old[0]
    value = _complete(value, before)
    if before is not None:
        if before == rows.text_of(value):
            return False
        if compare is not None:
            compare(noun, before, value)
    rows.set_base(tx, table, value.id, value)
    owner = _owner(table, value)
    if owner in pending or ("*" in pending and noun == "cards"):
        rebase.refresh(tx, (noun, value.id), owner)
    else:
        rows.show(tx, table, value.id, value, value, new=old is None)
        rebase.record_change(tx, noun, value, value.id, owner if owner != value.id else "")
    return True


def _complete(value: Any, heard: str | None) -> Any:
    """Complete ``value`` by the fields that an answer to a write omits: a board's star, a card's attachments."""
    if heard is None:
        return value
    match value:
        case Board():
            said = value.wire_given()
            return rows.read(Board, json.dumps({**json.loads(heard), **said}))
        case Card() if "attachments" not in value.given_fields:
            return value.replace(attachments=rows.read(Card, heard).attachments)
        case _:
            return value


def _owner(table: rows.Table[Any], value: Any) -> str:
    """Return the entity whose pending writes change ``value``."""
    if table.noun == "notifications":
        return INBOX
    return table.home(value)[1] if table.noun in {"checklists", "comments"} else str(value.id)


def _refresh_counts(tx: Transaction, card_ids: set[str]) -> None:
    """Update the item counts of cards whose checklists were received or vanished.

    The badges told most of them already, and a card's whole row takes ten times as long as its checklists.
    """
    for ident in card_ids - rightly_counted(tx, card_ids):
        if tx.one("SELECT 1 FROM cards WHERE id = ?", ident) is not None:
            rebase.refresh(tx, ("cards", ident))


def _remove(tx: Transaction, noun: Noun, ident: str, board_id: str, compare: Compare | None) -> int:
    """Remove a thing that the service does not have, or not on that board; return how many were removed."""
    row = tx.one(
        "SELECT parent_id, base FROM docs WHERE noun = ? AND id = ? AND base IS NOT NULL", noun, ident
    )
    table = TABLES[noun]
    if row is None or (board_id and table.home(rows.read(table.model, row[1]))[0] != board_id):
        return 0
    if compare is not None:
        compare(noun, row[1], None)
    rows.set_base(tx, table, ident, None)
    part = noun in {"checklists", "comments"}
    rebase.refresh(tx, (noun, ident), row[0] if part else "")
    if noun == "cards":
        forget_parts(tx, ident)
    if noun == "checklists":
        _refresh_counts(tx, {row[0]})
    return 1


def _vanished(tx: Transaction, complete: Complete, since: int | None) -> tuple[list[tuple[Noun, str]], int]:
    """Return (things that have vanished, number of further missing things that are too many to accept)."""
    gone: list[tuple[Noun, str]] = []
    held_back = 0
    named: tuple[tuple[Noun, frozenset[str] | None], ...] = (
        ("checklists", complete.checklists),
        ("labels", complete.labels),
        ("cards", complete.cards),
        ("lists", complete.lists),
    )
    for noun, present in named:
        if present is None:
            continue
        known = _known(tx, noun, complete, since)
        missing = [ident for ident in known if ident not in present]
        if len(missing) > max(SOME, SHARE * len(known)) and not complete.confirmed:
            held_back += len(missing)
        else:
            gone += [(noun, ident) for ident in missing]
    return gone + _vanished_comments(tx, complete, since), held_back


def _vanished_comments(tx: Transaction, complete: Complete, since: int | None) -> list[tuple[Noun, str]]:
    gone: list[tuple[Noun, str]] = []
    for card_id, present in complete.comments.items():
        found = tx.rows(
            "SELECT id FROM docs WHERE noun = 'comments' AND parent_id = ? AND base IS NOT NULL AND heard <= ?",
            card_id,
            since if since is not None else tx.draw_version(),
        )
        gone += [("comments", ident) for (ident,) in found if ident not in present]
    return gone


def _known(tx: Transaction, noun: Noun, complete: Complete, since: int | None) -> list[str]:
    """Return ids of the board's things that the service had when it was asked."""
    open_cards = noun == "cards" and not complete.closed_too
    found = tx.rows(
        f"SELECT d.id FROM docs AS d LEFT JOIN {noun} AS v ON v.id = d.id WHERE d.noun = ? AND d.board_id = ?"
        f" AND d.base IS NOT NULL AND d.heard <= ?{_IS_OPEN if open_cards else ''}",
        noun,
        complete.board_id,
        since if since is not None else tx.draw_version(),
    )
    return [ident for (ident,) in found]


# A card whose archiving or restoring is not sent yet is shown in another state than the service's.
_IS_OPEN = (
    " AND coalesce(v.closed, 0) = 0"
    f" AND NOT EXISTS (SELECT 1 FROM outbox AS o WHERE o.entity = d.id AND o.{rows.IS_PENDING})"
)
