"""Writes of who is on a board, and on a card."""

import pytest

from tests.model.writes.shown import BoardView
from tui.model.card import Card
from tui.model.member import Membership
from tui.model.writes.base import Write
from tui.model.writes.members import AddCardMember, RemoveBoardMember, RemoveCardMember, SetBoardMember

AT = {"board_id": "b", "member_id": "m"}
ON = {"board_id": "b", "card_id": "k", "member_id": "m"}
ANA = Card(id="k", id_board="b", id_members=("x", "m"))


def test_a_role_is_set_and_comes_back_as_it_was() -> None:
    write = SetBoardMember(**AT, role="admin")
    assert write.apply(None) == Membership(id_member="m", member_type="admin")
    assert write.inverse(BoardView(roles={"m": "observer"})).writes == (
        SetBoardMember(**AT, role="observer"),
    )
    assert write.inverse(BoardView(roles={"m": "admin"})).writes == ()
    assert write.inverse(BoardView()).writes == (RemoveBoardMember(**AT),)
    assert write.touches == ()


def test_who_was_on_the_board_comes_back_in_their_role() -> None:
    write = RemoveBoardMember(**AT)
    assert write.inverse(BoardView(roles={"m": "admin"})).writes == (SetBoardMember(**AT, role="admin"),)
    assert write.inverse(BoardView()).writes == ()


def test_a_member_is_on_a_card_once_and_stays_if_they_were_there() -> None:
    write = AddCardMember(**ON)
    assert write.apply(ANA) is ANA
    plain = ANA.replace(id_members=())
    after = write.apply(plain)
    assert after is not None
    assert after.id_members == ("m",)
    assert write.inverse(BoardView(plain)).writes == (RemoveCardMember(**ON),)
    assert (write.inverse(BoardView(ANA)).writes, write.apply(None)) == ((), None)


def test_who_was_not_on_the_card_is_not_put_there_by_taking_back() -> None:
    write = RemoveCardMember(**ON)
    after = write.apply(ANA)
    assert after is not None
    assert after.id_members == ("x",)
    assert write.inverse(BoardView(ANA)).writes == (AddCardMember(**ON),)
    assert write.inverse(BoardView(after)).writes == write.inverse(BoardView()).writes == ()
    assert write.apply(None) is None


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (SetBoardMember(**AT, role="observer"), "Put M on board “B” as observer"),
        (SetBoardMember(**AT), "Put M on board “B”"),
        (RemoveBoardMember(**AT), "Took M off board “B”"),
        (AddCardMember(**ON), "Put M on “K”"),
        (RemoveCardMember(**ON), "Took M off “K”"),
    ],
)
def test_words(write: Write, words: str) -> None:
    assert write.describe(str.upper) == words


@pytest.mark.parametrize(
    ("more", "who"),
    [
        ({"full_name": "Ana Reid", "username": "ana"}, "Ana Reid"),
        ({"username": "ana"}, "ana"),
        ({}, "a member"),
    ],
)
def test_who_is_not_known_yet_is_told_by_what_was_typed(more: dict[str, str], who: str) -> None:
    assert SetBoardMember(**AT, **more).describe(lambda _: "") == f"Put {who} on board the board"
