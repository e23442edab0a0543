"""A board's rows as a document."""

from sqlalchemy import insert

from tests.server.exports.documents import OWNER, board, card, give, ident, read, small, take
from tui.server.exports.document import ImportNotes
from tui.server.exports.parse import parse
from tui.server.exports.render import render
from tui.server.storage import db


def test_history_is_kept_newest_first_with_who_did_it():
    by = {"id": ident(50), "username": "gone", "fullName": "Gone Long", "initials": "GL"}
    actions = [
        {"id": ident(60 + n), "type": kind, "date": f"2015-01-0{n + 1}T00:00:00.000Z", "idMemberCreator": ident(50),
         "memberCreator": by, "data": {"text": f"t{n}", "card": {"id": ident(20)}}}
        for n, kind in enumerate(["commentCard", "someFutureType", "commentCard"])
    ]  # fmt: skip
    document, notes = read(board(actions=actions))
    assert [action["id"] for action in document["actions"]] == [ident(62), ident(61), ident(60)]
    assert document["actions"][0]["memberCreator"] == by
    assert document["members"] == []
    assert document["cards"][0]["badges"]["comments"] == 2
    assert notes.repairs == []


def test_who_imported_and_then_took_a_card_is_exported(engine):
    take(engine, small())
    with db.writing(engine) as connection:
        connection.execute(insert(db.card_members).values(id_card=ident(20), id_member=OWNER))
    assert OWNER in {member["id"] for member in give(engine, ident(1))["members"]}


def test_lists_and_cards_are_in_their_order_and_the_rest_by_id():
    lists = [{"id": ident(10 + n), "name": f"l{n}", "pos": 9 - n} for n in range(2)]
    cards = [card(20 + n, idList=ident(10 + n % 2), pos=5 - n) for n in range(4)]
    labels = [{"id": ident(30 + n), "name": "x", "color": None} for n in (1, 0)]
    document, _ = read(board(lists=lists, cards=cards, labels=labels))
    assert [row["id"] for row in document["lists"]] == [ident(11), ident(10)]
    assert [row["id"] for row in document["cards"]] == [ident(n) for n in (23, 21, 22, 20)]
    assert [row["id"] for row in document["labels"]] == [ident(30), ident(31)]


def test_badges_are_counted_and_what_is_not_counted_is_kept():
    checklists = [
        {"id": ident(40), "idCard": ident(20), "name": "Steps",
         "checkItems": [{"id": ident(41), "name": "a", "state": "complete"}, {"id": ident(42), "name": "b"}]}
    ]  # fmt: skip
    odd = card(
        desc="x",
        idMembersVoted=["a", "b"],
        badges={"location": True, "checkItems": 99},
        attachments=[{"id": ident(70), "name": "f", "url": "https://x.example"}],
    )
    document, _ = read(board(cards=[odd, card(21, badges="none", idMembersVoted=3)], checklists=checklists))
    first, second = document["cards"]
    assert first["badges"] == {
        "location": True, "checkItems": 2, "checkItemsChecked": 1, "comments": 0, "attachments": 1, "description": True,
        "due": None, "dueComplete": False, "start": None, "votes": 2, "subscribed": False,
    }  # fmt: skip
    assert first["checkItemStates"] == [{"idCheckItem": ident(41), "state": "complete"}]
    assert (second["badges"]["votes"], second["badges"]["checkItems"]) == (0, 0)


def test_an_address_is_made_of_the_short_link_unless_the_file_has_one():
    document, _ = read(
        board(shortLink="aB3dE6gH", cards=[card(shortLink="card0001", url="https://kept.example")])
    )
    assert document["url"] == document["shortUrl"] == "https://trello.com/b/aB3dE6gH"
    assert document["cards"][0]["url"] == "https://kept.example"
    assert document["cards"][0]["shortUrl"] == "https://trello.com/c/card0001"


def test_who_acted_is_described_by_their_member_where_the_action_does_not():
    actions = [
        {
            "id": ident(60),
            "type": "x",
            "date": "2015-01-01T00:00:00.000Z",
            "idMemberCreator": ident(50),
            "data": {},
        }
    ]
    members = [{"id": ident(50), "username": "ana", "fullName": "Ana Reid", "initials": "AR"}]
    document, _ = read(board(members=members, actions=actions))
    assert document["actions"][0]["memberCreator"] == {
        "id": ident(50), "username": "ana", "fullName": "Ana Reid", "initials": "AR", "avatarUrl": None,
    }  # fmt: skip
    unknown, _ = read(board(actions=actions))
    assert "memberCreator" not in unknown["actions"][0]


def test_the_workspace_is_the_files_or_else_the_boards():
    rows = parse(board(), ImportNotes()).rows
    assert render(rows)["idOrganization"] is None
    rows["board"][0]["id_organization"] = ident(90)
    assert render(rows)["idOrganization"] == ident(90)
    rows["board"][0]["extra"]["idOrganization"] = ident(91)
    assert render(rows)["idOrganization"] == ident(91)
