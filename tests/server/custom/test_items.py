"""Values of custom fields on cards."""

import pytest

from tests.server.custom.conftest import define


@pytest.mark.parametrize(
    ("kind", "sent", "kept"),
    [
        ("text", {"text": "rye"}, {"text": "rye"}),
        ("number", {"number": 3}, {"number": "3"}),
        ("number", {"number": "3.50"}, {"number": "3.50"}),
        ("checkbox", {"checked": "true"}, {"checked": "true"}),
        ("checkbox", {"checked": True}, {"checked": "true"}),
        ("checkbox", {"checkbox": "true"}, {"checked": "true"}),
        ("date", {"date": "2031-05-06"}, {"date": "2031-05-06T00:00:00.000Z"}),
    ],
)
async def test_a_value_is_put_in_and_cleared(desk, server, kind, sent, kept):
    field, card = await define(desk, kind), await desk.card()
    path = f"/cards/{card['id']}/customField/{field['id']}/item"
    for _ in range(2):
        item = await desk.put(path, value=sent)
    assert (item["value"], item["idValue"], item["idModel"]) == (kept, None, card["id"])
    assert await desk.get(f"/cards/{card['id']}/customFieldItems") == [item]
    assert (await desk.get(f"/cards/{card['id']}", customFieldItems="true"))["customFieldItems"] == [item]
    (fed,) = await desk.get(f"/boards/{desk.id}/cards", customFieldItems="true")
    assert fed["customFieldItems"] == [item]
    (nested,) = (await desk.get(f"/boards/{desk.id}", cards="open", card_customFieldItems="true"))["cards"]
    assert nested["customFieldItems"] == [item]
    assert (await desk.put(path, value=""))["value"] is None
    assert await desk.get(f"/cards/{card['id']}/customFieldItems") == []
    told = [data["old"] for name, data in await desk.log(server) if name == "updateCustomFieldItem"]
    assert told == [{"value": None}, {"value": kept}]


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("number", {"number": "x"}),
        ("number", {"text": "3"}),
        ("date", {"date": "soon"}),
        ("checkbox", {"checked": "perhaps"}),
        ("text", {"text": "x" * 16385}),
        ("text", 5),
        ("text", []),
        ("text", {"text": {}}),
    ],
)
async def test_a_senseless_value_is_refused(desk, kind, value):
    field, card = await define(desk, kind), await desk.card()
    path = f"/cards/{card['id']}/customField/{field['id']}/item"
    assert await desk.refused("PUT", path, json={"value": value}) == (400, "invalid value for value")


async def test_a_form_spells_the_value_with_brackets(desk):
    field, card = await define(desk, "text"), await desk.card()
    path = f"/cards/{card['id']}/customField/{field['id']}/item"
    assert (await desk.ok("PUT", path, data={"value[text]": "rye"}))["value"] == {"text": "rye"}


async def test_several_at_once_or_none(desk):
    text, number, card = await define(desk, "text"), await define(desk, "number"), await desk.card()
    path = f"/cards/{card['id']}/customFields"
    both = [
        {"idCustomField": text["id"], "value": {"text": "rye"}},
        {"idCustomField": number["id"], "value": {"number": 3}},
    ]
    assert len((await desk.put(path, customFieldItems=both))["customFieldItems"]) == 2
    both = [
        {"idCustomField": text["id"], "value": ""},
        {"idCustomField": number["id"], "value": {"number": "x"}},
    ]
    assert (await desk.refused("PUT", path, json={"customFieldItems": both}))[0] == 400
    very_many = [{"idCustomField": text["id"], "value": {"text": str(number)}} for number in range(501)]
    assert (await desk.refused("PUT", path, json={"customFieldItems": very_many}))[0] == 400
    assert len(await desk.get(f"/cards/{card['id']}/customFieldItems")) == 2


async def test_a_field_of_another_board_is_not_on_the_card(desk):
    other = (await desk.post("/boards", name="Other"))["id"]
    field, card = await define(desk, "text", idModel=other), await desk.card()
    path = f"/cards/{card['id']}/customField/{field['id']}/item"
    assert (await desk.refused("PUT", path, json={"value": {"text": "x"}}))[0] == 404
