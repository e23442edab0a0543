"""New names in the rules file: which rules get them, and what is left as it is."""

from pathlib import Path

import pytest

from tests.rules.conftest import Desk
from tests.rules.moving import rule
from tui.model.values.scalars import new_local_id
from tui.model.writes.lists import CreateList, UpdateList
from tui.rules.file import parse_rules
from tui.rules.renaming import Renamed, Renaming

BOARD = ("b1", "short", "pipeline")


def put(tmp_path: Path, text: str, one: Renamed) -> str:
    path = tmp_path / "rules.toml"
    path.write_text(text)
    renaming = Renaming(path, tmp_path.joinpath, account="local", default_account="local")
    _ = renaming._write(one)
    assert not parse_rules(path.read_text()).problems
    return path.read_text()


WHEN = """
# above
[[rule]] # beside
name = "r"
when = { trigger = "Card Moved", board = "Pipeline", to = ["Won", "Lost"] } # when
if = 'list:won,"Lost" or list:wonder -label:Won'
"""


def test_a_list_is_renamed_wherever_it_is_meant_and_comments_stay(tmp_path):
    text = rule(
        'step = "move"\nlist = "won" # moved',
        'step = "create card"\nboard = "short"\nlist = "Won"\nname = "Won"',
        'step = "create card"\nboard = "Team"\nlist = "Won"\nname = "x"',
        'step = "create card"\naccount = "team"\nboard = "Pipeline"\nlist = "Won"\nname = "x"',
        'step = "move"\nboard = "Team"\nlist = "Won"',
        'step = "move"\nlist = "Won"',
        when=WHEN,
    )
    new = Renamed(kind="list", board=BOARD, old="Won", new="All won")
    assert put(tmp_path, text, new) == rule(
        'step = "move"\nlist = "All won" # moved',
        'step = "create card"\nboard = "short"\nlist = "All won"\nname = "Won"',
        'step = "create card"\nboard = "Team"\nlist = "Won"\nname = "x"',
        'step = "create card"\naccount = "team"\nboard = "Pipeline"\nlist = "Won"\nname = "x"',
        'step = "move"\nboard = "Team"\nlist = "Won"',
        'step = "move"\nlist = "Won"',
        when=WHEN.replace('["Won"', '["All won"').replace("list:won,", 'list:"All won",'),
    )


def test_a_label_and_a_board_are_renamed(tmp_path):
    text = rule('step = "label"\nlabel = "Won"', when=WHEN)
    renamed = put(tmp_path, text, Renamed(kind="label", board=BOARD, old="Won", new="yes"))
    assert renamed == text.replace('label = "Won"', 'label = "yes"').replace("label:Won", "label:yes")
    renamed = put(tmp_path, text, Renamed(kind="board", board=BOARD, old="Pipeline", new="Sales"))
    assert renamed == text.replace("Pipeline", "Sales")


@pytest.mark.parametrize(
    "other",
    [
        WHEN.replace('"Pipeline"', '["Pipeline", "Team"]'),
        WHEN.replace('"r"', '"r"\naccount = "team"'),
        'rule = ["x"]',
        "[rule]\nname = 'r'",
        WHEN + 'do = ["archive"]',
        WHEN.replace('{ trigger = "Card Moved", board', '"Won" # { board'),
        WHEN.replace('"Pipeline"', "7") + '[[rule.do]]\nstep = "move"\nlist = 7\nboard = 7',
    ],
)
def test_a_rule_that_means_something_else_is_left_alone(tmp_path, other: str):
    path = tmp_path / "rules.toml"
    path.write_text(other)
    before = path.stat().st_mtime_ns
    renaming = Renaming(path, tmp_path.joinpath, account="local", default_account="local")
    assert renaming._write(Renamed(kind="list", board=BOARD, old="Won", new="x")) == []
    assert (path.read_text(), path.stat().st_mtime_ns) == (other, before)


async def test_a_name_that_is_not_plain_is_written_as_an_id_and_one_that_others_have_is_left(desk: Desk):
    path = desk.home / "rules.toml"
    path.write_text(rule('step = "archive"'))
    office = desk.local
    renaming = Renaming(path, lambda name: desk.home / f"{name}.db", account="local", default_account="local")

    async def rename(name: str) -> list[tuple[str, str]]:
        before = renaming.look()
        await office.workspace.writes.submit(
            UpdateList(board_id=office.board, list_id=office.done, name=name)
        )
        return renaming.follow(before)

    assert await rename("done") == []
    assert await rename("To do") == [
        ("rule moved", f"it goes on, and names “{office.done}” now instead of “done”")
    ]
    assert f'to = "{office.done}"' in path.read_text()
    assert await rename("Done") == []
    path.write_text(rule('step = "archive"'))
    another = CreateList(board_id=office.board, list_id=new_local_id(), name="Done", pos=9)
    before = renaming.look()
    await office.workspace.writes.submit(another)
    assert renaming.follow(before) == [("rule moved", "cannot work: 2 lists are called 'Done'")]
    assert await rename("Ended") == [("rule moved", "")]


async def test_a_saved_filter_is_named_by_its_new_name_and_one_that_is_gone_is_told(desk: Desk):
    path, memory = desk.home / "rules.toml", desk.local.workspace.memory
    named, others = 'filter = "Hot"\n', 'account = "team"\nfilter = "Hot"\n'
    path.write_text(rule('step = "archive"', extra=named) + rule('step = "archive"', extra=others))
    renaming = Renaming(path, lambda name: desk.home / f"{name}.db", account="local", default_account="local")
    await desk.team.workspace.memory.change_filters(lambda _: {"Hot": "#hot"})
    await memory.change_filters(lambda _: {"Hot": "#hot", "Mine": "@me"})
    before = renaming.look()
    await memory.change_filters(lambda _: {"Mine": "@me", "Urgent": "#hot"})
    assert renaming.follow(before) == [("rule moved", "it goes on, and names “Urgent” now instead of “Hot”")]
    assert path.read_text().count('filter = "Urgent"') == path.read_text().count('filter = "Hot"') == 1
    before = renaming.look()
    await memory.change_filters(lambda _: {"Mine": "@me", "Late": "due:overdue"})
    said = "cannot work: there is no saved filter 'Urgent'"
    assert ("rule moved", said) in renaming.follow(before)
    assert 'filter = "Late"' not in path.read_text()


def test_a_filter_whose_name_differs_only_in_case_is_another(tmp_path):
    text = rule('step = "archive"', extra='filter = "Hot"\n')
    assert put(tmp_path, text, Renamed(kind="filter", board=(), old="hot", new="Warm")) == text


async def test_a_file_that_cannot_be_read_is_told_and_left_as_it_is(desk: Desk):
    path, office = desk.home / "rules.toml", desk.local
    renaming = Renaming(path, lambda name: desk.home / f"{name}.db", account="local", default_account="local")
    text = rule('step = "archive"') + "when"
    path.write_text(text)
    before = renaming.look()
    await office.workspace.writes.submit(UpdateList(board_id=office.board, list_id=office.done, name="Ended"))
    line = len(text.splitlines())
    ((about, said),) = renaming.follow(before)
    assert about == "the rules"
    assert said.startswith(f"“Ended” is not written for “Done”: {path}, line {line}: ")
    assert path.read_text() == text
