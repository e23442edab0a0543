from datetime import UTC, datetime
from typing import Any

import pytest

from tui.model.action import Action
from tui.model.writes.cards import CreateCard
from tui.model.writes.comments import AddComment
from tui.model.writes.labels import CreateLabel
from tui.model.writes.lists import CreateList
from tui.sync.sending import cards, comments, lists
from tui.sync.sending.base import Candidate, choose

SENT = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


def ident(seconds: int, tail: int = 1) -> str:
    """An id made so many seconds after SENT."""
    return f"{int(SENT.timestamp()) + seconds:08x}{tail:016x}"


MADE: dict[type, Any] = {CreateCard: cards.made_by, CreateList: lists.made_by, AddComment: comments.made_by}

OP = CreateCard(board_id="b", card_id="new-1", list_id="l", name="Ana Lee", pos=65536.37)
SAME = ("Ana Lee",)


@pytest.mark.parametrize(
    ("seen", "found"),
    [
        ([], None),
        ([Candidate(ident(1), SAME)], ident(1)),
        ([Candidate(ident(1), ("Ana",))], None),
        ([Candidate(ident(-3600), SAME)], None),
        ([Candidate(ident(-60), SAME)], ident(-60)),
        ([Candidate(ident(1), SAME, by="me")], ident(1)),
        ([Candidate(ident(1), SAME, by="somebody")], None),
        ([Candidate(ident(9), SAME), Candidate(ident(1), SAME)], ident(1)),
        ([Candidate(ident(9), SAME, 65536.37), Candidate(ident(1), SAME, 5.0)], ident(9)),
        ([Candidate(ident(1, 7), SAME)], None),
    ],
    ids=[
        "nothing there", "the same", "another name", "an hour old", "a clock behind", "by us", "by another",
        "the older of two", "the one in our place", "bound already",
    ],
)  # fmt: skip
def test_what_we_sent_is_found_if_it_is_there(seen, found) -> None:
    taken = frozenset({ident(1, 7)})
    assert choose(OP, seen, first_sent=SENT, me="me", taken=taken) == found


@pytest.mark.parametrize("of", [None, "", 5, {}, "../../x", "new-0000000000000000000000aa", "x" * 65])
@pytest.mark.parametrize("op", [OP, CreateList(board_id="b", list_id="new-2", name="Ana Lee", pos=1.0)])
def test_an_entry_of_the_feed_about_what_has_no_id_tells_nothing(op, of) -> None:
    noun = "card" if op is OP else "list"
    data = {"list": {"id": "l"}, noun: {"id": of, "name": "Ana Lee"}}
    told = Action(id=ident(1), type="createCard", date=SENT, data=data)
    assert MADE[type(op)](op, told) is None


def test_a_label_is_known_by_name_and_colour() -> None:
    op = CreateLabel(board_id="b", label_id="new-1", name="Hot", color="red")
    seen = [Candidate(ident(1, 1), ("Hot", "blue")), Candidate(ident(1, 2), ("Hot", "red"))]
    assert choose(op, seen, first_sent=SENT, me=None, taken=frozenset()) == ident(1, 2)


@pytest.mark.parametrize(
    ("op", "data", "candidate"),
    [
        (OP, {"card": {"id": "c", "name": "Ana Lee"}, "list": {"id": "l"}}, Candidate("c", SAME, None, "me")),
        (OP, {"card": {"id": "c", "name": "Ana Lee"}, "list": {"id": "elsewhere"}}, None),
        (OP, {"card": None, "list": {"id": "l"}}, None),
        (
            CreateList(board_id="b", list_id="new-2", name="Leads", pos=1.0),
            {"list": {"id": "l", "name": "Leads", "pos": 1.0}},
            Candidate("l", ("Leads",), 1.0, "me"),
        ),
        (
            AddComment(board_id="b", card_id="c", comment_id="new-3", text="hello"),
            {"card": {"id": "c"}, "text": "hello"},
            Candidate("a", ("hello",), None, "me"),
        ),
        (AddComment(board_id="b", card_id="c", comment_id="new-3", text="hello"), {"text": "hello"}, None),
    ],
)
def test_the_feed_says_what_was_made(op, data, candidate) -> None:
    action = Action(id="a", type="any", date=SENT, id_member_creator="me", data=data)
    assert MADE[type(op)](op, action) == candidate
