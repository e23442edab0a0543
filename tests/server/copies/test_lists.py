"""Copies of lists."""

from tests.server.copies.conftest import parts


async def test_a_list_is_copied_with_its_open_cards(desk, full):
    await desk.put(f"/cards/{(await desk.card('gone'))['id']}", closed=True)
    made = await desk.post("/lists", name="Again", idBoard=desk.id, idListSource=full["idList"], pos="bottom")
    (copy,) = await desk.get(f"/lists/{made['id']}/cards", filter="all")
    assert (copy["name"], copy["pos"]) == (full["name"], full["pos"])
    assert await parts(desk, copy) == await parts(desk, full)
