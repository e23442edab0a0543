"""Which names in a rule nothing has, or several things, as far as the stores know."""

import sqlite3
from pathlib import Path

import pytest

from tests.rules.conftest import Desk
from tests.rules.moving import rule
from tui import store_names
from tui.rules.file import parse_rules
from tui.rules.names import StoredNames, named_parts
from tui.snapshot import open_read_only


def wrong(desk: Desk, text: str) -> str:
    (found,) = parse_rules(text).rules
    return StoredNames(lambda name: desk.home / f"{name}.db", "local").wrong(found)


STEPS = {
    'step = "label"\nlabel = "hot"': "",
    'step = "label"\nlabel = "HOT"': "",
    'step = "label"\nlabel = "red"': "",
    'step = "label"\nlabel = "lime"': "",
    'step = "label"\nlabel = "{label.name}"': "",
    'step = "label"\nlabel = "cold"': "step 1: there is no label 'cold' on the board 'local board'",
    'step = "move"\nlist = "To do"': "",
    'step = "move"\nlist = "Attic"': "step 1: there is no list 'Attic' on the board 'local board'",
    'step = "move"\nlist = "Done"\nboard = "team board"': "step 1: there is no board 'team board'",
    'step = "member"\nmember = "me"': "",
    'step = "member"\nmember = "@nobody"': "step 1: there is no member 'nobody' on the board 'local board'",
    'step = "member"\nmember = "XY"': "step 1: there is no member 'XY' on the board 'local board'",
    'step = "member"\nmember = "zzzz"': "step 1: there is no member 'zzzz' on the board 'local board'",
    'step = "create card"\naccount = "team"\nboard = "team"\nlist = "Done"\nname = "x"': "",
    'step = "create card"\naccount = "team"\nboard = "team"\nlist = "Attic"\nname = "x"': "step 1: there is no list 'Attic' on the board 'team board'",
    'step = "create card"\nboard = "local"\nlist = "Done"\nname = "x"\nlabels = ["hot", "cold"]': "step 1: there is no label 'cold' on the board 'local board'",
    'step = "create card"\naccount = "unheard"\nboard = "x"\nlist = "x"\nname = "x"': "",
    'step = "notify"\ntext = "cold"': "",
}  # fmt: skip


async def labelled(desk: Desk) -> None:
    for name, color in (("hot", "red"), ("", "lime")):
        await desk.local.make("/labels", name=name, color=color, idBoard=desk.local.board)
    await desk.local.workspace.boards.pull(desk.local.board)


async def test_what_a_step_names_is_looked_for_on_its_board(desk: Desk):
    await labelled(desk)
    assert {step: wrong(desk, rule(step)) for step in STEPS} == STEPS


async def test_a_saved_filter_is_looked_for_in_the_account_of_the_rule(desk: Desk):
    text = rule('step = "archive"', extra='filter = "Hot"\n')
    assert wrong(desk, text) == "there is no saved filter 'Hot'"
    await desk.team.workspace.memory.change_filters(lambda _: {"Hot": "#hot"})
    assert wrong(desk, text) == "there is no saved filter 'Hot'"
    await desk.local.workspace.memory.change_filters(lambda _: {"Hot": "#hot"})
    assert wrong(desk, text) == ""


async def test_what_a_trigger_names_must_be_on_each_of_its_boards(desk: Desk):
    second = await desk.local.make("/boards", name="second", defaultLists="false")
    await desk.local.make("/lists", name="Later", idBoard=second)
    await desk.local.workspace.boards.pull(second)
    text = rule('step = "archive"').replace('"local board"', '["local board", "second"]')
    assert wrong(desk, text) == "there is no list 'Done' on the board 'second'"
    assert wrong(desk, text.replace('"Done"', '["To do"]').replace("to =", "from =")).endswith("'second'")
    every = rule('step = "label"\nlabel = "cold"').replace(', board = "local board", to = "Done"', "")
    assert wrong(desk, every) == "step 1: no board has a label 'cold'"
    assert (
        wrong(desk, every.replace("label", "move", 1).replace("label =", "list =").replace("cold", "Later"))
        == ""
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("local board", "2 boards are called 'local board'"),
        ("loc", "there is no board 'loc'"),
        ("other", "there is no board 'other'"),
    ],
)
async def test_a_board_is_found_as_the_engine_finds_it(desk: Desk, name: str, said: str):
    text = rule('step = "archive"')
    held = desk.local.workspace.boards.get(desk.local.board)
    assert held is not None
    for word in (desk.local.board, held.short_link, held.url or desk.local.board, "LOCAL board", "loc"):
        assert wrong(desk, text.replace("local board", word)) == "", word
    another = await desk.local.make("/boards", name="local board", defaultLists="false")
    await desk.local.workspace.boards.pull(another)
    assert wrong(desk, text.replace("local board", name)) == said


def test_what_follows_a_move_to_another_board_is_looked_for_there():
    steps = ('step = "move"\nboard = "B"\nlist = "L"', 'step = "label"\nlabel = "x"')
    (found,) = parse_rules(rule(*steps)).rules
    assert [(one.kind, one.text, one.boards, one.step) for one in named_parts(found)][2:] == [
        ("board", "B", (), 1),
        ("list", "L", ("B",), 1),
        ("label", "x", ("B",), 2),
    ]


def test_nothing_is_said_of_an_account_that_was_never_read(tmp_path):
    (found,) = parse_rules(rule('step = "archive"')).rules
    assert StoredNames(tmp_path.joinpath, "local").wrong(found) == ""


def test_the_names_of_many_boards_are_read_with_few_connections(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    opened = list[Path]()

    def counted(path: Path) -> sqlite3.Connection:
        opened.append(path)
        return open_read_only(path)

    monkeypatch.setattr(store_names, "open_read_only", counted)
    names = StoredNames(lambda name: desk.home / f"{name}.db", "local")
    for board in map(str, range(100)):
        _ = names.parts("local", board, "list"), names.parts("local", board, "label")
    assert len(opened) == 2
