"""Tables in files, as the screens ask for them: told from board exports, and planned also while the service is away."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from tests.app.fakes import fake
from tui.cli.account.board_files import BoardFiles
from tui.cli.session import Session
from tui.errors import Unreachable, UsageError
from tui.model.board import Board, BoardList
from tui.settings.accounts import Account, save_account
from tui.settings.paths import Paths

TODO = BoardList(id="l", name="To do", pos=1.0)


def files(*, read=True):
    """The files of an account whose service does not answer, with a board that was ``read`` before."""

    async def pull(_):
        raise Unreachable("away", service="board")

    boards = fake(pull=pull, was_read=lambda _: read, lists=lambda _: [TODO], labels=lambda _: [])
    names = fake(
        board=lambda ident: Board(id=ident, name="Leads"), default_labels=lambda _: (), people=lambda _: []
    )
    nobody = fake(all=list)
    workspace = fake(boards=boards, names=names, cards=fake(faces=lambda _: ()), suppression=nobody)
    return BoardFiles(fake(), workspace)


async def test_a_table_is_told_from_a_board_export(tmp_path):
    table, board = tmp_path / "leads.csv", tmp_path / "leads.json"
    table.write_text("Name,Labels\nAna,hot\n")
    board.write_text(json.dumps({"id": "b", "name": "Leads, and more"}))
    assert await files().is_table(table)
    assert not await files().is_table(board)
    with pytest.raises(UsageError, match="cannot read"):
        await files().is_table(tmp_path / "nothing.csv")


async def test_where_a_missing_file_was_looked_for_is_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=f"cannot read {re.escape(str(tmp_path))}/leads: No such file"):
        await files().is_table(Path("leads"))


async def test_cards_are_planned_on_what_is_here_and_on_a_board_never_read_they_are_not(tmp_path):
    table = tmp_path / "leads.csv"
    table.write_text("Name,Labels\nAna,hot\nBo,HOT\n")
    planned = await files().plan_cards(table, "b", [])
    assert (planned.count, len(planned.writes)) == (2, 3)
    assert "new label: hot" in planned.summary
    assert "2 cards on Leads: 2 in To do" in planned.summary
    with pytest.raises(Unreachable):
        await files(read=False).plan_cards(table, "b", [])


async def test_columns_of_a_table_are_told_with_an_example_though_none_is_a_title(tmp_path):
    table = tmp_path / "leads.csv"
    table.write_text("Whom,Stage,First name,Last name\nAna Reid,Won,Ana,Reid\n")
    found = await files().table_columns(table, [])
    assert found.columns == {"Whom": "Ana Reid", "Stage": "Won", "First name": "Ana", "Last name": "Reid"}
    assert found.fields == {
        "name": "First name + Last name",
        "list": "Stage",
        "desc": "",
        "labels": "",
        "start": "",
        "due": "",
        "reminder": "",
        "members": "",
        "done": "",
        "items": "",
    }
    table.write_text("Whom,Stage\nAna Reid,Won\n")
    assert (await files().table_columns(table, [])).fields["name"] == ""
    assert (await files().table_columns(table, ["name=Whom", "list="])).fields["list"] == ""
    planned = await files().plan_cards(table, "b", ["name=Whom", "list="])
    assert "name: Whom" in planned.lines
    with pytest.raises(UsageError, match="no column tells the title"):
        await files().plan_cards(table, "b", [])


def test_the_records_of_a_person_in_the_local_directory_are_read_and_nothing_is_made(program):
    program.read("boards")  # makes the local workspace, with its directory

    def records(data, who):
        return asyncio.run(BoardFiles(fake(paths=fake(data=data)), fake()).directory_records(who))

    [record] = records(program.home / "data", "ana.reid@tuiridge.example")
    assert record["name"] == "Ana Reid"
    assert records(program.home / "data", "Ana Reid") == [], "a name is searched for, and not looked up"
    empty = program.home / "elsewhere"
    empty.mkdir()
    assert records(empty, "ana@firm.example") == []
    assert list(empty.iterdir()) == []


async def test_a_board_elsewhere_is_exported_as_its_service_sends_it_and_none_is_imported_there(
    program, tmp_path
):
    save_account(Paths.open().config_file, Account("team", "https://boards.example", "k", secrets="vault"))

    async def document(board_id):
        return {"id": board_id, "name": "Tūī"}

    there = BoardFiles(Session(account="team", asks=False), fake(boards=fake(document=document)))
    await there.export_board("b", tmp_path / "b.json")
    assert json.loads((tmp_path / "b.json").read_text()) == {"id": "b", "name": "Tūī"}
    assert not there.takes_boards
    with pytest.raises(UsageError, match="not on this machine"):
        await there.is_here(tmp_path / "b.json")
