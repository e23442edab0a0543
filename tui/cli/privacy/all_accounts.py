"""All accounts of this user at once: opened for a step that concerns a person and not an account."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from tui.cli import output
from tui.cli.account.chosen import ACCOUNT
from tui.cli.session import Session
from tui.errors import CardscoutError
from tui.model.enrich.withdrawal import join_known
from tui.presentation.withdrawn import lines, staying_cards, staying_lines
from tui.settings.accounts import read_accounts
from tui.settings.paths import Paths
from tui.workspace import in_each

if TYPE_CHECKING:
    from tui.model.enrich.withdrawal import Known, Withdrawal
    from tui.model.values.scalars import Json
    from tui.workspace import Workspace

T = TypeVar("T")

_LEFT = 4
"""Exit code when something could not be withdrawn."""


@dataclass
class Everywhere:
    """The open workspaces of all accounts that have a store on this machine.

    Attributes:
        workspaces: By account name, the chosen account first.
        failed: Why an account could not be opened, by name.
    """

    workspaces: dict[str, Workspace] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)

    async def each(self, work: Callable[[Workspace], Awaitable[T]]) -> dict[str, T]:
        """Run ``work`` on all workspaces concurrently, and return its results by account.

        An account in which it fails is noted, and skipped from then on.
        """
        results, failed = await in_each(self.workspaces, work)
        self.failed |= failed
        self.workspaces = {name: one for name, one in self.workspaces.items() if name not in failed}
        return results


def run_everywhere(work: Callable[[Everywhere], Awaitable[T]], *, online: bool = True) -> T:
    """Run ``work`` on the workspaces of all accounts and return its result; ``online`` starts their sync.

    Raises:
        CardscoutError: No account can be opened.
    """
    session = Session()

    async def whole() -> T:
        async with _opened(session, online=online) as everywhere:
            return await work(everywhere)

    return asyncio.run(whole())


@asynccontextmanager
async def _opened(first: Session, *, online: bool) -> AsyncIterator[Everywhere]:
    """Open the workspaces of all accounts, the one of ``first`` first; close them at the end.

    Raises:
        CardscoutError: No account can be opened.
    """
    everywhere, errors = Everywhere(), list[CardscoutError]()
    others = [ACCOUNT, *read_accounts(first.paths.config_file)]
    async with AsyncExitStack() as stack:
        for name in dict.fromkeys([first.account, *others]):
            if name != first.account and not first.paths.store_file(name).exists():
                continue
            try:
                session = first if name == first.account else Session(account=name, beside=first)
                stack.callback(session.close)
                await _open(session, stack, everywhere, online=online)
            except CardscoutError as error:
                # One account that cannot be opened must not keep the others from being withdrawn from.
                everywhere.failed[name] = str(error)
                errors.append(error)
        if not everywhere.workspaces:
            raise errors[0]
        yield everywhere


async def _open(session: Session, stack: AsyncExitStack, everywhere: Everywhere, *, online: bool) -> None:
    workspace = session.workspace()
    stack.push_async_callback(workspace.close)
    # The boards of this machine need no service: what is on those that nobody opened is held here as well.
    here = session.remote is None and bool(workspace.boards.never_read())
    if online or here:
        await workspace.start()
    if here:
        await workspace.boards.pull_rest()
    everywhere.workspaces[session.account] = workspace


async def withdraw(everywhere: Everywhere, entries: Sequence[tuple[str, str, str]]) -> dict[str, Withdrawal]:
    """Put the entries on every account's opt-out list, withdraw all data about them, and wait for delivery."""
    known = await known_everywhere(everywhere, entries)

    async def one(workspace: Workspace) -> Withdrawal:
        return await workspace.withdrawals.settled(await workspace.withdrawals.opt_out(entries, known))

    return await everywhere.each(one)


async def known_everywhere(everywhere: Everywhere, entries: Sequence[tuple[str, str, str]]) -> Known:
    """Return what all accounts together know about those who opt out, or about everybody on their lists."""

    async def one(workspace: Workspace) -> Known:
        return workspace.withdrawals.known(entries)

    return join_known((await everywhere.each(one)).values())


def withdraw_here(
    entries: Sequence[tuple[str, str, str]],
) -> tuple[dict[str, Withdrawal], dict[str, str]]:
    """Withdraw from all accounts of this user; nothing is opened if no account has a store on this machine.

    Returns:
        What was withdrawn by account, and why an account could not be opened.
    """
    if not entries or not any(Paths.open().data.glob("store-*.db")):
        return {}, {}

    async def both(everywhere: Everywhere) -> tuple[dict[str, Withdrawal], dict[str, str]]:
        return await withdraw(everywhere, entries), everywhere.failed

    return run_everywhere(both)


def withdrawal_json(done: dict[str, Withdrawal], failed: dict[str, str]) -> Json:
    """Convert a withdrawal to JSON: each comment with its outcome and the reason, and each remaining text."""
    comments: list[Any] = [
        {
            "account": account,
            "board": one.board,
            "card": one.card,
            "idCard": one.card_id,
            "idComment": one.comment_id,
            "fate": one.state,
            "why": one.why,
        }
        for account, withdrawal in done.items()
        for one in withdrawal.notes
    ]
    stays: list[Any] = [
        {
            "account": account,
            "board": one.board,
            "idBoard": one.board_id,
            "card": one.card,
            "idCard": one.card_id,
            "part": one.part,
            "by": one.by,
            "idComment": one.ident,
            "holdsFinding": one.holds_finding,
            "onlyTheName": not one.sure,
            "text": one.text,
        }
        for account, withdrawal in done.items()
        for one in withdrawal.stays
    ]
    answers = {account: withdrawal.answers for account, withdrawal in done.items()}
    unread = {account: withdrawal.unread for account, withdrawal in done.items() if withdrawal.unread}
    return {
        "comments": comments,
        "stays": stays,
        "answersErased": answers,
        "boardsNotRead": unread,
        "notReached": dict(failed),
    }


def say_withdrawal(done: dict[str, Withdrawal], failed: dict[str, str]) -> None:
    """Print on stderr what was withdrawn, what failed, and what stays because somebody typed it."""
    if done and not failed and not any(one.notes or one.answers for one in done.values()):
        output.say("nothing of them is left to withdraw")
    for line in (*lines(done, failed), *staying_lines(staying_cards(done))):
        output.say(line)


def exit_if_left(done: dict[str, Withdrawal], failed: dict[str, str]) -> None:
    """Exit with an error code if something could not be deleted; queued deletions are no failure.

    Raises:
        SystemExit: A comment could not be deleted, or an account could not be opened.
    """
    left = sum(one.state == "kept" for withdrawal in done.values() for one in withdrawal.notes)
    if left or failed:
        accounts = f", {output.plural(len(failed), 'accounts')} not reached" if failed else ""
        output.say(f"error: {output.plural(left, 'comments')} could not be deleted{accounts}")
        output.say("hint: the lines above say why; cardscout suppress withdraw tries again")
        raise SystemExit(_LEFT)
