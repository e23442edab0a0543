"""Where webhooks may go: public web addresses, and nothing that stands for another."""

import pytest

from tests.corpora import cases
from tui.server.webhooks.address import ForbiddenAddress, Guard, look_up

HOSTILE = (
    "http://127.0.0.1/", "http://127.1/", "http://localhost/", "http://LOCALHOST./", "http://[::1]/", "http://0/",
    "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/", "http://[::]/", "http://2130706433/",
    "http://0x7f000001/", "http://0177.0.0.1/", "http://10.0.0.1/", "http://172.16.0.1/", "http://192.168.1.1/",
    "http://169.254.169.254/", "http://100.64.0.1/", "http://[fd00:ec2::254]/", "http://[fe80::1]/",
    "http://[fc00::1]/", "http://[64:ff9b::7f00:1]/", "http://[2002:7f00:1::]/", "http://224.0.0.1/",
    "http://[::7f00:1]/", "http://[::ffff:0:7f00:1]/", "http://[64:ff9b:1::7f00:1]/", "http://[fec0::1]/",
    "http://255.255.255.255/", "http://93.184.216.34:22/", "http://93.184.216.34:0/", "ftp://93.184.216.34/",
    "file:///etc/passwd", "gopher://93.184.216.34/", "javascript:alert(1)", "http://", "http:///x", "hook", "",
    "http://user:p@93.184.216.34/", "http://93.184.216.34@127.0.0.1/", "http://93.184.216.34\\@127.0.0.1/",
    "http://93.184.216.34/\r\nX: y", "http://93.184.216.34/ x", "http://[::1", "http://93.184.216.34:99999/",
)  # fmt: skip


async def numbers_only(host, port):
    """The system's resolver for addresses, which no name server is asked for."""
    if any(letter.isalpha() for letter in host.replace("0x", "")) and ":" not in host:
        return ["127.0.0.1"] if host.lower().rstrip(".") == "localhost" else ["10.0.0.1"]
    return await look_up(host, port)


@pytest.mark.parametrize("callback", HOSTILE)
async def test_nothing_inside_can_be_reached(callback):
    with pytest.raises(ForbiddenAddress):
        await Guard(resolve=numbers_only).target(callback)


@pytest.mark.parametrize("entry", cases("ssrf_callbacks"))
async def test_the_corpus_is_refused(entry):
    with pytest.raises(ForbiddenAddress):
        await Guard(resolve=numbers_only).target(entry["value"])


async def test_one_private_address_among_public_ones_is_enough():
    async def resolve(_host, _port):
        return ["93.184.216.34", "10.0.0.1"]

    with pytest.raises(ForbiddenAddress):
        await Guard(resolve=resolve).target("https://hook.example.org/")


async def test_the_name_is_resolved_once_and_the_address_called():
    asked = []

    async def rebinding(host, port):
        asked.append((host, port))
        return ["93.184.216.34"] if len(asked) == 1 else ["127.0.0.1"]

    target = await Guard(resolve=rebinding).target("https://hook.example.org/a?b=c#d")
    assert asked == [("hook.example.org", 443)]
    assert (target.url, target.host, target.name) == (
        "https://93.184.216.34:443/a?b=c", "hook.example.org", "hook.example.org",
    )  # fmt: skip


async def test_an_address_of_version_6_is_written_as_urls_do():
    async def resolve(_host, _port):
        return ["2606:2800:220:1:248:1893:25c8:1946"]

    target = await Guard(resolve=resolve).target("http://hook.example.org/")
    assert target.url == "http://[2606:2800:220:1:248:1893:25c8:1946]:80/"


@pytest.mark.parametrize(
    "callback", ["http://127.0.0.1:8099/x", "http://[::1]:8099/x", "http://localhost:8099/"]
)
async def test_this_machine_can_be_let_in_and_nothing_else(callback):
    guard = Guard(loopback=True, resolve=numbers_only)
    assert (await guard.target(callback)).url.startswith(("http://127.0.0.1:8099/", "http://[::1]:8099/"))
    for other in ("http://10.0.0.1/", "http://0.0.0.0:8099/", "http://169.254.169.254/"):
        with pytest.raises(ForbiddenAddress):
            await guard.target(other)


async def test_a_name_nobody_knows_is_refused():
    with pytest.raises(ForbiddenAddress):
        await look_up("\udcff.invalid", 80)
