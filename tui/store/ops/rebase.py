"""Rebase: what is shown is the service's word with every pending op applied to it, oldest first.

``refresh`` brings one thing's row in step with that; everything else here says which things those are, and
keeps ids right while the service names what was ours.
"""

import json
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from tui.model.action import Comment
from tui.model.base import Value, is_local
from tui.model.card import Card
from tui.model.change import Noun
from tui.model.checklist import Checklist
from tui.model.op import (
    INBOX,
    OPS,
    AddComment,
    CreateCheckItem,
    CreateChecklist,
    DeleteBoard,
    DeleteCard,
    DeleteCheckItem,
    DeleteChecklist,
    DeleteComment,
    DeleteLabel,
    MoveCardToBoard,
    MoveCheckItem,
    Op,
    ReadNotifications,
    RemoveBoardMember,
    SetBoardMember,
    UpdateCard,
    UpdateCheckItem,
    entity,
    mentions,
    op_json,
)
from tui.store import rows
from tui.store.actions import COMMENTS
from tui.store.boards import BOARDS
from tui.store.cards import CARDS
from tui.store.checklists import CHECKLISTS
from tui.store.db import Transaction
from tui.store.labels import LABELS
from tui.store.lists import LISTS
from tui.store.members import accept_member, me
from tui.store.notifications import NOTIFICATIONS
from tui.store.ops.about import created, deleted, needs, rename
from tui.store.ops.effect import Key, touched
from tui.store.ops.row import ops_of
from tui.store.rows import Table

TABLES: Mapping[Noun, Table[Any]] = MappingProxyType(
    {table.noun: table for table in (BOARDS, LISTS, LABELS, CHECKLISTS, COMMENTS, NOTIFICATIONS, CARDS)}
)
"""Every noun that ops change, parts before the cards that count them."""

PENDING = "state IN ('waiting', 'inflight', 'uncertain')"

_ANYWHERE: Mapping[Noun, str] = MappingProxyType(
    {"cards": "delete_label", "notifications": "read_notifications"}
)
"""Ops that change things of a noun without naming them."""

# --- what is shown ------------------------------------------------------------------


def pending(tx: Transaction, key: Key, owner: str) -> list[Op]:
    """Pending ops that change a thing, oldest first; ``owner`` is the entity they queue under."""
    anywhere = _ANYWHERE.get(key[0], "")
    also = f" OR kind = '{anywhere}'" if anywhere else ""
    texts = tx.rows(f"SELECT op FROM outbox WHERE (entity = ?{also}) AND {PENDING} ORDER BY seq", owner)
    return [op for op in ops_of(texts) if key in touched(op) or op.kind == anywhere]


def refresh(tx: Transaction, key: Key, owner: str = "") -> None:
    """Bring the row of a thing in step with the service's word and the pending ops."""
    noun, ident = key
    table = TABLES[noun]
    heard = rows.base(tx, table, ident)
    value = heard
    owner = INBOX if noun == "notifications" else owner
    for op in pending(tx, key, owner or ident):
        value = table.fold(op, value)
    if value == heard:
        value = heard  # the ops made no difference: nothing to keep beside the service's word
    rows.show(tx, table, ident, dressed(tx, value), heard)
    tell(tx, noun, value if value is not None else heard, ident, owner)


def tell(tx: Transaction, noun: Noun, value: Value | None, ident: str, owner: str = "") -> None:
    """Note for the feed that a thing changed, and the card it is part of."""
    board_id, parent_id = TABLES[noun].home(value) if value is not None else ("", "")
    card_id = ident if noun == "cards" else owner or parent_id
    if noun in {"cards", "checklists", "comments"}:
        row = tx.one("SELECT board_id FROM docs WHERE noun = 'cards' AND id = ?", card_id)
        tx.changed("cards", board_id=board_id or (row[0] if row else ""), card_id=card_id)
    tx.changed(noun, board_id=board_id)


def dressed(tx: Transaction, value: Value | None) -> Value | None:
    """A comment of ours with our name to it; anything else as it is."""
    if isinstance(value, Comment) and value.mine and not value.author_id and (account := me(tx)) is not None:
        return value.but(author=account.full_name or account.username, author_id=account.id)
    return value


def refresh_after(tx: Transaction, ops: Iterable[Op]) -> None:
    """Bring every row in step that ``ops`` change, now that they began or ceased to be pending."""
    keys: dict[Key, str] = {}
    for op in ops:
        keys |= dict.fromkeys(touched(op), entity(op))
        if isinstance(op, DeleteLabel):
            keys |= {("cards", ident): ident for ident in wearers(tx, op.label_id)}
        if isinstance(op, ReadNotifications):
            keys |= {("notifications", ident): "" for ident in unread_up_to(tx, op.newest_id)}
        if isinstance(op, SetBoardMember | RemoveBoardMember):
            tx.changed("members", board_id=op.board_id)
    # Parts before the cards that count them.
    for key in sorted(keys, key=lambda key: key[0] == "cards"):
        refresh(tx, key, keys[key])


def refresh_naming(tx: Transaction, idents: set[str]) -> None:
    """Bring every row in step that a pending op naming one of ``idents`` changes."""
    ops: list[Op] = []
    for ident in idents:
        texts = tx.rows(f"SELECT op FROM outbox WHERE {PENDING} AND instr(op, ?) > 0", ident)
        ops += ops_of(texts)
    refresh_after(tx, [op for op in ops if idents.intersection(mentions(op))])


def wearers(tx: Transaction, label_id: str) -> list[str]:
    """Cards that wear a label, by the service's word or by what is shown."""
    found = tx.rows(
        "SELECT id FROM docs WHERE noun = 'cards' AND (instr(base, ?) > 0 OR instr(shown, ?) > 0)",
        label_id,
        label_id,
    )
    return [ident for (ident,) in found]


def unread_up_to(tx: Transaction, newest_id: str) -> list[str]:
    """Notifications that are unread by the service's word, the one with ``newest_id`` and older ones."""
    found = tx.rows(
        "SELECT id FROM docs WHERE noun = 'notifications' AND id <= ? AND instr(base, '\"unread\":true') > 0",
        newest_id,
    )
    return [ident for (ident,) in found]


def unsent(tx: Transaction, ident: str) -> bool:
    """Whether the service cannot have heard of a thing: its create waits, and was never tried."""
    if not is_local(ident):
        return False
    texts = tx.rows(
        "SELECT op FROM outbox WHERE state = 'waiting' AND attempts = 0 AND instr(op, ?) > 0", ident
    )
    return any(ident in created(op) for op in ops_of(texts))


# --- the service has it ---------------------------------------------------------------


def accept(tx: Transaction, op: Op, since: int | None = None) -> frozenset[Key]:
    """Make the effect of ``op`` the service's word, and show what follows.

    What was heard after ``since``, while ``op`` was under way, may be from before or after it. It gets the
    effect all the same, so that nothing the user did is shown as undone: only an answer to a question that
    was asked from now on can say otherwise.

    Returns:
        What was heard so, and is to be asked for again.
    """
    brought = isinstance(op, AddComment) and rows.base(tx, COMMENTS, op.comment_id) is not None
    newer = frozenset(key for key in touched(op) if since is not None and rows.heard(tx, *key) > since)
    for noun, ident in touched(op):
        again = _again(op) if (noun, ident) in newer else op
        if again is not None and not (brought and noun == "cards"):
            _accept_one(tx, again, noun, ident)
        if ident == deleted(op):
            rows.bury(tx, noun, ident)
    for noun, ident in _elsewhere(tx, op):
        # Found before, refreshed after: once it is off them, nothing tells any more who wore it.
        _accept_one(tx, op, noun, ident)
        refresh(tx, (noun, ident))
    _accept_around(tx, op)
    refresh_after(tx, [op])
    if isinstance(op, _COUNTED):
        _recount(tx, op.card_id)
    return newer


def _again(op: Op) -> Op | None:
    """What of ``op`` may be done to a row that perhaps has it already."""
    match op:
        case AddComment() | DeleteComment():
            # They count; the number may have counted them.
            return None
        case UpdateCard() if op.desc is not None:
            # It was sent with what others wrote in it, which is not known here.
            return op.model_copy(update={"desc": None})
        case _:
            return op


_COUNTED = (
    CreateChecklist,
    DeleteChecklist,
    CreateCheckItem,
    UpdateCheckItem,
    MoveCheckItem,
    DeleteCheckItem,
)


def _elsewhere(tx: Transaction, op: Op) -> list[Key]:
    """Things ``op`` changes without naming them."""
    match op:
        case DeleteLabel():
            return [("cards", ident) for ident in wearers(tx, op.label_id)]
        case ReadNotifications():
            return [("notifications", ident) for ident in unread_up_to(tx, op.newest_id)]
        case _:
            return []


def _accept_around(tx: Transaction, op: Op) -> None:
    """What the rows of other things need once the service has ``op``."""
    match op:
        case DeleteCard():
            forget_parts(tx, op.card_id)
        case DeleteBoard():
            forget_board(tx, op.board_id)
        case MoveCardToBoard():
            _rehome(tx, op)
        case SetBoardMember() | RemoveBoardMember():
            accept_member(tx, op)
        case _:
            pass


def _rehome(tx: Transaction, op: MoveCardToBoard) -> None:
    """The checklists of a card go with it: a reading of the board it left must not take them for gone."""
    found = tx.rows(
        "SELECT id FROM docs WHERE noun = 'checklists' AND parent_id = ? AND base IS NOT NULL", op.card_id
    )
    for (ident,) in found:
        held = rows.base(tx, CHECKLISTS, ident)
        if held is not None:
            rows.set_base(tx, CHECKLISTS, ident, held.but(id_board=op.board_id))
            refresh(tx, ("checklists", ident), op.card_id)


def _accept_one(tx: Transaction, op: Op, noun: Noun, ident: str) -> None:
    table = TABLES[noun]
    heard = rows.base(tx, table, ident)
    value = table.fold(op, heard)
    if value is not heard:
        rows.set_base(tx, table, ident, dressed(tx, value))


def _recount(tx: Transaction, card_id: str) -> None:
    """The service counts items too: its word of the card must not lag behind its word of the checklists."""
    card: Card | None = rows.base(tx, CARDS, card_id)
    if card is None:
        return
    texts = tx.rows(
        "SELECT base FROM docs WHERE noun = 'checklists' AND parent_id = ? AND base IS NOT NULL", card_id
    )
    found = [rows.read(Checklist, text) for (text,) in texts]
    items, done = sum(len(one.check_items) for one in found), sum(one.done for one in found)
    badges = card.badges.but(check_items=items, check_items_checked=done)
    rows.set_base(tx, CARDS, card_id, card.but(badges=badges))
    refresh(tx, ("cards", card_id))


def forget_parts(tx: Transaction, card_id: str) -> None:
    """Forget the checklists and comments of a card that is gone."""
    for noun in ("checklists", "comments"):
        tx.run(f"DELETE FROM {noun} WHERE card_id = ?", card_id)
        tx.run("DELETE FROM docs WHERE noun = ? AND parent_id = ?", noun, card_id)
    tx.run("DELETE FROM attached WHERE card_id = ?", card_id)


def forget_board(tx: Transaction, board_id: str) -> None:
    """Forget everything of a board that is gone."""
    for (card_id,) in tx.rows("SELECT id FROM cards WHERE board_id = ?", board_id):
        forget_parts(tx, card_id)
    for noun in ("cards", "lists", "labels", "memberships"):
        tx.run(f"DELETE FROM {noun} WHERE board_id = ?", board_id)
    tx.run("DELETE FROM docs WHERE board_id = ? AND noun != 'boards'", board_id)
    tx.run("DELETE FROM cursors WHERE key IN (?, ?)", f"actions:{board_id}", f"activity:{board_id}")
    tx.changed("cards", board_id=board_id)


# --- two ids of one thing ---------------------------------------------------------------


def now_called(tx: Transaction, ident: str) -> str:
    """The id a thing goes by now: the service's, where it has named what was ours."""
    row = tx.one("SELECT server FROM bound WHERE local = ?", ident) if is_local(ident) else None
    return ident if row is None else str(row[0])


def current(tx: Transaction, op: Op) -> Op:
    """``op`` with the service's ids for local ids that have been bound meanwhile."""
    return rename(op, {ident: now_called(tx, ident) for ident in mentions(op)})


def bind(tx: Transaction, names: dict[str, str], op: Op) -> Op:
    """Give things the service's ids, wherever their local ids stand; ``op`` with them.

    The rows under the local ids go: they are made anew from the ops, under the service's ids, on top of what
    a pull may have brought already.
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
        rename_ops(tx, local, {local: server})
        _rename_conflicts(tx, local, {local: server})
    if names:
        tx.bound(names)
        tx.changed("outbox")
    return rename(op, names)


def _rename_conflicts(tx: Transaction, ident: str, names: Mapping[str, str]) -> None:
    for number, text in tx.rows("SELECT id, op FROM conflicts WHERE instr(op, ?) > 0", ident):
        op = op_json(rename(OPS.validate_json(text), names))
        tx.run("UPDATE conflicts SET op = ? WHERE id = ?", op, number)


def rename_ops(tx: Transaction, ident: str, names: Mapping[str, str], *, inverses_only: bool = False) -> None:
    """Exchange ids in every op and inverse that names ``ident``: in the ids only, never in a text."""
    found = tx.rows(
        "SELECT seq, op, inverse, renames FROM outbox WHERE instr(op, ?) > 0 OR instr(inverse, ?) > 0"
        " OR instr(renames, ?) > 0",
        ident,
        ident,
        ident,
    )
    for seq, text, inverse, renames in found:
        try:
            op = OPS.validate_json(text)
            back = [rename(OPS.validate_python(one), names) for one in json.loads(inverse)]
        except ValueError:
            continue  # it cannot be read: ``aside`` takes it out of the queue
        op = op if inverses_only else rename(op, names)
        again = {names.get(old, old): names.get(new, new) for old, new in json.loads(renames).items()}
        tx.run(
            "UPDATE outbox SET op = ?, entity = ?, needs = ?, inverse = ?, renames = ? WHERE seq = ?",
            op_json(op),
            entity(op),
            needs(op),
            f"[{','.join(op_json(one) for one in back)}]",
            json.dumps(again),
            seq,
        )
