"""Boards of the account, and the contents of a board."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, TypedDict

from tui.api.board.resource import (
    COPYING,
    MOST,
    Page,
    WithActions,
    WithCards,
    every_page,
    given,
    read_many,
    read_one,
    smallest_id,
)
from tui.errors import Garbled, NotFound, Rejected
from tui.model.action import Action
from tui.model.board import Board, BoardList
from tui.model.card import Card
from tui.model.checklist import Checklist
from tui.model.label import Label
from tui.model.member import Member, Membership

if TYPE_CHECKING:
    from tui.model.values.scalars import Json

CARDS_OF_CHECKLISTS = 250
"""Number of cards whose checklists are read in one response."""

_NESTED = {"lists", "labels", "members", "memberships"}


class Snapshot(TypedDict):
    """A board with everything but its cards.

    ``skipped`` counts unreadable items; while it is not 0, a missing item may exist and must not be deleted.
    """

    board: Board
    lists: list[BoardList]
    labels: list[Label]
    members: list[Member]
    memberships: list[Membership]
    skipped: int


class Boards(WithCards, WithActions):
    """The ``/1/boards`` resource (docs/reference/board.md, 2.1)."""

    _noun = "boards"

    async def mine(self, *, filter: str = "open") -> Page[Board]:
        """Return the boards of this account.

        Args:
            filter: ``open``, ``closed``, ``all``, ``starred`` …, joined by commas.
        """
        return read_many(Board, await self._get("members", "me", "boards", filter=filter, fields="all"))

    async def get(self, ident: str) -> Board:
        """Return a board by id or shortLink."""
        return read_one(Board, await self._get("boards", ident, fields="all"), asked=ident)

    async def last_activity(self, ident: str) -> datetime | None:
        """Return when something last happened on a board; None if the service does not report it."""
        data = await self._get("boards", ident, fields="name,dateLastActivity")
        return read_one(Board, data, asked=ident).date_last_activity

    async def create(
        self,
        *,
        name: str,
        idempotency_key: str,
        desc: str = "",
        default_lists: bool = True,
        background: str | None = None,
        organization_id: str | None = None,
    ) -> Board:
        """Create a board, in the member's first workspace if none is named."""
        more = given(prefs_background=background, id_organization=organization_id)
        return await self._create(
            Board,
            "boards",
            key=idempotency_key,
            name=name,
            desc=desc,
            default_lists=default_lists,
            **more,
        )

    async def copy(
        self,
        source_id: str,
        *,
        name: str,
        cards: bool,
        idempotency_key: str,
        organization_id: str | None = None,
    ) -> Board:
        """Create a copy of a board: lists, labels and custom fields, and with ``cards`` its open cards."""
        return await self._create(
            Board,
            "boards",
            key=idempotency_key,
            seconds=COPYING,
            name=name,
            id_board_source=source_id,
            keep_from_source="cards" if cards else "none",
            **given(id_organization=organization_id),
        )

    async def update(self, ident: str, **changes: Any) -> Board:
        """Change fields of a board, by Python name: name, desc, closed, background, id_organization."""
        if "background" in changes:
            changes["prefs/background"] = changes.pop("background")
        return read_one(Board, await self._put("boards", ident, **changes), asked=ident)

    async def delete(self, ident: str) -> None:
        """Delete a board; succeed if it is gone already."""
        await self._gone("boards", ident)

    async def star(self, ident: str, *, starred: bool) -> None:
        """Star or unstar a board for this account; succeed if nothing needs to change."""
        stars = await self._get("members", "me", "boardStars")
        held = stars if isinstance(stars, list) else []
        mine = [one.get("id") for one in held if isinstance(one, dict) and one.get("idBoard") == ident]
        if starred and not mine:
            form = {"id_board": ident, "pos": "bottom"}
            await self._ask("POST", "members", "me", "boardStars", form=form, repeatable=True)
        for star in mine if not starred else ():
            try:
                await self._delete("members", "me", "boardStars", str(star))
            except NotFound:
                continue

    async def set_member(self, ident: str, member_id: str, *, role: str) -> None:
        """Add a member to a board, or change their role: ``admin``, ``normal`` or ``observer``."""
        await self._put("boards", ident, "members", member_id, type=role)

    async def remove_member(self, ident: str, member_id: str) -> None:
        """Remove a member from a board; succeed if they are not on it."""
        await self._gone("boards", ident, "members", member_id)

    async def snapshot(self, ident: str) -> Snapshot:
        """Return a board with all lists, including closed ones, labels and members; in one call if possible."""
        data = await self._get(
            "boards",
            ident,
            fields="all",
            lists="all",
            labels="all",
            labels_limit=MOST,
            members="all",
            memberships="all",
        )
        board = read_one(Board, _without_nested(data), asked=ident)
        lists = read_many(BoardList, await self._part(data, board.id, "lists", filter="all"))
        labels = read_many(Label, await self._part(data, board.id, "labels", limit=MOST))
        members = read_many(Member, await self._part(data, board.id, "members"))
        memberships = read_many(Membership, await self._part(data, board.id, "memberships"))
        return Snapshot(
            board=board,
            lists=lists,
            labels=labels,
            members=members,
            memberships=memberships,
            skipped=lists.skipped + labels.skipped + members.skipped + memberships.skipped,
        )

    async def lists(self, ident: str, *, filter: str = "open") -> Page[BoardList]:
        """Return a board's lists in order; the service never pages them."""
        return read_many(BoardList, await self._get("boards", ident, "lists", filter=filter, fields="all"))

    async def labels(self, ident: str) -> Page[Label]:
        """Return a board's labels, up to the service's 1,000 (the default would be 50)."""
        return read_many(Label, await self._get("boards", ident, "labels", limit=MOST, fields="all"))

    async def members(self, ident: str) -> Page[Member]:
        """Return a board's members."""
        return read_many(Member, await self._get("boards", ident, "members", fields="all"))

    async def memberships(self, ident: str) -> Page[Membership]:
        """Return the roles of a board's members."""
        return read_many(Membership, await self._get("boards", ident, "memberships"))

    async def checklists(self, ident: str) -> Page[Checklist]:
        """Return the checklists of all cards of a board, with their items; the service never pages them."""
        return read_many(Checklist, await self._get("boards", ident, "checklists", fields="all"))

    def every_checklist(
        self,
        ident: str,
        *,
        limit: int = CARDS_OF_CHECKLISTS,
        filter: str = "all",
    ) -> AsyncIterator[Page[Checklist]]:
        """Yield a board's checklists by pages of ``limit`` cards, because those of 10,000 cards exceed the size limit.

        Args:
            ident: The board.
            limit: Number of cards whose checklists are in one response.
            filter: ``all`` cards, or only the ``closed`` (archived) or ``open`` ones.
        """
        return every_page(partial(self._checklists_of_cards, ident, filter), limit)

    async def _checklists_of_cards(
        self, ident: str, which: str, limit: int, before: str | None
    ) -> Page[Checklist]:
        """Return the checklists of one page of cards."""
        params = given(limit=limit, before=before)
        cards = await self._get(
            "boards", ident, "cards", filter=which, fields="id", checklists="all", **params
        )
        held = (
            [card.get("checklists") for card in cards if isinstance(card, dict)]
            if isinstance(cards, list)
            else [None]
        )
        if not all(isinstance(some, list) for some in held):
            # The service does not nest checklists, so they are read all at once.
            return await self.checklists(ident)
        page = read_many(Checklist, [one for some in held for one in some or ()])
        return Page(page, sent=len(cards), skipped=page.skipped, oldest=smallest_id(cards))

    async def log(
        self, ident: str, *, since: str | None = None, before: str | None = None, limit: int = MOST
    ) -> Page[Action]:
        """Return one page of everything that happened on a board, newest first, including events missing in the feed.

        Raises:
            NotFound: Also if the service has no such address; only our own servers have it.
        """
        asked = given(limit=limit, since=since, before=before)
        try:
            return read_many(Action, await self._get("boards", ident, "log", **asked))
        except (Rejected, Garbled) as error:
            # The hosted service reads the name of a field there: it may refuse it, or answer with an empty value.
            raise NotFound(
                "the service has no log of the board", service="board", status=error.status
            ) from error

    def every_logged(
        self, ident: str, *, since: str | None = None, limit: int = MOST
    ) -> AsyncIterator[Page[Action]]:
        """Yield all that happened on a board since ``since``, page after page, newest first.

        Raises:
            NotFound: Also where the service has no such address: only servers of ours do.
        """
        return every_page(lambda most, before: self.log(ident, since=since, before=before, limit=most), limit)

    def every_outline(self, ident: str) -> AsyncIterator[Page[Card]]:
        """Yield a board's open cards, page after page, with their places and last activities and nothing else."""
        fields = "idBoard,idList,pos,dateLastActivity"

        async def page(most: int, before: str | None) -> Page[Card]:
            asked = given(limit=most, before=before)
            return read_many(
                Card, await self._get("boards", ident, "cards", filter="open", fields=fields, **asked)
            )

        return every_page(page, MOST)

    def every_action(
        self,
        ident: str,
        *,
        since: str | datetime | None = None,
        limit: int = MOST,
        filter: str = "all",
    ) -> AsyncIterator[Page[Action]]:
        """Yield all actions of a board since ``since``, page by page, newest first."""
        return every_page(
            lambda most, before: self.actions(ident, since=since, before=before, limit=most, filter=filter),
            limit,
        )

    async def _part(self, data: Json, ident: str, name: str, **params: Any) -> Any:
        """Return a nested list; request it if the service omitted it, which does not mean that it is empty."""
        part = data.get(name)
        return part if isinstance(part, list) else await self._get("boards", ident, name, **params)


def _without_nested(data: Any) -> Any:
    """Return a board without its nested lists."""
    if not isinstance(data, dict):
        return data
    return {name: value for name, value in data.items() if name not in _NESTED}
