"""Keys, headers, repeats, limits and errors: what every route does alike."""

import pytest
from sqlalchemy.exc import OperationalError

from tui.server.storage import db

SHAPE = {"code", "message", "status", "retryable", "request_id", "details"}


@pytest.mark.parametrize(
    "headers", [{}, {"Authorization": "Bearer nope"}, {"X-Api-Key": "é".encode("latin-1")}]
)
async def test_no_key_no_answer(client_of, headers) -> None:
    async with client_of(None) as api:
        reply = await api.post("/enrich/person", json={"email": "a@b.example"}, headers=headers)
    assert reply.status_code == 401
    assert set(reply.json()["error"]) == SHAPE
    assert reply.headers["x-request-id"] == reply.json()["error"]["request_id"]


async def test_same_idempotency_key_same_answer(api, ana) -> None:
    sent = {"json": {"email": ana.email}, "headers": {"Idempotency-Key": "k1"}}
    first = await api.post("/enrich/person", **sent)
    again = await api.post("/enrich/person", **sent)
    assert again.json() == first.json()
    assert again.headers["x-credits-charged"] == first.headers["x-credits-charged"] == "2"
    assert again.headers["x-credits-remaining"] == "498"


async def test_a_record_is_kept_for_a_repeat_for_a_month(api, ana, engine, clock) -> None:
    """It is a whole record of a person, and every lookup keeps one."""

    def kept() -> list[str]:
        with db.reading(engine) as connection:
            return list(connection.exec_driver_sql("SELECT key FROM enrich_answer ORDER BY key").scalars())

    for days, key, left in ((0, "k1", ["k1"]), (29, "k2", ["k1", "k2"]), (2, "k3", ["k2", "k3"])):
        clock.advance(days * 86_400)
        headers = {"Idempotency-Key": key}
        assert (await api.post("/enrich/person", json={"email": ana.email}, headers=headers)).is_success
        assert kept() == left


async def test_idempotency_key_is_for_one_request(api, ana) -> None:
    await api.post("/enrich/person", json={"email": ana.email}, headers={"Idempotency-Key": "k1"})
    other = await api.post("/enrich/person", json={"email": "x@y.example"}, headers={"Idempotency-Key": "k1"})
    assert (other.status_code, other.json()["error"]["code"]) == (422, "idempotency_key_reused")
    long = await api.post("/enrich/person", json={"email": ana.email}, headers={"Idempotency-Key": "k" * 256})
    assert long.status_code == 400


async def test_rate_is_said_and_kept(client_of, key, clock) -> None:
    async with client_of(key, rate=2) as api:
        first = await api.get("/credits")
        assert (first.headers["x-ratelimit-limit"], first.headers["x-ratelimit-remaining"]) == ("2", "1")
        await api.get("/credits")
        over = await api.get("/credits")
        assert over.status_code == 429
        assert over.headers["retry-after"] == "1"
        assert over.json()["error"]["retryable"] is True
        clock.advance(1)
        assert (await api.get("/credits")).status_code == 200


@pytest.mark.parametrize(
    ("style", "status", "body"),
    [
        ("empty", 200, {}),
        ("null", 200, {"person": None}),
        ("500", 500, {"error": "Person profile not found"}),
    ],
)
async def test_a_miss_may_be_said_as_others_say_it(client_of, key, style, status, body) -> None:
    async with client_of(key, miss=style) as api:
        reply = await api.post("/enrich/person", json={"email": "no@body.example"})
        assert (reply.status_code, reply.json()) == (status, body)
        assert reply.headers["x-credits-charged"] == "0"


async def test_nothing_asked_names_what_could_be(api) -> None:
    reply = await api.post("/enrich/company", json={"domain": "", "abn": None})
    assert reply.status_code == 400
    assert [one["field"] for one in reply.json()["error"]["details"]] == [
        "domain", "network_url", "network_slug", "abn", "website", "id",
    ]  # fmt: skip


async def test_what_costs_nothing_waits_for_no_writer(api, engine, staff) -> None:
    known = next(one for one in staff if one.email)
    assert (await api.post("/enrich/person", json={"email": known.email})).status_code == 200
    with db.writing(engine):
        again = await api.post("/enrich/person", json={"email": known.email})
        nobody = await api.post("/enrich/person", json={"email": "nobody@tuiridge.example"})
    assert (again.status_code, again.headers["x-credits-charged"]) == (200, "0")
    assert nobody.status_code == 404


async def test_a_storage_that_is_held_too_long_says_when_to_come_again(api, staff, monkeypatch) -> None:
    def held(*_args, **_options):
        raise OperationalError("BEGIN IMMEDIATE", {}, Exception("database is locked"))

    monkeypatch.setattr("tui.server.enrich.service.writing", held)
    reply = await api.post("/enrich/person", json={"email": next(one.email for one in staff if one.email)})
    assert (reply.status_code, reply.headers["retry-after"]) == (503, "5")
    assert reply.json()["error"]["retryable"] is True
    assert reply.headers["x-credits-charged"] == "0"
