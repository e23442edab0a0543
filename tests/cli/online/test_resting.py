"""Reading commands of the local account open its server only when something may be new there."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from tui.cli.account.chosen import ACCOUNT
from tui.cli.account.embedded_service import EmbeddedService
from tui.clock import SystemClock
from tui.server.run import LocalServer


@pytest.fixture
def opened(monkeypatch) -> list[str]:
    """What is added to whenever a session opens its server."""
    found: list[str] = []
    server = EmbeddedService.server

    def recorded(service: EmbeddedService) -> LocalServer:
        found.append(ACCOUNT)
        return server(service)

    monkeypatch.setattr(EmbeddedService, "server", recorded)
    return found


async def rename(data: Path, card: str) -> None:
    """Rename a card as another program does that has the server's file open."""
    server = LocalServer.open(data, SystemClock())
    signed = {"key": server.key, "token": server.token}
    async with httpx.AsyncClient(transport=server.transport(), params=signed) as http:
        answer = await http.put(f"http://board.test/1/cards/{card}", params={"name": "Otherwise"})
        assert answer.is_success
    server.close()


def read_all(program, card: str) -> list[object]:
    """What is read of the account, of a board and of a card."""
    return [
        program.json(*words)
        for words in (("boards",), ("cards", "Pipeline"), ("lists", "Pipeline"), ("card", "show", card))
    ]


def test_what_was_read_is_read_again_without_the_server(program, opened):
    card = program.json("cards", "Pipeline")[0]["id"]
    shown = read_all(program, card)
    assert opened
    opened.clear()
    assert read_all(program, card) == shown
    assert opened == []
    program("card", "comment", card, "rang")
    assert opened
    assert program.json("card", "show", card)["comments"][0]["text"] == "rang"


def test_what_another_program_did_meanwhile_is_read(program, opened):
    card = program.json("cards", "Pipeline")[0]["id"]
    read_all(program, card)
    asyncio.run(rename(program.home / "data", card))
    opened.clear()
    assert program.json("card", "show", card)["name"] == "Otherwise"
    assert next(one for one in program.json("cards", "Pipeline") if one["id"] == card)["name"] == "Otherwise"
    assert opened
