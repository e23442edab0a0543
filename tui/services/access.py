"""The account's permissions: its token's rights, lost boards, and a change of token."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from tui.errors import ReadOnly
from tui.services.part import WorkspacePart
from tui.store.db import until_written
from tui.sync.token_rights import granted, note

if TYPE_CHECKING:
    from tui.model.account.grant import Grant
    from tui.model.member import Member


_CLOSED = "this board is closed"
"""Why nothing on a closed board should be changed, though the service would take it."""


class Access(WorkspacePart):
    """Permission checks of a workspace: ``workspace.access``."""

    def grant(self) -> Grant | None:
        """Return the rights of the account's token as the service last reported them, or None if unknown."""
        return granted(self._store)

    def read_only_reason(self, board_id: str) -> str:
        """Return why nothing on the board should be changed, as a clause; "" if it may be, as far as is known."""
        return self.forbidden_reason(board_id) or self._closed_reason(board_id)

    def _closed_reason(self, board_id: str) -> str:
        return _CLOSED if self._store.boards.is_closed(board_id) else ""

    def forbidden_reason(self, board_id: str, *, own: bool = False) -> str:
        """Return why the service lets the account change nothing on the board, as a clause; "" if it may.

        With ``own``, only what nobody else sees is to be changed: an observer may do that.
        """
        grant = self.grant()
        if grant is not None and not grant.writes:
            return "the account's token may only read"
        if not board_id:
            return ""
        if self.is_lost(board_id):
            return "you are not on this board any more: it may only be read, as it was"
        observes = not own and self._observes(board_id)
        return "as an observer you may only read this board" if observes else ""

    def me(self) -> Member | None:
        """Return the account's own member, or None until the service has named it."""
        return self._store.members.me()

    def is_lost(self, board_id: str) -> bool:
        """Return whether the service last refused to show this board to the account."""
        return self._store.boards.lost(board_id)

    def _observes(self, board_id: str) -> bool:
        """Return whether the account is an observer of a board where observers may not even comment."""
        me = self.me()
        role = None if me is None else self._store.members.role(board_id, me.id)
        # Few accounts are observers; only for them the board is read, which takes longer than the rest.
        if (
            role is None
            or role.member_type != "observer"
            or (board := self._store.boards.get(board_id)) is None
        ):
            return False
        prefs = board.unknown_fields.get("prefs")
        comments = prefs.get("comments") if isinstance(prefs, dict) else None
        return comments not in {"observers", "org", "public"}

    def check(
        self, board_ids: Collection[str] = (), changed: Collection[str] = (), own: Collection[str] = ()
    ) -> None:
        """Check that the account may write, and on all of these boards.

        Args:
            board_ids: The boards.
            changed: Those of them that must be open, too.
            own: Those of them where nothing is changed that others see.

        Raises:
            ReadOnly: It may not, or one of the boards may only be read.
        """
        for board_id in {"", *board_ids}:
            reason = self.forbidden_reason(board_id, own=board_id in own)
            if reason := reason or (self._closed_reason(board_id) if board_id in changed else ""):
                hint = "g o in the app, or cardscout board open, opens it again" if reason == _CLOSED else ""
                # No other token changes who is on a board, and as what.
                hint = "A, then l, asks for one that writes" if reason == self.forbidden_reason("") else hint
                raise ReadOnly(f"nothing was changed: {reason}", hint=hint)

    async def record_grant(self, grant: Grant | None) -> None:
        """Record the token's rights as the service reported them."""
        await until_written(note(self._store, grant))

    async def replace_token(self, grant: Grant | None) -> None:
        """Record the rights of a new token, and reconnect so that waiting writes are sent with it."""
        await self.record_grant(grant)
        self._engine.reconnect()
