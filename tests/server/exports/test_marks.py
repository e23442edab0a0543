"""Custom fields and stickers of an export: read, kept, given back."""

import pytest

from tui.server.exports.document import ImportNotes
from tui.server.exports.parse import parse
from tui.server.exports.render import render


def ident(number: int) -> str:
    return f"{number:024x}"


FIELD = {
    "id": ident(50),
    "idModel": ident(1),
    "modelType": "board",
    "fieldGroup": "f" * 64,
    "display": {"cardFront": True},
    "name": "Priority",
    "pos": 16384,
    "type": "list",
    "options": [
        {"id": ident(51), "idCustomField": ident(50), "value": {"text": "High"}, "color": "red", "pos": 16384}
    ],
}
ITEM = {
    "id": ident(60),
    "value": None,
    "idValue": ident(51),
    "idCustomField": ident(50),
    "idModel": ident(3),
    "modelType": "card",
}
STICKER = {"id": ident(70), "image": "taco-cool", "top": 1.5, "left": -2, "zIndex": 3, "rotate": 0}


def document(**card):
    whole = {"id": ident(3), "idList": ident(2), "name": "Order flour", "desc": "", "closed": False} | card
    return {
        "id": ident(1),
        "name": "Bakery",
        "lists": [{"id": ident(2), "name": "Doing", "pos": 1}],
        "cards": [whole],
        "customFields": [FIELD],
    }


def again(value, notes=None):
    return render(parse(value, notes or ImportNotes()).rows)


def test_they_come_back_as_they_went():
    back = again(document(customFieldItems=[ITEM], stickers=[STICKER]))
    assert back["customFields"] == [FIELD]
    assert back["cards"][0]["customFieldItems"] == [ITEM]
    assert back["cards"][0]["stickers"] == [STICKER]
    assert again(back) == back


def test_empty_arrays_come_back_and_missing_ones_do_not():
    back = again(document(customFieldItems=[], stickers=[]) | {"customFields": []})
    assert (back["customFields"], back["cards"][0]["customFieldItems"], back["cards"][0]["stickers"]) == (
        [],
        [],
        [],
    )
    bare = again({name: value for name, value in document().items() if name != "customFields"})
    assert "customFields" not in bare
    assert not bare["cards"][0].keys() & {"customFieldItems", "stickers"}


@pytest.mark.parametrize(
    "other", [ITEM | {"idCustomField": ident(99)}, ITEM | {"id": ident(61)}, {"id": "x"}]
)
def test_what_belongs_to_no_field_stays_as_it_came(other):
    back = again(document(customFieldItems=[ITEM, other]))
    assert back["cards"][0]["customFieldItems"] == [ITEM, other]
    assert again(back) == back


def test_what_is_no_item_is_told():
    notes = ImportNotes()
    again(document(customFieldItems=["x"]), notes)
    assert [note.reason for note in notes.skips] == ["expected an object, found text"]


@pytest.mark.parametrize("display", [None, 5, [], {"cardFront": "yes"}])
def test_a_senseless_display_is_not_on_the_front(display):
    value = document()
    value["customFields"] = [FIELD | {"display": display}]
    assert again(value)["customFields"][0]["display"] == {"cardFront": False}
