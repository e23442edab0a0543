"""Words are looked for in the text index."""

import pytest

from tests.server.search.conftest import names


async def test_what_is_in_the_name_comes_first(desk):
    inside = await desk.card("Other", desc="about flour")
    named = await desk.card("Flour")
    await desk.post(f"/cards/{inside['id']}/actions/comments", text="newer")
    assert await names(desk, "flour") == ["Flour", "Other"]
    assert named["name"] == "Flour"


async def test_a_partial_word_is_the_beginning_of_one(desk, bakery):
    assert set(await names(desk, "ord", partial=True)) == {"Order flour", "Order rye"}
    assert await names(desk, "ord flo", partial=True) == []
    assert await names(desk, "order flo", partial=True) == ["Order flour"]
    assert await names(desk, "rder", partial=True) == []


@pytest.mark.parametrize("text", ["x " * 8000, "\0", "\ud800".encode("utf-16", "surrogatepass").decode("utf-16", "replace"),
                                  "' \" ; -- /* %", "a:" * 100, "(" * 500, "\u202e" * 50, "*", "AND OR NOT", "-" * 99,
                                  "@@", "member:- board:- label:_ list:. comment:-", "a." * 8000, "comment:" + "a." * 8000])  # fmt: skip
async def test_hostile_queries_find_nothing_and_break_nothing(desk, text):
    reply = await desk.http.get("/search", params={"query": text, "partial": "true"})
    assert reply.status_code in {200, 400}


@pytest.mark.parametrize(
    "sought", ["+61 3 5550 6695", "03 5550 6695", "0355506695", "+61355506695", "(03) 5550-6695"]
)
async def test_a_telephone_number_is_found_in_every_text_however_it_is_written(desk, sought):
    told = await desk.card("Told", idList=(await desk.lists())[1])
    await desk.post(f"/cards/{told['id']}/actions/comments", text="ring her: +61 3 5550\u00a06695 or so")
    steps = await desk.post("/checklists", idCard=(await desk.card("Listed"))["id"], name="Steps")
    await desk.post(f"/checklists/{steps['id']}/checkItems", name="call 03-5550-6695")
    await desk.card("Another", desc="+61 3 5550 6690")
    assert set(await names(desk, sought)) == {"Told", "Listed"}
    assert await names(desk, sought, idBoards=desk.id, partial=True) != []
    assert await names(desk, f'{sought} -"ring her"') == ["Listed"]
