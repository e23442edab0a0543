"""The app on its real account manager, and a service of a team that is reached without a port."""

import httpx
from textual.pilot import Pilot
from textual.widgets import Input

from tests.app.screens.conftest import Play
from tests.stories.world import PatientClock, Wire
from tui.app.app import CardscoutApp
from tui.app.screens.account.accounts import AccountsScreen
from tui.app.screens.account.login import LoginScreen
from tui.app.screens.board import BoardScreen
from tui.app.screens.boxes.confirm import ConfirmScreen
from tui.app.screens.boxes.prompt import PromptScreen
from tui.app.screens.screen import WorkspaceScreen
from tui.app.widgets.status_bar import TitleBar
from tui.cli.account.account_manager import AccountManager
from tui.cli.session import Session
from tui.secret import Secret
from tui.server.access.apps import create_key, create_token, revoke_token, tokens_of
from tui.server.run import LocalServer
from tui.server.service.people import add_member
from tui.server.storage import db
from tui.settings.accounts import Account
from tui.settings.credentials import Secrets
from tui.workspace import Workspace

URL = "http://127.0.0.1:9"


class Hall:
    """The app on its real account manager, and a service of a team that is reached without a port."""

    def __init__(self, app: CardscoutApp, pilot: Pilot[None], team: LocalServer, session: Session) -> None:
        clock = session.clock
        assert isinstance(clock, PatientClock)
        self.app, self.pilot, self.team, self.clock = app, pilot, team, clock
        self.session = session
        with db.writing(team.engine) as connection:
            self.key = create_key(connection, "Cardscout", clock.now()).key
        self.play = Play(app, pilot, app.workspace, Wire(team.transport()), clock)

    def token(self, *scopes: str) -> str:
        """A token of the team's member."""
        with db.writing(self.team.engine) as connection:
            return create_token(
                connection,
                id_member=self.team.id_member,
                key=self.key,
                scopes=scopes or ("read", "write", "account"),
                expiration="never",
                now=self.clock.now(),
            )

    def stranger(self) -> str:
        """A token of somebody else."""
        with db.writing(self.team.engine) as connection:
            bob = add_member(connection, "bob", self.clock.now(), full_name="Bob")
            return create_token(
                connection,
                id_member=bob,
                key=self.key,
                scopes=("read",),
                expiration="never",
                now=self.clock.now(),
            )

    def revoke(self) -> None:
        """End every token of the member."""
        with db.writing(self.team.engine) as connection:
            for row in tokens_of(connection, self.team.id_member):
                revoke_token(connection, row.id)

    def shut(self) -> None:
        """Forget the vault's passphrase, as after a start."""
        self.session.vault = None

    def on(self, kind: type) -> bool:
        """Whether a screen of that kind is shown."""
        return isinstance(self.app.screen, kind)

    async def at(self, kind: type) -> None:
        await self.play.until(lambda: isinstance(self.app.screen, kind))
        await self.pilot.pause()

    async def rests(self) -> None:
        """Let the keyboard have been quiet for a while."""
        await self.play.until(lambda: self.app.ahead._still_since < float("inf"))
        self.app.ahead._still_since = float("-inf")

    async def type(self, text: str) -> None:
        """Type into the box that is there, and enter."""
        await self.play.until(lambda: isinstance(self.app.focused, Input))
        await self.play.press(*text, "enter")

    async def add(self, name: str, token: str) -> None:
        """Add an account of the team's service, as somebody at the keys does."""
        await self.play.press("A")
        await self.at(AccountsScreen)
        await self.play.press("n")
        await self.play.sees("Where are the boards?")
        await self.type("team")
        await self.play.sees("The server's address")
        await self.type(URL)
        await self.play.sees("cardscout serve app")
        await self.type(self.key)
        await self.play.sees("A name for the account")
        await self.type(name)
        await self.at(LoginScreen)
        await self.paste(token)

    async def have(self, *scopes: str) -> None:
        """Have an account ``team`` with a board, its token in the vault, that was not opened yet."""
        manager = self.app.switch.accounts
        assert isinstance(manager, AccountManager)
        manager.open_vault(Secret("horseshoe"))
        account = Account("team", URL, self.key, secrets="vault")
        token = self.token(*scopes)
        await manager.keep(account, Secrets(Secret(token)), await manager.login(account).check(Secret(token)))
        headers = {
            "Authorization": f'OAuth oauth_consumer_key="{self.team.key}", oauth_token="{self.team.token}"'
        }
        async with httpx.AsyncClient(transport=self.team.transport(), base_url=URL, headers=headers) as http:
            made = await http.post("/1/boards", data={"name": "Bakery"})
            assert made.status_code == 200

    async def keep(self, *scopes: str) -> Workspace:
        """Have that account, and its boards on the screen."""
        await self.have(*scopes)
        self.go("account:team")
        await self.shows("team")
        await self.play.sees("Bakery", TitleBar)
        await self.play.sees("To Do")
        await self.play.until(lambda: self.app.workspace.sync.status().state == "synced")
        return self.app.workspace

    async def leave(self) -> AccountManager:
        """Have the local boards on the screen, and the account closed."""
        manager = self.app.switch.accounts
        assert isinstance(manager, AccountManager)
        self.go("account:local")
        await self.shows("local")
        await self.app.switch.remove_pages("team")
        await manager.close_one("team")
        return manager

    def go(self, place: str) -> None:
        """Ask for a place."""
        screen = self.app.screen
        assert isinstance(screen, WorkspaceScreen)
        screen.go(place)

    async def paste(self, token: str) -> None:
        """Give the token to the login that is shown, and keep it."""
        await self.play.press("p")
        await self.at(PromptScreen)
        await self.type(token)
        await self.at(ConfirmScreen)
        await self.play.press("y")

    async def shows(self, name: str) -> None:
        """Wait until the boards of the account are on the screen."""
        await self.at(BoardScreen)
        await self.play.sees(f"{name} · ", TitleBar)
