"""Webhooks, by which the service reports changes at once."""

from tui.api.board.resource import Resource, read_one
from tui.model.notification import Webhook


class Webhooks(Resource):
    """The ``/1/webhooks`` resource (docs/reference/board.md, 6); a list would need the token in the path."""

    async def create(self, *, model_id: str, callback_url: str, description: str) -> Webhook:
        """Register ``callback_url`` for changes of a board or a card; the service checks it first (HEAD).

        Raises:
            Rejected: The address did not answer 200, or is registered for that model already.
        """
        form = {
            "id_model": model_id,
            "callbackURL": callback_url,
            "description": description,
            "active": True,
        }
        response = await self._ask("POST", "webhooks", form=form, repeatable=False)
        return read_one(Webhook, response.json)

    async def get(self, ident: str) -> Webhook:
        """Return one webhook of this token."""
        return read_one(Webhook, await self._get("webhooks", ident), asked=ident)

    async def delete(self, ident: str) -> None:
        """Delete a webhook; succeed if it is gone already."""
        await self._gone("webhooks", ident)
