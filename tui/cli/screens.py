"""Opening the screens from the command line."""

from __future__ import annotations

import asyncio
import gc
import os
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from tui.app.app import CardscoutApp
from tui.app.pages import import_ahead
from tui.cli import output
from tui.cli.account.local_boards import LocalBoards
from tui.cli.keep.start_check import what_is_lost
from tui.cli.session import Session
from tui.clock import SystemClock
from tui.errors import UsageError

if TYPE_CHECKING:
    from tui.cli.account.account_manager import AccountManager
    from tui.rules.runner import RuleHome
    from tui.workspace import Workspace

_RARELY = (10_000, 20, 20)
"""Thresholds of the garbage collector; with Python's 700 it would run forty times while a card opens.

Objects that survive their first collection are checked again in the pauses of typing (``IdleCollector``), and
hardly ever during a key.
"""


def open_screens(board: str | None, *, mouse: bool) -> int:
    """Run the screens on the chosen account until the user quits.

    Args:
        board: Names the board to open; None for the one in the settings, or the last one.
        mouse: Whether the screens react to the mouse.

    Returns:
        The exit code.

    Raises:
        UsageError: There is no such board, or a setting is wrong.
        StoreError: The local store cannot be opened.
    """
    session = Session(goes_on=True)
    _note(session)
    if session.config.editor:
        os.environ["VISUAL"] = session.config.editor
    if session.remote is None and what_is_lost(session.paths):
        from tui.cli.keep.recovery import offer_recovery

        offer_recovery(session.paths, SystemClock())
    workspace = session.workspace(rests=True, doer="screens")
    manager: list[AccountManager] = []

    def accounts() -> AccountManager:
        from tui.cli.account.account_manager import AccountManager

        # Created late: the first paint does not need it.
        manager.append(AccountManager(session, workspace, released=release_rules))
        return manager[-1]

    def release_rules() -> AbstractContextManager[None]:
        return nullcontext() if app.rules is None else app.rules.stopped()

    def rules() -> RuleHome:
        from tui.cli.triggers.in_screens import rules_of

        return rules_of(session)

    def keep_up() -> None:
        # The board is read already and is kept; scanning 10,000 cards again would take 40 ms during a key.
        gc.freeze()
        import_ahead()
        session.keep_up()

    try:
        has_mouse = mouse and session.config.mouse
        with session.naming_account():
            board_id = (
                _usual_board(workspace, session.config.board)
                if board is None
                else _board_id(workspace, board)
            )
        app = CardscoutApp(
            workspace,
            board=board_id,
            account=session.account,
            config=session.config.replace(mouse=has_mouse),
            upkeep=keep_up,
            accounts=accounts,
            rules=rules,
            settings=session.paths.config_file,
            source=LocalBoards(session),
        )
        _collect_less()
        return _run(app, mouse=has_mouse)
    finally:
        asyncio.run(manager[0].close() if manager else workspace.close())
        session.close()


def _run(app: CardscoutApp, *, mouse: bool) -> int:
    """Run the app; if the user quit normally, send pending writes and report the rest."""
    app.run(mouse=mouse)
    if app.has_quit:
        from tui.cli.online.leaving import send_rest

        send_rest(app.workspace.writes.send_now, app.switch.statuses, SystemClock())
        if waits := app.switch.exit_message():
            output.say(waits)
    return app.return_code or 0


def _collect_less() -> None:
    """Start the garbage collector, with higher thresholds, ignoring existing objects."""
    gc.freeze()
    gc.set_threshold(*_RARELY)
    gc.enable()


def _note(session: Session) -> None:
    """Note this account for the next start; imported here, to keep the import out of the first paint."""
    from tui.settings.last_account import note_last_account

    note_last_account(session.paths, session.account)


def _usual_board(workspace: Workspace, text: str | None) -> str | None:
    """Return the id of the board in the settings; None to open the last one, also if this account has no such board.

    The screens tell that it is missing. It may be another account's, or have another name now.
    """
    if text is None or (workspace.boards.all() and workspace.boards.find(text) is None):
        return None
    try:
        return _board_id(workspace, text)
    except UsageError:
        return None


def _board_id(workspace: Workspace, text: str) -> str:
    """Return the id of the board that ``text`` names; if the store does not know it, sync first."""
    if (known := workspace.boards.find(text)) is not None:
        return known.id
    from tui.cli.online.reach import told_at_the_end, wait_until_synced

    async def ask() -> str:
        await workspace.start()
        await wait_until_synced(workspace)
        async with told_at_the_end(workspace):
            return workspace.names.board(text).id

    return asyncio.run(ask())
