"""The account manager: what is known of each without asking a service, and what is refused before anything changes."""

from dataclasses import replace

import pytest

from tui.cli.account.account_manager import AccountManager
from tui.cli.account.chosen import ACCOUNT
from tui.cli.session import Session
from tui.errors import UsageError
from tui.model.account.grant import Caller, Grant
from tui.model.member import Member
from tui.secret import Secret
from tui.settings.accounts import Account, read_account, read_accounts, save_account
from tui.settings.config import Config
from tui.settings.credentials import Secrets, load
from tui.settings.last_account import last_account
from tui.settings.paths import Paths

TEAM = Account("team", "http://127.0.0.1:9", "k" * 32, secrets="command", command=("echo", "t" * 64))
ANA = Caller(Member(id="54c8b7290000000000000001", username="ana", full_name="Ana Reid"), Grant(("read",)))
BOB = Caller(Member(id="54c8b7290000000000000002", username="bob"), None)


@pytest.fixture
def file(program):
    """The settings, with the account ``team``."""
    made = Paths.open().config_file
    save_account(made, TEAM)
    return made


@pytest.fixture
async def manager(file):
    session = Session(account=ACCOUNT, asks=False)
    opened = AccountManager(session)
    yield opened
    await opened.close()
    session.close()


def names(manager):
    return [entry.name for entry in manager.entries()]


async def test_the_local_account_is_first_and_nothing_is_opened_to_list_them(manager):
    local, team = manager.entries()
    assert (local.name, local.address, local.missing, local.starts) == ("local", "", False, False)
    assert (team.name, team.address, team.token_place) == ("team", "http://127.0.0.1:9", "command")
    assert manager.statuses() == {}
    assert manager.account("local") is None
    with pytest.raises(UsageError, match="nobody"):
        manager.account("nobody")


async def test_an_account_is_opened_once_and_may_be_closed_alone(manager):
    workspace = manager.open("team")
    assert manager.open("team") is workspace
    assert [*manager.statuses()] == ["team"]
    await manager.close_one("team")
    assert manager.statuses() == {}
    assert manager.open("team") is not workspace


async def test_a_login_by_another_member_is_refused_and_names_the_way_round(manager, monkeypatch):
    manager.require_same_member(TEAM, BOB)
    access = manager.open("team").access
    monkeypatch.setattr(type(access), "me", lambda _: ANA.member)
    manager.require_same_member(TEAM, ANA)
    with pytest.raises(
        UsageError, match=r"account of Ana Reid \(@ana\), and this token is of bob"
    ) as refused:
        manager.require_same_member(TEAM, BOB)
    assert "cardscout accounts login team --another-member" in refused.value.hint
    (entry,) = [entry for entry in manager.entries() if entry.name == "team"]
    assert entry.member == "Ana Reid"


async def test_a_login_keeps_the_new_token_and_what_it_may_do(manager, file, monkeypatch):
    monkeypatch.setattr("tui.settings.vault._TIMES", 1)
    monkeypatch.setattr("tui.settings.vault._MEMORY_KIB", 64)
    manager.open_vault(Secret("horseshoe"))
    sealed = replace(TEAM, secrets="vault", command=(), enrich_url="https://people.example")
    manager.open("team")
    await manager.keep(sealed, Secrets(Secret("n" * 64), Secret("provider")), ANA)
    assert read_account(file, "team").secrets == "vault"
    assert load(sealed, {}, manager.vault.if_open).token == Secret("n" * 64)
    assert not manager.may_write("team"), "its token only reads"
    # What a login does not bring stays as it is.
    await manager.keep(sealed, Secrets(Secret("m" * 64)), None)
    kept = load(sealed, {}, manager.vault.if_open)
    assert (kept.token, kept.enrich_key) == (Secret("m" * 64), Secret("provider"))
    await manager.keep(sealed, Secrets(Secret(), Secret("another")), None)
    kept = load(sealed, {}, manager.vault.if_open)
    assert (kept.token, kept.enrich_key) == (Secret("m" * 64), Secret("another"))
    assert not manager.in_closed_vault("team")
    other = Session(account=ACCOUNT, asks=False)
    assert AccountManager(other).in_closed_vault("team")
    other.close()


async def test_an_account_of_the_environment_is_kept_there_alone(program, monkeypatch):
    for name, value in {"URL": TEAM.url, "KEY": TEAM.key, "TOKEN": "t" * 64}.items():
        monkeypatch.setenv(f"CARDSCOUT_BOARD_{name}", value)
    session = Session(asks=False)
    manager = AccountManager(session)
    account = session.remote
    assert account is not None
    assert names(manager) == ["local", account.name]
    assert not manager.entries()[1].missing
    await manager.keep(account, Secrets(Secret("n" * 64)), None)
    assert session.environment["token"] == Secret("n" * 64)
    assert read_accounts(session.paths.config_file) == {}
    assert manager.entries()[1].token_place == "environment"
    for change in (manager.rename(account.name, "team"), manager.remove(account.name)):
        with pytest.raises(UsageError, match="CARDSCOUT_BOARD_URL"):
            await change
    assert manager.open(account.name) is manager.open(account.name)
    await manager.close()
    session.close()


async def test_the_local_account_cannot_be_checked(manager):
    with pytest.raises(UsageError, match="nothing to check"):
        await manager.check("local")


async def test_the_key_of_an_account_at_the_same_address_is_found_again(manager):
    assert manager.key_at(TEAM.url) == TEAM.key
    assert manager.key_at("https://boards.example") == ""


async def test_the_default_is_an_account_that_is_there(manager, file):
    manager.set_default("team")
    assert Config.read(file).account == "team"
    with pytest.raises(UsageError, match="nobody"):
        manager.set_default("nobody")
    manager.set_default("")
    assert Config.read(file).account is None


async def test_a_new_name_is_taken_along_and_one_that_is_taken_refused(manager, file):
    save_account(file, replace(TEAM, name="firm"))
    manager.record_opened("team")
    manager.open("team")
    with pytest.raises(UsageError, match="there is an account firm already"):
        await manager.rename("team", "firm")
    assert [*manager.statuses()] == ["team"], "a refused rename closes nothing"
    await manager.rename("team", "bakery")
    assert manager.statuses() == {}
    assert set(names(manager)) == {"local", "bakery", "firm"}
    assert last_account(Paths.open()) == "bakery"


async def test_what_removing_leaves_of_a_token_is_said(manager, file):
    assert "good until you revoke it" in await manager.remove("team")
    assert names(manager) == ["local"]
    with pytest.raises(UsageError):
        await manager.remove("team")


async def test_changes_that_wait_are_counted_where_there_may_be_some(manager):
    assert (manager.waiting("team"), manager.waiting("nobody")) == (0, 0)
    assert manager.statuses() == {}, "an account without a store is not opened to count"
    manager.open("team")
    assert manager.waiting("team") == 0
