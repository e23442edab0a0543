"""Every address of the board service with everything a caller could send: it answers, and never with a fault."""

import asyncio
import json
import re
import shutil
from http import HTTPStatus
from itertools import product

import httpx
import pytest
from sqlalchemy import insert, select

from tests.conftest import signed_in
from tests.corpora import entries
from tests.thinned import exhaustive, part_of
from tui.clock import ManualClock
from tui.server.catalogue import SINGLE_ROUTES
from tui.server.pipeline.params import Params
from tui.server.pipeline.route import Route
from tui.server.run import LocalServer
from tui.server.storage import db

NAMES = (
    "name", "desc", "pos", "value", "text", "due", "start", "dueReminder", "closed", "idList", "idBoard", "idLabels",
    "idMembers", "idCard", "color", "cover", "coordinates", "fields", "filter", "limit", "before", "since", "page",
    "state", "url", "checked", "prefs", "labelNames", "prefs/background", "cards", "lists", "actions", "checklists",
    "members", "labels", "attachments", "idChecklist", "idMember", "urlSource", "idAttachmentCover", "card_fields",
    "format", "display", "starred", "idOrganization", "locationName",
    "idCardSource", "keepFromSource", "idListSource", "idBoardSource", "idChecklistSource", "softLimit", "idValue",
    "customFieldItems", "options", "type", "idModel", "image", "top", "left", "zIndex", "rotate", "native", "unified",
    "mimeType", "setCover", "cardRole", "checkItems", "checkItem_fields", "customFields", "stickers", "fileSource",
    "membersVoted", "board", "list", "memberships", "myPrefs", "display/cardFront", "value/text", "query", "idBoards", "idCards", "modelTypes",
    "partial", "type", "email", "fullName", "ids", "read", "unread", "urls", "boards", "organizations",
    "notifications", "memberships", "displayName", "website", "username", "initials", "bio", "prefs/locale",
    "subscribed", "read_filter", "idOrganizations", "member", "organization",
)  # fmt: skip
HOSTILE = (
    "", "null", "x", "\x00", "'; DROP TABLE card; --", "[red]x[/]", "ÿ" * 20_000, "NaN", "1e999", "-1", "true",
    "5" * 400, "f" * 24, "%00", "../../etc/passwd", None, True, 0, -0.0, 5e-324, 2**63, -(2**70), 1.7e308, [], [[]],
    {}, {"x": {"y": []}}, ["f" * 24, None, 5], {"color": 5}, "all", "top", "name", "2026-02-30T00:00:00.000Z",
)  # fmt: skip
IN_PATHS = ("x", "%00", "%FF", "5" * 400, "2026-02-30")
SHORT = [value[:1_000] if isinstance(value, str) else value for value in HOSTILE]
"""The same, so short that a body of all names is not refused unread."""
BODIES = [(value, json.dumps(dict.fromkeys(NAMES, value), ensure_ascii=False).encode()) for value in SHORT]
ROUTES = list(SINGLE_ROUTES)


@pytest.fixture(scope="module")
def bare(bare, tmp_path_factory):
    """The data of a server with one of each noun, to be copied: asking for them takes longer."""
    data = tmp_path_factory.mktemp("nouns")
    shutil.copytree(bare, data, dirs_exist_ok=True)
    clock = ManualClock()
    clock.advance(-0.5)
    server = LocalServer.open(data, clock, sample=False)
    (data / "ids.json").write_text(json.dumps(asyncio.run(_ids(server))))
    server.close()
    return data


@pytest.fixture
def ids(bare):
    """One of each noun, by the name of its placeholder."""
    return json.loads((bare / "ids.json").read_text())


async def _ids(server):
    async with signed_in(server) as http:
        return await _made(http, server)


async def _made(http, server):
    async def made(path, **body):
        reply = await http.post(path, json=body)
        assert reply.status_code == 200, reply.text
        return reply.json()["id"]

    found = {"board": await made("/boards", name="x"), "member": "me", "organization": "workspace"}
    found["list"] = await made("/lists", name="x", idBoard=found["board"])
    found["label"] = await made("/labels", name="x", color="red", idBoard=found["board"])
    found["card"] = await made("/cards", name="x", idList=found["list"])
    found["checklist"] = await made("/checklists", idCard=found["card"])
    found["item"] = await made(f"/checklists/{found['checklist']}/checkItems", name="x")
    found["attachment"] = await made(f"/cards/{found['card']}/attachments", url="https://bakery.example/")
    found["action"] = await made(f"/cards/{found['card']}/actions/comments", text="x")
    found |= await _hung_on(made, found)
    found["star"] = await made("/members/me/boardStars", idBoard=found["board"], pos="top")
    found["search"] = await made("/members/me/savedSearches", name="x", query="x")
    found["membership"] = (await http.get(f"/boards/{found['board']}/memberships")).json()[0]["id"]
    found["notification"] = _notified(server)
    absent = dict.fromkeys(("background", "webhook", "preview", "reaction", "plugin"), "f" * 24)
    return (
        found
        | absent
        | {
            "field": "name",
            "filter": "all",
            "secret": "x",
            "file": "x",
            "pref": "associatedDomain",
            "channel": "email",
            "keys": "x",
            "tag": "f" * 24,
        }
    )


async def _hung_on(made, found):
    """What the newer cards have."""
    field = await made(
        "/customFields", idModel=found["board"], modelType="board", name="x", type="list", pos="top"
    )
    option = await made(f"/customFields/{field}/options", value={"text": "x"}, pos="top")
    sticker = await made(f"/cards/{found['card']}/stickers", image="taco-cool", top=1, left=1, zIndex=1)
    return {"customField": field, "option": option, "sticker": sticker}


def _notified(server):
    """A notification: nobody tells themselves anything, so it is written."""
    row = {"id": "e" * 24, "id_member": server.id_member, "type": "commentCard", "unread": True}
    with db.writing(server.engine) as connection:
        connection.execute(
            insert(db.notifications).values(row | {"date": "2026-01-01T00:00:00.000Z", "data": {}})
        )
    return row["id"]


@pytest.fixture
def ask(server, http):
    """Asks the server itself: there are ten thousand requests, and a client takes a third of the time of each."""
    transport = server.transport()

    async def asked(method, path, body):
        request = httpx.Request(method, f"{http.base_url}{path[1:]}", headers=http.headers, content=body)
        reply = await transport.handle_async_request(request)
        await reply.aread()
        return reply

    return asked


def address(route, ids):
    missing = set(re.findall(r"\{(\w+)\}", route.pattern)) - set(ids)
    assert not missing, (
        f"{route.pattern}: `_made` in {__name__} names no value that {missing} could have: add one there"
    )
    return "/" + re.sub(r"\{(\w+)\}", lambda match: ids[match[1]], route.pattern)


@pytest.fixture
def looked_at(monkeypatch):
    """Names of parameters that were looked at, whether or not they were sent."""
    names: set[str] = set()
    item, nested = Params.__getitem__, Params.nested

    def noting(params, name):
        names.add(name)
        return item(params, name)

    def noting_inside(params, name):
        # It goes through all of them and takes those of its own.
        others = set(names)
        found = nested(params, name)
        names.clear()
        names.update(others, (key for key in params if key.startswith((name, f"{name}/", f"{name}_"))))
        return found

    monkeypatch.setattr(Params, "__getitem__", noting)
    monkeypatch.setattr(Params, "nested", noting_inside)
    return names


@pytest.mark.fault("F55")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("route", "bodies"),
    [
        *((route, part_of(BODIES, number, 9)) for number, route in enumerate(ROUTES)),
        *exhaustive((route, BODIES) for route in ROUTES),
    ],
    ids=lambda value: f"{value.method} {value.pattern}" if isinstance(value, Route) else str(len(value)),
)
async def test_hostile_parameters(ask, server, ids, looked_at, route, bodies):
    for value, body in bodies:
        reply = await ask(route.method, address(route, ids), body)
        assert reply.status_code < 500, (value, reply.text)
        assert reply.status_code != 413, "nobody looked at it"
        if looked_at.isdisjoint(NAMES):
            # Only what reads every body has seen it, as for each of the routes that look at something.
            break
    with db.reading(server.engine) as connection:
        assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
        assert all(0 < pos < float("inf") for pos in connection.scalars(select(db.cards.c.pos)))


@pytest.mark.slow
@pytest.mark.parametrize("parts", [2, *exhaustive([1])])
async def test_hostile_addresses(ask, ids, parts):
    """A handler that takes a part of its address for a date or a number refuses what is none."""
    faults = []
    for number, route in enumerate(ROUTES):
        values = part_of(IN_PATHS, number, parts)
        for name, value in product(re.findall(r"\{(\w+)\}", route.pattern), values):
            reply = await ask(route.method, address(route, ids | {name: value}), b"{}")
            if reply.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
                faults.append((route.method, route.pattern, name, value[:20], reply.text))
    assert faults == [], "refuse it: raise invalid(name), of tui/server/pipeline/params.py"


@pytest.mark.slow
@pytest.mark.parametrize("parts", [4, *exhaustive([1])])
async def test_each_parameter_alone(ask, ids, looked_at, parts):
    """A name that a route does not look at when it is sent can do nothing there, whatever its value."""
    asked = 0
    for method, path in (
        ("PUT", "card"),
        ("PUT", "list"),
        ("PUT", "board"),
        ("PUT", "checklist"),
        ("GET", "board"),
    ):
        for number, name in enumerate(dict.fromkeys(NAMES)):
            looked_at.clear()
            for value in part_of(HOSTILE, number, parts):
                reply = await ask(method, f"/{path}s/{ids[path]}", json.dumps({name: value}).encode())
                assert reply.status_code < 500, (name, value, reply.text)
                asked += 1
                if name not in looked_at:
                    break
    assert asked > 2000 / parts


@pytest.mark.fault("F55")
async def test_the_corpus_of_scalars(http, ids):
    for entry in entries("scalars"):
        raw = (
            entry["gen"]["raw_json"]
            if "gen" in entry
            else json.dumps(dict.fromkeys(("pos", "due", "name"), entry["value"]))
        )
        reply = await http.put(f"/cards/{ids['card']}", content=raw.encode())
        assert reply.status_code in {200, 400}, (entry, reply.text)
