"""Checklists and their items; an item is changed through its card: ``Cards.update_item``."""

from datetime import datetime

from tui.api.board.resource import Resource, given, read_one
from tui.model.checklist import COMPLETE, CheckItem, Checklist


class Checklists(Resource):
    """The ``/1/checklists`` resource (docs/reference/board.md, 2.4)."""

    async def get(self, ident: str) -> Checklist:
        """Return a checklist by id, with its items."""
        return read_one(Checklist, await self._get("checklists", ident, fields="all"), asked=ident)

    async def create(self, *, card_id: str, name: str, pos: float, idempotency_key: str) -> Checklist:
        """Add a checklist to a card."""
        return await self._create(
            Checklist, "checklists", key=idempotency_key, id_card=card_id, name=name, pos=pos
        )

    async def update(self, ident: str, *, name: str | None = None, pos: float | None = None) -> Checklist:
        """Rename or move a checklist; None leaves a field as it is."""
        return read_one(
            Checklist, await self._put("checklists", ident, **given(name=name, pos=pos)), asked=ident
        )

    async def delete(self, ident: str) -> None:
        """Delete a checklist and its items; succeed if it is gone already."""
        await self._gone("checklists", ident)

    async def add_item(
        self,
        ident: str,
        *,
        name: str,
        pos: float,
        idempotency_key: str,
        state: str = "incomplete",
        due: datetime | None = None,
        member_id: str | None = None,
    ) -> CheckItem:
        """Add an item to a checklist."""
        return await self._create(
            CheckItem,
            "checklists",
            ident,
            "checkItems",
            key=idempotency_key,
            name=name,
            pos=pos,
            checked=state == COMPLETE,
            **given(due=due, id_member=member_id),
        )

    async def delete_item(self, ident: str, item_id: str) -> None:
        """Delete an item; succeed if it is gone already."""
        await self._gone("checklists", ident, "checkItems", item_id)
