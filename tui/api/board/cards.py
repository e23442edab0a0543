"""Cards, and their comments, checklists, labels and members."""

from typing import Any

from tui.api.board.actions import comment_of, read_comments
from tui.api.board.resource import MOST, Page, WithActions, given, read_many, read_one
from tui.errors import Rejected
from tui.model.action import COMMENTS, Action, Comment
from tui.model.card import Card
from tui.model.checklist import CheckItem, Checklist

_ALL_BUT_COMMENTS = "attachments,checklists,customFields,due,labels,members,start,stickers"
"""What a copy of a template takes from it."""


class Cards(WithActions):
    """The ``/1/cards`` resource (docs/reference/board.md, 2.3)."""

    _noun = "cards"

    async def get(self, ident: str) -> Card:
        """Return a card by id or shortLink, with its attachments."""
        return read_one(Card, await self._get("cards", ident, fields="all", attachments=True), asked=ident)

    async def whole(self, ident: str) -> tuple[Card, Page[Checklist]]:
        """Return a card by id or shortLink with attachments, and its checklists; in one call if possible."""
        data = await self._get("cards", ident, fields="all", attachments=True, checklists="all")
        parts = data.pop("checklists", None) if isinstance(data, dict) else None
        card = read_one(Card, data, asked=ident)
        return card, await self.checklists(card.id) if parts is None else read_many(Checklist, parts)

    async def create(
        self, *, list_id: str, name: str, pos: float, idempotency_key: str, desc: str = "", **more: Any
    ) -> Card:
        """Add a card to a list.

        Args:
            list_id: The list's full id.
            name: Its title.
            pos: Its position in the list; a number, so that a repeat cannot shift it.
            idempotency_key: The idempotency key of the write.
            desc: Its description.
            more: Further fields by Python name: due, start, id_labels, id_members …
        """
        return await self._create(
            Card, "cards", key=idempotency_key, id_list=list_id, name=name, pos=pos, desc=desc, **more
        )

    async def copy(
        self,
        source_id: str,
        *,
        list_id: str,
        name: str,
        pos: float,
        idempotency_key: str,
        comments: bool = True,
    ) -> Card:
        """Add a copy of a card, with everything on it, or all but its comments, to a list of any board."""
        return await self._create(
            Card,
            "cards",
            key=idempotency_key,
            id_card_source=source_id,
            keep_from_source="all" if comments else _ALL_BUT_COMMENTS,
            id_list=list_id,
            name=name,
            pos=pos,
        )

    async def update(self, ident: str, **changes: Any) -> Card:
        """Change fields of a card, by Python name; None clears ``due`` and ``start``.

        Args:
            ident: The card.
            changes: name, desc, closed, due, start, due_complete, due_reminder …
        """
        return read_one(Card, await self._put("cards", ident, **changes), asked=ident)

    async def move(self, ident: str, *, list_id: str, pos: float, board_id: str | None = None) -> Card:
        """Move a card to a position in a list, and to another board if ``board_id`` is given."""
        place = given(id_list=list_id, pos=pos, id_board=board_id)
        return read_one(Card, await self._put("cards", ident, **place), asked=ident)

    async def delete(self, ident: str) -> None:
        """Delete a card; succeed if it is gone already."""
        await self._gone("cards", ident)

    async def add_label(self, ident: str, label_id: str) -> None:
        """Add a label to a card; succeed if it is on it already."""
        await self._add("already on the card", "cards", ident, "idLabels", value=label_id)

    async def remove_label(self, ident: str, label_id: str) -> None:
        """Remove a label from a card; succeed if it is not on it."""
        await self._gone("cards", ident, "idLabels", label_id)

    async def add_member(self, ident: str, member_id: str) -> None:
        """Add a member to a card; succeed if they are on it already."""
        await self._add("already on the card", "cards", ident, "idMembers", value=member_id)

    async def remove_member(self, ident: str, member_id: str) -> None:
        """Remove a member from a card; succeed if they are not on it."""
        try:
            await self._gone("cards", ident, "idMembers", member_id)
        except Rejected as error:
            if "not on the card" not in str(error):
                raise

    async def comments(self, ident: str, *, limit: int = MOST, before: str | None = None) -> Page[Comment]:
        """Return one page of a card's comments, those copied with it included, newest first."""
        params = given(limit=limit, before=before)
        return read_comments(await self._get("cards", ident, "actions", filter=COMMENTS, **params))

    async def add_comment(self, ident: str, text: str, *, idempotency_key: str) -> Comment:
        """Write a comment on a card."""
        action = await self._create(
            Action, "cards", ident, "actions", "comments", key=idempotency_key, text=text
        )
        # The response may omit the text that was just sent.
        return comment_of(action) or Comment(id=action.id, id_card=ident, text=text, date=action.date)

    async def checklists(self, ident: str) -> Page[Checklist]:
        """Return a card's checklists with their items."""
        return read_many(Checklist, await self._get("cards", ident, "checklists", fields="all"))

    async def update_item(self, ident: str, item_id: str, **changes: Any) -> CheckItem:
        """Change fields of a card's checklist item, by Python name: name, state, pos, id_checklist."""
        data = await self._put("cards", ident, "checkItem", item_id, **changes)
        return read_one(CheckItem, data, asked=item_id)

    async def _add(self, already: str, *segments: str, value: str) -> None:
        # Adding a value to a set is idempotent, so this POST may be repeated.
        try:
            await self._ask("POST", *segments, form={"value": value}, repeatable=True)
        except Rejected as error:
            if already not in str(error):
                raise
