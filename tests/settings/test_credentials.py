"""Secrets come from where they are kept, are bound to their address, and are never plain text on the disk."""

import os
import stat
import struct
import sys
from contextlib import contextmanager
from dataclasses import replace

import pytest
from cryptography.exceptions import UnsupportedAlgorithm

from tui.errors import CredentialError
from tui.secret import Secret
from tui.settings import keyring as keyring_module
from tui.settings.accounts import Account
from tui.settings.credentials import (
    Secrets,
    forget,
    is_missing,
    is_token_lacking,
    load,
    save,
    take_environment,
)
from tui.settings.keyring import Keyring, vault_hint
from tui.settings.vault import Vault

KEY = "0" * 32
WORK = Account("work", "https://boards.example", KEY, enrich_url="https://people.example")
IN_VAULT = replace(WORK, secrets="vault")
HELD = Secrets(
    token=Secret("CANARY-token"), enrich_key=Secret("CANARY-key"), webhook_secret=Secret("CANARY-secret")
)


class Drawer:
    """A keyring in memory."""

    def __init__(self):
        self.held = {}

    def get(self, place, name):
        return self.held.get((place, name))

    def set(self, place, name, value):
        self.held[place, name] = value

    def delete(self, place, name):
        self.held.pop((place, name), None)


class Sieve(Drawer):
    """One that says it keeps what it does not."""

    def set(self, place, name, value):
        pass


def test_what_is_kept_is_found_and_forgotten():
    drawer = Drawer()
    save(WORK, HELD, drawer)
    assert load(WORK, {}, drawer) == HELD
    forget(WORK, drawer)
    assert drawer.held == {}
    with pytest.raises(CredentialError, match="no token"):
        load(WORK, {}, drawer)


@pytest.mark.fault("F92")
def test_an_account_pointed_elsewhere_finds_nothing():
    drawer = Drawer()
    save(WORK, HELD, drawer)
    with pytest.raises(CredentialError, match=r"evil\.example"):
        load(Account("work", "https://evil.example", KEY), {}, drawer)


@pytest.mark.fault("F88")
def test_what_was_not_kept_is_told():
    with pytest.raises(CredentialError, match="not kept"):
        save(WORK, HELD, Sieve())


def test_the_environment_goes_first_and_is_taken_out(monkeypatch):
    monkeypatch.setenv("CARDSCOUT_BOARD_TOKEN", "from-env")
    told = take_environment()
    assert "CARDSCOUT_BOARD_TOKEN" not in os.environ
    assert load(WORK, told, Drawer()).token.reveal() == "from-env"
    assert take_environment() == {}


def test_nothing_repeats_a_secret():
    assert "CANARY" not in repr(HELD)


@pytest.mark.fault("F91")
@pytest.mark.parametrize(
    ("script", "token"),
    [
        ("print('abc'); print('second line')", "abc"),
        ('print(\'{"token": "abc", "enrich_key": "k"}\')', "abc"),
    ],
)
def test_a_command_tells_the_token(script, token):
    account = Account(
        "x", "https://b.example", KEY, secrets="command", command=(sys.executable, "-c", script)
    )
    assert load(account, {}).token.reveal() == token


@pytest.mark.fault("F91")
@pytest.mark.parametrize(
    "command",
    [
        (),
        ("no-such-program-at-all",),
        (sys.executable, "-c", "raise SystemExit(3)"),
        (sys.executable, "-c", ""),
    ],
)
def test_a_command_that_fails_is_told(command):
    with pytest.raises(CredentialError):
        load(Account("x", "https://b.example", KEY, secrets="command", command=command), {})


@pytest.mark.fault("F88")
def test_a_keyring_that_is_no_systems_is_refused(monkeypatch):
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyrings.alt.file.PlaintextKeyring")
    with pytest.raises(CredentialError, match="no operating system's"):
        Keyring().get("a", "b")


@pytest.mark.fault("F87")
def test_a_keyring_that_hangs_is_left(monkeypatch):
    monkeypatch.delenv("PYTHON_KEYRING_BACKEND")
    monkeypatch.setattr(keyring_module, "_CHILD", "import time; time.sleep(60)")
    monkeypatch.setattr(keyring_module, "SECONDS", 0.3)
    with pytest.raises(CredentialError, match="did not answer"):
        Keyring().get("a", "b")


@pytest.mark.fault("F87")
@pytest.mark.parametrize(
    ("child", "words"),
    [
        ("print('{\"none\": true}')", "no keyring"),
        ('print(\'{"error": "Locked"}\')', "Locked"),
        ("print('not json')", "could not be asked"),
        ("import sys; sys.exit(1)", "could not be asked"),
    ],
)
def test_a_keyring_that_fails_is_told(monkeypatch, child, words):
    monkeypatch.delenv("PYTHON_KEYRING_BACKEND")
    monkeypatch.setattr(keyring_module, "_CHILD", child)
    monkeypatch.setattr(keyring_module, "SECONDS", 60.0)
    with pytest.raises(CredentialError, match=words):
        Keyring().get("a", "b")


@pytest.mark.fault("F87")
def test_a_session_without_a_keyring_says_so(monkeypatch):
    monkeypatch.delenv("PYTHON_KEYRING_BACKEND")
    monkeypatch.setattr(keyring_module, "TRUSTED", ())
    monkeypatch.setattr(keyring_module, "SECONDS", 60.0)  # a busy machine starts the child late
    with pytest.raises(CredentialError, match="There is no keyring"):
        Keyring().get("a", "b")


def test_a_token_too_long_for_a_keyring_is_told():
    with pytest.raises(CredentialError, match="too long"):
        Keyring().set("a", "b", "x" * 3000)


@pytest.fixture
def home(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    return folder


def vault(home, *answers, aside=None):
    told = list(answers)
    return Vault(home / "vault", lambda _new: Secret(told.pop(0)), aside=aside)


def test_a_vault_keeps_secrets_sealed(home):
    save(WORK, HELD, vault(home, "horseshoe"))
    path = home / "vault"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert b"CANARY" not in path.read_bytes()
    assert load(WORK, {}, vault(home, "horseshoe")) == HELD
    again = vault(home, "horseshoe")
    forget(WORK, again)
    with pytest.raises(CredentialError, match="no token"):
        load(WORK, {}, vault(home, "horseshoe"))


def test_reading_makes_no_vault_and_asks_for_no_passphrase(home):
    empty = vault(home)
    with pytest.raises(CredentialError, match="no token for the account work") as none:
        load(WORK, {}, empty)
    assert "cardscout accounts login work" in none.value.hint
    forget(WORK, empty)
    assert is_missing("vault", home)
    assert not is_missing("keyring", home)
    assert [*home.iterdir()] == []
    opened = vault(home, "horseshoe")
    opened.unlock()
    save(WORK, HELD, opened)
    assert load(WORK, {}, opened) == HELD
    assert not is_missing("vault", home)


def test_an_open_vault_says_whose_token_it_lacks_and_a_closed_one_does_not(home):
    first = vault(home, "horseshoe")
    save(IN_VAULT, HELD, first)
    assert not is_token_lacking(IN_VAULT, first)
    assert is_token_lacking(replace(IN_VAULT, name="other", kept_as=""), first)
    assert not is_token_lacking(replace(IN_VAULT, secrets="keyring", kept_as="of nobody"), first)
    assert not is_token_lacking(IN_VAULT, None)
    closed = vault(home)
    assert not is_token_lacking(replace(IN_VAULT, kept_as="of nobody"), closed)


def test_a_vault_that_is_only_begun_lacks_nothing_yet(home):
    save(IN_VAULT, HELD, vault(home, "horseshoe"))
    begun = vault(home, "another horse", aside=home / "aside")
    begun.unlock()
    assert begun.is_new
    assert not is_token_lacking(IN_VAULT, begun)
    save(replace(IN_VAULT, kept_as="of nobody"), HELD, begun)
    assert is_token_lacking(IN_VAULT, begun)


def test_a_vault_of_a_short_passphrase_is_not_made_and_an_old_one_still_opens(home, monkeypatch):
    with pytest.raises(CredentialError, match="8 characters"):
        save(WORK, HELD, vault(home, "horses"))
    assert [*home.iterdir()] == []
    # As a Cardscout made it that asked for no length.
    with monkeypatch.context() as before:
        before.setattr("tui.settings.vault.LEAST", 1)
        save(WORK, HELD, vault(home, "ab"))
    assert load(WORK, {}, vault(home, "ab")) == HELD
    save(WORK, HELD, vault(home, "ab"))


def test_a_wrong_passphrase_and_a_changed_file_say_the_same(home):
    save(WORK, HELD, vault(home, "horseshoe"))
    with pytest.raises(CredentialError) as wrong:
        load(WORK, {}, vault(home, "a", "b", "c"))
    path = home / "vault"
    whole = path.read_bytes()
    for place in (0, 9, 20, 40, len(whole) - 1):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(CredentialError) as changed:
            load(WORK, {}, vault(home, "horseshoe", "horseshoe", "horseshoe"))
        assert str(changed.value) == str(wrong.value)
    path.write_bytes(whole[:30])
    with pytest.raises(CredentialError):
        load(WORK, {}, vault(home, "horseshoe", "horseshoe", "horseshoe"))


@pytest.fixture
def old_openssl():
    """A context in which the system's OpenSSL knows no Argon2id."""

    def none_of_it(**_how):
        raise UnsupportedAlgorithm("too old")

    @contextmanager
    def patched():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("cryptography.hazmat.primitives.kdf.argon2.Argon2id", none_of_it)
            yield

    return patched


def test_where_openssl_knows_no_argon2id_a_vault_is_sealed_by_scrypt(home, old_openssl):
    with old_openssl():
        save(WORK, HELD, vault(home, "horseshoe"))
        assert load(WORK, {}, vault(home, "horseshoe")) == HELD
        with pytest.raises(CredentialError, match="wrong"):
            load(WORK, {}, vault(home, "a", "b", "c"))
    assert (home / "vault").read_bytes().startswith(b"CSVAULT2")
    assert HELD.token.reveal().encode() not in (home / "vault").read_bytes()
    # It goes on as it was made, also where there is Argon2id: the home may be on two machines.
    save(WORK, HELD, vault(home, "horseshoe"))
    with old_openssl():
        assert load(WORK, {}, vault(home, "horseshoe")) == HELD


def test_a_vault_of_a_newer_system_says_why_it_does_not_open(home, old_openssl):
    save(WORK, HELD, vault(home, "horseshoe"))
    before = (home / "vault").read_bytes()
    assert before.startswith(b"CSVAULT1")
    with old_openssl(), pytest.raises(CredentialError, match="newer OpenSSL"):
        load(WORK, {}, vault(home, "horseshoe"))
    assert (home / "vault").read_bytes() == before


@pytest.mark.parametrize("numbers", [(21, 8, 1), (20, 16, 1), (17, 0, 1), (17, 8, 17), (0, 8, 1)])
def test_a_planted_vault_cannot_ask_scrypt_for_all_of_the_memory(home, numbers):
    path = home / "vault"
    path.write_bytes(struct.pack(">8sIII16s", b"CSVAULT2", *numbers, bytes(16)) + bytes(64))
    path.chmod(0o600)
    with pytest.raises(CredentialError, match="wrong"):
        load(WORK, {}, vault(home, "horseshoe", "horseshoe", "horseshoe"))


@pytest.mark.fault("F89")
def test_a_vault_that_others_may_read_is_refused(home):
    save(WORK, HELD, vault(home, "horseshoe"))
    path = home / "vault"
    path.chmod(0o644)
    with pytest.raises(CredentialError, match="by others"):
        load(WORK, {}, vault(home, "horseshoe"))
    path.chmod(0o600)
    moved = path.rename(home / "elsewhere")
    path.symlink_to(moved)
    with pytest.raises(CredentialError):
        load(WORK, {}, vault(home, "horseshoe"))


@pytest.mark.parametrize(
    ("name", "command"), [("provider firm", "providers add firm"), ("team", "accounts add team")]
)
def test_where_a_secret_can_be_kept_instead(name, command):
    assert f"cardscout {command} --vault" in vault_hint(name)
