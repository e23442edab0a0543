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


def test_somebody_is_put_on_a_board_by_name(imported):
    made = imported.json("member", "add", "Kōrero", "jack lomax", "--role", "observer")
    assert (made["username"], made["memberType"]) == ("jacklomax", "observer")
    assert imported.json("member", "add", "Kōrero", "Jack Lomax")["memberType"] == "normal"
    refused = imported("member", "add", "Kōrero", "No Body")
    assert (
        refused.exit_code,
        "error: there is no member 'No Body'\nhint: cardscout member find" in refused.stderr,
    ) == (2, True)
    refused = imported("member", "add", "Kōrero", "Jack Lo")
    assert (refused.exit_code, "hint: name one by username: Jack Lomax @jacklomax" in refused.stderr) == (
        2,
        True,
    )
