"""Actions of boards and cards, comments among them."""

from typing import Any

from pydantic import TypeAdapter, ValidationError

from tui.api.board.resource import Page, Resource, read_many, read_one
from tui.model.action import COMMENT, COPIED_COMMENT, Action, Comment
from tui.model.values.scalars import Instant

_INSTANT: TypeAdapter[Any] = TypeAdapter(Instant)


class Actions(Resource):
    """The ``/1/actions`` resource (docs/reference/board.md, 2.7)."""

    async def get(self, ident: str) -> Action:
        """Return an action by id."""
        return read_one(Action, await self._get("actions", ident), asked=ident)

    async def update_comment(self, ident: str, text: str) -> Action:
        """Change the text of a comment that this account wrote."""
        return read_one(Action, await self._put("actions", ident, text=text), asked=ident)

    async def delete_comment(self, ident: str) -> None:
        """Delete a comment; succeed if it is gone already."""
        await self._gone("actions", ident)


def comment_of(action: Action) -> Comment | None:
    """Convert the action of a comment, written or copied with its card, to a comment; None for any other action.

    The caller must set ``mine``, because only it knows which member this account is.
    """
    text, card_id = action.data.get("text"), action.card_id
    if action.type not in {COMMENT, COPIED_COMMENT} or not isinstance(text, str) or card_id is None:
        return None
    return Comment(
        id=action.id,
        id_card=card_id,
        text=text,
        date=action.date,
        author=action.author,
        author_id=action.author_id,
        edited=_edited(action.data.get("dateLastEdited")),
    )


def read_comments(data: Any) -> Page[Comment]:
    """Return the comments of a page of actions.

    Raises:
        Garbled: The data is no list.
    """
    actions = read_many(Action, data)
    comments = [comment for action in actions if (comment := comment_of(action)) is not None]
    return Page(comments, sent=actions.sent, skipped=actions.sent - len(comments), oldest=actions.oldest)


def _edited(value: Any) -> Any:
    if not isinstance(value, str):
        return None
    try:
        return _INSTANT.validate_python(value)
    except ValidationError:
        return None
