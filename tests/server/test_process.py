"""The second process: it answers as the first one would, and ends with it, or before it without harm."""

from __future__ import annotations

import gc
import json
import os
import select
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tui.clock import SystemClock
from tui.server import process
from tui.server.process import LineBroke, ServerProcess
from tui.server.run import LocalServer

pytestmark = pytest.mark.slow
ORIGIN = "http://cardscout.localhost"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LocalServer]:
    made = LocalServer.open(tmp_path / "data", SystemClock())
    yield made
    made.close()


@pytest.fixture
def reader(server: LocalServer, tmp_path: Path) -> Iterator[ServerProcess]:
    made = ServerProcess(tmp_path / "data")
    made.start(server.id_member)
    yield made
    made.close()


def begun(reader: ServerProcess) -> ServerProcess:
    """The process, once it has opened the file."""
    assert reader._line is not None
    select.select([reader._line], [], [])
    return reader


@asynccontextmanager
async def client(server: LocalServer, reader: ServerProcess | None) -> AsyncIterator[httpx.AsyncClient]:
    here = server.transport()
    signed = {"Authorization": f'OAuth oauth_consumer_key="{server.key}", oauth_token="{server.token}"'}
    transport = here if reader is None else reader.transport(here)
    async with httpx.AsyncClient(transport=transport, base_url=f"{ORIGIN}/1/", headers=signed) as http:
        yield http


async def test_it_answers_as_this_process_does(server: LocalServer, reader: ServerProcess) -> None:
    async with client(server, None) as here, client(server, begun(reader)) as there:
        boards = (await here.get("members/me/boards")).json()
        board = boards[0]["id"]
        for path in (
            "members/me/boards?filter=all&fields=all",
            f"boards/{board}?fields=all&lists=all&labels=all&members=all&memberships=all",
            f"boards/{board}/cards?filter=open&fields=all&attachments=true&limit=1000",
            f"boards/{board}/cards?filter=all&fields=id&checklists=all",
            f"boards/{board}/actions?limit=1000&filter=commentCard",
            "search?query=%C3%A4%20%22x%26y%22",
            "boards/5f00000000000000000000ff",
            "nothing/here",
        ):
            mine, theirs = await here.get(path), await there.get(path)
            assert (theirs.status_code, theirs.content) == (mine.status_code, mine.content), path
            assert theirs.headers.keys() == mine.headers.keys(), path


async def test_what_was_written_since_is_read(server: LocalServer, reader: ServerProcess) -> None:
    async with client(server, begun(reader)) as http:
        made = (await http.post("boards", json={"name": "Bakery"})).json()
        assert (await http.get(f"boards/{made['id']}")).json()["name"] == "Bakery"
        assert (await http.delete(f"boards/{made['id']}")).status_code == 200
        assert (await http.get(f"boards/{made['id']}")).status_code == 404


async def test_until_it_has_begun_this_process_answers(
    server: LocalServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "_CHILD", "import sys; sys.stdin.read()")
    reader = ServerProcess(tmp_path / "data")
    async with client(server, reader) as http:
        assert (await http.get("members/me")).status_code == 200, "not started"
        reader.start(server.id_member)
        assert (await http.get("members/me")).status_code == 200, "started, and silent"
    reader.close()


@pytest.mark.parametrize("fault", ["ends at once", "is no program", "has no directory"])
async def test_where_it_never_begins_this_process_answers(
    server: LocalServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    data = tmp_path / "data"
    match fault:
        case "ends at once":
            monkeypatch.setattr(process, "_CHILD", "raise SystemExit(1)")
        case "is no program":
            monkeypatch.setattr(sys, "executable", str(tmp_path / "nothing"))
        case _:
            data = tmp_path / "server.db"
            data.write_text("a file")
    reader = ServerProcess(data)
    reader.start(server.id_member)
    if reader._process is not None:
        reader._process.wait()
    async with client(server, reader) as http:
        for _ in range(2):
            assert (await http.get("members/me")).json()["id"] == server.id_member
    reader.close()


async def test_one_that_is_killed_is_an_error_and_not_asked_again(
    server: LocalServer, reader: ServerProcess
) -> None:
    async with client(server, begun(reader)) as http:
        assert (await http.get("members/me")).status_code == 200
        assert reader._process is not None
        reader._process.kill()
        reader._process.wait()
        for _ in range(2):
            with pytest.raises(LineBroke, match="the line broke") as broke:
                await http.get("members/me")
        assert "next command" in broke.value.hint
        assert not broke.value.retryable
        # What is written does not go by it.
        assert (await http.post("boards", json={"name": "Bakery"})).status_code == 200


async def test_the_body_of_an_answer_is_gone_once_it_is_read(
    server: LocalServer, reader: ServerProcess
) -> None:
    """A large import asks for a hundred megabytes, and seldom looks for garbage."""
    answer = begun(reader).ask(b"/1/members/me/boards")
    assert answer is not None
    body = [piece async for piece in answer.aiter_raw()]
    assert json.loads(b"".join(body))
    assert isinstance(answer.stream, process._Body)
    assert answer.stream._data == b""


async def test_it_seldom_looks_for_garbage(
    server: LocalServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[Any] = []
    monkeypatch.setattr(gc, "freeze", lambda: done.append("frozen"))
    monkeypatch.setattr(gc, "set_threshold", lambda *often: done.append(often))
    mine, theirs = socket.socketpair()
    with mine, theirs:
        mine.shutdown(socket.SHUT_WR)
        with pytest.raises(EOFError):
            await process._serve(theirs, tmp_path / "data", server.id_member)
        assert mine.recv(10) == b"+"
    assert done[0] == "frozen"
    assert done[1][0] > 10_000


def test_it_ends_when_it_is_closed_and_closing_again_is_nothing(reader: ServerProcess) -> None:
    made = begun(reader)._process
    assert made is not None
    reader.close()
    assert made.returncode is not None
    reader.close()
    assert reader.ask(b"/1/members/me") is None


def test_it_ends_by_itself_when_nobody_holds_its_line(reader: ServerProcess) -> None:
    made = begun(reader)._process
    assert made is not None
    reader._close_line()
    assert made.wait(60) == 0


async def test_no_secret_is_told_to_it_and_no_ctrl_c_reaches_it(
    server: LocalServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDSCOUT_TOKEN", "ATTAsecret")
    told: list[Any] = []
    real = subprocess.Popen

    def popen(argv: list[str], **how: Any) -> Any:
        told.extend((argv, how["env"]))
        return real(argv, **how)

    monkeypatch.setattr(subprocess, "Popen", popen)
    reader = ServerProcess(tmp_path / "data")
    reader.start(server.id_member)
    assert reader._process is not None
    asked = list[bytes]()
    monkeypatch.setattr(reader, "ask", asked.append)
    async with client(server, reader) as http:
        await http.get("members/me")
    said = f"{told}{asked}"
    assert asked
    assert "members/me" in said
    assert not any(secret in said for secret in (server.token, server.key, server.enrich_key, "ATTA"))
    assert os.getpgid(reader._process.pid) == reader._process.pid
    reader.close()
