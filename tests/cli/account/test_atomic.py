"""Renaming and removing an account: all of it happens or nothing does, wherever it is stopped."""

import asyncio
import errno
import json
import os
import sqlite3
from contextlib import closing, contextmanager
from dataclasses import replace

import pytest

from tests.killed import killed
from tui.cli.account.account_manager import AccountManager
from tui.cli.account.atomic import PLAN
from tui.cli.account.chosen import ACCOUNT
from tui.cli.session import Session
from tui.errors import CredentialError, StoreBusy, StoreError, UsageError
from tui.secret import Secret
from tui.settings import vault
from tui.settings.accounts import Account, read_accounts, save_account
from tui.settings.config import Config, change
from tui.settings.credentials import Secrets, load, save, vault_file
from tui.settings.paths import Paths
from tui.settings.vault import Vault

PASSPHRASE = "correct horse"
BESIDE = "store-team-2-20261120-090000.db"
"""A copy of another account, whose name only begins the same."""

_DO = f"""
import asyncio, sys
from tui.settings import vault
vault._TIMES, vault._MEMORY_KIB = 1, 64
from tui.cli.account.account_manager import AccountManager
from tui.cli.account.chosen import ACCOUNT
from tui.cli.session import Session
from tui.secret import Secret
manager = AccountManager(Session(account=ACCOUNT))
manager.open_vault(Secret("{PASSPHRASE}"))
at(sys.argv[1], sys.argv[2], int(sys.argv[3]))
asyncio.run(manager.rename("team", "bakery") if sys.argv[4] == "rename" else manager.remove("team"))
"""


def opened(paths: Paths) -> Vault:
    return Vault(vault_file(paths.data), lambda _: Secret(PASSPHRASE), tries=1)


def team(paths: Paths) -> None:
    """An account ``team`` that is opened at start: its token in the vault, a store, and a file that waits."""
    account = Account("team", "https://boards.example", "k", secrets="vault")
    save_account(paths.config_file, account)
    change(paths.config_file, "account", "team")
    save(account, Secrets(Secret("token-of-team")), opened(paths))
    store = paths.store_file("team")
    with closing(sqlite3.connect(store)) as db:
        db.execute("CREATE TABLE waiting (what TEXT)")
    waiting = store.with_name("store-team-files")
    waiting.mkdir()
    (waiting / "one").write_text("a file")
    folder = paths.data / "copies"
    folder.mkdir()
    for name in ("store-team-20261120-090000.db", "store-team-schema-3.db", BESIDE):
        (folder / name).write_bytes(b"as it was once")
    store.with_name("store-team.db.damaged-20261101-090000-0a1b").write_bytes(b"put aside")


def token(paths: Paths, account: Account) -> str:
    return load(account, {}, opened(paths)).token.reveal()


def copies(paths: Paths) -> set[str]:
    return {path.name for path in (paths.data / "copies").iterdir()}


def is_whole(paths: Paths, name: str) -> bool:
    """Whether the account is called ``name``, with all that is its, and nothing is left of another name."""
    data = paths.data
    other = ({"team", "bakery"} - {name}).pop()
    account = read_accounts(paths.config_file).get(name)
    return (
        account is not None
        and other not in read_accounts(paths.config_file)
        and Config.read(paths.config_file).account == name
        and token(paths, account) == "token-of-team"
        and paths.store_file(name).exists()
        and (data / f"store-{name}-files" / "one").read_text() == "a file"
        and not [*data.glob(f"store-{other}*")]
        and len([*data.glob(f"store-{name}.db.damaged-*")]) == 1
        and copies(paths) == {f"store-{name}-20261120-090000.db", f"store-{name}-schema-3.db", BESIDE}
    )


def is_gone(paths: Paths) -> bool:
    """Whether nothing of the account is left, but perhaps what only the vault's passphrase can take away."""
    return (
        not read_accounts(paths.config_file)
        and Config.read(paths.config_file).account is None
        and not [*paths.data.glob("store-*")]
        and copies(paths) == {BESIDE}
    )


@pytest.fixture
def paths(tmp_path, monkeypatch):
    monkeypatch.setattr(vault, "_TIMES", 1)
    monkeypatch.setattr(vault, "_MEMORY_KIB", 64)
    monkeypatch.setenv("CARDSCOUT_HOME", str(tmp_path / "home"))
    made = Paths.open()
    team(made)
    return made


@pytest.mark.parametrize("command", ["rename", "remove"])
@pytest.mark.parametrize("call", ["rename", "replace", "unlink"])
def test_a_kill_anywhere_is_finished_or_undone_at_the_next_start(tmp_path, monkeypatch, command, call):
    monkeypatch.setattr(vault, "_TIMES", 1)
    monkeypatch.setattr(vault, "_MEMORY_KIB", 64)
    stopped = 0
    for number in range(1, 20):
        monkeypatch.setenv("CARDSCOUT_HOME", str(tmp_path / f"home-{number}"))
        paths = Paths.open()
        team(paths)
        came = killed(_DO, "os", call, str(number), command)
        Session(account=ACCOUNT).close()
        assert not (paths.data / PLAN).exists()
        after = is_whole(paths, "bakery") if command == "rename" else is_gone(paths)
        assert after or (came and is_whole(paths, "team")), number
        if not came:
            break
        stopped += 1
    assert stopped or (command, call) == ("remove", "rename")


def test_what_a_kill_left_in_the_vault_is_forgotten_when_it_is_opened(paths):
    account = read_accounts(paths.config_file)["team"]
    # Its last writing is that of the vault: the account is gone by then.
    writes = 1
    while killed(_DO, "tui.settings.vault", "_replace", str(writes), "remove") and not is_gone(paths):
        writes += 1
    assert is_gone(paths)
    assert token(paths, account) == "token-of-team"
    manager = AccountManager(Session(account=ACCOUNT))
    manager.open_vault(Secret(PASSPHRASE))
    fresh = Account("team", "https://boards.example", "k", secrets="vault")
    asyncio.run(manager.keep(fresh, Secrets(Secret("another")), None))
    assert token(paths, fresh) == "another"
    asyncio.run(manager.remove("team"))
    with pytest.raises(CredentialError, match="no token"):
        token(paths, account)


def test_removing_needs_no_passphrase_and_the_token_leaves_the_vault_when_that_is_opened(paths, program):
    account = read_accounts(paths.config_file)["team"]
    save(replace(account, name="other"), Secrets(Secret("token-of-other")), opened(paths))
    removed = program("accounts", "remove", "team", "--yes", stdin="")
    assert removed.exit_code == 0, removed.output
    assert "its token leaves the vault when that is next opened" in removed.stderr
    assert "https://boards.example/1/account" in removed.stderr
    assert is_gone(paths)
    assert token(paths, account) == "token-of-team"
    save_account(paths.config_file, replace(account, name="other"))
    # Whatever asks for the passphrase first: here the session of another account.
    checked = program("--account", "other", "accounts", "check", stdin=f"{PASSPHRASE}\n")
    assert "passphrase is wrong" not in checked.stderr
    with pytest.raises(CredentialError, match="no token"):
        token(paths, account)
    assert token(paths, replace(account, name="other")) == "token-of-other"


def test_a_new_name_needs_no_passphrase(paths, program):
    renamed = program("accounts", "rename", "team", "bakery", stdin="")
    assert renamed.exit_code == 0, renamed.output
    assert is_whole(paths, "bakery")
    # And back again: the settings are as they were.
    assert program("accounts", "rename", "bakery", "team", stdin="").exit_code == 0
    assert is_whole(paths, "team")
    assert "kept_as" not in paths.config_file.read_text()


def test_nothing_else_here_has_the_files_open_meanwhile(paths):
    blocks = []

    @contextmanager
    def released():
        blocks.append(paths.store_file("team").exists())
        yield
        blocks.append(paths.store_file("team").exists())

    manager = AccountManager(Session(account=ACCOUNT), released=released)
    manager.open_vault(Secret(PASSPHRASE))
    asyncio.run(manager.rename("team", "bakery"))
    assert blocks == [True, False]
    asyncio.run(manager.remove("bakery"))
    assert len(blocks) == 4


def test_an_account_of_the_old_name_gets_a_place_of_its_own(paths):
    manager = AccountManager(Session(account=ACCOUNT))
    manager.open_vault(Secret(PASSPHRASE))
    asyncio.run(manager.rename("team", "bakery"))
    asyncio.run(
        manager.keep(
            Account("team", "https://boards.example", "k", secrets="vault"), Secrets(Secret("new")), None
        )
    )
    held = read_accounts(paths.config_file)
    assert token(paths, held["bakery"]) == "token-of-team"
    assert token(paths, held["team"]) == "new"
    # Logged in to again, each stays where it is.
    asyncio.run(manager.keep(held["bakery"], Secrets(Secret("second")), None))
    assert (token(paths, held["bakery"]), token(paths, held["team"])) == ("second", "new")
    asyncio.run(manager.remove("team"))
    assert token(paths, held["bakery"]) == "second"


@pytest.mark.parametrize("command", ["rename", "remove"])
def test_a_store_that_is_open_elsewhere_stops_it_before_anything_is_done(paths, command):
    manager = AccountManager(Session(account=ACCOUNT))
    manager.open_vault(Secret(PASSPHRASE))
    with closing(sqlite3.connect(paths.store_file("team"), isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode=WAL").fetchone()
        other.execute("SELECT * FROM waiting").fetchall()
        with pytest.raises(StoreBusy):
            asyncio.run(manager.rename("team", "bakery") if command == "rename" else manager.remove("team"))
    assert is_whole(paths, "team")
    assert not (paths.data / PLAN).exists()


@pytest.mark.parametrize("call", ["rename", "replace"])
@pytest.mark.parametrize("lasting", [False, True])
def test_a_rename_that_fails_anywhere_leaves_one_name_or_the_other(tmp_path, monkeypatch, call, lasting):
    monkeypatch.setattr(vault, "_TIMES", 1)
    monkeypatch.setattr(vault, "_MEMORY_KIB", 64)
    real, failed = getattr(os, call), 0
    for number in range(1, 20):
        monkeypatch.setenv("CARDSCOUT_HOME", str(tmp_path / f"home-{number}"))
        paths = Paths.open()
        team(paths)
        left = [number]

        def full(*args, left=left, **kwargs):
            left[0] -= 1
            if left[0] == 0 or (lasting and left[0] < 0):
                raise OSError(errno.ENOSPC, "No space left on device")
            return real(*args, **kwargs)

        manager = AccountManager(Session(account=ACCOUNT))
        with monkeypatch.context() as patched:
            patched.setattr(os, call, full)
            try:
                asyncio.run(manager.rename("team", "bakery"))
            except (UsageError, StoreError):
                failed += 1
        if not lasting:
            # At once, with no other start.
            assert is_whole(paths, "team" if left[0] <= 0 else "bakery"), number
            assert not (paths.data / PLAN).exists()
        Session(account=ACCOUNT).close()
        assert is_whole(paths, "team") or is_whole(paths, "bakery"), number
        if left[0] > 0:
            break
    assert failed


def test_comments_in_the_settings_stay(paths):
    text = paths.config_file.read_text()
    paths.config_file.write_text(text.replace("[accounts.team]", "# ours\n[accounts.team]\n# who pays: Ana"))
    manager = AccountManager(Session(account=ACCOUNT))
    asyncio.run(manager.rename("team", "bakery"))
    assert "# who pays: Ana" in paths.config_file.read_text()
    assert json.dumps(read_accounts(paths.config_file)["bakery"].url) == '"https://boards.example"'
