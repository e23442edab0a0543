"""How a call says who asks and what for."""

import pytest

from tui.model.values.scalars import format_instant
from tui.server.enrich.accounts import revoke_key
from tui.server.enrich.key_uses import KeyUses
from tui.server.enrich.routes import KeySources
from tui.server.service.credentials import list_enrich_keys


@pytest.mark.parametrize("way", ["bearer", "header", "query"])
async def test_key_may_come_three_ways(client_of, key, way) -> None:
    sent = {
        "bearer": {"headers": {"Authorization": f"bearer {key}"}},
        "header": {"headers": {"X-Api-Key": key}},
        "query": {"params": {"api_key": key}},
    }[way]
    async with client_of(None) as api:
        assert (await api.get("/credits", **sent)).status_code == 200


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"{", 400),
        (b"[1]", 400),
        (b"\xff\xfe", 400),
        (b"[" * 60_000, 400),
        (b'{"email": 1.5}', 400),
        (b" " * 70_000, 413),
    ],
)
async def test_a_body_that_cannot_be_read(api, content, status) -> None:
    reply = await api.post("/enrich/person", content=content)
    assert reply.status_code == status
    assert reply.json()["error"]["status"] == status


async def test_form_bodies_are_read(api, ana) -> None:
    reply = await api.post("/enrich/person", data={"email": ana.email})
    assert reply.json()["data"]["id"] == ana.id


async def test_the_first_of_several_keys_is_asked(client_of, key) -> None:
    async with client_of(key) as api:
        assert (
            await api.get("/credits", headers={"X-Api-Key": "no"}, params={"api_key": "no"})
        ).status_code == 200
    async with client_of(None) as api:
        sent = {"headers": {"Authorization": f"Basic {key}", "X-Api-Key": "no"}, "params": {"api_key": key}}
        assert (await api.get("/credits", **sent)).status_code == 401


@pytest.mark.parametrize(
    ("sources", "sent"),
    [
        (KeySources(bearer=False), {"headers": {"Authorization": "Bearer KEY"}}),
        (KeySources(header=""), {"headers": {"X-Api-Key": "KEY"}}),
        (KeySources(query=""), {"params": {"api_key": "KEY"}}),
    ],
)
async def test_a_key_is_not_looked_for_where_it_may_not_be(client_of, key, sources, sent) -> None:
    given = {
        where: {name: word.replace("KEY", key) for name, word in found.items()}
        for where, found in sent.items()
    }
    async with client_of(None, key_sources=sources) as api:
        assert (await api.get("/credits", **given)).status_code == 401
    async with client_of(None) as api:
        assert (await api.get("/credits", **given)).status_code == 200


async def test_a_parameter_that_holds_the_key_is_no_field(client_of, key, ana) -> None:
    async with client_of(None, key_sources=KeySources(query="token")) as api:
        found = await api.get("/people", params={"token": key, "id": ana.id})
        assert found.json()["id"] == ana.id
        refused = await api.get("/people", params={"token": key, "id": ana.id, "api_key": "x"})
        assert refused.json()["error"]["details"][0]["field"] == "api_key"


async def test_a_call_that_cannot_be_read_needs_a_key_all_the_same(client_of) -> None:
    async with client_of(None) as api:
        assert (await api.post("/enrich/person", content=b"{")).status_code == 401


async def test_limits_can_be_switched_off(client_of, key) -> None:
    async with client_of(key, rate=1, limits=False) as api:
        replies = [await api.get("/credits") for _ in range(3)]
    assert [reply.status_code for reply in replies] == [200] * 3
    assert "x-ratelimit-limit" not in replies[0].headers


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/credits"), ("POST", "/company"), ("GET", "/people/search")]
)
async def test_an_address_takes_its_methods_only(api, method, path) -> None:
    assert (await api.request(method, path)).status_code == 405


async def test_when_a_key_was_used_last_is_listed_without_a_write_for_each_call(
    client_of, engine, clock, key
) -> None:
    async with client_of(key, uses=KeyUses(engine)) as api:
        assert [one["used"] for one in list_enrich_keys(engine)] == [""]
        first = clock.now()
        assert (await api.get("/credits")).status_code == 200
        assert [one["used"] for one in list_enrich_keys(engine)] == [format_instant(first)]
        clock.advance(30)
        await api.get("/credits")
        assert [one["used"] for one in list_enrich_keys(engine)] == [format_instant(first)]
        clock.advance(40)
        await api.get("/credits", headers={"Authorization": "Bearer cse_unknown"})
        await api.post("/enrich/person", data={"email": "nobody@kea.example"})
        assert [one["used"] for one in list_enrich_keys(engine)] == [format_instant(clock.now())]
    assert revoke_key(engine, key)
    assert list_enrich_keys(engine) == []
