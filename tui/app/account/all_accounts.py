"""All accounts of a running app: their workspaces, for what concerns a person and not an account."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from tui.errors import CardscoutError
from tui.model.enrich.withdrawal import join_known
from tui.workspace import in_each

if TYPE_CHECKING:
    from tui.app.account.accounts import AccountFiles, Accounts
    from tui.app.screens.screen import WorkspaceScreen
    from tui.model.enrich.withdrawal import Known
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


async def known_in(workspaces: Mapping[str, Workspace], entries: Sequence[tuple[str, str, str]]) -> Known:
    """Return what all accounts together know about those who opt out."""

    async def one(workspace: Workspace) -> Known:
        return workspace.withdrawals.known(entries)

    return join_known((await in_each(workspaces, one))[0].values())


def files_of(app: Any) -> AccountFiles | None:
    """Return the files of the account that is shown; None if the app has no accounts."""
    switch: AccountsOfApp = app.switch
    return None if switch.accounts is None else switch.accounts.files(switch.name)


def go_to_card(page: WorkspaceScreen, here: str, account: str, board_id: str, card_id: str) -> None:
    """Open a card in its account; ``here`` is the account that is shown."""
    page.go(f"found:{card_id}" if account == here else f"view:card - {here} {account} {board_id} {card_id}")
