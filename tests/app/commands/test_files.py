"""Links and files of a card."""

import asyncio
from pathlib import Path

import pytest
from textual.widgets import Input

from tests.app.fakes import fake, fake_page
from tests.app.screens.conftest import first
from tests.full_disk import full_disk
from tui.app.commands.files import Files
from tui.app.commands.parts import long_work
from tui.app.screens.board import BoardScreen
from tui.app.screens.boxes.choose import ChooseScreen
from tui.app.terminal import opener


async def test_a_link_is_attached_opened_and_taken_off(play, monkeypatch):
    async with play() as p:
        card = first(p)
        count = len(p.workspace.cards.get(card).attachments)
        await p.press("f", *"link", "enter")
        await p.sees("Attach a link")
        await p.press(*"our offer", "enter")
        await p.sees("“our offer” is no web address")
        assert "it begins with https:// or http://" in p.words()
        await p.press(*["backspace"] * 9, *"firm.example/offer")
        await p.sees("attaches https://firm.example/offer")
        await p.sees("enter attaches · esc gives up")
        await p.press("enter")
        await p.until(lambda: len(p.workspace.cards.get(card).attachments) == count + 1)
        await p.press("f", *"firm.example/direct")
        await p.sees("attach the link https://firm.example/direct")
        await p.press("enter")
        await p.until(lambda: len(p.workspace.cards.get(card).attachments) == count + 2)
        await p.press("enter")
        await p.sees("↗ https://firm.example/of… · ↗ https://firm.example/di…")
        monkeypatch.setenv("SSH_CONNECTION", "here there")
        await p.press("o", *"direct", "enter")
        await p.sees("https://firm.example/direct · in the clipboard")
        assert p.app.clipboard == "https://firm.example/direct"
        await p.press("escape", "f", *"direct", "enter", *"take", "enter")
        await p.until(lambda: len(p.workspace.cards.get(card).attachments) == count + 1)
        await p.press("f", *"offer", "enter")
        await p.sees("take it off the card")
        await p.press(*"take", "enter")
        await p.until(lambda: len(p.workspace.cards.get(card).attachments) == count)


def text_of(path):
    """Return what is in a file."""
    return Path(path).read_text()


class Opened:
    """The system's program for files, which keeps what it is given."""

    def __init__(self):
        self.paths = []

    async def write(self, path):
        """Keep the path."""
        self.paths.append(path)
        return True


async def test_a_file_is_attached_opened_and_downloaded(play, tmp_path, monkeypatch):
    opened = Opened()
    async with play() as p:
        offer = tmp_path / "offer.txt"
        offer.write_text("1,200 a month")
        card = first(p)
        await p.press("f", *"attach a file", "enter")
        await p.sees("its path on this machine")
        assert "~/ is your home" in p.words()
        await p.press(*str(tmp_path), "enter")
        await p.sees("name a file")
        await p.press(*"/offer.txt", "enter")
        await p.until(lambda: any(a.name == "offer.txt" for a in p.workspace.cards.get(card).attachments))
        await p.until(lambda: p.workspace.sync.status().waiting == 0)
        target = tmp_path / "got"
        target.mkdir()
        p.workspace.memory.set("downloads", str(target))
        await p.press("f", *"offer", "enter")
        await p.sees("download it")
        monkeypatch.setenv("SSH_CONNECTION", "here there")
        await p.press("enter")
        await p.sees("in the clipboard; the file is there until the program ends")
        assert text_of(p.app.clipboard) == "1,200 a month"
        monkeypatch.delenv("SSH_CONNECTION")
        monkeypatch.setattr(opener, "open_file", opened.write)
        await p.press("f", *"offer", "enter", "enter")
        await p.sees("opened")
        assert [path.read_text() for path in opened.paths] == ["1,200 a month"]
        await p.press("f", *"offer", "enter", *"download", "enter")
        await p.sees("Download to a folder")
        await p.press("enter")
        await p.until((target / "offer.txt").exists)
        assert (target / "offer.txt").read_text() == "1,200 a month"
        await p.press("f", *"attach a file", "enter")
        await p.sees("Attach a file")
        assert p.app.screen.query_one(Input).value == f"{tmp_path}/", "the folder of the last one"
        await p.press("escape")
        await p.until(lambda: type(p.app.screen) is BoardScreen)
        for answer in ("n", "y"):
            assert any(a.name == "offer.txt" for a in p.workspace.cards.get(card).attachments)
            await p.press("f", *"offer", "enter")
            await p.press(*"take", "enter")
            await p.sees("It cannot be undone.")
            await p.press(answer)
            await p.until(lambda: type(p.app.screen) is BoardScreen)
        await p.until(lambda: all(a.name != "offer.txt" for a in p.workspace.cards.get(card).attachments))


async def test_a_download_that_takes_long_is_told_before_the_file_is_opened(monkeypatch, tmp_path):
    monkeypatch.setattr(long_work, "PAUSE", 0.0)
    monkeypatch.setattr(opener, "folder_of_run", lambda: tmp_path)
    opened, told = Opened(), asyncio.Event()
    monkeypatch.setattr(opener, "open_file", opened.write)

    async def download(*asked):
        await told.wait()
        return tmp_path / asked[1]

    url = "https://board.example/offer.pdf"
    offer = fake(id="offer", name="offer.pdf", url=url, is_upload=True, bytes=9_000_000)
    there = fake(id="card", attachments=[offer])
    workspace = fake(cards=fake(get=lambda _: there), files=fake(download=download))
    context = fake_page("offer", "open", workspace=workspace, cards=[there], card=there)
    tell = context.tell

    def heard(words, **how):
        tell(words, **how)
        told.set()

    context.tell = heard
    await Files().run(context)
    assert opened.paths == [tmp_path / "offer"]
    assert dict.fromkeys(words for _, words in context.done) == dict.fromkeys(["downloading …", "opened"])


@pytest.mark.parametrize("what", ["link", "file"])
async def test_what_was_typed_into_the_files_box_stays_until_it_is_attached(play, tmp_path, what):
    (tmp_path / "offer.txt").write_text("an offer")
    line = "firm.example/offer" if what == "link" else f"{tmp_path}/offer.txt"
    async with play() as p:
        await p.until(
            lambda: p.workspace.sync.status().state == "synced" and not p.workspace.sync.status().waiting
        )
        held = len(p.workspace.cards.get(p.face("Ana Reid").id).attachments)
        await p.press("f", *line)
        with full_disk():
            await p.press("enter")
            await p.until(lambda: p.app.screen.has_class("-failed"))
        assert isinstance(p.app.screen, ChooseScreen)
        assert p.app.screen.query_one(Input).value == line
        assert not p.workspace.outbox.all()
        await p.press("enter")
        await p.sees(f"{what} attached")
        assert len(p.workspace.cards.get(p.face("Ana Reid").id).attachments) == held + 1


async def test_of_several_selected_cards_it_is_told_whose_files_they_are():
    there = fake(id="c1", name="Ring Ana", attachments=())
    workspace = fake(cards=fake(get=lambda _: there))
    for cards, title in (
        ([there], "Files and links · "),
        ([there, there], "Files and links of “Ring Ana” · "),
    ):
        context = fake_page(None, workspace=workspace, cards=cards, card=there)
        await Files().run(context)
        assert context.asked[0][0].startswith(title)
