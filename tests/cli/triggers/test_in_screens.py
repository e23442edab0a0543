"""The accounts that the rules use inside the screens: opened once more, beside them, and without a word."""

from contextlib import AsyncExitStack

import pytest

from tui.cli.session import Session
from tui.cli.triggers.in_screens import rules_of
from tui.errors import CredentialError, UsageError
from tui.secret import Secret
from tui.settings.accounts import Account, save_account


@pytest.fixture
def session(program):
    session = Session()
    yield session
    session.close()


async def test_an_account_is_opened_once_and_closed_with_the_rules(session, capsys):
    home = rules_of(session)
    assert (home.path, home.folder, home.account) == (session.paths.rules_file, session.paths.data, "local")
    async with AsyncExitStack() as stack:
        accounts = home.opener(stack)
        workspace = await accounts("")
        assert await accounts("local") is workspace
        assert "Pipeline" in {board.name for board in workspace.boards.all()}
        shown = session.workspace()
        try:
            assert shown.boards.all() == workspace.boards.all()
        finally:
            await shown.close()
    assert capsys.readouterr() == ("", "")


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
