"""Options of a list custom field."""

import pytest

from tests.server.custom.conftest import define


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
