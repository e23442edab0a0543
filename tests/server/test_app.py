"""The server's door: addresses, credentials, parameters, headers, and what it says when it refuses."""

import asyncio
import threading
from contextlib import suppress

import httpx
import pytest

from tui.clock import ManualClock
from tui.server.access.limits import Limits
from tui.server.app import BoardService, build
from tui.server.pipeline.auth import Authority, grant
from tui.server.pipeline.ids import IdMaker
from tui.server.pipeline.route import Route, Routes
from tui.server.run import LocalServer
from tui.server.storage import db

UNAUTHORIZED = (401, "unauthorized permission requested")


def granted(server, clock, *scopes, key="k" * 32, **more):
    with db.writing(server.engine) as connection:
        token = grant(
            connection,
            ident=IdMaker().at(clock.now()),
            id_member=server.id_member,
            key=key,
            scopes=frozenset(scopes),
            now=clock.now(),
            **more,
        )
    return {"key": key, "token": token}


async def said(client, method, path, **sent):
    reply = await client.request(method, path, **sent)
    return reply.status_code, reply.text


async def test_a_board_is_hidden_from_those_who_are_not_on_it(server, stranger, desk, clock):
    card = await desk.card()
    with db.writing(server.engine) as connection:
        connection.execute(db.members.insert().values(id="a" * 24, username="bo"))
        token = grant(
            connection,
            ident="b" * 24,
            id_member="a" * 24,
            key="k",
            scopes=frozenset({"read", "write"}),
            now=clock.now(),
        )
    bo = {"key": "k", "token": token}
    for path in (f"/boards/{desk.id}", f"/cards/{card['id']}", f"/lists/{card['idList']}"):
        assert await said(stranger, "GET", path, params=bo) == UNAUTHORIZED
        assert await said(stranger, "PUT", path, params=bo | {"name": "mine"}) == UNAUTHORIZED
    assert (await stranger.get("/members/me/boards", params=bo)).json() == []
    assert (await stranger.get("/members/you/boards", params=bo)).json() == []
    assert "idBoards" not in (await stranger.get("/members/you", params=bo)).json()
    await desk.put(f"/boards/{desk.id}", **{"prefs/permissionLevel": "public"})
    assert (await stranger.get(f"/cards/{card['id']}", params={"key": "k"})).json()["name"] == card["name"]
    assert await said(stranger, "PUT", f"/cards/{card['id']}", params=bo | {"name": "mine"}) == UNAUTHORIZED


async def test_the_address_needs_the_account_scope(server, stranger, clock):
    with db.writing(server.engine) as connection:
        connection.execute(db.members.update().values(email="ada@bakery.example"))
    assert (await stranger.get("/members/me", params=granted(server, clock, "read"))).json()["email"] is None
    whole = await stranger.get("/members/me", params=granted(server, clock, "read", "account"))
    assert whole.json()["email"] == "ada@bakery.example"


async def test_parameters_are_merged_and_the_body_wins(desk):
    card = await desk.card()
    path = f"/cards/{card['id']}"
    assert (await desk.ok("PUT", path, params={"name": "query", "desc": "kept"}, data={"name": "form"}))[
        "name"
    ] == "form"
    whole = await desk.ok("PUT", path, params={"closed": "TRUE"}, files={"name": (None, "part")})
    assert (whole["name"], whole["desc"], whole["closed"]) == ("part", "kept", True)
    green, yellow, *_ = [one["id"] for one in await desk.get(f"/boards/{desk.id}/labels")]
    for sent in (
        {"params": [("idLabels", green), ("idLabels", yellow)]},
        {"json": {"idLabels": [green, yellow]}},
        {"data": {"idLabels": f"{green}, {yellow}"}},
    ):
        assert (await desk.ok("PUT", path, **sent))["idLabels"] == [green, yellow]
        assert (await desk.ok("PUT", path, json={"idLabels": ""}))["idLabels"] == []


@pytest.mark.parametrize(
    "body",
    [b"{", b"[]", b'"x"', b"[" * 100_000, b'{"pos":NaN}', b"\xff\xfe", b'{"pos":' + b"9" * 5000 + b"}"],
)
async def test_a_broken_body_is_refused_on_a_write_and_ignored_on_a_read(desk, body):
    headers = {"Content-Type": "application/json"}
    status, text = await desk.refused("PUT", f"/boards/{desk.id}", content=body, headers=headers)
    assert (status, text[:18]) == (400, "Error parsing body")
    assert (await desk.ok("GET", f"/boards/{desk.id}", content=body, headers=headers))["id"] == desk.id


async def test_a_body_has_a_cap(desk):
    body = b'{"desc":"' + b"x" * (1024 * 1024) + b'"}'
    assert (await desk.refused("PUT", f"/boards/{desk.id}", content=body))[0] == 413


@pytest.mark.parametrize(
    "kind",
    [
        "multipart/form-data",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
        "image/png",
        "",
    ],
)
async def test_bodies_that_are_not_what_they_say(desk, kind):
    reply = await desk.http.put(
        f"/boards/{desk.id}", content=b"--y\r\n\x00\xff%zz", headers={"Content-Type": kind}
    )
    assert reply.status_code in {200, 400}


async def test_a_text_that_is_no_utf_8_is_refused_and_not_stored_as_another(desk):
    for way in (
        {"url": f"/boards/{desk.id}?name=%ff%fe"},
        {"url": f"/boards/{desk.id}", "content": b"name=%ff%fe"},
    ):
        headers = {"Content-Type": "application/x-www-form-urlencoded"} if "content" in way else {}
        reply = await desk.http.put(**way, headers=headers)
        assert (reply.status_code, reply.text) == (400, "invalid value for name")
    as_it_is = "name=Tūī; Co".encode()
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    assert (await desk.ok("PUT", f"/boards/{desk.id}", content=as_it_is, headers=headers))[
        "name"
    ] == "Tūī; Co"


async def test_headers_on_every_reply(desk, clock):
    for path, status in ((f"/boards/{desk.id}", 200), ("/boards/x", 400), ("/nothing", 404)):
        reply = await desk.http.get(path)
        assert reply.status_code == status
        assert reply.headers["X-Server-Time"] == str(int(clock.now().timestamp() * 1000))
        assert reply.headers["Cache-Control"] == "max-age=0, must-revalidate, no-cache, no-store"
        assert reply.headers["Access-Control-Allow-Origin"] == "*"
        kind = "application/json" if status == 200 else "text/plain"
        assert reply.headers["Content-Type"] == f"{kind}; charset=utf-8"
        # The embedded caller is not counted; clients that look at the headers find all of it left.
        assert (
            reply.headers["X-Rate-Limit-Api-Token-Remaining"] == reply.headers["X-Rate-Limit-Api-Token-Max"]
        )


async def test_granted_tokens_are_counted_and_stopped(tmp_path, clock: ManualClock):
    server = LocalServer.open(tmp_path / "limited", clock, sample=False, limits=Limits(clock))
    params = granted(server, clock, "read")
    async with httpx.AsyncClient(
        transport=server.transport(), base_url="http://board.test/1", params=params
    ) as http:
        replies = [await http.get("/members/me/boards") for _ in range(101)]
        left = [int(reply.headers["X-Rate-Limit-Api-Token-Remaining"]) for reply in replies]
        assert left == [*range(99, -1, -1), 0]
        assert [reply.status_code for reply in replies] == [200] * 100 + [429]
        assert replies[-1].json() == {"error": "API_TOKEN_LIMIT_EXCEEDED", "message": "Rate limit exceeded"}
        assert replies[0].headers["X-Rate-Limit-Api-Key-Max"] == "300"
        clock.advance(int(replies[-1].headers["Retry-After"]))
        assert (await http.get("/members/me/boards")).status_code == 200
    server.close()


@pytest.mark.fault("F51")
async def test_the_same_create_twice_is_one_card(desk, server):
    first = (await desk.lists())[0]
    key = {"Idempotency-Key": "op-7"}
    made = [await desk.post("/cards", headers=key, idList=first, name="once") for _ in range(2)]
    assert made[0] == made[1]
    assert len(await desk.get(f"/lists/{first}/cards")) == 1
    body = {"idList": first, "name": "another"}
    assert (await desk.refused("POST", "/cards", json=body, headers=key))[0] == 409
    assert await desk.refused("POST", "/cards", json=body, headers={"Idempotency-Key": "x" * 256}) == (
        400,
        "invalid value for Idempotency-Key",
    )


async def test_a_refused_create_may_be_tried_again_with_its_key(desk):
    key = {"Idempotency-Key": "op-8"}
    body = {"idBoard": desk.id, "name": "x", "color": "mauve"}
    assert (await desk.refused("POST", "/labels", json=body, headers=key))[0] == 400
    assert (await desk.post("/labels", headers=key, **(body | {"color": "red"})))["color"] == "red"


async def test_writers_wait_for_each_other(desk):
    made = await asyncio.gather(*[desk.card(f"card {i}") for i in range(20)])
    assert sorted(card["idShort"] for card in made) == list(range(1, 21))
    assert len({card["pos"] for card in made}) == 20


async def test_a_file_is_read_by_one_at_a_time_and_a_writer_keeps_no_reader_waiting(server, clock):
    """Threads that read a SQLite file side by side hinder each other at each row."""
    met, written = [], threading.Event()
    pair = threading.Barrier(2)

    def look(_call):
        written.set()
        with suppress(threading.BrokenBarrierError):
            met.append(pair.wait(0.2 if db.is_file(server.engine) else 30))
        return {}

    def wait_for_a_reader(_call):
        return {"read": written.wait(30)}

    routes = Routes((Route("GET", "look", look), Route("PUT", "wait", wait_for_a_reader)))
    service = BoardService(server.engine, clock, Authority(), routes, IdMaker(), ())
    mine = granted(server, clock, "read", "write")
    transport = httpx.ASGITransport(build(service, Routes(()), ()))
    async with httpx.AsyncClient(transport=transport, base_url="http://board.test/1", params=mine) as client:
        writing = asyncio.create_task(client.put("/wait"))
        read = await asyncio.gather(*[client.get("/look") for _ in range(2)])
        assert (await writing).json() == {"read": True}
    assert [reply.status_code for reply in read] == [200, 200]
    assert bool(met) is not db.is_file(server.engine)


def test_who_reads_in_one_loop_never_waits_for_another_loop(server, clock):
    """What ends a read in one thread wakes nobody who waits in another."""
    both = threading.Barrier(2)
    routes = Routes((Route("GET", "look", lambda _call: {"met": both.wait(10) >= 0}),))
    service = BoardService(server.engine, clock, Authority(), routes, IdMaker(), ())
    mine = granted(server, clock, "read")
    app, read = build(service, Routes(()), ()), []

    async def look() -> None:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://board.test/1", params=mine
        ) as client:
            read.append((await client.get("/look")).json())

    threads = [threading.Thread(target=asyncio.run, args=(look(),), daemon=True) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert read == [{"met": True}] * 2


async def test_who_leaves_in_the_middle_of_a_body_leaves_no_fault(server, clock):
    mine = granted(server, clock, "read", "write")
    for path in ("/1/boards", "/1/authorize"):
        scope = {
            "type": "http",
            "method": "POST",
            "path": path,
            "query_string": f"key={mine['key']}&token={mine['token']}".encode(),
            "headers": [(b"content-length", b"9"), (b"content-type", b"application/json")],
        }
        arriving = iter(
            [{"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"}]
        )
        sent = []

        async def receive(arriving=arriving):
            return next(arriving)

        async def send(message, sent=sent):
            sent.append(message)

        await server.app(scope, receive, send)
        assert sent[0]["status"] in {400, 404}


async def test_a_filter_of_very_many_words_is_answered_or_refused(desk):
    names = ",".join("".join(chr(97 + int(digit)) for digit in str(number)) for number in range(5000))
    most = ",".join("".join(chr(97 + int(digit)) for digit in str(number)) for number in range(900))
    for path in ("/members/me/boards", "/organizations/workspace/memberships", f"/boards/{desk.id}/actions"):
        reply = await desk.http.request("GET", path, json={"filter": "all," * 100_000})
        assert reply.status_code == 200, path
        assert (await desk.http.request("GET", path, json={"filter": names})).status_code == 400
    reply = await desk.http.request("GET", "/members/me", json={"boards": "open," * 100_000 + "open"})
    assert (reply.status_code, len(reply.json()["boards"])) == (200, 1)
    reply = await desk.http.request("GET", f"/boards/{desk.id}/actions", json={"filter": most})
    assert (reply.status_code, reply.json()) == (200, [])
