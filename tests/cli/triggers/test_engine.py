"""The accounts that rules use: each opened once, and what cannot be opened is told."""

import asyncio
import sys
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from tui.cli.session import Session
from tui.cli.triggers.engine import OpenAccounts, _notify
from tui.cli.triggers.in_screens import rules_of
from tui.errors import CredentialError, UsageError
from tui.secret import Secret
from tui.settings.accounts import Account, save_account


async def test_what_cannot_be_opened_is_told(session, capsys):
    save_account(
        session.paths.config_file,
        Account("team", "http://127.0.0.1:9", "k", secrets="command", command=("false",)),
    )
    async with AsyncExitStack() as stack:
        accounts = rules_of(session).opener(stack)
        with pytest.raises(CredentialError):
            await accounts("team")
        with pytest.raises(UsageError):
            await accounts("nobody")
    assert capsys.readouterr() == ("", "")


async def test_an_account_from_the_environment_keeps_its_secrets(program, monkeypatch):
    there = {"URL": "http://127.0.0.1:9", "KEY": "k" * 32, "TOKEN": "t" * 64}
    for name, value in there.items():
        monkeypatch.setenv(f"CARDSCOUT_BOARD_{name}", value)
    session = Session()
    try:
        async with AsyncExitStack() as stack:
            await rules_of(session).opener(stack)("")
        assert session.environment["token"] == Secret("t" * 64)
    finally:
        session.close()


async def test_who_asks_at_the_same_time_gets_the_same_account_and_all_are_closed_at_the_end():
    opened, closed = [], []

    @asynccontextmanager
    async def opening(name):
        opened.append(name)
        await asyncio.sleep(0)
        yield object()
        closed.append(name)

    async with AsyncExitStack() as stack:
        accounts = OpenAccounts("local", stack, opening)
        first, again, team = await asyncio.gather(*map(accounts.workspace, ("", "local", "team")))
        assert first is again
        assert first is not team
        assert (opened, closed) == (["local", "team"], [])
    assert closed == ["team", "local"]


async def test_an_account_that_did_not_open_is_tried_again():
    tries = []

    @asynccontextmanager
    async def opening(name):
        tries.append(name)
        if len(tries) == 1:
            raise CredentialError("no token")
        yield object()

    async with AsyncExitStack() as stack:
        accounts = OpenAccounts("local", stack, opening)
        with pytest.raises(CredentialError):
            await accounts.workspace("team")
        assert await accounts.workspace("team") is await accounts.workspace("team")
    assert tries == ["team", "team"]


@pytest.mark.parametrize(
    ("how", "said"),
    [
        (["app"], "rule: Ring Ana␛[2J\n"),
        (["terminal"], "\x1b]9;Cardscout: Ring Ana␛[2J\x07"),
        (["bell"], "\x07"),
        ([], ""),
    ],
)
def test_a_notice_is_shown_as_the_rule_says_and_its_text_is_harmless(monkeypatch, capsys, how, said):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    _notify("Ring Ana\x1b[2J", how)
    assert capsys.readouterr().err == said


def test_where_stderr_is_no_terminal_a_notice_is_a_line_or_nothing(capsys):
    _notify("Ring Ana", ["app", "terminal", "bell"])
    assert capsys.readouterr().err == "rule: Ring Ana\n"
