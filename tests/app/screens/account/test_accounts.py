"""The accounts page: whose each is, and what it says of a token."""

from tests.app.hall import Hall
from tui.app.screens.account.accounts import AccountsScreen
from tui.app.screens.account.login import LoginScreen
from tui.app.widgets.status_bar import StatusBar


async def test_on_a_small_screen_every_key_is_offered_and_no_line_begins_at_the_edge(hall: Hall) -> None:
    p, _ = hall.play, await hall.keep()
    await p.pilot.resize_terminal(80, 24)
    await p.press("A")
    await hall.at(AccountsScreen)
    await p.press("ctrl+l")
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


async def test_the_closed_vault_of_a_key_for_lookups_is_told_with_the_key_that_opens_it(hall: Hall) -> None:
    p, _ = hall.play, await hall.keep()
    await hall.leave()
    file = hall.session.paths.config_file
    provider = '\n[providers.people]\nurl = "https://people.example"\nsecrets = "vault"\n'
    file.write_text(f'provider = "people"\n{file.read_text()}{provider}')
    hall.shut()
    await p.press("A")
    await hall.at(AccountsScreen)
    await p.sees("! the vault is closed, with the key for lookups · enter opens it")
    assert p.text().count("with the key for lookups") == 1, "the other one tells of its token"
    await p.press("enter")
    await p.sees("The vault's passphrase, for local")
    await hall.type("horseshoe")
    await hall.shows("local")
    await p.press("A")
    await hall.at(AccountsScreen)
    assert "with the key for lookups" not in p.text()
