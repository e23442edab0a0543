"""Search on the command line."""


def test_search(imported):
    found = imported.json("search", "ana", "ring", "--here")
    assert [(one["kind"], one["name"], one["list"]) for one in found] == [("card", "Ring Ana", "To do")]
    assert [one["name"] for one in imported.json("search", "korero", "--here")] == ["Kōrero"]
    assert imported.json("search", "nothing-at-all-like-it", "--here") == []
    everywhere = imported.json("search", "ana")
    assert "Ring Ana" in {one["name"] for one in everywhere}
