"""Webhooks: where the service tells us at once that something happened."""

from tui.api.board.resource import Resource, read_one
from tui.errors import NotFound
from tui.model.notification import Webhook


class Webhooks(Resource):
    """``/1/webhooks`` (docs/reference/board.md, 6). The service has no list of them that does not name the token in its path."""

    async def create(self, *, model_id: str, callback_url: str, description: str) -> Webhook:
        """Have changes of a board or a card told to ``callback_url``; the service asks it first (HEAD).

        Raises:
            Rejected: It did not answer 200, or is registered for that model already.
        """
        form = {
            "id_model": model_id,
            "callbackURL": callback_url,
            "description": description,
            "active": True,
        }
        response = await self._ask("POST", "webhooks", form=form, repeatable=False)
        return read_one(Webhook, response.json)

    async def delete(self, ident: str) -> None:
        """Have nothing told any more; one that is gone already is deleted."""
        try:
            await self._delete("webhooks", ident)
        except NotFound:
            return
