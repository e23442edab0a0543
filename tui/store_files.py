"""The store files on this machine, read, mended, moved and deleted by path while no workspace has them open.

The screens and the commands about boards use ``workspace``; this is for those that keep the files safe.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui.errors import StoreError
from tui.snapshot import reading
from tui.store.faults import damaged, suspect
from tui.store.migrate import newest_schema
from tui.store.relocate import HalfMoved
from tui.store.relocate import delete as delete_store
from tui.store.relocate import move as move_store
from tui.store.repair.soundness import is_sound
from tui.store.store import Store

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.base import Json

__all__ = [
    "HalfMoved",
    "StoreSummary",
    "delete_store",
    "documents",
    "move_store",
    "newest_schema",
    "read_anew",
    "soundness",
    "summary_of",
]

_COMMENT = "commentCard"


@dataclass(frozen=True, slots=True)
class StoreSummary:
    """How much a store holds, and what waits in it.

    Attributes:
        waiting: Changes the service has not got yet.
        refused: Changes it would not have, and those that cannot be read.
    """

    boards: int = 0
    cards: int = 0
    waiting: int = 0
    refused: int = 0


def summary_of(path: Path) -> StoreSummary:
    """How much the store at ``path`` holds; nothing where there is none, or where it cannot be read."""
    if not path.is_file() or not path.stat().st_size:
        return StoreSummary()
    try:
        with closing(reading(path)) as conn:
            return StoreSummary(*conn.execute(_SUMMARY).fetchone())
    except sqlite3.Error:
        return StoreSummary()


_SUMMARY = (
    "SELECT (SELECT count(*) FROM boards), (SELECT count(*) FROM cards),"
    " (SELECT count(*) FROM outbox WHERE state IN ('waiting', 'inflight', 'uncertain')),"
    " (SELECT count(*) FROM outbox WHERE state = 'refused') + (SELECT count(*) FROM unreadable)"
)


def soundness(path: Path) -> str:
    """What is wrong with the store at ``path``; "" for nothing. All of it is read; damage is left to the next start.

    Raises:
        StoreError: It cannot be looked at now.
    """
    try:
        with closing(reading(path)) as conn:
            if is_sound(conn):
                return ""
        wrong = "something in it cannot be read"
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if not damaged(error):
            raise StoreError(f"{path.name} cannot be read: {error}") from error
        wrong = str(error)
    suspect(path)
    return wrong


def documents(path: Path, clock: Clock) -> tuple[list[Json], Json | None]:
    """The boards in the store, as the service said them, in the form of an export; and who we are there.

    Changes that were not sent are not in them: they are still to be.

    Raises:
        StoreError: It cannot be read.
    """
    store = Store.open(path, clock)
    try:
        me = store.members.me()
        return [
            _document(store, board.id) for board in store.boards.every()
        ], None if me is None else me.wire()
    finally:
        store.close()


def _document(store: Store, board_id: str) -> Json:
    said = store.said
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
    """A comment, as the service tells of it in an export."""
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


def read_anew(path: Path, clock: Clock) -> None:
    """Have every board in the store read as if for the first time: its server is another one now.

    Raises:
        StoreError: It cannot be written.
    """
    store = Store.open(path, clock)
    try:
        for key in store.cursors.all():
            store.cursors.set(key, None).result()
    finally:
        store.close()
