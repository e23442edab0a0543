"""The login page: a token from a browser, pasted or printed by a command; nothing of it is drawn."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import create_autospec
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
from textual.widgets import Input, Static

from tests.app.hall import URL, Hall
from tui.api.login.oauth1 import OAuth1Flow, TokenPair
from tui.app.account import switch
from tui.app.screens.account import login
from tui.app.screens.account.accounts import AccountsScreen
from tui.app.screens.account.login import LoginScreen
from tui.app.screens.board import BoardScreen
from tui.app.screens.boxes.confirm import ConfirmScreen
from tui.app.screens.boxes.prompt import PromptScreen
from tui.app.widgets.status_bar import StatusBar, TitleBar
from tui.cli.account.account_manager import AccountManager
from tui.errors import Unauthorized, UsageError
from tui.login import Login, PermissionVisit
from tui.secret import Secret
from tui.settings.accounts import Account
from tui.settings.credentials import Secrets


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
    monkeypatch.setattr(switch, "_STILL", 1000.0)
    await p.press("n", *"Knead", "enter", "escape")
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


OAUTH_PAGE = "https://boards.example.org/1/OAuthAuthorizeToken"


@asynccontextmanager
async def oauth_visit(*_: object, **__: object) -> AsyncIterator[PermissionVisit]:
    """A visit whose page shows a verifier that the service does not take."""
    dance = create_autospec(OAuth1Flow, instance=True)
    dance.end.side_effect = Unauthorized("invalid verifier", service="board", status=401)
    yield PermissionVisit(OAUTH_PAGE, None, dance, create_autospec(TokenPair))


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
    await p.sees("The code that the page shows")
    # The page of this visit stays readable beside and behind the box, at any size.
    for size in ((80, 24), (120, 40)):
        await p.pilot.resize_terminal(*size)
        await p.until(lambda: OAUTH_PAGE in str(hall.app.screen.query_one(".note", Static).content))
        assert str(hall.app.screen_stack[-2].query_one("#login-page", Static).content) == OAUTH_PAGE
    await refused("wrong", "does not take that code")
    await p.press("escape")
    await hall.at(LoginScreen)
    (tmp_path / "token").write_text("ATTA")
    await p.press("f")
    await hall.at(PromptScreen)
    await hall.type(str(tmp_path / "token"))
    await p.sees("does not take that token")
    assert hall.on(PromptScreen)


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
    manager = hall.app.switch.accounts
    assert isinstance(manager, AccountManager)
    account = Account("team", URL, hall.key, secrets="command", command=("cat", str(printed)))
    await manager.keep(account, Secrets(Secret()), None)
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


async def test_on_a_small_screen_it_is_told_how_much_is_out_of_view(hall: Hall) -> None:
    p, _ = hall.play, await hall.keep()
    hall.go("login:team")
    await hall.at(LoginScreen)
    await p.pilot.resize_terminal(80, 16)
    await p.sees("↓ 8 more")
