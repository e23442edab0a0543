"""What came of a login is shown before it is kept."""

from tests.app.hall import Hall
from tui.app.screens.account.login import LoginScreen
from tui.app.screens.boxes.confirm import ConfirmScreen
from tui.app.screens.boxes.prompt import PromptScreen
from tui.app.widgets.status_bar import StatusBar, TitleBar


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
