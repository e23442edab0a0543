"""One server, and three ways to do a step there: the command line, the screens, requests."""

import asyncio
import json
import re
import shlex
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
from click.testing import CliRunner

from tests.app.screens.conftest import Play, boards
from tests.app.screens.test_api_call import ask, at
from tests.server.service.serving import Served, run, served, signed_in
from tests.stories.world import PatientClock, Wire
from tui.app.app import CardscoutApp
from tui.app.screens.board import BoardScreen
from tui.app.screens.boxes.read import ReadScreen
from tui.cli.main import cli
from tui.secret import Secret
from tui.workspace import Link, Workspace

LEFT_OUT = frozenset({"id", "pos", "date", "dateLastActivity", "shortLink", "shortUrl", "textData"})
"""What is another on each board, or said by the order. An id that a thing refers to is read as what it names."""

_NO_WORD = re.compile(r"\W")
_ID = re.compile(r"[0-9a-f]{24}")
_CHOICES = {
    "GET": "get read from the task",
    "POST": "post make",
    "PUT": "put change",
    "DELETE": "delete board",
}
_ALL = {
    "fields": "desc,closed,prefs", "lists": "all", "cards": "all", "card_attachments": True, "checklists": "all",
    "labels": "all", "actions": "commentCard", "memberships": "all",
}  # fmt: skip


@dataclass(frozen=True)
class Call:
    """A request: by HTTP, or as somebody types it into the palette, where no key does the step."""

    method: str
    path: str
    body: Mapping[str, Any] = field(default_factory=dict)
    file: str = ""


@dataclass(frozen=True)
class Step:
    """A step, three times.

    Attributes:
        line: What follows ``cardscout``; ``{card}`` is the id of the thing of that name.
        keys: What is pressed, from the board: names of keys, ``1:2`` for those that go to the second card of the first
            list, ``=text`` that is typed, ``?text`` that is waited for. A ``Call`` is what the screens have no key for.
        calls: The requests.
    """

    line: str
    keys: Sequence[str | Call]
    calls: Sequence[Call]


@dataclass
class Team:
    """A shared server on a port, its member ana, and ben."""

    at: Served
    http: httpx.Client
    ana: dict[str, str]
    ben: str
    made: int = 0

    def ask(self, call: Call) -> Any:
        """Make a request as ana."""
        form = {
            name: ",".join(value) if isinstance(value, list) else value for name, value in call.body.items()
        }
        form = {name: json.dumps(value) if isinstance(value, bool) else value for name, value in form.items()}
        files = {"file": (Path(call.file).name, Path(call.file).read_bytes())} if call.file else None
        values: Any = {"params": form} if call.method == "GET" else {"data": form or None, "files": files}
        answer = self.http.request(call.method, call.path, **values)
        assert answer.is_success, f"{call}: {answer.status_code} {answer.text}"
        return answer.json()

    def content(self, url: str) -> str:
        """What is in a file that was attached; the service takes the token for it in the header alone."""
        said = f'OAuth oauth_consumer_key="{self.ana["key"]}", oauth_token="{self.ana["token"]}"'
        answer = self.http.get(url, headers={"Authorization": said})
        assert answer.is_success, f"{url}: {answer.status_code}"
        return answer.text

    @property
    def environment(self) -> dict[str, str]:
        """The account, as the command line takes it from the environment."""
        return {
            "CARDSCOUT_BOARD_URL": self.at.told["url"],
            "CARDSCOUT_BOARD_KEY": self.ana["key"],
            "CARDSCOUT_BOARD_TOKEN": self.ana["token"],
        }


@contextmanager
def team_on(data: Path) -> Iterator[Team]:
    """A server with two members."""
    ben = run("user", "ben", "--full-name", "Ben Tui", "--data", data, "--json")["id"]
    run("user", "ana", "--full-name", "Ana Reid", "--data", data, "--json")
    ana = run("token", "ana", "--data", data, "--json")
    with served(data, "--no-limits") as server, signed_in(server, ana) as http:
        yield Team(server, http, ana, ben)


class Ground:
    """Two boards for one way to work on, which are alike for each of the three.

    Attributes:
        ids: The ids of what is there, by name.
    """

    def __init__(self, team: Team) -> None:
        self.team = team
        team.made += 1
        self.other = f"Won{team.made}"
        self.ids = {
            "me": team.ana["idMember"],
            "ana": team.ana["idMember"],
            "ben": team.ben,
            "other": self.other,
        }
        for key, name in (("deals", "Deals"), ("won", self.other)):
            board = self._make("/boards", name=name, defaultLists="false", defaultLabels="false")
            self.ids[key] = board
            team.ask(Call("PUT", f"/boards/{board}/members/{team.ben}", {"type": "normal"}))
        into = self._make("/lists", name="In", idBoard=self.ids["deals"], pos="1000")
        out = self._make("/lists", name="Out", idBoard=self.ids["deals"], pos="2000")
        there = self._make("/lists", name="There", idBoard=self.ids["won"])
        hot = self._make("/labels", name="hot", color="red", idBoard=self.ids["deals"])
        self._make("/labels", name="cold", color="sky", idBoard=self.ids["deals"])
        self._make("/labels", name="hot", color="red", idBoard=self.ids["won"])
        for name, where, pos in (
            ("First", into, "100"),
            ("Last", into, "300"),
            ("Far", out, "100"),
            ("Won", there, "9"),
        ):
            self._make("/cards", name=name, idList=where, pos=pos)
        self.card = self._make(
            "/cards", name="Card", desc="old", idList=into, pos="200", idLabels=hot, idMembers=self.ids["me"]
        )
        steps = self._make("/checklists", name="Steps", idCard=self.card, pos="10")
        self._make(f"/checklists/{steps}/checkItems", name="call", pos="10")
        self._make(f"/cards/{self.card}/actions/comments", text="She is away")
        self._make(f"/cards/{self.card}/attachments", url="https://tui.example/x", name="Site")

    def _make(self, path: str, **values: str) -> str:
        return str(self.team.ask(Call("POST", path, values))["id"])

    def filled(self, value: Any) -> Any:
        """``value`` with the names in braces replaced by the ids of what is called so now."""
        match value:
            case str() if "{" in value:
                return value.format(**self._known())
            case list():
                return [self.filled(one) for one in value]
            case dict():
                return {name: self.filled(one) for name, one in value.items()}
            case Call():
                return Call(
                    value.method, self.filled(value.path), self.filled(value.body), self.filled(value.file)
                )
            case _:
                return value

    def _read(self) -> Iterator[dict[str, Any]]:
        for board in ("deals", "won"):
            yield self.team.ask(Call("GET", f"/boards/{self.ids[board]}", _ALL))

    def _known(self) -> dict[str, str]:
        known = dict(self.ids)
        for board in self._read():
            for thing in _things(board):
                known.setdefault(_NO_WORD.sub("_", thing["name"].lower()), thing["id"])
        return known

    def look(self) -> dict[str, Any]:
        """All that is on the boards, field by field, by what is the same on each of the three."""
        seen: dict[str, Any] = {}
        for number, board in enumerate(self._read()):
            names = {thing["id"]: thing["name"] for thing in _things(board)} | {
                board["id"]: f"board {number}"
            }
            names |= {
                ident: name for name, ident in self.ids.items() if name in {"ana", "ben", "deals", "won"}
            }
            order = [one["id"] for one in _sorted(board["lists"])]
            board["cards"] = sorted(
                board["cards"], key=lambda card: (order.index(card["idList"]), card["pos"])
            )
            for part in (
                board["lists"],
                board["checklists"],
                *(card["attachments"] for card in board["cards"]),
            ):
                part[:] = _sorted(part)
            for checklist in board["checklists"]:
                checklist["checkItems"] = _sorted(checklist["checkItems"])
            for card in board["cards"]:
                card["url"] = card["url"].replace(card["shortLink"], "")
                for held in card["attachments"]:
                    held["content"] = self.team.content(held["url"]) if held["isUpload"] else None
            board["labels"].sort(key=lambda label: label["name"])
            for action in board["actions"]:
                # What else is told of the card there is told of it above.
                action["data"] = {"card": action["data"]["card"]["id"], "text": action["data"]["text"]}
            seen |= {f"{number}.{place}": value for place, value in _fields(board, names)}
        return seen


def different(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """The fields in which two looks differ, with what is in each."""
    return {
        place: (one.get(place), other.get(place))
        for place in sorted(one.keys() | other.keys())
        if (place in one) != (place in other) or one.get(place) != other.get(place)
    }


def _sorted(things: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(things, key=lambda one: one["pos"])


def _things(board: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Whatever has a name on a board."""
    yield from (*board["lists"], *board["labels"], *board["cards"], *board["checklists"])
    yield from (item for checklist in board["checklists"] for item in checklist["checkItems"])
    yield from (held for card in board["cards"] for held in card["attachments"])


def _fields(value: Any, names: Mapping[str, str], place: str = "") -> Iterator[tuple[str, Any]]:
    """Each field below ``value``, with its place; ids as names."""
    if isinstance(value, dict) and value:
        for name, one in value.items():
            if name not in LEFT_OUT:
                yield from _fields(one, names, f"{place}.{name}" if place else name)
    elif isinstance(value, list) and value:
        for number, one in enumerate(value):
            yield from _fields(one, names, f"{place}.{number}")
    elif isinstance(value, str):
        yield place, _ID.sub(lambda found: names.get(found[0], found[0]), value)
    else:
        yield place, value


# --- the ways -----------------------------------------------------------------------


def by_command(ground: Ground, line: str) -> Any:
    """Do a step by the command line, and return what it printed."""
    words = [ground.filled(word) for word in shlex.split(line)]
    done = CliRunner().invoke(cli, [*words, "--json"], env=ground.team.environment, prog_name="cardscout")
    assert done.exit_code == 0, f"{line}: {done.output}"
    assert "queued" not in done.stdout
    return json.loads(done.stdout)


@asynccontextmanager
async def screens_on(ground: Ground, home: Path) -> AsyncIterator[Play]:
    """The screens, with the board open; over the network, as everything here."""
    team, clock = ground.team, PatientClock()
    link = Link(team.at.told["url"], team.ana["key"], Secret(team.ana["token"]))
    workspace = Workspace.open(
        store_path=home / "store.db", account="team", connect=lambda: link, clock=clock
    )
    await workspace.start()
    try:
        await boards(workspace)
        for name in ("deals", "won"):
            await workspace.boards.pull(ground.ids[name])
        app = CardscoutApp(workspace, board=ground.ids["deals"], clock=clock, account="team")
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            # The program has its own connections: nothing goes over this wire.
            play = Play(app, pilot, workspace, Wire(httpx.AsyncHTTPTransport()), clock)
            await play.sees("Card")
            yield play
    finally:
        await workspace.close()


async def by_keys(ground: Ground, play: Play, keys: Sequence[str | Call]) -> Any:
    """Do a step by the screens, and return the last answer that was copied there."""
    answer: Any = None
    for part in keys:
        if isinstance(part, Call):
            # What it names may have been made by a key before it.
            await _sent(play)
            answer = await _by_palette(play, await asyncio.to_thread(ground.filled, part))
            continue
        for word in shlex.split(part):
            text = word[1:].format(**ground.ids)
            if word[0] == "?":
                await play.sees(text, tick=0.5)
            elif word[0] == "=":
                await play.press(*text)
            elif ":" in word:
                await play.burst("g", word[0], word[2], "G")
            else:
                await play.press(word)
    await _sent(play)
    await at(play, BoardScreen)
    return answer


async def _sent(play: Play) -> None:
    """Let everything that was pressed be at the service."""
    await play.until(lambda: not play.workspace.outbox.numbers(), tick=0.5)


async def _by_palette(play: Play, call: Call) -> Any:
    """Make a call in the screens, and return the answer as it is copied."""
    if call.method == "GET":
        await ask(play, _CHOICES[call.method], f"/1{call.path}?{urlencode(call.body)}")
    else:
        await ask(play, _CHOICES[call.method], f"/1{call.path}", json.dumps(call.body))
    await at(play, ReadScreen)
    await play.press("y", "escape")
    return json.loads(play.app.clipboard)


def by_requests(ground: Ground, calls: Sequence[Call]) -> Any:
    """Do a step by requests, and return the last answer."""
    return [ground.team.ask(ground.filled(call)) for call in calls][-1]
