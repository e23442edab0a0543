"""One account after another in the same screens, and what each of them keeps meanwhile."""

from tests.app.hall import Hall
from tui.app.screens.account.accounts import AccountsScreen
from tui.app.screens.account.login import LoginScreen
from tui.app.screens.board import BoardScreen
from tui.app.screens.card import CardScreen
from tui.app.widgets.enrich.panel import EnrichPanel
from tui.app.widgets.status_bar import TitleBar
from tui.cli.account.account_manager import AccountManager
from tui.cli.session import Session
from tui.model.finding import Finding
from tui.model.person import EmailPoint, Person
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard
from tui.settings.last_account import note_last_account


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
    lunch = CreateCard(
        board_id=board.id, card_id=new_local_id(), list_id=home.id, name="Lunch", pos=2.0, desc=email
    )
    await team.writes.submit(lunch)
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
    await p.sees("deleted: team · comment on Bakery › Ana")
    await p.sees("What people typed stays, on 2 cards")
    await p.press("enter")
    await p.sees("Bakery › Lunch")
    await p.press("down", "enter")
    await p.until(lambda: isinstance(p.app.screen, CardScreen))
    await p.sees("in To Do · Bakery")
    assert hall.app.switch.name == "team"
    await p.press("escape")
    await hall.shows("team")
    hall.go("account:local")
    await hall.shows("local")
    await p.sees("Opted out on", EnrichPanel)
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
    manager = hall.app.switch.accounts
    assert isinstance(manager, AccountManager)
    hall.go("account:local")
    await hall.shows("local")
    note_last_account(hall.session.paths, "team")
    await hall.app.switch.remove_pages("team")
    await manager.rename("team", "bakery")
    assert starts_with() == "bakery"
    await manager.remove("bakery")
    assert starts_with() == "local"
