"""An account renamed or removed as one step: all of it happens, or nothing does.

What is to be done is written down first; then it is done, and can be done again. Killed before that, all is as it was;
killed after, the next start finishes it. A new name leaves the secrets where they are, so that nothing has to be opened
for it. The secrets of an account that is gone may be in a vault that only its passphrase opens: they are forgotten when
somebody opens it the next time.
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
"""The plan's name in the data directory."""

_LEFT = "secrets-left.json"


def rename(paths: Paths, name: str, new: str) -> None:
    """Call the account ``new``: its store and what waits go along.

    Raises:
        StoreError: Its store is open elsewhere, or cannot be moved; all is as it was.
        UsageError: The settings cannot be written; all is as it was.
    """
    store, moved = paths.store_file(name), paths.store_file(new)
    moves = store.exists() and not moved.exists()
    _begin(paths, {"name": name, "new": new})
    try:
        _carry_out(paths)
    except CardscoutError as error:
        if name not in read_accounts(paths.config_file):
            # All of it is done; only the plan is still there, and does no harm.
            return
        if isinstance(error, HalfMoved) or not _taken_back(paths, moved, store, moves=moves):
            error.hint = f"It goes on at the next start; {paths.data / PLAN} says with what."
        raise


def _taken_back(paths: Paths, moved: Path, store: Path, *, moves: bool) -> bool:
    """Take the store back to its old name, where it was moved, and drop the plan; whether that went well."""
    try:
        if moves:
            move_store(moved, store)
        (paths.data / PLAN).unlink()
    except (StoreError, OSError):
        return False
    return True


def remove(paths: Paths, account: Account, safe: Safe | None) -> None:
    """Forget the account, what was fetched from it, and its secrets in ``safe``, which answers.

    Raises:
        StoreError: Its store is open elsewhere, and all is as it was; or it cannot be taken away.
        UsageError: The settings cannot be written.
    """
    _begin(paths, {"name": account.name, "account": asdict(account)})
    try:
        _carry_out(paths)
    except StoreBusy:
        (paths.data / PLAN).unlink()
        raise
    if safe is not None:
        with suppress(CredentialError):
            # The account is gone by now; what could not be forgotten is when the safe answers again.
            forget_left(paths, account.secrets, safe)


def finish(paths: Paths) -> None:
    """Finish what was begun and killed.

    Raises:
        StoreError: A store is open elsewhere, or cannot be moved.
        UsageError: The settings, or the plan, cannot be read or written.
    """
    try:
        _carry_out(paths)
    except CardscoutError as error:
        error.hint = error.hint or f"It goes on at the next start; {paths.data / PLAN} says with what."
        raise
    with suppress(CredentialError):
        forget_left(paths, "keyring", Keyring())


def forget_left(paths: Paths, keeper: str, safe: Safe) -> None:
    """Forget the secrets in ``safe`` whose accounts are gone.

    Raises:
        CredentialError: Whoever keeps them does not answer.
    """
    left = _left(paths)
    if not (here := [one for one in left if one.secrets == keeper]):
        return
    used = {(one.origin, one.secret_name) for one in read_accounts(paths.config_file).values()}
    for one in here:
        if (one.origin, one.secret_name) not in used:
            forget(one, safe)
    _write(paths.data / _LEFT, [asdict(one) for one in left if one not in here])


def _begin(paths: Paths, plan: dict[str, Any]) -> None:
    _write(paths.data / PLAN, plan)


def _carry_out(paths: Paths) -> None:
    """Do what the plan says, however much of it was done before."""
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
            _write(paths.data / _LEFT, [asdict(one) for one in {*_left(paths), gone}])
        forget_account(paths.config_file, gone.name)
    (paths.data / PLAN).unlink()


def _left(paths: Paths) -> list[Account]:
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
