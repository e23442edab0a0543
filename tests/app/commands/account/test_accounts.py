"""The commands of the accounts page, on the real account manager."""

from tests.app.hall import Hall
from tui.app.screens.account.accounts import AccountsScreen
from tui.app.screens.boxes.confirm import ConfirmScreen
from tui.app.widgets.status_bar import TitleBar


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
    await p.sees("needs no login and stays")
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
