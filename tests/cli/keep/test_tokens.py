"""An account whose token was in a vault that did not come along: that is said everywhere, and no vault is made to look."""

import asyncio
from dataclasses import replace

import click
import pytest

from tui.cli.account import secret
from tui.cli.account.account_manager import AccountManager
from tui.cli.account.chosen import ACCOUNT
from tui.cli.session import Session
from tui.errors import CredentialError
from tui.secret import Secret
from tui.settings.accounts import Account, read_accounts, save_account
from tui.settings.credentials import Secrets
from tui.settings.paths import Paths

TEAM = Account("team", "http://127.0.0.1:9", "0" * 32, secrets="vault")
LOGIN = "cardscout accounts login team"


@pytest.fixture
def moved(program):
    """The program in a home that a backup was restored to: the account is there, the vault is not."""
    save_account(Paths.open().config_file, TEAM)
    return program


def test_the_list_and_the_doctor_say_that_there_is_no_token(moved):
    assert f"no token here · {LOGIN}" in moved.read("accounts")
    assert [one["missing"] for one in moved.json("accounts", "list")] == [False, True]
    found = next(one for one in moved.json("doctor")["checks"] if one["name"] == "account team")
    assert found == {"name": "account team", "state": "note", "what": "no token here", "do": LOGIN}


@pytest.mark.parametrize("terminal", [True, False])
def test_checking_asks_for_no_passphrase_and_makes_no_vault(moved, monkeypatch, terminal):
    def prompt(*words, **_):
        raise AssertionError(words)

    monkeypatch.setattr(click, "prompt", prompt)
    monkeypatch.setattr(secret, "has_terminal", lambda: terminal)
    for words in (("accounts", "check", "team"), ("--account", "team", "boards")):
        told = moved(*words)
        assert (told.exit_code, "There is no token for the account team" in told.stderr) == (3, True), words
        assert LOGIN in told.stderr, words
    assert not (moved.home / "data" / "vault").exists()
    assert moved("accounts", "rename", "team", "firm").exit_code == 0
    assert [*read_accounts(Paths.open().config_file)] == ["firm"]


def test_the_screens_find_none_and_the_first_login_makes_the_vault(moved):
    manager = AccountManager(Session(account=ACCOUNT))
    (entry,) = [one for one in manager.entries() if one.name == "team"]
    assert entry.missing
    assert not manager.in_closed_vault("team"), "there is nothing to open"
    with pytest.raises(CredentialError, match="no token for the account team"):
        asyncio.run(manager.check("team"))
    manager.open_vault(Secret("horseshoe"))
    asyncio.run(manager.keep(TEAM, Secrets(Secret("t" * 64)), None))
    (entry,) = [one for one in manager.entries() if one.name == "team"]
    assert not entry.missing
    again = AccountManager(Session(account=ACCOUNT))
    assert again.in_closed_vault("team")
    with pytest.raises(CredentialError, match="closed"):
        asyncio.run(again.check("team"))


def test_restoring_ends_with_who_has_to_log_in_again(moved, tmp_path, monkeypatch):
    save_account(Paths.open().config_file, replace(TEAM, name="ours", secrets="keyring"))
    save_account(Paths.open().config_file, replace(TEAM, name="theirs", secrets="command", command=("true",)))
    file = tmp_path / "all.zip"
    moved.read("backup", str(file))
    monkeypatch.setenv("CARDSCOUT_HOME", str(tmp_path / "another"))
    told = moved.read("restore", str(file))
    commands = [line.strip() for line in told.splitlines() if "login" in line]
    assert commands == [LOGIN, LOGIN.replace("team", "ours")]
    manager = AccountManager(Session(account=ACCOUNT))
    manager.open_vault(Secret("horseshoe"))
    asyncio.run(manager.keep(TEAM, Secrets(Secret("t" * 64)), None))
    assert LOGIN not in moved.read("restore", str(file)), "its token may be in the vault that is here"
