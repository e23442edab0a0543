"""The rows of a table become cards: the board, which column is what, and what is shown before anything is made."""

from pathlib import Path
from typing import Any

import pytest

from tests.app.fakes import fake, fake_page
from tui.app.account.accounts import PlannedCards, TableColumns
from tui.app.dialogs.table import import_table
from tui.cli.card.sheet import COLUMNS
from tui.model.board import Board
from tui.model.writes.boards import StarBoard
from tui.model.writes.cards import CreateCard

STAR = StarBoard(board_id="b1", starred=True)
CARD = CreateCard(board_id="b1", card_id="c1", list_id="l1", pos=1, name="Ana")
BOARD = Board(id="b1", name="Leads / \x1bNZ")
TABLE = Path("leads.csv")
GO_ON = ""


class Files:
    """A table of two columns, one of which may be the title."""

    def __init__(self, title: str = "Name", dates: str = "") -> None:
        self.title, self.dates = title, dates
        self.planned = []

    async def table_columns(self, path, maps):
        """Return the columns, as they were chosen."""
        assert path == TABLE
        fields = {**dict.fromkeys(COLUMNS, ""), "name": self.title}
        return TableColumns(
            {"Name": "Ana \x1bReid", "-": "  "}, fields | dict(one.split("=", 1) for one in maps), self.dates
        )

    async def plan_cards(self, path, board_id, maps):
        """Plan two cards."""
        self.planned.append((path, board_id, list(maps)))
        return PlannedCards(
            [STAR, CARD, CARD], 2, ["2 cards on Leads: 2 in To do"], ["name: Name"], board_id or "b9"
        )


async def imported(*answers, boards=(BOARD,), board=BOARD, title="Name", dates=""):
    """Import the table with these answers; return the page, the files, the boards opened and the writes submitted."""
    opened, sent = [], []
    files: Any = Files(title, dates)
    page = fake_page(*answers, board=board)
    page.clear_message = lambda: None

    async def submit_all(writes):
        sent.extend(writes)

    page.workspace = fake(
        boards=fake(all=lambda: boards, get=lambda _: BOARD), writes=fake(submit_all=submit_all)
    )
    await import_table(fake(open_board=opened.append, board_screen=None), page, files, TABLE)
    return page, files, opened, sent


async def test_each_row_is_a_card_on_a_board_that_is_chosen():
    page, files, opened, sent = await imported(
        "b1", GO_ON, True, boards=[Board(id="b0", name="Attic"), BOARD]
    )
    assert [choice.value for choice in page.asked[0][1]["choices"]] == ["b1", "b0", "+"], (
        "the open board is first"
    )
    assert page.asked[2][0] == "Make 2 cards?"
    assert page.asked[2][1]["detail"] == "2 cards on Leads: 2 in To do\nTitle: Name", (
        "the first lines are in sight"
    )
    assert files.planned == [(TABLE, "b1", [])]
    assert (opened, sent) == (["b1"], [STAR, CARD, CARD])
    assert page.done[-2] == ("show_cards", ["c1"])
    assert page.done[-1][1] == f"2 cards made on “{BOARD.name}”"


async def test_columns_are_chosen_until_they_are_right():
    page, files, *_ = await imported(
        "b1", "name", "=-", "due", "=Name", "due", "-", "list", None, GO_ON, True, title=""
    )
    lines = [[(one.text, one.note) for one in how["choices"]] for _, how in page.asked[1:-1]]
    assert lines[0][0] == ("Title: choose its column", "")
    assert lines[1] == [
        ("Name", "Ana ␛Reid"), ("-", ""), ("none of them", "what is in no field goes into the description")
    ]  # fmt: skip
    assert lines[2][:2] == [("Go on", "nothing is made before you have seen it"), ("Title: -", "")]
    assert ("Due date: Name", "Ana ␛Reid") in lines[4]
    assert ("Due date: none", "") in lines[6]
    assert files.planned == [(TABLE, "b1", ["name=-", "due="])]


async def test_a_title_may_be_of_several_columns():
    page, files, *_ = await imported("b1", "name", "=-", "name", "=- + Name", GO_ON, True)
    assert ("- + Name", "") in [(one.text, one.note) for one in page.asked[4][1]["choices"]]
    assert files.planned == [(TABLE, "b1", ["name=- + Name"])]


async def test_who_gives_up_makes_no_card():
    _, _, opened, sent = await imported(None)
    assert opened == sent == []


async def test_esc_goes_back_question_by_question_and_what_was_chosen_stays():
    page, files, opened, sent = await imported(
        "b1", "due", "=Name", GO_ON, False, None, "b1", GO_ON, False, None, None
    )
    asked = [title for title, _ in page.asked]
    board, columns, preview = (
        "Make a card of each row of leads.csv on",
        "Which column is what?",
        "Make 2 cards?",
    )
    assert asked == [
        board, columns, "Due date is in the column", columns, preview, columns, board, columns, preview, columns, board
    ]  # fmt: skip
    assert page.asked[4][1]["no"] == "Back"
    assert page.asked[6][1]["at"] == "b1"
    assert page.asked[0][1]["choices"][0].note == "open"  # another board may have its name
    assert all(how["step"] for title, how in page.asked if title != preview)
    assert files.planned == [(TABLE, "b1", ["due=Name"])] * 2
    assert opened == sent == []


@pytest.mark.parametrize("boards", [[], [BOARD]])
async def test_a_table_can_have_a_board_of_its_own(boards):
    page, files, opened, sent = await imported("+", GO_ON, True, boards=boards, board=None)
    assert page.asked[0][1]["choices"][-1].text == "a board of its own"
    assert files.planned == [(TABLE, "", [])]
    assert (opened, sent) == (["b9"], [STAR, CARD, CARD])
    assert page.done[-1][1] == f"2 cards made on “{BOARD.name}”"


async def test_rows_that_have_a_card_can_be_left_out(monkeypatch):
    page, files, *_ = await imported("b1", "rows", GO_ON, True)
    assert files.planned == [(TABLE, "b1", ["rows=new"])]
    told = [how["choices"][-1].text for title, how in page.asked if title == "Which column is what?"]
    assert told == ["Rows that have a card: another is made", "Rows that have a card: left out"]
    _, files, *_ = await imported("b1", "rows", "rows", GO_ON, True)
    assert files.planned == [(TABLE, "b1", [])]

    async def none(*_):
        return PlannedCards([], 0, ["0 cards on Leads"], [], "b1")

    monkeypatch.setattr(Files, "plan_cards", none)
    page, _, opened, sent = await imported("b1", "rows", GO_ON, None, None)
    assert ("tell", "every row has a card already") in [each[:2] for each in page.done]
    assert opened == sent == []


async def test_dates_that_could_be_two_are_turned():
    _, files, *_ = await imported("b1", "dates", "", True, dates="03/04/2031 is 3 April")
    assert files.planned == [(TABLE, "b1", ["dates=month"])]
    page, files, *_ = await imported("b1", "dates", "dates", "", True, dates="03/04/2031 is 3 April")
    assert files.planned == [(TABLE, "b1", ["dates=day"])]
    choices = next(how["choices"] for title, how in page.asked if title == "Which column is what?")
    assert (choices[-2].text, choices[-2].note) == ("Dates: 03/04/2031 is 3 April", "enter turns them")
    page, *_ = await imported("b1", "", True)
    assert "dates" not in {
        one.value for title, how in page.asked if "Which" in title for one in how["choices"]
    }
