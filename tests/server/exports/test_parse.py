import sys

import pytest

from tests.server.exports.documents import board, card, ident, places, read
from tui.server.exports.document import ImportNotes, TransferError
from tui.server.exports.parse import RECOVERED, parse


def test_a_board_needs_no_more_than_lists_and_cards():
    document, notes = read(board())
    assert (notes.skips, notes.repairs) == ([], [])
    assert [c["name"] for c in document["cards"]] == ["One"]
    assert [document[n] for n in ("labels", "checklists", "members", "memberships", "actions")] == [[]] * 5


@pytest.mark.parametrize("name", ["labels", "checklists", "members", "memberships", "actions", "cards"])
def test_a_null_array_is_an_empty_one(name):
    document, notes = read(board(**{name: None}))
    assert document[name] == []
    assert notes.skips == []


def test_an_empty_board_is_a_board():
    document, _ = read({"id": ident(1), "name": "", "lists": []})
    assert document["cards"] == []


# --- what refuses the whole file ------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"id": None}, "id"),
        ({"id": 17}, "id"),
        ({"id": "xyz"}, "id"),
        ({"name": {}}, "board.name"),
        ({"closed": "yes"}, "board.closed"),
        ({"lists": {}}, "lists"),
        ({"cards": "many"}, "cards"),
        ({"cards": [card(), 17]}, "cards[1]"),
        ({"cards": [card(), None]}, "cards[1]"),
        ({"cards": [card(name=["a"])]}, "cards[0].name"),
        ({"cards": [card(desc=1)]}, "cards[0].desc"),
        ({"cards": [card(closed=0)]}, "cards[0].closed"),
        ({"cards": [card(idList=3)]}, "cards[0].idList"),
        ({"cards": [card(id=None)]}, "cards[0].id"),
        ({"cards": [card(id="../../etc")]}, "cards[0].id"),
        ({"lists": [{"name": "no id"}]}, "lists[0].id"),
        ({"lists": [{"id": ident(10), "name": 4}]}, "lists[0].name"),
    ],
)
def test_damage_to_the_board_itself_refuses_it(changes, place):
    with pytest.raises(TransferError) as caught:
        read(board(**changes))
    assert caught.value.place == place


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({}, "an empty object"),
        ({"id": ident(1), "idList": ident(2), "name": "x"}, "a card"),
        ({"id": ident(1), "idBoard": ident(2), "cards": [], "pos": 1}, "a part of a board"),
        ({"error": "unauthorized", "message": "no"}, "an object with error, message"),
    ],
)
def test_something_else_is_called_by_its_name(document, said):
    with pytest.raises(TransferError, match=said):
        read(document)


# --- cards and lists ------------------------------------------------------------


def test_cards_whose_list_is_missing_are_recovered_and_told():
    document, notes = read(board(cards=[card(20), card(21, idList=ident(99)), card(22, idList=None)]))
    assert [x["name"] for x in document["lists"]] == ["To do", RECOVERED]
    assert places(notes.repairs) == ["cards[1].idList", "cards[2].idList"]
    assert len(document["cards"]) == 3


def test_positions_may_be_text_missing_alike_or_nonsense():
    cards = [
        card(20, pos="7.5"),
        card(21, pos=None),
        card(22, pos="top"),
        card(23, pos=7.5),
        card(24, pos=1e400),
    ]
    document, notes = read(board(cards=cards))
    assert [c["id"] for c in document["cards"]] == [ident(20), ident(23), ident(21), ident(22), ident(24)]
    assert places(notes.repairs) == ["cards[2].pos", "cards[4].pos"]


def test_archived_things_stay_archived():
    document, _ = read(
        board(lists=[{"id": ident(10), "name": "x", "closed": True, "pos": 1}], cards=[card(closed=True)])
    )
    assert document["lists"][0]["closed"]
    assert document["cards"][0]["closed"]


def test_long_names_and_unknown_fields_are_kept():
    extra = {
        "customFieldItems": [{"id": "x", "value": {"text": "y"}}],
        "pluginData": [1],
        "futureField": {"a": None},
    }
    document, _ = read(board(cards=[card(name="長" * 20_000, **extra)], futureThing=[1, {"b": 2}]))
    assert document["cards"][0]["name"] == "長" * 20_000
    assert {name: document["cards"][0][name] for name in extra} == extra
    assert document["futureThing"] == [1, {"b": 2}]


# --- checklists -----------------------------------------------------------------


def test_states_may_stand_on_the_card():
    document, _ = read(
        board(
            cards=[card(checkItemStates=[{"idCheckItem": ident(41), "state": "complete"}])],
            checklists=[
                {"id": ident(40), "name": "Steps", "idCard": ident(20),
                 "checkItems": [{"id": ident(41), "name": "a"}, {"id": ident(42), "name": "b"}]}
            ],
        )
    )  # fmt: skip
    assert [item["state"] for item in document["checklists"][0]["checkItems"]] == ["complete", "incomplete"]
    assert document["cards"][0]["badges"]["checkItemsChecked"] == 1


def test_a_checklist_may_be_named_by_its_card_only_or_stand_on_it():
    checklist = {"id": ident(40), "name": "Steps", "checkItems": []}
    by_name, _ = read(board(cards=[card(idChecklists=[ident(40)])], checklists=[checklist]))
    on_it, _ = read(board(cards=[card(checklists=[checklist])]))
    assert by_name["checklists"][0]["idCard"] == on_it["checklists"][0]["idCard"] == ident(20)


def test_what_cannot_be_read_around_the_cards_is_skipped_and_told():
    document, notes = read(
        board(
            cards=[card(attachments=[3, {"id": ident(70), "name": "f", "url": "https://x.example", "bytes": "big"}])],
            checklists=[{"id": ident(40), "idCard": ident(99)}, "x", {"id": ident(41), "idCard": ident(20), "name": 3}],
            members=[17, {"id": "me"}],
            memberships=[{"id": ident(51)}],
            actions=[{"id": ident(60), "data": {}}, {"type": "createCard"}, {"id": ident(61), "type": "x", "data": 3}],
            labels={"red": "hot"},
        )
    )  # fmt: skip
    assert places(notes.skips) == [
        "labels", "members[0]", "members[1].id", "memberships[0]", "cards[0].attachments[0]",
        "checklists[0]", "checklists[1]", "checklists[2].name", "actions[0]", "actions[1]", "actions[2].data",
    ]  # fmt: skip
    assert places(notes.repairs) == ["cards[0].attachments[1].bytes"]
    assert document["cards"][0]["attachments"][0]["name"] == "f"


def test_a_card_costs_few_calls():
    """A board may have a hundred thousand cards, most of them without parts."""

    def calls(cards):
        document = board(cards=[card(100 + n, desc="", due=None, closed=False) for n in range(cards)])
        counted = []
        sys.setprofile(lambda _frame, event, _arg: counted.append(1) if event == "call" else None)
        try:
            parse(document, ImportNotes())
        finally:
            sys.setprofile(None)
        return len(counted)

    calls(1)  # the first reading prepares the shapes
    assert (calls(60) - calls(10)) / 50 <= 40
