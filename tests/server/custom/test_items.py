"""Custom fields, served: defined on a board, filled in on its cards."""

import pytest


async def define(desk, kind, **more):
    body = {"idModel": desk.id, "modelType": "board", "name": f"the {kind}", "type": kind, "pos": "bottom"}
    return await desk.post("/customFields", **(body | more))


async def test_a_field_is_defined_changed_and_deleted(desk, server):
    number = await define(desk, "number", display_cardFront=False)
    text = await define(desk, "text", pos="top", display={"cardFront": True})
    assert (number["pos"], text["pos"]) == (16384, 8192)
    assert (number["display"], text["display"]) == ({"cardFront": False}, {"cardFront": True})
    assert (number["idModel"], number["modelType"], len(number["fieldGroup"])) == (desk.id, "board", 64)
    assert [one["id"] for one in await desk.get(f"/boards/{desk.id}/customFields")] == [
        text["id"],
        number["id"],
    ]
    changed = await desk.put(f"/customFields/{number['id']}", name="Cost", **{"display/cardFront": "true"})
    assert (changed["name"], changed["display"]) == ("Cost", {"cardFront": True})
    assert (await desk.get(f"/customField/{number['id']}/name")) == {"_value": "Cost"}
    assert await desk.ok("DELETE", f"/customFields/{text['id']}") == {"limits": {}}
    assert (await desk.refused("GET", f"/customFields/{text['id']}"))[0] == 404
    kinds = [kind for kind, _ in await desk.log(server) if "CustomField" in kind]
    assert kinds == ["createCustomField"] * 2 + ["updateCustomField"] * 2 + ["deleteCustomField"]


async def test_a_list_has_options(desk):
    field = await define(
        desk, "list", options=[{"value": {"text": "High"}, "color": "red"}, {"value": {"text": "Low"}}]
    )
    high, low = field["options"]
    assert (high["value"], high["color"], high["pos"]) == ({"text": "High"}, "red", 16384)
    assert (low["color"], low["idCustomField"]) == ("none", field["id"])
    path = f"/customFields/{field['id']}/options"
    made = await desk.post(path, value={"text": "Middle"}, pos="top")
    assert [one["id"] for one in await desk.get(path)] == [made["id"], high["id"], low["id"]]
    assert (await desk.put(f"{path}/{low['id']}", value={"text": "None"}))["value"] == {"text": "None"}
    assert await desk.ok("DELETE", f"{path}/{made['id']}") == {}
    assert (await desk.refused("GET", f"{path}/{made['id']}"))[0] == 404


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


async def test_an_option_is_chosen_and_goes_with_the_option(desk):
    field = await define(desk, "list", options=[{"value": {"text": "High"}}])
    card, option = await desk.card(), field["options"][0]["id"]
    path = f"/cards/{card['id']}/customField/{field['id']}/item"
    assert (await desk.put(path, idValue=option))["idValue"] == option
    assert await desk.refused("PUT", path, json={"idValue": "f" * 24}) == (400, "invalid value for idValue")
    await desk.ok("DELETE", f"/customFields/{field['id']}/options/{option}")
    assert await desk.get(f"/cards/{card['id']}/customFieldItems") == []


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


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ({"type": "colour"}, "type"),
        ({"type": None}, "type"),
        ({"name": ""}, "name"),
        ({"idModel": "x"}, "idModel"),
        ({"modelType": "card"}, "modelType"),
        ({"options": [{"value": {"text": "x"}}]}, "options"),
        ({"pos": -1}, "pos"),
    ],
)
async def test_a_senseless_field_is_refused(desk, body, name):
    usual = {"idModel": desk.id, "modelType": "board", "name": "x", "type": "text", "pos": "top"}
    assert await desk.refused("POST", "/customFields", json=usual | body) == (
        400,
        f"invalid value for {name}",
    )


async def test_a_field_of_another_board_is_not_on_the_card(desk):
    other = (await desk.post("/boards", name="Other"))["id"]
    field, card = await define(desk, "text", idModel=other), await desk.card()
    path = f"/cards/{card['id']}/customField/{field['id']}/item"
    assert (await desk.refused("PUT", path, json={"value": {"text": "x"}}))[0] == 404


@pytest.mark.parametrize("options", [["High", "Low"], "High,Low"])
async def test_options_may_be_the_text_alone(desk, options):
    field = await define(desk, "list", options=options)
    assert [one["value"]["text"] for one in field["options"]] == ["High", "Low"]
    assert [one["_id"] for one in field["options"]] == [one["id"] for one in field["options"]]
