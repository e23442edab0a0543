"""The Host guard: only requests that name this server are looked at."""

import httpx
import pytest
from starlette.responses import PlainTextResponse

from tests.corpora import entries
from tui.server.access.hosts import HostGuard


async def sent_to(hosts, host, server):
    """What a request with ``host`` as its Host is sent; None sends none, a list sends several."""
    hosts_sent = [host] if isinstance(host, str) else host or []
    headers = [(b"host", each.encode("latin-1")) for each in hosts_sent]
    scope = {"type": "http", "method": "GET", "path": "/", "headers": headers, "server": server}
    sent = []

    async def send(message):
        sent.append(message)

    async def receive():
        return {"type": "http.request"}

    await HostGuard(PlainTextResponse("in"), hosts)(scope, receive, send)
    return sent


async def asked(hosts, host, server=("127.0.0.1", 8711)):
    """The status for such a request."""
    return (await sent_to(hosts, host, server))[0]["status"]


OURS = ("127.0.0.1:8711", "localhost:8711", "[::1]:8711", "boards.example.org:443")


@pytest.mark.parametrize("host", [*OURS, "LOCALHOST:8711", "boards.example.org"])
async def test_our_names_are_answered(host):
    assert await asked(OURS, host) == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:8711", "127.0.0.1@evil.example", "", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8711@evil.example",
        "localhost.evil.example:8711", "127.0.0.1:8711.evil.example", "[::1]", "[::1]:1", "0.0.0.0:8711", "2130706433:8711",
        "localhost:8711 ", "local\xe9host:8711", "localhost:08711", "boards.example.org:8711", "boards.example.org.", None,
        ["127.0.0.1:8711", "evil.example"], ["127.0.0.1:8711", "127.0.0.1:8711"],
    ],
)  # fmt: skip
async def test_other_names_are_not(host):
    assert await asked(OURS, host) == 400


async def test_an_operator_is_told_how_another_name_is_answered():
    start, body = await sent_to(OURS, "boards.lan", ("127.0.0.1", 8711))
    assert (start["status"], b"--allow-host" in body["body"]) == (400, True)


async def test_a_server_on_all_addresses_answers_to_numbers_only():
    hosts = ("0.0.0.0:8711", "localhost:8711")
    for host in ("192.0.2.7:8711", "[2001:db8::1]:8711", "localhost:8711"):
        assert await asked(hosts, host) == 200
    for host in ("192.0.2.7:80", "192.0.2.7", "evil.example:8711", "192.0.2.7.evil.example:8711", "[x]:8711"):
        assert await asked(hosts, host) == 400


async def test_a_unix_socket_has_no_name():
    assert await asked(OURS, "anything", server=None) == 200
    assert await asked(OURS, "anything", server=("/run/x.sock", None)) == 200


async def test_the_corpus_of_requests_to_a_local_server(team):
    transport = httpx.ASGITransport(team.service.app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://board.test") as http:
        first = await team.list_id(http)
        made = await http.post("/1/cards", json={"idList": first}, headers={"Authorization": team.signed})
        for entry in entries("local_server_requests"):
            path = (
                entry["path"]
                .replace("key=K", f"key={team.app.key}")
                .replace("token=T", f"token={team.token}")
                .replace("5f5e1000aaaaaaaaaaaaaaaa", made.json()["id"])
            )
            body = entry["body"].replace("5f5e1000aaaaaaaaaaaaaaaa", first)
            headers = dict(entry["headers"])
            if "key=" not in path and entry["expect_status"] in {200, 400} and path.startswith("/1/"):
                headers["Authorization"] = team.signed
            reply = await http.request(entry["method"], path, headers=headers, content=body.encode())
            allowed = {entry["expect_status"]}
            assert reply.status_code in allowed, (
                entry["id"],
                entry["why"],
                reply.status_code,
                reply.text[:200],
            )
