"""Vault: an encrypted file for secrets, where there is no keyring. A passphrase opens it.

The file is a header (what it is, and how the key is made from the passphrase) and one sealed JSON object. The
header is sealed with it, so that nobody can weaken it, and its numbers are bounded, so that a planted file
cannot ask for all of the memory. A wrong passphrase and a file that was changed give one answer.

The key is made by Argon2id, or by scrypt where the system's OpenSSL is too old for that. A vault goes on as it was made.
"""

from __future__ import annotations

import fcntl
import json
import os
import stat
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
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
"""What scrypt is asked for: 128 MiB, as 2 ** 17 times 8 blocks of 128 bytes."""

_LARGEST = 1024 * 1024
_OTHERS = 0o077
_TRIES = 3

LEAST = 8
"""Characters of a new vault's passphrase."""

NEW = f"A passphrase for the vault, of {LEAST} characters at least"
"""What is asked for a new vault."""

SHUT = "The vault cannot be opened: the passphrase is wrong, or the file was changed."
_FORGOTTEN = "Type it again. Forgotten? cardscout accounts login NAME --new-vault begins a new vault, and puts this one aside."


class Vault:
    """Secrets in an encrypted file.

    Args:
        path: The file; made when the first secret is kept.
        ask: Asks the user for the passphrase; called when it is first needed, ``True`` when it is a new one.
        tries: How often it is asked for.
        aside: Where the vault that is there goes when something is kept: a new one is begun. None to open it.
    """

    def __init__(
        self, path: Path, ask: Callable[[bool], Secret], *, tries: int = _TRIES, aside: Path | None = None
    ) -> None:
        self._path, self._ask, self._tries, self._aside = path, ask, tries, aside
        self._sealed: bytes | None = None

    @property
    def begins(self) -> bool:
        """Whether it is a new one that nothing was kept in yet: the one that is there is still in its place."""
        return self._aside is not None

    def get(self, place: str, name: str) -> str | None:
        """What is kept, or None; where there is no vault nobody is asked for a passphrase, and none is made.

        Raises:
            CredentialError: The vault cannot be opened.
        """
        if "_held" not in vars(self) and _read(self._path) is None:
            return None
        _ = self._held
        # What was read before it was replaced is still good to be read.
        with suppress(CredentialError):
            _ = self._as_it_is()
        return self._held.get(f"{place} {name}")

    def lacks(self, place: str, name: str) -> bool:
        """Whether it is open, and this is not in it. Nobody is asked, and nothing is read."""
        return "_held" in vars(self) and not self.begins and f"{place} {name}" not in self._held

    def unlock(self) -> None:
        """Ask for the passphrase now: the one that opens the vault, or that of a new one.

        Raises:
            CredentialError: The vault cannot be opened.
        """
        _ = self._held

    def set(self, place: str, name: str, value: str) -> None:
        """Keep ``value``.

        Raises:
            CredentialError: The vault cannot be opened or written.
        """
        _ = self._held
        with self._alone():
            self._write(self._as_it_is() | {f"{place} {name}": value})

    def delete(self, place: str, name: str) -> None:
        """Keep it no more.

        Raises:
            CredentialError: The vault cannot be opened or written.
        """
        if not self._path.exists() or self.get(place, name) is None:
            return
        with self._alone():
            held = self._as_it_is()
            _ = held.pop(f"{place} {name}", None)
            self._write(held)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Let one process at a time change the vault: what another one keeps meanwhile would be written over."""
        try:
            folder = os.open(self._path.parent, os.O_RDONLY | os.O_CLOEXEC)
        except OSError as error:
            raise CredentialError(f"The vault {self._path} cannot be written: {error.strerror}.") from error
        try:
            # Some file systems know no locks.
            with suppress(OSError):
                fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            os.close(folder)

    def _as_it_is(self) -> dict[str, str]:
        """What is in the file by now: another window may have kept something in it.

        Raises:
            CredentialError: It opens with another passphrase than before.
        """
        sealed = _read(self._path)
        if sealed is None or sealed == self._sealed or self.begins:
            return dict(self._held)
        if (opened := _open(sealed, self._passphrase)) is None:
            raise CredentialError(
                "The vault was replaced meanwhile, by one with another passphrase: nothing was kept.",
                hint="Start Cardscout again: it asks for the passphrase.",
            )
        self._held, self._sealed = opened, sealed
        return dict(opened)

    @cached_property
    def _held(self) -> dict[str, str]:
        """What is in it; the passphrase that opened it is kept for writing."""
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
            # A copy comes first: killed in between, the vault is still there.
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
    """``passphrase``, which is long enough for a new vault; one that is there opens with what it was made with.

    Raises:
        CredentialError: It would be guessed by whoever copies the file.
    """
    if len(passphrase.reveal().strip()) < LEAST:
        raise CredentialError(
            f"A passphrase of less than {LEAST} characters protects nothing.",
            hint="Choose a longer one: several words do.",
        )
    return passphrase


def _knows_argon2id() -> bool:
    """Whether the system's OpenSSL can make a key by Argon2id."""
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
    """Whether making the key takes no more than a vault of ours would ever ask for."""
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
    """What is in it; None for a wrong passphrase, and for a file that was changed."""
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
    """The file, which must be the user's alone; None when there is none.

    Raises:
        CredentialError: Others may read or change it, or it is no plain file.
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
