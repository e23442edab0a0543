"""``GET /search``, on both databases."""

import pytest

from tests.server.search.conftest import names

MODELS = ["actions", "boards", "cards", "members", "organizations"]


@pytest.mark.parametrize(
    ("query", "order"),
    [
        ("order sort:created", ["Order rye", "Order flour"]),
        ("order -sort:created", ["Order flour", "Order rye"]),
        ("order sort:edited", ["Order flour", "Order rye"]),
        ("is:open sort:due", ["Café chairs", "Order rye", "Order flour"]),
        ("is:open sort:-due", ["Order rye", "Café chairs", "Order flour"]),
    ],
)
async def test_orders(desk, bakery, clock, query, order):
    clock.advance(60)
    await desk.put(f"/cards/{bakery['flour']['id']}", desc="from the mill")
    assert await names(desk, query) == order


async def test_the_index_follows_every_change(desk):
    card = await desk.card("Order flour", desc="rye too")
    path = f"/cards/{card['id']}"
    comment = await desk.post(f"{path}/actions/comments", text="ask the miller")
    item = await desk.post(
        f"/checklists/{(await desk.post('/checklists', idCard=card['id']))['id']}/checkItems", name="sacks"
    )
    for word in ("flour", "rye", "miller", "sacks"):
        assert len(await names(desk, word)) == 1, word
    await desk.put(path, name="Order oats", desc="")
    await desk.put(f"/actions/{comment['id']}", text="ask the baker")
    await desk.put(f"{path}/checkItem/{item['id']}", name="bags")
    for word, count in (
        ("flour", 0),
        ("rye", 0),
        ("miller", 0),
        ("sacks", 0),
        ("oats", 1),
        ("baker", 1),
        ("bags", 1),
    ):
        assert len(await names(desk, word)) == count, word
    await desk.ok("DELETE", f"/actions/{comment['id']}")
    assert await names(desk, "baker") == []
    await desk.ok("DELETE", path)
    for word in ("oats", "bags"):
        assert await names(desk, word) == []


async def test_a_deleted_board_leaves_nothing_to_find(desk, server):
    card = await desk.card("Order flour")
    await desk.post(f"/cards/{card['id']}/actions/comments", text="soon")
    await desk.ok("DELETE", f"/boards/{desk.id}")
    found = await desk.get("/search", query="flour soon")
    assert [found[name] for name in MODELS] == [[], [], [], [], []]


async def test_the_answer_repeats_the_question_and_has_what_was_asked(desk):
    found = await desk.get("/search", query="flour is:open -rye", modelTypes="cards,boards", partial="true")
    assert found["options"] == {
        "terms": [{"text": "flour"}, {"text": "rye", "negated": True}],
        "modifiers": [{"text": "is:open"}],
        "modelTypes": ["cards", "boards"],
        "partial": True,
    }
    assert set(found) == {"options", "cards", "boards"}
    assert set(await desk.get("/search", query="flour")) == {"options", *MODELS}


async def test_boards_workspaces_members_and_comments(desk, bakery):
    found = await desk.get("/search", query="bakery", board_organization=True)
    (board,) = found["boards"]
    assert (board["id"], set(board)) == (desk.id, {"id", "name", "idOrganization", "organization"})
    assert board["organization"]["displayName"] == "Workspace"
    found = await desk.get("/search", query="workspace", organization_fields="name")
    assert found["organizations"] == [{"id": board["idOrganization"], "name": "workspace"}]
    found = await desk.get("/search", query="bo example")
    assert [(one["username"], one["confirmed"]) for one in found["members"]] == [("bo", True)]
    (comment,) = (await desk.get("/search", query="ring"))["actions"]
    assert (comment["data"]["text"], comment["memberCreator"]["username"]) == ("ring the miller", "you")
    assert (await desk.get("/search", query="ring list:doing"))["actions"] != []
    assert (await desk.get("/search", query="ring list:done"))["actions"] == []
    await desk.put(f"/boards/{desk.id}", starred=True, closed=True)
    assert (await desk.get("/search", query="bakery is:starred"))["boards"] != []
    assert (await desk.get("/search", query="bakery is:open"))["boards"] == []


async def test_what_is_nested_in_cards(desk, bakery):
    found = await desk.get(
        "/search", query="flour", card_fields="name", card_board=True, card_list=True, card_members=True,
        card_attachments=True, board_fields="name", modelTypes="cards",
    )  # fmt: skip
    (card,) = found["cards"]
    assert (card["board"]["name"], card["list"]["name"]) == ("Bakery launch", "To Do")
    assert [one["username"] for one in card["members"]] == ["bo"]
    assert [one["name"] for one in card["attachments"]] == ["price list"]
    assert set(card) == {"id", "name", "board", "list", "members", "attachments"}


async def test_pages_of_cards(desk):
    for number in range(7):
        await desk.card(f"Flour {number}")
    pages = [
        [
            one["name"]
            for one in (await desk.get("/search", query="flour", cards_limit=3, cards_page=page))["cards"]
        ]
        for page in range(4)
    ]
    assert [len(page) for page in pages] == [3, 3, 1, 0]
    assert len({name for page in pages for name in page}) == 7
    assert (await desk.get("/search", query="flour", cards_limit=0))["cards"] == []


async def test_only_what_one_may_see_is_found(desk, bakery, person):
    cy = await person("cy")
    assert (await cy.get("/search", query="order flour bakery"))["cards"] == []
    assert (await cy.get("/search", query="bakery"))["boards"] == []
    assert (await cy.get("/search", query="ring"))["actions"] == []
    await desk.put(f"/boards/{desk.id}", **{"prefs/permissionLevel": "public"})
    assert await names(cy, "order") == []
    assert set(await names(cy, "order", idBoards=desk.id)) == {"Order flour", "Order rye"}
    await desk.put(f"/boards/{desk.id}", **{"prefs/permissionLevel": "org"})
    assert await names(cy, "order", idBoards=desk.id) == []
    await desk.put(f"/organizations/workspace/members/{cy.member}", type="normal")
    assert set(await names(cy, "order")) == {"Order flour", "Order rye"}
    assert await names(cy, "order", idBoards="mine") == []


async def test_narrowed_to_boards_workspaces_and_cards(desk, bakery):
    other = await desk.post("/boards", name="Other")
    (workspace,) = await desk.get("/members/me/organizations")
    assert await names(desk, "order", idBoards=other["id"]) == []
    assert len(await names(desk, "order", idBoards=f"{other['id']},{desk.id}")) == 2
    assert len(await names(desk, "order", idBoards="mine")) == 2
    assert len(await names(desk, "order", idOrganizations=workspace["id"])) == 2
    assert await names(desk, "order", idOrganizations="f" * 24) == []
    assert len(await names(desk, "order", idOrganizations=["f" * 24, workspace["id"]])) == 2
    await desk.put(f"/boards/{other['id']}", closed="true")
    closed = {"modelTypes": "boards", "query": "other"}
    assert [board["name"] for board in (await desk.get("/search", **closed))["boards"]] == ["Other"]
    assert (await desk.get("/search", **closed, idOrganizations="f" * 24))["boards"] == []
    assert await names(desk, "order", idCards=bakery["rye"]["id"]) == ["Order rye"]


@pytest.mark.parametrize(
    ("params", "name"),
    [
        ({}, "query"),
        ({"query": ""}, "query"),
        ({"query": "x" * 16385}, "query"),
        ({"query": "x", "modelTypes": "lists"}, "modelTypes"),
        ({"query": "x", "cards_limit": 1001}, "cards_limit"),
        ({"query": "x", "cards_page": 101}, "cards_page"),
        ({"query": "x", "boards_limit": -1}, "boards_limit"),
        ({"query": "x", "idBoards": "mine,all"}, "idBoards"),
        ({"query": "x", "idCards": "aB3dE5fG"}, "idCards"),
        ({"query": "x", "partial": "perhaps"}, "partial"),
        ({"query": "x", "card_fields": "nothing"}, "fields"),
    ],
)
async def test_senseless_parameters_are_refused(desk, params, name):
    await desk.card("x")
    assert await desk.refused("GET", "/search", params=params) == (400, f"invalid value for {name}")


async def test_members_are_found_while_a_name_is_typed(desk, person):
    for name in ("bo", "bobby", "ada"):
        await person(name)
    asked = "/search/members"
    assert [one["username"] for one in await desk.get(asked, query="bo")] == ["bo", "bobby"]
    assert [one["username"] for one in await desk.get(asked, query="@ada")] == ["ada"]
    assert [one["username"] for one in await desk.get(asked, query="Ada Ex")] == ["ada"]
    assert len(await desk.get(asked, query="example")) == 3
    assert len(await desk.get("/search/members/", query="example", limit=1)) == 1
    assert [one["username"] for one in await desk.get(asked, query="ada@bakery.example")] == ["ada"]
    assert await desk.get(asked, query="zz") == []
    (one,) = await desk.get(asked, query="ada", fields="fullName")
    assert (one["fullName"], "username" in one, one["similarity"] > 0) == ("Ada Example", False, True)


async def test_members_of_the_workspace_or_the_board_that_is_named(desk, person):
    bo, _ = await person("bo", on="normal"), await person("ada")
    (workspace,) = await desk.get("/members/me/organizations")
    asked = {"query": "example", "idOrganization": workspace["id"]}
    assert await desk.get("/search/members", **asked, onlyOrgMembers=True) == []
    await desk.put(f"/organizations/workspace/members/{bo.member}", type="normal")
    assert len(await desk.get("/search/members", **asked, onlyOrgMembers=True)) == 1
    assert len(await desk.get("/search/members", **asked)) == 2
    near = await desk.get("/search/members", query="example", idBoard=desk.id)
    assert [one["username"] for one in near] == ["bo", "ada"]


@pytest.mark.parametrize(
    ("params", "name"),
    [({}, "query"), ({"query": "x", "limit": 21}, "limit"), ({"query": "x", "idBoard": "x"}, "idBoard")],
)
async def test_senseless_searches_for_members_are_refused(desk, params, name):
    assert await desk.refused("GET", "/search/members", params=params) == (400, f"invalid value for {name}")
