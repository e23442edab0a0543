import copy

import pytest

from tui.server.exports.document import TransferError
from tui.server.exports.notes import ImportNotes
from tui.server.exports.parse import RECOVERED, parse
from tui.server.exports.render import render


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


# --- labels of every age --------------------------------------------------------


def test_labels_of_2014_have_no_ids_and_are_named_on_the_board():
    old = board(
        labelNames={"red": "Hot", "green": "", "blue": "Cold"},
        cards=[
            card(20, labels=[{"color": "red", "name": "Hot"}, {"color": "green", "name": ""}]),
            card(21, labels=[{"color": "red"}]),
            card(22, labels=["red"]),
        ],
    )
    document, notes = read(old)
    assert {(label["color"], label["name"]) for label in document["labels"]} == {
        ("red", "Hot"), ("blue", "Cold"), ("green", ""),
    }  # fmt: skip
    red = next(label["id"] for label in document["labels"] if label["color"] == "red")
    assert [red in c["idLabels"] for c in sorted(document["cards"], key=lambda c: c["id"])] == [True] * 3
    assert notes.skips == []
    assert read(old)[0] == document


def test_labels_by_id_only_and_by_object_only_are_the_same():
    label = {"id": ident(30), "name": "hot", "color": "red"}
    by_id, _ = read(board(labels=[label], cards=[card(idLabels=[ident(30)])]))
    by_object, _ = read(board(labels=[label], cards=[card(labels=[label])]))
    assert by_id == by_object
    assert by_id["cards"][0]["labels"][0]["name"] == "hot"


def test_a_label_that_only_a_card_describes_is_kept():
    label = {"id": ident(30), "name": "hot", "color": "red"}
    document, notes = read(board(labels=[], cards=[card(idLabels=[ident(30)], labels=[label])]))
    assert [x["id"] for x in document["labels"]] == [ident(30)]
    assert notes.skips == []


def test_a_label_that_nobody_describes_is_skipped_and_told():
    document, notes = read(board(cards=[card(idLabels=[ident(99)])]))
    assert document["cards"][0]["idLabels"] == []
    assert places(notes.skips) == ["cards[0].idLabels[0]"]


def test_two_labels_of_one_colour_and_name_stay_two():
    twins = [{"id": ident(30 + n), "name": "hot", "color": "red"} for n in range(2)]
    document, _ = read(board(labels=twins, cards=[card(idLabels=[ident(31)])]))
    assert len(document["labels"]) == 2
    assert document["cards"][0]["idLabels"] == [ident(31)]


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


def test_numbers_and_short_links_are_filled_in():
    document, _ = read(board(cards=[card(20, idShort=7), card(21), card(22, shortLink="../x")]))
    assert sorted(c["idShort"] for c in document["cards"]) == [7, 8, 9]
    assert len({c["shortLink"] for c in document["cards"]}) == 3
    assert all(len(c["shortLink"]) == 8 for c in document["cards"])


def test_a_card_that_stands_there_twice_is_taken_once():
    document, notes = read(board(cards=[card(20), card(20)]))
    assert len(document["cards"]) == 1
    assert [(n.place, n.reason) for n in notes.skips] == [("cards[1]", "repeats cards[0]")]


def test_two_cards_of_one_id_are_both_kept():
    document, notes = read(board(cards=[card(20), card(20, name="Another")]))
    assert {c["name"] for c in document["cards"]} == {"Card 20", "Another"}
    assert places(notes.repairs) == ["cards[1].id"]


def test_dates_are_kept_in_utc_and_wrong_ones_are_told():
    cards = [
        card(20, due="2015-02-03T04:05:06.789Z"),
        card(21, due="2015-02-03T04:05:06+13:00"),
        card(22, due="2015-02-03"),
        card(23, due="next friday"),
        card(24, due=1422936306000),
        card(25, due="2015-02-30T00:00:00.000Z"),
        card(26, due=""),
    ]
    document, notes = read(board(cards=cards))
    assert [c["due"] for c in sorted(document["cards"], key=lambda c: c["id"])] == [
        "2015-02-03T04:05:06.789Z", "2015-02-02T15:05:06.000Z", "2015-02-03T00:00:00.000Z", None, None, None, None,
    ]  # fmt: skip
    assert places(notes.repairs) == [f"cards[{n}].due" for n in (3, 4, 5, 6)]


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


# --- people and history ---------------------------------------------------------


def test_members_who_are_only_referred_to_are_kept_by_id():
    document, notes = read(
        board(cards=[card(idMembers=[ident(50), 7])], memberships=[{"id": ident(51), "idMember": ident(52)}])
    )
    assert document["cards"][0]["idMembers"] == [ident(50)]
    assert [member["id"] for member in document["members"]] == [ident(52)]
    assert places(notes.repairs) == ["memberships[0].idMember", "cards[0].idMembers[0]"]
    assert places(notes.skips) == ["cards[0].idMembers[1]"]


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
