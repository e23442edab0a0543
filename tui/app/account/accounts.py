"""Accounts as the screens see them: protocols that the command line implements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from tui.login import Login
    from tui.model.account.grant import Caller, Grant
    from tui.model.sync import SyncStatus
    from tui.model.values.scalars import Json
    from tui.model.writes.base import Write
    from tui.secret import Secret
    from tui.settings.accounts import Account
    from tui.settings.credentials import Secrets
    from tui.workspace import Workspace


@dataclass(frozen=True, slots=True)
class AccountEntry:
    """An account, with the facts about it that need no request.

    Attributes:
        address: Address of its board service; "" for the local account.
        token_place: Where its token is stored: ``keyring``, ``vault``, ``command``, ``environment``; "" if it
            needs none.
        missing: Whether its token is certainly lost: it was in a vault that is not on this machine.
        key_locked: Whether lookups need a key that is in a vault which is not open yet, and its token does not.
        member: The member it belongs to, or "".
        grant: The rights of its token, as far as known.
        status: The sync status of its store; None if the account was never opened here.
        starts: Whether the settings say that it is opened at start.
    """

    name: str
    address: str = ""
    token_place: str = ""
    missing: bool = False
    key_locked: bool = False
    member: str = ""
    grant: Grant | None = None
    status: SyncStatus | None = field(default=None)
    starts: bool = False


class AccountsVault(Protocol):
    """The vault as the screens see it: a file encrypted with a passphrase of the user's."""

    @property
    def exists(self) -> bool:
        """Whether the vault file exists already, with its own passphrase."""

    @property
    def is_open(self) -> bool:
        """Whether its passphrase was given in this run."""

    def others(self, name: str) -> Sequence[str]:
        """Return the names of the other accounts that have secrets in the vault."""


@dataclass(frozen=True, slots=True)
class ServiceOffer:
    """A service that looks people and companies up for who has a key of it.

    Attributes:
        name: Its name on the command line.
        title: Its name for people.
        about: What it knows, in a sentence.
        parts: What its key consists of, in the service's words; none if it needs no key.
        source: Where the key comes from.
        wants_address: Whether it is at an address of the user's.
    """

    name: str
    title: str
    about: str
    parts: tuple[str, ...] = ()
    source: str = ""
    wants_address: bool = False


class KeyServices(Protocol):
    """The services for people and companies that a user can add."""

    def offers(self) -> Sequence[ServiceOffer]:
        """Return the services that are known by name, the user's own included."""

    async def check(self, name: str, url: str, key: Secret) -> None:
        """Ask the service for nobody, which is free; raise an error that tells what is wrong."""

    async def add(self, name: str, url: str, key: Secret, *, in_vault: bool) -> None:
        """Save the service, and its key in the keyring or in the open vault."""

    def asked(self) -> Sequence[str]:
        """Return the names of the services that are asked, in order; none if each kind has an order of its own."""

    def use(self, names: Sequence[str]) -> None:
        """Have the services asked in this order from now on."""


ImportMode = Literal["refuse", "replace", "copy"]
"""What to do with a board that exists already with other content."""

Transfer = Literal["import", "export", "export-cards"]
"""A transfer: import a board or cards from a file; export the open board, or a table of its cards."""


@dataclass(frozen=True, slots=True)
class ImportedBoard:
    """A board that was imported from a file.

    Attributes:
        outcome: What was done: ``imported``, ``replaced``, ``copied`` or ``unchanged``.
        notes: How many things of the file were corrected or left out.
    """

    board_id: str
    name: str
    outcome: str
    cards: int
    notes: int


@dataclass(frozen=True, slots=True)
class PlannedCards:
    """Cards that would be created from the rows of a table.

    Attributes:
        writes: The writes that create them, and the labels that the board lacks.
        summary: What is shown before they are created, in a few lines: their place, and what is created with
            them.
        lines: Further lines: the fields of the columns, what was not understood, and the first cards.
    """

    writes: Sequence[Write]
    count: int
    summary: Sequence[str]
    lines: Sequence[str]
    board_id: str


@dataclass(frozen=True, slots=True)
class TableColumns:
    """The columns of a table, and the card fields they are used for.

    Attributes:
        columns: The value of the first row in each column, by name.
        fields: The column of each field, ``first + last`` for a name in two columns; "" for none.
        dates: How a date that could be two is read; "" if there is none, or the table tells.
    """

    columns: Mapping[str, str]
    fields: Mapping[str, str]
    dates: str = ""


class AccountFiles(Protocol):
    """Imports and exports of an account as the screens see them."""

    @property
    def takes_boards(self) -> bool:
        """Whether whole boards can be imported; elsewhere only cards can."""

    async def is_here(self, path: Path) -> bool:
        """Return whether the board in a file exists already."""

    async def import_board(self, path: Path, mode: ImportMode) -> ImportedBoard:
        """Import a board, and return once it is in the store."""

    async def is_table(self, path: Path) -> bool:
        """Return whether a file is a table whose rows can become cards."""

    async def table_columns(self, path: Path, maps: Sequence[str]) -> TableColumns:
        """Return the columns of a table; ``maps`` are the user's choices, such as ``name=Company``."""

    async def plan_cards(self, path: Path, board_id: str, maps: Sequence[str]) -> PlannedCards:
        """Return the cards for the rows of a table on a board; "" for a new board, named after the file."""

    async def export_board(self, board_id: str, path: Path) -> None:
        """Write a board to a file."""

    async def export_cards(self, board_id: str, path: Path) -> None:
        """Write the cards of a board to a file, as a table."""

    async def directory_records(self, who: str) -> list[Json]:
        """Return the local directory's records of the person with this e-mail address or profile."""


class Accounts(Protocol):
    """The account manager as the screens see it."""

    def account(self, name: str) -> Account | None:
        """Return the account of that name; None for the local account."""

    @property
    def services(self) -> KeyServices:
        """The services for people and companies."""

    def entries(self) -> Sequence[AccountEntry]:
        """Return every account, the local one first."""

    def statuses(self) -> Mapping[str, SyncStatus]:
        """Return the sync status of each account that is open in this process, by name."""

    def in_closed_vault(self, name: str) -> bool:
        """Return whether the account's token is in a vault that is not open yet."""

    @property
    def vault(self) -> AccountsVault:
        """The vault that the accounts share."""

    def open_vault(self, passphrase: Secret, *, anew: bool = False) -> Path | None:
        """Open or create the vault; with ``anew`` start a new one, and return where the old one was moved."""

    def open(self, name: str) -> Workspace:
        """Open the account's workspace, which the caller starts."""

    def files(self, name: str) -> AccountFiles:
        """Return the imports and exports of an account."""

    def bind(self, command: str, keys: str) -> None:
        """Set the keys of a command in the settings; "" for none."""

    def login(self, account: Account) -> Login:
        """Return the ways to log in to the account."""

    def key_at(self, url: str) -> str:
        """Return the application key that another account uses at that address; "" if there is none."""

    def may_write(self, name: str) -> bool:
        """Return whether the account's last token could write; True if it never had one."""

    def require_same_member(self, account: Account, caller: Caller | None) -> None:
        """Check that a new login to an existing account is by the same member."""

    async def check(self, name: str) -> Caller:
        """Test the account's token."""

    async def keep(self, account: Account, secrets: Secrets, caller: Caller | None) -> None:
        """Store the account and its secrets."""

    def record_opened(self, name: str) -> None:
        """Record that the account was opened, so that the next start opens it again."""

    def set_default(self, name: str) -> None:
        """Make the account the default at start; "" for the last opened one."""

    async def rename(self, name: str, new: str) -> None:
        """Rename the account to ``new``."""

    async def remove(self, name: str) -> str:
        """Remove the account; return a sentence about what happens to its token."""
