"""Somebody who works at the board service while the program watches."""

import base64
import hashlib
import hmac
import json
from datetime import timedelta
from http import HTTPStatus
from typing import Any

from tests.stories.world import World
from tui.model.values.scalars import format_instant
from tui.secret import Secret
from tui.sync.webhook import Verifier

SECRET, HOOK = "application", "https://hooks.example/cardscout"


class Desk:
    """Calls the service as its other clients do.

    Attributes:
        things: Ids of what was made before anybody watched, by name.
        calls_us: Whether the service sends messages.
        told: Ids of the actions of which none is sent: those of the set-up.
    """

    def __init__(self, world: World) -> None:
        self.world, self.things = world, dict[str, str]()
        self.calls_us = False
        self.told: set[str] = set()

    async def call(self, method: str, where: str, **values: Any) -> Any:
        """Ask the service, past the wire that the program is at; ids may be given by name, in braces."""
        path = where.format(**self.things)
        told = {name: str(value).format(**self.things) for name, value in values.items()}
        return await self.world.past_the_wire(method, path, told)

    async def make(self, thing: str, method: str, where: str, **values: Any) -> None:
        """The same, and remember the id of what was made."""
        self.things[thing] = (await self.call(method, where, **values))["id"]

    def due(self, **ahead: float) -> str:
        """A moment to come."""
        return format_instant(self.world.clock.now() + timedelta(**ahead))

    async def set_up(self) -> None:
        """Make what is there before anybody watches."""
        world = self.world
        self.things |= {"board": world.board_id, "first": world.first, "second": world.second}
        self.things["me"] = (await self.call("GET", "/1/members/me"))["id"]
        self.things["workspace"] = (await self.call("GET", "/1/boards/{board}"))["idOrganization"]
        for name in ("card", "other", "archived", "due"):
            await self.make(name, "POST", "/1/cards", idList="{first}", name=name)
        await self.call("PUT", "/1/cards/{archived}", closed="true")
        await self.call("PUT", "/1/cards/{due}", due=self.due(minutes=30))
        for name in ("label", "worn"):
            await self.make(name, "POST", "/1/labels", idBoard="{board}", name=name, color="red")
        await self.call("POST", "/1/cards/{card}/idLabels", value="{worn}")
        await self.make("checklist", "POST", "/1/checklists", idCard="{card}", name="Steps")
        await self.make("item", "POST", "/1/checklists/{checklist}/checkItems", name="Call")
        await self.make("comment", "POST", "/1/cards/{card}/actions/comments", text="first")
        await self.make("elsewhere", "POST", "/1/boards", name="Elsewhere")
        lists = await self.call("GET", "/1/boards/{elsewhere}/lists")
        self.things["far"] = lists[0]["id"]
        await self.make("far_card", "POST", "/1/cards", idList="{far}", name="far")
        self.told = {action["id"] for action in await self._actions()}

    async def _actions(self) -> list[dict[str, Any]]:
        """All that happened on the board and to the account, oldest first."""
        board = await self.call("GET", "/1/boards/{board}/log", limit="1000")
        mine = await self.call("GET", "/1/members/me/actions", filter="createBoard,copyBoard", limit="1000")
        return sorted([*board, *mine], key=lambda action: str(action["id"]))

    async def send_messages(self) -> None:
        """Send a message for each action since the set-up, as webhooks of the board and of the member do."""
        verifier = Verifier(
            Secret(SECRET), HOOK, self.world.clock, self.world.session.events.messages.receive
        )
        for action in await self._actions():
            if action["id"] not in self.told:
                body = json.dumps({"action": action, "model": {"id": self.world.board_id}}).encode()
                signed = base64.b64encode(hmac.digest(SECRET.encode(), body + HOOK.encode(), hashlib.sha1))
                assert verifier.judge("POST", signed, body) == HTTPStatus.OK
