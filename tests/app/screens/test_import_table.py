"""Cards of a table, from the keys that import it to the board and back."""

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
