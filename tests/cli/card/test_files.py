"""Files of a card on the command line."""

from pathlib import Path


def test_a_file_goes_up_and_comes_down(imported, card, tmp_path: Path):
    file = tmp_path / "brief ☃.txt"
    file.write_bytes(b"the brief\0")
    imported.read("card", "attach", card, str(file))
    imported.read("card", "attach", card, "https://tui.example/x", "--name", "Site")
    held = imported.json("card", "attachments", card)
    assert {(one["name"], one["isUpload"]) for one in held} == {("brief ☃.txt", True), ("Site", False)}
    shown = imported.read("card", "show", card)
    assert "file: brief ☃.txt, 10 bytes" in shown
    assert "link: Site https://tui.example/x" in shown
    folder = tmp_path / "down"
    folder.mkdir()
    for _ in range(2):
        imported.read("card", "download", card, "brief ☃.txt", "--to", str(folder))
    assert sorted(path.name for path in folder.iterdir()) == ["brief ☃ (1).txt", "brief ☃.txt"]
    assert {path.read_bytes() for path in folder.iterdir()} == {b"the brief\0"}
    result = imported("card", "download", card, "Site", "--to", str(folder))
    assert result.exit_code == 2
    assert "link" in result.stderr
    imported.read("card", "detach", card, "Site")
    assert [one["name"] for one in imported.json("card", "attachments", card)] == ["brief ☃.txt"]
    result = imported("card", "attach", card, str(tmp_path / "missing"))
    assert result.exit_code == 2
    assert "missing" in result.stderr
    assert "a web address begins with https://" in result.stderr


def test_a_file_comes_down_under_a_name_of_yours(imported, card, tmp_path: Path):
    (tmp_path / "brief.txt").write_bytes(b"the brief\0")
    imported.read("card", "attach", card, str(tmp_path / "brief.txt"))
    mine = tmp_path / "mine.txt"
    for name in ("mine.txt", "mine (1).txt"):
        told = imported.json("card", "download", card, "brief.txt", "--to", str(mine))
        assert told == {"path": str(tmp_path / name), "bytes": 10}
        assert (tmp_path / name).read_bytes() == b"the brief\0"
    for nowhere in ("missing/mine.txt", "missing/"):
        refused = imported("card", "download", card, "brief.txt", "--to", f"{tmp_path}/{nowhere}")
        assert (refused.exit_code, "cannot write" in refused.stderr) == (2, True)


def test_a_path_in_quotes_may_begin_with_a_tilde(imported, card, tmp_path, monkeypatch):
    """As the path of an export may, and paths that are typed into the screens."""
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "brief.txt").write_bytes(b"the brief\0")
    imported.read("card", "attach", card, "~/brief.txt")
    imported.read("card", "download", card, "brief.txt", "--to", "~/mine.txt")
    assert (tmp_path / "mine.txt").read_bytes() == b"the brief\0"


def test_an_address_may_begin_with_www(imported, card):
    assert imported.json("card", "attach", card, "www.tui.example/x")["url"] == "https://www.tui.example/x"
    refused = imported("card", "attach", card, "tui.example")
    assert "a web address begins with https:// or www." in refused.stderr, "it may be a missing file"


def test_an_address_of_another_kind_is_told_to_be_none_of_the_web(imported, card):
    refused = imported("card", "attach", card, "ftp://host.example/x")
    assert (refused.exit_code, "“ftp://host.example/x” is no web address" in refused.stderr) == (2, True)


def test_what_comes_through_a_pipe_is_attached_under_a_name(imported, card, tmp_path: Path):
    refused = imported("card", "attach", card, "-", stdin=b"a,b\n")
    assert refused.exit_code == 2
    assert "what is to be attached has no name" in refused.stderr
    assert "--name" in refused.stderr
    made = imported("card", "attach", card, "-", "--name", "ends/../prices.csv", stdin=b"a,b\n\xff")
    assert made.exit_code == 0, made.output
    held = imported.json("card", "attachments", card)
    assert [(one["name"], one["isUpload"], one["bytes"]) for one in held] == [("ends/../prices.csv", True, 5)]
    imported.read("card", "download", card, "ends/../prices.csv", "--to", str(tmp_path))
    assert (tmp_path / "prices.csv").read_bytes() == b"a,b\n\xff"
