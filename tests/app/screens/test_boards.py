"""The box to choose a board: what it offers for a name that no board has."""

from tui.app.commands.command import Choice
from tui.app.screens.boards import NEW, BoardsScreen
from tui.model.board import Board


def offered(typed: str) -> list[tuple[str, str]]:
    """Return the choices for what is typed, as value and text."""
    box = BoardsScreen(
        [Board(id="b1", name="Bakery roll-out", starred=True), Board(id="b2", name="Team")], "b2"
    )
    return [(choice.value, choice.text) for _, choice in box.matches(typed)]


def test_a_new_board_is_offered_under_the_name_only_if_no_board_matches():
    assert offered("bak") == [("b1", "★ Bakery roll-out")]
    assert offered("mak") == [(NEW, "+ make a board")]
    assert offered(" Clinic  [x] ") == [(f"{NEW}Clinic [x]", "+ make the board “Clinic [x]”")]
    assert [value for value, _ in offered("  ")] == ["b1", "b2", NEW]


def test_boards_are_found_by_the_account_that_is_shown_beside_them():
    others = [Choice("team t1", "Sprint", "team", also="team")]
    box = BoardsScreen([Board(id="b1", name="Bakery")], account="local", others=others)
    assert [choice.value for _, choice in box.matches("local")] == ["b1"]


async def test_a_name_that_no_board_has_is_offered_for_a_new_one(play):
    async with play() as p:
        await p.press("b", *"Bakery [x]")
        await p.sees("+ make the board “Bakery [x]”")
        await p.press("enter")
        await p.sees("New board")
        await p.press(*" 2", "enter")
        await p.until(lambda: p.workspace.boards.find("Bakery [x] 2") is not None)
        await p.sees("Bakery [x] 2 ▾")
