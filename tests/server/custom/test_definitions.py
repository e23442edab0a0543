"""Custom fields are defined on a board."""

import pytest

from tests.server.custom.conftest import define


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


async def test_an_option_is_chosen_and_goes_with_the_option(desk):
    field = await define(desk, "list", options=[{"value": {"text": "High"}}])
    card, option = await desk.card(), field["options"][0]["id"]
    path = f"/cards/{card['id']}/customField/{field['id']}/item"
    assert (await desk.put(path, idValue=option))["idValue"] == option
    assert await desk.refused("PUT", path, json={"idValue": "f" * 24}) == (400, "invalid value for idValue")
    await desk.ok("DELETE", f"/customFields/{field['id']}/options/{option}")
    assert await desk.get(f"/cards/{card['id']}/customFieldItems") == []


@pytest.mark.parametrize("options", [["High", "Low"], "High,Low"])
async def test_options_may_be_the_text_alone(desk, options):
    field = await define(desk, "list", options=options)
    assert [one["value"]["text"] for one in field["options"]] == ["High", "Low"]
    assert [one["_id"] for one in field["options"]] == [one["id"] for one in field["options"]]
