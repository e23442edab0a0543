"""Labels of a board."""

from tui.api.board.resource import Resource, read_one
from tui.model.label import Label


class Labels(Resource):
    """The ``/1/labels`` resource (docs/reference/board.md, 2.4)."""

    async def create(self, *, board_id: str, name: str, color: str | None, idempotency_key: str) -> Label:
        """Add a label to a board; None is no colour."""
        return await self._create(
            Label, "labels", key=idempotency_key, id_board=board_id, name=name, color=color
        )

    async def update(self, ident: str, *, name: str, color: str | None) -> Label:
        """Rename and recolour a label."""
        return read_one(Label, await self._put("labels", ident, name=name, color=color), asked=ident)

    async def delete(self, ident: str) -> None:
        """Delete a label, and remove it from every card; succeed if it is gone already."""
        await self._gone("labels", ident)
