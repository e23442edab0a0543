"""Lists of a board."""

from typing import Any

from tui.api.board.resource import COPYING, WithCards, read_one
from tui.model.board import BoardList


class Lists(WithCards):
    """The ``/1/lists`` resource (docs/reference/board.md, 2.2); lists cannot be deleted, only archived."""

    _noun = "lists"

    async def get(self, ident: str) -> BoardList:
        """Return a list by id."""
        return read_one(BoardList, await self._get("lists", ident, fields="all"), asked=ident)

    async def create(self, *, board_id: str, name: str, pos: float, idempotency_key: str) -> BoardList:
        """Add a list to a board; ``board_id`` must be the full id, not a shortLink."""
        return await self._create(
            BoardList, "lists", key=idempotency_key, name=name, id_board=board_id, pos=pos
        )

    async def copy(
        self, source_id: str, *, board_id: str, name: str, pos: float, idempotency_key: str
    ) -> BoardList:
        """Add a copy of a list, with the open cards in it, to a board."""
        return await self._create(
            BoardList,
            "lists",
            key=idempotency_key,
            seconds=COPYING,
            name=name,
            id_board=board_id,
            id_list_source=source_id,
            pos=pos,
        )

    async def update(self, ident: str, **changes: Any) -> BoardList:
        """Change fields of a list, by Python name: name, closed, pos, id_board, soft_limit (None: no limit).

        The limit has a separate address, because the service's call for changing a list does not accept it.
        """
        limit = {name: changes.pop(name) for name in ("soft_limit",) if name in changes}
        data: Any = None
        if changes or not limit:
            data = await self._put("lists", ident, **changes)
        if limit:
            data = await self._put("lists", ident, "softLimit", value=limit["soft_limit"])
        return read_one(BoardList, data, asked=ident)
