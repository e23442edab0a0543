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
