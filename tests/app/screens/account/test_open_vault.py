"""The passphrase of a vault in the screens: mistyped, forgotten, left out."""

from dataclasses import replace

import pytest

from tests.app.hall import Hall
from tui.app.screens.account.accounts import AccountsScreen
from tui.app.screens.account.login import LoginScreen
from tui.app.screens.board import BoardScreen
from tui.app.screens.boxes.choose import ChooseScreen
from tui.app.widgets.status_bar import TitleBar
from tui.cli.account.account_manager import AccountManager
from tui.errors import CredentialError
from tui.secret import Secret
from tui.settings import vault
from tui.settings.config import change
from tui.settings.credentials import Secrets, load
from tui.settings.providers import Provider, save_provider


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
    manager = hall.app.switch.accounts
    assert isinstance(manager, AccountManager)
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
    account = manager.account("other")
    assert account is not None
    assert hall.session.vault is not None
    assert load(account, {}, hall.session.vault).token == Secret(token)


async def test_a_forgotten_vault_gives_way_to_a_new_one_from_within_the_screens(hall: Hall) -> None:
    p = hall.play
    _ = await hall.keep()
    manager = await hall.leave()
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
    account = manager.account("team")
    assert account is not None
    assert load(account, {}, new).token == Secret(token)


async def test_a_new_vault_that_cannot_be_written_leaves_the_old_one(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.have()
    manager = hall.app.switch.accounts
    assert isinstance(manager, AccountManager)
    account = manager.account("team")
    assert account is not None
    old = (hall.session.paths.data / "vault").read_bytes()
    hall.shut()
    manager.open_vault(Secret("another horse"), anew=True)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(vault, "write_whole", full)
        with pytest.raises(CredentialError, match="No space left"):
            await manager.keep(account, Secrets(Secret("token")), None)
    assert (hall.session.paths.data / "vault").read_bytes() == old
    assert not manager.vault.is_open
    assert manager.in_closed_vault("team")
    manager.open_vault(Secret("horseshoe"))
    assert not manager.in_closed_vault("team")


async def test_what_else_was_in_a_forgotten_vault_is_asked_for(hall: Hall) -> None:
    p = hall.play
    await hall.have()
    manager = hall.app.switch.accounts
    assert isinstance(manager, AccountManager)
    known = manager.account("team")
    assert known is not None
    account = replace(known, enrich_url="https://people.example", webhook_url="https://here.example")
    await manager.keep(account, Secrets(Secret(hall.token()), Secret("oldkey"), Secret("oldsecret")), None)
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
    manager = hall.app.switch.accounts
    assert isinstance(manager, AccountManager)
    assert manager.in_closed_vault("local")
    hall.go("account:local")
    await p.sees("The vault's passphrase, for local")
    await hall.type("horseshoe")
    await p.until(lambda: hall.on(BoardScreen))
    assert not manager.in_closed_vault("local")


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
