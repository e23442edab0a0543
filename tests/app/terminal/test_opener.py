"""Files are opened by the system where somebody sees it, and programs never."""

import mimetypes
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from tui.app.terminal.opener import _RUNNING, folder_of_run, is_document, open_file


@pytest.fixture
def opener(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Puts a program in the place of the system's; returns the file that has what it was given."""
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    monkeypatch.delenv("SSH_TTY", raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")

    def make(end: str = "exit 0") -> Path:
        for name in ("xdg-open", "open"):
            program = tmp_path / name
            program.write_text(f'#!/bin/sh\nprintf %s "$1" > {tmp_path}/given\n{end}\n')
            program.chmod(0o700)
        return tmp_path / "given"

    return make


async def test_a_document_is_given_to_the_program_of_the_system(
    opener: Callable[..., Path], tmp_path: Path
) -> None:
    given = opener()
    assert await open_file(tmp_path / "--offer 'a'.pdf")
    assert given.read_text() == str(tmp_path / "--offer 'a'.pdf")
    assert not await open_file(tmp_path / "setup.sh")
    assert given.read_text().endswith(".pdf")


async def test_where_nothing_is_opened_it_says_so(
    opener: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = opener("exit 3")
    assert not await open_file(tmp_path / "offer.pdf")
    given.unlink()
    monkeypatch.setenv("SSH_TTY", "/dev/pts/1")
    assert not await open_file(tmp_path / "offer.pdf")
    monkeypatch.delenv("SSH_TTY")
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert not await open_file(tmp_path / "offer.pdf")
    assert not given.exists()


async def test_a_program_that_shows_the_file_itself_is_not_waited_for(
    opener: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.app.terminal.opener.PATIENCE", 0.2)
    opener("exec tail -f /dev/null")
    assert await open_file(tmp_path / "offer.pdf")
    viewer = _RUNNING.pop()
    viewer.kill()
    assert viewer.wait() < 0


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("offer.pdf", True), ("Photo.JPG", True), ("call.mp3", True), ("notes.txt", True), ("prices.csv", True),
        ("offer.docx", True), ("prices.xlsx", True), ("offer.odt", True), ("offer.doc", True),
        ("run.sh", False), ("a.desktop", False), ("setup.exe", False), ("page.html", False), ("logo.svg", False),
        ("prices.xlsm", False), ("a.jar", False), ("a.py", False), ("pdf", False), ("offer.pdf.command", False),
    ],
)  # fmt: skip
def test_only_documents_are_opened(name: str, *, shown: bool) -> None:
    assert is_document(name) is shown


@pytest.mark.parametrize("name", ["setup.bat", "SETUP.BAT", "a.ksh", "a.pl"])
def test_a_program_is_none_where_only_python_tells_the_types(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As on a system without a list of types.
    monkeypatch.setattr("mimetypes.guess_type", mimetypes.MimeTypes().guess_type)
    assert (mimetypes.guess_type(name)[0], is_document(name)) == ("text/plain", False)
    assert is_document("notes.txt")


def test_the_folder_of_the_run_is_private() -> None:
    folder = folder_of_run()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert folder_of_run() == folder
