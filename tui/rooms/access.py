"""What the account may do: its token's rights, and what becomes of another token."""

from collections.abc import Iterable

from tui.errors import ReadOnly
from tui.model.grant import Grant
from tui.rooms.room import Room
from tui.store.db import written
from tui.sync.granted import granted, note


class Access(Room):
    """``workspace.access``."""

    def grant(self) -> Grant | None:
        """What the account's token may do, as far as known; offline as last heard."""
        return granted(self._store)

    def reads_only(self, board_id: str) -> str:  # noqa: ARG002 - what a member may do on one board belongs here too
        """Why the board may only be read, as a clause; "" where it may be changed, as far as known."""
        grant = self.grant()
        return "the account's token may only read" if grant is not None and not grant.writes else ""

    def check(self, board_ids: Iterable[str]) -> None:
        """See that these boards may be changed.

        Raises:
            ReadOnly: One of them may only be read.
        """
        for board_id in board_ids:
            if reason := self.reads_only(board_id):
                raise ReadOnly(f"nothing was changed: {reason}", hint="A, then l, asks for one that writes")

    async def signed_in(self, grant: Grant | None) -> None:
        """The account has another token, which may do ``grant``: what waits is sent with it."""
        await written(note(self._store, grant))
        self._engine.reconnect()
