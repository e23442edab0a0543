"""Cards of a table, from the keys that import it to the board and back."""

import pytest

from tests.app.screens.test_board import said


async def test_a_row_without_a_list_goes_to_the_first_whatever_its_status(home, tmp_path):
    p, _ = home
    file = tmp_path / "leads.csv"
    rows = "".join(f"Lead {number},Open,Fair\n" for number in range(30))
    file.write_text(f"Title,Status,List\nRing Tane,Closed,\n{rows}", "utf-8")
    workspace = p.workspace
    await p.press("g", "i", *str(file), "enter")
    await p.press("enter")  # the open board
    await p.sees("List: List")
    await p.press("enter")  # the columns are right
    await p.sees("in the description: Status")
    await p.sees("31 cards on Pipeline: 1 in Leads, 30 in Fair")
    await p.press("y")
    await p.sees("31 cards made on “Pipeline”")
    lists = {one.name: one.id for one in workspace.boards.lists(p.board.id)}
    assert "Closed" not in lists
    assert "Open" not in lists
    last = workspace.cards.faces(lists["Leads"])[-1]
    assert last.name == "Ring Tane"
    assert workspace.cards.get(last.id).desc == "Status: Closed"
    assert [face.name for face in workspace.cards.faces(lists["Fair"])] == [f"Lead {n}" for n in range(30)]
    await p.press("u")
    await p.until(lambda: "Ring Tane" in said(p))
    assert workspace.cards.faces(lists["Leads"])[-1].name != "Ring Tane"


async def test_what_matters_of_a_table_is_in_sight_in_a_small_terminal(home, tmp_path):
    p, _ = home
    file = tmp_path / "candidates.csv"
    columns = [f"Column {n}" for n in range(9)]
    rows = [f"Ana {n},Hired,{','.join(columns)}" for n in range(12)]
    table = [f"Name,Stage,{','.join(columns)}", *rows, f",Hired,{','.join(columns)}"]
    file.write_text("\n".join(table), "utf-8")
    await p.press("g", "i", *str(file), "enter", "enter")
    await p.sees("List: Stage")
    await p.press("enter")
    await p.sees("Make 12 cards?")
    await p.sees("12 cards on Pipeline: 12 in Hired")
    await p.sees("new list: Hired")
    await p.sees("1 row without a name is left out (line 14)")


@pytest.mark.parametrize(
    ("text", "lists", "cards"),
    [
        ("Task,Due\nPack,2031-02-03\nShip,\n", ["To Do", "Doing", "Done"], {"To Do": ["Pack", "Ship"]}),
        ("Task,List\nPack,Now\nShip,Later\n", ["Now", "Later"], {"Now": ["Pack"], "Later": ["Ship"]}),
        ("Task,List\nPack,\nShip,Later\n", ["To Do", "Later"], {"To Do": ["Pack"], "Later": ["Ship"]}),
    ],
)
async def test_a_table_has_a_board_of_its_own(home, tmp_path, text, lists, cards):
    p, _ = home
    file = tmp_path / "trade_fair.csv"
    file.write_text(text, "utf-8")
    boards, faces = p.workspace.boards, p.workspace.cards.faces
    await p.press("g", "i", *str(file), "enter")
    await p.press("up", "enter", "enter")
    await p.sees("new board: trade fair")
    assert boards.find("trade fair") is None
    await p.press("y")
    await p.sees("2 cards made on “trade fair”")
    await p.sees("trade fair ▾")
    made = boards.find("trade fair")
    assert [one.name for one in boards.lists(made.id)] == lists
    there = {one.name: [face.name for face in faces(one.id)] for one in boards.lists(made.id)}
    assert {name: found for name, found in there.items() if found} == cards
    await p.until(lambda: not p.workspace.sync.status().waiting)
    await p.press("u")
    await p.until(lambda: boards.find("trade fair") is None or boards.find("trade fair").closed)
