import codecs
import csv
import json
import sqlite3
import stat
import weakref
from contextlib import closing
from functools import partial

import pytest

from tests.stories.world import until_news
from tui.cli.account import remote
from tui.cli.session import Session
from tui.server.storage.place import FILE
from tui.settings.accounts import Account, save_account
from tui.settings.paths import Paths


def test_import_tells_what_was_kept(program, export_file):
    result = program("import", str(export_file))
    assert result.exit_code == 0
    assert result.stdout == (
        "imported 'Kōrero' (54c8b7290000000000000001): 2 lists, 2 cards, 1 label, 1 checklist, "
        "1 checklist item, 1 comment\n"
    )
    assert "Kōrero" in program.read("boards")


def test_an_import_is_in_the_local_store_at_once(imported):
    cards = imported.json("cards", "kōrero")
    assert [card["name"] for card in cards] == ["Ring Ana", "\x1b]0;owned\x07\u202egnp"]


async def test_a_start_after_an_import_asks_the_server_for_nothing(imported, monkeypatch):
    """It would be opened, and the board read a second time."""
    session = Session()
    asked = []
    monkeypatch.setattr(session, "connect", partial(asked.append, "link"))
    workspace = session.workspace(rests=True)
    try:
        workspace.sync.watch(workspace.names.board("Kōrero").id)
        await workspace.start()
        await until_news(workspace.sync.subscribe, lambda: workspace.sync.status().state == "synced")
    finally:
        await workspace.close()
        session.close()
    assert asked == []


def test_import_in_json_names_each_skip(program, export_file):
    document = json.loads(export_file.read_text())
    document["checklists"][0]["idCard"] = "nobody"
    export_file.write_text(json.dumps(document))
    report = program.json("import", str(export_file))
    assert report["skipped"] == [{"place": "checklists[0]", "reason": "its card is not in the file"}]
    assert report["outcome"] == "imported"


def test_an_import_is_told_before_it_is_opened(program, export_file, monkeypatch):
    """What is on disk is on disk, whatever becomes of what follows."""
    from tui.errors import Unreachable
    from tui.services.boards import Boards

    async def away(_workspace, _board_id):
        raise Unreachable("no answer", service="board")

    monkeypatch.setattr(Boards, "pull", away)
    result = program("import", str(export_file))
    assert (result.exit_code, result.stdout[:17]) == (4, "imported 'Kōrero'")
    assert "no answer" in result.stderr


def test_the_document_is_gone_once_it_is_written(program, export_file, monkeypatch):
    """That of a hundred thousand cards takes 200 MB, and what was written is read back in as much."""
    from tui.server.exports import document
    from tui.services.boards import Boards

    class Cards(list[object]):
        """A list of which it can be known whether anything holds it."""

    read, pull = document.read_document, Boards.pull
    parsed, left = [], []

    def keep(data):
        found = read(data)
        found["cards"] = Cards(found["cards"])
        parsed.append(weakref.ref(found["cards"]))
        return found

    async def look(boards, board_id):
        left.append(parsed[0]())
        await pull(boards, board_id)

    monkeypatch.setattr(document, "read_document", keep)
    monkeypatch.setattr(Boards, "pull", look)
    assert program("import", str(export_file)).exit_code == 0
    assert left == [None]


def test_import_reads_stdin(program, export_file):
    result = program("import", "-", stdin=export_file.read_bytes())
    assert result.exit_code == 0


def test_a_board_is_imported_into_a_service_of_its_own_for_a_member(program, export_file, tmp_path):
    place = ("--data", str(tmp_path / "service"))
    made = program.json("serve", "user", "ada", *place)
    assert "no member 'bob'" in program("serve", "import", str(export_file), "--member", "bob", *place).stderr
    assert program.read("serve", "import", str(export_file), "--member", "ada", *place).startswith(
        "imported 'Kōrero'"
    )
    with closing(sqlite3.connect(tmp_path / "service" / FILE)) as connection:
        found = connection.execute(
            "SELECT member_type FROM membership WHERE id_member = ?", (made["id"],)
        ).fetchall()
    assert found == [("admin",)]
    bob = program.json("serve", "user", "bob", *place)
    assert "already here" in program.read("serve", "import", str(export_file), "--member", "bob", *place)
    changed = tmp_path / "changed.json"
    changed.write_text(export_file.read_text("utf-8").replace("Ring Ana", "Ring Hemi"), "utf-8")
    program.read("serve", "import", str(changed), "--replace", "--member", "bob", *place)
    with closing(sqlite3.connect(tmp_path / "service" / FILE)) as connection:
        here = connection.execute("SELECT id_member FROM membership").fetchall()
    assert {(made["id"],), (bob["id"],)} <= set(here), "who has the board keeps it"
    assert "Kōrero" not in program.read("boards")


def test_the_same_file_again_says_so(imported, export_file):
    result = imported("import", str(export_file))
    assert result.exit_code == 0
    assert "nothing changed" in result.stdout


def test_another_state_needs_a_decision(imported, export_file):
    export_file.write_text(export_file.read_text().replace("Ring Ana", "Ring Bo"))
    refused = imported("import", str(export_file))
    assert refused.exit_code == 2
    assert "--replace" in refused.stderr
    assert "Ring Ana" in imported.read("cards", "Kōrero")
    assert "replaced" in imported.read("import", str(export_file), "--replace")
    assert "Ring Bo" in imported.read("cards", "Kōrero")


def test_a_copy_is_a_second_board(imported, export_file):
    assert "copied" in imported.read("import", str(export_file), "--copy")
    assert len([board for board in imported.json("boards") if board["name"] == "Kōrero"]) == 2
    refused = imported("export", "Kōrero")
    assert refused.exit_code == 2
    assert "2 boards are named" in refused.stderr


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "the file is empty"),
        (b"<html>", "a web page"),
        (b'{"id": ', "line 1, column 8: the file ends in the middle"),
        (
            b'{"id": "54c8b7290000000000000001", "lists": [], "cards": [{"id": 3}]}',
            "cards[0].id: expected an id",
        ),
    ],
)
def test_a_damaged_file_is_refused_with_its_place_and_changes_nothing(program, tmp_path, content, said):
    path = tmp_path / "damaged.json"
    path.write_bytes(content)
    before = program.read("boards")
    result = program("import", str(path))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {said}") or said in result.stderr
    assert "hint: " in result.stderr
    assert result.stdout == ""
    assert program.read("boards") == before


@pytest.mark.parametrize("name", ["missing.json", "", "n" * 300])
def test_a_file_that_cannot_be_read_says_so(program, tmp_path, name):
    result = program("import", str(tmp_path / name))
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")


def test_export_gives_the_file_back(imported, export_file, tmp_path):
    target = tmp_path / "out.json"
    assert imported.read("export", "aB3dE6gH", "-o", str(target)) == ""
    was, now = json.loads(export_file.read_text()), json.loads(target.read_text())
    assert {name: now[name] for name in ("id", "name", "shortLink")} == {
        name: was[name] for name in ("id", "name", "shortLink")
    }
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert "nothing changed" in imported.read("import", str(target))


def test_export_does_not_write_over_a_file_unless_told(imported, tmp_path):
    target = tmp_path / "out.json"
    target.write_text("mine")
    assert imported("export", "Kōrero", "-o", str(target)).exit_code == 2
    assert target.read_text() == "mine"
    assert imported("export", "Kōrero", "-o", str(target), "--force").exit_code == 0
    assert json.loads(target.read_text())["name"] == "Kōrero"


def test_a_name_that_no_file_can_have_is_told(imported, tmp_path):
    result = imported("export", "Kōrero", "-o", str(tmp_path / ("n" * 300)))
    assert (result.exit_code, "too long" in result.stderr) == (2, True)


def test_export_to_stdout_is_json(imported):
    assert json.loads(imported.read("export", "Kōrero"))["name"] == "Kōrero"


def test_export_of_no_board_says_so(program):
    result = program("export", "nothing")
    assert result.exit_code == 2
    assert "there is no board 'nothing'" in result.stderr


def test_the_cards_of_a_board_are_exported_as_a_table(imported, tmp_path):
    target = tmp_path / "out.csv"
    result = imported("export", "Kōrero", "--csv", "-o", str(target))
    assert (result.exit_code, result.stdout) == (0, "")
    assert str(target) in result.stderr
    assert target.read_bytes().startswith(codecs.BOM_UTF8), "or a spreadsheet misreads macrons"
    with target.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert (rows[0]["title"], rows[0]["list"]) == ("Ring Ana", imported.json("lists", "Kōrero")[0]["name"])
    assert len(rows) == len(imported.json("cards", "Kōrero"))
    assert imported.read("export", "Kōrero", "--csv").splitlines()[0] == ",".join(rows[0])
    refused = imported("export", "Kōrero", "--csv", "-o", str(target))
    assert (refused.exit_code, "exists" in refused.stderr) == (2, True)
    assert imported("export", "nothing", "--csv").exit_code == 2


def test_an_import_elsewhere_is_refused_before_a_passphrase_is_asked_for(program, export_file, monkeypatch):
    save_account(Paths.open().config_file, Account("team", "https://boards.example", "k", secrets="vault"))
    monkeypatch.setattr(remote, "open_vault_by_prompt", lambda *_, **__: pytest.fail("asked"))
    refused = program("--account", "team", "import", str(export_file))
    assert refused.exit_code == 2
    assert "the account team is at https://boards.example, not on this machine" in refused.stderr
    assert "hint: cardscout --account local import " in refused.stderr
