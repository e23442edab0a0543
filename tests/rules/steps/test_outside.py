"""Steps that reach outside: programs and addresses."""

import asyncio
import hmac
import json
import os
import sys

import pytest

from tests.rules.conftest import Desk
from tests.rules.moving import move, rule


@pytest.mark.parametrize("refusal", [b"503 Later", b"429 Too Many Requests", b"408 Timeout"])
async def test_an_address_gets_the_event_signed_and_again_when_it_failed(desk: Desk, refusal: bytes):
    requests = list[tuple[dict[str, str], bytes]]()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
        requests.append((headers, await reader.readexactly(int(headers["content-length"]))))
        said = refusal if len(requests) == 1 else b"200 OK"
        writer.write(b"HTTP/1.1 " + said + b"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, desk.doing(rule(f'step = "post"\nurl = "http://127.0.0.1:{port}/hook?a=1"')):
        card = await move(desk, "Ana\u202e🎈")
        await desk.look()
        await desk.until(lambda: any(one.tries for one in desk.log.recent()))
        desk.clock.advance(6)
        (fired,) = await desk.ended()
    assert (fired.state, fired.outcomes) == ("done", ("sent to 127.0.0.1",))
    (first, body), (second, again) = requests
    assert first["cardscout-id"] == second["cardscout-id"]
    assert body == again
    assert json.loads(body)["card"]["id"] == card
    for headers, sent in requests:
        signed = f"{headers['cardscout-id']}.{headers['cardscout-timestamp']}.".encode() + sent
        assert headers["cardscout-signature"] == "v1=" + hmac.new(b"secret", signed, "sha256").hexdigest()


async def test_an_address_that_cannot_be_reached_is_told_with_the_reason(desk: Desk):
    async with await asyncio.start_server(lambda *_: None, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
    async with desk.doing(rule(f'step = "post"\nurl = "http://127.0.0.1:{port}/secret"')):
        await move(desk)
        await desk.look()
        await desk.until(lambda: any(one.tries for one in desk.log.recent()))
    (fired,) = desk.log.recent()
    assert fired.outcomes == (f"127.0.0.1:{port} cannot be reached: connection refused.",)


async def test_a_program_gets_the_event_and_no_shell(desk: Desk):
    out = desk.home / "told.json"
    program = f"import sys,json,os; open({str(out)!r},'w').write(json.dumps([sys.argv[1:], json.load(sys.stdin), sorted(os.environ)]))"
    step = f'step = "run"\ncommand = [{json.dumps(sys.executable)}, "-c", {json.dumps(program.replace("{", "{{").replace("}", "}}"))}, "{{card.name}}"]'
    name = "$(touch owned) `id`; rm -rf ~ {card.id} \"'"
    async with desk.doing(rule(step)):
        card = await move(desk, name)
        (fired,) = await desk.ended()
    assert fired.state == "done", fired.outcomes
    arguments, event, environment = json.loads(out.read_text())
    assert arguments == [name]
    assert (event["card"]["id"], event["trigger"], event["rule"]) == (card, "Card Moved", "moved")
    assert not any("TOKEN" in one or "KEY" in one or one.startswith("CARDSCOUT_H") for one in environment)


async def test_a_program_that_takes_too_long_is_stopped(desk: Desk):
    step = f'step = "run"\ntimeout = 1\ncommand = [{json.dumps(sys.executable)}, "-c", "import time; time.sleep(60)"]'
    async with desk.doing(rule(step)):
        await move(desk)
        (fired,) = await desk.ended()
    assert fired.state == "failed"
    assert fired.outcomes[0].endswith("took more than 1 s and was stopped")


async def test_a_program_is_over_once_the_engine_was_cut_off(desk: Desk):
    """An event loop that is closed next would leave it behind unfinished."""
    mark = desk.home / "pid"
    step = f'step = "run"\ncommand = ["sh", "-c", "echo $$ > {mark}.new; mv {mark}.new {mark}; sleep 60"]'
    async with desk.doing(rule(step)):
        await move(desk)
        await desk.look()
        await desk.as_time_passes(mark.exists)
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text()), 0)


@pytest.mark.parametrize("name", ["--help", "-rf"])
async def test_what_a_card_says_becomes_no_option(desk: Desk, name: str):
    async with desk.doing(rule('step = "run"\ncommand = ["echo", "{card.name}"]')):
        await move(desk, name)
        (fired,) = await desk.ended()
    assert (fired.state, fired.outcomes) == ("failed", (f"{name!r} would be an option",))


async def test_what_a_card_says_is_no_option_behind_two_dashes(desk: Desk):
    async with desk.doing(rule('step = "run"\ncommand = ["basename", "--", "{card.name}"]')):
        await move(desk, "--help")
        (fired,) = await desk.ended()
    assert (fired.state, fired.outcomes) == ("done", ("ran basename: --help",))


async def test_a_program_that_prints_without_end_fills_no_disk(desk: Desk, monkeypatch):
    most, sizes = 64 * 1024, list[int]()
    truncate = os.ftruncate

    def truncated(file: int, size: int) -> None:
        sizes.append(os.fstat(file).st_blocks * 512)
        truncate(file, size)

    monkeypatch.setattr("tui.rules.steps.outside._MOST_PRINTED", most)
    monkeypatch.setattr("tui.rules.steps.outside._GLANCE", 0.01)
    monkeypatch.setattr("tui.rules.steps.outside.os.ftruncate", truncated)
    program = (
        "import sys, time\n"
        "for _ in range(40): print('x' * 20_000, flush=True); time.sleep(0.02)\n"
        "print('the end')"
    )
    step = f'step = "run"\ncommand = [{json.dumps(sys.executable)}, "-c", {json.dumps(program)}]'
    async with desk.doing(rule(step)):
        await move(desk)
        (fired,) = await desk.ended()
    assert fired.outcomes == (f"ran {sys.executable}: the end",)
    assert sizes, "800 kB were printed"
