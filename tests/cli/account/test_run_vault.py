"""The vault in one run: missing, closed, open, or a new one in place of another."""

import pytest

from tui.cli.account import run_vault as module
from tui.cli.account.chosen import ACCOUNT
from tui.cli.account.run_vault import RunVault
from tui.cli.session import Session
from tui.errors import CredentialError
from tui.secret import Secret
from tui.settings import vault as vault_module
from tui.settings.accounts import Account, save_account
from tui.settings.credentials import Secrets, load, save, vault_file
from tui.settings.vault import Vault

RIGHT = Secret("horseshoe")
TEAM = Account("team", "https://boards.example", "k", secrets="vault")


@pytest.fixture(autouse=True)
def hurried(monkeypatch):
    """A key that is made of a passphrase at once."""
    monkeypatch.setattr(vault_module, "_TIMES", 1)
    monkeypatch.setattr(vault_module, "_MEMORY_KIB", 64)


@pytest.fixture
def session(program):
    opened = Session(account=ACCOUNT, asks=False)
    yield opened
    opened.close()


@pytest.fixture
def kept(session):
    """The file of a vault with the token of ``team``."""
    save_account(session.paths.config_file, TEAM)
    file = vault_file(session.paths.data)
    save(TEAM, Secrets(Secret("t" * 64)), Vault(file, lambda _: RIGHT))
    return file


def state(vault):
    return vault.exists, vault.is_closed, vault.is_open, vault.is_new


def test_where_there_is_none_the_first_passphrase_begins_one(session):
    vault = RunVault(session, asks=False)
    assert state(vault) == (False, False, False, False)
    assert vault.is_missing(TEAM)
    assert vault.open(RIGHT) is None
    assert state(vault) == (False, False, True, False)
    save(TEAM, Secrets(Secret("t" * 64)), vault.opened(writes=True))
    assert state(vault) == (True, False, True, False)
    assert not vault.is_missing(TEAM)


def test_one_that_is_there_is_closed_until_its_passphrase_is_given(session, kept):
    vault = RunVault(session, asks=False)
    assert state(vault) == (True, True, False, False)
    assert not vault.is_missing(TEAM), "what a closed one lacks is not known"
    assert vault.if_open is None
    with pytest.raises(CredentialError, match="wrong"):
        vault.open(Secret("cow"))
    assert vault.is_closed
    with pytest.raises(CredentialError, match="closed"):
        load(TEAM, {}, vault.opened(writes=False))
    vault.open(RIGHT)
    assert state(vault) == (True, False, True, False)
    assert not vault.is_missing(TEAM)
    assert vault.is_missing(Account("other", "https://boards.example", "k", secrets="vault"))
    # A session beside this one finds it open.
    assert Session(account=ACCOUNT, beside=session, asks=False).opened_vault() is vault.if_open


def test_a_new_one_leaves_the_old_file_until_something_is_kept_in_it(session, kept):
    vault = RunVault(session, asks=False)
    before = kept.read_bytes()
    aside = vault.open(Secret("another one"), anew=True)
    assert aside is not None
    assert state(vault) == (True, False, False, True)
    assert (kept.read_bytes(), aside.exists()) == (before, False)
    vault.discard_new()
    assert state(vault) == (True, True, False, False)
    again = vault.open(Secret("another one"), anew=True)
    save(TEAM, Secrets(Secret("u" * 64)), vault.opened(writes=True))
    assert again is not None
    assert again.read_bytes() == before
    vault.discard_new()
    assert vault.is_open, "one that holds something stays"


def test_the_others_in_it_are_named(session, kept):
    save_account(session.paths.config_file, Account("firm", "https://firm.example", "k", secrets="vault"))
    save_account(session.paths.config_file, Account("here", "https://here.example", "k", secrets="keyring"))
    assert RunVault(session, asks=False).others("team") == ["firm"]


def test_the_terminal_is_asked_once_and_not_where_nothing_is_to_be_read(session, monkeypatch):
    asked = []

    def ask(new):
        asked.append(new)
        return RIGHT

    def terminal_vault(paths, *, aside=None):
        return Vault(vault_file(paths.data), ask, aside=aside)

    monkeypatch.setattr(module, "terminal_vault", terminal_vault)
    vault = RunVault(session, asks=True)
    vault.opened(writes=False)
    assert asked == []
    save(TEAM, Secrets(Secret("t" * 64)), vault.opened(writes=True))
    assert load(TEAM, {}, vault.opened(writes=False)).token.reveal() == "t" * 64
    assert asked == [True]
    aside = vault.ask_for_new()
    assert aside.parent == session.paths.data
    assert vault.is_new
