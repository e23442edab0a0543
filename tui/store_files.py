"""Operations on store files by path while no workspace has them open: read, check, move and delete.

The screens and the board commands use ``workspace``; this module is for backup, repair and account commands.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui.errors import StoreError
from tui.snapshot import open_read_only
from tui.store.enrich.ledger import write_down
from tui.store.enrich.reservations import adopt_unanswered, drop_answered
from tui.store.enrich.retention import forget_older as forget
from tui.store.enrich.suppression import adopt
from tui.store.faults import damaged, mark_damaged
from tui.store.migrate import newest_schema
from tui.store.opening import open_store
from tui.store.outbox.contested_fields import drop_settled
from tui.store.outbox.queue import refuse
from tui.store.outbox.row import PENDING
from tui.store.relocate import HalfMoved, require_closed
from tui.store.relocate import delete as delete_store
from tui.store.relocate import move as move_store
from tui.store.repair.integrity import is_sound

if TYPE_CHECKING:
    from datetime import datetime

    from tui.clock import Clock
    from tui.model.enrich.retention import Forgotten
    from tui.model.values.scalars import Json
    from tui.store.db import Transaction
    from tui.store.store import Store

__all__ = [
    "HalfMoved",
    "StoreSummary",
    "carry_receipts",
    "clear_cursors",
    "delete_store",
    "documents",
    "forget_older",
    "hold_unsent",
    "move_store",
    "newest_schema",
    "require_closed",
    "share_opt_outs",
    "soundness",
    "summary_of",
]

_COMMENT = "commentCard"


@dataclass(frozen=True, slots=True)
class StoreSummary:
    """The numbers of boards, cards and pending changes in a store.

    Attributes:
        waiting: Changes that the service has not received yet.
    """

    boards: int = 0
    cards: int = 0
    waiting: int = 0
    refused: int = 0


def summary_of(path: Path) -> StoreSummary:
    """Count the contents of the store at ``path``; all zero if it is missing or unreadable."""
    if not path.is_file() or not path.stat().st_size:
        return StoreSummary()
    try:
        with closing(open_read_only(path)) as conn:
            return StoreSummary(*conn.execute(_SUMMARY).fetchone())
    except sqlite3.Error:
        return StoreSummary()


_SUMMARY = (
    "SELECT (SELECT count(*) FROM boards), (SELECT count(*) FROM cards),"
    " (SELECT count(*) FROM outbox WHERE state IN ('waiting', 'inflight', 'uncertain')),"
    " (SELECT count(*) FROM outbox WHERE state = 'refused') + (SELECT count(*) FROM unreadable)"
)


def soundness(path: Path) -> str:
    """Check the whole store at ``path`` and describe its damage; "" for none. The next start repairs it.

    Raises:
        StoreError: The store cannot be checked now.
    """
    try:
        with closing(open_read_only(path)) as conn:
            if is_sound(conn):
                return ""
        wrong = "something in it cannot be read"
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if not damaged(error):
            raise StoreError(f"{path.name} cannot be read: {error}") from error
        wrong = str(error)
    mark_damaged(path)
    return wrong


def documents(path: Path, clock: Clock) -> tuple[list[Json], Json | None]:
    """Return the store's boards as export documents with the service's last values, and our own member.

    Unsent changes are left out: they are still pending.

    Raises:
        StoreError: The store cannot be read.
    """
    store = open_store(path, clock)
    try:
        me = store.members.me()
        return [
            _document(store, board.id) for board in store.boards.every()
        ], None if me is None else me.wire()
    finally:
        store.close()


def _document(store: Store, board_id: str) -> Json:
    said = store.raw_state
    board = next(iter(said("boards", board_id)), None) or {
        "id": board_id,
        "name": store.boards.name(board_id),
    }
    cards = said("cards", board_id)
    members = {member.id: member.wire() for member in store.members.of_board(board_id)}
    comments = [comment for card in cards for comment in said("comments", card["id"], of_card=True)]
    return board | {
        "lists": said("lists", board_id),
        "cards": cards,
        "labels": said("labels", board_id),
        "checklists": said("checklists", board_id),
        "members": list(members.values()),
        "memberships": [role.wire() for role in store.members.roles(board_id)],
        "actions": [_action(comment, board_id) for comment in comments],
    }


def _action(comment: Json, board_id: str) -> Json:
    """Convert a stored comment to the action that the service puts in an export."""
    if comment.get("type") == _COMMENT:
        return comment
    data: dict[str, Any] = {
        "text": comment.get("text", ""),
        "card": {"id": comment.get("idCard", "")},
        "board": {"id": board_id},
    }
    return {
        "id": comment["id"],
        "type": _COMMENT,
        "date": comment.get("date"),
        "idMemberCreator": comment.get("authorId") or None,
        "data": data,
    }


def share_opt_outs(path: Path, others: Sequence[Path], clock: Clock) -> int:
    """Put everybody who opted out in the stores ``others`` on the list of the store at ``path``.

    Returns:
        The number of entries that the list lacked.

    Raises:
        StoreError: A store cannot be opened.
    """
    entries = []
    for other in others:
        with closing(open_store(other, clock)) as store:
            entries += store.enrichment.suppression.all()
    if not entries:
        return 0
    with closing(open_store(path, clock)) as store:
        before = len(store.enrichment.suppression.all())
        store.write(lambda tx: adopt(tx, entries)).result()
        return len(store.enrichment.suppression.all()) - before


def carry_receipts(path: Path, other: Path, clock: Clock, *, without: str) -> int:
    """Put the receipts of the store ``other`` into the ledger of the store at ``path``, so that they count there.

    So do its requests without an answer: they may have been charged, and a repeat that is free needs their tokens.

    Args:
        path: The store.
        other: A later state of it.
        clock: The time.
        without: The service whose receipts are left out.

    Returns:
        The credits that the ledger lacked.

    Raises:
        StoreError: A store cannot be opened.
    """
    with closing(open_store(other, clock)) as store:
        found = store.enrichment.ledger.receipts()
        asked = store.enrichment.ledger.unanswered()
    with closing(open_store(path, clock)) as store:
        here = store.enrichment.ledger.receipts()
        tokens, spends = {token for _, token in here if token}, {spend for spend, _ in here}
        missing = [
            (spend, token)
            for spend, token in found
            if spend.provider != without and (token not in tokens if token else spend not in spends)
        ]

        def write(tx: Transaction) -> None:
            for spend, token in missing:
                write_down(tx, spend, token)
            drop_answered(tx, [token for _, token in found], asked)
            adopt_unanswered(
                tx, [one for one in asked if one.provider != without and one.token not in tokens]
            )

        store.write(write).result()
    return sum(spend.cost for spend, _ in missing)


def forget_older(path: Path, before: datetime, clock: Clock, *, dry_run: bool = False) -> Forgotten:
    """Erase lookup results in the store at ``path`` from before a moment; with ``dry_run`` only count them.

    Conflicts that were settled long ago are deleted too.

    Raises:
        StoreError: The store cannot be opened or written.
    """
    store = open_store(path, clock)
    try:
        if not dry_run:
            store.write(drop_settled).result()
        return store.write(lambda tx: forget(tx, before, dry_run=dry_run)).result()
    finally:
        store.close()


def hold_unsent(path: Path, reason: str, clock: Clock) -> int:
    """Set the unsent writes of the store at ``path`` aside for the user to decide; return their number.

    Raises:
        StoreError: The store cannot be opened or written.
    """
    store = open_store(path, clock)
    try:
        waiting = [row.seq for row in store.outbox.in_state(*PENDING)]

        def hold(tx: Transaction) -> None:
            for seq in waiting:
                refuse(tx, seq, reason, instead=False)

        store.write(hold).result()
        return len(waiting)
    finally:
        store.close()


def clear_cursors(path: Path, clock: Clock) -> None:
    """Clear the store's sync cursors, so that every board is fetched again, because its server was replaced.

    Raises:
        StoreError: The store cannot be written.
    """
    store = open_store(path, clock)
    try:
        for key in store.cursors.all():
            store.cursors.set(key, None).result()
    finally:
        store.close()
