"""Writes of labels, and of labels on cards."""

import pytest

from tests.model.writes.shown import BoardView
from tui.model.card import Card
from tui.model.label import Label
from tui.model.writes.base import Write
from tui.model.writes.labels import AddCardLabel, CreateLabel, DeleteLabel, RemoveCardLabel, UpdateLabel

AT = {"board_id": "b", "card_id": "k"}
HOT = Label(id="r", id_board="b", name="Hot", color="red")
ANA = Card(id="k", id_board="b", id_labels=("x", "r"))


def test_a_new_label_is_made_once_and_deleted_when_taken_back() -> None:
    write = CreateLabel(board_id="b", label_id="r", name="Hot", color="red")
    assert write.apply(None) == HOT
    assert write.apply(HOT) is HOT
    assert write.inverse(BoardView()).writes == (DeleteLabel(board_id="b", label_id="r"),)


def test_a_label_may_lose_its_colour_and_get_it_back() -> None:
    write = UpdateLabel(board_id="b", label_id="r", name="Cold", color=None)
    after = write.apply(HOT)
    assert after is not None
    assert (after.name, after.color) == ("Cold", None)
    assert write.inverse(BoardView(HOT)).writes == (
        UpdateLabel(board_id="b", label_id="r", name="Hot", color="red"),
    )
    assert (write.apply(None), write.inverse(BoardView()).writes) == (None, ())


def test_name_and_colour_are_sent_together_unless_both_are_another_ones() -> None:
    write = UpdateLabel(board_id="b", label_id="r", name="Cold", color="blue")
    assert write.without({"name": "Theirs"}) == UpdateLabel(
        board_id="b", label_id="r", name="Theirs", color="blue"
    )
    assert write.without({"name": "Theirs", "color": None}) is None


def test_a_deleted_label_comes_back_on_the_cards_that_had_it() -> None:
    write = DeleteLabel(board_id="b", label_id="r")
    assert write.apply_to_card(ANA).id_labels == ("x",)
    back = write.inverse(BoardView(HOT, ANA, Card(id="o", id_board="b")))
    ident = back.renames["r"]
    assert back.writes == (
        CreateLabel(board_id="b", label_id=ident, name="Hot", color="red"),
        AddCardLabel(**AT, label_id=ident),
    )
    assert write.inverse(BoardView(ANA)).writes == ()


def test_a_label_is_on_a_card_once_and_stays_if_it_was_there() -> None:
    write = AddCardLabel(**AT, label_id="r")
    assert write.apply(ANA) is ANA
    plain = ANA.replace(id_labels=())
    worn = write.apply(plain)
    assert worn is not None
    assert worn.id_labels == ("r",)
    assert write.inverse(BoardView(plain)).writes == (RemoveCardLabel(**AT, label_id="r"),)
    assert write.inverse(BoardView(ANA)).writes == ()
    assert write.apply(None) is None


def test_a_label_that_was_not_on_the_card_is_not_put_there_by_taking_back() -> None:
    write = RemoveCardLabel(**AT, label_id="r")
    bare = write.apply(ANA)
    assert bare is not None
    assert bare.id_labels == ("x",)
    assert write.inverse(BoardView(ANA)).writes == (AddCardLabel(**AT, label_id="r"),)
    assert write.inverse(BoardView(bare)).writes == write.inverse(BoardView()).writes == ()
    assert write.apply(None) is None


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (CreateLabel(board_id="b", label_id="r", name=""), "Added label without a name"),
        (UpdateLabel(board_id="b", label_id="r", name="", color="sky"), "Changed label sky"),
        (AddCardLabel(**AT, label_id="r"), "Labelled “K” “R”"),
        (RemoveCardLabel(**AT, label_id="r"), "Took label “R” off “K”"),
    ],
)
def test_words(write: Write, words: str) -> None:
    assert write.describe(str.upper) == words


def test_words_for_a_label_nobody_knows() -> None:
    assert DeleteLabel(board_id="b", label_id="r").describe(lambda _: "") == "Deleted label"
    assert RemoveCardLabel(**AT, label_id="r").describe(lambda _: "") == "Took label off the card"
