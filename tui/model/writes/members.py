"""Writes of who is on a board, and who is on a card."""

from typing import ClassVar, Literal

from tui.model.card import Card
from tui.model.change import Noun
from tui.model.member import Membership
from tui.model.writes.base import CardWrite, Inverse, Key, KnownBoardId, MemberId, NameOf, Write, quoted
from tui.model.writes.rows import Rows


class BoardMemberWrite(Write):
    """A write of somebody's role on a board. Roles are not kept as things of their own: their reader applies it."""

    noun: ClassVar[Noun] = "members"
    target: ClassVar[str] = "member_id"
    queue: ClassVar[str] = "board_id"

    board_id: KnownBoardId
    member_id: MemberId

    @property
    def touches(self) -> tuple[Key, ...]:
        """Nothing that has a row."""
        return ()


class SetBoardMember(BoardMemberWrite):
    """Put somebody on a board, or give them another role there.

    Attributes:
        role: ``admin``, ``normal`` or ``observer``.
        username: With ``full_name``, what is shown until the board is read again.
    """

    repeatable: ClassVar[bool] = True

    kind: Literal["set_board_member"] = "set_board_member"
    role: str = "normal"
    username: str = ""
    full_name: str = ""

    def apply(self, row: Membership | None) -> Membership:
        """Their role; a new one where they had none."""
        return (row or Membership(id_member=self.member_id)).but(member_type=self.role)

    def inverse(self, rows: Rows) -> Inverse:
        """The role they had, or none."""
        before = rows.role(self.board_id, self.member_id)
        if before is None:
            return Inverse((RemoveBoardMember(board_id=self.board_id, member_id=self.member_id),))
        return Inverse() if before.member_type == self.role else _as_before(self, before)

    def describe(self, name: NameOf) -> str:
        """``Put Ana on board “Leads” as observer``."""
        who = name(self.member_id) or self.full_name or self.username or "a member"
        put = f"Put {who} on board {quoted(name(self.board_id), 'the board')}"
        return put + (f" as {self.role}" if self.role != "normal" else "")


class RemoveBoardMember(BoardMemberWrite):
    """Take somebody off a board."""

    kind: Literal["remove_board_member"] = "remove_board_member"

    def apply(self, row: Membership | None) -> None:
        """They have no role there any more."""

    def inverse(self, rows: Rows) -> Inverse:
        """The role they had."""
        before = rows.role(self.board_id, self.member_id)
        return Inverse() if before is None else _as_before(self, before)

    def describe(self, name: NameOf) -> str:
        """``Took Ana off board “Leads”``."""
        who = name(self.member_id) or "a member"
        return f"Took {who} off board {quoted(name(self.board_id), 'the board')}"


def _as_before(write: BoardMemberWrite, role: Membership) -> Inverse:
    return Inverse(
        (SetBoardMember(board_id=write.board_id, member_id=write.member_id, role=role.member_type),)
    )


class AddCardMember(CardWrite):
    """Put a member on a card."""

    kind: Literal["add_card_member"] = "add_card_member"
    member_id: MemberId

    def apply(self, row: Card | None) -> Card | None:
        """The card with them on it."""
        if row is None or self.member_id in row.id_members:
            return row
        return row.but(id_members=(*row.id_members, self.member_id))

    def inverse(self, rows: Rows) -> Inverse:
        """Off again, where they were not on it before."""
        row = rows.get(Card, self.card_id)
        if row is not None and self.member_id in row.id_members:
            return Inverse()
        return Inverse(
            (RemoveCardMember(board_id=self.board_id, card_id=self.card_id, member_id=self.member_id),)
        )

    def describe(self, name: NameOf) -> str:
        """``Put Ana on “Call the bank”``."""
        return f"Put {name(self.member_id) or 'a member'} on {quoted(name(self.card_id), 'the card')}"


class RemoveCardMember(CardWrite):
    """Take a member off a card."""

    kind: Literal["remove_card_member"] = "remove_card_member"
    member_id: MemberId

    def apply(self, row: Card | None) -> Card | None:
        """The card without them."""
        if row is None:
            return None
        return row.but(id_members=tuple(one for one in row.id_members if one != self.member_id))

    def inverse(self, rows: Rows) -> Inverse:
        """On it again, where they were."""
        row = rows.get(Card, self.card_id)
        if row is None or self.member_id not in row.id_members:
            return Inverse()
        return Inverse(
            (AddCardMember(board_id=self.board_id, card_id=self.card_id, member_id=self.member_id),)
        )

    def describe(self, name: NameOf) -> str:
        """``Took Ana off “Call the bank”``."""
        return f"Took {name(self.member_id) or 'a member'} off {quoted(name(self.card_id), 'the card')}"
