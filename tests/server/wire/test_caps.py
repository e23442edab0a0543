"""How much a board holds: told, and enforced where callers are limited."""

from dataclasses import replace

import httpx
import pytest
from sqlalchemy import event, insert

from tests.server.conftest import Desk
from tui.clock import ManualClock
from tui.server.access.limits import Limits
from tui.server.run import LocalServer
from tui.server.storage import db
from tui.server.wire import caps


@pytest.fixture
async def full(tmp_path, clock: ManualClock, monkeypatch):
    """A desk on a server that limits its callers, where every cap is 5 and warns from 3."""
    made = tuple(replace(cap, most=5, warn=3) for cap in caps.CAPS)
    monkeypatch.setattr(caps, "CAPS", made)
    monkeypatch.setattr(caps, "_BY_PATH", {f"{cap.group}.{cap.name}": cap for cap in made})
    server = LocalServer.open(tmp_path / "limited", clock, sample=False, limits=Limits(clock))
    signed = {"key": server.key, "token": server.token}
    async with httpx.AsyncClient(
        transport=server.transport(), base_url="http://board.test/1", params=signed
    ) as http:
        board = (await http.post("/boards", json={"name": "x", "defaultLabels": False})).json()
        yield Desk(http, board)
    server.close()


async def refusal(desk, method, path, **body):
    reply = await desk.http.request(method, path, json=body)
    assert reply.status_code == 403, reply.text
    told = reply.json()
    assert told["error"] == "LIMIT_EXCEEDED"
    (group,) = told["limits"]
    (name,) = told["limits"][group]
    assert told["limits"][group][name] == {"status": "disabled", "disableAt": 5, "warnAt": 3, "count": 5}
    assert f"{group}.{name}" in told["message"]
    return f"{group}.{name}"


async def test_nothing_more_is_made_where_there_is_no_room(full):
    _, second, *_ = await full.lists()
    cards = [await full.card(f"card {i}") for i in range(5)]
    assert await refusal(full, "POST", "/cards", idList=second, name="x") == "cards.openPerBoard"
    await full.put(f"/cards/{cards[0]['id']}", closed=True)
    await full.card("room again")
    assert await refusal(full, "PUT", f"/cards/{cards[0]['id']}", closed=False) == "cards.openPerBoard"
    card = cards[1]["id"]
    for path, body, cap in (
        (f"/cards/{card}/checklists", {"name": "x"}, "checklists.perCard"),
        (f"/cards/{card}/attachments", {"url": "https://bakery.example/"}, "attachments.perCard"),
        (f"/boards/{full.id}/labels", {"name": "x", "color": "red"}, "labels.perBoard"),
    ):
        for _ in range(5):
            await full.post(path, **body)
        assert await refusal(full, "POST", path, **body) == cap
    checklist = (await full.get(f"/cards/{card}/checklists"))[0]["id"]
    for _ in range(5):
        await full.post(f"/checklists/{checklist}/checkItems", name="x")
    assert (
        await refusal(full, "POST", f"/checklists/{checklist}/checkItems", name="x")
        == "checkItems.perChecklist"
    )
    for _ in range(2):
        await full.post("/lists", name="x", idBoard=full.id)
    assert await refusal(full, "POST", "/lists", name="x", idBoard=full.id) == "lists.openPerBoard"
    other = await full.post("/boards", name="other", defaultLists=False)
    moved = await full.post("/lists", name="moved", idBoard=other["id"])
    path = f"/lists/{moved['id']}"
    assert await refusal(full, "PUT", path, idBoard=full.id) == "lists.openPerBoard"
    await full.put(path, closed=True)
    await full.put(path, idBoard=full.id)
    assert await refusal(full, "PUT", path, closed=False) == "lists.openPerBoard"


async def test_a_board_tells_how_full_it_is(full):
    first = (await full.lists())[0]
    for number in range(4):
        await full.post("/cards", idList=first, name=f"card {number}")
    limits = (await full.get(f"/boards/{full.id}", fields="limits"))["limits"]
    near = {"status": "warn", "disableAt": 5, "warnAt": 3, "count": 4}
    fine = {"status": "ok", "disableAt": 5, "warnAt": 3}
    assert limits["cards"] == dict.fromkeys(
        ("openPerBoard", "openPerList", "totalPerBoard", "totalPerList"), near
    )
    assert limits["lists"]["openPerBoard"]["count"] == 3
    assert limits["checklists"] == {"perBoard": fine, "perCard": fine}
    assert "limits" not in await full.get(f"/boards/{full.id}")
    mine = await full.get("/members/me/boards")
    assert mine[0]["limits"] == limits


async def test_what_is_over_the_cap_is_told_and_kept(full, clock):
    first = (await full.lists())[0]
    cards = [await full.card(f"card {i}") for i in range(5)]
    assert (await full.get(f"/boards/{full.id}", fields="limits"))["limits"]["cards"]["openPerList"][
        "status"
    ] == "disabled"
    await full.put(f"/cards/{cards[0]['id']}", name="still to be changed", pos="top")
    assert len(await full.get(f"/lists/{first}/cards")) == 5


async def test_the_embedded_server_stops_nobody_but_tells(desk, server):
    with db.writing(server.engine) as connection:
        first = (await desk.lists())[0]
        rows = [
            {"id": f"{n:024x}", "short_link": f"{n:08x}", "id_board": desk.id, "id_list": first, "id_short": n, "pos": n}
            for n in range(1, 5002)
        ]  # fmt: skip
        connection.execute(insert(db.cards), rows)
        connection.execute(db.boards.update().values(next_id_short=6000))
    await desk.card("one more")
    cards = (await desk.get(f"/boards/{desk.id}", fields="limits"))["limits"]["cards"]
    assert cards["openPerBoard"] == {
        "status": "maxExceeded",
        "disableAt": 5000,
        "warnAt": 4000,
        "count": 5002,
    }
    assert cards["totalPerBoard"] == {"status": "ok", "disableAt": 2_000_000, "warnAt": 1_600_000}


async def test_only_boards_that_are_nearly_full_are_counted_in_detail(desk, server, monkeypatch):
    made = tuple(replace(cap, most=5, warn=3) for cap in caps.CAPS)
    monkeypatch.setattr(caps, "CAPS", made)
    asked: list[tuple[str, tuple[object, ...]]] = []

    def note(_conn, _cursor, statement, parameters, _context, _many):
        if "count(" in statement:
            asked.append(
                (statement, tuple(parameters.values() if isinstance(parameters, dict) else parameters))
            )

    crowded = (await desk.post("/boards", name="crowded", defaultLists=False, defaultLabels=False))["id"]
    held = (await desk.post("/lists", name="x", idBoard=crowded))["id"]
    for number in range(4):
        card = await desk.post("/cards", idList=held, name=f"card {number}")
        if number:
            await desk.put(f"/cards/{card['id']}", closed=True)
    event.listen(server.engine, "before_cursor_execute", note)
    boards = {one["id"]: one["limits"] for one in await desk.get("/members/me/boards")}
    assert boards[crowded]["cards"]["totalPerList"]["count"] == 4
    assert boards[crowded]["cards"]["openPerBoard"]["status"] == "ok"
    assert boards[desk.id]["cards"]["totalPerBoard"]["status"] == "ok"
    # Which of the cards are open is looked at on one board, and nothing is counted of what nobody has.
    detailed = [
        parameters for statement, parameters in asked if "closed" in statement and "FROM card " in statement
    ]
    assert detailed
    assert all(crowded in parameters and desk.id not in parameters for parameters in detailed)
    assert not [statement for statement, _ in asked if "attachment" in statement or "sticker" in statement]


async def test_the_open_cards_of_a_crowded_board_are_counted_without_being_read(desk, server, monkeypatch):
    monkeypatch.setattr(caps, "CAPS", tuple(replace(cap, most=5, warn=1) for cap in caps.CAPS))
    await desk.card("Ring Ana")
    asked: list[tuple[str, tuple[object, ...]]] = []
    event.listen(server.engine, "before_cursor_execute", lambda *sent: asked.append((sent[2], sent[3])))
    await desk.get(f"/boards/{desk.id}", fields="limits")
    counts = [
        each for each in asked if "count(" in each[0] and "FROM card " in each[0] and "closed" in each[0]
    ]
    assert len(counts) == 2
    if server.engine.dialect.name == "sqlite":  # the other plans by how many rows there are
        with db.reading(server.engine) as connection:
            for statement, parameters in counts:
                plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
                assert "COVERING INDEX card_by_state" in plan[0].detail


async def test_one_statement_tells_that_nothing_is_nearly_full(desk, server):
    asked: list[str] = []
    event.listen(server.engine, "before_cursor_execute", lambda *sent: asked.append(sent[2]))
    await desk.get(f"/boards/{desk.id}", fields="name")
    without = len(asked)
    asked.clear()
    limits = (await desk.get(f"/boards/{desk.id}", fields="limits"))["limits"]
    assert limits["cards"]["openPerBoard"]["status"] == "ok"
    assert len(asked) == without + 1
