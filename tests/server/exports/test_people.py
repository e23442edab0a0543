"""People of an export: described, or only referred to."""

import pytest

from tests.server.exports.documents import board, card, ident, places, read
from tui.server.exports.document import DocumentReader, ImportNotes
from tui.server.exports.people import DocumentMembers, membership


def test_members_who_are_only_referred_to_are_kept_by_id():
    document, notes = read(
        board(cards=[card(idMembers=[ident(50), 7])], memberships=[{"id": ident(51), "idMember": ident(52)}])
    )
    assert document["cards"][0]["idMembers"] == [ident(50)]
    assert [member["id"] for member in document["members"]] == [ident(52)]
    assert places(notes.repairs) == ["memberships[0].idMember", "cards[0].idMembers[0]"]
    assert places(notes.skips) == ["cards[0].idMembers[1]"]


def test_a_member_who_is_described_belongs_to_the_board_without_a_membership():
    members = [
        {"id": ident(50), "username": "ana", "memberType": "observer"},
        {"id": ident(51), "username": "bo"},
    ]
    document, notes = read(board(members=members))
    assert {row["idMember"]: row["memberType"] for row in document["memberships"]} == {
        ident(50): "observer",
        ident(51): "normal",
    }
    assert (notes.skips, notes.repairs) == ([], [])


def test_a_member_belongs_to_the_board_once():
    twice = [
        {"id": ident(60 + n), "idMember": ident(50), "memberType": kind}
        for n, kind in enumerate(["admin", "normal"])
    ]
    document, notes = read(board(members=[{"id": ident(50), "username": "ana"}], memberships=twice))
    assert [row["memberType"] for row in document["memberships"]] == ["admin"]
    assert [(note.place, note.reason) for note in notes.skips] == [
        ("memberships[1]", f"member {ident(50)} is named twice")
    ]


def test_who_acted_is_described_by_the_action_only_where_it_describes_them():
    rows = DocumentMembers(DocumentReader(ident(1), ImportNotes()), {})
    rows.of_action(ident(50), {"id": ident(50), "username": "gone"}, "actions[0]")
    rows.of_action(ident(51), None, "actions[1]")
    rows.of_action("me", {"id": "me"}, "actions[2]")
    assert {key: row["username"] for key, row in rows.members.items()} == {ident(50): "gone"}
    rows.of_action(ident(52), {"id": ident(50), "username": "another"}, "actions[3]")
    assert rows.members[ident(52)]["username"] is None


@pytest.mark.parametrize(
    ("said", "kind"), [("admin", "admin"), ("observer", "observer"), ("owner", "normal"), ("None", "normal")]
)
def test_a_membership_is_of_a_known_kind(said, kind):
    row = membership(ident(1), ident(50), said)
    assert (row["id_board"], row["id_member"], row["member_type"]) == (ident(1), ident(50), kind)
    assert row["id"] == membership(ident(1), ident(50), "admin")["id"]
