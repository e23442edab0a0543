"""The action log: what is written in it, what it dates, and who is told."""

from types import SimpleNamespace

import pytest
from sqlalchemy import select

from tui.server.events import journal
from tui.server.events.journal import JournalEntry
from tui.server.storage import db

STAMP = "2030-01-01T00:00:00.000Z"


@pytest.fixture
async def things(desk, server):
    """A board and a card, and a call in which something happens to them."""
    card = await desk.card()
    other = await desk.card("another")
    told = []
    with db.writing(server.engine) as connection:
        idents = iter([f"{'7' * 23}{n}" for n in range(9)])
        call = SimpleNamespace(
            connection=connection, new_id=lambda: next(idents), me=server.id_member, stamp=STAMP,
            listeners=[lambda _call, rows: told.append([row["type"] for row in rows])],
        )  # fmt: skip
        yield SimpleNamespace(call=call, board=desk.id, card=card, other=other["id"], told=told)


def test_an_action_is_logged_dated_and_told(things):
    ident = journal.record(things.call, "x", {"a": 1}, id_board=things.board, id_card=things.card["id"])
    connection = things.call.connection
    row = connection.execute(select(db.actions).where(db.actions.c.id == ident)).one()
    assert (row.type, row.data, row.date, row.id_board, row.id_card, row.id_list) == (
        "x", {"a": 1}, STAMP, things.board, things.card["id"], None,
    )  # fmt: skip
    assert row.id_member_creator == things.call.me
    cards = connection.execute(select(db.cards.c.id, db.cards.c.date_last_activity))
    dates = {row.id: row.date_last_activity for row in cards}
    assert dates[things.card["id"]] == STAMP != dates[things.other]
    assert connection.scalar(select(db.boards.c.date_last_activity)) == STAMP
    assert things.told == [["x"]]


def test_many_actions_are_told_together_and_in_order(things):
    entries = [
        JournalEntry(kind, {}, things.board, id_card=card)
        for kind, card in (("a", things.other), ("b", None))
    ]
    idents = journal.record_all(things.call, entries)
    assert idents == sorted(idents)
    assert things.told == [["a", "b"]]


def test_an_action_of_no_board_dates_none(things):
    before = things.call.connection.scalar(select(db.boards.c.date_last_activity))
    journal.record(things.call, "x", {}, id_board=None)
    assert things.call.connection.scalar(select(db.boards.c.date_last_activity)) == before != STAMP


def test_an_action_about_a_card_has_copies_of_it_and_of_its_board(things):
    found = SimpleNamespace(
        id="c",
        name="Rye",
        id_short=7,
        short_link="link",
        id_board=things.board,
        board_name="Bakery",
        board_link="b",
        id_list="l",
    )
    entry = journal.card_entry("updateCard", found, {"old": {"pos": 1}}, id_member="m", pos=2, name="no")
    assert (entry.kind, entry.id_board, entry.id_list, entry.id_card, entry.id_member) == (
        "updateCard",
        things.board,
        "l",
        "c",
        "m",
    )
    assert entry.data == {
        "card": {"pos": 2, "id": "c", "name": "Rye", "idShort": 7, "shortLink": "link"},
        "board": {"id": things.board, "name": "Bakery", "shortLink": "b"},
        "old": {"pos": 1},
    }
    ident = journal.record_on_card(things.call, "x", found, {})
    row = things.call.connection.execute(select(db.actions).where(db.actions.c.id == ident)).one()
    assert (row.id_card, row.data["card"]["name"]) == ("c", "Rye")


def test_copies_of_boards_lists_and_labels():
    board = SimpleNamespace(id="b", board_name="Bakery", board_link="link")
    assert journal.board_copy(board) == {"id": "b", "name": "Bakery", "shortLink": "link"}
    assert journal.list_copy(SimpleNamespace(id="l", name="Doing")) == {"id": "l", "name": "Doing"}
    assert journal.label_copy(SimpleNamespace(id="x", name="hot", color="red")) == {
        "id": "x",
        "name": "hot",
        "color": "red",
    }
    assert journal.label_copy(SimpleNamespace(id="x", name="", color=None)) == {"id": "x", "name": ""}


@pytest.mark.parametrize(
    ("value", "found"), [(16384.0, 16384), (1.5, 1.5), ("7.0", "7.0"), (None, None), (True, True)]
)
def test_a_whole_number_has_no_fraction(value, found):
    assert repr(journal.action_value(value)) == repr(found)
