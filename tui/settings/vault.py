"""Vault: an encrypted file for secrets in place of a keyring, opened by a passphrase.

The file is a header (format and key derivation parameters) and one encrypted JSON object. The header is
authenticated with it, so that nobody can weaken it, and its numbers are bounded, so that a planted file
cannot demand all of the memory. A wrong passphrase and a changed file give the same error.

The key is derived by Argon2id, or by scrypt if the system's OpenSSL is too old. A vault keeps its algorithm.
"""

from __future__ import annotations

import fcntl
import json
import os
import stat
import struct
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tui.errors import CredentialError
from tui.whole_file import write_whole

if TYPE_CHECKING:
    from tui.secret import Secret

_ARGON2ID, _SCRYPT = b"CSVAULT1", b"CSVAULT2"
_HEADER = struct.Struct(">8sIII16s")
_NONCE = 12
_TIMES, _MEMORY_KIB, _LANES = 3, 64 * 1024, 4
_MOST_TIMES, _MOST_KIB, _MOST_LANES = 10, 1024 * 1024, 16
_DOUBLINGS, _BLOCK, _PARALLEL = 17, 8, 1
"""Parameters of scrypt: 128 MiB, as 2 ** 17 times 8 blocks of 128 bytes."""

_LARGEST = 1024 * 1024
_OTHERS = 0o077
_TRIES = 3

LEAST = 8
"""Minimum length of a new vault's passphrase, in characters."""

NEW = f"A passphrase for the vault, of {LEAST} characters at least"
"""The prompt for a new vault's passphrase."""

SHUT = "The vault cannot be opened: the passphrase is wrong, or the file was changed."
_FORGOTTEN = "Type it again. Forgotten? cardscout accounts login NAME --new-vault begins a new vault, and puts this one aside."


class Vault:
    """A store for secrets in an encrypted file.

    Args:
        path: The file; created when the first secret is stored.
        ask: Prompts for the passphrase when it is first needed; called with ``True`` for a new vault.
        tries: The maximum number of prompts.
        aside: Start a new vault, and move the existing one here when something is stored; None to open it.
        hidden: Makes the block of all prompts, in which the terminal shows nothing that is typed.
    """

    def __init__(
        self,
        path: Path,
        ask: Callable[[bool], Secret],
        *,
        tries: int = _TRIES,
        aside: Path | None = None,
        hidden: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._path, self._ask, self._tries, self._aside = path, ask, tries, aside
        self._hidden = hidden
        self._sealed: bytes | None = None
        self._held: dict[str, str] | None = None

    @property
    def is_new(self) -> bool:
        """Whether this is a new vault without stored secrets, so that the existing file is still in place."""
        return self._aside is not None

    def get(self, place: str, name: str) -> str | None:
        """Return the stored value, or None; without a vault file there is no prompt, and no file is created.

        Raises:
            CredentialError: The vault cannot be opened.
        """
        if self._held is None and _read(self._path) is None:
            return None
        held = self._open_once()
        # If the file was replaced meanwhile, the contents read before stay valid for reading.
        with suppress(CredentialError):
            held = self._reread()
        return held.get(f"{place} {name}")

    def lacks(self, place: str, name: str) -> bool:
        """Return whether the vault is open and lacks this secret; never prompts or reads the file."""
        return self._held is not None and not self.is_new and f"{place} {name}" not in self._held

    def unlock(self) -> None:
        """Prompt for the passphrase now, of the existing vault or of a new one.

        Raises:
            CredentialError: The vault cannot be opened.
        """
        _ = self._open_once()

    def set(self, place: str, name: str, value: str) -> None:
        """Store ``value``.

        Raises:
            CredentialError: The vault cannot be opened or written.
        """
        self.unlock()
        with self._locked():
            self._write(self._reread() | {f"{place} {name}": value})

    def delete(self, place: str, name: str) -> None:
        """Delete the value; a missing one is no error.

        Raises:
            CredentialError: The vault cannot be opened or written.
        """
        if not self._path.exists() or self.get(place, name) is None:
            return
        with self._locked():
            held = self._reread()
            _ = held.pop(f"{place} {name}", None)
            self._write(held)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Lock the vault's folder, so that another process's concurrent change is not overwritten."""
        try:
            folder = os.open(self._path.parent, os.O_RDONLY | os.O_CLOEXEC)
        except OSError as error:
            raise CredentialError(f"The vault {self._path} cannot be written: {error.strerror}.") from error
        try:
            # Some file systems do not support locks.
            with suppress(OSError):
                fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            os.close(folder)

    def _reread(self) -> dict[str, str]:
        """Reread the file, which another window may have changed, and return its contents."""
        sealed = _read(self._path)
        if sealed is None or sealed == self._sealed or self.is_new:
            return dict(self._open_once())
        if (opened := _open(sealed, self._passphrase)) is None:
            raise CredentialError(
                "The vault was replaced meanwhile, by one with another passphrase: nothing was kept.",
                hint="Start Cardscout again: it asks for the passphrase.",
            )
        self._held, self._sealed = opened, sealed
        return dict(opened)

    def _open_once(self) -> dict[str, str]:
        """Return the decrypted contents; first prompt for the passphrase, which is kept for writing."""
        if self._held is None:
            with self._hidden():
                self._held = self._open_file()
        return self._held

    def _open_file(self) -> dict[str, str]:
        sealed = _read(self._path)
        if sealed is None or self._aside is not None:
            try:
                self._passphrase = checked(self._ask(True))
            except CredentialError as error:
                error.hint += " No vault was made, and nothing was kept. In a pipe it is the next line, after the token where that is piped too."
                raise
            self._kind = _ARGON2ID if _knows_argon2id() else _SCRYPT
            return {}
        for _ in range(self._tries):
            self._passphrase = self._ask(False)
            if (opened := _open(sealed, self._passphrase)) is not None:
                self._kind, self._sealed = sealed[: len(_ARGON2ID)], sealed
                return opened
        raise CredentialError(SHUT, hint=_FORGOTTEN)

    def _write(self, held: dict[str, str]) -> None:
        if self._aside is not None and (before := _read(self._path)) is not None:
            # Copy the old vault first: if the process is killed in between, it is still in place.
            _replace(self._aside, before)
        salt, nonce = os.urandom(16), os.urandom(_NONCE)
        numbers = (
            (_TIMES, _MEMORY_KIB, _LANES) if self._kind == _ARGON2ID else (_DOUBLINGS, _BLOCK, _PARALLEL)
        )
        header = _HEADER.pack(self._kind, *numbers, salt)
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

        key = _key(self._passphrase, self._kind, salt, numbers)
        sealed = ChaCha20Poly1305(key).encrypt(nonce, json.dumps(held).encode(), header)
        whole = header + nonce + sealed
        _replace(self._path, whole)
        self._held, self._sealed, self._aside = held, whole, None


def checked(passphrase: Secret) -> Secret:
    """Return ``passphrase`` if it is long enough for a new vault; existing vaults may have shorter ones.

    Raises:
        CredentialError: It is too short, and would be guessed from a copy of the file.
    """
    if len(passphrase.reveal().strip()) < LEAST:
        raise CredentialError(
            f"A passphrase of less than {LEAST} characters protects nothing.",
            hint="Choose a longer one: several words do.",
        )
    return passphrase


def _knows_argon2id() -> bool:
    """Return whether the system's OpenSSL supports Argon2id."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

    try:
        _ = Argon2id(salt=bytes(16), length=32, iterations=1, lanes=1, memory_cost=8)
    except UnsupportedAlgorithm:
        return False
    return True


def _key(passphrase: Secret, kind: bytes, salt: bytes, numbers: tuple[int, int, int]) -> bytes:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    try:
        if kind == _SCRYPT:
            doublings, block, parallel = numbers
            made: Argon2id | Scrypt = Scrypt(salt=salt, length=32, n=1 << doublings, r=block, p=parallel)
        else:
            times, memory, lanes = numbers
            made = Argon2id(salt=salt, length=32, iterations=times, lanes=lanes, memory_cost=memory)
    except UnsupportedAlgorithm as error:
        raise CredentialError(
            "This vault was made on a system with a newer OpenSSL: this one's cannot open it.",
            hint="Update OpenSSL, or move the vault away and log in again.",
        ) from error
    return made.derive(passphrase.reveal().encode())


def _is_bounded(kind: bytes, numbers: tuple[int, int, int]) -> bool:
    """Return whether the key derivation's parameters are within the limits of our own vaults."""
    first, second, third = numbers
    if kind == _SCRYPT:
        small = 0 < first <= 20 and 0 < second <= 16 and 0 < third <= _MOST_LANES  # 2 ** 20, 16 blocks
        return small and (second << first) // 8 <= _MOST_KIB
    return (
        kind == _ARGON2ID
        and 0 < first <= _MOST_TIMES
        and 0 < third <= _MOST_LANES
        and 8 * third <= second <= _MOST_KIB
    )


def _open(sealed: bytes, passphrase: Secret) -> dict[str, str] | None:
    """Decrypt a vault file's contents; None for a wrong passphrase, and for a changed file."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    header = sealed[: _HEADER.size]
    try:
        kind, *numbers, salt = _HEADER.unpack(header)
    except struct.error:
        return None
    asked: tuple[int, int, int] = (numbers[0], numbers[1], numbers[2])
    if not _is_bounded(kind, asked):
        return None
    nonce, rest = sealed[_HEADER.size :][:_NONCE], sealed[_HEADER.size + _NONCE :]
    try:
        text = ChaCha20Poly1305(_key(passphrase, kind, salt, asked)).decrypt(nonce, rest, header)
        held = json.loads(text)
    except (InvalidTag, ValueError):
        return None
    return {str(name): str(value) for name, value in held.items()} if isinstance(held, dict) else None


def _read(path: Path) -> bytes | None:
    """Read the file, which must be accessible only to its owner; None if there is none.

    Raises:
        CredentialError: Other users may read or change it, or it is no regular file.
    """
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        handle = os.open(path, flags)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CredentialError(f"The vault {path} cannot be read: {error.strerror}.") from error
    try:
        status, above = os.fstat(handle), path.parent.stat()
        if not stat.S_ISREG(status.st_mode):
            raise CredentialError(
                f"The vault {path} is no plain file: it is not used.", hint=f"Move {path} away."
            )
        if status.st_uid != os.geteuid() or status.st_mode & _OTHERS or above.st_mode & 0o022:
            raise CredentialError(
                f"The vault {path} may be read or changed by others: it is not used.",
                hint=f"chmod 600 {path}; chmod 700 {path.parent}",
            )
        with os.fdopen(handle, "rb", closefd=False) as file:
            return file.read(_LARGEST)
    finally:
        os.close(handle)


def _replace(path: Path, content: bytes) -> None:
    try:
        write_whole(path, content)
    except OSError as error:
        raise CredentialError(f"The vault {path} cannot be written: {error.strerror}.") from error
