"""Acceptance: applies the effect of a confirmed write to the stored state of the service."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.model.checklist import Checklist
from tui.model.writes.cards import MoveCardToBoard
from tui.model.writes.members import RemoveBoardMember, SetBoardMember
from tui.store.outbox.rebase import refresh, refresh_after, unnamed, with_author
from tui.store.tables import rows
from tui.store.tables.actions import COMMENTS
from tui.store.tables.card_rows import CARDS
from tui.store.tables.catalogue import TABLES
from tui.store.tables.checklists import CHECKLISTS
from tui.store.tables.forget import forget_board, forget_parts
from tui.store.tables.members import accept_member

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from tui.model.card import Card
    from tui.model.change import Noun
    from tui.model.writes.base import Key, Write
    from tui.store.db import Transaction


def accept(tx: Transaction, write: Write, since: int | None = None) -> frozenset[Key]:
    """Apply the effect of a confirmed ``write`` to the service's state, and refresh what is shown.

    Things received after ``since``, while ``write`` was being sent, may be from before or after it. They get
    the effect anyway, so that nothing the user did is shown as undone; only the answer to a later request can
    override it.

    Returns:
        Keys of the things received after ``since``, which have to be read again.
    """
    newer = frozenset(key for key in write.touches if since is not None and rows.heard(tx, *key) > since)
    _accept_touched(tx, write, newer)
    for noun, ident in unnamed(tx, write):
        # Found before they are changed: once the label is removed, its cards cannot be found any more.
        _accept_one(tx, write, noun, ident)
        refresh(tx, (noun, ident))
    _accept_around(tx, write)
    refresh_after(tx, [write])
    if write.counts_items:
        _recount(tx, write.entity)
    return newer


def with_other_texts(tx: Transaction, answer: Iterable[Card], own: Collection[str]) -> frozenset[Key]:
    """Return the keys of the cards in an ``answer`` that have another text or date than here, fields in ``own`` apart.

    Those that the write is about, its ``own``, were compared before it was sent. Of the others its answer does not
    tell whether somebody has changed them, or the service was put back to an older state; a pull does.
    """
    names = {"name", "desc", "due", "start"}.difference(own)
    bases = ((card, rows.base(tx, CARDS, card.id)) for card in answer)
    return frozenset(
        ("cards", card.id)
        for card, base in bases
        if base is not None and any(getattr(card, name) != getattr(base, name) for name in names)
    )


def _accept_touched(tx: Transaction, write: Write, newer: frozenset[Key]) -> None:
    """Apply ``write`` to its things; to those that are ``newer`` only if it can be repeated."""
    new_comment = write.noun == "comments" and write.created_id
    # A pull that brought our new comment brought its card too, in which it is counted.
    counted = new_comment and rows.base(tx, COMMENTS, write.target_id) is not None
    for noun, ident in write.touches:
        effect = write.reapplicable() if (noun, ident) in newer else write
        if effect is not None and not (counted and noun == "cards"):
            _accept_one(tx, effect, noun, ident)
        if ident == write.deleted_id:
            rows.record_deletion(tx, noun, ident)


def _accept_around(tx: Transaction, write: Write) -> None:
    """Update other things' rows as the confirmed ``write`` requires."""
    match write:
        case MoveCardToBoard():
            _move_checklists(tx, write)
        case SetBoardMember() | RemoveBoardMember():
            accept_member(tx, write)
        case _ if write.noun == "cards" and write.deleted_id == write.target_id:
            forget_parts(tx, write.target_id)
        case _ if write.noun == "boards" and write.deleted_id:
            forget_board(tx, write.target_id)
        case _:
            pass


def _move_checklists(tx: Transaction, write: MoveCardToBoard) -> None:
    """Move a card's checklists to its new board, or a pull of the old one would count them as vanished."""
    found = tx.rows(
        "SELECT id FROM docs WHERE noun = 'checklists' AND parent_id = ? AND base IS NOT NULL", write.card_id
    )
    for (ident,) in found:
        checklist = rows.base(tx, CHECKLISTS, ident)
        if checklist is not None:
            rows.set_base(tx, CHECKLISTS, ident, checklist.replace(id_board=write.board_id))
            refresh(tx, ("checklists", ident), write.card_id)


def _accept_one(tx: Transaction, write: Write, noun: Noun, ident: str) -> None:
    table = TABLES[noun]
    base = rows.base(tx, table, ident)
    value = write.apply_to(noun, base)
    if value is not base:
        rows.set_base(tx, table, ident, with_author(tx, value))


def _recount(tx: Transaction, card_id: str) -> None:
    """Recount a card's items in the service's state, as the service does when its checklists change."""
    card: Card | None = rows.base(tx, CARDS, card_id)
    if card is None:
        return
    texts = tx.rows(
        "SELECT base FROM docs WHERE noun = 'checklists' AND parent_id = ? AND base IS NOT NULL", card_id
    )
    checklists = [rows.read(Checklist, text) for (text,) in texts]
    items, done = sum(len(one.check_items) for one in checklists), sum(one.done for one in checklists)
    badges = card.badges.replace(check_items=items, check_items_checked=done)
    rows.set_base(tx, CARDS, card_id, card.replace(badges=badges))
    refresh(tx, ("cards", card_id))
