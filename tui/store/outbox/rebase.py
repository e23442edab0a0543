"""Rebasing: what is shown is the service's state with every pending write applied to it, oldest first.

``refresh`` recomputes one thing's row; everything else here finds the things to refresh, and replaces local
ids once the service has assigned its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from tui.model.action import Comment
from tui.model.base import Value, is_local
from tui.model.checklist import Checklist
from tui.model.writes import registry
from tui.model.writes.base import INBOX, Key, Write
from tui.model.writes.cards import MoveCardToBoard
from tui.model.writes.members import RemoveBoardMember, SetBoardMember
from tui.model.writes.registry import EVERY, kind_of, parse_readable
from tui.store.outbox.ids import NAMES, keep_ids
from tui.store.tables import rows
from tui.store.tables.actions import COMMENTS
from tui.store.tables.cards import CARDS
from tui.store.tables.catalogue import TABLES
from tui.store.tables.checklists import CHECKLISTS
from tui.store.tables.members import accept_member, me

if TYPE_CHECKING:
    from tui.model.card import Card
    from tui.model.change import Noun
    from tui.store.db import Transaction

UNNAMED: Mapping[Noun, tuple[str, ...]] = MappingProxyType(
    {noun: tuple(kind_of(one) for one in EVERY if one.unnamed == noun) for noun in TABLES}
)
"""Kinds of writes that change things without naming them, by noun."""

# --- what is shown ------------------------------------------------------------------


def pending(tx: Transaction, key: Key, owner: str) -> list[Write]:
    """Return the pending writes that change a thing, oldest first; ``owner`` is their entity."""
    kinds = UNNAMED[key[0]]
    also = f" OR kind IN ({', '.join('?' * len(kinds))})" if kinds else ""
    texts = tx.rows(
        f"SELECT op FROM outbox WHERE (entity = ?{also}) AND {rows.IS_PENDING} ORDER BY seq", owner, *kinds
    )
    return [write for write in parse_readable(texts) if key in write.touches or write.unnamed == key[0]]


def refresh(tx: Transaction, key: Key, owner: str = "") -> None:
    """Recompute the shown row of a thing from the service's state and the pending writes."""
    noun, ident = key
    table = TABLES[noun]
    base = rows.base(tx, table, ident)
    value = base
    owner = INBOX if noun == "notifications" else owner
    for write in pending(tx, key, owner or ident):
        value = write.apply_to(noun, value)
    if value == base:
        value = base  # the writes changed nothing: no separate shown value is stored
    rows.show(tx, table, ident, with_author(tx, value), base)
    record_change(tx, noun, value if value is not None else base, ident, owner)


def record_change(tx: Transaction, noun: Noun, value: Value | None, ident: str, owner: str = "") -> None:
    """Record for the feed that a thing changed, and the card it is part of."""
    board_id, parent_id = TABLES[noun].home(value) if value is not None else ("", "")
    card_id = ident if noun == "cards" else owner or parent_id
    if noun in {"cards", "checklists", "comments"}:
        tx.changed("cards", board_id=board_id or _board_of(tx, card_id), card_id=card_id)
    tx.changed(noun, board_id=board_id)


def _board_of(tx: Transaction, card_id: str) -> str:
    """Return the id of a card's board, or ""."""
    row = tx.one("SELECT board_id FROM docs WHERE noun = 'cards' AND id = ?", card_id)
    return str(row[0]) if row else ""


def with_author(tx: Transaction, value: Value | None) -> Value | None:
    """Add our name as author to a comment of ours; return anything else unchanged."""
    if isinstance(value, Comment) and value.mine and not value.author_id and (account := me(tx)) is not None:
        return value.replace(author=account.full_name or account.username, author_id=account.id)
    return value


def refresh_after(tx: Transaction, writes: Iterable[Write]) -> None:
    """Refresh every row that ``writes`` change, now that they became pending or ceased to be."""
    keys: dict[Key, str] = {}
    for write in writes:
        keys |= dict.fromkeys(write.touches, write.entity)
        keys |= {(noun, ident): ident if noun == "cards" else "" for noun, ident in _unnamed(tx, write)}
        if write.noun == "members":
            tx.changed("members", board_id=write.board_id)
    # Parts before the cards that count them.
    for key in sorted(keys, key=lambda key: key[0] == "cards"):
        refresh(tx, key, keys[key])


def refresh_naming(tx: Transaction, idents: set[str]) -> None:
    """Refresh every row that is changed by a pending write naming one of ``idents``."""
    writes: list[Write] = []
    for ident in idents:
        texts = tx.rows(f"SELECT op FROM outbox WHERE {rows.IS_PENDING} AND {NAMES}", ident)
        writes += parse_readable(texts)
    refresh_after(tx, [write for write in writes if idents.intersection(write.referenced_ids)])


def cards_with_label(tx: Transaction, label_id: str) -> list[str]:
    """Return ids of cards with a label, in the service's state or in what is shown."""
    found = tx.rows(
        "SELECT id FROM docs WHERE noun = 'cards' AND (instr(base, ?) > 0 OR instr(shown, ?) > 0)",
        label_id,
        label_id,
    )
    return [ident for (ident,) in found]


def unread_up_to(tx: Transaction, newest_id: str) -> list[str]:
    """Return ids of notifications that are unread at the service, from ``newest_id`` backwards."""
    found = tx.rows(
        "SELECT id FROM docs WHERE noun = 'notifications' AND id <= ? AND instr(base, '\"unread\":true') > 0",
        newest_id,
    )
    return [ident for (ident,) in found]


def unsent(tx: Transaction, ident: str) -> bool:
    """Return whether a thing is surely unknown to the service: its create waits and was never tried."""
    if not is_local(ident):
        return False
    texts = tx.rows(f"SELECT op FROM outbox WHERE state = 'waiting' AND attempts = 0 AND {NAMES}", ident)
    return any(write.created_id == ident for write in parse_readable(texts))


# --- the service has it ---------------------------------------------------------------


def accept(tx: Transaction, write: Write, since: int | None = None) -> frozenset[Key]:
    """Apply the effect of a confirmed ``write`` to the service's state, and refresh what is shown.

    Things received after ``since``, while ``write`` was under way, may be from before or after it. They get
    the effect all the same, so that nothing the user did is shown as undone: only an answer to a later
    request can override it.

    Returns:
        Keys of the things received after ``since``, which have to be read again.
    """
    pulled = (
        write.noun == "comments" and write.created_id and rows.base(tx, COMMENTS, write.target_id) is not None
    )
    newer = frozenset(key for key in write.touches if since is not None and rows.heard(tx, *key) > since)
    for noun, ident in write.touches:
        effect = write.reapplicable() if (noun, ident) in newer else write
        if effect is not None and not (pulled and noun == "cards"):
            _accept_one(tx, effect, noun, ident)
        if ident == write.deleted_id:
            rows.record_deletion(tx, noun, ident)
    for noun, ident in _unnamed(tx, write):
        # Found before they are changed: once the label is removed, its cards cannot be found any more.
        _accept_one(tx, write, noun, ident)
        refresh(tx, (noun, ident))
    _accept_around(tx, write)
    refresh_after(tx, [write])
    if write.counts_items:
        _recount(tx, write.entity)
    return newer


def _unnamed(tx: Transaction, write: Write) -> list[Key]:
    """Return keys of the things that ``write`` changes without naming them."""
    match write.unnamed:
        case "cards":
            return [("cards", ident) for ident in cards_with_label(tx, write.target_id)]
        case "notifications":
            return [("notifications", ident) for ident in unread_up_to(tx, write.target_id)]
        case _:
            return []


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


def forget_parts(tx: Transaction, card_id: str) -> None:
    """Delete the checklists and comments of a card that is gone."""
    for noun in ("checklists", "comments"):
        tx.run(f"DELETE FROM {noun} WHERE card_id = ?", card_id)
        tx.run("DELETE FROM docs WHERE noun = ? AND parent_id = ?", noun, card_id)
    tx.run("DELETE FROM attached WHERE card_id = ?", card_id)


def forget_board(tx: Transaction, board_id: str) -> None:
    """Delete everything of a board that is gone."""
    for (card_id,) in tx.rows("SELECT id FROM cards WHERE board_id = ?", board_id):
        forget_parts(tx, card_id)
    for noun in ("cards", "lists", "labels", "memberships"):
        tx.run(f"DELETE FROM {noun} WHERE board_id = ?", board_id)
    tx.run("DELETE FROM docs WHERE board_id = ? AND noun != 'boards'", board_id)
    keys = (
        *(f"{of}:{board_id}" for of in ("actions", "activity", "read", "revision")),
        f"read:{board_id}/frame",
    )
    tx.run("DELETE FROM cursors WHERE key IN (?, ?, ?, ?, ?)", *keys)
    tx.changed("cards", board_id=board_id)


# --- two ids of one thing ---------------------------------------------------------------


def current_id(tx: Transaction, ident: str) -> str:
    """Return a thing's current id: the service's for a local id that has been bound."""
    row = tx.one("SELECT server FROM bound WHERE local = ?", ident) if is_local(ident) else None
    return ident if row is None else str(row[0])


def current(tx: Transaction, write: Write) -> Write:
    """Return ``write`` with the service's ids for local ids that have been bound meanwhile."""
    return write.with_ids_replaced({ident: current_id(tx, ident) for ident in write.referenced_ids})


def bind(tx: Transaction, names: dict[str, str], write: Write) -> Write:
    """Bind local ids to the service's in the whole store, and return ``write`` with the service's ids.

    The rows under the local ids are deleted, and made anew from the writes under the service's ids, on top of
    what a pull may have brought already.
    """
    for local, server in names.items():
        tx.run("INSERT OR REPLACE INTO bound (local, server) VALUES (?, ?)", local, server)
        for noun in TABLES:
            tx.run(f"DELETE FROM {noun} WHERE id = ?", local)
            tx.run("DELETE FROM docs WHERE noun = ? AND id = ?", noun, local)
        tx.run("UPDATE OR REPLACE attached SET card_id = ? WHERE card_id = ?", server, local)
        tx.run("UPDATE attached SET comment_id = ? WHERE comment_id = ?", server, local)
        tx.run(
            "UPDATE OR REPLACE drafts SET key = replace(key, ?, ?) WHERE instr(key, ?) > 0",
            local,
            server,
            local,
        )
        rename_writes(tx, local, {local: server})
        _rename_conflicts(tx, local, {local: server})
    if names:
        tx.bound(names)
        tx.changed("outbox")
    return write.with_ids_replaced(names)


def _rename_conflicts(tx: Transaction, ident: str, names: Mapping[str, str]) -> None:
    for number, text in tx.rows("SELECT id, op FROM conflicts WHERE instr(op, ?) > 0", ident):
        renamed = registry.parse_json(text).with_ids_replaced(names).to_stored()
        tx.run("UPDATE conflicts SET op = ? WHERE id = ?", renamed, number)


def rename_writes(
    tx: Transaction, ident: str, names: Mapping[str, str], *, inverses_only: bool = False
) -> None:
    """Replace ids in every write and inverse that names ``ident``: in id fields only, never in texts."""
    found = tx.rows(f"SELECT seq, op, inverse, renames FROM outbox WHERE {NAMES}", ident)
    for seq, text, inverse, renames in found:
        try:
            write = registry.parse_json(text)
            inverses = [registry.parse(one).with_ids_replaced(names) for one in json.loads(inverse)]
        except ValueError:
            continue  # unreadable: left to the quarantine
        write = write if inverses_only else write.with_ids_replaced(names)
        new_renames = {names.get(old, old): names.get(new, new) for old, new in json.loads(renames).items()}
        tx.run(
            "UPDATE outbox SET op = ?, entity = ?, needs = ?, inverse = ?, renames = ? WHERE seq = ?",
            write.to_stored(),
            write.entity,
            " ".join(write.unbound_ids),
            f"[{','.join(one.to_stored() for one in inverses)}]",
            json.dumps(new_renames),
            seq,
        )
        keep_ids(tx, seq, (write, *inverses), new_renames)
