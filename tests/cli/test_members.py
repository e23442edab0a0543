"""Members on the command line."""

from tests.cli.conftest import shown


def test_members(imported, card):
    imported.read("card", "assign", card, "me")
    assert len(shown(imported, card)["idMembers"]) == 1
    imported.read("card", "unassign", card, "me")
    assert shown(imported, card)["idMembers"] == []
    people = imported.json("members", "Kōrero")
    assert "you" in {one["username"] for one in people}
    result = imported("card", "assign", card, "nobody-at-all")
    assert result.exit_code == 2
    assert "you" in result.stderr
