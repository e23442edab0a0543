"""The people of the boards, and who we are."""

from tui.model.member import Member, Membership
from tui.store import rows
from tui.store.db import Database, Transaction

_ME = "me"


class Members:
    """Members, and their roles."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def of_board(self, board_id: str) -> list[Member]:
        """The board's members by name."""
        found = self._db.query(
            "SELECT m.payload FROM memberships AS s JOIN members AS m ON m.id = s.member_id"
            " WHERE s.board_id = ? ORDER BY m.name COLLATE NOCASE, m.id",
            board_id,
        )
        return [rows.read(Member, text) for (text,) in found]

    def roles(self, board_id: str) -> list[Membership]:
        """Who may do what on the board."""
        found = self._db.query(
            "SELECT payload FROM memberships WHERE board_id = ? ORDER BY member_id", board_id
        )
        return [rows.read(Membership, text) for (text,) in found]

    def get(self, member_id: str) -> Member | None:
        """One member, or None."""
        row = self._db.first("SELECT payload FROM members WHERE id = ?", member_id)
        return None if row is None else rows.read(Member, row[0])

    def me(self) -> Member | None:
        """Who this account is, once the service has told."""
        return me(self._db)

    def name(self, member_id: str) -> str:
        """Their name, or ""."""
        row = self._db.first("SELECT name FROM members WHERE id = ?", member_id)
        return "" if row is None else str(row[0])


def me(source: Database | Transaction) -> Member | None:
    """Who this account is, or None before the service has told."""
    first = source.first if isinstance(source, Database) else source.one
    row = first("SELECT value FROM meta WHERE key = ?", _ME)
    return None if row is None else rows.read(Member, row[0])


def know_me(tx: Transaction, member: Member) -> None:
    """Keep who this account is."""
    text = rows.text_of(member)
    if tx.run(
        "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
        " WHERE value != excluded.value",
        _ME,
        text,
    ):
        tx.changed("members")


def take_members(
    tx: Transaction, board_id: str, members: tuple[Member, ...], roles: tuple[Membership, ...]
) -> None:
    """Keep who is on a board: these, and nobody else."""
    changed = sum(_keep(tx, member) for member in members)
    by_member = {role.id_member: role for role in roles}
    want = {m.id: rows.text_of(by_member.get(m.id) or Membership(id_member=m.id)) for m in members}
    want |= {ident: rows.text_of(role) for ident, role in by_member.items()}
    have = dict(tx.rows("SELECT member_id, payload FROM memberships WHERE board_id = ?", board_id))
    if have != want:
        changed += 1
        tx.run("DELETE FROM memberships WHERE board_id = ?", board_id)
        tx.conn.executemany(
            "INSERT INTO memberships (board_id, member_id, payload) VALUES (?, ?, ?)",
            [(board_id, ident, text) for ident, text in want.items()],
        )
    if changed:
        tx.changed("members", board_id=board_id)


def _keep(tx: Transaction, member: Member) -> int:
    return tx.run(
        "INSERT INTO members (id, name, payload) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE"
        " SET name = excluded.name, payload = excluded.payload WHERE payload != excluded.payload",
        member.id,
        member.full_name or member.username,
        rows.text_of(member),
    )
