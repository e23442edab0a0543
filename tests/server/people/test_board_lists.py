"""The boards of a member."""


async def test_boards_by_filter(desk):
    starred = await desk.post("/boards", name="Starred")
    await desk.put(f"/boards/{starred['id']}", starred=True)
    closed = await desk.post("/boards", name="Closed")
    await desk.put(f"/boards/{closed['id']}", closed=True)
    public = await desk.post("/boards", name="Public", prefs_permissionLevel="public")
    expected = {
        "all": {desk.id, starred["id"], closed["id"], public["id"]},
        "open": {desk.id, starred["id"], public["id"]},
        "closed": {closed["id"]},
        "starred": {starred["id"]},
        "public": {public["id"]},
        "organization": set(),
        "starred,closed": {starred["id"], closed["id"]},
        "none": set(),
    }
    for word, wanted in expected.items():
        assert {one["id"] for one in await desk.get("/members/me/boards", filter=word)} == wanted, word
    for word in ("all", "open", "starred"):
        assert {one["id"] for one in await desk.get(f"/members/me/boards/{word}")} == expected[word]
    assert (await desk.refused("GET", "/members/me/boards?filter=some"))[1] == "invalid value for filter"


async def test_nested_in_boards(desk):
    (board,) = await desk.get(
        "/members/me/boards",
        fields="name",
        lists="open",
        organization=True,
        memberships="all",
        actions="createBoard",
    )
    assert [one["name"] for one in board["lists"]] == ["To Do", "Doing", "Done"]
    assert board["organization"]["displayName"] == "Workspace"
    assert [one["memberType"] for one in board["memberships"]] == ["admin"]
    assert [one["type"] for one in board["actions"]] == ["createBoard"]
