"""Labels of an export, in the formats of every age."""

from tests.server.exports.documents import board, card, ident, places, read


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


def test_a_label_without_an_id_has_the_same_one_in_every_import():
    old = board(labelNames={"red": "Hot"}, cards=[card(labels=[{"color": "red"}])])
    (first,), (again,) = (read(old)[0]["labels"] for _ in range(2))
    assert first["id"] == again["id"]
    assert first["id"][:8] == ident(1)[:8]


def test_a_name_of_a_colour_counts_only_where_the_board_lists_no_labels():
    document, _ = read(board(labels=[], labelNames={"red": "Hot"}))
    assert document["labels"] == []


def test_a_colour_named_on_no_board_is_a_label_of_its_own():
    document, notes = read(board(cards=[card(20, labels=["lime"]), card(21, labels=["lime"])]))
    assert [(label["color"], label["name"], label["uses"]) for label in document["labels"]] == [
        ("lime", "", 2)
    ]
    assert notes.skips == []


def test_what_is_no_label_is_skipped_and_told():
    document, notes = read(board(cards=[card(labels=[7, {"id": "x", "name": "hot"}])]))
    assert document["cards"][0]["idLabels"] == []
    assert places(notes.skips) == ["cards[0].labels[0]", "cards[0].labels[1].id"]


def test_a_card_keeps_the_order_of_its_labels_and_each_once():
    labels = [{"id": ident(30 + n), "name": f"l{n}", "color": None} for n in range(3)]
    document, _ = read(board(labels=labels, cards=[card(idLabels=[ident(32), ident(30), ident(32)])]))
    assert document["cards"][0]["idLabels"] == [ident(32), ident(30)]
