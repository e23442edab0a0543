"""The members of boards, and the account's own member."""

from typing import Any

from tui.model.member import Member, Membership
from tui.model.writes.members import RemoveBoardMember, SetBoardMember
from tui.model.writes.registry import parse_readable
from tui.store.db import Database, Transaction
from tui.store.tables import rows

ME = "me"
"""Key in ``meta`` of the account's own member."""


class Members:
    """Read access to members and their roles."""

    def __init__(self, db: Database) -> None:
        self._db = db

    @rows.one_snapshot
    def of_board(self, board_id: str) -> list[Member]:
        """Return the board's members by name, including those still to be invited."""
        roles = self._roles(rows.resolve(self._db, board_id))
        found = [member for ident in roles if (member := self.get(ident) or roles[ident][1]) is not None]
        return sorted(found, key=lambda one: (one.display_name.casefold(), one.id))

    @rows.one_snapshot
    def roles(self, board_id: str) -> list[Membership]:
        """Return the memberships of the board, each with its role."""
        roles = self._roles(rows.resolve(self._db, board_id))
        return [role for _, (role, _) in sorted(roles.items())]

    @rows.one_snapshot
    def role(self, board_id: str, member_id: str) -> Membership | None:
        """Return somebody's role on a board, or None if they are not on it."""
        return role_of(self._db, rows.resolve(self._db, board_id), member_id)

    def _roles(self, board_id: str) -> dict[str, tuple[Membership, Member | None]]:
        """Return (role with pending writes applied, invited member or None) by member id."""
        found = self._db.query("SELECT member_id, payload FROM memberships WHERE board_id = ?", board_id)
        return _with_pending(found, self._db.query(_PENDING_ROLES, board_id), self._db)

    def get(self, member_id: str) -> Member | None:
        """Return one member, or None."""
        row = self._db.first("SELECT payload FROM members WHERE id = ?", member_id)
        return None if row is None else rows.recall(Member, row[0], self._db)

    def me(self) -> Member | None:
        """Return the account's own member; None until the service has named it."""
        return me(self._db)

    def name(self, member_id: str) -> str:
        """Return the member's name, or ""."""
        return self._db.text("SELECT name FROM members WHERE id = ?", member_id) or ""


def me(source: Database | Transaction) -> Member | None:
    """Return the account's own member; None until the service has named it."""
    db = source if isinstance(source, Database) else None
    text = source.meta(ME)
    return None if text is None else rows.recall(Member, text, db)


def know_me(tx: Transaction, member: Member) -> None:
    """Store the account's own member."""
    if tx.set_meta(ME, rows.text_of(member)):
        tx.changed("members")


def take_members(
    tx: Transaction, board_id: str, members: tuple[Member, ...], roles: tuple[Membership, ...]
) -> None:
    """Store the complete members and roles of a board."""
    kept = [_keep(tx, member) for member in members]
    by_member = {role.id_member: role for role in roles}
    want = {m.id: rows.text_of(by_member.get(m.id) or Membership(id_member=m.id)) for m in members}
    want |= {ident: rows.text_of(role) for ident, role in by_member.items()}
    have = dict(tx.rows("SELECT member_id, payload FROM memberships WHERE board_id = ?", board_id))
    if have != want:
        tx.run("DELETE FROM memberships WHERE board_id = ?", board_id)
        tx.conn.executemany(
            "INSERT INTO memberships (board_id, member_id, payload) VALUES (?, ?, ?)",
            [(board_id, ident, text) for ident, text in want.items()],
        )
    if any(kept) or have != want:
        tx.changed("members", board_id=board_id)


_PENDING_ROLES = f"SELECT op FROM outbox WHERE entity = ? AND {rows.IS_PENDING} ORDER BY seq"


def _with_pending(
    found: list[Any], writes: list[Any], db: Database | None = None
) -> dict[str, tuple[Membership, Member | None]]:
    roles: dict[str, tuple[Membership, Member | None]] = {
        ident: (rows.recall(Membership, text, db), None) for ident, text in found
    }
    for write in parse_readable(writes):
        if isinstance(write, SetBoardMember):
            roles[write.member_id] = (write.apply(roles.get(write.member_id, (None,))[0]), _invited(write))
        elif isinstance(write, RemoveBoardMember):
            roles.pop(write.member_id, None)
    return roles


def role_of(source: Database | Transaction, board_id: str, member_id: str) -> Membership | None:
    """Return somebody's role on a board as shown, or None if they are not on it."""
    db = source if isinstance(source, Database) else None
    read = source.rows if isinstance(source, Transaction) else source.query
    found = read(
        "SELECT member_id, payload FROM memberships WHERE board_id = ? AND member_id = ?", board_id, member_id
    )
    entry = _with_pending(found, read(_PENDING_ROLES, board_id), db).get(member_id)
    return None if entry is None else entry[0]


def _invited(write: SetBoardMember) -> Member:
    return Member(id=write.member_id, username=write.username, full_name=write.full_name)


def accept_member(tx: Transaction, write: SetBoardMember | RemoveBoardMember) -> None:
    """Apply the effect of a confirmed ``write`` to the service's state."""
    at = (write.board_id, write.member_id)
    if isinstance(write, RemoveBoardMember):
        tx.run("DELETE FROM memberships WHERE board_id = ? AND member_id = ?", *at)
    else:
        row = tx.one("SELECT payload FROM memberships WHERE board_id = ? AND member_id = ?", *at)
        payload = rows.text_of(write.apply(None if row is None else rows.recall(Membership, row[0])))
        tx.run(
            "INSERT OR REPLACE INTO memberships (board_id, member_id, payload) VALUES (?, ?, ?)", *at, payload
        )
        if (write.username or write.full_name) and tx.one(
            "SELECT 1 FROM members WHERE id = ?", at[1]
        ) is None:
            _keep(tx, _invited(write))
    tx.changed("members", board_id=write.board_id)


def _keep(tx: Transaction, member: Member) -> int:
    return tx.run(
        "INSERT INTO members (id, name, payload) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE"
        " SET name = excluded.name, payload = excluded.payload WHERE payload != excluded.payload",
        member.id,
        member.display_name,
        rows.text_of(member),
    )
