"""Atomic renaming and removal of an account: all steps happen, or none.

A plan is written first; its steps are idempotent. If the process is killed before that, nothing changes; if
it is killed later, the next start does the rest. A renamed account keeps its secrets under their old name, so
no vault has to be opened. The secrets of a removed account may be in a closed vault; they are deleted when it
is opened next.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui.errors import CardscoutError, CredentialError, StoreBusy, StoreError, UsageError
from tui.settings.accounts import Account, forget_account, read_accounts, rename_account
from tui.settings.credentials import Safe, forget
from tui.settings.keyring import Keyring
from tui.store_files import HalfMoved, delete_store, move_store
from tui.whole_file import write_whole

if TYPE_CHECKING:
    from tui.settings.paths import Paths

PLAN = "account-step.json"
"""The plan's file name in the data directory."""

_LEFT = "secrets-left.json"


def rename(paths: Paths, name: str, new: str) -> None:
    """Rename the account to ``new``, with its store and pending writes.

    Raises:
        StoreError: The store is open elsewhere, or cannot be moved; nothing was changed.
        UsageError: The settings cannot be written; nothing was changed.
    """
    store, moved = paths.store_file(name), paths.store_file(new)
    moves = store.exists() and not moved.exists()
    _write_plan(paths, {"name": name, "new": new})
    try:
        _carry_out(paths)
    except CardscoutError as error:
        if name not in read_accounts(paths.config_file):
            # Every step is done; only the plan could not be deleted, which is harmless.
            return
        if isinstance(error, HalfMoved) or not _roll_back(paths, moved, store, moves=moves):
            error.hint = f"It goes on at the next start; {paths.data / PLAN} says with what."
        raise


def _roll_back(paths: Paths, moved: Path, store: Path, *, moves: bool) -> bool:
    """Move the store back to its old name if it was moved, delete the plan, and return whether it worked."""
    try:
        if moves:
            move_store(moved, store)
        (paths.data / PLAN).unlink()
    except (StoreError, OSError):
        return False
    return True


def remove(paths: Paths, account: Account, safe: Safe | None) -> None:
    """Remove the account, its store, and its secrets from ``safe``, which must be open.

    Raises:
        StoreError: The store is open elsewhere, and nothing was changed; or it cannot be deleted.
        UsageError: The settings cannot be written.
    """
    _write_plan(paths, {"name": account.name, "account": asdict(account)})
    try:
        _carry_out(paths)
    except StoreBusy:
        (paths.data / PLAN).unlink()
        raise
    if safe is not None:
        with suppress(CredentialError):
            # The account is removed already; remaining secrets are deleted when the safe answers again.
            forget_left(paths, account.secrets, safe)


def finish(paths: Paths) -> None:
    """Finish the plan of a process that was killed.

    Raises:
        StoreError: A store is open elsewhere, or cannot be moved.
        UsageError: The settings or the plan cannot be read or written.
    """
    try:
        _carry_out(paths)
    except CardscoutError as error:
        error.hint = error.hint or f"It goes on at the next start; {paths.data / PLAN} says with what."
        raise
    with suppress(CredentialError):
        forget_left(paths, "keyring", Keyring())


def forget_left(paths: Paths, keeper: str, safe: Safe) -> None:
    """Delete the secrets of removed accounts from ``safe``.

    Raises:
        CredentialError: The keyring or vault does not answer.
    """
    left = _read_left(paths)
    if not (here := [one for one in left if one.secrets == keeper]):
        return
    used = {(one.origin, one.secret_name) for one in read_accounts(paths.config_file).values()}
    for one in here:
        if (one.origin, one.secret_name) not in used:
            forget(one, safe)
    _write(paths.data / _LEFT, [asdict(one) for one in left if one not in here])


def _write_plan(paths: Paths, plan: dict[str, Any]) -> None:
    _write(paths.data / PLAN, plan)


def _carry_out(paths: Paths) -> None:
    """Carry out the plan, if there is one, however many of its steps were done before."""
    plan = _read(paths.data / PLAN)
    if plan is None:
        return
    store = paths.store_file(plan["name"])
    if "new" in plan:
        move_store(store, paths.store_file(plan["new"]))
        rename_account(paths.config_file, plan["name"], plan["new"])
    else:
        delete_store(store)
        gone = _account(plan["account"])
        if gone.secrets != "command":
            _write(paths.data / _LEFT, [asdict(one) for one in {*_read_left(paths), gone}])
        forget_account(paths.config_file, gone.name)
    (paths.data / PLAN).unlink()


def _read_left(paths: Paths) -> list[Account]:
    return [_account(one) for one in _read(paths.data / _LEFT) or []]


def _account(table: dict[str, Any]) -> Account:
    known = {field.name for field in fields(Account)}
    return Account(**{k: v for k, v in table.items() if k in known} | {"command": tuple(table["command"])})


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read: {error}", hint="move it away") from error


def _write(path: Path, what: object) -> None:
    try:
        if what:
            write_whole(path, json.dumps(what).encode())
        else:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}", hint="make room, and try again") from error
