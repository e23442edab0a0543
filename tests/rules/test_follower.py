"""Renaming in a workspace, its undo and its redo, as the rules follow them."""

from tests.rules.conftest import Desk
from tests.rules.moving import rule
from tui.model.writes.boards import StarBoard
from tui.model.writes.lists import UpdateList
from tui.rules.follower import RuleFollower


async def test_a_rule_follows_a_new_name_its_undo_and_its_redo(desk: Desk):
    told: list[tuple[str, str]] = []
    path, office = desk.home / "rules.toml", desk.local
    follower = RuleFollower(
        path,
        lambda name: desk.home / f"{name}.db",
        account="local",
        default_account="local",
        tell=lambda about, what: told.append((about, what)),
    )
    office.workspace.writes.follower = follower
    text = rule('step = "archive"')
    ended = UpdateList(board_id=office.board, list_id=office.done, name="Ended")
    await office.workspace.writes.submit(ended)
    await office.workspace.writes.undo()
    assert told == []  # there is no file
    path.write_text(text)
    await office.workspace.writes.submit(ended)
    assert path.read_text() == text.replace("Done", "Ended")
    await office.workspace.writes.undo(office.board)
    assert path.read_text() == text
    await office.workspace.writes.redo(office.board)
    assert path.read_text() == text.replace("Done", "Ended")
    batch = office.workspace.writes.history()[0].batch
    await office.workspace.writes.revert_to(batch)
    assert path.read_text() == text
    names = ["Ended", "Done", "Ended", "Done"]
    assert [what.split("“")[1].split("”")[0] for _, what in told] == names


async def test_a_write_without_names_and_a_broken_file_cost_nothing(desk: Desk):
    path, office = desk.home / "rules.toml", desk.local
    follower = RuleFollower(
        path, desk.home.joinpath, account="local", default_account="local", tell=lambda *_: None
    )
    path.write_bytes(b"\xff")
    assert await follower.before([StarBoard(board_id=office.board, starred=True)]) is None
    assert await follower.before(None) is None
    assert await follower.using("Hot") == []
    path.write_text(rule('step = "archive"', extra='filter = "Hot"\n'))
    assert (await follower.using("Hot"), await follower.using("Cold")) == (["moved"], [])
