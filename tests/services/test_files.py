"""Files are attached, kept and read back, and no name from a board leads anywhere."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from tests import corpora
from tests.services.conftest import House
from tui.errors import NotFound, StoreError, UsageError
from tui.model.attachment import Attachment
from tui.services.files import LONGEST, safe_name


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("brief.txt", "brief.txt"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Windows\\evil.exe", "evil.exe"),
        ("..", "file"),
        ("", "file"),
        ("/", "file"),
        (".bashrc", "bashrc"),
        ("a\x1b[31m\n.txt", "a_[31m_.txt"),
        ("con.txt", "file-con.txt"),
        ("NUL", "file-NUL"),
        ("dot. . ", "dot"),
        ("e\u0301.txt", "\u00e9.txt"),
        ("\u202etxt.exe", "_txt.exe"),
    ],
)
def test_a_name_is_one_plain_name(name: str, kept: str) -> None:
    assert safe_name(name) == kept


@pytest.mark.parametrize("entry", corpora.cases("paths"))
def test_whatever_a_file_is_called_it_stays_in_its_folder(entry: dict[str, Any], tmp_path: Path) -> None:
    kept = safe_name(corpora.text(entry))
    assert 0 < len(kept.encode()) <= LONGEST
    assert (tmp_path / kept).resolve().parent == tmp_path
    assert kept.isprintable()
    assert not kept.startswith(".")


def test_a_long_name_keeps_its_end() -> None:
    kept = safe_name("☃" * 500 + ".pdf")
    assert kept.endswith(".pdf")
    assert len(kept.encode()) <= LONGEST


def held_by(house: House, ident: str) -> tuple[Attachment, ...]:
    found = house.workspace.cards.get(ident)
    assert found is not None
    return found.attachments


async def card(house: House) -> str:
    made = await house.make("/cards", idList=house.lists[0], name="Ana Lee")
    await house.workspace.boards.pull(house.board_id)
    return made


async def test_a_file_comes_back_as_it_went(house: House, tmp_path: Path) -> None:
    ident, source = await card(house), tmp_path / "brief.bin"
    source.write_bytes(bytes(range(256)) * 400)
    await house.workspace.files.attach(ident, source)
    [held] = held_by(house, ident)
    with pytest.raises(StoreError, match="not been sent"):
        await house.workspace.files.download(ident, held.id, tmp_path)
    await house.sent()
    await house.workspace.boards.pull(house.board_id)
    [held] = held_by(house, ident)
    folder = tmp_path / "down"
    folder.mkdir()
    path = await house.workspace.files.download(ident, held.id, folder)
    assert path == folder / "brief.bin"
    assert path.read_bytes() == source.read_bytes()
    assert [one.name for one in folder.iterdir()] == ["brief.bin"]
    with pytest.raises(UsageError, match="cannot write"):
        await house.workspace.files.download(ident, held.id, tmp_path / "missing")
    await house.workspace.files.remove(ident, held.id)
    await house.sent()
    with pytest.raises(StoreError):
        await house.workspace.files.remove(ident, held.id)


async def test_a_file_whose_content_the_service_lacks_may_be_where_its_board_came_from(
    house: House, tmp_path: Path
) -> None:
    ident, source = await card(house), tmp_path / "brief.txt"
    source.write_text("hello")
    await house.workspace.files.attach(ident, source)
    await house.sent()
    await house.workspace.boards.pull(house.board_id)
    [held] = held_by(house, ident)
    house.wire.fail("404", "GET", f"/cards/{ident}/attachments/{held.id}/download/brief.txt")
    with pytest.raises(NotFound) as caught:
        await house.workspace.files.download(ident, held.id, tmp_path)
    assert caught.value.hint == "if its board was imported, the file is where the board came from"


async def test_a_link_to_a_card_of_the_board_is_called_as_the_card(house: House) -> None:
    other = await house.make("/boards", name="Secret")
    column = (await house.http.get(f"/boards/{other}/lists")).json()[0]["id"]
    hidden = await house.make("/cards", idList=column, name="Lay off Bo")
    near = await house.make("/cards", idList=house.lists[0], name="Fire sign-off")
    ident = await card(house)
    for board in (house.board_id, other):
        await house.workspace.boards.pull(board)
    urls = [found.url for each in (near, hidden) if (found := house.workspace.cards.get(each)) is not None]
    for url in (*urls, "https://firm.example/c/abcdefgh"):
        await house.workspace.files.link(ident, url)
    await house.workspace.files.link(ident, urls[0], "Waits for this")
    named = [one.name.removeprefix(one.url) for one in held_by(house, ident)]
    assert named == ["Fire sign-off", "", "", "Waits for this"]


async def test_what_cannot_be_attached_is_told(house: House, tmp_path: Path) -> None:
    ident = await card(house)
    for path in (tmp_path / "missing", tmp_path):
        with pytest.raises(UsageError):
            await house.workspace.files.attach(ident, path)
    for url in ("", "javascript:alert(1)", "file:///etc/passwd", "https://", "tui.example"):
        with pytest.raises(UsageError):
            await house.workspace.files.link(ident, url)
    assert held_by(house, ident) == ()
    assert house.workspace.sync.status().waiting == 0


async def test_a_disk_without_links_gets_files_too_and_keeps_those_it_has(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def link(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    ident, source = await card(house), tmp_path / "brief.txt"
    source.write_text("of the board")
    made = await house.workspace.files.attach(ident, source)
    await house.until(lambda: house.workspace.sync.status().waiting == 0)
    folder = tmp_path / "stick"
    folder.mkdir()
    (folder / "brief.txt").write_text("mine")
    monkeypatch.setattr(os, "link", link)
    held = house.workspace.writes.current_id(made)
    paths = [await house.workspace.files.download(ident, held, folder) for _ in range(2)]
    assert [path.name for path in paths] == ["brief (1).txt", "brief (2).txt"]
    assert {path.name: path.read_text() for path in folder.iterdir()} == {
        "brief.txt": "mine",
        "brief (1).txt": "of the board",
        "brief (2).txt": "of the board",
    }
    monkeypatch.setattr(Path, "replace", link)
    with pytest.raises(UsageError, match="cannot write to"):
        await house.workspace.files.download(ident, held, folder)
    assert len(list(folder.iterdir())) == 3
