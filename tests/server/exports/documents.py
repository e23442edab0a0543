"""Documents of small boards, and how they go into a server and come out again."""

import copy

from tui.server.exports.document import ImportNotes
from tui.server.exports.parse import parse
from tui.server.exports.render import render
from tui.server.exports.transfer import export_board, import_board
from tui.server.storage import db

OWNER = "5f" + "0" * 22


def ident(number):
    return f"54c8b729{number:016x}"


def board(**changes):
    return {
        "id": ident(1),
        "name": "Board",
        "lists": [{"id": ident(10), "name": "To do", "pos": 1}],
        "cards": [{"id": ident(20), "name": "One", "idList": ident(10), "pos": 1}],
    } | changes


def card(number=20, **changes):
    return {"id": ident(number), "name": f"Card {number}", "idList": ident(10), "pos": 1} | changes


def read(document):
    notes = ImportNotes()
    plan = parse(copy.deepcopy(document), notes)
    return render(plan.rows), notes


def places(notes):
    return [note.place for note in notes]


def take(engine, document, **how):
    with db.writing(engine) as connection:
        return import_board(connection, document, owner_id=OWNER, **how)


def give(engine, board_id):
    with db.reading(engine) as connection:
        return export_board(connection, board_id)


def small(**changes):
    """A board of two lists and three cards, one archived."""
    board = ident(1)
    document = {
        "id": board,
        "name": "Ngā kaimahi 資料 العميل",
        "desc": "",
        "closed": False,
        "shortLink": "aB3dE6gH",
        "prefs": {"permissionLevel": "private"},
        "lists": [
            {"id": ident(10), "idBoard": board, "name": "To do", "closed": False, "pos": 1},
            {"id": ident(11), "idBoard": board, "name": "Done", "closed": True, "pos": 2},
        ],
        "cards": [
            {"id": ident(20 + n), "idBoard": board, "idList": ident(10 + n % 2), "name": f"Card {n}",
             "desc": "", "closed": n == 2, "pos": 5 - n, "idShort": n + 1, "shortLink": f"card000{n}",
             "idLabels": [ident(30)] if n == 0 else [], "idMembers": [], "due": None}
            for n in range(3)
        ],
        "labels": [{"id": ident(30), "idBoard": board, "name": "hot", "color": "red"}],
        "checklists": [
            {"id": ident(40), "idBoard": board, "idCard": ident(20), "name": "Steps", "pos": 1,
             "checkItems": [{"id": ident(41), "name": "call", "state": "complete", "pos": 1}]}
        ],
        "members": [{"id": ident(50), "username": "ana", "fullName": "Ana Reid", "initials": "AR"}],
        "memberships": [{"id": ident(51), "idMember": ident(50), "memberType": "admin"}],
        "actions": [
            {"id": ident(60), "type": "commentCard", "date": "2015-02-03T04:05:06.000Z",
             "idMemberCreator": ident(50), "data": {"text": "hello", "card": {"id": ident(20)}}}
        ],
    }  # fmt: skip
    return document | changes
