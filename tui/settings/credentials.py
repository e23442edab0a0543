"""Credentials: where the token of an account comes from, and where it is kept. Never in the config file.

Sources, the first that answers: the environment (read once and then taken out of it), then what the account
says: the operating system's keyring, an encrypted vault, or a command of the user's. Nothing falls through
from one to another by itself, and nothing is ever kept as plain text.
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
from tui.settings.keyring import OF_PROVIDER, Keyring, elsewhere
from tui.settings.process import hide_memory
from tui.settings.providers import Provider, read_providers

if TYPE_CHECKING:
    from tui.settings.vault import Vault

VARIABLES = {"token": "CARDSCOUT_BOARD_TOKEN", "enrich_key": "CARDSCOUT_ENRICH_KEY"}
"""Environment variables that go before what is kept."""

_COMMAND_SECONDS = 10.0
_COMMAND_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Secrets:
    """What is secret of one account.

    Attributes:
        token: The member's token on the board service.
        enrich_key: The API key of the sales-intelligence service, or "".
        webhook_secret: The application's secret, which signs what the service tells us; or "".
    """

    token: Secret
    enrich_key: Secret = NOTHING
    webhook_secret: Secret = NOTHING


class Safe(Protocol):
    """Something that keeps texts by place and name: the keyring, or the vault."""

    def get(self, place: str, name: str) -> str | None:
        """What is kept, or None."""
        ...

    def set(self, place: str, name: str, value: str) -> None:
        """Keep ``value``."""
        ...

    def delete(self, place: str, name: str) -> None:
        """Keep it no more; nothing there is no error."""
        ...


def take_environment() -> dict[str, Secret]:
    """What the environment says, by the names of ``Secrets``; it is taken out, so that no child inherits it."""
    taken = {name: Secret(os.environ.pop(variable, "")) for name, variable in VARIABLES.items()}
    return {name: value for name, value in taken.items() if value}


def free_secret_name(path: Path, account: Account) -> Account:
    """``account``, its secrets called as before, or as no other account's in the config file at ``path`` are.

    Raises:
        UsageError: The file cannot be read.
    """
    held = read_accounts(path)
    if account.name in held:
        return replace(account, kept_as=held[account.name].kept_as)
    taken = {one.secret_name for one in held.values()}
    if account.name not in taken:
        return account
    # No account can be called so, which keeps the two kinds of names apart.
    others = (f"{account.name}.{number}" for number in count(2))
    return replace(account, kept_as=next(name for name in others if name not in taken))


def load(account: Account, told: Mapping[str, Secret], safe: Safe | None = None) -> Secrets:
    """The secrets of ``account``.

    Args:
        account: Whose.
        told: What the environment said: it goes before what is kept.
        safe: Who keeps them, where it is the keyring or the vault; None for the system's keyring.

    Raises:
        CredentialError: There are none, or whoever keeps them does not answer.
    """
    hide_memory()
    if "token" in told:
        return Secrets(**told)
    kept = _from_command(account) if account.secrets == "command" else _from_safe(account, safe or Keyring())
    return Secrets(**{**kept, **told})


def save(account: Account, secrets: Secrets, safe: Safe) -> None:
    """Keep ``secrets`` of ``account``, each bound to the address it is for.

    Raises:
        CredentialError: It cannot be kept there.
    """
    board = {"token": secrets.token.reveal(), "webhook_secret": secrets.webhook_secret.reveal()}
    _keep(safe, _place("board", account.origin), account.secret_name, json.dumps(board))
    if secrets.enrich_key and account.enrich_url:
        kept = json.dumps({"enrich_key": secrets.enrich_key.reveal()})
        _keep(safe, _place("enrich", account.enrich_origin), account.secret_name, kept)


def see_that_it_opens(account: Account, safe: Safe) -> None:
    """See that whoever keeps the secrets of ``account`` answers, before anything is done that needs it.

    Raises:
        CredentialError: It does not.
    """
    _ = safe.get(_place("board", account.origin), account.secret_name)


def forget(account: Account, safe: Safe) -> None:
    """Keep nothing of ``account`` any more.

    Raises:
        CredentialError: Whoever keeps it does not answer.
    """
    safe.delete(_place("board", account.origin), account.secret_name)
    if account.enrich_url:
        safe.delete(_place("enrich", account.enrich_origin), account.secret_name)


def load_key(provider: Provider, told: Mapping[str, Secret], safe: Safe | None = None) -> Secret:
    """The key of ``provider``.

    Args:
        provider: Whose.
        told: What the environment said: it goes before what is kept.
        safe: Who keeps it, where it is the keyring or the vault; None for the system's keyring.

    Raises:
        CredentialError: There is none, or whoever keeps it does not answer.
    """
    hide_memory()
    if "enrich_key" in told:
        return told["enrich_key"]
    if provider.secrets == "command":
        found = _printed("key", provider.name, provider.command)
        return found.get("enrich_key") or found["token"]
    held = (safe or Keyring()).get(_place("enrich", provider.origin), OF_PROVIDER + provider.name)
    key = _texts(held).get("enrich_key", NOTHING)
    if not key:
        raise CredentialError(
            f"There is no key for the provider {provider.name} at {provider.origin}.",
            hint=f"Run cardscout providers add {provider.name}, or set {VARIABLES['enrich_key']}.",
        )
    return key


def save_key(provider: Provider, key: Secret, safe: Safe) -> None:
    """Keep the key of ``provider``, bound to the address it is for.

    Raises:
        CredentialError: It cannot be kept there.
    """
    kept = json.dumps({"enrich_key": key.reveal()})
    _keep(safe, _place("enrich", provider.origin), OF_PROVIDER + provider.name, kept)


def forget_key(provider: Provider, safe: Safe) -> None:
    """Keep the key of ``provider`` no more.

    Raises:
        CredentialError: Whoever keeps it does not answer.
    """
    safe.delete(_place("enrich", provider.origin), OF_PROVIDER + provider.name)


def _place(service: str, origin: str) -> str:
    """Where a secret is kept: an account that is pointed elsewhere finds none there."""
    return f"cardscout:{service}:{origin}"


def _keep(safe: Safe, place: str, name: str, value: str) -> None:
    safe.set(place, name, value)
    if safe.get(place, name) != value:
        raise CredentialError(
            "What was to be kept was not kept.",
            hint=elsewhere(name),
        )


def _from_safe(account: Account, safe: Safe) -> dict[str, Secret]:
    found = _texts(safe.get(_place("board", account.origin), account.secret_name))
    if account.enrich_url:
        found |= _texts(safe.get(_place("enrich", account.enrich_origin), account.secret_name))
    if not found.get("token"):
        raise CredentialError(
            f"There is no token for the account {account.name} at {account.origin}.",
            hint=f"Run cardscout accounts login {account.name}, or set {VARIABLES['token']}.",
        )
    return found


def _printed(what: str, name: str, command: Sequence[str]) -> dict[str, Secret]:
    """What the command of ``name`` prints: the token or the key, or a JSON object of them.

    Raises:
        CredentialError: It failed, took too long, or printed nothing that could be one.
    """
    told = f"The command that prints the {what} of {name}"
    if not command:
        raise CredentialError(f"{told} is not set.", hint="Set command in config.toml, a list of words.")
    try:
        code, output = _run(command)
    except (OSError, TimeoutError) as error:
        raise CredentialError(f"{told} did not run to its end.", hint=command[0]) from error
    if len(output) > _COMMAND_BYTES:
        raise CredentialError(f"{told} printed more than a secret can be.", hint=command[0])
    if code:
        raise CredentialError(f"{told} failed ({code}).", hint=command[0])
    text = output.decode(errors="replace").strip()
    found = _texts(text) if text.startswith("{") else {"token": Secret(text.partition("\n")[0].strip())}
    if not found.get("token") and not found.get("enrich_key"):
        raise CredentialError(f"{told} printed none.", hint=command[0])
    return found


def _run(command: Sequence[str]) -> tuple[int, bytes]:
    """The exit code of ``command`` and what it printed; it is ended where that is too much or takes too long.

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
    found = _printed("token", account.name, account.command)
    if not found.get("token"):
        raise CredentialError(
            f"The command that prints the token of {account.name} printed none.", hint=account.command[0]
        )
    return found


def _texts(kept: str | None) -> dict[str, Secret]:
    """The texts of ours in a JSON object; {} for what is none."""
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
    """Where the vault is."""
    return data / "vault"


def aside_of(vault: Path, now: datetime) -> Path:
    """Where ``vault`` goes when another one is begun in its place."""
    return vault.with_name(f"{vault.name}-{now:%Y%m%d-%H%M%S}-{os.urandom(2).hex()}")


def kept_in_vault(config: Path) -> list[str]:
    """The accounts and the providers whose secrets are in the vault, as the user knows them.

    Raises:
        UsageError: The config file cannot be read.
    """
    accounts = [one.name for one in read_accounts(config).values() if one.secrets == "vault"]
    providers = [one.name for one in read_providers(config).values() if one.secrets == "vault"]
    return [*accounts, *(f"provider {name}" for name in providers)]


def is_missing(keeper: Keeper, data: Path) -> bool:
    """Whether nothing can be kept: the keeper is the vault, and there is none, as after a restore. Nobody is asked."""
    return keeper == "vault" and not vault_file(data).exists()


def is_lacking(account: Account, vault: Vault | None) -> bool:
    """Whether the vault is open and has no token of ``account``, as after another one was begun. Nobody is asked."""
    if account.secrets != "vault" or vault is None:
        return False
    return vault.lacks(_place("board", account.origin), account.secret_name)
