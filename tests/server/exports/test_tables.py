"""A board's rows in the tables."""

import pytest
from sqlalchemy import insert, select

from tests.exports import new_board, old_board
from tests.server.exports.documents import OWNER, give, ident, small, take
from tui.model.position import STEP
from tui.server.exports.tables import chunks, load
from tui.server.storage import db


def test_boards_whose_members_share_a_user_name_both_come_back(engine):
    for document in (old_board(), new_board()):
        report = take(engine, document)
        back = give(engine, report.board_id)
        assert {member["username"] for member in back["members"]} == {
            member["username"] for member in document["members"]
        }
    with db.reading(engine) as connection:
        names = connection.scalars(select(db.members.c.username)).all()
    assert len(names) == len(set(names))


def test_a_member_who_is_here_stays_as_they_are(engine):
    document = small()
    document["members"].append({"id": OWNER, "username": "intruder", "fullName": "Intruder"})
    take(engine, document)
    with db.reading(engine) as connection:
        assert connection.scalar(select(db.members.c.username).where(db.members.c.id == OWNER)) == "local"


def test_whoever_imports_belongs_to_the_board_and_is_not_exported(engine):
    take(engine, small(starred=True))
    with db.reading(engine) as connection:
        mine = select(db.memberships.c.member_type).where(db.memberships.c.id_member == OWNER)
        assert connection.scalars(mine).all() == ["admin"]
        stars = select(db.board_stars.c.id_member, db.board_stars.c.id_board)
        assert connection.execute(stars).all() == [(OWNER, ident(1))]
    assert [member["id"] for member in give(engine, ident(1))["members"]] == [ident(50)]


def test_a_board_that_is_not_here_has_no_rows(engine):
    with db.reading(engine) as connection:
        assert set(map(len, load(connection, ident(9)).values())) == {0}


def test_what_is_written_is_loaded_without_what_another_board_has(engine):
    take(engine, small())
    take(engine, small(id=ident(2)), mode="copy")
    with db.reading(engine) as connection:
        rows = load(connection, ident(1))
    assert {name: len(found) for name, found in rows.items() if found} == {
        "board": 1, "list": 2, "card": 3, "card_label": 1, "label": 1, "checklist": 1, "check_item": 1, "membership": 2,
        "member": 2, "action": 1,
    }  # fmt: skip


def test_a_watched_card_is_the_importers_and_comes_back_watched(engine):
    document = small()
    document["cards"][1]["subscribed"] = document["lists"][0]["subscribed"] = True
    take(engine, document)
    with db.reading(engine) as connection:
        watches = connection.execute(
            select(db.watches.c.id_member, db.watches.c.id_list, db.watches.c.id_card)
        ).all()
    assert sorted(watches, key=str) == sorted([(OWNER, ident(10), None), (OWNER, None, ident(21))], key=str)
    back = give(engine, ident(1))
    assert [card["id"] for card in back["cards"] if card["subscribed"]] == [ident(21)]
    assert [row["id"] for row in back["lists"] if row["subscribed"]] == [ident(10)]


def test_a_second_star_comes_after_the_first(engine):
    take(engine, small(starred=True))
    take(engine, small(starred=True), mode="copy")
    with db.reading(engine) as connection:
        assert sorted(connection.scalars(select(db.board_stars.c.pos))) == [STEP, 2 * STEP]


@pytest.mark.parametrize("here", [True, False])
def test_a_board_is_in_its_own_workspace_if_that_is_here_or_else_in_the_importers(engine, here):
    theirs, own = ident(90), ident(91)
    with db.writing(engine) as connection:
        for workspace in (theirs, own) if here else (own,):
            connection.execute(
                insert(db.organizations).values(id=workspace, name=workspace, display_name="x")
            )
        inside = {"id": ident(92), "id_organization": own, "id_member": OWNER, "member_type": "admin"}
        connection.execute(insert(db.organization_memberships).values(inside))
    take(engine, small(idOrganization=theirs))
    with db.reading(engine) as connection:
        assert connection.scalar(select(db.boards.c.id_organization)) == (theirs if here else own)


def test_many_ids_are_asked_for_in_parts():
    assert [len(part) for part in chunks(["x"] * 10_001)] == [5000, 5000, 1]
    assert list(chunks([])) == []
