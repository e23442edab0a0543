"""Accounts, as the screens know them: what there is, and what can be done with each. The command line gives them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tui.login import Login
    from tui.model.account.grant import Caller, Grant
    from tui.model.sync import SyncStatus
    from tui.secret import Secret
    from tui.settings.accounts import Account
    from tui.settings.credentials import Secrets
    from tui.workspace import Workspace


@dataclass(frozen=True, slots=True)
class AccountEntry:
    """An account, with what is known of it without asking anybody.

    Attributes:
        address: Of its board service; "" for this machine's own.
        keeper: Where its token is: ``keyring``, ``vault``, ``command``; "" where it needs none.
        missing: Whether its token is surely not there: it was in a vault that is not on this machine.
        member: Whose it is, or "".
        grant: What its token may do, as far as known.
        status: How its store stands to the service; None where it was never opened here.
        starts: Whether the settings say that it is opened at start.
    """

    name: str
    address: str = ""
    keeper: str = ""
    missing: bool = False
    member: str = ""
    grant: Grant | None = None
    status: SyncStatus | None = field(default=None)
    starts: bool = False


class AccountsVault(Protocol):
    """What the screens ask of the vault: a file, encrypted with a passphrase of the user's."""

    @property
    def exists(self) -> bool:
        """Whether there is one already, with a passphrase of its own."""
        ...

    @property
    def is_open(self) -> bool:
        """Whether somebody has given its passphrase in this run."""
        ...

    def others(self, name: str) -> Sequence[str]:
        """Whose secrets are in it beside those of the account."""
        ...


class Accounts(Protocol):
    """What the screens ask of them."""

    def account(self, name: str) -> Account | None:
        """The account; None for this machine's own."""
        ...

    def entries(self) -> Sequence[AccountEntry]:
        """Every account, this machine's own first."""
        ...

    def statuses(self) -> Mapping[str, SyncStatus]:
        """How the accounts that are open in this process stand to their services, by name."""
        ...

    def sealed(self, name: str) -> bool:
        """Whether its token is in a vault that nobody has opened yet."""
        ...

    @property
    def vault(self) -> AccountsVault:
        """The vault that they share."""
        ...

    def unseal(self, passphrase: Secret, *, anew: bool = False) -> Path | None:
        """Open the vault, or make it; ``anew`` begins another one. Returns where the one that is there goes then."""
        ...

    def open(self, name: str) -> Workspace:
        """Its workspace, which the caller starts."""
        ...

    def login(self, account: Account) -> Login:
        """The ways into it."""
        ...

    def key_at(self, url: str) -> str:
        """The application's key with which another account is at that address; "" for none."""
        ...

    def may_write(self, name: str) -> bool:
        """Whether its last token could write; also where there was none."""
        ...

    def see_that_it_is_theirs(self, account: Account, caller: Caller | None) -> None:
        """See that a login to an account that is there already is its own member's."""
        ...

    async def check(self, name: str) -> Caller:
        """Try its token."""
        ...

    async def keep(self, account: Account, secrets: Secrets, caller: Caller | None) -> None:
        """Keep it, and what is secret of it."""
        ...

    def opened(self, name: str) -> None:
        """It is on the screen: the next start goes on with it."""
        ...

    def use(self, name: str) -> None:
        """Open it from now on when nothing else is said; "" for the one that was open last."""
        ...

    async def rename(self, name: str, new: str) -> None:
        """Call it ``new``."""
        ...

    async def remove(self, name: str) -> str:
        """Forget it; what becomes of its token, in a sentence."""
        ...
