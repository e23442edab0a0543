"""The workspaces of all accounts of a running app, for actions on a person across accounts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from tui.errors import CardscoutError

if TYPE_CHECKING:
    from tui.app.account.accounts import Accounts
    from tui.workspace import Workspace


class AccountsOfApp(Protocol):
    """The accounts of the app, as far as the switch knows them."""

    name: str
    accounts: Accounts | None


def workspaces_of(app: Any) -> tuple[Mapping[str, Workspace], Mapping[str, str]]:
    """Return the workspaces of all accounts that were ever opened here, by name, the shown one first.

    Returns:
        The workspaces, and why an account could not be opened, by its name.
    """
    switch: AccountsOfApp = app.switch
    found: dict[str, Workspace] = {switch.name: app.workspace}
    failed: dict[str, str] = {}
    if (accounts := switch.accounts) is None:
        return found, failed
    try:
        others = [each.name for each in accounts.entries() if each.status is not None]
    except CardscoutError as error:
        return found, {"other accounts": str(error)}
    for name in others:
        if name != switch.name:
            try:
                found[name] = accounts.open(name)
            except CardscoutError as error:
                failed[name] = str(error)
    return found, failed
