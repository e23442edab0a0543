"""An address or a path is known as one where it is typed."""

from pathlib import Path

import pytest

from tests.app.fakes import fake_page
from tui.app.file_fields import (
    ask_where_to_write,
    complete_attachment,
    complete_path,
    file_name,
    path_candidates,
    suggest_attachments,
    web_address,
)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://firm.example/a?b=c", "https://firm.example/a?b=c"),
        (" HTTP://firm.example ", "HTTP://firm.example"),
        ("firm.example/offer", "https://firm.example/offer"),
        ("firm.example:8080", "https://firm.example:8080"),
        ("javascript:alert(1)", None),
        ("file:///etc/passwd", None),
        ("two words.example", None),
        ("offer", None),
        ("https://", None),
    ],
)
def test_a_web_address_is_known_with_and_without_its_scheme(text, address):
    assert web_address(text) == address


def test_a_path_is_completed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "Offers").mkdir()
    (tmp_path / "Offers" / "one.pdf").touch()
    (tmp_path / "Offer.txt").touch()
    (tmp_path / ".hidden").touch()

    def values(text):
        return [choice.value for choice in suggest_attachments(text)]

    assert values(f"{tmp_path}/Off") == [f"file:{tmp_path}/Offer.txt", f"folder:{tmp_path}/Offers/"]
    assert values("~/Offers/") == ["file:~/Offers/one.pdf"]
    assert values("./") == ["file:./Offer.txt", "folder:./Offers/"]
    assert values("Offer.txt") == ["file:Offer.txt", "link:https://Offer.txt"]
    assert values("~nobody-of-that-name/") == []
    assert values("/no/such/folder/") == []
    assert values("hot") == values("") == values("a" * 300) == values("/" + "a" * 300) == []
    assert values("https://firm.example/") == ["link:https://firm.example/"]


def test_a_path_is_completed_as_far_as_it_is_sure(tmp_path, monkeypatch):
    (tmp_path / "boards").mkdir()
    for name in ("pipeline.json", "pipes.json", ".hidden"):
        (tmp_path / name).touch()
    here = str(tmp_path)
    assert complete_path(f"{here}/b") == f"{here}/boards/"
    assert complete_path(f"{here}/p") == f"{here}/pipe"
    assert complete_path(f"{here}/pipel") == f"{here}/pipeline.json"
    assert complete_path(f"{here}/none") == f"{here}/none"
    assert complete_path(f"{here}/.h") == f"{here}/.hidden"
    (tmp_path / "boards" / "one.json").touch()
    (tmp_path / "boards" / ".hidden").touch()
    assert complete_path(f"{here}/boards/") == f"{here}/boards/one.json"
    assert complete_path("/nowhere/at/all") == "/nowhere/at/all"
    monkeypatch.chdir(tmp_path)
    assert complete_path("bo") == "boards/"
    assert complete_path("~nobody-of-that-name/x") == "~nobody-of-that-name/x"


def test_what_may_follow_in_a_path_is_named_without_its_folder(tmp_path):
    (tmp_path / "Offers").mkdir()
    (tmp_path / "Offer.txt").touch()
    assert path_candidates(f"{tmp_path}/Off") == ["Offer.txt", "Offers/"]
    assert path_candidates(f"{tmp_path}/zzz") == []


def test_what_is_typed_to_attach_is_completed_only_where_it_is_a_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "Offers").mkdir()
    (tmp_path / "Offer.txt").touch()
    assert complete_attachment("./O") == "./Offer"
    assert complete_attachment("O") == "O"
    assert complete_attachment("https://O") == "https://O"


def test_a_name_is_made_of_what_it_is_about() -> None:
    assert file_name("ana@firm.example", "json") == "ana@firm.example.json"
    assert file_name("../Fair: Q1/Q2\x1b", "csv") == "-Fair- Q1-Q2-.csv"
    assert file_name(" .. ", "json") == "cardscout.json"


async def test_a_file_that_exists_is_written_over_at_the_second_enter_and_a_folder_never(
    tmp_path: Path,
) -> None:
    file, written = tmp_path / "old.json", list[Path]()
    file.write_text("old")

    async def write(path: Path) -> None:
        written.append(path)

    page = fake_page(str(tmp_path), str(file), str(file))
    assert await ask_where_to_write(page, "Write it", "name.json", write, "write it") == file
    assert page.errors == [f"{tmp_path} is a folder", f"{file} exists"]
    assert written == [file]
    assert page.asked[0][1]["value"] == "name.json"
    assert page.asked[0][1]["action"] == "write it"


async def test_nothing_is_written_by_who_gives_up(tmp_path: Path) -> None:
    async def write(_path: Path) -> None:
        raise AssertionError("nothing was entered")

    assert await ask_where_to_write(fake_page(None), "Write it", "name.json", write, "write it") is None
