"""The accounts that the rules use inside the screens: opened once more, beside them, and without a word."""

from contextlib import AsyncExitStack

from tests.stories.world import until_news
from tui.cli.triggers.in_screens import rules_of


async def test_an_account_is_opened_once_and_closed_with_the_rules(session, capsys):
    home = rules_of(session)
    assert (home.path, home.folder, home.account) == (session.paths.rules_file, session.paths.data, "local")
    async with AsyncExitStack() as stack:
        accounts = home.opener(stack)
        workspace = await accounts("")
        assert await accounts("local") is workspace
        # On a busy machine an account is opened before its boards are here.
        await until_news(
            workspace.sync.subscribe, lambda: "Pipeline" in {board.name for board in workspace.boards.all()}
        )
        shown = session.workspace()
        try:
            assert shown.boards.all() == workspace.boards.all()
        finally:
            await shown.close()
    assert capsys.readouterr() == ("", "")
