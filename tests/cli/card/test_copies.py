"""Copies of a card, and moves to another board, on the command line."""

from tests.cli.conftest import shown


def test_copies_and_moves_to_another_board(imported, card):
    made = imported.json("board", "new", "Second", "--list", "In", "--desc", "for copies")
    assert (made["name"], made["desc"]) == ("Second", "for copies")
    copy = imported.json("card", "copy", card, "--name", "Ring Ana twice")
    assert copy["name"] == "Ring Ana twice"
    whole = shown(imported, copy["id"])
    assert [one["name"] for one in whole["checklists"]] == ["Steps"]
    imported.read("card", "move", card, "In", "--board", "Second", "--pos", "top")
    assert [one["name"] for one in imported.json("cards", "Second")] == ["Ring Ana"]
    assert [one["name"] for one in shown(imported, card)["checklists"]] == ["Steps"]
