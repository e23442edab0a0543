"""Opting a person or company out in the screens: asks first, acts in every account, and reports by place."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from tui.app.account.all_accounts import go_to_card, known_in, workspaces_of
from tui.app.commands.command import Choice
from tui.model.enrich.suppression import may_be_shared, read_entry
from tui.presentation.withdrawn import lines, places, staying_cards
from tui.workspace import in_each

if TYPE_CHECKING:
    from tui.app.screens.screen import WorkspaceScreen
    from tui.model.enrich.suppression import Suppressed
    from tui.model.enrich.withdrawal import Withdrawal, WithdrawnNote
    from tui.model.subject import Subject
    from tui.presentation.withdrawn import StayingCard
    from tui.workspace import Workspace

_PATIENCE = 3.0
"""Seconds for which keys wait for the service; a deletion that takes longer is reported as queued."""

_MOMENT = 1.5
"""Maximum seconds for reading boards before the question."""

_WHAT = "In every account, what is remembered is forgotten, and nothing of it is shown, put on a card or written to a file."


async def opt_out(page: WorkspaceScreen, subject: Subject) -> None:
    """Ask, then put ``subject`` on the opt-out list of every account, withdraw all data about it, and report that."""
    kind, value = page.workspace.suppression.entry_of(subject)
    key = read_entry(kind, value)
    workspaces, failed = workspaces_of(page.app)
    await _read_boards(workspaces)
    known = await known_in(workspaces, [(kind, value, "")])

    async def find(workspace: Workspace) -> Sequence[WithdrawnNote]:
        return workspace.withdrawals.notes([key], known)

    found, unread = await in_each(workspaces, find)
    where = places(found)
    gone = f" Deleted for good: {where}." if where else ""
    (sharers,) = page.workspace.suppression.sharers([key])
    all_ = f" {_told_shared(value, sharers)}" if len(sharers) > 1 or may_be_shared(key) else ""
    key_names = page.key_names
    again = f" {key_names['opt-out']} again takes it off the list." if "opt-out" in key_names else ""
    if not await page.confirm(
        f"Never look up {subject.text} again?", detail=f"{_WHAT}{all_}{gone}{again}", yes="Opt out"
    ):
        return

    async def one(workspace: Workspace) -> Withdrawal:
        await workspace.start()
        withdrawn = await workspace.withdrawals.opt_out([(kind, value, "")], known)
        return await workspace.withdrawals.settled(withdrawn, _PATIENCE)

    # Nothing is deleted before it is known what that would be.
    done, not_done = await in_each({name: workspaces[name] for name in found}, one)
    undo = f" · {key_names['undo']} does not undo it" if done and "undo" in key_names else ""
    page.tell(f"{subject.name or value} is {'' if done else 'not '}on the opt-out list{undo}")
    await _report(page, subject, next(iter(workspaces)), done, {**failed, **unread, **not_done})


def _told_shared(value: str, sharers: Sequence[str]) -> str:
    if len(sharers) > 1:
        return f"{value} is that of {' and '.join(sharers)}: all of them are kept out."
    return f"{value} may be that of several people: everybody who has it is kept out."


async def _read_boards(workspaces: Mapping[str, Workspace]) -> None:
    """Read the boards that were never opened here, within a short time; report the others."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_MOMENT):
            _ = await in_each(workspaces, lambda each: each.boards.pull_rest())


async def _report(
    page: WorkspaceScreen,
    subject: Subject,
    here: str,
    done: Mapping[str, Withdrawal],
    troubles: Mapping[str, str],
) -> None:
    """Report what was deleted, what stays because people typed it, and what failed; ``here`` is the shown account."""
    stays, gone = staying_cards(done), "\n".join(lines(done, troubles))
    if stays:
        detail = "\n".join(filter(None, (gone, _typed(stays))))
        said = f"{subject.text} opted out"
        if await page.confirm(said, detail=detail, yes="Show them", no="Close", meant=True):
            await _choose_card(page, here, f"Typed about {subject.text}", stays)
    elif troubles or any(each.notes for each in done.values()):
        page.boxes.inform(f"{subject.text} opted out", gone)


async def show_what_stays(page: WorkspaceScreen) -> None:
    """List the cards with texts that name anybody who opted out, in every account, and open the chosen one."""
    workspaces, _ = workspaces_of(page.app)
    known = await known_in(workspaces, ())
    found, failed = await in_each(workspaces, lambda each: each.withdrawals.stays(known))
    if stays := staying_cards(found):
        await _choose_card(page, next(iter(workspaces)), "Typed about who opted out", stays)
    else:
        left = f" · not read: {', '.join(failed)}" if failed else ""
        page.tell(f"no card names anybody who opted out{left}")


def _typed(stays: Sequence[StayingCard]) -> str:
    one = len(stays) == 1
    return f"What people typed stays, on {'1 card' if one else f'{len(stays)} cards'}: edit it there."


async def _choose_card(page: WorkspaceScreen, here: str, title: str, stays: Sequence[StayingCard]) -> None:
    """Let the user choose one of the cards, and open it in its account; ``here`` is the shown account."""
    choices = [
        Choice(str(number), one.place, one.parts + (f" · {one.account}" if one.account != here else ""))
        for number, one in enumerate(stays)
    ]
    chosen = await page.choose(f"{title}: enter opens the card", choices)
    card = None if chosen is None else stays[int(chosen)]
    if card is not None and not card.board_id:
        page.tell("that card is archived: its board's archive opens it")
    elif card is not None:
        go_to_card(page, here, card.account, card.board_id, card.card_id)


async def allow_again(page: WorkspaceScreen, entry: Suppressed) -> None:
    """Ask, then remove ``entry`` from the opt-out list of every account."""
    if await page.confirm(
        f"Look up {entry.written} again?", detail=f"{entry.text} is on the opt-out list.", yes="Take off"
    ):
        workspaces, unopened = workspaces_of(page.app)
        # The normal form of a name is no name that can be read again.
        done, failed = await in_each(
            workspaces, lambda each: each.suppression.remove(entry.kind, entry.written)
        )
        left = f", but not of {', '.join([*unopened, *failed])}" if unopened or failed else ""
        off = "off" if any(done.values()) else "still on"
        page.tell(f"{entry.text} is {off} the opt-out list{left}")
