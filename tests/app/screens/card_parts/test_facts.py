"""What the form of a card is given to show."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.app.conftest import NOW
from tui.app.screens.card_parts.facts import CardFormFacts
from tui.clock import ManualClock
from tui.model.board import Board, BoardList
from tui.model.card import Card, CardFace
from tui.model.label import Label
from tui.model.member import Member
from tui.model.sync import SyncStatus

HOT, ANA = Label(id="hot", name="hot", color="red"), Member(id="ana", username="ana")
CARD = Card(id="c", id_board="b", id_labels=("gone", "hot"), id_members=("ana", "gone"))


def facts(face=None, why="", conflicts=()):
    """The reader, on a board with a label and a member."""
    workspace: Any = SimpleNamespace(
        boards=SimpleNamespace(labels=lambda _: [HOT], members=lambda _: [ANA]),
        access=SimpleNamespace(read_only_reason=lambda _: why),
        cards=SimpleNamespace(face=lambda _: face),
        sync=SimpleNamespace(status=lambda: SyncStatus(conflicts=len(conflicts))),
        conflicts=SimpleNamespace(all=lambda limit: conflicts[:limit]),
    )
    return CardFormFacts(workspace, ManualClock(NOW))


def test_labels_and_members_that_the_board_has_no_more_are_left_out():
    found = facts().of(CARD, None, None)
    assert (found.labels, found.members, found.now) == ([HOT], [ANA], NOW)


def test_the_place_is_named_also_where_it_is_not_known():
    board, here = Board(id="b", name="Pipeline"), BoardList(id="l", name="Leads")
    assert facts().of(CARD, board, here).place == "Leads · Pipeline"
    assert facts().of(CARD, None, None).place == "a closed list · an unknown board"


@pytest.mark.parametrize(
    ("list_name", "met", "done"), [("Won", False, True), ("Leads", True, True), ("Leads", False, False)]
)
def test_a_card_is_finished_by_its_date_or_by_its_list(list_name, met, done):
    here = BoardList(id="l", name=list_name)
    assert facts().of(CARD.replace(due_complete=met), None, here).done == done


@pytest.mark.parametrize(
    ("card", "face", "mark"),
    [
        ({}, {}, ""),
        ({"closed": True, "is_template": True}, {}, "▣ archived · ▣ template"),
        ({}, {"pending": 2}, "⟳ 2 not sent yet"),
        ({}, {"pending": 2, "refused": True}, "! a change was refused"),
        ({"closed": True}, {"pending": 1}, "▣ archived · ⟳ 1 not sent yet"),
        ({"closed": True}, None, "▣ archived"),
    ],
)
def test_what_is_special_about_a_card_is_marked(card, face, mark):
    shown = None if face is None else CardFace("c", "l", "Ring", 1.0, **face)
    assert facts(shown).of(CARD.replace(**card), None, None).mark == mark


@pytest.mark.parametrize(("card_id", "chosen", "marked"), [("c", "", 1), ("other", "", 0), ("c", "mine", 0)])
def test_a_card_whose_text_is_in_conflict_is_marked(card_id, chosen, marked):
    conflict = SimpleNamespace(card_id=card_id, chosen=chosen)
    words = "≠ in conflict: {conflicts} shows it"
    assert facts(conflicts=[conflict]).of(CARD, None, None).mark == words * marked


def test_a_board_that_may_only_be_read_is_said_to_be():
    assert not facts().of(CARD, None, None).reads_only
    assert facts(why="an observer reads").of(CARD, None, None).reads_only
