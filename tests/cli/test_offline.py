"""The command line where the service cannot be asked: reads show what is here, writes wait, and it is said."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import httpx
import pytest

from tui.cli.account.chosen import WAIT
from tui.cli.session import Session, reached_service
from tui.errors import RateLimited
from tui.model.sync import SyncStatus
from tui.workspace import Workspace


class Plug(httpx.AsyncBaseTransport):
    """A way that may be out, or at which the service asks for a pause."""

    out = False
    pause = 0

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self._inner = inner

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if Plug.out:
            raise httpx.ConnectError("refused", request=request)
        if Plug.pause:
            return httpx.Response(429, headers={"Retry-After": str(Plug.pause)}, json={"error": "slow down"})
        return await self._inner.handle_async_request(request)


@pytest.fixture
def far(program, monkeypatch):
    """The program, with its service at the end of a way; the board was read once."""
    near = Session._connect

    def connect(self):
        link = near(self)
        assert link.http is not None
        return replace(link, http=Plug(link.http), rate_limit=1000)

    monkeypatch.setattr(Session, "_connect", connect)
    monkeypatch.setattr(Plug, "out", False)
    monkeypatch.setattr(Plug, "pause", 0)
    program.json("cards", "Pipeline")
    return program


def test_offline_every_write_waits_and_every_read_shows_what_is_here(far, monkeypatch):
    before = far.json("cards", "Pipeline")
    monkeypatch.setattr(Plug, "out", True)
    first = before[0]["id"]
    for words in (
        ("card", "new", "Pipeline", "Leads", "Ring Ana"),
        ("card", "archive", first),
        ("card", "comment", before[1]["id"], "called"),
        ("list", "new", "Pipeline", "Later"),
        ("board", "star", "Pipeline"),
    ):
        done = far(*words)
        assert (done.exit_code, "queued, will be sent" in done.stderr) == (0, True), (words, done.output)
    names = [one["name"] for one in far.json("cards", "Pipeline")]
    assert "Ring Ana" in names
    assert before[0]["name"] not in names
    assert "Later" in far.read("lists", "Pipeline")
    assert "called" in far.read("card", "show", before[1]["id"])
    shown = far("cards", "Pipeline")
    assert "Showing what is here; 5 writes waiting" in shown.stderr
    monkeypatch.setattr(Plug, "out", False)
    there = {one["name"]: one["id"] for one in far.json("cards", "Pipeline")}
    assert not there["Ring Ana"].startswith("new-")
    assert "queued" not in far("card", "archive", there["Ring Ana"]).stderr


def test_what_is_made_offline_is_built_upon_by_its_id_and_sent_whole(far, monkeypatch):
    monkeypatch.setattr(Plug, "out", True)
    column = far.json("list", "new", "Pipeline", "Later")
    due, label = "2031-05-06T07:08:09.000Z", far.json("labels", "Pipeline")[0]["id"]
    more = ("--label", label, "--member", "me", "--due", due, "--pos", "top")
    card = far.json("card", "new", "Pipeline", column["id"], "Ring Ana", *more)
    assert (card["id"][:4], card["idList"]) == ("new-", column["id"])
    steps = far.json("checklist", "new", card["id"], "Steps")
    item = far.json("checklist", "add", steps["id"], "call", "--checked")
    assert (item["idChecklist"], item["state"]) == (steps["id"], "complete")
    far.read("card", "edit", card["id"], "--name", "Ring Ānā", "--label", "-")
    monkeypatch.setattr(Plug, "out", False)
    there = {one["name"]: one["id"] for one in far.json("lists", "Pipeline")}
    (sent,) = far.json("cards", "Pipeline", "--list", "Later")
    assert (sent["name"], sent["idList"], sent["due"], sent["idLabels"]) == (
        "Ring Ānā",
        there["Later"],
        due,
        [],
    )
    assert len(sent["idMembers"]) == 1
    shown = far.json("card", "show", sent["id"])
    assert [[one["state"] for one in each["checkItems"]] for each in shown["checklists"]] == [["complete"]]


def test_a_long_pause_is_told_and_not_waited_out(far, monkeypatch):
    monkeypatch.setattr(Plug, "pause", 600)
    for _ in range(2):
        shown = far("cards", "Pipeline")
        assert shown.exit_code == 0
        assert "It can be asked again at 20" in shown.stderr
        assert "--wait" in shown.stderr
        assert shown.stdout
    done = far("list", "new", "Pipeline", "Later")
    assert (done.exit_code, "queued, will be sent" in done.stderr) == (0, True)


SYNCED = cast("Workspace", SimpleNamespace(sync=SimpleNamespace(status=lambda: SyncStatus("synced"))))
"""A workspace that is in step."""


@pytest.mark.parametrize("wait", [True, False])
async def test_a_pause_in_the_midst_is_waited_for_where_that_is_wanted(monkeypatch, capsys, wait):
    slept, tries = [], iter([RateLimited("Wait.", retry_after=600), None])

    async def sleep(seconds):
        slept.append(seconds)

    async def ask():
        if (error := next(tries)) is not None:
            raise error

    monkeypatch.setattr(asyncio, "sleep", sleep)
    token = WAIT.set(wait)
    try:
        assert await reached_service(SYNCED, ask) is wait
    finally:
        WAIT.reset(token)
    assert slept == ([600] if wait else [])
    assert ("--wait waits 600 seconds" in capsys.readouterr().err) is not wait
