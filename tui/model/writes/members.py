"""Writes of board members and card members."""

from typing import ClassVar, Literal

from tui.model.card import Card
from tui.model.change import Noun
from tui.model.member import Membership
from tui.model.writes.base import CardWrite, Inverse, Key, KnownBoardId, MemberId, NameOf, Write, quoted
from tui.model.writes.rows import Rows


class BoardMemberWrite(Write):
    """The base of writes of a member's role on a board. Roles have no rows: their reader applies it."""

    noun: ClassVar[Noun] = "members"
    target: ClassVar[str] = "member_id"
    queue: ClassVar[str] = "board_id"

    board_id: KnownBoardId
    member_id: MemberId

    @property
    def touches(self) -> tuple[Key, ...]:
        """Nothing: roles have no rows."""
        return ()


class SetBoardMember(BoardMemberWrite):
    """Add a member to a board, or change the member's role there.

    Attributes:
        role: ``admin``, ``normal`` or ``observer``.
        username: Shown, like ``full_name``, until the board is read again.
    """

    repeatable: ClassVar[bool] = True

    kind: Literal["set_board_member"] = "set_board_member"
    role: str = "normal"
    username: str = ""
    full_name: str = ""

    def apply(self, row: Membership | None) -> Membership:
        """Return the member's new role."""
        return (row or Membership(id_member=self.member_id)).replace(member_type=self.role)

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by restoring the earlier role, or removing a member who had none."""
        before = rows.role(self.board_id, self.member_id)
        if before is None:
            return Inverse((RemoveBoardMember(board_id=self.board_id, member_id=self.member_id),))
        return Inverse() if before.member_type == self.role else _restore_role(self, before)

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Put Ana on board “Leads” as observer``."""
        who = name(self.member_id) or self.full_name or self.username or "a member"
        line = f"Put {who} on board {quoted(name(self.board_id), 'the board')}"
        return line + (f" as {self.role}" if self.role != "normal" else "")


class RemoveBoardMember(BoardMemberWrite):
    """Remove a member from a board."""

    kind: Literal["remove_board_member"] = "remove_board_member"

    def apply(self, row: Membership | None) -> None:
        """Return None: the member has no role any more."""

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by restoring the earlier role."""
        before = rows.role(self.board_id, self.member_id)
        return Inverse() if before is None else _restore_role(self, before)

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Took Ana off board “Leads”``."""
        who = name(self.member_id) or "a member"
        return f"Took {who} off board {quoted(name(self.board_id), 'the board')}"


def _restore_role(write: BoardMemberWrite, role: Membership) -> Inverse:
    return Inverse(
        (SetBoardMember(board_id=write.board_id, member_id=write.member_id, role=role.member_type),)
    )


class AddCardMember(CardWrite):
    """Put a member on a card."""

    kind: Literal["add_card_member"] = "add_card_member"
    member_id: MemberId

    def apply(self, row: Card | None) -> Card | None:
        """Return the card with the member."""
        if row is None or self.member_id in row.id_members:
            return row
        return row.replace(id_members=(*row.id_members, self.member_id))

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by removing the member again, unless they were on the card before."""
        row = rows.get(Card, self.card_id)
        if row is not None and self.member_id in row.id_members:
            return Inverse()
        return Inverse(
            (RemoveCardMember(board_id=self.board_id, card_id=self.card_id, member_id=self.member_id),)
        )

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Put Ana on “Call the bank”``."""
        return f"Put {name(self.member_id) or 'a member'} on {quoted(name(self.card_id), 'the card')}"


class RemoveCardMember(CardWrite):
    """Remove a member from a card."""

    kind: Literal["remove_card_member"] = "remove_card_member"
    member_id: MemberId

    def apply(self, row: Card | None) -> Card | None:
        """Return the card without the member."""
        if row is None:
            return None
        return row.replace(id_members=tuple(one for one in row.id_members if one != self.member_id))

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by adding the member again, if they were on the card."""
        row = rows.get(Card, self.card_id)
        if row is None or self.member_id not in row.id_members:
            return Inverse()
        return Inverse(
            (AddCardMember(board_id=self.board_id, card_id=self.card_id, member_id=self.member_id),)
        )

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Took Ana off “Call the bank”``."""
        return f"Took {name(self.member_id) or 'a member'} off {quoted(name(self.card_id), 'the card')}"
