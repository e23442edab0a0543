"""Boards on the command line."""


def test_a_fresh_home_has_the_sample_boards(program):
    assert {"Pipeline", "Team"} <= {line.split("\t")[1] for line in program.read("boards").splitlines()}


def test_boards(imported):
    def names(*more):
        return [one["name"] for one in imported.json("boards", *more)]

    before = names()
    imported.read("board", "star", "Kōrero")
    assert names()[0] == "Kōrero"
    imported.read("board", "unstar", "Kōrero")
    imported.read("board", "rename", "Kōrero", "Hui")
    edited = imported.json("board", "edit", "Hui", "--desc", "weekly", "--background", "green")
    assert (edited["desc"], edited["prefs"]["background"]) == ("weekly", "green")
    imported.read("board", "close", "Hui")
    assert "Hui" not in names()
    assert names("--closed") == ["Hui"]
    imported.read("board", "open", "Hui")
    assert len(names()) == len(before)
    imported.read("board", "delete", "Hui", "--yes")
    assert "Hui" not in names() + names("--closed")


def test_boards_that_are_closed_and_recent_are_none_to_list(program):
    refused = program("boards", "--closed", "--recent")
    assert refused.exit_code == 2
    assert "--closed and --recent cannot be given together" in refused.stderr


def test_who_is_not_on_a_copy_is_told(imported):
    [board] = [one["id"] for one in imported.json("boards") if one["name"] == "Kōrero"]
    assert "note" not in imported("board", "copy", "Kōrero", "First").stderr
    imported.read(
        "api", "board", "put", f"/1/boards/{board}/members", "email=mere@example.org", "fullName=Mere Pere"
    )
    copied = imported("board", "copy", "Kōrero", "Second", "--no-cards")
    assert copied.exit_code == 0
    assert "note: without @mere, who is not on it" in copied.stderr
