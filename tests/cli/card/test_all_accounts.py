"""``agenda`` and ``cards --mine``: what is here of every account, without asking any service."""

import json
import shutil
from shlex import split

import pytest

from tui.cli.account.embedded_service import EmbeddedService
from tui.cli.session import run
from tui.services.boards import Boards


@pytest.fixture
def furnished(program, home_of):
    """The program with such boards and cards."""
    shutil.copytree(home_of("furnished", furnish), program.home)
    return program


def furnish(program):
    """Make two boards with cards that are due; one's own cards are Ring and Write. The sample boards are closed."""
    for sample in ("Pipeline", "Team"):
        program.read("board", "close", sample)
    for board, card, due, more in (
        ("Work", "Ring", "2020-01-02T03:00:00Z", ["--member", "me"]),
        ("Work", "Write", "2031-05-06T07:00:00Z", ["--member", "me"]),
        ("Home", "Bake", "2021-01-02T03:00:00Z", []),
        ("Home", "Eat", "2022-01-02T03:00:00Z", ["--done"]),
        ("Home", "Some day", "none", []),
    ):
        if board not in program.read("boards"):
            program.read("board", "new", board, "--list", "There")
        program.read("card", "new", board, "There", card, "--due", due, *more)
    for board in ("Work", "Home"):
        program.read("cards", board)


async def rest(self):
    """Read nothing."""


def refuse(self):
    raise AssertionError("a service was asked")


def test_the_agenda_is_sorted_into_sections(furnished, monkeypatch):
    monkeypatch.setattr(EmbeddedService, "link", refuse)
    rows = [line.split("\t") for line in furnished.read("agenda").splitlines()]
    assert [(row[1], row[2], row[3], row[6]) for row in rows] == [
        ("overdue", "local", "Work", "Ring"),
        ("overdue", "local", "Home", "Bake"),
        ("later", "local", "Work", "Write"),
        ("done", "local", "Home", "Eat"),
    ]
    cards = furnished.json("agenda", "--filter", "-is:done sort:-due")
    assert [card["name"] for card in cards] == ["Write", "Bake", "Ring"]
    assert {(card["account"], card["list"]) for card in cards} == {("local", "There")}
    assert cards[0]["section"] == "later"


def test_a_board_of_this_machine_that_was_never_read_is_read(program):
    program.read("board", "new", "Fair", "--list", "There")
    program.read("card", "new", "Fair", "There", "Tent", "--due", "2020-01-02T03:00:00Z")
    shown = program("agenda", "--filter", "tent")
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert shown.stdout.split("\t")[-1] == "Tent\n"


def test_ones_own_cards_of_every_board(furnished):
    assert [line.split("\t")[-1] for line in furnished.read("cards", "--mine").splitlines()] == [
        "Ring",
        "Write",
    ]
    run(lambda workspace: workspace.memory.change_filters(lambda _: {"my day": "due:overdue sort:-due"}))
    told = furnished("agenda", "--json", "--filter", "My day")
    assert json.loads(told.stdout)[0]["name"] == "Bake"
    assert "note: my day is the saved filter /due:overdue sort:-due\n" in told.stderr
    [card] = furnished.json("cards", "--mine", "--filter", "my day")
    assert (card["name"], card["board"], card["dueComplete"]) == ("Ring", "Work", False)
    steps = furnished.read("checklist", "new", card["id"], "Steps").strip()
    item = furnished.read("checklist", "add", steps, "Dial", "--member", "me", "--due", "2020-01-03").strip()
    [_, dial] = furnished.json("cards", "--mine", "--filter", "due:overdue")
    assert (dial["id"], dial["idCard"], dial["name"]) == (item, card["id"], "☐ Dial · Ring")
    assert item in furnished.read("agenda")


def test_its_table_can_be_piped_into_a_step(furnished):
    undated = furnished.read("card", "new", "Work", "There", "Any day", "--member", "me").strip()
    for table in (furnished.read("agenda", "--filter", "-is:done"), furnished.read("cards", "--mine")):
        done = furnished("card", "move", "-", "There", "--pos", "top", "--json", stdin=table)
        assert done.exit_code == 0, done.output
        named = [line.split("\t")[-1] for line in table.splitlines()]
        assert [card["name"] for card in json.loads(done.stdout)] == named
    only = furnished.read("cards", "--mine", "--filter", "due:none")
    assert (only.startswith("\t"), undated in only) == (True, True)
    assert furnished("card", "archive", "-", stdin=only).exit_code == 0


def test_cards_of_a_board_are_sorted(furnished):
    assert [card["name"] for card in furnished.json("cards", "Home", "--filter", "sort:due")] == [
        "Bake",
        "Eat",
        "Some day",
    ]
    assert [card["name"] for card in furnished.json("cards", "Home", "--filter", "has:due sort:-name")] == [
        "Eat",
        "Bake",
    ]


def test_mine_goes_with_no_board_and_one_of_them_is_needed(furnished):
    result = furnished("cards", "Work", "--mine")
    assert (result.exit_code, "--mine is of every board" in result.stderr) == (2, True)
    result = furnished("cards")
    assert (result.exit_code, "of which board?" in result.stderr) == (2, True)


def test_what_cannot_be_read_is_named_with_the_command_that_reads_it(program, monkeypatch):
    program.read("boards")
    monkeypatch.setattr(Boards, "pull_rest", rest)  # as where the account is elsewhere
    said = program("agenda").stderr
    command = said.partition("was never read here; read it with cardscout ")[2].partition("\n")[0]
    assert command == "--account local cards Pipeline"
    program.read(*split(command))
    assert "'Pipeline'" not in program("agenda").stderr


def test_nothing_is_made_where_nothing_is_yet(program):
    assert program.read("agenda") == ""
    assert not list(program.home.rglob("*.db"))
