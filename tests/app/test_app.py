"""The app itself: how it ends, and what it says then."""

from tests.app.hall import Hall


async def test_whoever_quits_while_changes_wait_is_told_so_on_the_terminal(hall: Hall) -> None:
    p, ours = hall.play, await hall.keep()
    hall.revoke()
    await p.press("n", *"Knead", "enter", "escape")
    await p.until(lambda: ours.sync.status().state == "unauthorized")
    await p.press("ctrl+q")
    assert hall.app._exit_renderables[:1] == [
        "1 change waits to be sent for team: kept here, and sent once you have logged in again."
    ]
