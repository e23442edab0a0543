"""Credentials: reading and storing the secrets of accounts and providers, never in the config file.

The environment comes first (read once and then removed from it), then the account's setting: the operating
system's keyring, an encrypted vault, or a command of the user's. There is no fallback from one to another,
and nothing is ever stored as plain text.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from tui.clock import SystemClock
from tui.errors import CredentialError
from tui.secret import NOTHING, Secret
from tui.settings.accounts import Account, Keeper, read_accounts
from tui.settings.keyring import OF_PROVIDER, Keyring, vault_hint
from tui.settings.process import hide_memory
from tui.settings.providers import Provider, read_providers

if TYPE_CHECKING:
    from tui.settings.vault import Vault

VARIABLES = {"token": "CARDSCOUT_BOARD_TOKEN", "enrich_key": "CARDSCOUT_ENRICH_KEY"}
"""Environment variables that override stored secrets."""

_COMMAND_SECONDS = 10.0
_COMMAND_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Secrets:
    """The secrets of one account.

    Attributes:
        token: The member's token on the board service.
        enrich_key: The API key of the sales-intelligence service, or "".
        webhook_secret: The application's secret, which signs the service's webhooks; or "".
    """

    token: Secret
    enrich_key: Secret = NOTHING
    webhook_secret: Secret = NOTHING


class Safe(Protocol):
    """The interface of a store for secrets by place and name: the keyring or the vault."""

    def get(self, place: str, name: str) -> str | None:
        """Return the stored value, or None."""

    def set(self, place: str, name: str, value: str) -> None:
        """Store ``value``."""

    def delete(self, place: str, name: str) -> None:
        """Delete the value; a missing one is no error."""


def take_environment() -> dict[str, Secret]:
    """Take the secrets out of the environment, by field of ``Secrets``, so that no child inherits them."""
    taken = {name: Secret(os.environ.pop(variable, "")) for name, variable in VARIABLES.items()}
    return {name: value for name, value in taken.items() if value}


def free_secret_name(path: Path, account: Account) -> Account:
    """Return ``account`` with the name of its secrets: the existing one, or one that no other account uses.

    Raises:
        UsageError: The config file at ``path`` cannot be read.
    """
    held = read_accounts(path)
    if account.name in held:
        return replace(account, kept_as=held[account.name].kept_as)
    taken = {one.secret_name for one in held.values()}
    if account.name not in taken:
        return account
    # An account's name has no dot, so that the result cannot be another account's name.
    others = (f"{account.name}.{number}" for number in count(2))
    return replace(account, kept_as=next(name for name in others if name not in taken))


def load(account: Account, environment: Mapping[str, Secret], safe: Safe | None = None) -> Secrets:
    """Load the secrets of ``account``.

    Args:
        account: The account.
        environment: Secrets from the environment, which override stored ones.
        safe: The keyring or the opened vault; None for the system's keyring.

    Raises:
        CredentialError: There is no token, or the keyring, vault or command does not answer.
    """
    hide_memory()
    if "token" in environment:
        return Secrets(**environment)
    kept = _from_command(account) if account.secrets == "command" else _from_safe(account, safe or Keyring())
    return Secrets(**{**kept, **environment})


def save(account: Account, secrets: Secrets, safe: Safe) -> None:
    """Store the ``secrets`` of ``account``, each bound to its service's address.

    Raises:
        CredentialError: They cannot be stored.
    """
    board = {"token": secrets.token.reveal(), "webhook_secret": secrets.webhook_secret.reveal()}
    _store_checked(safe, _place("board", account.origin), account.secret_name, json.dumps(board))
    if secrets.enrich_key and account.enrich_url:
        kept = json.dumps({"enrich_key": secrets.enrich_key.reveal()})
        _store_checked(safe, _place("enrich", account.enrich_origin), account.secret_name, kept)


def require_answer(account: Account, safe: Safe) -> None:
    """Check that ``safe`` answers for ``account``, before any action that needs it.

    Raises:
        CredentialError: It does not answer.
    """
    _ = safe.get(_place("board", account.origin), account.secret_name)


def forget(account: Account, safe: Safe) -> None:
    """Delete the secrets of ``account``.

    Raises:
        CredentialError: The keyring or vault does not answer.
    """
    safe.delete(_place("board", account.origin), account.secret_name)
    if account.enrich_url:
        safe.delete(_place("enrich", account.enrich_origin), account.secret_name)


def load_key(provider: Provider, environment: Mapping[str, Secret], safe: Safe | None = None) -> Secret:
    """Load the key of ``provider``.

    Args:
        provider: The provider.
        environment: Secrets from the environment, which override stored ones.
        safe: The keyring or the opened vault; None for the system's keyring.

    Raises:
        CredentialError: There is no key, or the keyring, vault or command does not answer.
    """
    hide_memory()
    if "enrich_key" in environment:
        return environment["enrich_key"]
    if provider.secrets == "command":
        found = _run_secret_command("key", provider.name, provider.command)
        return found.get("enrich_key") or found["token"]
    held = (safe or Keyring()).get(_place("enrich", provider.bound_to), OF_PROVIDER + provider.name)
    key = _parse(held).get("enrich_key", NOTHING)
    if not key:
        raise CredentialError(
            f"There is no key for the provider {provider.name} at {provider.origin}.",
            hint=f"Run cardscout providers add {provider.name}, or set {VARIABLES['enrich_key']}.",
        )
    return key


def save_key(provider: Provider, key: Secret, safe: Safe) -> None:
    """Store the key of ``provider``, bound to the provider's address.

    Raises:
        CredentialError: It cannot be stored.
    """
    kept = json.dumps({"enrich_key": key.reveal()})
    _store_checked(safe, _place("enrich", provider.bound_to), OF_PROVIDER + provider.name, kept)


def forget_key(provider: Provider, safe: Safe) -> None:
    """Delete the key of ``provider``.

    Raises:
        CredentialError: The keyring or vault does not answer.
    """
    safe.delete(_place("enrich", provider.bound_to), OF_PROVIDER + provider.name)


def _place(service: str, origin: str) -> str:
    """Return the place of a secret, which includes the service's origin, so that another address does not find it."""
    return f"cardscout:{service}:{origin}"


def _store_checked(safe: Safe, place: str, name: str, value: str) -> None:
    safe.set(place, name, value)
    if safe.get(place, name) != value:
        raise CredentialError(
            "What was to be kept was not kept.",
            hint=vault_hint(name),
        )


def _from_safe(account: Account, safe: Safe) -> dict[str, Secret]:
    found = _parse(safe.get(_place("board", account.origin), account.secret_name))
    if account.enrich_url:
        found |= _parse(safe.get(_place("enrich", account.enrich_origin), account.secret_name))
    if not found.get("token"):
        raise CredentialError(
            f"There is no token for the account {account.name} at {account.origin}.",
            hint=f"Run cardscout accounts login {account.name}, or set {VARIABLES['token']}.",
        )
    return found


def _run_secret_command(what: str, name: str, command: Sequence[str]) -> dict[str, Secret]:
    """Run the command of ``name`` and parse its output: the token or key alone, or a JSON object of them."""
    subject = f"The command that prints the {what} of {name}"
    if not command:
        raise CredentialError(f"{subject} is not set.", hint="Set command in config.toml, a list of words.")
    try:
        code, output = _run(command)
    except (OSError, TimeoutError) as error:
        raise CredentialError(f"{subject} did not run to its end.", hint=command[0]) from error
    if len(output) > _COMMAND_BYTES:
        raise CredentialError(f"{subject} printed more than a secret can be.", hint=command[0])
    if code:
        raise CredentialError(f"{subject} failed ({code}).", hint=command[0])
    text = output.decode(errors="replace").strip()
    found = _parse(text) if text.startswith("{") else {"token": Secret(text.partition("\n")[0].strip())}
    if not found.get("token") and not found.get("enrich_key"):
        raise CredentialError(f"{subject} printed none.", hint=command[0])
    return found


def _run(command: Sequence[str]) -> tuple[int, bytes]:
    """Run ``command`` and return its exit code and output; kill it if it prints too much or takes too long.

    Raises:
        OSError: It cannot be run.
        TimeoutError: It takes too long.
    """
    clock, output = SystemClock(), bytearray()
    ends, (out, printed) = clock.monotonic() + _COMMAND_SECONDS, os.pipe()
    with os.fdopen(out, "rb", buffering=0) as reading:
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=printed, stderr=subprocess.DEVNULL
            )
        finally:
            os.close(printed)
        with process:
            try:
                while len(output) <= _COMMAND_BYTES:
                    left = max(0.0, ends - clock.monotonic())
                    if not select.select([reading], [], [], left)[0]:
                        raise TimeoutError
                    if not (piece := reading.read(_COMMAND_BYTES)):
                        return process.wait(max(0.1, ends - clock.monotonic())), bytes(output)
                    output += piece
            except subprocess.TimeoutExpired as error:
                raise TimeoutError from error
            finally:
                process.kill()
            return process.wait(), bytes(output)


def _from_command(account: Account) -> dict[str, Secret]:
    found = _run_secret_command("token", account.name, account.command)
    if not found.get("token"):
        raise CredentialError(
            f"The command that prints the token of {account.name} printed none.", hint=account.command[0]
        )
    return found


def _parse(kept: str | None) -> dict[str, Secret]:
    """Parse the secrets in a JSON object; {} if it is no object."""
    try:
        held = json.loads(kept or "{}")
    except ValueError as error:
        raise CredentialError(
            "What is kept of the token cannot be read.", hint="Add the account again."
        ) from error
    names = ("token", "enrich_key", "webhook_secret")
    if not isinstance(held, dict):
        return {}
    return {name: Secret(value) for name in names if isinstance(value := held.get(name), str) and value}


def vault_file(data: Path) -> Path:
    """Return the vault's path in the data directory."""
    return data / "vault"


def path_for_old_vault(vault: Path, now: datetime) -> Path:
    """Return the path to which ``vault`` is moved when a new one replaces it."""
    return vault.with_name(f"{vault.name}-{now:%Y%m%d-%H%M%S}-{os.urandom(2).hex()}")


def kept_in_vault(config: Path) -> list[str]:
    """List the accounts and providers whose secrets are in the vault, as names for the user.

    Raises:
        UsageError: The config file cannot be read.
    """
    accounts = [one.name for one in read_accounts(config).values() if one.secrets == "vault"]
    providers = [one.name for one in read_providers(config).values() if one.secrets == "vault"]
    return [*accounts, *(f"provider {name}" for name in providers)]


def is_missing(keeper: Keeper, data: Path) -> bool:
    """Return whether secrets are kept in a vault whose file is missing, as after a restore; never prompts."""
    return keeper == "vault" and not vault_file(data).exists()


def is_token_lacking(account: Account, vault: Vault | None) -> bool:
    """Return whether the vault is open and lacks the token of ``account``, as a new one; never prompts."""
    if account.secrets != "vault" or vault is None:
        return False
    return vault.lacks(_place("board", account.origin), account.secret_name)
