"""AccountsScreen: where the boards are, and how each account stands."""

from asyncio import to_thread
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.content import Content

from tui.app.account.accounts import Accounts, Entry
from tui.app.commands.account.accounts import ACCOUNTS
from tui.app.commands.app import Help, Palette, Quit
from tui.app.commands.command import Choice, Deed
from tui.app.screens.account.login import LoginScreen
from tui.app.screens.boxes.prompt import PromptScreen
from tui.app.screens.shelf import Shelf
from tui.app.widgets.rows import Row
from tui.app.widgets.status_bar import sync_words
from tui.clock import Clock
from tui.errors import UsageError
from tui.model.change import Noun
from tui.presentation.safe_text import safe_line
from tui.secret import Secret
from tui.settings.accounts import Account, checked_name, checked_url, suggested_name, whole_url
from tui.workspace import HOSTED, key_comes_from

if TYPE_CHECKING:
    from tui.workspace import Workspace

_KEPT = {"keyring": "token in the keyring", "vault": "token in the vault", "command": "token from a command"}
_MISSING = "no token here · log in"


class AccountsScreen(Shelf):
    """Every account, this machine's own first.

    Args:
        workspace: The open account's.
        accounts: All of them.
        opened: Name of the one on the screen.
        leave: Takes the pages of another one away before it is closed.
        clock: For when tokens end.
        keys: The user's keys by command name.
    """

    heading = "Accounts"
    about: ClassVar[frozenset[Noun]] = frozenset({"outbox", "sync", "members"})
    deeds: ClassVar[tuple[Deed, ...]] = (*ACCOUNTS, Help, Palette, Quit)

    def __init__(
        self,
        workspace: "Workspace",
        accounts: Accounts,
        *,
        opened: str,
        leave: Callable[[str], Awaitable[None]],
        clock: Clock,
        keys: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(workspace, keys=keys)
        self._keys = keys
        self._accounts, self._clock, self.opened, self._leave = accounts, clock, opened, leave
        self._entries: dict[str, Entry] = {}

    def on_mount(self) -> None:
        """Begin at the open account. The base class's handler runs too."""
        self.call_after_refresh(self.rows.point, self.opened)

    def title_words(self) -> str:
        """What it is about."""
        return "n adds the hosted service, or a server of your team"

    def entries(self) -> list[Row]:
        """Two lines an account."""
        self._entries = {entry.name: entry for entry in self._accounts.entries()}
        return [(entry.name, self._row(entry)) for entry in self._entries.values()]

    def _row(self, entry: Entry) -> Content:
        mark = "● " if entry.name == self.opened else "  "
        parts = [Content.assemble((mark, "$found"), (entry.name, "bold"))]
        about = [entry.address or "this machine: boards here, nothing sent anywhere"]
        state, token = "", "ink-quiet"
        if entry.status is not None:
            # One that was not opened in this run is not heard of: only what waits there is known.
            heard = entry.status.state != "starting" or entry.name == self.opened
            status = entry.status if heard else replace(entry.status, state="offline")
            state, token = sync_words(status, self._clock.now())
            state = state if heard else state.removeprefix("○ offline").removeprefix(" · ")
        if entry.member:
            about.insert(0, entry.member)
        if entry.grant is not None:
            about.append(entry.grant.words(self._clock.now()))
        if entry.keeper:
            about.append(_MISSING if entry.missing else _KEPT[entry.keeper])
        if entry.starts:
            about.append("opened at start")
        if state:
            parts.append(Content.styled(f"  {state}", f"${token}"))
        words = Content.styled(f"\n    {safe_line(' · '.join(about))}", "$ink-quiet")
        return Content("").join([*parts, words])

    # --- what the commands ask for ------------------------------------------------------------

    async def add(self) -> None:
        """Ask where the boards are and for the key, and lead to the login."""
        where = await self.choose(
            "Where are the boards?",
            [
                Choice("hosted", "The hosted service", HOSTED.removeprefix("https://")),
                Choice("team", "A server of your team", "cardscout serve, by its address"),
            ],
        )
        url: str | None = HOSTED
        if where == "team":
            url = await self.prompt(
                "The server's address", placeholder="https://boards.example.org", attempt=_url
            )
        if where is None or url is None:
            return
        url = checked_url("the address", whole_url(url))
        key = await self.boxes.ask(
            PromptScreen(
                "The application's key", placeholder="32 letters and digits", note=key_comes_from(url)
            )
        )
        if key is None:
            return
        name = await self.prompt(
            "A name for the account", offer=self._free(suggested_name(url)), attempt=self._unused
        )
        if name is not None:
            self.log_in(Account(name=name, url=url, key="".join(key.split())))

    def _free(self, name: str) -> str:
        names = (name, *(f"{name}{number}" for number in range(2, 100)))
        return next((each for each in names if each not in self._entries), name)

    async def _unused(self, name: str) -> None:
        if checked_name(name) in self._entries:
            raise UsageError(f"there is an account {name} already", hint="esc, then l logs in to it again")

    def log_in(self, account: Account) -> None:
        """Show the login of ``account``."""
        screen = LoginScreen(self.workspace, self._accounts, account, clock=self._clock, keys=self._keys)
        self.boxes.open(screen)

    async def rename(self, name: str, new: str) -> None:
        """Call the account something else."""
        await self._leave(name)
        await self._accounts.rename(name, new)
        self.reload()
        self.rows.point(new)

    async def forget(self, name: str) -> bool:
        """Forget the account; whether it was."""
        if self._accounts.sealed(name) and not await self._unseal(name):
            return False
        await self._leave(name)
        await self._accounts.remove(name)
        self.reload()
        return True

    async def _unseal(self, name: str) -> bool:
        """Open the vault that has the token of the account; whether it was."""

        async def attempt(passphrase: str) -> None:
            await to_thread(self._accounts.unseal, Secret(passphrase))

        title = f"The vault's passphrase, to forget the token of {name}"
        box = PromptScreen(title, note="esc: forget nothing", hidden=True, attempt=attempt)
        return await self.boxes.ask(box) is not None

    async def check(self, name: str) -> str:
        """Whom its service takes us for, in a sentence."""
        caller = await self._accounts.check(name)
        self.reload()
        may = "" if caller.grant is None else f": {caller.grant.words(self._clock.now())}"
        return f"{name} is {caller.name}{may}"

    def start_with(self, name: str) -> None:
        """Open it when the program starts."""
        self._accounts.use(name)
        self.reload()

    def waiting(self, name: str) -> int:
        """Changes that its service has not got."""
        entry = self._entries.get(name)
        return 0 if entry is None or entry.status is None else entry.status.waiting + entry.status.refused


async def _url(url: str) -> None:
    _ = checked_url("the address", whole_url(url))
