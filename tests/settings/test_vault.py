"""The vault: what two processes keep in it, and what a new one does to the one that is there."""

import struct
from collections.abc import Mapping
from pathlib import Path

import pytest

from tui.errors import CredentialError
from tui.secret import Secret
from tui.settings import vault
from tui.settings.vault import Vault


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the vault is."""
    tmp_path.chmod(0o700)
    return tmp_path / "vault"


def opened(file: Path, passphrase: str = "horseshoe", *, aside: Path | None = None) -> Vault:
    made = Vault(file, lambda _: Secret(passphrase), tries=1, aside=aside)
    made.unlock()
    return made


def test_what_two_windows_keep_is_both_there(file: Path) -> None:
    first = opened(file)
    first.set("board", "team", "one")
    second = opened(file)
    second.set("board", "other", "two")
    # The first one read the file before that.
    first.set("board", "team", "three")
    again = opened(file)
    assert (again.get("board", "team"), again.get("board", "other")) == ("three", "two")


def test_a_window_reads_what_another_one_has_kept_since(file: Path) -> None:
    first = opened(file)
    first.set("board", "team", "old")
    opened(file).set("board", "team", "new")
    assert first.get("board", "team") == "new"


def test_what_another_window_forgot_stays_forgotten(file: Path) -> None:
    first = opened(file)
    first.set("board", "team", "one")
    second = opened(file)
    second.delete("board", "team")
    first.set("board", "other", "two")
    assert opened(file).get("board", "team") is None


def test_a_window_does_not_write_an_old_vault_over_a_new_one(file: Path) -> None:
    first = opened(file)
    first.set("board", "team", "one")
    aside = file.with_name("vault-old")
    opened(file, "another horse", aside=aside).set("board", "team", "two")
    with pytest.raises(CredentialError, match="replaced meanwhile"):
        first.set("board", "team", "three")
    # What it knew it still knows; what is on the disk is the new one's.
    assert first.get("board", "team") == "one"
    assert opened(file, "another horse").get("board", "team") == "two"
    assert opened(aside).get("board", "team") == "one"


def test_what_could_not_be_written_is_not_taken_for_kept(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = opened(file)
    held.set("board", "team", "old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(vault, "write_whole", full)
        with pytest.raises(CredentialError, match="No space left"):
            held.set("board", "team", "new")
    assert held.get("board", "team") == "old"


def test_a_vault_begins_until_something_is_kept(file: Path) -> None:
    opened(file).set("board", "team", "one")
    new = opened(file, "another horse", aside=file.with_name("vault-old"))
    assert new.is_new
    new.set("board", "team", "two")
    assert not new.is_new


def test_a_passphrase_is_dear_to_guess(
    file: Path, vault_costs: Mapping[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in vault_costs.items():
        monkeypatch.setattr(vault, name, value)
    opened(file).set("board", "team", "token")
    kind, times, memory, lanes = struct.unpack(">8sIII", file.read_bytes()[:20])
    assert (kind, times, memory, lanes) == (b"CSVAULT1", 3, 64 * 1024, 4)
