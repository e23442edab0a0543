"""Accounts in the screens: added, switched, signed out and in again, renamed, forgotten; nothing of a token is drawn."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from unittest.mock import create_autospec
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from tests.app.screens.conftest import Play
from tests.stories.world import PatientClock, Wire
from tui.api.login.oauth1 import OAuth1Flow, TokenPair
from tui.app import type_ahead
from tui.app.account import switch
from tui.app.app import CardscoutApp
from tui.app.screens.account import login
from tui.app.screens.account.accounts import AccountsScreen
from tui.app.screens.account.login import LoginScreen
from tui.app.screens.board import BoardScreen
from tui.app.screens.boxes.choose import ChooseScreen
from tui.app.screens.boxes.confirm import ConfirmScreen
from tui.app.screens.boxes.prompt import PromptScreen
from tui.app.screens.screen import WorkspaceScreen
from tui.app.widgets.enrich.panel import EnrichPanel
from tui.app.widgets.status_bar import StatusBar, TitleBar
from tui.cli.account import book as book_module
from tui.cli.account import remote
from tui.cli.account.book import Book
from tui.cli.session import Session
from tui.errors import CredentialError, Unauthorized, UsageError
from tui.login import Login, PermissionVisit
from tui.model.base import new_local_id
from tui.model.finding import Finding
from tui.model.person import EmailPoint, Person
from tui.model.writes.cards import CreateCard
from tui.secret import Secret
from tui.server.access.apps import create_key
from tui.server.access.tokens import create_token, revoke_token, tokens_of
from tui.server.run import LocalServer
from tui.server.service.people import add_member
from tui.server.storage import db
from tui.settings import vault
from tui.settings.accounts import Account
from tui.settings.config import change
from tui.settings.credentials import Secrets, load
from tui.settings.last_account import note_last_account
from tui.settings.providers import Provider, save_provider
from tui.workspace import Workspace

URL = "http://127.0.0.1:9"


class Hall:
    """The app on its real book of accounts, and a service of a team that is reached without a port."""

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
        book = self.app.switch.accounts
        assert isinstance(book, Book)
        book.open_vault(Secret("horseshoe"))
        account = Account("team", URL, self.key, secrets="vault")
        token = self.token(*scopes)
        await book.keep(account, Secrets(Secret(token)), await book.login(account).check(Secret(token)))
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

    async def leave(self) -> Book:
        """Have the local boards on the screen, and the account closed."""
        book = self.app.switch.accounts
        assert isinstance(book, Book)
        self.go("account:local")
        await self.shows("local")
        await self.app.switch.remove_pages("team")
        await book.close_one("team")
        return book

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


@pytest.fixture
async def hall(seeded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Hall]:
    """The program as the command line puts it together, a passphrase for the vault, and the team's service."""
    clock = PatientClock()
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(switch, "_STILL", 0.0)
    # A busy machine takes longer over a key than anybody who types; ``Hall.rests`` is the pause.
    monkeypatch.setattr(type_ahead, "PATIENCE", 3600.0)
    # A passphrase costs less here.
    monkeypatch.setattr(vault, "_TIMES", 1)
    monkeypatch.setattr(vault, "_MEMORY_KIB", 64)
    team = LocalServer.open(tmp_path / "team", clock, sample=False)
    monkeypatch.setattr(remote, "unix_transport", lambda _account: Wire(team.transport()))
    monkeypatch.setattr(book_module, "unix_transport", lambda _account: Wire(team.transport()))
    session = Session(clock)
    shutil.copytree(seeded / "data", session.paths.data, dirs_exist_ok=True)
    shutil.copy(seeded / "store.db", session.paths.store_file("local"))
    workspace = session.workspace()
    made: list[Book] = []

    def accounts() -> Book:
        made.append(Book(session, workspace))
        return made[-1]

    app = CardscoutApp(workspace, clock=clock, accounts=accounts)
    try:
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            yield Hall(app, pilot, team, session)
    finally:
        await (made[0] if made else workspace).close()
        session.close()
        team.close()


async def test_who_opts_out_on_one_account_is_withdrawn_from_the_others(hall: Hall) -> None:
    p = hall.play
    team = await hall.keep("read", "write", "account")
    (board,) = [each for each in team.boards.all() if each.name == "Bakery"]
    card = new_local_id()
    home = team.boards.lists(board.id)[0]
    await team.writes.submit(
        CreateCard(board_id=board.id, card_id=card, list_id=home.id, name="Ana", pos=1.0, desc="")
    )
    email = "ana.reid@tuiridge.example"
    person = Person(full_name="Ana Reid", emails=(EmailPoint(value=email),))
    found = Finding(key=f"email:{email}", type="person", person=person, fetched_at=hall.clock.now())
    await team.lookups.attach(card, found)
    await p.until(lambda: team.sync.status().waiting == 0)
    hall.go("account:local")
    await hall.shows("local")
    await p.press("e")
    await p.sees("ana.reid@tuiridge.example", EnrichPanel)
    await p.press("X")
    await p.sees("Deleted for good: 1 comment (Bakery 1 in team).")
    await p.press("y")
    await p.sees("deleted: team · Bakery › Ana")
    await p.press("enter")
    assert [one.value for one in team.suppression.all()] == [email]
    assert not team.cards.comments(team.writes.current_id(card))
    await p.press("X", "y")
    await p.until(lambda: not team.suppression.all() and not p.workspace.suppression.all())


async def test_an_account_is_added_and_the_screens_go_to_and_fro(hall: Hall) -> None:
    p, secret = hall.play, hall.token()
    await hall.shows("local")
    await hall.add("team", secret)
    # There is no keyring here: an encrypted file is offered.
    for words in ("encrypted file instead", "The same passphrase again"):
        await p.sees(words)
        await hall.type("horseshoe")
    await hall.shows("team")
    # The account has no board yet: one is made, and a card on it.
    await p.until(lambda: p.app.workspace.sync.status().state == "synced")
    assert secret not in p.app.export_screenshot()
    ours = hall.app.workspace
    board = await ours.boards.create("Bakery")
    await p.until(lambda: any(each.name == "Bakery" for each in ours.boards.all()))
    await p.press("A")
    await hall.at(AccountsScreen)
    await p.sees("read, write, account · does not end by itself · token in the vault")
    await p.press("k", "enter")
    await hall.shows("local")
    await p.sees("Pipeline", TitleBar)
    # A board names its account, and one of another account is a choice away.
    await p.press("b")
    await p.sees("Bakery team")
    await hall.type("Bakery")
    await hall.shows("team")
    await p.sees("Bakery", TitleBar)
    there = next(each.id for each in ours.boards.all())
    lists = ours.boards.lists(there)
    card = CreateCard(
        board_id=there, card_id="new-0000000000000100000000a", list_id=lists[0].id, name="Knead", pos=1.0
    )
    await ours.writes.submit(card)
    await p.sees("Knead")
    await p.press("enter")
    await p.until(lambda: type(p.app.screen).__name__ == "CardScreen")
    await p.sees("Knead")
    assert board
    assert (
        len({id(screen.workspace) for screen in hall.app.screen_stack if isinstance(screen, BoardScreen)})
        == 1
    )


async def test_an_account_that_was_never_opened_is_among_the_boards(hall: Hall) -> None:
    await hall.have()
    await hall.play.press("b")
    await hall.play.sees("team not opened yet · enter opens it")
    # A board of this machine is called so too.
    await hall.play.press(*"team", "down", "enter")
    await hall.shows("team")
    await hall.play.sees("Bakery", TitleBar)


async def test_a_revoked_token_leads_to_the_login_and_what_waits_is_sent(hall: Hall, monkeypatch) -> None:
    p, ours = hall.play, await hall.keep()
    hall.revoke()
    # Somebody types: no page comes by itself before they are done, and the letters are kept.
    await p.press("n", *"Knead", "enter", *"Bake")
    await p.until(lambda: ours.sync.status().state == "unauthorized")
    await p.pilot.pause(0.1)
    assert hall.on(BoardScreen)
    await p.press("enter", "escape")
    hall.app.switch.handle_sync_status()
    await hall.at(LoginScreen)
    for words in (
        "Log in to team",
        "takes the token of team no more",
        "What you did is kept",
        "2 changes wait",
    ):
        await p.sees(words)
    # What was meant for the board asks for nothing here, and that is said.
    await p.press("k", "p", "o", "x", "escape", "l")
    await p.pilot.pause(0.05)
    assert hall.on(LoginScreen)
    await p.sees("this opened by itself: what you typed", StatusBar)
    await hall.rests()
    await p.press("escape")
    await hall.at(BoardScreen)
    await p.sees("signed out · 2 waiting · A then l logs in", TitleBar)
    hall.app.switch.handle_sync_status()
    await p.pilot.pause(0.05)
    assert hall.on(BoardScreen)
    await p.press("A")
    await hall.at(AccountsScreen)
    await p.sees("signed out · 2 waiting")
    await p.press("l")
    await hall.at(LoginScreen)
    await p.sees("2 changes wait and are sent once you have logged in.")
    with pytest.raises(UsageError):
        hall.app.export_screenshot()
    # The token of somebody else is refused where it is given.
    await p.press("p")
    await hall.at(PromptScreen)
    await hall.type(hall.stranger())
    await p.sees("Bob (@bob)")
    await p.sees("add it as an account of its own")
    assert hall.on(PromptScreen)
    assert hall.app.switch.exit_message().startswith("2 changes wait to be sent for team")
    # Also when another account is on the screen.
    hall.app.switch.name = "local"
    assert hall.app.switch.exit_message() == (
        "2 changes wait to be sent for team: kept here, and sent once you have logged in again."
    )
    hall.app.switch.name = "team"
    await hall.type(hall.token())
    await hall.at(ConfirmScreen)
    await p.press("y")
    await hall.shows("team")
    await p.until(lambda: ours.sync.status().waiting == 0)
    assert not hall.app.switch.exit_message()
    assert ours.outbox.all() == []
    assert [
        face.name
        for each in ours.boards.lists(hall.app.open_board_id or "")
        for face in ours.cards.faces(each.id)
    ] == [
        "Knead",
        "Bake",
    ]


async def test_the_login_opens_by_itself_only_over_a_board_where_nothing_is_done(
    hall: Hall, monkeypatch
) -> None:
    p, ours = hall.play, await hall.keep()
    hall.revoke()
    await p.press("n", *"Knead", "enter", "escape")
    monkeypatch.setattr(switch, "_STILL", 1000.0)
    await p.until(lambda: ours.sync.status().state == "unauthorized")

    async def stays(still: float = 0.0) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(switch, "_STILL", still)
            hall.app.switch.handle_sync_status()
        await p.pilot.pause(0.05)
        assert not hall.on(LoginScreen)

    # Somebody has just pressed a key.
    await p.press("j", "k")
    await stays(1000.0)
    for begun, ends in (("c", "escape"), ("slash", "escape"), ("g", "escape"), ("m", "escape")):
        await p.press(begun)
        await stays()
        await p.press(ends)
    # A card is open; whoever reads or edits it is not broken off.
    await p.press("enter")
    await p.until(lambda: type(p.app.screen).__name__ == "CardScreen")
    await stays()
    # It says how it stands, and the keys that it names work there.
    await p.sees("! signed out · A then l logs in", StatusBar)
    await p.press("A")
    await hall.at(AccountsScreen)
    # Nothing is said of a token that is no good.
    await p.press("k", "j")
    shown = hall.app.screen
    assert isinstance(shown, AccountsScreen)
    assert not shown.token_good("team")
    await p.press("escape")
    await p.until(lambda: type(p.app.screen).__name__ == "CardScreen")
    await p.press("escape")
    await hall.at(BoardScreen)
    monkeypatch.setattr(switch, "_STILL", 0.0)
    hall.app.switch.handle_sync_status()
    await hall.at(LoginScreen)


@asynccontextmanager
async def oauth_visit(*_: object, **__: object) -> AsyncIterator[PermissionVisit]:
    """A visit whose page shows a verifier that the service does not take."""
    dance = create_autospec(OAuth1Flow, instance=True)
    dance.end.side_effect = Unauthorized("invalid verifier", service="board", status=401)
    yield PermissionVisit(
        "https://boards.example.org/1/OAuthAuthorizeToken", None, dance, create_autospec(TokenPair)
    )


async def test_what_is_not_taken_is_given_again_in_the_same_hidden_box(
    hall: Hall, tmp_path: Path, monkeypatch
) -> None:
    p, _ = hall.play, await hall.keep()
    hall.go("login:team")
    await hall.at(LoginScreen)

    async def refused(given: str, said: str) -> None:
        box = hall.app.screen
        await hall.type(given)
        await p.sees(said)
        assert hall.app.screen is box
        # What is typed on is no key of the page beneath, and is not drawn.
        await p.press(*"fbo")
        field = box.query_one(Input)
        assert field.value == "fbo"
        assert field.password
        assert "fbo" not in p.text()
        await p.press("ctrl+u")

    await p.press("p")
    await hall.at(PromptScreen)
    await refused("ATTAé", "pasted with")
    await refused("ATTA" + "f" * 72, "does not take that token")
    await hall.type(hall.token())
    await hall.at(ConfirmScreen)
    await p.press("escape")
    await p.sees("Nothing was kept.")
    # This service is reached without a port, and has no OAuth pages: what the box makes of their answers is tried.
    await p.press("o")
    await hall.at(PromptScreen)
    await refused("wrong", "Cannot GET")
    monkeypatch.setattr(Login, "visit", oauth_visit)
    await hall.type("secret")
    await p.sees("The verifier that the page shows")
    await refused("wrong", "does not take that verifier")
    await p.press("escape")
    await hall.at(LoginScreen)
    (tmp_path / "token").write_text("ATTA")
    await p.press("f")
    await hall.at(PromptScreen)
    await hall.type(str(tmp_path / "token"))
    await p.sees("does not take that token")
    assert hall.on(PromptScreen)


async def test_a_slip_in_a_passphrase_loses_no_token(hall: Hall) -> None:
    p = hall.play
    await hall.add("team", hall.token())
    # Of a new vault: the two differ, again and again, and the first is chosen anew.
    await p.sees("A passphrase for the vault, of 8 characters at least")
    await hall.type("short")
    await p.sees("less than 8 characters")
    assert "nothing was kept" not in p.text()
    assert "pipe" not in p.text()
    await hall.type("hroseshoe")
    await p.sees("The same passphrase again")
    box = hall.app.screen
    await hall.type("horseshoe")
    await p.sees("The two passphrases differ.")
    assert hall.app.screen is box
    await p.press("escape")
    for words in ("A passphrase for the vault", "The same passphrase again"):
        await p.sees(words)
        await hall.type("horseshoe")
    await hall.shows("team")
    # Of the vault that is there: it is asked for until it opens it.
    hall.shut()
    token = hall.token()
    await p.press("A")
    await hall.at(AccountsScreen)
    book = hall.app.switch.accounts
    assert isinstance(book, Book)
    await p.press("escape")
    await hall.add("other", token)
    await p.sees("The vault's passphrase")
    box = hall.app.screen
    await hall.type("cow")
    await p.sees("the passphrase is wrong")
    await p.sees("Forgotten? esc offers a new")
    assert "--new-vault" not in p.text()
    await p.press("enter")
    await p.sees("Nothing was typed")
    assert hall.app.screen is box
    # Given up, the token still waits for a place, also when that is not chosen.
    for key in ("enter", "escape"):
        await p.press("escape")
        await hall.at(ChooseScreen)
        await p.press(key)
        await p.sees("The vault's passphrase")
    await hall.type("horseshoe")
    await hall.shows("other")
    account = book.account("other")
    assert account is not None
    assert hall.session.vault is not None
    assert load(account, {}, hall.session.vault).token == Secret(token)


async def test_a_forgotten_vault_gives_way_to_a_new_one_from_within_the_screens(hall: Hall) -> None:
    p = hall.play
    _ = await hall.keep()
    book = await hall.leave()
    hall.shut()
    old = (hall.session.paths.data / "vault").read_bytes()
    hall.go("account:team")
    await p.sees("The vault's passphrase, for team")
    await p.press("escape")
    await p.sees("! vault closed · A then enter opens it", TitleBar)
    await p.press("A")
    await hall.at(AccountsScreen)
    await p.press("l")
    await p.sees("The vault's passphrase, for team")
    await p.press("escape")
    await hall.at(LoginScreen)
    await p.sees("With a token from this page a new one can be begun.")
    token = hall.token()
    await hall.paste(token)
    # In between the user may think again: nothing of the old vault is touched until something is kept in the new one.
    await hall.at(ChooseScreen)
    await p.press("enter")
    await p.sees("The vault's passphrase")
    await p.press("escape")
    await hall.at(ChooseScreen)
    await p.press("down", "enter")
    await p.sees("A passphrase for the vault")
    await p.press("escape")
    await hall.at(ChooseScreen)
    assert (hall.session.paths.data / "vault").read_bytes() == old
    await p.press("down", "enter")
    for words in ("A passphrase for the vault", "The same passphrase again"):
        await p.sees(words)
        await hall.type("another horse ")
    await p.sees("A new vault was begun")
    aside = [file for file in hall.session.paths.data.glob("vault-*") if file.read_bytes() == old]
    assert len(aside) == 1
    assert aside[0].name in p.text().replace(" ", "").replace("│\n│", "")
    await p.sees("rename it to vault")
    await p.press("enter")
    await hall.shows("team")
    await p.sees("synced", TitleBar)
    # A blank belongs to a passphrase, as on the command line.
    new = vault.Vault(hall.session.paths.data / "vault", lambda _: Secret("another horse "), tries=1)
    account = book.account("team")
    assert account is not None
    assert load(account, {}, new).token == Secret(token)


async def test_a_new_vault_that_cannot_be_written_leaves_the_old_one(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.have()
    book = hall.app.switch.accounts
    assert isinstance(book, Book)
    account = book.account("team")
    assert account is not None
    old = (hall.session.paths.data / "vault").read_bytes()
    hall.shut()
    book.open_vault(Secret("another horse"), anew=True)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(vault, "write_whole", full)
        with pytest.raises(CredentialError, match="No space left"):
            await book.keep(account, Secrets(Secret("token")), None)
    assert (hall.session.paths.data / "vault").read_bytes() == old
    assert not book.vault.is_open
    assert book.in_closed_vault("team")
    book.open_vault(Secret("horseshoe"))
    assert not book.in_closed_vault("team")


async def test_what_else_was_in_a_forgotten_vault_is_asked_for(hall: Hall) -> None:
    p = hall.play
    await hall.have()
    book = hall.app.switch.accounts
    assert isinstance(book, Book)
    known = book.account("team")
    assert known is not None
    account = replace(known, enrich_url="https://people.example", webhook_url="https://here.example")
    await book.keep(account, Secrets(Secret(hall.token()), Secret("oldkey"), Secret("oldsecret")), None)
    hall.shut()
    hall.go("login:team")
    await p.sees("The vault's passphrase, for team")
    await p.press("escape")
    await hall.at(LoginScreen)
    await hall.paste(hall.token())
    await hall.at(ChooseScreen)
    await p.press("down", "enter")
    for words in ("A passphrase for the vault", "The same passphrase again"):
        await p.sees(words)
        await hall.type("another horse")
    await p.sees("The key of the sales-intelligence service")
    await hall.type("newkey")
    await p.sees("The application's secret")
    await hall.type("newsecret")
    await p.sees("A new vault was begun")
    await p.press("enter")
    await hall.shows("team")
    assert hall.session.vault is not None
    kept = load(account, {}, hall.session.vault)
    assert (kept.enrich_key, kept.webhook_secret) == (Secret("newkey"), Secret("newsecret"))


async def test_a_providers_key_in_a_closed_vault_is_opened_on_the_accounts_page(hall: Hall) -> None:
    p = hall.play
    await hall.have()
    provider = Provider("people", "https://people.example", secrets="vault")
    save_provider(hall.session.paths.config_file, provider)
    change(hall.session.paths.config_file, "provider", "people")
    hall.shut()
    book = hall.app.switch.accounts
    assert isinstance(book, Book)
    assert book.in_closed_vault("local")
    hall.go("account:local")
    await p.sees("The vault's passphrase, for local")
    await hall.type("horseshoe")
    await p.until(lambda: hall.on(BoardScreen))
    assert not book.in_closed_vault("local")


async def test_a_token_that_only_reads_is_said_to_and_its_board_drawn_so(hall: Hall) -> None:
    p, ours = hall.play, await hall.keep()
    hall.go("login:team")
    await hall.at(LoginScreen)
    await p.press("r", "t")
    await p.sees("reading only")
    await p.sees("in an hour")
    # Also on a small screen, where the rest scrolls, the address has no blank and no scroll bar within it.
    await p.pilot.resize_terminal(80, 24)
    await p.until(lambda: "scope=read&expiration=1hour" in p.text().replace("\n", ""))
    assert "&scope=read&expiration=1hour&response_type=token" in p.text().replace("\n", "")
    await p.press("y")
    await p.sees("sent the address to the terminal's clipboard", StatusBar)
    await p.pilot.resize_terminal(120, 40)
    assert "response_type=token" in p.app.clipboard
    await p.press("p")
    await hall.at(PromptScreen)
    await hall.type(hall.token("read"))
    await hall.at(ConfirmScreen)
    await p.sees("read only · does not end by itself. Its boards are shown read-only.")
    await p.press("y")
    await hall.shows("team")
    await p.sees("team · read only", TitleBar)
    await p.press("n")
    await p.sees("only read", StatusBar)
    assert ours.sync.status().waiting == 0


async def test_an_account_is_checked_renamed_started_with_and_forgotten(hall: Hall) -> None:
    p = hall.play
    _ = await hall.keep()
    await p.press("A")
    await hall.at(AccountsScreen)
    await p.press("x")
    await p.sees("team is open: enter opens another one; then A, and x on this one")
    await p.press("c")
    await p.sees("team is You (@you): read, write, account")
    await p.press("k", "c")
    await p.sees("nothing to log in to")
    await p.press("enter")
    await hall.shows("local")
    await p.press("A")
    await hall.at(AccountsScreen)
    await p.press("j", "s")
    await p.sees("opened at start")
    await p.press("r")
    await p.sees("Rename team")
    await p.press("ctrl+u")
    await hall.type("bakery")
    await p.sees("team is called bakery now")
    await p.press("enter")
    await hall.shows("bakery")
    await p.sees("Bakery", TitleBar)
    await p.until(lambda: p.app.workspace.sync.status().state == "synced")
    hall.go("account:local")
    await hall.shows("local")
    await p.press("A")
    await hall.at(AccountsScreen)
    # Nobody needs the vault's passphrase for that: its token leaves it later.
    hall.shut()
    await p.press("j", "x")
    await hall.at(ConfirmScreen)
    await p.sees("revoke it at the service")
    await p.press("y")
    await p.sees("forgot bakery; its token leaves the vault when that is next opened, and is good until")
    await p.until(lambda: "bakery" not in p.text().replace("forgot bakery", ""))


async def test_without_the_vaults_passphrase_what_is_here_can_be_read(hall: Hall) -> None:
    p = hall.play
    _ = await hall.keep()
    # As after a start: the account is not open, and nobody gave the passphrase.
    _ = await hall.leave()
    hall.shut()
    hall.go("account:team")
    await p.sees("The vault's passphrase, for team")
    await p.press("escape")
    await hall.shows("team")
    await p.sees("Bakery", TitleBar)
    await p.sees("vault closed", TitleBar)
    assert hall.on(BoardScreen)
    hall.go("login:team")
    await p.sees("The vault's passphrase, for team")
    await hall.type("cow")
    await p.sees("passphrase is wrong")
    await p.press("ctrl+u")
    await hall.type("horseshoe")
    await hall.shows("team")
    await p.sees("synced", TitleBar)


async def test_where_there_is_no_token_the_login_does_not_say_that_the_service_refused_it(hall: Hall) -> None:
    p = hall.play
    _ = await hall.keep()
    # As in the home that a backup was restored to.
    _ = await hall.leave()
    hall.session.vault = None
    (hall.session.paths.data / "vault").unlink()
    await p.press("A")
    await hall.at(AccountsScreen)
    await p.sees("no token here · log in")
    await p.press("escape")
    hall.go("account:team")
    await hall.at(LoginScreen)
    await p.sees("There is no token for the account team")
    assert "no more" not in p.text()
    await hall.rests()
    await hall.paste(hall.token())
    for words in ("A passphrase for the vault", "The same passphrase again"):
        await p.sees(words)
        await hall.type("horseshoe")
    await hall.shows("team")
    await p.sees("synced", TitleBar)


async def test_a_browser_that_brings_nothing_has_another_try_and_pasting_is_at_hand(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    p, _ = hall.play, await hall.keep()
    monkeypatch.setenv("BROWSER", "true")
    opened: list[str] = []
    monkeypatch.setattr(login, "open_page", opened.append)
    hall.go("login:team")
    await hall.at(LoginScreen)
    await p.press("b")
    await p.sees("Waiting for the browser")
    # The window was closed: the page is opened again, and the first answer is waited for no more.
    await p.press("b")
    await p.until(lambda: len(opened) == 2)
    await p.sees("Waiting for the browser")
    back = dict(parse_qsl(urlsplit(opened[-1]).query))["return_url"]
    async with httpx.AsyncClient(trust_env=False) as http:
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(back))
        assert (await http.post(back, content="error=denied", headers={"Origin": origin})).status_code == 200
    await p.sees("It was not allowed, and nothing was kept.")
    await p.sees("Try again, or paste the token instead.")
    await p.press("b")
    await p.until(lambda: len(opened) == 3)
    await p.sees("Waiting for the browser")
    # Or never mind the browser.
    await hall.paste(hall.token())
    await hall.shows("team")


async def test_a_token_that_a_command_prints_is_asked_for_nowhere(hall: Hall, tmp_path: Path) -> None:
    p = hall.play
    printed = tmp_path / "token"
    printed.write_text(hall.token())
    book = hall.app.switch.accounts
    assert isinstance(book, Book)
    account = Account("team", URL, hall.key, secrets="command", command=("cat", str(printed)))
    await book.keep(account, Secrets(Secret()), None)
    hall.go("account:team")
    await hall.shows("team")
    await p.until(lambda: p.app.workspace.sync.status().state == "synced")
    await p.press("A")
    await hall.at(AccountsScreen)
    await p.press("l")
    await p.sees("the token of team comes from a command of yours (cat)")
    assert hall.on(AccountsScreen)
    # Nor does a page come by itself once the service does not take it.
    hall.revoke()
    hall.app.workspace.sync.refresh()
    await p.until(lambda: p.app.workspace.sync.status().state == "unauthorized")
    hall.app.switch.handle_sync_status()
    await p.pilot.pause()
    assert hall.on(AccountsScreen)
    printed.write_text(hall.token())
    await p.press("c")
    await p.sees("team is You (@you): read, write, account")
    await p.until(lambda: p.app.workspace.sync.status().state == "synced")


async def test_adding_an_account_goes_back_a_step_and_drops_nothing_that_was_typed(hall: Hall) -> None:
    p = hall.play
    await p.press("A")
    await hall.at(AccountsScreen)
    # Nothing was typed: it is left without a question.
    await p.press("n")
    await p.sees("Where are the boards?")
    await p.press("escape")
    await hall.at(AccountsScreen)
    await p.press("n")
    await p.sees("Where are the boards?")
    await hall.type("team")
    await p.sees("The server's address")
    await p.press("enter")
    await p.sees("The address is needed")
    await hall.type(URL)
    await p.sees("The application's key")
    await p.press("enter")
    await p.sees("The key is needed")
    # No line begins with what stands between two things.
    assert not [line for line in p.text().split("\n") if "│  ·" in line]
    assert hall.on(PromptScreen)
    await p.press("escape")
    await p.sees("The server's address")
    assert p.app.screen.query_one(Input).value == URL
    await p.press("enter")
    await p.sees("The application's key")
    await hall.type(hall.key)
    await p.sees("A name for the account")
    await p.press("ctrl+u", "enter")
    await p.sees("A name is needed")
    await hall.type("team")
    await hall.at(LoginScreen)
    await p.sees("Log in to team")
    for asked, value in (
        ("A name for the account", "team"),
        ("The application's key", hall.key),
        ("The server's address", URL),
    ):
        await p.press("escape")
        await p.sees(asked)
        assert p.app.screen.query_one(Input).value == value
    await p.press("escape")
    await p.sees("Where are the boards?")
    # What was typed is not dropped without a word.
    await p.press("escape")
    await p.sees("Add no account?")
    await p.sees("y add none enter go on adding esc go on adding", StatusBar)
    await p.press("enter")
    await p.sees("Where are the boards?")
    await p.press("escape")
    await p.sees("Add no account?")
    await p.press("y")
    await hall.at(AccountsScreen)


async def test_an_address_and_a_key_are_tried_before_a_token_is_asked_for(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    p = hall.play
    wire = Wire(hall.team.transport())
    monkeypatch.setattr(book_module, "unix_transport", lambda _account: wire)
    await p.press("A")
    await hall.at(AccountsScreen)
    await p.press("n")
    await p.sees("Where are the boards?")
    await hall.type("team")
    await p.sees("The server's address")
    wire.fail("404", "GET", "/members/me")
    await hall.type(URL)
    await p.sees("does not answer as a board service does")
    await p.sees("Enter again goes on all the same.")
    # An odd answer keeps nobody out.
    await p.press("enter")
    await p.sees("The application's key")
    await hall.type("0" * 32)
    await p.sees("knows no application with this key")
    await p.press("ctrl+u")
    await hall.type(hall.key)
    await p.sees("A name for the account")
    await hall.type("team")
    await hall.at(LoginScreen)
    # The page can change both, and tries them too.
    for key, shown, given in (
        ("k", "The application's key", "1" * 32),
        ("a", "The service's address", "ftp://x"),
    ):
        await p.press(key)
        await p.sees(shown)
        await p.press("ctrl+u", "enter")
        await p.sees("is needed")
        await hall.type(given)
        await p.until(lambda: "working" not in p.text())
        assert hall.on(PromptScreen)
        await p.press("ctrl+u")
        await hall.type({"k": hall.key, "a": "http://127.0.0.1:10"}[key])
        await hall.at(LoginScreen)
    await p.sees("Log in to team http://127.0.0.1:10")


async def test_a_login_is_kept_with_enter(hall: Hall) -> None:
    p, _ = hall.play, await hall.keep()
    hall.go("login:team")
    await hall.at(LoginScreen)
    await p.press("p")
    await hall.at(PromptScreen)
    await hall.type(hall.token())
    await hall.at(ConfirmScreen)
    await p.sees("enter keep it", StatusBar)
    await p.press("enter")
    await hall.shows("team")


async def test_changes_that_wait_are_kept_over_a_token_that_only_reads(hall: Hall) -> None:
    p, ours = hall.play, await hall.keep()
    hall.revoke()
    await p.press("n", *"Knead", "enter", "escape")
    await p.until(lambda: ours.sync.status().state == "unauthorized")
    hall.app.switch.handle_sync_status()
    await hall.at(LoginScreen)
    await hall.rests()
    await p.press("p")
    await hall.at(PromptScreen)
    await hall.type(hall.token("read"))
    await hall.at(ConfirmScreen)
    # The page beside the box is shown too, between its lines.
    await p.sees("1 change waits; this token cannot send it: it is")
    await p.sees("until one that may write is used.")
    await p.press("enter")
    await hall.shows("team")
    await p.sees("team · read only · ! not sent · 1 waiting · A then l logs in", TitleBar)
    await p.sees("Knead")
    assert ours.sync.status().refused == 0
    await p.press("O")
    await p.sees("0 refused · 1 waiting · not sent: the token only reads")
    await p.press("escape")
    hall.go("login:team")
    await hall.at(LoginScreen)
    await hall.paste(hall.token())
    await hall.shows("team")
    await p.until(lambda: ours.sync.status().waiting == 0)
    assert ours.outbox.all() == []
    await p.sees("Knead")


async def test_a_token_that_was_revoked_is_said_to_be(hall: Hall) -> None:
    p, _ = hall.play, await hall.keep()
    await p.press("A")
    await hall.at(AccountsScreen)
    hall.revoke()
    await p.press("c")
    await p.until(lambda: any("was revoked, or has ended" in each.title for each in p.app._notifications))
    assert any("l on the Accounts page" in each.message for each in p.app._notifications)
    # It does not lie over the page that is opened next.
    await p.press("l")
    await hall.at(LoginScreen)
    assert not list(p.app._notifications)


async def test_where_no_browser_can_be_opened_the_token_is_asked_for(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    p, _ = hall.play, await hall.keep()
    hall.go("login:team")
    await hall.at(LoginScreen)
    assert "ssh -L" not in p.text()
    await p.press("b")
    await hall.at(PromptScreen)
    await p.sees("No browser can be opened on this machine.")
    await hall.type(hall.token())
    await hall.at(ConfirmScreen)
    await p.press("escape")
    await p.sees("Nothing was kept.")
    # What was said of one step is over with the next.
    await p.press("f")
    await hall.at(PromptScreen)
    assert "Nothing was kept." not in p.text()
    await p.press("enter")
    await p.sees("The file's path is needed.")
    await p.press("escape")
    await hall.at(LoginScreen)
    monkeypatch.setenv("SSH_CONNECTION", "192.0.2.1 50000 192.0.2.2 22")
    await p.press("t")
    await p.sees("ssh -L 9:127.0.0.1:9")


async def test_the_open_account_goes_on_under_a_new_name_with_what_waits(hall: Hall) -> None:
    p, ours = hall.play, await hall.keep()
    hall.revoke()
    await p.press("n", *"Knead", "enter", "escape")
    await p.until(lambda: ours.sync.status().state == "unauthorized")
    await hall.at(LoginScreen)
    await hall.rests()
    await p.press("escape", "A")
    await hall.at(AccountsScreen)
    await p.press("r")
    await p.sees("Rename team")
    await p.press("ctrl+u", "enter")
    await p.sees("A name is needed")
    await hall.type("local")
    await p.sees("is no name for an account")
    await p.press("ctrl+u")
    await hall.type("bakery")
    # The page stays; what waits went along, and leads from the board to the login of the new name.
    await p.until(lambda: hall.app.switch.name == "bakery")
    await hall.at(AccountsScreen)
    shown = hall.app.screen
    assert isinstance(shown, AccountsScreen)
    assert shown.chosen == "bakery"
    await p.press("escape")
    await hall.at(LoginScreen)
    await p.sees("Log in to bakery")
    await p.sees("1 change waits")
    assert hall.app.switch.name == "bakery"
    assert not hall.session.paths.store_file("team").exists()
    await hall.rests()
    await hall.paste(hall.token())
    await hall.shows("bakery")
    await p.until(lambda: hall.app.workspace.sync.status().waiting == 0)
    assert hall.app.workspace.outbox.all() == []


async def test_the_next_start_goes_on_with_the_account_that_was_open_last(hall: Hall) -> None:
    p, _ = hall.play, await hall.keep()

    def starts_with(*, goes_on: bool = True) -> str:
        return Session(beside=hall.session, goes_on=goes_on).account

    assert starts_with() == "team"
    # A command is about what the settings say, whatever was looked at last.
    assert starts_with(goes_on=False) == "local"
    await p.press("A")
    await hall.at(AccountsScreen)
    await p.press("k", "s")
    await p.sees("Cardscout starts with local from now on")
    assert starts_with() == "local"
    await p.press("s")
    await p.sees("starts with the account that was open last")
    assert starts_with() == "team"
    hall.go("account:local")
    await hall.shows("local")
    assert starts_with() == "local"
    hall.go("account:team")
    await hall.shows("team")
    book = hall.app.switch.accounts
    assert isinstance(book, Book)
    hall.go("account:local")
    await hall.shows("local")
    note_last_account(hall.session.paths, "team")
    await hall.app.switch.remove_pages("team")
    await book.rename("team", "bakery")
    assert starts_with() == "bakery"
    await book.remove("bakery")
    assert starts_with() == "local"


async def test_on_a_small_screen_every_key_is_offered_and_no_line_begins_at_the_edge(hall: Hall) -> None:
    p, _ = hall.play, await hall.keep()
    await p.pilot.resize_terminal(80, 24)
    await p.press("A")
    await hall.at(AccountsScreen)
    await p.sees("enter open n add l log in c check r rename x forget esc back ? keys", StatusBar)
    await p.sees("token in the vault")
    rows = [line for line in p.text().split("\n") if "does not" in line or "vault" in line]
    assert len(rows) == 2
    assert all(line.startswith("     ") for line in rows)
    # What was said of one command is over when the next answers otherwise.
    hall.revoke()
    await p.press("c")
    await p.until(lambda: any("was revoked" in each.title for each in p.app._notifications))
    await p.until(lambda: "asking about" not in p.words(StatusBar))
    await p.press("l")
    await hall.at(LoginScreen)
    await p.sees("b browser p paste y copy o OAuth f file k key esc back ? keys", StatusBar)
    ways = p.text().split("\n")
    begun = next(number for number, line in enumerate(ways) if "Sign in on" in line)
    assert ways[begun].startswith("      Sign")
    assert ways[begun + 1].startswith("      ")


async def test_whoever_quits_while_changes_wait_is_told_so_on_the_terminal(hall: Hall) -> None:
    p, ours = hall.play, await hall.keep()
    hall.revoke()
    await p.press("n", *"Knead", "enter", "escape")
    await p.until(lambda: ours.sync.status().state == "unauthorized")
    await p.press("ctrl+q")
    assert hall.app._exit_renderables[:1] == [
        "1 change waits to be sent for team: kept here, and sent once you have logged in again."
    ]
